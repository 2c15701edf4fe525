//! Requests to a field while it is being built: OK always means that it shows what was asked for last.

use common::abi::TestGrid;
use common::cell_map::CellMap;
use common::field::TestField;
use common::random_maps::Random;
use gridstar::ffi::GridstarFieldOperation::Sum;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// An update, then what the caller does in order to see it.
fn an_update_while_work_is_under_way(see: impl Fn(u64)) {
    let grid = TestGrid::new(64, 64);
    let field = TestField::create(&grid, &[Cell::new(0, 0)], 0, 100, None).unwrap();
    assert_eq!(field.begun, GridstarStatus::StillRunning);
    assert_eq!(grid.fill_rect(Rect { x: 1, y: 0, width: 1, height: 60 }, 1), GridstarStatus::Ok);
    assert_eq!(gridstar_field_update(field.id(), 100), GridstarStatus::StillRunning);
    see(field.id());
    let right = grid.find_path(Cell::new(2, 0), Cell::new(0, 0), None).cost;
    let info = field.info().unwrap();
    let cost = field.costs(Rect { x: 2, y: 0, width: 1, height: 1 }).unwrap()[0];
    assert!(right > 100.0 && cost == right, "{cost}, not {right}");
    assert_eq!((info.status, info.revision), (0, grid.revision()));
}

#[test]
fn an_update_that_is_asked_for_during_work_is_shown_when_a_later_call_says_ok() {
    an_update_while_work_is_under_way(|field| assert_eq!(gridstar_field_advance(field, 0), GridstarStatus::Ok));
    an_update_while_work_is_under_way(
        |field| {
            while gridstar_field_advance(field, 700) == GridstarStatus::StillRunning {}
        },
    );
    an_update_while_work_is_under_way(|field| {
        assert_eq!(gridstar_field_submit(field, 0), GridstarStatus::Ok);
        wait_for(field);
    });
}

/// Waits for the worker threads, and works where there are none.
fn wait_for(field: u64) {
    let is_running = || {
        // SAFETY: zeros are a valid value of the struct, and its size is set in it.
        unsafe {
            let mut info: GridstarFieldInfo = std::mem::zeroed();
            info.struct_size = size_of::<GridstarFieldInfo>() as u32;
            assert_eq!(gridstar_field_get_info(field, &mut info), GridstarStatus::Ok);
            info.status == GridstarStatus::StillRunning as i32
        }
    };
    while is_running() {
        gridstar_work_run(1000, 0);
        std::thread::yield_now();
    }
}

/// A combined field and new goals are remembered, too.
#[test]
fn goals_and_parts_that_change_during_work_are_shown_when_a_later_call_says_ok() {
    let grid = TestGrid::new(64, 64);
    let [near, far] = [Cell::new(3, 3), Cell::new(60, 40)];
    let field = TestField::create(&grid, &[near], 0, 100, None).unwrap();
    assert_eq!(field.set_goals(&[far], 100), GridstarStatus::StillRunning);
    assert_eq!(gridstar_field_advance(field.id(), 0), GridstarStatus::Ok);
    assert_eq!(field.steps(&[far]).unwrap()[0].cost, 0.0);
    let flight = TestField::combine(&grid, &[(&field, 2.0)], Sum, 100, None).unwrap();
    assert_eq!(flight.begun, GridstarStatus::StillRunning);
    assert_eq!(field.set_goals(&[near], 0), GridstarStatus::Ok);
    assert_eq!(gridstar_field_update(flight.id(), 100), GridstarStatus::StillRunning);
    assert_eq!(gridstar_field_advance(flight.id(), 0), GridstarStatus::Ok);
    assert_eq!(flight.steps(&[near]).unwrap()[0].cost, 0.0);
    assert!(flight.steps(&[far]).unwrap()[0].cost > 20.0);
}

/// A request that can't begin any more is never called done.
#[test]
fn an_update_whose_grid_is_destroyed_before_it_begins_fails() {
    let grid = TestGrid::new(64, 64);
    let field = TestField::create(&grid, &[Cell::new(0, 0)], 0, 100, None).unwrap();
    assert_eq!(grid.set_cell(Cell::new(5, 5), 1), GridstarStatus::Ok);
    assert_eq!(gridstar_field_update(field.id(), 100), GridstarStatus::StillRunning);
    drop(grid);
    assert_eq!(field.info().unwrap().status, GridstarStatus::StillRunning as i32);
    for _ in 0..2 {
        assert_eq!(gridstar_field_advance(field.id(), 0), GridstarStatus::InvalidId);
        assert_eq!(field.info().unwrap().status, GridstarStatus::InvalidId as i32);
        assert_eq!(field.steps(&[Cell::new(7, 0)]).unwrap()[0].cost, 7.0, "the earlier state is shown");
    }
}

/// The most visits for each cell of a map until a state is shown: what is under way, and then the state itself.
const VISITS_BY_CELL: u64 = 2 * 16;

/// A game that edits, moves its goal or changes a cost in every frame sees new states all the time.
#[test]
fn a_field_that_is_asked_in_every_frame_shows_states_of_bounded_age() {
    for kind in 0..3 {
        let (side, visits, mut random) = (96_u32, 1000, Random::new(kind));
        let grid = TestGrid::new(side, side);
        let profile = common::profile::TestProfile::new();
        let def = GridstarQueryDef { profile: profile.id(), ..common::abi::default_query_def() };
        let field = TestField::create(&grid, &[Cell::new(0, 0)], 0, visits, Some(&def)).unwrap();
        let most = VISITS_BY_CELL * u64::from(side * side) / u64::from(visits) + 2;
        let (mut last, mut waited, mut shown) = (0, 0, 0);
        for frame in 0..3000_u32 {
            let cell = Cell::new(random.below(side) as i32, random.below(side) as i32);
            assert_eq!(
                grid.fill_rect(Rect { x: cell.x, y: 0, width: 1, height: side - 1 }, frame % 2),
                GridstarStatus::Ok
            );
            let status = match kind {
                0 => gridstar_field_update(field.id(), visits),
                1 => field.set_goals(&[cell], visits),
                _ => {
                    assert_eq!(profile.set_cost(0, 1.0 + f64::from(frame % 3)), GridstarStatus::Ok);
                    gridstar_field_update(field.id(), visits)
                }
            };
            assert!(matches!(status, GridstarStatus::Ok | GridstarStatus::StillRunning), "{status:?}");
            let revision = field.info().unwrap().revision;
            waited = if revision == last { waited + 1 } else { 0 };
            shown += u64::from(revision != last);
            last = revision;
            let age = grid.revision() - revision;
            assert!(waited <= most && age <= most + 1, "kind {kind}, frame {frame}: {waited} calls, {age} edits");
        }
        assert!(shown > 20, "kind {kind}: {shown} states");
    }
}

/// A field with what a plain model knows of it.
struct Model {
    field: TestField,
    from_starts: bool,
    /// The goals that were asked for last, and the grid's revision then.
    goals: Vec<Cell>,
    asked: u64,
}

impl Model {
    /// Compares what is shown with plain searches, once a call has said OK.
    fn check(&self, states: &[CellMap], random: &mut Random, case: &str) {
        let info = self.field.info().unwrap();
        assert!(info.status == 0 && info.revision >= self.asked, "{info:?}, asked for {}, {case}", self.asked);
        let map = &states[info.revision as usize];
        let grid = TestGrid::from_map(map);
        for _ in 0..4 {
            let cell = random.cell(map);
            let cost = |goal: Cell| {
                let (start, goal) = if self.from_starts { (goal, cell) } else { (cell, goal) };
                let answer = grid.find_path(start, goal, None);
                if answer.status == GridstarStatus::Ok { answer.cost } else { f64::INFINITY }
            };
            let right = self.goals.iter().map(|&goal| cost(goal)).fold(f64::INFINITY, f64::min);
            let found = self.field.steps(&[cell]).unwrap()[0].cost;
            let Self { goals, from_starts, .. } = self;
            let rows = map.cell_types();
            let rows: Vec<String> = rows.chunks(map.width() as usize).map(|row| format!("{row:?}")).collect();
            assert!(
                found == right || (found - right).abs() < 1e-9 * right,
                "{found}, not {right} at {cell:?}, goals {goals:?} starts {from_starts}, {case}\n{}",
                rows.join("\n")
            );
        }
    }
}

/// Calls in any order and slices of any size, on two fields and one that combines them, by this thread and others.
#[test]
fn whatever_says_ok_shows_what_was_asked_for_last() {
    let mut done = [0; 2];
    for seed in 0..120 {
        let mut random = Random::new(seed);
        let mut map = CellMap::new(random.between(2, 40), random.between(2, 40));
        let side = map.width().max(map.height()) as u32;
        let grid = TestGrid::from_map(&map);
        let mut states = vec![map.clone()];
        let slice = |random: &mut Random| [0, 1, 7, 100, 1000, 5000][random.below(6) as usize];
        let mut models: Vec<Model> = Vec::new();
        for from_starts in [false, true] {
            let goals = vec![random.cell(&map)];
            let field = TestField::create(&grid, &goals, from_starts.into(), slice(&mut random), None).unwrap();
            models.push(Model { field, from_starts, goals, asked: 0 });
        }
        let mut log = String::new();
        for step in 0..60 {
            let at = random.below(2) as usize;
            let (kind, visits) = (random.below(8), slice(&mut random));
            log.push_str(&format!("{kind}/{at}/{visits} "));
            let case = format!("seed {seed}, step {step}: {log}");
            let revision = grid.revision();
            let model = &mut models[at];
            let status = match kind {
                0 | 1 => {
                    let cell = random.cell(&map);
                    let most = [2, 2, side][random.below(3) as usize];
                    let (width, height) = (1 + random.below(most) as i32, 1 + random.below(most) as i32);
                    let (width, height) = (width.min(map.width() - cell.x), height.min(map.height() - cell.y));
                    let is_blocked = random.below(2) == 0;
                    let rect = Rect { x: cell.x, y: cell.y, width: width as u32, height: height as u32 };
                    assert_eq!(grid.fill_rect(rect, is_blocked.into()), GridstarStatus::Ok);
                    for y in cell.y..cell.y + height {
                        (cell.x..cell.x + width).for_each(|x| map.set_obstacle(Cell::new(x, y), is_blocked));
                    }
                    if grid.revision() > revision {
                        states.push(map.clone());
                    }
                    continue;
                }
                2..4 => {
                    model.asked = revision;
                    gridstar_field_update(model.field.id(), visits)
                }
                4 => {
                    model.goals = (0..random.between(1, 3)).map(|_| random.cell(&map)).collect();
                    model.asked = revision;
                    model.field.set_goals(&model.goals, visits)
                }
                5 => {
                    assert_eq!(gridstar_field_submit(model.field.id(), 0), GridstarStatus::Ok);
                    if random.below(3) > 0 {
                        continue;
                    }
                    wait_for(model.field.id());
                    GridstarStatus::Ok
                }
                _ => gridstar_field_advance(model.field.id(), visits),
            };
            assert!(matches!(status, GridstarStatus::Ok | GridstarStatus::StillRunning), "{status:?}: {case}");
            done[usize::from(status == GridstarStatus::Ok)] += 1;
            if status == GridstarStatus::Ok {
                model.check(&states, &mut random, &case);
            }
        }
        compare_combined(&grid, &map, &models, &mut random, seed);
    }
    assert!(done[0] > 300 && done[1] > 1000, "{done:?}");
}

/// A field that combines others, whose parts and grid change while it is built.
fn compare_combined(grid: &TestGrid, map: &CellMap, models: &[Model], random: &mut Random, seed: u64) {
    let ids = [models[0].field.id(), models[1].field.id()];
    ids.iter().for_each(|&id| assert_eq!(gridstar_field_update(id, 0), GridstarStatus::Ok));
    let parts = [(&models[0].field, -1.2), (&models[1].field, 0.5)];
    let combined = TestField::combine(grid, &parts, Sum, 5, None).unwrap();
    let mut map = map.clone();
    let cell = random.cell(&map);
    map.set_obstacle(cell, map.is_walkable(cell));
    assert_eq!(grid.set_cell(cell, u32::from(!map.is_walkable(cell))), GridstarStatus::Ok);
    for (number, &id) in ids.iter().enumerate() {
        assert_eq!(gridstar_field_update(id, 0), GridstarStatus::Ok);
        // Only the last of these calls asks for both.
        let status = gridstar_field_update(combined.id(), 1 + number as u32);
        assert!(matches!(status, GridstarStatus::Ok | GridstarStatus::StillRunning), "seed {seed}: {status:?}");
    }
    let status = match random.below(3) {
        0 => {
            assert_eq!(gridstar_field_submit(combined.id(), 0), GridstarStatus::Ok);
            wait_for(combined.id());
            GridstarStatus::Ok
        }
        1 => gridstar_field_advance(combined.id(), 0),
        _ => loop {
            let status = gridstar_field_advance(combined.id(), 30);
            if status != GridstarStatus::StillRunning {
                break status;
            }
        },
    };
    assert_eq!(status, GridstarStatus::Ok, "seed {seed}");
    let fresh = TestGrid::from_map(&map);
    let [one, other] =
        [0, 1].map(|at| TestField::create(&fresh, &models[at].goals, models[at].from_starts.into(), 0, None).unwrap());
    let anew = TestField::combine(&fresh, &[(&one, -1.2), (&other, 0.5)], Sum, 0, None).unwrap();
    let whole = Rect { x: 0, y: 0, width: map.width() as u32, height: map.height() as u32 };
    assert!(combined.costs(whole).unwrap() == anew.costs(whole).unwrap(), "seed {seed}");
}
