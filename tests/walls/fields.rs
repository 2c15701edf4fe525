//! Fields on grids with walls between cells, against the plain model: costs, steps, paths, ranges and velocities,
//! through edits.

use super::*;
use common::field::TestField;
use common::profile::TestProfile;
use common::random_maps::repeats;
use gridstar::grid::Rect;
use gridstar::movement::StepCosts;

/// The weight of a multiplier of 1, and of a penalty of 1.
const ONE: u64 = 1600;
const PENALTY: u64 = ONE / 16;

/// Costs of cells for an agent.
struct Charges {
    /// Costs of types 0 and 2.
    multipliers: [u64; 2],
    penalties: Vec<u8>,
    counts_entered: bool,
}

/// A field of a grid, and all that decides what it shows.
struct Scene {
    map: WalledMap,
    grid: TestGrid,
    walker: Walker,
    costs: StepCosts,
    charges: Charges,
    profile: Option<TestProfile>,
    from_starts: bool,
    max_cost: f64,
    goals: Vec<Cell>,
    about: String,
}

fn random_cell(map: &WalledMap, random: &mut Random) -> Cell {
    Cell::new(random.below(map.width as u32) as i32, random.below(map.height as u32) as i32)
}

/// A map of which fields over weighted ground are built in strips.
fn wide_map(random: &mut Random, layout: GridstarLayout) -> WalledMap {
    let mut map = WalledMap::new(33 + random.below(60) as i32, 4 + random.below(38) as i32, layout);
    let (obstacles, walls, one_way) = (random.below(15), [1, 5, 20][random.below(3) as usize], random.below(2) == 0);
    map.scatter(random, obstacles, walls, one_way);
    map
}

impl Scene {
    fn new(seed: u64, random: &mut Random) -> Self {
        let layout = if random.below(4) == 0 { HEXAGONS[random.below(4) as usize] } else { GridstarLayout::Square };
        let is_square = layout == GridstarLayout::Square;
        let mut map = if random.below(4) == 0 { wide_map(random, layout) } else { random_map(random, layout) };
        let rule = RULES[random.below(4) as usize];
        let size =
            if is_square { [1, 1, 2, 3, 4][random.below(5) as usize] } else { [1, 1, 3][random.below(3) as usize] };
        let is_weighted = random.below(2) == 0;
        let mut penalties = vec![0; map.types.len()];
        if is_weighted {
            map.types.iter_mut().filter(|one| **one == 0).for_each(|one| *one = 2 * random.below(2) as u8);
            let most = [1, 2, 200][random.below(3) as usize];
            penalties.iter_mut().for_each(|one| *one = random.below(most) as u8);
        }
        let grid = map.build(&default_grid_def(1, 1));
        if is_weighted {
            let all = Rect { x: 0, y: 0, width: map.width as u32, height: map.height as u32 };
            assert_eq!(grid.set_penalties(all, &penalties), Ok);
        }
        let (mut multipliers, mut counts_entered) = ([1, 1], false);
        let profile = (is_weighted && random.below(3) > 0).then(|| {
            let profile = TestProfile::new();
            multipliers = [1 + u64::from(random.below(3)), 1 + u64::from(random.below(3))];
            assert_eq!(profile.set_cost(0, multipliers[0] as f64), Ok);
            assert_eq!(profile.set_cost(2, multipliers[1] as f64), Ok);
            // All types that are not on the map cost more.
            (3..256).for_each(|other| assert_eq!(profile.set_cost(other, 8.0), Ok));
            counts_entered = random.below(2) == 0;
            if counts_entered {
                assert_eq!(profile.set_charge(GridstarCharge::Entered), Ok);
            }
            profile
        });
        let diagonal = if is_square { [1.0, 1.41, 1.7, 2.0][random.below(4) as usize] } else { 1.0 };
        let goals = (0..1 + random.below(4)).map(|_| random_cell(&map, random)).collect();
        Self {
            walker: Walker { rule, size },
            costs: StepCosts::new(1.0, diagonal).unwrap(),
            charges: Charges { multipliers: multipliers.map(|one| one * ONE), penalties, counts_entered },
            profile,
            from_starts: random.below(2) == 0,
            max_cost: if random.below(3) == 0 { f64::from(random.below(12)) + 0.317 } else { 0.0 },
            goals,
            about: format!("seed {seed}"),
            map,
            grid,
        }
    }

    fn is_hexagonal(&self) -> bool {
        self.map.layout != 0
    }

    fn query_def(&self) -> GridstarQueryDef {
        GridstarQueryDef {
            diagonal_rule: if self.is_hexagonal() { 0 } else { rule_number(self.walker.rule) },
            straight_cost: if self.is_hexagonal() { 0.0 } else { 1.0 },
            diagonal_cost: if self.is_hexagonal() { 0.0 } else { self.costs.diagonal() },
            agent_size: self.walker.size as u32,
            profile: self.profile.as_ref().map_or(0, |profile| profile.id()),
            max_cost: self.max_cost,
            ..default_query_def()
        }
    }

    fn field(&self, max_visits: u32) -> TestField {
        let flags = if self.from_starts { GRIDSTAR_FIELD_FROM_STARTS } else { 0 };
        TestField::create(&self.grid, &self.goals, flags, max_visits, Some(&self.query_def())).unwrap()
    }

    /// Cost of a cell for the agent at an anchor.
    fn charge(&self, anchor: Cell) -> u64 {
        let body = self.map.body(anchor, self.walker.size);
        let on_map = || body.iter().filter(|&&cell| self.map.contains(cell)).map(|&cell| self.map.index(cell));
        let penalty = on_map().map(|index| u64::from(self.charges.penalties[index])).max().unwrap_or(0);
        let multiplier = match self.map.is_walkable(anchor, self.walker.size) {
            true => on_map().map(|index| self.charges.multipliers[usize::from(self.map.types[index] / 2)]).max(),
            false => self.charges.multipliers.into_iter().min(),
        };
        multiplier.unwrap() + penalty * PENALTY
    }

    /// Parts of a step for each unit of its length.
    fn weigh(&self, from: Cell, to: Cell) -> u64 {
        if self.charges.counts_entered { 2 * self.charge(to) } else { self.charge(from) + self.charge(to) }
    }

    fn units(&self) -> (u64, u64) {
        (self.costs.straight_units().into(), self.costs.diagonal_units().into())
    }

    fn step_cost(&self, from: Cell, to: Cell) -> u64 {
        let (straight, diagonal) = self.units();
        let is_straight = self.map.straight_neighbors(from).contains(&to);
        self.weigh(from, to) * if is_straight { straight } else { diagonal }
    }

    fn cost_of(&self, parts: u64) -> f64 {
        parts as f64 / (2 * ONE) as f64 * self.costs.straight() / self.costs.straight_units() as f64
    }

    /// The costs in parts of the paths between each cell and its nearest goal.
    fn expected(&self) -> Vec<Option<u64>> {
        let back = !self.from_starts;
        let mut costs = self.map.costs(&self.goals, self.walker, self.units(), back, |from, to| self.weigh(from, to));
        // A path to goals may begin on a blocked cell.
        let is_blocked = |cell: Cell| !self.map.is_walkable(cell, self.walker.size);
        for cell in self.map.cells().into_iter().filter(|&cell| back && is_blocked(cell) && !self.goals.contains(&cell))
        {
            let steps = self.map.around(cell).into_iter().filter(|&to| self.map.is_legal(cell, to, self.walker));
            let ways = steps.filter_map(|to| Some(costs[self.map.index(to)]? + self.step_cost(cell, to)));
            costs[self.map.index(cell)] = ways.min();
        }
        costs.iter_mut().for_each(|cost| *cost = cost.filter(|&cost| self.is_within_limit(cost)));
        costs
    }

    fn is_within_limit(&self, parts: u64) -> bool {
        self.max_cost == 0.0 || self.cost_of(parts) <= self.max_cost
    }

    fn check(&self, field: &TestField) {
        let (map, about) = (&self.map, &self.about);
        let what = format!(
            "{about}, {:?}, costs {:?}, goals {:?}, from starts {}, limit {}, charges {:?} {:?} entered {}\n{map}{:?}",
            self.walker,
            self.units(),
            self.goals,
            self.from_starts,
            self.max_cost,
            self.charges.multipliers,
            self.charges.penalties,
            self.charges.counts_entered,
            map.types
        );
        let all = Rect { x: 0, y: 0, width: map.width as u32, height: map.height as u32 };
        let (costs, expected, cells) = (field.costs(all).unwrap(), self.expected(), map.cells());
        let steps = field.steps(&cells).unwrap();
        let is_near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * other.abs().max(1.0);
        for (index, &cell) in cells.iter().enumerate() {
            let Some(parts) = expected[index] else {
                assert_eq!(costs[index], f64::INFINITY, "{cell:?} of {what}");
                assert_eq!((steps[index].x, steps[index].y), (cell.x, cell.y), "{cell:?} of {what}");
                continue;
            };
            let cost = self.cost_of(parts);
            assert!(is_near(costs[index], cost), "{cell:?} costs {}, not {cost}: {what}", costs[index]);
            let next = Cell::new(steps[index].x, steps[index].y);
            assert!(is_near(steps[index].cost, cost), "{cell:?} to {next:?}: {what}");
            if parts == 0 {
                assert_eq!(next, cell, "{what}");
                continue;
            }
            let (from, to) = if self.from_starts { (next, cell) } else { (cell, next) };
            assert!(map.is_legal(from, to, self.walker), "the step {from:?} to {to:?} of {what}");
            let rest = expected[map.index(next)].map(|rest| rest + self.step_cost(from, to));
            assert_eq!(rest, Some(parts), "{cell:?} to {next:?}: {what}");
        }
        let within = field.range(0.0, false, 0).unwrap();
        assert_eq!(within.len(), expected.iter().flatten().count(), "{what}");
        if let Some(index) = expected.iter().position(|cost| cost.is_some_and(|cost| cost > 0)) {
            let (status, path, result) = field.path(cells[index]);
            assert!(status == Ok && is_near(result.cost, costs[index]), "{status:?} {what}");
            assert!(path.windows(2).all(|ends| map.is_legal(ends[0], ends[1], self.walker)), "{path:?} of {what}");
        }
    }
}

/// Has a field finished in slices, or at once.
fn finish(field: &TestField, visits: u32) {
    while gridstar_field_advance(field.id(), visits) == StillRunning {}
    assert_eq!(field.info().unwrap().status, Ok as i32);
}

#[test]
fn costs_and_steps_of_fields_cross_no_wall_through_edits() {
    for seed in seeds(repeats(40)) {
        let mut random = Random::new(seed);
        let mut scene = Scene::new(seed, &mut random);
        let visits = |random: &mut Random| [0, 1, 7, 100][random.below(4) as usize];
        let field = scene.field(visits(&mut random));
        finish(&field, visits(&mut random));
        scene.check(&field);
        for round in 0..4 {
            scene.about = format!("seed {seed}, round {round}");
            edit(&scene.grid, &mut scene.map, &mut random);
            if random.below(4) == 0 {
                scene.goals = (0..1 + random.below(3)).map(|_| random_cell(&scene.map, &mut random)).collect();
                field.set_goals(&scene.goals, visits(&mut random));
            } else {
                gridstar_field_update(field.id(), visits(&mut random));
            }
            finish(&field, visits(&mut random));
            scene.check(&field);
        }
        let fresh = scene.field(0);
        scene.check(&fresh);
    }
}

/// The costs of a combined field, relaxed until none falls: from the best value, in the costs of the query.
fn combined(scene: &Scene, values: &[Option<f64>]) -> Vec<Option<f64>> {
    let (map, mut costs) = (&scene.map, values.to_vec());
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (cell, to) in
            map.cells().into_iter().flat_map(|cell| map.around(cell).into_iter().map(move |to| (cell, to)))
        {
            let is_open = map.is_walkable(cell, scene.walker.size) && map.is_legal(cell, to, scene.walker);
            let way =
                costs[map.index(to)].filter(|_| is_open).map(|rest| rest + scene.cost_of(scene.step_cost(cell, to)));
            let known = &mut costs[map.index(cell)];
            if way.is_some_and(|way| known.is_none_or(|known| way < known - 1e-9)) {
                (*known, is_changed) = (way, true);
            }
        }
    }
    let best = costs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    costs.iter().map(|cost| cost.map(|cost| cost - best)).collect()
}

#[test]
fn combined_fields_cross_no_wall() {
    for seed in seeds(40) {
        let mut random = Random::new(seed);
        let mut scene = Scene::new(seed, &mut random);
        (scene.max_cost, scene.from_starts) = (0.0, false);
        if scene.map.types.len() > 250 {
            continue;
        }
        let field = scene.field(0);
        let weight = [-1.2, 1.0, 0.5][random.below(3) as usize];
        let operation = GridstarFieldOperation::Sum;
        let both =
            TestField::combine(&scene.grid, &[(&field, weight)], operation, 0, Some(&scene.query_def())).unwrap();
        for round in 0..3 {
            let map = &scene.map;
            let is_walkable = |index: usize| map.is_walkable(map.cells()[index], scene.walker.size);
            let values = scene.expected().into_iter().enumerate();
            let values = values
                .map(|(index, cost)| cost.filter(|_| is_walkable(index)).map(|cost| scene.cost_of(cost) * weight));
            let expected = combined(&scene, &values.collect::<Vec<_>>());
            let all = Rect { x: 0, y: 0, width: map.width as u32, height: map.height as u32 };
            let (costs, steps) = (both.costs(all).unwrap(), both.steps(&map.cells()).unwrap());
            for (index, cell) in map.cells().into_iter().enumerate().filter(|&(index, _)| is_walkable(index)) {
                let about = format!(
                    "{cell:?}, {weight}, seed {seed}, round {round}, {:?}, {:?}\n{map}",
                    scene.walker, scene.goals
                );
                let wanted = expected[index].unwrap_or(f64::INFINITY);
                assert!(
                    costs[index] == wanted || (costs[index] - wanted).abs() < 0.05,
                    "{} {wanted}: {about}",
                    costs[index]
                );
                let next = Cell::new(steps[index].x, steps[index].y);
                assert!(next == cell || map.is_legal(cell, next, scene.walker), "to {next:?} from {about}");
            }
            edit(&scene.grid, &mut scene.map, &mut random);
            for one in [&field, &both] {
                assert_eq!(gridstar_field_update(one.id(), 0), Ok);
            }
        }
    }
}

#[test]
fn costs_of_many_goals_cross_no_wall() {
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let mut scene = Scene::new(seed, &mut random);
        scene.from_starts = true;
        let def = scene.query_def();
        let goals: Vec<Cell> = (0..5).map(|_| random_cell(&scene.map, &mut random)).collect();
        let start = scene.goals[0];
        scene.goals = vec![start];
        let expected = scene.expected();
        let wanted: Vec<Option<u64>> = goals.iter().map(|&goal| expected[scene.map.index(goal)]).collect();
        let costs = common::field::cost_matrix(&scene.grid, &[start], &goals, Some(&def)).unwrap();
        let about = format!("seed {seed}, {:?}, from {start:?} to {goals:?}\n{}", scene.walker, scene.map);
        for (cost, parts) in costs.iter().zip(&wanted) {
            let wanted = parts.map_or(f64::INFINITY, |parts| scene.cost_of(parts));
            assert!(*cost == wanted || (cost - wanted).abs() < 1e-9 * wanted.max(1.0), "{cost} {wanted}: {about}");
        }
        let nearest = common::field::nearest_goals(&scene.grid, start, &goals, 2, Some(&def)).unwrap();
        let mut order: Vec<(u64, u32)> = (0..).zip(&wanted).filter_map(|(i, parts)| Some(((*parts)?, i))).collect();
        order.sort_unstable();
        let found: Vec<u32> = nearest.iter().map(|one| one.index).collect();
        assert_eq!(found, order.iter().take(2).map(|one| one.1).collect::<Vec<_>>(), "{about}");
    }
}

/// The cell, as an anchor, in which an agent at a point stands, if it is farther than `margin` from its edges.
fn stands_in(scene: &Scene, at: [f32; 3], margin: f32) -> Option<Cell> {
    let wide = if scene.is_hexagonal() { 0.0 } else { (scene.walker.size - 1) as f32 / 2.0 };
    let near = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(x, z)| {
        let (status, cell) = scene.grid.cell_at([at[0] - wide + margin * x, 0.0, at[2] - wide + margin * z]);
        (status == Ok).then_some(cell)
    });
    near[0].filter(|_| near.iter().all(|one| *one == near[0]))
}

/// Whether an agent may come from a cell to another one: by a step, or by two that are not told apart near a corner.
fn may_pass(scene: &Scene, from: Cell, to: Cell) -> bool {
    let is_legal = |from: Cell, to: Cell| scene.map.is_legal(from, to, scene.walker);
    let corners = [Cell::new(from.x, to.y), Cell::new(to.x, from.y)];
    is_legal(from, to) || corners.iter().any(|&by| by != from && by != to && is_legal(from, by) && is_legal(by, to))
}

#[test]
fn velocities_cross_no_wall_and_arrive() {
    let (mut arrived, mut steps) = (0, 0);
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let mut scene = Scene::new(seed, &mut random);
        (scene.max_cost, scene.from_starts) = (0.0, false);
        let (field, expected) = (scene.field(0), scene.expected());
        for _ in 0..6 {
            let start = random_cell(&scene.map, &mut random);
            let cost = expected[scene.map.index(start)];
            if cost.is_none_or(|cost| cost == 0) || !scene.map.is_walkable(start, scene.walker.size) {
                continue;
            }
            let wide = if scene.is_hexagonal() { 0.0 } else { (scene.walker.size - 1) as f32 / 2.0 };
            let center = scene.grid.cell_center(start).unwrap();
            let aside =
                |random: &mut Random| (random.below(9) as f32 - 4.0) / if scene.is_hexagonal() { 12.0 } else { 10.0 };
            let mut at = [center[0] + wide + aside(&mut random), 0.0, center[2] + wide + aside(&mut random)];
            let length =
                [0.98, 0.5, 0.2, 0.05][random.below(4) as usize] * if scene.is_hexagonal() { 0.8 } else { 1.0 };
            let about = format!(
                "seed {seed}, from {start:?} in steps of {length}, {:?}, {:?}\n{}{:?}",
                scene.walker, scene.goals, scene.map, scene.map.types
            );
            let mut last = start;
            let mut left = 4000;
            loop {
                let velocity = field.velocities(&[at], length).unwrap()[0];
                if velocity == [0.0; 3] {
                    break;
                }
                for part in 1..=100 {
                    let on_way = [0, 1, 2].map(|axis| at[axis] + velocity[axis] * part as f32 / 100.0);
                    if let Some(cell) = stands_in(&scene, on_way, 0.002).filter(|&cell| cell != last) {
                        assert!(may_pass(&scene, last, cell), "{last:?} to {cell:?} at {on_way:?}, {about}");
                        last = cell;
                    }
                }
                at = [0, 1, 2].map(|axis| at[axis] + velocity[axis]);
                let end = stands_in(&scene, at, 1e-5).unwrap_or(last);
                assert!(end == last || may_pass(&scene, last, end), "{last:?} to {end:?} at {at:?}, {about}");
                last = end;
                (left, steps) = (left - 1, steps + 1);
                assert!(left > 0, "at {at:?} in {last:?}, {about}");
            }
            let touched = [(-1e-5, -1e-5), (1e-5, -1e-5), (-1e-5, 1e-5), (1e-5, 1e-5)];
            let touched = touched.map(|(x, z)| scene.grid.cell_at([at[0] - wide + x, 0.0, at[2] - wide + z]).1);
            assert!(touched.iter().any(|end| scene.goals.contains(end)), "ends at {at:?} in {last:?}, {about}");
            arrived += 1;
        }
    }
    assert!(arrived > 0 && steps > arrived, "{arrived} in {steps}");
}
