//! Fields: building them, asking them for many agents, and keeping them current while doors open and close.
//!
//! Beside them runs Dijkstra's algorithm with a queue of buckets (Dial, 1969), cell by cell. Both must find the same
//! costs. All times are those of the fastest of several calls.

use crate::generated::Kind;
use crate::landscapes::LANDSCAPES;
use crate::terrain::{MULTIPLIERS, Terrain};
use crate::timing::{PASSES, fastest, geometric_mean, timed};
use anyhow::{Result, anyhow, ensure};
use common::abi::{TestGrid, default_query_def};
use common::cell_map::CellMap;
use common::field::TestField;
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::time::Duration;

const SIDE: u32 = 512;
const GOALS: usize = 5;
const AGENTS: usize = 1000;
const DOORS: usize = 200;

/// A map of cell types, 1 of which is blocked, and the agent's profile.
struct Ground {
    name: String,
    side: u32,
    types: Vec<u8>,
    profile: TestProfile,
}

/// Prints the tables.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    let side = if is_quick { 128 } else { SIDE };
    println!("Maps of {side} x {side} cells, steps of 1 and 1.4, diagonal steps between free cells.\n");
    println!("Building a field, {GOALS} goals in turn, one thread:\n");
    println!("| map | field, ns a cell | bucket queue, ns a cell | share |\n| --- | ---: | ---: | ---: |");
    for ground in grounds(side) {
        compare_building(&ground)?;
    }
    println!("\nAsking for {AGENTS} agents in one call:\n");
    println!("| map | next cells, ns an agent | velocities, ns an agent |\n| --- | ---: | ---: |");
    for (name, map) in [("rooms", Kind::Rooms.map(side)), ("20 % random", Kind::Dense.map(side))] {
        ask(name, &map)?;
    }
    println!("\nFlight: a field combined from another one's costs times -1.2:\n");
    println!("| map | ns a cell |\n| --- | ---: |");
    for (name, map) in [("rooms", Kind::Rooms.map(side)), ("20 % random", Kind::Dense.map(side))] {
        flee(name, &map)?;
    }
    println!("\nA door opens or closes, and the field follows; the field's goal changes with each door:\n");
    println!("| map | mean, µs | greatest, µs | building anew, µs | share built anew |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let rooms = LANDSCAPES[0].1(side);
    toggle("rooms of 31 cells", &Kind::Rooms.map(side), &Kind::Rooms.gates(side))?;
    toggle("rooms of 36 cells", &rooms, &doors(&rooms))?;
    toggle("10 % random", &Kind::Random.map(side), &Kind::Random.gates(side))
}

fn grounds(side: u32) -> Vec<Ground> {
    let alike = [("rooms", Kind::Rooms), ("10 % random", Kind::Random), ("20 % random", Kind::Dense)];
    let alike = alike.into_iter().map(|(name, kind)| Ground::new(name, side, kind.map(side).cell_types(), &[]));
    let terrains = Terrain::all(side).into_iter().take(8);
    let terrains = terrains.map(|terrain| Ground::new(&terrain.name, side, terrain.types, &MULTIPLIERS));
    alike.chain(terrains).collect()
}

impl Ground {
    fn new(name: &str, side: u32, types: Vec<u8>, multipliers: &[(u8, f64)]) -> Self {
        let profile = TestProfile::new();
        for &(number, multiplier) in multipliers {
            profile.set_cost(number.into(), multiplier);
        }
        Self { name: name.into(), side, types, profile }
    }

    fn goals(&self) -> Vec<Cell> {
        let walkable: Vec<usize> = (0..self.types.len()).filter(|&i| self.types[i] != 1).collect();
        let side = self.side as usize;
        let cell = |index: usize| Cell::new((index % side) as i32, (index / side) as i32);
        (1..=GOALS).map(|i| cell(walkable[walkable.len() * i / (GOALS + 1)])).collect()
    }

    fn def(&self) -> GridstarQueryDef {
        GridstarQueryDef { profile: self.profile.id(), ..def() }
    }
}

fn def() -> GridstarQueryDef {
    let diagonal_rule = GridstarDiagonalRule::BothFree as u32;
    GridstarQueryDef { diagonal_rule, straight_cost: 1.0, diagonal_cost: 1.4, ..default_query_def() }
}

fn accept(status: GridstarStatus) -> Result<()> {
    ensure!(status == GridstarStatus::Ok, "{status:?}");
    Ok(())
}

fn create(grid: &TestGrid, goal: Cell, def: &GridstarQueryDef) -> Result<TestField> {
    TestField::create(grid, &[goal], 0, 0, Some(def)).map_err(|status| anyhow!("{status:?}"))
}

fn costs(field: &TestField, side: u32) -> Result<Vec<f64>> {
    field.costs(Rect { x: 0, y: 0, width: side, height: side }).map_err(|status| anyhow!("{status:?}"))
}

fn compare_building(ground: &Ground) -> Result<()> {
    let grid = TestGrid::new(ground.side, ground.side);
    accept(grid.set_cells(&ground.types))?;
    let (goals, def) = (ground.goals(), ground.def());
    let mut plain = Plain::new(ground);
    let fields = fastest(goals.len(), |at| create(&grid, goals[at], &def));
    let plains = fastest(goals.len(), |at| plain.spread(goals[at]));
    let (mut cells, mut times) = (0, [Duration::ZERO; 2]);
    for ((of_field, field), (of_plain, known)) in fields.into_iter().zip(plains) {
        let found = costs(&field?, ground.side)?.into_iter().zip(known).zip(&ground.types);
        // A path may begin on a blocked cell, which then has a cost too.
        for ((cost, known), _) in found.filter(|(_, number)| **number != 1) {
            let known = known.map_or(f64::INFINITY, |units| f64::from(units) / Plain::ONE);
            ensure!(cost == known || (cost - known).abs() < 1e-6 * known, "{}: {cost}, not {known}", ground.name);
            cells += usize::from(cost.is_finite());
        }
        times = [times[0] + of_field, times[1] + of_plain];
    }
    let [field, plain] = times.map(|time| time.as_nanos() as f64 / cells as f64);
    println!("| {} | {field:.2} | {plain:.2} | {:.2} |", ground.name, field / plain);
    Ok(())
}

/// Dijkstra's algorithm with a bucket for each cost, used in turn.
struct Plain {
    stride: usize,
    /// By padded slot, the multiplier in quarters; 0 for a blocked cell.
    weights: Vec<u32>,
    costs: Vec<u32>,
    buckets: Vec<Vec<u32>>,
}

impl Plain {
    /// Units of a straight step between cells of a multiplier of 1.
    const ONE: f64 = 40.0;
    const BUCKETS: usize = 256;

    fn new(ground: &Ground) -> Self {
        let side = ground.side as usize;
        let quarters = |number: u8| match MULTIPLIERS.iter().find(|(one, _)| *one == number) {
            Some((_, multiplier)) => (multiplier * 4.0) as u32,
            None => 0,
        };
        let mut weights = vec![0; (side + 2) * (side + 2)];
        for (i, &number) in ground.types.iter().enumerate() {
            weights[(i / side + 1) * (side + 2) + i % side + 1] = quarters(number);
        }
        Self { stride: side + 2, costs: vec![0; weights.len()], weights, buckets: vec![Vec::new(); Self::BUCKETS] }
    }

    /// The costs of all cells, row by row.
    fn spread(&mut self, goal: Cell) -> Vec<Option<u32>> {
        self.costs.fill(u32::MAX);
        let start = (goal.y as usize + 1) * self.stride + goal.x as usize + 1;
        self.costs[start] = 0;
        self.buckets[0].push(start as u32);
        let (mut cost, mut waiting) = (0_u32, 1);
        while waiting > 0 {
            while let Some(slot) = self.buckets[cost as usize % Self::BUCKETS].pop() {
                waiting -= 1;
                if self.costs[slot as usize] == cost {
                    waiting += self.expand(slot as usize, cost);
                }
            }
            cost += 1;
        }
        let rows = self.costs.chunks(self.stride).skip(1).take(self.stride - 2);
        let cells = rows.flat_map(|row| &row[1..row.len() - 1]);
        cells.map(|&cost| (cost != u32::MAX).then_some(cost)).collect()
    }

    /// Returns how many cells it put into the queue.
    fn expand(&mut self, slot: usize, cost: u32) -> usize {
        let (stride, weight) = (self.stride, self.weights[slot]);
        let [left, right, above, below] = [slot - 1, slot + 1, slot - stride, slot + stride];
        let is_free = |slot: usize| self.weights[slot] != 0;
        let [l, r, a, b] = [left, right, above, below].map(is_free);
        let steps = [
            (left, l, 5),
            (right, r, 5),
            (above, a, 5),
            (below, b, 5),
            (above - 1, l && a && is_free(above - 1), 7),
            (above + 1, r && a && is_free(above + 1), 7),
            (below - 1, l && b && is_free(below - 1), 7),
            (below + 1, r && b && is_free(below + 1), 7),
        ];
        let mut pushed = 0;
        for (to, is_legal, length) in steps {
            let total = cost + length * (weight + self.weights[to]);
            if is_legal && total < self.costs[to] {
                self.costs[to] = total;
                self.buckets[total as usize % Self::BUCKETS].push(to as u32);
                pushed += 1;
            }
        }
        pushed
    }
}

fn ask(name: &str, map: &CellMap) -> Result<()> {
    let (grid, def, mut random) = (TestGrid::from_map(map), def(), Random::new(1));
    let field = create(&grid, random.walkable_cell(map), &def)?;
    let cells: Vec<Cell> = (0..AGENTS).map(|_| random.walkable_cell(map)).collect();
    let positions: Vec<[f32; 3]> = cells.iter().map(|cell| [cell.x as f32 + 0.3, 0.0, cell.y as f32 + 0.6]).collect();
    let (mut steps, mut velocities) = (vec![GridstarFieldCell::default(); AGENTS], vec![[0.0_f32; 3]; AGENTS]);
    let count = AGENTS as u32;
    // SAFETY: pointers and lengths of lists that live as long as the calls.
    let asked = fastest(20 * PASSES, |_| unsafe {
        gridstar_field_get_steps(field.id(), cells.as_ptr(), count, steps.as_mut_ptr(), count)
    });
    // SAFETY: as above; an array of floats has the alignment of a float.
    let steered = fastest(20 * PASSES, |_| unsafe {
        let (from, to) = (positions.as_ptr().cast(), velocities.as_mut_ptr().cast());
        gridstar_field_get_velocities(field.id(), from, count, 1.0, to, count)
    });
    let least = |times: Vec<(Duration, GridstarStatus)>| -> Result<f64> {
        times.iter().try_for_each(|(_, status)| accept(*status))?;
        let least = times.into_iter().map(|(time, _)| time).min().unwrap_or_default();
        Ok(least.as_nanos() as f64 / AGENTS as f64)
    };
    println!("| {name} | {:.1} | {:.1} |", least(asked)?, least(steered)?);
    Ok(())
}

fn flee(name: &str, map: &CellMap) -> Result<()> {
    let (grid, def) = (TestGrid::from_map(map), def());
    let threats = create(&grid, Random::new(1).walkable_cell(map), &def)?;
    let parts = [(&threats, -1.2)];
    let flights = fastest(1, |_| TestField::combine(&grid, &parts, GridstarFieldOperation::Sum, 0, Some(&def)));
    let (mut cells, mut time) = (0, Duration::MAX);
    for (of_flight, flight) in flights {
        let flight = flight.map_err(|status| anyhow!("{status:?}"))?;
        let found = flight.costs(Rect { x: 0, y: 0, width: map.width() as u32, height: map.height() as u32 });
        cells = found.map_err(|status| anyhow!("{status:?}"))?.iter().filter(|cost| cost.is_finite()).count();
        time = time.min(of_flight);
    }
    println!("| {name} | {:.1} |", time.as_nanos() as f64 / cells as f64);
    Ok(())
}

/// Walkable cells between two blocked ones along one axis, and two walkable ones along the other.
fn doors(map: &CellMap) -> Vec<Cell> {
    let free = |x: i32, y: i32| map.contains(Cell::new(x, y)) && map.is_walkable(Cell::new(x, y));
    let is_door = |cell: &Cell| {
        let along_x = [-1, 1].map(|side| free(cell.x + side, cell.y));
        let along_y = [-1, 1].map(|side| free(cell.x, cell.y + side));
        free(cell.x, cell.y) && [(along_x, along_y), (along_y, along_x)].contains(&([true; 2], [false; 2]))
    };
    map.cells().filter(is_door).collect()
}

/// Each toggle counts with its fastest pass. In each pass the same doors change for the same goals.
fn toggle(name: &str, map: &CellMap, doors: &[Cell]) -> Result<()> {
    let (def, mut random) = (def(), Random::new(3));
    let chosen: Vec<(Cell, Cell)> = (0..DOORS)
        .map(|_| (doors[random.below(doors.len() as u32) as usize], random.walkable_cell(map)))
        .filter(|(door, goal)| door != goal)
        .collect();
    let grid = TestGrid::from_map(map);
    let field = create(&grid, chosen[0].1, &def)?;
    let (mut updates, mut whole, mut built) = (vec![Duration::MAX; 2 * chosen.len()], Vec::new(), 0);
    for pass in 0..PASSES {
        for (i, &(door, goal)) in chosen.iter().enumerate() {
            let (time, status) = timed(|| field.set_goals(&[goal], 0));
            accept(status)?;
            whole.push(time);
            // The first update after a change of goals copies the field.
            for (round, number) in [None, None, Some(2 * i), Some(2 * i + 1)].into_iter().enumerate() {
                let is_blocked = round % 2 == usize::from(!map.is_walkable(door));
                let before = builds(&field)?;
                let (time, status) = timed(|| {
                    let status = grid.set_cell(door, is_blocked.into());
                    if status == GridstarStatus::Ok { gridstar_field_update(field.id(), 0) } else { status }
                });
                accept(status)?;
                if let Some(number) = number {
                    updates[number] = updates[number].min(time);
                    built += u64::from(pass == 0) * (builds(&field)? - before);
                }
            }
            if pass == 0 && i % 10 == 0 {
                let (side, fresh) = (map.width() as u32, create(&grid, goal, &def)?);
                ensure!(costs(&field, side)? == costs(&fresh, side)?, "{name}: costs after {door:?}");
            }
        }
    }
    let micros = |time: Duration| time.as_nanos() as f64 / 1e3;
    let greatest = updates.iter().copied().max().unwrap_or_default();
    println!(
        "| {name} | {:.1} | {:.1} | {:.1} | {:.1} % |",
        geometric_mean(updates.iter().copied()) / 1e3,
        micros(greatest),
        geometric_mean(whole) / 1e3,
        100.0 * built as f64 / updates.len() as f64
    );
    Ok(())
}

fn builds(field: &TestField) -> Result<u64> {
    Ok(field.info().map_err(|status| anyhow!("{status:?}"))?.builds)
}
