//! Fields against Dijkstra's algorithm from cell to cell.

use super::whole::{Costs, UnderWay};
use super::{Combination, Combined, Field, FieldRules, Sense, Spare, Visits};
use crate::grid::{Cell, CellType, Edit, Rect};
use crate::index::test_maps::{RULES, Random, TestMap, random_map, repeats};
use crate::index::{AgentLayers, GridView, IndexedGrid};
use crate::movement::{Agent, AgentSize, Charge, Multiplier, PARTS_PER_UNIT, Profile, StepCosts, is_diagonal};
use crate::search::Steps;
use crate::try_arc::TryArc;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A grid, who walks on it, and where paths end or begin.
struct Case {
    seed: u64,
    grid: GridView,
    agent: Agent,
    goals: Vec<Cell>,
    rules: FieldRules,
    random: Random,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { seed, agent, goals, rules, grid, .. } = self;
        writeln!(f, "seed {seed}, size {}, goals {goals:?}, {rules:?}", agent.size.cells())?;
        for row in grid.map().rows(grid.map().bounds()) {
            writeln!(f, "{}", row.iter().map(|byte| char::from(b'0' + byte)).collect::<String>())?;
        }
        Ok(())
    }
}

impl Case {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let TestMap(map) = random_map(seed);
        let mut grid = IndexedGrid::new(map.width(), map.height()).unwrap();
        let cells: Vec<u8> = map.rows(map.bounds()).flatten().copied().collect();
        grid.edit(&Edit::write(map.bounds(), &cells)).unwrap();
        let mut agent = Agent::default();
        let kind = random.below(4);
        if kind > 0 {
            let types: Vec<u8> = match kind {
                1 => cells.iter().map(|&cell| if cell == 1 { 1 } else { 2 + random.below(4) as u8 }).collect(),
                _ => (0..cells.len()).map(|i| if cells[i] == 1 { 1 } else { 2 + (i / 7 % 5) as u8 % 4 }).collect(),
            };
            grid.edit(&Edit::write(map.bounds(), &types)).unwrap();
            let mut profile = Profile::default();
            for number in 2..6 {
                let multiplier = [1.0, 1.5, 2.0, 0.5, 37.21, 1000.0, 0.01][random.below(7)];
                profile.set(CellType(number), Some(Multiplier::new(multiplier).unwrap()));
            }
            profile.set_charge([Charge::Mean, Charge::Entered][random.below(2)]);
            agent.profile = Some(TryArc::try_new(profile).unwrap());
        }
        if random.below(3) == 0 {
            for _ in 0..1 + random.below(5) {
                let rect = some_rect(&mut random, &grid);
                grid.edit(&Edit::fill_penalties(rect, random.below(256) as u8)).unwrap();
            }
        }
        agent.size = AgentSize::new([1, 1, 1, 2, 3][random.below(5)]).unwrap();
        let ratio = [1.0, 1.4, std::f64::consts::SQRT_2, 2.0][random.below(4)];
        let rules = FieldRules {
            diagonal_rule: RULES[random.below(4)],
            costs: StepCosts::new(1.0, ratio).unwrap(),
            max_cost: None,
            sense: [Sense::ToGoals, Sense::FromStarts][random.below(2)],
        };
        let goals = (0..[1, 1, 2, 9][random.below(4)]).map(|_| some_cell(&mut random, &grid)).collect();
        Self { seed, grid: GridView::of(grid), agent, goals, rules, random }
    }

    /// The costs of all cells row by row, by Dijkstra's algorithm.
    fn costs(&self) -> Vec<Option<u64>> {
        self.costs_with(|_, is_walkable| is_walkable || self.rules.sense == Sense::FromStarts, &[])
    }

    /// Returns [`costs`](Self::costs), from the goals that count, and from cells that begin with a cost.
    fn costs_with(&self, counts: impl Fn(Cell, bool) -> bool, values: &[(Cell, u64)]) -> Vec<Option<u64>> {
        let layers = AgentLayers::of(&self.grid, &self.agent).unwrap();
        let view = layers.view(&self.grid);
        let size = self.grid.map().size();
        let costs = &self.rules.costs;
        let step = |from: Cell, to: Cell| {
            let diagonal = is_diagonal((to.x - from.x, to.y - from.y));
            let length = u64::from(if diagonal { costs.diagonal_units() } else { costs.straight_units() });
            length
                * match view.charges() {
                    None => view.parts_per_unit(),
                    Some(charges) if charges.charge() == Charge::Mean => {
                        u64::from(charges.of(from)) + u64::from(charges.of(to))
                    }
                    Some(charges) => 2 * u64::from(charges.of(to)),
                }
        };
        let steps = Steps::new(view.layer(), self.rules.diagonal_rule);
        let from_starts = self.rules.sense == Sense::FromStarts;
        // The steps into each cell, or out of it.
        let mut best: Vec<Option<u64>> = vec![None; size.cells()];
        let mut into: Vec<Vec<Cell>> = vec![Vec::new(); size.cells()];
        let cells =
            || (0..size.cells()).map(|i| Cell::new((i as u32 % size.width) as i32, (i as u32 / size.width) as i32));
        for from in cells() {
            steps.from(from).for_each(|(_, to)| into[size.index(to)].push(from));
        }
        let mut queue = BinaryHeap::new();
        let goals = self.goals.iter().filter(|&&goal| counts(goal, view.is_walkable(goal))).map(|&goal| (goal, 0));
        for (goal, cost) in goals.chain(values.iter().copied()) {
            best[size.index(goal)] = Some(cost);
            queue.push(Reverse((cost, goal)));
        }
        while let Some(Reverse((cost, at))) = queue.pop() {
            if best[size.index(at)] != Some(cost) || (!from_starts && !view.is_walkable(at)) {
                continue;
            }
            let next: Vec<Cell> =
                if from_starts { steps.from(at).map(|(_, to)| to).collect() } else { into[size.index(at)].clone() };
            for to in next {
                let total = cost + if from_starts { step(at, to) } else { step(to, at) };
                let known = &mut best[size.index(to)];
                if known.is_none_or(|known| total < known) && self.rules.max_cost.is_none_or(|most| total <= most) {
                    *known = Some(total);
                    queue.push(Reverse((total, to)));
                }
            }
        }
        if !from_starts {
            // A path from a blocked goal to itself is that cell.
            self.goals.iter().for_each(|&goal| best[size.index(goal)] = Some(0));
        }
        best
    }

    fn check(&self, field: &Field) {
        self.check_costs(field, self.costs());
    }

    fn check_costs(&self, field: &Field, expected: Vec<Option<u64>>) {
        let size = self.grid.map().size();
        for (i, expected) in expected.iter().copied().enumerate() {
            let cell = Cell::new((i as u32 % size.width) as i32, (i as u32 / size.width) as i32);
            assert_eq!(field.cost(cell), expected, "{cell:?}, {self}");
        }
    }
}

fn some_cell(random: &mut Random, grid: &IndexedGrid) -> Cell {
    Cell::new(random.below(grid.map().width() as usize) as i32, random.below(grid.map().height() as usize) as i32)
}

fn some_rect(random: &mut Random, grid: &IndexedGrid) -> Rect {
    let Cell { x, y } = some_cell(random, grid);
    let width = 1 + random.below((grid.map().width() as i32 - x) as usize) as u32;
    let height = 1 + random.below((grid.map().height() as i32 - y) as usize) as u32;
    Rect { x, y, width, height }
}

#[test]
fn costs_are_those_of_dijkstras_algorithm() {
    for seed in 0..repeats(1500, 3) as u64 {
        let mut case = Case::new(seed);
        let field = Field::new(case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
        case.check(&field);
        let known: Vec<u64> = case.costs().into_iter().flatten().collect();
        if known.is_empty() {
            continue;
        }
        case.rules.max_cost = Some(known[case.random.below(known.len())] + case.random.below(2) as u64);
        let field = Field::new(case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
        case.check(&field);
    }
}

impl Case {
    /// Makes a random edit. Returns the rectangle with all cells that it changed.
    fn edit(&mut self) -> Rect {
        let random = &mut self.random;
        let whole = some_rect(random, &self.grid);
        let (width, height) =
            (whole.width.min(1 + random.below(4) as u32), whole.height.min(1 + random.below(4) as u32));
        let rect = if random.below(12) == 0 { whole } else { Rect { width, height, ..whole } };
        let weighs = self.agent.profile.is_some();
        let edit = match random.below(8) {
            0..3 => Edit::fill(rect, CellType(1)),
            3..6 => Edit::fill(rect, CellType(if weighs { random.below(6) as u8 } else { 0 })),
            6 if self.grid.map().penalties().is_none() => Edit::fill(rect, CellType(0)),
            6 => Edit::fill_penalties(rect, random.below(256) as u8),
            _ => Edit::fill(Rect { width: 1, height: 1, ..rect }, CellType(random.below(2) as u8)),
        };
        let mut grid = self.grid.try_clone().unwrap();
        grid.edit(&edit).unwrap();
        self.grid = GridView::of(grid);
        rect
    }
}

/// How many visits a call may make beyond those that it was given, on the small maps of these tests: a row, a block of
/// a strip that is relaxed again and again, or two jumps.
const MOST_BEYOND: u64 = 40_000;

/// Builds a field in slices. Each makes the visits that it is given, and few more.
fn finish(field: &mut Field, slice: u64, most_beyond: u64) {
    loop {
        let mut visits = Visits::new(slice);
        let is_ready = field.advance(&mut visits).unwrap();
        assert!(slice == 0 || visits.spent() <= slice + most_beyond, "{} visits, not {slice}", visits.spent());
        if is_ready {
            break;
        }
        assert!(visits.are_spent());
    }
}

/// Two fields that take turns, and the tools of the shown one, as the objects behind ids use them.
struct Following {
    shown: TryArc<Field>,
    spare: Spare,
    /// Updates in which costs did not spread from the goals, and others.
    repairs: u32,
    builds: u32,
}

impl Following {
    fn update(&mut self, case: &mut Case, changed: &[Rect]) {
        // Sometimes a reader holds the other field.
        let _reader = self.spare.twin.clone().filter(|_| case.random.below(8) == 0);
        let spare = &mut self.spare;
        // Sometimes memory has run out meanwhile.
        spare.tools.take_if(|_| case.random.below(16) == 0);
        let begun = Field::begin_update(&self.shown, case.grid.clone(), &case.agent, changed, spare).unwrap();
        let is_new = begun.is_none();
        let mut begin = || Field::begin_in(spare, case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
        let mut next = begun.unwrap_or_else(|| TryArc::try_new(begin()).unwrap());
        let slice = [0, 0, 1, 50][case.random.below(4)];
        let field = next.get_mut().unwrap();
        finish(field, slice, MOST_BEYOND);
        let tools = field.take_tools();
        let is_built = tools.as_ref().unwrap().is_built();
        assert!(is_built || !is_new);
        *if is_built { &mut self.builds } else { &mut self.repairs } += 1;
        self.spare = Spare { twin: Some(std::mem::replace(&mut self.shown, next)), tools };
    }
}

#[test]
fn an_updated_field_is_the_field_built_anew() {
    let (mut repairs, mut builds) = (0, 0);
    for seed in 0..repeats(1500, 3) as u64 {
        let mut case = Case::new(seed);
        let mut field = Field::new(case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
        let known: Vec<u64> = case.costs().into_iter().flatten().collect();
        if !known.is_empty() && case.random.below(3) == 0 {
            case.rules.max_cost = Some(known[case.random.below(known.len())]);
            field = Field::new(case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
        }
        let shown = TryArc::try_new(field).unwrap();
        let mut following = Following { shown, spare: Spare::default(), repairs: 0, builds: 0 };
        for _ in 0..8 {
            let changed: Vec<Rect> = (0..1 + case.random.below(3)).map(|_| case.edit()).collect();
            following.update(&mut case, &changed);
            case.check(&following.shown);
        }
        (repairs, builds) = (repairs + following.repairs, builds + following.builds);
    }
    assert!(repairs > builds && builds >= repeats(300, 0) as u32, "{repairs} repairs, {builds} builds");
}

/// The first update reads the flags of all cells, for later ones too.
#[test]
fn a_field_follows_an_edit_after_an_update_in_which_nothing_changed() {
    let mut case = Case::new(0);
    let with_wall = |holes: &[i32]| {
        let mut grid = IndexedGrid::new(40, 40).unwrap();
        grid.edit(&Edit::fill(Rect { x: 20, y: 0, width: 1, height: 40 }, CellType(1))).unwrap();
        for &y in holes {
            grid.edit(&Edit::fill(Rect { x: 20, y, width: 1, height: 1 }, CellType(0))).unwrap();
        }
        GridView::of(grid)
    };
    (case.agent, case.goals) = (Agent::default(), vec![Cell::new(5, 20)]);
    (case.rules.sense, case.rules.costs) = (Sense::ToGoals, StepCosts::new(1.0, 1.4).unwrap());
    for rule in RULES {
        (case.rules.diagonal_rule, case.grid) = (rule, with_wall(&[35]));
        let field = Field::new(case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
        let shown = TryArc::try_new(field).unwrap();
        let mut following = Following { shown, spare: Spare::default(), repairs: 0, builds: 0 };
        following.update(&mut case, &[]);
        case.grid = with_wall(&[35, 34, 33]);
        following.update(&mut case, &[Rect { x: 20, y: 33, width: 1, height: 2 }]);
        case.check(&following.shown);
        assert_eq!((following.repairs, following.builds), (2, 0));
    }
}

impl Case {
    /// A field of some goals, with a limit of cost now and then.
    fn some_part(&mut self) -> TryArc<Field> {
        let goals: Vec<Cell> = (0..1 + self.random.below(3)).map(|_| some_cell(&mut self.random, &self.grid)).collect();
        let max_cost = [None, None, Some(40_000), Some(900_000)][self.random.below(4)];
        let sense = [Sense::ToGoals, Sense::FromStarts][self.random.below(2)];
        let rules = FieldRules { max_cost, sense, ..self.rules };
        TryArc::try_new(Field::new(self.grid.clone(), &self.agent, &goals, rules).unwrap()).unwrap()
    }

    /// The values of walkable cells in 1/65536 parts, by a plain formula.
    fn values(&self, how: Combination, parts: &[(TryArc<Field>, f64)]) -> Vec<(Cell, i128)> {
        let layers = AgentLayers::of(&self.grid, &self.agent).unwrap();
        let (view, size) = (layers.view(&self.grid), self.grid.map().size());
        let cells = (0..size.height as i32).flat_map(|y| (0..size.width as i32).map(move |x| Cell::new(x, y)));
        let value = |cell: Cell| {
            let costs: Vec<Option<i128>> = parts
                .iter()
                .map(|(field, weight)| {
                    let cost = i128::from(field.cost(cell).or(field.rules().max_cost)?);
                    Some(cost * (weight * 65536.0).round() as i128)
                })
                .collect();
            match how {
                Combination::Minimum => costs.into_iter().flatten().min(),
                Combination::Maximum => costs.into_iter().collect::<Option<Vec<i128>>>()?.into_iter().max(),
                Combination::Sum => costs.into_iter().sum(),
            }
        };
        cells.filter(|&cell| view.is_walkable(cell)).filter_map(|cell| Some((cell, value(cell)?))).collect()
    }
}

#[test]
fn a_combined_field_tells_the_least_value_with_the_way_to_it() {
    let (mut wide, mut stays, mut steps) = (0, 0, 0);
    for seed in 0..repeats(900, 3) as u64 {
        let mut case = Case::new(seed);
        (case.rules.sense, case.goals) = (Sense::ToGoals, Vec::new());
        let how = [Combination::Sum, Combination::Minimum, Combination::Maximum][case.random.below(3)];
        let mut parts = Vec::new();
        for _ in 0..1 + case.random.below(3) {
            let weight = [1.0, 1.0, -1.2, -1.2, -1.0, 0.5, 0.0, 3.7, 1024.0, -1024.0][case.random.below(10)];
            parts.push((case.some_part(), weight));
        }
        let combined = Combined::new(how, parts.iter().cloned()).unwrap();
        let mut field =
            Field::begin_combined(&mut Spare::default(), case.grid.clone(), &case.agent, combined, case.rules).unwrap();
        let slice = [0, 0, 1, 50][case.random.below(4)];
        finish(&mut field, slice, MOST_BEYOND);
        let values = case.values(how, &parts);
        let least = values.iter().map(|&(_, value)| value).min().unwrap_or(0);
        let unit = field.ground.parts;
        assert!(100 * unit <= u64::from(case.rules.costs.straight_units()) * PARTS_PER_UNIT, "{unit}, {case}");
        let counted = |value: i128| u64::try_from((value - least) / (65536 * i128::from(unit))).unwrap() * unit;
        let begun: Vec<(Cell, u64)> = values.iter().map(|&(cell, value)| (cell, counted(value))).collect();
        case.check_costs(&field, case.costs_with(|_, _| false, &begun));
        wide += u32::from(matches!(field.costs, Costs::Wide(_)));
        for &(cell, value) in &begun {
            let step = field.next(cell).unwrap();
            // A cell stays where its own value is the least; each other one is a step nearer to that value.
            let rises = field.cost(step.cell).unwrap() >= step.cost;
            assert!(if step.cell == cell { step.cost == value } else { !rises }, "{cell:?} {step:?}, {case}");
            *if step.cell == cell { &mut stays } else { &mut steps } += 1;
        }
    }
    let least = repeats(20, 0) as u32;
    assert!(wide > least && stays > least && steps > least, "{wide} wide, {stays} cells stay, {steps} go");
}

/// A map of at least one strip, with as many obstacles as the seed says.
fn wide_case(seed: u64) -> Case {
    let mut case = Case::new(seed);
    let (width, height) = (32 + case.random.below(140) as u32, 1 + case.random.below(100) as u32);
    let percent = [0, 0, 3, 15, 30, 45, 60][case.random.below(7)];
    let patch = 1 + case.random.below(9);
    let cells: Vec<u8> = (0..(width * height) as usize)
        .map(|i| {
            let (x, y) = (i % width as usize, i / width as usize);
            let patch = if patch == 9 { case.random.below(4) } else { (x / patch * 7 + y / patch * 5) % 4 };
            if case.random.below(100) < percent { 1 } else { 2 + patch as u8 }
        })
        .collect();
    let mut grid = IndexedGrid::new(width, height).unwrap();
    grid.edit(&Edit::write(grid.map().bounds(), &cells)).unwrap();
    if case.random.below(4) == 0 {
        let rect = some_rect(&mut case.random, &grid);
        grid.edit(&Edit::fill_penalties(rect, case.random.below(256) as u8)).unwrap();
    }
    let mut profile = Profile::default();
    let dearest = [2.0, 37.21, 1000.0][case.random.below(3)];
    for number in 2..6 {
        let multiplier = [1.0, 1.5, dearest, 0.5][case.random.below(4)];
        profile.set(CellType(number), Some(Multiplier::new(multiplier).unwrap()));
    }
    profile.set_charge([Charge::Mean, Charge::Entered][case.random.below(2)]);
    case.agent.profile = Some(TryArc::try_new(profile).unwrap());
    case.goals = (0..[1, 1, 2, 9][case.random.below(4)]).map(|_| some_cell(&mut case.random, &grid)).collect();
    case.grid = GridView::of(grid);
    case
}

#[test]
fn costs_in_strips_are_those_of_dijkstras_algorithm() {
    let (mut found, mut left) = (0, 0);
    for seed in 0..repeats(1200, 3) as u64 {
        let mut case = wide_case(seed);
        let begin = |case: &Case| Field::begin(case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
        for _ in 0..2 {
            let mut field = begin(&case);
            let slice = [0, 0, 1, 50, 3000][case.random.below(5)];
            let mut is_in_strips = false;
            while !field.advance(&mut Visits::new(slice)).unwrap() {
                is_in_strips |=
                    matches!(&field.under_way, Some(UnderWay::Building(building)) if building.is_in_strips());
            }
            case.check(&field);
            if slice != 0 {
                *if is_in_strips { &mut found } else { &mut left } += 1;
            }
            let known: Vec<u64> = case.costs().into_iter().flatten().collect();
            if known.is_empty() {
                break;
            }
            case.rules.max_cost = Some(known[case.random.below(known.len())] + case.random.below(2) as u64);
        }
    }
    assert!(cfg!(miri) || found > left && left > 20, "{found} fields in strips, {left} by the queue");
}

/// A comb of corridors four cells wide makes each row of a strip wait again and again.
#[test]
fn a_comb_is_left_to_the_queue() {
    let (width, height) = (515, 200);
    let mut case = wide_case(0);
    let cells: Vec<u8> = (0..width * height)
        .map(|i| match (i % width, i / width) {
            (x, y) if x % 5 < 4 || y == if x % 10 == 4 { 0 } else { height - 1 } => 2 + (i % 2) as u8,
            _ => 1,
        })
        .collect();
    let mut grid = IndexedGrid::new(width as u32, height as u32).unwrap();
    grid.edit(&Edit::write(grid.map().bounds(), &cells)).unwrap();
    case.grid = GridView::of(grid);
    case.goals = vec![Cell::new(0, 50)];
    let mut field = Field::begin(case.grid.clone(), &case.agent, &case.goals, case.rules).unwrap();
    let (mut was_in_strips, mut is_in_strips) = (false, false);
    while !field.advance(&mut Visits::new(1000)).unwrap() {
        is_in_strips = matches!(&field.under_way, Some(UnderWay::Building(building)) if building.is_in_strips());
        was_in_strips |= is_in_strips;
    }
    assert!(was_in_strips && !is_in_strips, "{was_in_strips}, {is_in_strips}");
    case.check(&field);
}
