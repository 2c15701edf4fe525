//! Crowds that keep apart: the time of a tick on an open field, and how crowds pass doors and each other.

use anyhow::{Result, ensure};
use common::abi::TestGrid;
use common::avoidance::{Run, Scene, TICK, TestCrowd, crowd_agent};
use gridstar::ffi::{GridstarStatus, gridstar_work_set_threads, gridstar_work_stop};
use gridstar::grid::Cell;
use std::time::Instant;

/// The first ticks of a scene don't count: agents spread out.
const SETTLING: u32 = 30;

/// Ticks that follow each other on the same threads. The first one doesn't count: the pool's thread has just begun.
const BLOCK: u32 = 10;

/// Five minutes.
const LIMIT: u32 = 6000;

/// Prints the tables.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("A tick of {TICK} s on an open field, ns an agent, on one thread:\n");
    println!("| agents | agents a cell | 5th percentile | median | greatest |\n| ---: | ---: | ---: | ---: | ---: |");
    let counts: &[(usize, f32, u32)] = if is_quick {
        &[(1000, 0.25, 60)]
    } else {
        &[(500, 0.25, 600), (10_000, 0.25, 300), (10_000, 0.75, 300), (100_000, 0.25, 60), (100_000, 0.75, 60)]
    };
    for &(count, density, ticks) in counts {
        let mut run = Run::new(Scene::open(count, density));
        let mut times = Vec::new();
        for tick in 0..ticks + SETTLING {
            let wishes = run.wishes().to_vec();
            let begun = Instant::now();
            run.crowd.tick(TICK, &wishes).map_err(|error| anyhow::anyhow!("{error:?}"))?;
            let time = begun.elapsed().as_nanos() as f64 / count as f64;
            run.look();
            if tick >= SETTLING {
                times.push(time);
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |part: usize| times[times.len() * part / 100];
        let greatest = times.last().copied().unwrap_or(f64::NAN);
        println!("| {count} | {density} | {:.0} | {:.0} | {greatest:.0} |", at(5), at(50));
    }
    by_map(if is_quick { &[256, 1024] } else { &[256, 1024, 2048, 4096] })?;
    by_threads(if is_quick { &[3000] } else { &[10_000, 100_000] }, if is_quick { 10 } else { 60 })?;
    println!("\nScenes to the end; overlap is in parts of the radius, of all agents at all ticks:\n");
    println!("| scene | agents | last arrival, s | mean, s | deepest overlap | over 1 % | ns an agent |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let doors = [1, 2].map(|wide| (format!("door of {wide}, both ways"), Scene::door(100, wide, true, 1)));
    let others = [("circle", Scene::circle(200)), ("crossing", Scene::crossing(if is_quick { 8 } else { 20 }, 1))];
    for (name, scene) in doors.into_iter().chain(others.map(|(name, scene)| (name.to_owned(), scene))) {
        finish(&name, scene)?;
    }
    Ok(())
}

/// The walls of rooms of 16 x 16 cells with a door of one cell to each neighbor.
fn rooms(side: u32) -> Result<TestGrid> {
    let is_wall = |x: u32, y: u32| (x.is_multiple_of(16) && y % 16 != 8) || (y.is_multiple_of(16) && x % 16 != 8);
    let types: Vec<u8> = (0..side * side).map(|cell| is_wall(cell % side, cell / side).into()).collect();
    let grid = TestGrid::new(side, side);
    ensure!(grid.set_cells(&types) == GridstarStatus::Ok, "rooms could not be written");
    Ok(grid)
}

/// Costs of the size of the map for one agent, and for 1,000 of them: the call that makes the crowd, its first tick,
/// the longest tick after an edit of one cell near the first agent, and a tick on the same ground.
fn by_map(sides: &[u32]) -> Result<()> {
    println!("\nRooms of 16 x 16 cells, through gridstar_crowd_tick, ms, the least of 5 crowds:\n");
    println!("| map | agents | create | first tick | longest after an edit | median tick | memory |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    ensure!(gridstar_work_set_threads(0) == GridstarStatus::Ok);
    for &side in sides {
        let grid = rooms(side)?;
        for count in [1, 1000] {
            let place = |number: u32| (number.wrapping_mul(2_654_435_761) >> 4) % (side / 16) * 16;
            let agents: Vec<_> =
                (0..count).map(|i| crowd_agent(place(i) as f32 + 3.5, place(i + count) as f32 + 7.5)).collect();
            let mut least = [f64::INFINITY; 4];
            let mut bytes = 0;
            for _ in 0..5 {
                let begun = Instant::now();
                let crowd = TestCrowd::new(&grid);
                let created = begun.elapsed();
                ensure!(crowd.add(&agents).is_ok(), "agents could not be added");
                let mut places = [0, 1].map(|_| vec![[0.0; 2]; agents.len()]);
                let mut tick = || {
                    let [positions, velocities] = &mut places;
                    let begun = Instant::now();
                    let status = crowd.tick_into(TICK, &[], positions, velocities);
                    ensure!(status == GridstarStatus::Ok, "{status:?}");
                    Ok(begun.elapsed().as_secs_f64() * 1000.0)
                };
                let first = tick()?;
                let mut usual = (0..20).map(|_| tick()).collect::<Result<Vec<_>>>()?;
                usual.sort_by(f64::total_cmp);
                let (x, y) = (agents[0].x as i32, agents[0].y as i32 + 2);
                let mut longest = 0.0_f64;
                for closed in [1, 0] {
                    ensure!(grid.set_cell(Cell::new(x, y), closed) == GridstarStatus::Ok);
                    longest = (0..10).try_fold(longest, |longest, _| tick().map(|time| time.max(longest)))?;
                }
                let times = [created.as_secs_f64() * 1000.0, first, longest, usual[10]];
                least = std::array::from_fn(|i| least[i].min(times[i]));
                bytes = crowd.info().map_err(|status| anyhow::anyhow!("{status:?}"))?.bytes;
            }
            let [created, first, longest, usual] = least;
            println!(
                "| {side}^2 | {count} | {created:.3} | {first:.3} | {longest:.3} | {usual:.3} | {:.1} KB |",
                bytes as f64 / 1024.0
            );
        }
    }
    Ok(())
}

/// Ticks through the C functions by the calling thread alone, and with one thread of the pool, in turn. The positions
/// are the same, bit by bit.
fn by_threads(counts: &[usize], ticks: u32) -> Result<()> {
    println!("\nThe same field at 0.25 agents a cell, through gridstar_crowd_tick, median of ticks in ms:\n");
    println!("| agents | one thread | two threads | times as fast |\n| ---: | ---: | ---: | ---: |");
    for &count in counts {
        let side = (2.0 * (count as f32).sqrt()).ceil();
        let grid = TestGrid::new(side as u32, side as u32);
        let across = (count as f32).sqrt().ceil() as usize;
        let place = |at: usize| (at as f32 + 0.5) * side / across as f32;
        let agents: Vec<_> = (0..count).map(|i| crowd_agent(place(i % across), place(i / across))).collect();
        let wishes: Vec<[f32; 2]> = (0..count).map(|i| [[2.0, 0.5], [-1.5, 1.0], [0.0, -2.0]][i % 3]).collect();
        let crowds = [0, 1].map(|_| TestCrowd::new(&grid));
        for crowd in &crowds {
            ensure!(crowd.add(&agents).is_ok(), "agents could not be added");
        }
        let (mut positions, mut velocities) = (vec![[0.0; 2]; count], vec![[0.0; 2]; count]);
        let mut times = [Vec::new(), Vec::new()];
        for block in 0..(ticks + SETTLING) / BLOCK {
            for (workers, crowd) in crowds.iter().enumerate() {
                ensure!(gridstar_work_set_threads(workers as u32) == GridstarStatus::Ok);
                for tick in 0..BLOCK {
                    let begun = Instant::now();
                    let status = crowd.tick_into(TICK, &wishes, &mut positions, &mut velocities);
                    ensure!(status == GridstarStatus::Ok, "{status:?}");
                    if block >= SETTLING / BLOCK && tick > 0 {
                        times[workers].push(begun.elapsed().as_secs_f64() * 1000.0);
                    }
                }
            }
        }
        let hashes = crowds.each_ref().map(|crowd| crowd.info().map(|info| info.hash));
        ensure!(hashes[0] == hashes[1], "two threads give other positions");
        let [one, two] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        });
        println!("| {count} | {one:.2} | {two:.2} | {:.2} |", one / two);
    }
    gridstar_work_stop();
    Ok(())
}

fn finish(name: &str, scene: Scene) -> Result<()> {
    let mut run = Run::new(scene);
    let count = run.positions.len();
    let (mut deepest, mut over, mut ticks, mut nanos) = (0.0_f32, 0, 0, 0);
    while !run.have_all_arrived() {
        let wishes = run.wishes().to_vec();
        let begun = Instant::now();
        run.crowd.tick(TICK, &wishes).map_err(|error| anyhow::anyhow!("{error:?}"))?;
        nanos += begun.elapsed().as_nanos();
        run.look();
        let overlaps = run.overlaps();
        deepest = overlaps.iter().copied().fold(deepest, f32::max);
        over += overlaps.iter().filter(|&&overlap| overlap > 0.01).count();
        ticks += count;
        ensure!(run.ticks < LIMIT, "{name}: {} of {count} arrived", run.arrived.iter().flatten().count());
    }
    let mean = run.arrived.iter().flatten().sum::<u32>() as f32 / count as f32 * TICK;
    println!(
        "| {name} | {count} | {:.0} | {mean:.0} | {deepest:.3} | {:.2} % | {} |",
        run.ticks as f32 * TICK,
        100.0 * over as f32 / ticks as f32,
        nanos / ticks as u128
    );
    Ok(())
}
