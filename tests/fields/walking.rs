//! Whoever follows the velocities of a field arrives: from every place, at every speed, under every rule and layout.

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::avoidance::{TestCrowd, crowd_agent};
use common::cell_map::CellMap;
use common::field::TestField;
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

type Vector = [f32; 3];

const LAYOUTS: [GridstarLayout; 5] = [
    GridstarLayout::Square,
    GridstarLayout::HexOddRows,
    GridstarLayout::HexEvenRows,
    GridstarLayout::HexOddColumns,
    GridstarLayout::HexEvenColumns,
];

/// A random map at a random place of the world, and a field of it. A failure prints the seed and the map.
struct Scene {
    seed: u64,
    grid: TestGrid,
    /// Kept alive for the field.
    _profile: Option<TestProfile>,
    field: TestField,
    types: Vec<u8>,
    width: i32,
    height: i32,
    layout: GridstarLayout,
    size: u32,
    axes: [[f64; 3]; 2],
    /// Upper bound of what rounding moves a position by.
    rounding: f64,
    text: String,
}

impl std::fmt::Display for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "seed {}, {:?}, size {}, axes {:?}, {}", self.seed, self.layout, self.size, self.axes, self.text)?;
        for row in self.types.chunks(self.width as usize) {
            writeln!(f, "{}", row.iter().map(|&cell| char::from(b'0' + cell)).collect::<String>())?;
        }
        Ok(())
    }
}

fn cross(one: [f64; 3], other: [f64; 3]) -> f64 {
    let part = |a: usize, b: usize| one[a] * other[b] - one[b] * other[a];
    (part(0, 1).powi(2) + part(1, 2).powi(2) + part(2, 0).powi(2)).sqrt()
}

fn length(vector: [f64; 3]) -> f64 {
    vector.iter().map(|part| part * part).sum::<f64>().sqrt()
}

/// The axes of a grid in place, scaled, turned, mirrored or skewed.
fn axes(layout: GridstarLayout, random: &mut Random) -> [[f64; 3]; 2] {
    let is_in_columns = matches!(layout, GridstarLayout::HexOddColumns | GridstarLayout::HexEvenColumns);
    let across = if layout == GridstarLayout::Square { 1.0 } else { 0.75_f64.sqrt() };
    let [wide, high] = if is_in_columns { [across, 1.0] } else { [1.0, across] };
    let scale = [1.0, 1.0, 0.1, 7.3][random.below(4) as usize];
    let (sine, cosine) = (f64::from(random.below(629)) / 100.0).sin_cos();
    let at = |x: f64, z: f64| [x * scale, 0.0, z * scale];
    match random.below(6) {
        0 | 1 => [at(wide, 0.0), at(0.0, high)],
        2 => [[wide * scale, 0.0, 0.0], [0.0, high * scale, 0.0]],
        3 => [at(cosine * wide, sine * wide), at(-sine * high, cosine * high)],
        4 => [at(cosine * wide, sine * wide), at(sine * high, -cosine * high)],
        // As tiles of an isometric map lie.
        _ => [[wide * scale, wide * scale * 0.5, 0.0], [-high * scale, high * scale * 0.5, 0.0]],
    }
}

fn to_f32(vector: [f64; 3]) -> Vector {
    vector.map(|part| part as f32)
}

impl Scene {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let layout = LAYOUTS[[0, 0, 0, 1, 2, 3, 4][random.below(7) as usize]];
        let is_square = layout == GridstarLayout::Square;
        let (width, height) = (random.between(1, 20) as i32, random.between(1, 20) as i32);
        let grid = TestGrid::with_def(&GridstarGridDef {
            layout: layout as u32,
            ..default_grid_def(width as u32, height as u32)
        });
        let grid = grid.unwrap();
        let origin = [0.0, 0.0, -37.25, 1000.7][random.below(4) as usize];
        let [column, row] = axes(layout, &mut random).map(to_f32);
        let place = GridstarPlace {
            struct_size: size_of::<GridstarPlace>() as u32,
            origin_x: origin,
            origin_y: origin,
            origin_z: -origin,
            column_axis_x: column[0],
            column_axis_y: column[1],
            column_axis_z: column[2],
            row_axis_x: row[0],
            row_axis_y: row[1],
            row_axis_z: row[2],
        };
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status = unsafe { gridstar_grid_set_place(grid.id(), &place) };
        assert_eq!(status, GridstarStatus::Ok, "seed {seed}");
        let axes = [column, row].map(|axis| axis.map(f64::from));
        let extent = f64::from(width) * length(axes[0]) + f64::from(height) * length(axes[1]);
        let percent = [0, 5, 15, 30, 45][random.below(5) as usize];
        let weighs = random.percent(40);
        let count = (width * height) as usize;
        let types: Vec<u8> = (0..count)
            .map(|_| match (random.percent(percent), weighs) {
                (true, _) => 1,
                (false, true) => 2 + random.below(4) as u8,
                (false, false) => 0,
            })
            .collect();
        assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
        let profile = weighs.then(TestProfile::new);
        if let Some(profile) = &profile {
            for cell_type in 2..6 {
                let multiplier = [1.0, 1.5, 2.0, 0.5, 37.21, 1000.0, 0.01][random.below(7) as usize];
                assert_eq!(profile.set_cost(cell_type, multiplier), GridstarStatus::Ok);
            }
            let charge = [GridstarCharge::Mean, GridstarCharge::Entered][random.below(2) as usize];
            assert_eq!(profile.set_charge(charge), GridstarStatus::Ok);
        }
        let size = if is_square { [1, 1, 1, 2, 3][random.below(5) as usize] } else { 1 };
        let mut def = GridstarQueryDef {
            profile: profile.as_ref().map_or(0, TestProfile::id),
            agent_size: size,
            max_cost: if random.percent(20) { f64::from(random.between(1, 20)) } else { 0.0 },
            ..default_query_def()
        };
        if is_square {
            (def.diagonal_rule, def.straight_cost) = (random.below(4), 1.0);
            def.diagonal_cost = [1.0, 1.4, std::f64::consts::SQRT_2, 2.0][random.below(4) as usize];
        }
        let goals: Vec<Cell> = (0..random.between(1, 3))
            .map(|_| {
                // Where the agent fits into the grid, if it does.
                let below =
                    |side: i32, random: &mut Random| random.below((side - size as i32 + 1).max(1) as u32) as i32;
                Cell::new(below(width, &mut random), below(height, &mut random))
            })
            .collect();
        let flags = if random.percent(20) { GRIDSTAR_FIELD_FROM_STARTS } else { 0 };
        let field = TestField::create(&grid, &goals, flags, 0, Some(&def)).unwrap();
        let text =
            format!("rule {}, costs of {}, goals {goals:?}, flags {flags}", def.diagonal_rule, def.diagonal_cost);
        let rounding = (2.0 * f64::from(origin.abs()) + extent) / f64::from(1 << 22);
        Self { seed, grid, _profile: profile, field, types, width, height, layout, size, axes, rounding, text }
    }

    /// The shortest distance between opposite sides of a cell: steps are shorter.
    fn narrowest(&self) -> f64 {
        let [column, row] = self.axes;
        let area = cross(column, row);
        if self.layout == GridstarLayout::Square {
            return area / length(column).max(length(row));
        }
        let is_in_columns = matches!(self.layout, GridstarLayout::HexOddColumns | GridstarLayout::HexEvenColumns);
        let (along, across) = if is_in_columns { (row, column) } else { (column, row) };
        let sum = |share: f64| [0, 1, 2].map(|at| share * along[at] + across[at]);
        (area / length(across)).min(2.0 * area / length(sum(1.5))).min(2.0 * area / length(sum(-1.5)))
    }

    fn anchor(&self, [x, y, z]: Vector) -> Cell {
        let mut cell = Cell::default();
        // SAFETY: the pointer comes from a reference.
        let status = unsafe { gridstar_grid_get_agent_anchor(self.grid.id(), x, y, z, self.size, &mut cell) };
        if status == GridstarStatus::Ok { cell } else { Cell::new(-1, -1) }
    }

    /// Whether an agent can stand on a lowest cell.
    fn can_stand(&self, cell: Cell) -> bool {
        let side = self.size as i32;
        let is_inside = cell.x >= 0 && cell.y >= 0 && cell.x + side <= self.width && cell.y + side <= self.height;
        let mut cells = (0..side * side).map(|i| (cell.y + i / side) * self.width + cell.x + i % side);
        is_inside && cells.all(|index| self.types[index as usize] != 1)
    }

    fn moved(&self, position: Vector, column: f64, row: f64) -> Vector {
        let along = |at: usize| column * self.axes[0][at] + row * self.axes[1][at];
        [0, 1, 2].map(|at| (f64::from(position[at]) + along(at)) as f32)
    }

    /// A random place in a cell, often on its edges and corners and within rounding of them.
    fn start(&self, random: &mut Random) -> Vector {
        let cell = Cell::new(random.below(self.width as u32) as i32, random.below(self.height as u32) as i32);
        let center = self.grid.cell_center(cell).unwrap();
        let mut part = || match random.below(4) {
            0 => f64::from(random.below(3)) / 2.0 - 0.5,
            1 => f64::from(random.below(2)) - 0.5 + (f64::from(random.below(5)) - 2.0) * 1e-6,
            _ => f64::from(random.below(1001)) / 1000.0 - 0.5,
        };
        self.moved(center, part(), part())
    }

    /// Whether an agent at a position stands in a cell from which a path leads on, or within rounding of one.
    fn is_beside_path(&self, position: Vector) -> bool {
        let few = 8.0 * self.rounding;
        (0..9).any(|i| {
            let shift = |axis: usize, step: i32| f64::from(step - 1) * few / length(self.axes[axis]);
            let anchor = self.anchor(self.moved(position, shift(0, i % 3), shift(1, i / 3)));
            self.can_stand(anchor) && self.field.steps(&[anchor]).unwrap()[0].cost.is_finite()
        })
    }
}

/// An agent on its way.
struct Walker {
    start: Vector,
    at: Vector,
    /// The longest step, and whether steps differ.
    step: f64,
    varies: bool,
    left: i64,
}

/// Leads agents of many speeds through a scene. Returns how many arrived, their steps, and how often one was in a cell
/// that it can't enter, by rounding.
fn walk(scene: &Scene, count: usize, least_step: f64) -> [usize; 3] {
    let mut random = Random::new(!scene.seed);
    let narrowest = scene.narrowest();
    let least = (64.0 * scene.rounding / narrowest).max(least_step).min(0.5);
    let mut walkers = Vec::new();
    for _ in 0..count {
        let start = scene.start(&mut random);
        let anchor = scene.anchor(start);
        let step = scene.field.steps(&[anchor]).unwrap()[0];
        if !scene.can_stand(anchor) || step.cost.is_infinite() {
            continue;
        }
        let cells = scene.field.path(anchor).1.len() as f64;
        let share = f64::from(random.below(1001)) / 1000.0;
        let step = [0.99, 0.5, least * (0.99 / least).powf(share), least * (0.99 / least).powf(share)]
            [random.below(4) as usize];
        let varies = random.percent(30);
        // Around corners the way is longer than the path.
        let most = (3.0 * cells + 10.0) / if varies { step / 4.0 } else { step };
        walkers.push(Walker { start, at: start, step: step * narrowest, varies, left: most as i64 + 20 });
    }
    let (mut arrived, mut steps, mut beside) = (0, 0, 0);
    while !walkers.is_empty() {
        let positions: Vec<Vector> = walkers.iter().map(|walker| walker.at).collect();
        let velocities = scene.field.velocities(&positions, 1.0).unwrap();
        let anchors: Vec<Cell> = positions.iter().map(|&at| scene.anchor(at)).collect();
        let costs = scene.field.steps(&anchors).unwrap();
        steps += walkers.len();
        let mut left = Vec::new();
        for (((mut walker, velocity), anchor), cost) in walkers.into_iter().zip(velocities).zip(anchors).zip(costs) {
            let seen = || format!("from {:?} at {:?}, steps of {}: {scene}", walker.start, walker.at, walker.step);
            if cost.cost == 0.0 {
                assert_eq!(velocity, [0.0; 3], "an agent leaves its goal, {}", seen());
                arrived += 1;
                continue;
            }
            if !scene.can_stand(anchor) || cost.cost.is_infinite() {
                assert!(scene.is_beside_path(walker.at), "an agent is in {anchor:?}, {}", seen());
                beside += 1;
            }
            assert!(velocity != [0.0; 3], "an agent stops in {anchor:?}, {}", seen());
            assert!(walker.left > 0, "an agent does not arrive, {velocity:?}, {}", seen());
            let share = if walker.varies { f64::from(random.between(250, 1000)) / 1000.0 } else { 1.0 };
            walker.at = [0, 1, 2].map(|axis| walker.at[axis] + velocity[axis] * (walker.step * share) as f32);
            walker.left -= 1;
            left.push(walker);
        }
        walkers = left;
    }
    [arrived, steps, beside]
}

/// How many scenes: `GRIDSTAR_WALKS` says how many more than the tests have.
fn scenes(few: u64) -> u64 {
    let more = std::env::var("GRIDSTAR_WALKS").ok().and_then(|more| more.parse().ok());
    few * more.unwrap_or(1)
}

#[test]
fn whoever_follows_the_velocities_arrives() {
    let mut total = [0; 3];
    for seed in 0..scenes(400) {
        let counts = walk(&Scene::new(seed), 12, if seed % 16 == 0 { 0.001 } else { 0.02 });
        (0..3).for_each(|at| total[at] += counts[at]);
    }
    assert!(total[0] > 1500, "{total:?}");
    // Beside an edge by rounding only.
    assert!(total[2] * 1000 < total[1], "{total:?}");
    println!("{} arrived in {} steps, {} of them within rounding of a cell", total[0], total[1], total[2]);
}

/// A field of a map from rows of text, the first one at y = 0.
fn drawn(rows: &[&str], rule: GridstarDiagonalRule, goal: Cell) -> (TestGrid, CellMap, TestField) {
    let mut map = CellMap::new(rows[0].len() as u32, rows.len() as u32);
    for (y, row) in (0..).zip(rows) {
        (0..).zip(row.chars()).for_each(|(x, cell)| map.set_obstacle(Cell::new(x, y), cell == '#'));
    }
    let grid = TestGrid::from_map(&map);
    let def = GridstarQueryDef { diagonal_rule: rule as u32, ..default_query_def() };
    let field = TestField::create(&grid, &[goal], 0, 0, Some(&def)).unwrap();
    (grid, map, field)
}

/// Whether an agent arrives that follows the velocities.
fn arrives(grid: &TestGrid, field: &TestField, goal: Cell, mut at: Vector, step: f32) -> bool {
    for _ in 0..(60.0 / step) as i32 {
        let [velocity] = field.velocities(&[at], step).unwrap()[..] else { panic!("one agent") };
        at = [0, 1, 2].map(|axis| at[axis] + velocity[axis]);
        if grid.cell_at(at).1 == goal {
            return true;
        }
    }
    false
}

fn center(cell: Cell) -> Vector {
    [cell.x as f32 + 0.5, 0.0, cell.y as f32 + 0.5]
}

/// At 3 cells a second and 60 frames a second, alone and in a crowd.
#[test]
fn nobody_goes_to_and_fro_over_a_corner() {
    use GridstarDiagonalRule::{Always, AtMostOneBlocked, BothFree, Never};
    let rows = ["....", ".#..", "..#.", "...."];
    for rule in [Always, AtMostOneBlocked, BothFree, Never] {
        for (rows, side) in [(&rows[..], 4), (&["..", ".."][..], 2)] {
            let cells: Vec<Cell> = (0..side * side).map(|i| Cell::new(i % side, i / side)).collect();
            for &goal in &cells {
                let (grid, map, field) = drawn(rows, rule, goal);
                for &start in cells.iter().filter(|&&start| map.is_walkable(start) && map.is_walkable(goal)) {
                    for step in [0.05, 0.01, 0.3, 0.99] {
                        assert!(
                            arrives(&grid, &field, goal, center(start), step),
                            "{rule:?}, {start:?} to {goal:?}, {step}"
                        );
                    }
                    if matches!(rule, BothFree | Never) {
                        let is_there = arrives_in_crowd(&grid, &field, goal, center(start), 0.35, 1.0 / 60.0);
                        assert!(is_there, "{rule:?}, {start:?} to {goal:?} in a crowd");
                    }
                }
            }
        }
    }
}

/// Whether an agent of a crowd arrives whose wishes are the velocities.
fn arrives_in_crowd(grid: &TestGrid, field: &TestField, goal: Cell, start: Vector, radius: f32, seconds: f32) -> bool {
    let crowd = TestCrowd::new(grid);
    let agent = GridstarCrowdAgent { radius, max_speed: 3.0, ..crowd_agent(start[0], start[2]) };
    crowd.add(&[agent]).unwrap();
    let mut at = start;
    for _ in 0..(300.0 / seconds) as i32 {
        if grid.cell_at(at).1 == goal {
            return true;
        }
        let wish = field.velocities(&[at], 3.0).unwrap()[0];
        let (positions, _) = crowd.tick(seconds, &[[wish[0], wish[2]]]).unwrap();
        at = [positions[0][0], 0.0, positions[0][1]];
    }
    false
}

#[test]
fn a_single_agent_of_a_crowd_arrives() {
    let mut walks = 0;
    for seed in 0..scenes(12) {
        let mut random = Random::new(seed);
        let mut map = CellMap::new(random.between(2, 16), random.between(2, 16));
        let percent = [5, 15, 30, 45][random.below(4) as usize];
        for cell in map.cells().collect::<Vec<_>>() {
            map.set_obstacle(cell, random.percent(percent));
        }
        if map.cells().all(|cell| !map.is_walkable(cell)) {
            continue;
        }
        let (grid, goal) = (TestGrid::from_map(&map), random.walkable_cell(&map));
        let rule = [GridstarDiagonalRule::BothFree, GridstarDiagonalRule::Never][random.below(2) as usize];
        let def = GridstarQueryDef { diagonal_rule: rule as u32, ..default_query_def() };
        let field = TestField::create(&grid, &[goal], 0, 0, Some(&def)).unwrap();
        for _ in 0..3 {
            let start = random.walkable_cell(&map);
            if field.steps(&[start]).unwrap()[0].cost.is_infinite() {
                continue;
            }
            let radius = [0.1, 0.2, 0.35, 0.45][random.below(4) as usize];
            let seconds = [1.0 / 60.0, 0.05, 0.1, 0.3][random.below(4) as usize];
            let is_there = arrives_in_crowd(&grid, &field, goal, center(start), radius, seconds);
            assert!(is_there, "seed {seed}, {start:?} to {goal:?}, {rule:?}, {radius}, {seconds}\n{map}");
            walks += 1;
        }
    }
    assert!(walks > 15, "{walks}");
}

/// Along an edge, whose other side is blocked.
#[test]
fn a_velocity_along_an_edge_does_not_lead_into_the_blocked_cell_beside_the_next_one() {
    let rows = ["..#.##", "..#...", ".#..#."];
    let goal = Cell::new(1, 0);
    let (grid, map, field) = drawn(&rows, GridstarDiagonalRule::Always, goal);
    for start in [[5.5, 0.0, 1.5], [2.05, 0.0, 2.0], [2.0, 0.0, 2.0], [2.0, 0.0, 2.5], [2.9, 0.0, 2.0]] {
        for step in [0.05, 0.001, 0.99, 0.123] {
            assert!(arrives(&grid, &field, goal, start, step), "from {start:?} in steps of {step}");
        }
    }
    let [velocity] = field.velocities(&[[2.05, 0.0, 2.0]], 0.2).unwrap()[..] else { panic!("one agent") };
    assert!(map.is_walkable(grid.cell_at([2.05 + velocity[0], 0.0, 2.0 + velocity[2]]).1), "{velocity:?}");
}

/// The first step in the order of directions counts, also where it leads to a blocked start.
#[test]
fn of_equally_cheap_steps_the_first_leads_to_a_blocked_start_too() {
    let grid = TestGrid::new(3, 3);
    assert_eq!(grid.set_cell(Cell::new(2, 0), 1), GridstarStatus::Ok);
    let step = |starts: &[Cell]| {
        let field = TestField::create(&grid, starts, GRIDSTAR_FIELD_FROM_STARTS, 0, None).unwrap();
        let step = field.steps(&[Cell::new(1, 0)]).unwrap()[0];
        (step.x, step.y, step.cost)
    };
    // (1, 0) comes before (-1, 0), and the other way around.
    assert_eq!(step(&[Cell::new(0, 0), Cell::new(2, 0)]), (2, 0, 1.0));
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 0, width: 3, height: 1 }, 0), GridstarStatus::Ok);
    assert_eq!(grid.set_cell(Cell::new(0, 0), 1), GridstarStatus::Ok);
    assert_eq!(step(&[Cell::new(0, 0), Cell::new(2, 0)]), (2, 0, 1.0));
    // Straight steps come before diagonal ones.
    let equal = GridstarQueryDef { diagonal_cost: 1.0, straight_cost: 1.0, ..default_query_def() };
    let starts = [Cell::new(0, 0), Cell::new(1, 2)];
    let field = TestField::create(&grid, &starts, GRIDSTAR_FIELD_FROM_STARTS, 0, Some(&equal)).unwrap();
    let step = field.steps(&[Cell::new(1, 1)]).unwrap()[0];
    assert_eq!((step.x, step.y), (1, 2));
}
