//! Covers: what stands on cells without being a part of the map.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_query_def, empty_result, rule_number};
use common::cell_map::CellMap;
use common::cover::TestCover;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::terrain::{AgentMap, AgentModel, ProfileModel, Terrain};
use common::work::{Batch, request};
use gridstar::ffi::GridstarStatus::{self, *};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, StepCosts};
use std::ptr::null;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

fn rect(x: i32, y: i32, width: u32, height: u32) -> Rect {
    Rect { x, y, width, height }
}

fn one(x: i32, y: i32) -> Rect {
    rect(x, y, 1, 1)
}

fn is_open(grid: &TestGrid, cell: Cell) -> bool {
    // A query to a covered cell has its goal blocked, whatever it is.
    grid.find_path(Cell::new(cell.x, 0), cell, None).status == Ok
}

#[test]
fn what_leaves_a_cell_leaves_what_the_map_says() {
    let grid = TestGrid::new(6, 4);
    let cover = TestCover::new(&grid);
    let place = Cell::new(3, 1);
    type EditOfGrid = fn(&TestGrid) -> GridstarStatus;
    let edits: [(u8, EditOfGrid); 4] = [
        (1, |grid| grid.set_cell(Cell::new(3, 1), 1)),
        (1, |grid| grid.fill_rect(rect(2, 0, 3, 3), 1)),
        (4, |grid| grid.fill_rect(rect(0, 0, 6, 4), 4)),
        (0, |grid| grid.set_cells(&[0; 24])),
    ];
    for (then, edit) in edits {
        assert_eq!(cover.set_rects(&[one(3, 1)]), Ok);
        assert_eq!(edit(&grid), Ok);
        assert!(!is_open(&grid, place), "an edit has opened a covered cell");
        assert_eq!(grid.get_cell(place), Result::Ok(then.into()), "reading sees the map alone");
        assert_eq!(grid.covers(one(3, 1)).unwrap(), [1]);
        assert_eq!(cover.set_rects(&[]), Ok);
        assert_eq!(grid.get_cell(place), Result::Ok(then.into()));
        assert_eq!(is_open(&grid, place), then != 1);
        assert_eq!(grid.set_cells(&[0; 24]), Ok);
    }
}

#[test]
fn two_covers_share_a_cell_until_both_have_gone() {
    let grid = TestGrid::new(5, 5);
    let (one_cover, other) = (TestCover::new(&grid), TestCover::new(&grid));
    assert_eq!(one_cover.set_rects(&[rect(1, 1, 3, 3)]), Ok);
    assert_eq!(other.set_rects(&[rect(2, 2, 9, 9), rect(3, 3, 1, 1)]), Ok);
    assert_eq!(grid.covers(rect(2, 2, 3, 1)).unwrap(), [2, 2, 1]);
    assert_eq!(gridstar_destroy(one_cover.id()), Ok);
    assert_eq!((is_open(&grid, Cell::new(1, 1)), is_open(&grid, Cell::new(2, 2))), (true, false));
    assert_eq!(gridstar_destroy(other.id()), Ok);
    assert!(is_open(&grid, Cell::new(2, 2)));
    assert_eq!(gridstar_destroy(other.id()), InvalidCover);
}

#[test]
fn a_grid_without_covers_has_no_memory_for_them() {
    let grid = TestGrid::new(64, 64);
    let bytes = grid.info().unwrap().bytes;
    let cover = TestCover::new(&grid);
    assert!(grid.info().unwrap().bytes < bytes + 100, "more than its id");
    assert_eq!(cover.set_rects(&[one(3, 3)]), Ok);
    let covered = grid.info().unwrap().bytes;
    assert!((bytes + 64 * 64 * 2..bytes + 64 * 64 * 3 + 4096).contains(&covered), "{covered} after {bytes}");
    assert_eq!(cover.set_rects(&[]), Ok);
    assert!(grid.info().unwrap().bytes < bytes + 4096);
}

#[test]
fn a_cover_ends_with_its_grid_and_serves_no_other_one() {
    let (grid, other) = (TestGrid::new(4, 4), TestGrid::new(4, 4));
    let cover = TestCover::new(&grid);
    assert_eq!(cover.set_rects(&[one(1, 1)]), Ok);
    let def = GridstarQueryDef { without_cover: cover.id(), ..default_query_def() };
    assert_eq!(other.find_path(Cell::new(0, 0), Cell::new(1, 1), Some(&def)).status, InvalidCover);
    assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(1, 1), Some(&def)).status, Ok);
    drop(grid);
    assert_eq!(
        (gridstar_is_valid(cover.id(), GridstarKind::Cover as u32), cover.set_rects(&[one(1, 1)])),
        (InvalidCover, InvalidCover)
    );
}

/// An agent that stands in its own cover, in every kind of query.
#[test]
fn an_agent_leaves_its_own_cover_out_in_all_queries() {
    let grid = TestGrid::new(9, 9);
    for y in 0..9 {
        assert_eq!(grid.set_cell(Cell::new(4, y), u32::from(y != 4)), Ok);
    }
    let (own, gate) = (TestCover::new(&grid), TestCover::new(&grid));
    assert_eq!(own.set_rects(&[rect(3, 3, 3, 3)]), Ok);
    let (start, goal) = (Cell::new(4, 4), Cell::new(8, 4));
    let def = GridstarQueryDef { without_cover: own.id(), ..default_query_def() };
    assert_eq!(grid.find_path(Cell::new(0, 4), goal, None).status, NoPath);
    let answer = grid.find_path(Cell::new(0, 4), goal, Some(&def));
    assert_eq!((answer.status, answer.cost), (Ok, 8.0));
    assert_eq!(grid.usable(&answer.path, &def), 9);
    assert_eq!(grid.usable(&answer.path, &default_query_def()), 3);
    let near = |def: Option<&GridstarQueryDef>| grid.find_nearest(Cell::new(4, 4), 9, None, def);
    assert_eq!(near(Some(&def)), (Ok, Cell::new(4, 4)));
    assert_ne!(near(None).1, Cell::new(4, 4));
    let sees = |def: Option<&GridstarQueryDef>| grid.linecast(Cell::new(0, 4), goal, def).unwrap().1.is_none();
    assert_eq!((sees(Some(&def)), sees(None)), (true, false));
    let stepper = TestStepper::begin(&grid, Cell::new(0, 4), goal, Some(&def)).unwrap();
    assert_eq!(stepper.finish().status, Ok);
    let batch = Batch { defs: vec![default_query_def(), def], ..Batch::of([request(Cell::new(0, 4), goal)]) };
    let mut second = batch.requests[0];
    second.def_index = 1;
    let batch = Batch { requests: vec![batch.requests[0], second], ..batch };
    let replies = grid.find_paths(&batch).replies;
    assert_eq!(replies.iter().map(|reply| reply.status).collect::<Vec<_>>(), [NoPath as i32, Ok as i32]);
    // Where another cover stands too, the cell stays blocked.
    assert_eq!(gate.set_rects(&[one(4, 4)]), Ok);
    assert_eq!(grid.find_path(Cell::new(0, 4), goal, Some(&def)).status, NoPath);
    let partial = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..def };
    let answer = grid.find_path(Cell::new(0, 4), goal, Some(&partial));
    assert_eq!((answer.status, answer.path.last().copied()), (PartialPath, Some(Cell::new(3, 4))));
    let gate_def = GridstarQueryDef { without_cover: gate.id(), ..default_query_def() };
    assert_eq!(grid.find_path(start, goal, Some(&gate_def)).status, NoPath);
}

#[test]
fn a_search_sees_a_cover_where_it_stands_now_also_after_a_buffer_was_too_short() {
    let grid = TestGrid::new(7, 3);
    let cover = TestCover::new(&grid);
    let def = GridstarQueryDef { without_cover: cover.id(), ..default_query_def() };
    let (mut path, mut result) = ([Cell::default(); 7], empty_result());
    let mut find = |room: u32| {
        // SAFETY: the pointer of an array that has the room; the other pointer comes from a reference.
        unsafe {
            gridstar_grid_find_path(
                grid.id(),
                &Cell::new(0, 1),
                &Cell::new(6, 1),
                null(),
                path.as_mut_ptr(),
                room,
                &mut result,
            )
        }
    };
    assert_eq!(find(3), BufferTooSmall);
    assert_eq!(cover.set_rects(&[rect(3, 0, 1, 3)]), Ok);
    assert_eq!(find(7), NoPath);
    for column in 0..6 {
        assert_eq!(cover.set_rects(&[rect(column, 0, 1, 3)]), Ok);
        assert_eq!(grid.find_path(Cell::new(0, 1), Cell::new(6, 1), Some(&def)).cost, 6.0);
        let expected = if column == 0 { Ok } else { NoPath };
        assert_eq!(grid.find_path(Cell::new(0, 1), Cell::new(6, 1), None).status, expected, "column {column}");
    }
}

/// A random world: cell types, covers and their plain model.
struct World {
    random: Random,
    grid: TestGrid,
    terrain: Terrain,
    covers: Vec<(TestCover, Vec<Rect>)>,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (width, height) = (random.between(1, 40), random.between(1, 24));
        let grid = TestGrid::new(width, height);
        let covers = (0..3).map(|_| (TestCover::new(&grid), Vec::new())).collect();
        Self { random, grid, terrain: Terrain::new(width, height), covers }
    }

    fn cell(&mut self) -> Cell {
        let (width, height) = (self.terrain.width as u32, self.terrain.height as u32);
        Cell::new(self.random.below(width) as i32, self.random.below(height) as i32)
    }

    fn rect(&mut self) -> Rect {
        let (Cell { x, y }, most) = (self.cell(), if self.random.percent(80) { 4 } else { 40 });
        let mut side = |from: i32, all: i32| self.random.between(1, (all - from) as u32).min(most);
        Rect { x, y, width: side(x, self.terrain.width), height: side(y, self.terrain.height) }
    }

    fn edit(&mut self) {
        let rect = self.rect();
        if self.random.percent(50) {
            let cell_type = [0, 0, 1, 2, 3][self.random.below(5) as usize];
            assert_eq!(self.grid.fill_rect(rect, cell_type), Ok);
            for cell in self.terrain.cells().filter(|cell| contains(rect, *cell)) {
                let index = self.terrain.index(cell);
                self.terrain.types[index] = cell_type as u8;
            }
        } else {
            let count = self.random.below(4);
            let rects: Vec<Rect> = (0..count).map(|_| self.rect()).collect();
            let which = self.random.below(3) as usize;
            assert_eq!(self.covers[which].0.set_rects(&rects), Ok);
            self.covers[which].1 = rects;
        }
    }

    /// The terrain as an agent sees it that does not see one cover.
    fn seen(&self, without: Option<usize>) -> Terrain {
        let mut terrain = self.terrain.clone();
        for cell in terrain.cells() {
            let index = terrain.index(cell);
            let mut others = self.covers.iter().enumerate().filter(|&(number, _)| Some(number) != without);
            terrain.covered[index] = others.any(|(_, (_, rects))| rects.iter().any(|&rect| contains(rect, cell)));
        }
        terrain
    }
}

fn contains(rect: Rect, cell: Cell) -> bool {
    let columns = rect.x..rect.x + rect.width as i32;
    columns.contains(&cell.x) && (rect.y..rect.y + rect.height as i32).contains(&cell.y)
}

/// Edits of cells and of covers, and queries with and without a cover, of agents of all kinds, against a plain model.
#[test]
fn searches_among_covers_are_those_of_a_plain_model() {
    let (mut found, mut nothing) = (0, 0);
    for seed in 0..400 {
        let mut world = World::new(seed);
        let profile = TestProfile::new();
        let mut model = ProfileModel::default();
        for (cell_type, multiplier) in [(1, 1.0), (2, 3.0), (3, 0.5)] {
            assert_eq!(profile.set_cost(cell_type, multiplier), Ok);
            model.weights[cell_type as usize] = ProfileModel::rounded(multiplier);
        }
        for step in 0..12 {
            world.edit();
            let (start, goal) = (world.cell(), world.cell());
            let rule = RULES[world.random.below(4) as usize];
            let without = [None, Some(0), Some(1), Some(2)][world.random.below(4) as usize];
            let size = [1, 1, 1, 2, 3][world.random.below(5) as usize];
            let has_profile = world.random.percent(50);
            let def = GridstarQueryDef {
                diagonal_rule: rule_number(rule),
                without_cover: without.map_or(0, |number| world.covers[number].0.id()),
                agent_size: size,
                profile: if has_profile { profile.id() } else { 0 },
                ..default_query_def()
            };
            let agent = AgentModel {
                size,
                profile: if has_profile { model.clone() } else { ProfileModel::default() },
                ignores_penalties: false,
            };
            let map = AgentMap::new(&world.seen(without), &agent);
            let about =
                || format!("seed {seed}, step {step}, {start:?} to {goal:?}, {def:?}\n{}{}", map.stands, world.terrain);
            let (costs, index) = (StepCosts::default(), map.stands.index(goal));
            let right = map.costs_from(start, rule, &costs, Some(goal))[index];
            let answer = world.grid.find_path(start, goal, Some(&def));
            let expected = match right {
                _ if start == goal => Ok,
                _ if !map.stands.is_walkable(goal) => GoalBlocked,
                Some(_) => Ok,
                None => NoPath,
            };
            assert_eq!(answer.status, expected, "{}", about());
            if answer.status == Ok {
                let parts = map.check_path((start, goal), rule, &costs, &answer.path);
                assert_eq!(parts.map(Some), Result::Ok(right), "{}", about());
                assert_eq!(world.grid.usable(&answer.path, &def), answer.path.len(), "{}", about());
            }
            (found, nothing) = (found + u32::from(expected == Ok), nothing + u32::from(expected != Ok));
        }
        let all = rect(0, 0, world.terrain.width as u32, world.terrain.height as u32);
        let right = |cell: Cell| {
            let covering = world.covers.iter().filter(|(_, rects)| rects.iter().any(|&rect| contains(rect, cell)));
            covering.count() as u8
        };
        let right: Vec<u8> = world.terrain.cells().map(right).collect();
        assert_eq!(world.grid.covers(all).unwrap(), right, "seed {seed}");
        assert_eq!(world.grid.get_cells().unwrap(), world.terrain.types, "seed {seed}");
    }
    assert!(found > 1000 && nothing > 1000, "{found} paths, {nothing} times none");
}

/// Threads move covers and search without them: each sees its own cover as it is in the state that it searches.
#[test]
fn searches_leave_their_cover_out_while_others_move_theirs() {
    let grid = TestGrid::from_map(&CellMap::new(24, 9));
    std::thread::scope(|scope| {
        for lane in 0..3 {
            let grid = &grid;
            scope.spawn(move || {
                let cover = TestCover::new(grid);
                let def = GridstarQueryDef { without_cover: cover.id(), ..default_query_def() };
                let y = lane * 3 + 1;
                for step in 0..200 {
                    // The cover closes its lane, and no other one comes into it.
                    assert_eq!(cover.set_rects(&[rect(step % 20 + 2, y - 1, 1, 3)]), Ok);
                    let answer = grid.find_path(Cell::new(0, y), Cell::new(23, y), Some(&def));
                    assert_eq!((answer.status, answer.cost), (Ok, 23.0), "lane {lane}, step {step}");
                }
            });
        }
    });
}
