//! Plans for many agents around each other: the time of a batch, agent by agent in order of priority.

use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, Engine, Rules};
use crate::timing::timed;
use anyhow::{Result, ensure};
use gridstar::ffi::*;
use std::collections::HashSet;
use std::ptr::null;
use std::time::Duration;

const SIDES: [u32; 2] = [256, 512];
const QUICK_SIDES: [u32; 1] = [128];
/// Ticks of the window.
const WINDOW: u32 = 32;
const AGENTS: [usize; 2] = [100, 500];
const PASSES: usize = 5;
const QUICK_PASSES: usize = 1;

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    let (sides, passes) = if is_quick { (&QUICK_SIDES[..], QUICK_PASSES) } else { (&SIDES[..], PASSES) };
    println!("Plans in a window of {WINDOW} ticks, the fastest of {passes} passes.\n");
    println!("| map | side | agents | with a plan | a batch, ms | an agent, us | expansions of an agent |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (&side, kind) in sides.iter().flat_map(|side| [Kind::Rooms, Kind::Dense].map(|kind| (side, kind))) {
        let map = kind.map(side);
        let grid = BenchGrid::of_map(&map, Engine::Default, Rules::BENCHMARK)?;
        for count in AGENTS {
            // No two agents share a start or a goal.
            let (mut starts, mut goals) = (HashSet::new(), HashSet::new());
            let ends = queries(&map, 2 * count)?.into_iter();
            let ends = ends.filter(|&(start, goal)| starts.insert(start) && goals.insert(goal)).take(count);
            let agents: Vec<_> = ends.map(|(start, goal)| agent((start.x, start.y), (goal.x, goal.y))).collect();
            ensure!(agents.len() == count, "too few pairs of cells");
            let (time, planned, expansions) = fastest(&grid, &agents, passes)?;
            println!(
                "| {} | {side} | {count} | {planned} | {:.1} | {:.0} | {} |",
                kind.name(),
                time.as_secs_f64() * 1e3,
                time.as_secs_f64() * 1e6 / count as f64,
                expansions / count as u64
            );
        }
    }
    Ok(())
}

fn agent((start_x, start_y): (i32, i32), (goal_x, goal_y): (i32, i32)) -> GridstarPlannedAgent {
    let (from_x, from_y, under_way, agent_size, profile) = (start_x, start_y, 0, 0, 0);
    GridstarPlannedAgent { start_x, start_y, goal_x, goal_y, from_x, from_y, under_way, agent_size, profile }
}

/// The fastest time of a batch, how many agents got a plan, and the expansions of all.
fn fastest(grid: &BenchGrid, agents: &[GridstarPlannedAgent], passes: usize) -> Result<(Duration, usize, u64)> {
    let (mut id, count) = (0, agents.len() as u32);
    // SAFETY: the pointer comes from a reference.
    ensure!(unsafe { gridstar_reservations_create(grid.id(), WINDOW, &mut id) } == GridstarStatus::Ok);
    let mut cells = vec![GridstarPlanCell::default(); agents.len() * (WINDOW as usize + 1)];
    let mut results = vec![GridstarPlanResult::default(); agents.len()];
    let (mut kept, mut needed) = (Duration::MAX, 0);
    for _ in 0..passes {
        let (plans, places, out) = (cells.as_mut_ptr(), cells.len() as u32, results.as_mut_ptr());
        // SAFETY: the pointers and lengths of vectors; the others come from references, or are null.
        let (time, status) = timed(|| unsafe {
            gridstar_reservations_plan(id, agents.as_ptr(), count, null(), out, plans, places, &mut needed)
        });
        ensure!(status == GridstarStatus::Ok, "{status:?}");
        kept = kept.min(time);
    }
    gridstar_destroy(id);
    let planned = results.iter().filter(|result| result.status == GridstarStatus::Ok as i32).count();
    Ok((kept, planned, results.iter().map(|result| u64::from(result.expansions)).sum()))
}
