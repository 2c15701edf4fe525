//! Fields on grids with walls between cells, against the plain model: costs, steps, paths, ranges and velocities,
//! through edits.

use super::*;
use common::field::TestField;
use common::profile::TestProfile;
use gridstar::grid::Rect;

/// The weight of a multiplier of 1, and of a penalty of 1.
const ONE: u64 = 1600;
const PENALTY: u64 = ONE / 16;

/// What cells cost an agent.
struct Charges {
    /// Of types 0 and 2.
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

impl Scene {
    fn new(seed: u64, random: &mut Random) -> Self {
        let layout = if random.below(4) == 0 { HEXAGONS[random.below(4) as usize] } else { GridstarLayout::Square };
        let is_square = layout == GridstarLayout::Square;
        let mut map = random_map(random, layout);
        let rule = RULES[random.below(4) as usize];
        let size = if is_square { [1, 1, 2, 3, 4][random.below(5) as usize] } else { [1, 1, 3][random.below(3) as usize] };
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
        let diagonal = if is_square { [1.0, 1.41421356, 1.7, 2.0][random.below(4) as usize] } else { 1.0 };
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

    /// What a cell costs the agent at an anchor.
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
        for cell in self.map.cells().into_iter().filter(|&cell| back && is_blocked(cell) && !self.goals.contains(&cell)) {
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
    for seed in seeds(150) {
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
