//! Every option of a query through random floors, through the C functions: compared with the grid where the world is
//! one floor, and with a plain search over all floors and links. A failure prints the seed, the floors and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_query_def};
use common::cell_map::CellMap;
use common::cover::TestCover;
use common::floor_twin::{Case, Twin, at};
use common::floors::{FloorAnswer, TestFloors};
use common::joined_reference::cost_of_fine;
use common::path_forms::{line_cost, straightened, way_points};
use common::random_maps::{Random, random_map, repeats, seeds};
use common::terrain::AgentMap;
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, StepCosts};
use std::collections::HashMap;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const COSTS: [(f64, f64); 3] = [(1.0, 1.4), (10.0, 14.0), (1.0, 1.0)];

fn case<'a>(twin: &'a Twin, random: &mut Random, number: usize) -> Case<'a> {
    let (straight, diagonal) = COSTS[number % COSTS.len()];
    let costs = StepCosts::new(straight, diagonal).unwrap();
    let (start, goal) = (twin.cell(random), twin.cell(random));
    Case { twin, start, goal, rule: RULES[number % 4], costs }
}

fn find(case: &Case, def: &GridstarQueryDef) -> FloorAnswer {
    case.twin.floors.find_path(case.start, case.goal, Some(def))
}

fn plain(answer: &FloorAnswer) -> (GridstarStatus, Vec<Cell>, f64, f32, u32) {
    let cells = answer.path.iter().map(|step| step.at().cell).collect();
    (answer.status, cells, answer.cost, answer.bound, answer.expansions)
}

fn plain_of_grid(answer: &PathAnswer) -> (GridstarStatus, Vec<Cell>, f64, f32, u32) {
    (answer.status, answer.path.clone(), answer.cost, answer.bound, answer.expansions)
}

#[test]
fn a_world_of_one_floor_without_links_answers_as_its_grid() {
    let mut statuses: HashMap<i32, u32> = HashMap::new();
    for seed in seeds(0..400) {
        let mut random = Random::new(seed);
        let twin = Twin::of(vec![random_map(seed).map], |_| GridstarEngine::Auto, &mut random);
        for number in 0..8 {
            let mut case = case(&twin, &mut random, number);
            if random.percent(20) {
                case.goal.cell = Cell::new(random.below(60) as i32 - 10, random.below(60) as i32 - 10);
            }
            let mut def = case.random_def(&mut random);
            if random.percent(10) {
                def.path_form = GridstarPathForm::AnyAngle as u32;
                def.max_cells = 0;
            }
            let of_grid = twin.grids[0].find_path(case.start.cell, case.goal.cell, Some(&def));
            let answer = find(&case, &def);
            assert_eq!(plain(&answer), plain_of_grid(&of_grid), "{def:?}: {case}");
            *statuses.entry(answer.status as i32).or_default() += 1;
        }
    }
    assert!(statuses.len() >= 8 && statuses[&(GridstarStatus::Ok as i32)] > 500, "{statuses:?}");
}

fn without_revision(answer: FloorAnswer) -> FloorAnswer {
    FloorAnswer { revision: 0, ..answer }
}

/// Queries by all settings, asked of floors that many queries and edits came before, and of new ones.
#[test]
fn an_answer_does_not_depend_on_what_was_asked_or_edited_before() {
    let (mut found, mut others) = (0, 0);
    for seed in seeds(0..120) {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        if twin.building.floors.len() == 1 {
            continue;
        }
        for round in 0..6 {
            for number in 0..10 {
                let case = case(&twin, &mut random, number);
                find(&case, &case.def());
                if random.percent(10) {
                    // SAFETY: a pointer from a reference.
                    let status = unsafe { gridstar_floors_prepare(twin.floors.id(), &case.def()) };
                    assert_eq!(status, GridstarStatus::Ok, "{case}");
                }
            }
            for number in 0..5 {
                let case = case(&twin, &mut random, number);
                let def = case.random_def(&mut random);
                let answer = without_revision(find(&case, &def));
                if twin.building.floors.iter().all(Option::is_some) {
                    let anew = twin.fresh().find_path(case.start, case.goal, Some(&def));
                    assert_eq!(answer, without_revision(anew), "round {round}, {def:?}: {case}");
                }
                found += u32::from(!answer.path.is_empty());
                others += u32::from(answer.path.is_empty());
            }
            (0..random.below(4)).for_each(|_| twin.edit(&mut random));
        }
    }
    assert!(found > 500 && others > 100, "{found} with a path, {others} without");
}

/// The cells of a path between its links.
fn legs(path: &[FloorStep]) -> Vec<(u32, Vec<Cell>)> {
    let mut legs: Vec<(u32, Vec<Cell>)> = Vec::new();
    for (number, step) in path.iter().enumerate() {
        if number == 0 || step.link != 0 {
            legs.push((step.floor, Vec::new()));
        }
        legs.last_mut().unwrap().1.push(step.at().cell);
    }
    legs
}

#[test]
fn forms_and_limits_of_cells_and_cost_keep_the_path() {
    let (mut turns, mut straight, mut cut) = (0, 0, 0);
    for seed in seeds(300..500) {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for number in 0..8 {
            let case = case(&twin, &mut random, number);
            let def = case.def();
            let cells = find(&case, &def);
            if cells.status == GridstarStatus::Ok {
                let in_form = |form: GridstarPathForm| find(&case, &GridstarQueryDef { path_form: form as u32, ..def });
                let points = in_form(GridstarPathForm::WayPoints);
                let expected: Vec<_> =
                    legs(&cells.path).into_iter().map(|(floor, cells)| (floor, way_points(&cells))).collect();
                assert_eq!((legs(&points.path), points.cost), (expected, cells.cost), "{case}");
                turns += points.path.len();

                let lines = in_form(GridstarPathForm::Straightened);
                let map = |floor: u32| twin.building.floors[floor as usize].as_ref().unwrap();
                let of_cells = legs(&cells.path);
                let expected: Vec<_> = of_cells
                    .iter()
                    .map(|(floor, cells)| (*floor, straightened(map(*floor), case.rule, cells)))
                    .collect();
                assert_eq!(legs(&lines.path), expected, "{case}");
                let of_links: f64 =
                    cells.path.iter().filter(|step| step.link != 0).map(|step| link_cost(&twin, step)).sum();
                let length: f64 = expected.iter().map(|(floor, points)| line_cost(map(*floor), points)).sum();
                let cost = length * case.costs.straight() + of_links;
                assert!((lines.cost - cost).abs() < 1e-6 * (1.0 + cost), "{} for {cost}: {case}", lines.cost);
                straight += lines.path.len();

                let most = 1 + random.below(cells.path.len() as u32 + 3);
                let short = find(&case, &GridstarQueryDef { max_cells: most, ..def });
                assert_eq!(short.path[..], cells.path[..cells.path.len().min(most as usize)], "{most} cells: {case}");
                assert_eq!((short.status, short.cost), (cells.status, cells.cost), "{case}");
                let short_points = find(
                    &case,
                    &GridstarQueryDef { max_cells: most, path_form: GridstarPathForm::WayPoints as u32, ..def },
                );
                let expected: Vec<_> =
                    legs(&short.path).into_iter().map(|(floor, cells)| (floor, way_points(&cells))).collect();
                assert_eq!(legs(&short_points.path), expected, "{most} cells: {case}");
                cut += u32::from(short.path.len() < cells.path.len());
            }
            if cells.status == GridstarStatus::Ok && cells.cost > 0.0 {
                let within = find(&case, &GridstarQueryDef { max_cost: cells.cost, ..def });
                // Of equally cheap paths, the limit may choose another one, whose legs take other expansions.
                assert_eq!(
                    (within.status, within.cost, within.bound),
                    (cells.status, cells.cost, cells.bound),
                    "{case}"
                );
                case.check(&within);
                let beyond = find(&case, &GridstarQueryDef { max_cost: cells.cost * 0.999, ..def });
                assert_eq!((beyond.status, beyond.path.len()), (GridstarStatus::CostLimitReached, 0), "{case}");
                let loose = GridstarQueryDef { heuristic_weight: 3.0, max_cost: cells.cost * 1.05, ..def };
                let loose = find(&case, &loose);
                assert!(loose.status == GridstarStatus::Ok && loose.cost <= cells.cost * 1.0501, "{loose:?}: {case}");
            } else if cells.status == GridstarStatus::NoPath {
                let limited = find(&case, &GridstarQueryDef { max_cost: 5.0, ..def });
                assert_eq!(limited.status, GridstarStatus::CostLimitReached, "{case}");
            }
            twin.edit(&mut random);
        }
    }
    assert!(turns > 2000 && straight > 1500 && cut > 200, "{turns} turns, {straight} points, {cut} cut");
}

fn link_cost(twin: &Twin, step: &FloorStep) -> f64 {
    twin.building.links.iter().find(|link| link.number == step.link).unwrap().cost
}

fn squared(one: Cell, other: Cell) -> i64 {
    let (dx, dy) = (i64::from(one.x - other.x), i64::from(one.y - other.y));
    dx * dx + dy * dy
}

/// The cells that a partial path may lead to, by the rule of the manual.
fn nearest(case: &Case, reach: &HashMap<FloorCell, u128>) -> Vec<FloorCell> {
    let building = &case.twin.building;
    let on_floor = |place: FloorCell| -> (i64, Vec<FloorCell>) {
        let of_floor = reach.keys().filter(|at| at.floor == place.floor);
        let least = of_floor.clone().map(|at| squared(at.cell, place.cell)).min().unwrap_or(i64::MAX);
        (least, of_floor.filter(|at| squared(at.cell, place.cell) == least).copied().collect())
    };
    let (_, cells) = on_floor(case.goal);
    if !cells.is_empty() {
        return if cells.contains(&case.start) { vec![case.start] } else { cells };
    }
    let ways: Vec<(FloorCell, FloorCell)> = (building.links.iter())
        .flat_map(|link| [Some((link.from, link.to)), (!link.one_way).then_some((link.to, link.from))])
        .flatten()
        .collect();
    let mut counts = HashMap::from([(case.goal.floor, 0)]);
    for _ in 0..building.floors.len() + 1 {
        for (from, to) in &ways {
            if let Some(&count) = counts.get(&to.floor) {
                let known = counts.entry(from.floor).or_insert(count + 1);
                *known = (*known).min(count + 1);
            }
        }
    }
    let mut best = (i32::MAX, i64::MAX);
    let mut cells = Vec::new();
    for (from, to) in ways {
        let (Some(&count), Some(&rest)) = (counts.get(&from.floor), counts.get(&to.floor)) else { continue };
        let (distance, near) = on_floor(from);
        if count != rest + 1 || near.is_empty() || (count, distance) > best {
            continue;
        }
        if (count, distance) < best {
            cells.clear();
        }
        best = (count, distance);
        cells.extend(near);
    }
    if cells.is_empty() || cells.contains(&case.start) { vec![case.start] } else { cells }
}

#[test]
fn partial_paths_lead_to_the_cheapest_of_the_nearest_reachable_cells() {
    let (mut same_floor, mut other_floor) = (0, 0);
    for seed in seeds(600..1000) {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for number in 0..8 {
            let mut case = case(&twin, &mut random, number);
            if random.percent(30) {
                case.goal.cell = Cell::new(random.below(60) as i32 - 10, random.below(60) as i32 - 10);
            }
            let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..case.def() };
            let answer = find(&case, &def);
            let whole = find(&case, &case.def());
            if whole.status == GridstarStatus::Ok {
                assert_eq!(answer, whole, "{case}");
                twin.edit(&mut random);
                continue;
            }
            assert_eq!(answer.status, GridstarStatus::PartialPath, "{case}");
            let reach = twin.building.costs_from(case.start, case.rule, &case.costs);
            let targets = nearest(&case, &reach);
            let end = answer.path.last().unwrap().at();
            assert!(targets.contains(&end), "{end:?} is none of {targets:?}: {case}");
            let least = targets.iter().map(|at| reach[at]).min().unwrap();
            let checked = twin.building.check_path((case.start, end), case.rule, &case.costs, &answer.path);
            assert_eq!(checked, Ok(least), "{:?}: {case}", answer.path);
            assert!((answer.cost - cost_of_fine(least, &case.costs)).abs() < 1e-9, "{case}");
            same_floor += u32::from(end.floor == case.goal.floor);
            other_floor += u32::from(end.floor != case.goal.floor && end != case.start);
            twin.edit(&mut random);
        }
    }
    assert!(same_floor > 200 && other_floor > 100, "{same_floor} on the floor of the goal, {other_floor} on others");
}

/// A start in an obstacle: the least crossing to an exit from which the goal can be reached, and then the cheapest
/// path.
#[test]
fn a_path_leaves_an_obstacle_by_the_nearest_exit_that_leads_to_the_goal() {
    let (mut left, mut by_links) = (0, 0);
    for seed in seeds(2000..2000 + repeats(75)) {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for number in 0..6 {
            let mut case = case(&twin, &mut random, number);
            let map = twin.building.map(case.start.floor).unwrap();
            case.start.cell = random.cell(map);
            if map.is_walkable(case.start.cell) || case.start == case.goal || !twin.building.is_walkable(case.goal) {
                continue;
            }
            let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_LEAVE_BLOCKED, ..case.def() };
            let answer = find(&case, &def);
            let crossed = crossing_costs(map, case.start.cell, case.rule, &case.costs);
            let best = (crossed.iter())
                .filter_map(|(&cell, &cost)| {
                    let exit = FloorCell { floor: case.start.floor, cell };
                    let rest = twin.building.cheapest_cost(exit, case.goal, case.rule, &case.costs)?;
                    Some((cost, rest))
                })
                .min();
            let Some((cost, rest)) = best else {
                assert_eq!(answer.status, GridstarStatus::NoPath, "{case}");
                continue;
            };
            assert_eq!(answer.status, GridstarStatus::Ok, "{case}");
            let whole = cost_of_fine(u128::from(cost) * 2_000_000 + rest, &case.costs);
            assert!(
                (answer.cost - whole).abs() < 1e-9,
                "{} instead of {whole}: {case}\n{:?}",
                answer.cost,
                answer.path
            );
            assert_eq!((answer.path[0].at(), answer.path.last().unwrap().at()), (case.start, case.goal), "{case}");
            left += 1;
            by_links += u64::from(answer.links > 0);
            twin.edit(&mut random);
        }
    }
    assert!(left > repeats(50) && by_links > repeats(10), "{left} left, {by_links} by links");
}

/// By exit, the units of the cheapest way over blocked cells.
fn crossing_costs(map: &CellMap, start: Cell, rule: DiagonalRule, costs: &StepCosts) -> HashMap<Cell, u64> {
    let mut best = HashMap::from([(start, 0_u64)]);
    let mut waiting = vec![start];
    while let Some(at) = waiting.pop() {
        if map.is_walkable(at) {
            continue;
        }
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|&step| step != (0, 0)) {
            let to = Cell::new(at.x + dx, at.y + dy);
            let is_diagonal = dx != 0 && dy != 0;
            if !map.contains(to) || is_diagonal && rule == DiagonalRule::Never {
                continue;
            }
            let step = if is_diagonal { costs.diagonal_units() } else { costs.straight_units() };
            let cost = best[&at] + u64::from(step);
            if best.get(&to).is_none_or(|&known| cost < known) {
                best.insert(to, cost);
                waiting.push(to);
            }
        }
    }
    best.retain(|cell, _| map.is_walkable(*cell));
    best
}

#[test]
fn a_cover_that_is_left_out_counts_on_no_floor() {
    let mut freed = 0;
    for seed in seeds(3000..3150) {
        let mut random = Random::new(seed);
        let twin = Twin::random(seed);
        let Ok(cover) = TestCover::create(&twin.grids[0]) else { continue };
        for number in 0..6 {
            let map = twin.building.map(0).unwrap();
            let at = random.cell(map);
            let (width, height) = (1 + random.below(4), 1 + random.below(4));
            let (width, height) = (width.min((map.width() - at.x) as u32), height.min((map.height() - at.y) as u32));
            cover.set_rects(&[Rect { x: at.x, y: at.y, width, height }]);
            let case = case(&twin, &mut random, number);
            // The reference knows of no cover.
            let answer = find(&case, &GridstarQueryDef { without_cover: cover.id(), ..case.def() });
            case.check(&answer);
            let mut covered =
                Twin { seed, building: twin.building.clone(), grids: Vec::new(), floors: TestFloors::new([]) };
            let stands: &mut AgentMap = covered.building.floors[0].as_mut().unwrap();
            for (x, y) in (0..width as i32).flat_map(|x| (0..height as i32).map(move |y| (x, y))) {
                stands.stands.set_obstacle(Cell::new(at.x + x, at.y + y), true);
            }
            let blocked = find(&case, &case.def());
            Case { twin: &covered, ..case }.check(&blocked);
            freed += u32::from(answer.cost != blocked.cost);
        }
    }
    assert!(freed > 20, "only {freed} covers mattered");
    let twin = Twin::drawn(["...", "..."]);
    let other = TestGrid::new(3, 3);
    let cover = TestCover::create(&other).unwrap();
    let case = twin.case(FloorCell::new(0, 0, 0), FloorCell::new(0, 2, 0));
    let answer = find(&case, &GridstarQueryDef { without_cover: cover.id(), ..case.def() });
    assert_eq!(answer.status, GridstarStatus::InvalidCover, "a cover of a grid that is no floor");
}

/// With a small limit nothing is kept, and another search finds the links: it follows the same rules.
#[test]
fn a_small_limit_that_is_not_reached_changes_no_link_and_keeps_the_bound() {
    let (mut same, mut dearer) = (0, 0);
    for seed in seeds(700..900) {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for number in 0..6 {
            let case = case(&twin, &mut random, number);
            let whole = find(&case, &case.def());
            let few = GridstarQueryDef { max_expansions: 250, ..case.def() };
            let answer = find(&case, &few);
            if whole.status != GridstarStatus::Ok || answer.status != GridstarStatus::Ok {
                continue;
            }
            let links = |answer: &FloorAnswer| -> Vec<u32> {
                answer.path.iter().map(|step| step.link).filter(|&link| link != 0).collect()
            };
            assert_eq!((answer.cost, links(&answer)), (whole.cost, links(&whole)), "{case}");
            same += answer.links;
            let greedy = GridstarQueryDef { order: GridstarOrder::GreedyBestFirst as u32, ..few };
            let answer = find(&case, &greedy);
            if answer.status == GridstarStatus::Ok {
                let most = whole.cost * f64::from(answer.bound) * (1.0 + 1e-6);
                assert!(answer.cost <= most, "{} of {} within {}: {case}", answer.cost, whole.cost, answer.bound);
                dearer += u32::from(answer.cost > whole.cost);
            }
        }
    }
    assert!(same > 200 && dearer > 30, "{same} links, {dearer} dearer paths");
}

#[test]
fn a_way_out_with_a_small_limit_says_that_not_all_exits_were_tried_as_on_a_grid() {
    let mut twin = Twin::drawn([".##..."]);
    twin.link(at(0, 5, 0), at(0, 5, 0), 1.0);
    let ends = (at(0, 1, 0), at(0, 5, 0));
    for (max_expansions, status) in
        [(3, GridstarStatus::LimitReached), (255, GridstarStatus::LimitReached), (256, GridstarStatus::Ok)]
    {
        let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_LEAVE_BLOCKED, max_expansions, ..default_query_def() };
        assert_eq!(twin.floors.find_path(ends.0, ends.1, Some(&def)).status, status, "{max_expansions}");
        let of_grid = twin.grids[0].find_path(ends.0.cell, ends.1.cell, Some(&def));
        assert_eq!(of_grid.status, status, "{max_expansions}, the grid");
    }
}

#[test]
fn a_limit_of_the_cost_of_a_path_finds_it_and_a_smaller_one_does_not() {
    let (mut found, mut beyond) = (0, 0);
    for seed in seeds(900..1000) {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let (from, to) = (twin.cell(&mut random), twin.cell(&mut random));
            twin.link(from, to, f64::from(random.below(1_000_000)) / 333_333.0);
        }
        for number in 0..6 {
            let case = case(&twin, &mut random, number);
            let answer = find(&case, &case.def());
            if answer.status != GridstarStatus::Ok || answer.cost == 0.0 {
                continue;
            }
            let max_expansions = [0, 255][number % 2];
            let within = |max_cost: f64| find(&case, &GridstarQueryDef { max_cost, max_expansions, ..case.def() });
            let at_limit = within(answer.cost);
            if at_limit.status != GridstarStatus::LimitReached {
                assert_eq!((at_limit.status, at_limit.cost), (GridstarStatus::Ok, answer.cost), "{case}");
                found += answer.links;
            }
            let below = within(answer.cost - 5e-5 * (answer.cost + case.costs.straight()));
            if below.status != GridstarStatus::LimitReached {
                assert_eq!(below.status, GridstarStatus::CostLimitReached, "{} {case}", answer.cost);
                beyond += 1;
            }
        }
    }
    assert!(found > 100 && beyond > 100, "{found} links, {beyond} beyond");
}
