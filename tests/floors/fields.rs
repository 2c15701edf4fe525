//! Fields over random floors, through the C functions: costs, steps, paths and ranges compared with a plain search,
//! after edits of cells and links too. A failure prints the seed and the floors.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{query_def, turn};
use common::floor_twin::{Case, Twin};
use common::joined_reference::cost_of_fine;
use common::random_maps::{Random, seeds};
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::ptr::null;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

/// A field behind the C functions, destroyed when dropped.
struct TestField(u64);

impl Drop for TestField {
    fn drop(&mut self) {
        gridstar_destroy(self.0);
    }
}

impl TestField {
    fn create(floors: u64, goals: &[FloorCell], visits: u32, def: &GridstarQueryDef) -> Result<Self, GridstarStatus> {
        let goals: Vec<GridstarFloorCell> = goals.iter().map(|&goal| goal.into()).collect();
        let mut id = 0;
        // SAFETY: the pointer and length of a vector, and pointers from references.
        let status =
            unsafe { gridstar_floor_field_create(floors, goals.as_ptr(), goals.len() as u32, visits, def, &mut id) };
        match status {
            GridstarStatus::Ok | GridstarStatus::StillRunning => Ok(Self(id)),
            mistake => Err(mistake),
        }
    }

    fn info(&self) -> GridstarFloorFieldInfo {
        let mut info = GridstarFloorFieldInfo {
            struct_size: size_of::<GridstarFloorFieldInfo>() as u32,
            status: 0,
            floors: 0,
            revision: 0,
            bytes: 0,
            builds: 0,
            goal_count: 0,
            floor_count: 0,
        };
        // SAFETY: a pointer from a reference to a struct whose size is set.
        assert_eq!(unsafe { gridstar_floor_field_get_info(self.0, &mut info) }, GridstarStatus::Ok);
        info
    }

    fn step(&self, at: FloorCell) -> GridstarFloorFieldStep {
        let mut step = GridstarFloorFieldStep::default();
        // SAFETY: pointers from references to one value each.
        let status = unsafe { gridstar_floor_field_get_steps(self.0, &at.into(), 1, &mut step, 1) };
        assert_eq!(status, GridstarStatus::Ok);
        step
    }

    fn path(&self, start: FloorCell) -> (GridstarStatus, Vec<FloorStep>, f64) {
        let mut result = common::floors::empty_floor_result();
        let mut path = vec![FloorStep::default(); 4096];
        // SAFETY: the pointer and length of a vector, and pointers from references.
        let status = unsafe {
            gridstar_floor_field_find_path(self.0, &start.into(), path.as_mut_ptr(), path.len() as u32, &mut result)
        };
        path.truncate(result.length as usize);
        (status, path, result.cost)
    }

    fn range(&self, max_cost: f64, by_cost: u32) -> Vec<GridstarFloorFieldStep> {
        let (mut cells, mut count) = (vec![GridstarFloorFieldStep::default(); 4096], 0);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = unsafe {
            gridstar_floor_field_get_range(self.0, max_cost, by_cost, 0, cells.as_mut_ptr(), 4096, &mut count)
        };
        assert_eq!(status, GridstarStatus::Ok);
        cells.truncate(count as usize);
        cells
    }
}

/// The cost of the cheapest path from a cell to a goal.
fn reference(case: &Case, goals: &[FloorCell], at: FloorCell) -> Option<f64> {
    let (building, is_goal) = (&case.twin.building, goals.contains(&at));
    let goals = goals.iter().filter(|goal| **goal != at && building.is_walkable(**goal));
    let costs = goals.filter_map(|&goal| building.cheapest_cost(at, goal, case.rule, &case.costs));
    costs.chain(is_goal.then_some(0)).min().map(|fine| cost_of_fine(fine, &case.costs))
}

fn check(field: &TestField, case: &Case, goals: &[FloorCell], random: &mut Random) -> (u32, u32) {
    let (mut reached, mut links) = (0, 0);
    for place in 0..6 {
        let at = if place == 0 { goals[0] } else { case.twin.cell(random) };
        let (step, expected) = (field.step(at), reference(case, goals, at));
        let (status, path, cost) = field.path(at);
        let Some(expected) = expected else {
            assert_eq!((step.cost, step.link), (f64::INFINITY, 0), "from {at:?} to {goals:?}: {case}");
            assert_eq!((status, path.len()), (GridstarStatus::NoPath, 0), "from {at:?} to {goals:?}: {case}");
            continue;
        };
        // Costs of links are rounded to 1/100 of a straight step.
        let rounding = 0.0101 * case.costs.straight();
        assert!(
            (step.cost - expected).abs() <= rounding,
            "{} for {expected} from {at:?} to {goals:?}: {case}",
            step.cost
        );
        assert_eq!((status, cost), (GridstarStatus::Ok, step.cost), "{case}");
        let end = path.last().unwrap().at();
        assert!(goals.contains(&end), "{path:?} from {at:?} to {goals:?}: {case}");
        let fine = case.twin.building.check_path((at, end), case.rule, &case.costs, &path);
        let walked = cost_of_fine(fine.unwrap_or_else(|wrong| panic!("{wrong}, {path:?}: {case}")), &case.costs);
        let allowed = expected + rounding * (1 + path.iter().filter(|step| step.link != 0).count()) as f64;
        assert!(walked <= allowed, "{walked} for {expected} from {at:?}, {path:?}: {case}");
        if path.len() > 1 {
            let next = (path[1].floor, path[1].x, path[1].y, path[1].link);
            assert_eq!((step.floor, step.x, step.y, step.link), next, "{case}");
        }
        reached += 1;
        links += u32::from(path.iter().any(|step| step.link != 0));
    }
    (reached, links)
}

#[test]
fn fields_over_random_floors_have_the_costs_of_paths_and_follow_edits_and_links() {
    let _turn = turn();
    let (mut reached, mut links, mut slices) = (0, 0, 0);
    for seed in seeds(0..220) {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        let mut goals: Vec<FloorCell> = (0..1 + random.below(3)).map(|_| twin.cell(&mut random)).collect();
        let costs = [(1.0, 1.4), (10.0, 14.0), (1.0, 1.0)][seed as usize % 3];
        let (rule, costs) = (RULES[seed as usize % 4], StepCosts::new(costs.0, costs.1).unwrap());
        let def = query_def(rule, costs, Heuristic::Octile);
        let visits = [0, 50][seed as usize / 3 % 2];
        let field = TestField::create(twin.floors.id(), &goals, visits, &def).unwrap();
        for round in 0..5 {
            let mut status = GridstarStatus::StillRunning;
            while visits > 0 && status == GridstarStatus::StillRunning {
                status = gridstar_floor_field_advance(field.0, visits);
                slices += 1;
            }
            let case = Case { twin: &twin, start: goals[0], goal: goals[0], rule, costs };
            let (with_path, by_links) = check(&field, &case, &goals, &mut random);
            (reached, links) = (reached + with_path, links + by_links);
            let before = field.info().builds;
            assert_eq!(gridstar_floor_field_update(field.0, 0), GridstarStatus::Ok);
            assert_eq!(field.info().builds, before, "nothing has changed, round {round}: {case}");
            (0..1 + random.below(3)).for_each(|_| twin.edit(&mut random));
            if goals.iter().any(|goal| twin.building.map(goal.floor).is_none()) {
                break;
            }
            if random.percent(25) {
                goals = vec![twin.cell(&mut random)];
                let goal = GridstarFloorCell::from(goals[0]);
                // SAFETY: a pointer from a reference to one value.
                let status = unsafe { gridstar_floor_field_set_goals(field.0, &goal, 1, visits) };
                assert!(matches!(status, GridstarStatus::Ok | GridstarStatus::StillRunning), "{status:?}");
            } else {
                gridstar_floor_field_update(field.0, visits);
            }
        }
    }
    assert!(reached > 1500 && links > 300 && slices > 1000, "{reached} reached, {links} by links, {slices} slices");
}

#[test]
fn a_range_has_the_cells_of_all_floors_within_a_cost() {
    let mut twin = Twin::drawn(["....", "....", "...."]);
    twin.link(FloorCell::new(0, 3, 0), FloorCell::new(1, 0, 0), 1.0);
    let up = twin.link(FloorCell::new(1, 2, 0), FloorCell::new(2, 2, 0), 0.5);
    let def = query_def(DiagonalRule::Always, StepCosts::default(), Heuristic::Octile);
    let field = TestField::create(twin.floors.id(), &[FloorCell::new(0, 3, 0)], 0, &def).unwrap();
    let cells: Vec<_> = field.range(3.5, 1).iter().map(|step| (step.cost, step.floor, step.x)).collect();
    let expected =
        [(0.0, 0, 3), (1.0, 0, 2), (1.0, 1, 0), (2.0, 0, 1), (2.0, 1, 1), (3.0, 0, 0), (3.0, 1, 2), (3.5, 2, 2)];
    assert_eq!(cells, expected);
    assert_eq!(
        field.range(1.0, 0).iter().map(|step| (step.floor, step.x)).collect::<Vec<_>>(),
        [(0, 2), (0, 3), (1, 0)]
    );
    let step = field.step(FloorCell::new(2, 2, 0));
    assert_eq!((step.floor, step.x, step.link, step.cost), (1, 2, up, 3.5));
    let mut costs = vec![0.0; 4];
    let mut count = 0;
    // SAFETY: the pointer and length of a vector, a null rectangle, and a pointer from a reference.
    let status = unsafe { gridstar_floor_field_get_costs(field.0, 2, null(), costs.as_mut_ptr(), 4, &mut count) };
    assert_eq!((status, costs), (GridstarStatus::Ok, vec![5.5, 4.5, 3.5, 4.5]));
    let short =
        TestField::create(twin.floors.id(), &[FloorCell::new(0, 3, 0)], 0, &GridstarQueryDef { max_cost: 2.0, ..def });
    assert_eq!(short.unwrap().range(0.0, 0).len(), 5);
    assert_eq!(gridstar_floors_set_link_closed(twin.floors.id(), up, 1), GridstarStatus::Ok);
    assert_eq!(field.step(FloorCell::new(2, 2, 0)).cost, 3.5, "until the update");
    assert_eq!(gridstar_floor_field_update(field.0, 0), GridstarStatus::Ok);
    assert_eq!(field.step(FloorCell::new(2, 2, 0)).cost, f64::INFINITY);
}

/// A field needs the ways between the ends of all floors, which are kept for 512 ends of a floor at most.
#[test]
fn a_floor_with_more_than_512_ends_of_links_has_no_field() {
    let mut twin = Twin::drawn([".".repeat(600).as_str(), "...."]);
    let goal = FloorCell::new(1, 3, 0);
    let def = query_def(DiagonalRule::Always, StepCosts::default(), Heuristic::Octile);
    let mut last = 0;
    for i in 0..257 {
        last = twin.link(FloorCell::new(0, i, 0), FloorCell::new(0, 599 - i, 0), 1.0);
    }
    let refused = TestField::create(twin.floors.id(), &[goal], 0, &def).err();
    assert_eq!(refused, Some(GridstarStatus::UnsupportedQuery));
    assert_eq!(gridstar_floors_remove_link(twin.floors.id(), last), GridstarStatus::Ok);
    let field = TestField::create(twin.floors.id(), &[goal], 0, &def).unwrap();
    twin.link(FloorCell::new(0, 300, 0), goal, 1.0);
    assert_eq!(gridstar_floor_field_update(field.0, 0), GridstarStatus::UnsupportedQuery);
    assert_eq!(field.step(FloorCell::new(1, 0, 0)).cost, 3.0, "as it was");
}
