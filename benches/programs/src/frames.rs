//! The time of a frame of a game that opens and closes a few doors in every frame and then searches.
//!
//! Frames are played in [`PASSES`] passes from the same map, and each frame counts with its fastest pass.

use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, Engine, Rules};
use crate::percentiles::{HEADS, RULE, cells, keep_fastest};
use crate::timing::{PASSES, timed};
use anyhow::{Result, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::grid::Cell;
use std::time::Duration;

const SIDE: u32 = 512;
const FRAMES: usize = 300;
const QUICK_FRAMES: usize = 30;
/// Number of doors that change in a frame.
const DOORS: usize = 8;
const QUERIES: usize = 20;
/// Share of the doors that is open in the long run.
const OPEN_PERCENT: u32 = 80;

/// The edits and queries of one frame.
struct Frame {
    doors: Vec<(Cell, bool)>,
    queries: Vec<(Cell, Cell)>,
}

/// When a game prepares landmarks.
#[derive(Clone, Copy)]
struct Habit {
    name: &'static str,
    engine: Engine,
    /// Prepares again within a frame, each time after this many frames.
    again_after: Option<usize>,
}

const HABITS: [Habit; 3] = [
    Habit { name: "default", engine: Engine::Default, again_after: None },
    Habit { name: "landmarks, prepared once", engine: Engine::Landmarks, again_after: None },
    Habit { name: "landmarks, prepared every 60 frames", engine: Engine::Landmarks, again_after: Some(60) },
];

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("A frame: {DOORS} of the doors of {SIDE} x {SIDE} cells opened or closed, then {QUERIES} queries.\n");
    println!("| map | engine | {HEADS} |\n| --- | --- | {RULE} |");
    for kind in Kind::ALL {
        let map = kind.map(SIDE);
        let frames = frames(kind, &map, if is_quick { QUICK_FRAMES } else { FRAMES })?;
        let mut costs = None;
        for habit in HABITS {
            let (durations, found) = play(&map, &frames, habit)?;
            ensure!(costs.get_or_insert_with(|| found.clone()) == &found, "{} finds different costs", habit.name);
            println!("| {} | {} | {} |", kind.name(), habit.name, cells(durations)?);
        }
    }
    Ok(())
}

fn frames(kind: Kind, map: &CellMap, count: usize) -> Result<Vec<Frame>> {
    let mut random = Random::new(2);
    let doors = kind.gates(SIDE);
    // A start or goal must not be a door, because a closed door is an obstacle.
    let pairs = queries(map, QUERIES * 20)?;
    let pairs: Vec<_> =
        pairs.into_iter().filter(|(start, goal)| !doors.contains(start) && !doors.contains(goal)).collect();
    let mut some = |count: u32| random.below(count) as usize;
    let mut frame = || {
        let queries = (0..QUERIES).map(|_| pairs[some(pairs.len() as u32)]).collect();
        let door = |_| (doors[some(doors.len() as u32)], some(100) >= OPEN_PERCENT as usize);
        Frame { queries, doors: (0..DOORS).map(door).collect() }
    };
    Ok((0..count).map(|_| frame()).collect())
}

/// Each frame's fastest time, and all costs.
fn play(map: &CellMap, frames: &[Frame], habit: Habit) -> Result<(Vec<Duration>, Vec<f64>)> {
    let mut kept = Vec::new();
    let mut costs = Vec::new();
    for _ in 0..PASSES {
        let mut grid = BenchGrid::of_map(map, habit.engine, Rules::BENCHMARK)?;
        grid.derive(map)?;
        costs.clear();
        let mut durations = Vec::with_capacity(frames.len());
        for (at, frame) in frames.iter().enumerate() {
            let is_due = habit.again_after.is_some_and(|after| at % after == after - 1);
            let (duration, outcome) = timed(|| play_frame(&mut grid, frame, is_due, &mut costs));
            outcome?;
            durations.push(duration);
        }
        keep_fastest(&mut kept, durations);
    }
    Ok((kept, costs))
}

fn play_frame(grid: &mut BenchGrid, frame: &Frame, prepares: bool, costs: &mut Vec<f64>) -> Result<()> {
    for &(door, is_obstacle) in &frame.doors {
        grid.set_cell(door, is_obstacle)?;
    }
    if prepares {
        grid.prepare()?;
    }
    for &(start, goal) in &frame.queries {
        costs.push(grid.find(start, goal)?.cost);
    }
    Ok(())
}
