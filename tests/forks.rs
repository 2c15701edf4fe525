//! Hashes, forks and restores of grids, beside a plain model: a list of cells for each grid.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, default_query_def, turn};
use common::avoidance::{TestCrowd, crowd_agent};
use common::cover::TestCover;
use common::crowd::{TestReservations, planned_agent};
use common::field::TestField;
use common::random_maps::Random;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::GridstarStatus::{self, *};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::collections::BTreeMap;
use std::ptr::null;

/// Random numbers as places in lists.
struct Dice(Random);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.below(end as u32) as usize
    }
}

fn hash(grid: &TestGrid) -> u64 {
    let mut hash = 0;
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_get_hash(grid.id(), &mut hash) }, Ok);
    hash
}

fn fork(grid: &TestGrid) -> TestGrid {
    let mut id = 0;
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_fork(grid.id(), &mut id) }, Ok);
    TestGrid::of_id(id)
}

fn restore(grid: &TestGrid, from: &TestGrid) -> GridstarStatus {
    gridstar_grid_restore(grid.id(), from.id())
}

fn difference(one: &TestGrid, other: &TestGrid) -> GridstarDifference {
    let mut found = GridstarDifference {
        struct_size: size_of::<GridstarDifference>() as u32,
        is_different: 7,
        plane: 7,
        x: 7,
        y: 7,
        value: 7,
        other_value: 7,
        reserved: 7,
    };
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_find_difference(one.id(), other.id(), &mut found) }, Ok);
    found
}

fn fill(grid: &TestGrid, plane: GridstarCellPlane, rect: Rect, value: u8) -> GridstarStatus {
    // SAFETY: the pointer comes from a reference.
    unsafe { gridstar_grid_fill_cells(grid.id(), plane as u32, &rect.into(), value.into()) }
}

/// A grid by the header's words alone.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    size: (u32, u32),
    types: Vec<u8>,
    penalties: Vec<u8>,
    covered: Vec<u16>,
    /// By id of a cover of any grid, its cells, if this grid knows the cover.
    covers: BTreeMap<u64, Vec<usize>>,
}

impl Model {
    fn new(size: (u32, u32)) -> Self {
        let zeros = vec![0; (size.0 * size.1) as usize];
        let covered = vec![0; zeros.len()];
        Self { size, types: zeros.clone(), penalties: zeros, covered, covers: BTreeMap::new() }
    }

    fn cells(&self, rect: Rect) -> Vec<usize> {
        let width = self.size.0 as usize;
        let rows = rect.y as usize..(rect.y as usize + rect.height as usize);
        let row = |y: usize| (0..rect.width as usize).map(move |x| y * width + rect.x as usize + x);
        rows.flat_map(row).collect()
    }

    fn put_cover(&mut self, id: u64, cells: Vec<usize>) {
        self.take_cover(id);
        cells.iter().for_each(|&cell| self.covered[cell] += 1);
        self.covers.insert(id, cells);
    }

    fn take_cover(&mut self, id: u64) {
        self.covers.remove(&id).into_iter().flatten().for_each(|cell| self.covered[cell] -= 1);
    }

    /// A new grid with the same cells.
    fn build(&self) -> (TestGrid, Vec<TestCover>) {
        let grid = TestGrid::new(self.size.0, self.size.1);
        assert_eq!(grid.set_cells(&self.types), Ok);
        let write = |plane: GridstarCellPlane, bytes: &[u8]| {
            // SAFETY: the pointer and length of a slice.
            unsafe { gridstar_grid_set_cells(grid.id(), plane as u32, null(), bytes.as_ptr(), bytes.len() as u32) }
        };
        assert_eq!(write(GridstarCellPlane::Penalties, &self.penalties), Ok);
        let most = self.covered.iter().copied().max().unwrap();
        let cover = |level: u16| {
            let cells = (0..self.covered.len()).filter(|&cell| self.covered[cell] >= level);
            let width = self.size.0 as usize;
            let rects: Vec<Rect> = cells
                .map(|cell| Rect { x: (cell % width) as i32, y: (cell / width) as i32, width: 1, height: 1 })
                .collect();
            let cover = TestCover::new(&grid);
            assert_eq!(cover.set_rects(&rects), Ok);
            cover
        };
        let covers = (1..=most).map(cover).collect();
        (grid, covers)
    }
}

/// A grid, its model, its covers, and a field that goes with it.
struct Subject {
    grid: TestGrid,
    model: Model,
    own: Vec<TestCover>,
    field: TestField,
    goal: Cell,
}

impl Subject {
    fn new(grid: TestGrid, model: Model, random: &mut Dice) -> Self {
        let goal = Cell::new(random.below(model.size.0 as usize) as i32, random.below(model.size.1 as usize) as i32);
        let field = TestField::new(&grid, &[goal]);
        Self { grid, model, own: Vec::new(), field, goal }
    }

    fn rect(&self, random: &mut Dice) -> Rect {
        let (width, height) = self.model.size;
        let (x, y) = (random.below(width as usize) as u32, random.below(height as usize) as u32);
        let most = if random.below(8) == 0 { 64 } else { 3 };
        let side = |least: u32, random: &mut Dice| 1 + random.below((least as usize).min(most)) as u32;
        Rect { x: x as i32, y: y as i32, width: side(width - x, random), height: side(height - y, random) }
    }

    fn edit(&mut self, random: &mut Dice) {
        let rect = self.rect(random);
        let cells = self.model.cells(rect);
        match random.below(6) {
            0..=2 => {
                let value = [0, 1, 1, 5][random.below(4)];
                assert_eq!(fill(&self.grid, GridstarCellPlane::Types, rect, value), Ok);
                cells.into_iter().for_each(|cell| self.model.types[cell] = value);
            }
            3 => {
                let value = [0, 0, 40, 255][random.below(4)];
                assert_eq!(fill(&self.grid, GridstarCellPlane::Penalties, rect, value), Ok);
                cells.into_iter().for_each(|cell| self.model.penalties[cell] = value);
            }
            4 if !self.own.is_empty() && random.below(3) == 0 => {
                let cover = self.own.swap_remove(random.below(self.own.len()));
                self.model.take_cover(cover.id());
            }
            _ => {
                if self.own.len() < 4 && random.below(3) == 0 {
                    self.own.push(TestCover::new(&self.grid));
                }
                if !self.own.is_empty() {
                    let cover = &self.own[random.below(self.own.len())];
                    let cells = if random.below(4) == 0 { Vec::new() } else { cells };
                    let rects = if cells.is_empty() { vec![] } else { vec![rect] };
                    assert_eq!(cover.set_rects(&rects), Ok);
                    self.model.put_cover(cover.id(), cells);
                }
            }
        }
    }

    /// Takes over the model of another grid, as the header tells of gridstar_grid_restore.
    fn restore_model(&mut self, from: &Model, own_before: &BTreeMap<u64, bool>) {
        let mut model = from.clone();
        // Covers of this grid that are gone cover nothing any more.
        let known: Vec<u64> = model.covers.keys().copied().collect();
        for id in known {
            if own_before.contains_key(&id) && !self.own.iter().any(|cover| cover.id() == id) {
                model.take_cover(id);
            }
        }
        for cover in &self.own {
            model.covers.entry(cover.id()).or_default();
        }
        self.model = model;
    }

    fn check(&mut self, random: &mut Dice, about: &str) {
        let (fresh, _covers) = self.model.build();
        assert_eq!(hash(&self.grid), hash(&fresh), "{about}: hash");
        let found = difference(&self.grid, &fresh);
        assert_eq!(found.is_different, 0, "{about}: {found:?}");
        let cell = |random: &mut Dice| {
            let (width, height) = self.model.size;
            Cell::new(random.below(width as usize) as i32, random.below(height as usize) as i32)
        };
        for _ in 0..4 {
            let (start, goal) = (cell(random), cell(random));
            let answers = [&self.grid, &fresh].map(|grid| grid.find_path(start, goal, None));
            assert_eq!(answers[0].status, answers[1].status, "{about}: {start:?} to {goal:?}");
            assert_eq!(answers[0].cost, answers[1].cost, "{about}: {start:?} to {goal:?}");
        }
        assert_eq!(gridstar_field_update(self.field.id(), 0), Ok, "{about}");
        let all = Rect { x: 0, y: 0, width: self.model.size.0, height: self.model.size.1 };
        let other = TestField::new(&fresh, &[self.goal]);
        assert_eq!(self.field.costs(all), other.costs(all), "{about}: field to {:?}", self.goal);
        // A query without one of its covers sees the cells that the cover does not cover.
        let Some((&id, cells)) = self.model.covers.iter().next() else { return };
        let mut without = self.model.clone();
        without.put_cover(id, cells.clone());
        without.take_cover(id);
        let (start, goal) = (cell(random), cell(random));
        let def = GridstarQueryDef { without_cover: id, ..default_query_def() };
        let found = self.grid.find_path(start, goal, Some(&def));
        let (fresh, _covers) = without.build();
        if found.status == InvalidCover {
            // Its grid, or the cover itself, was destroyed.
            return;
        }
        let expected = fresh.find_path(start, goal, None);
        assert_eq!((found.status, found.cost), (expected.status, expected.cost), "{about}: without {id}");
    }
}

fn repeats() -> u64 {
    std::env::var("GRIDSTAR_FORKS").ok().and_then(|count| count.parse().ok()).unwrap_or(60)
}

#[test]
fn grids_their_forks_and_restores_are_what_a_plain_model_says() {
    for seed in 0..repeats() {
        let mut random = Dice::new(seed);
        let size = [(1, 1), (9, 7), (17, 13), (70, 20), (33, 64)][random.below(5)];
        let mut owners = BTreeMap::new();
        let mut subjects = vec![Subject::new(TestGrid::new(size.0, size.1), Model::new(size), &mut random)];
        for step in 0..40 {
            let about = format!("seed {seed}, step {step}, {size:?}");
            let at = random.below(subjects.len());
            match random.below(10) {
                0..=4 => {
                    subjects[at].edit(&mut random);
                    owners.extend(subjects[at].own.iter().map(|cover| (cover.id(), subjects[at].grid.id())));
                }
                5 if subjects.len() < 5 => {
                    let forked = fork(&subjects[at].grid);
                    assert_eq!(forked.revision(), subjects[at].grid.revision(), "{about}");
                    let subject = Subject::new(forked, subjects[at].model.clone(), &mut random);
                    subjects.push(subject);
                }
                5 | 6 if subjects.len() > 1 => {
                    let from = random.below(subjects.len());
                    let (id, before) = (subjects[at].grid.id(), subjects[at].grid.revision());
                    let old = subjects[at].grid.get_cells().unwrap();
                    assert_eq!(restore(&subjects[at].grid, &subjects[from].grid), Ok, "{about}");
                    if from != at {
                        let own = owners.iter().filter(|(_, owner)| **owner == id).map(|(&cover, _)| (cover, true));
                        let (own, model) = (own.collect(), subjects[from].model.clone());
                        subjects[at].restore_model(&model, &own);
                    }
                    let now = subjects[at].grid.get_cells().unwrap();
                    assert!(subjects[at].grid.revision() >= before, "{about}");
                    assert!(old == now || subjects[at].grid.revision() > before, "{about}: an edit that nobody sees");
                }
                7 if subjects.len() > 2 => drop(subjects.swap_remove(at)),
                _ => subjects[at].check(&mut random, &about),
            }
        }
        for subject in &mut subjects {
            subject.check(&mut random, &format!("seed {seed}, the end, {size:?}"));
        }
    }
}

#[test]
fn a_fork_of_a_large_grid_copies_nothing_until_one_of_the_two_is_edited() {
    let grid = TestGrid::new(1024, 1024);
    assert_eq!(grid.set_cell(Cell::new(500, 500), 1), Ok);
    let (start, goal) = (Cell::new(0, 0), Cell::new(1023, 1023));
    let cost = grid.find_path(start, goal, None).cost;
    let alone = grid.info().unwrap().bytes;
    let forks: Vec<TestGrid> = (0..8).map(|_| fork(&grid)).collect();
    assert!(grid.info().unwrap().bytes < alone + 4096, "a fork is not a part of the grid's own memory");
    for one in &forks {
        assert_eq!(one.find_path(start, goal, None).cost, cost);
        assert!(one.info().unwrap().bytes >= 1 << 20, "each tells of what it shares");
    }
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 512, width: 1023, height: 1 }, 1), Ok);
    assert!(grid.find_path(start, goal, None).cost > cost);
    for one in &forks {
        assert_eq!(one.find_path(start, goal, None).cost, cost);
    }
    assert!(grid.info().unwrap().bytes < alone + (1 << 17), "the grid holds one state, its own");
}

#[test]
fn a_ring_of_forks_takes_a_game_back_to_each_of_its_last_ticks() {
    let mut random = Dice::new(9);
    let grid = TestGrid::new(64, 64);
    let units: Vec<TestCover> = (0..20).map(|_| TestCover::new(&grid)).collect();
    let mut ring: Vec<(TestGrid, u64)> = Vec::new();
    for tick in 0..200 {
        if ring.len() == 8 {
            ring.remove(0);
        }
        ring.push((fork(&grid), hash(&grid)));
        for unit in &units {
            let (x, y) = (random.below(64) as i32, random.below(64) as i32);
            assert_eq!(unit.set_rects(&[Rect { x, y, width: 1, height: 1 }]), Ok);
        }
        let cell = Cell::new(random.below(64) as i32, random.below(64) as i32);
        assert_eq!(grid.set_cell(cell, random.below(2) as u32), Ok);
        grid.find_path(Cell::new(0, 0), Cell::new(63, 63), None);
        if tick % 5 == 0 {
            let (back, then) = &ring[random.below(ring.len())];
            assert_eq!(restore(&grid, back), Ok);
            assert_eq!(hash(&grid), *then, "tick {tick}");
            assert_eq!(difference(&grid, back).is_different, 0);
        }
    }
}

#[test]
fn the_first_difference_is_by_planes_then_rows() {
    let (one, other) = (TestGrid::new(20, 10), TestGrid::new(20, 10));
    let cover = TestCover::new(&one);
    assert_eq!(cover.set_rects(&[Rect { x: 0, y: 0, width: 1, height: 1 }]), Ok);
    let found = difference(&one, &other);
    assert_eq!((found.plane, found.x, found.y, found.value, found.other_value), (2, 0, 0, 1, 0));
    assert_eq!(fill(&other, GridstarCellPlane::Penalties, Rect { x: 3, y: 4, width: 2, height: 2 }, 9), Ok);
    let found = difference(&one, &other);
    assert_eq!((found.plane, found.x, found.y, found.value, found.other_value), (1, 3, 4, 0, 9));
    assert_eq!(one.set_cell(Cell::new(19, 9), 7), Ok);
    let found = difference(&other, &one);
    assert_eq!((found.plane, found.x, found.y, found.value, found.other_value), (0, 19, 9, 0, 7));
}

#[test]
fn settings_and_engines_count_in_the_hash_and_the_place_does_not() {
    let plain = TestGrid::new(12, 8);
    type Change = fn(&mut GridstarGridDef);
    let changes: [(&str, bool, Change); 9] = [
        ("size", true, |def| (def.width, def.height) = (8, 12)),
        ("layout", true, |def| (def.layout, def.diagonal_rule) = (1, 0)),
        ("rule", true, |def| def.diagonal_rule = GridstarDiagonalRule::BothFree as u32),
        ("costs", true, |def| def.diagonal_cost = 1.5),
        ("engine", true, |def| def.engine = GridstarEngine::AStar as u32),
        ("order", true, |def| def.order = GridstarOrder::Dijkstra as u32),
        ("weight", true, |def| def.heuristic_weight = 2.0),
        ("limit", true, |def| def.max_expansions = 9),
        ("place", false, |def| (def.origin_x, def.cell_size) = (50.0, 2.0)),
    ];
    for (name, counts, change) in changes {
        let mut def = default_grid_def(12, 8);
        change(&mut def);
        let grid = TestGrid::with_def(&def).unwrap();
        assert_eq!(hash(&grid) != hash(&plain), counts, "{name}");
        let expected = if matches!(name, "place" | "engine") { Ok } else { DifferentGrids };
        assert_eq!(restore(&grid, &plain), expected, "{name}");
        if expected == Ok {
            assert_eq!(hash(&grid), hash(&plain), "{name}: the engine comes along");
        }
    }
}

#[test]
fn bad_ids_are_refused_and_nothing_changes() {
    let grid = TestGrid::new(4, 4);
    let gone = fork(&grid).id();
    assert_eq!(gridstar_destroy(gone), InvalidId, "it ended with its owner");
    let mut out = 77;
    // SAFETY: pointers from references, or null, which is refused.
    unsafe {
        for bad in [0, gone, u64::MAX, 1 << 40] {
            assert_eq!(gridstar_grid_fork(bad, &mut out), InvalidId);
            assert_eq!(gridstar_grid_get_hash(bad, &mut out), InvalidId);
        }
        assert_eq!(gridstar_grid_fork(grid.id(), std::ptr::null_mut()), NullPointer);
        assert_eq!(gridstar_grid_get_hash(grid.id(), std::ptr::null_mut()), NullPointer);
        assert_eq!(gridstar_grid_find_difference(grid.id(), grid.id(), std::ptr::null_mut()), NullPointer);
    }
    assert_eq!(out, 77);
    for bad in [0, gone] {
        assert_eq!(gridstar_grid_restore(grid.id(), bad), InvalidId);
        assert_eq!(gridstar_grid_restore(bad, grid.id()), InvalidId);
    }
    assert_eq!(gridstar_grid_restore(grid.id(), grid.id()), Ok);
}

#[test]
fn threads_fork_restore_edit_and_search_at_once() {
    let grid = TestGrid::new(40, 40);
    let base = fork(&grid);
    let cover = TestCover::new(&grid);
    let (start, goal) = (Cell::new(0, 0), Cell::new(39, 39));
    let open = base.find_path(start, goal, None).cost;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for i in 0..400 {
                let forked = fork(&grid);
                assert_eq!(gridstar_grid_restore(grid.id(), if i % 3 == 0 { base.id() } else { forked.id() }), Ok);
                assert_eq!(base.find_path(start, goal, None).cost, open);
            }
        });
        scope.spawn(|| {
            for i in 0..800 {
                assert_eq!(grid.fill_rect(Rect { x: 0, y: 1 + i % 38, width: 39, height: 1 }, (i % 2) as u32), Ok);
                assert_eq!(cover.set_rects(&[Rect { x: i % 40, y: 20, width: 3, height: 1 }]), Ok);
            }
        });
        scope.spawn(|| {
            let def = GridstarQueryDef { without_cover: cover.id(), ..default_query_def() };
            for _ in 0..800 {
                let answer = grid.find_path(start, goal, Some(&def));
                assert!(answer.status == Ok && answer.cost >= open, "{answer:?}");
            }
        });
    });
    assert_eq!(restore(&grid, &base), Ok);
    assert_eq!(hash(&grid), hash(&base));
}

/// A game with all that a grid serves.
struct Game {
    grid: TestGrid,
    crowd: TestCrowd,
    reservations: TestReservations,
    field: TestField,
    units: Vec<TestCover>,
}

/// A game's state of a moment.
struct Kept {
    grid: TestGrid,
    crowd: TestCrowd,
    reservations: TestReservations,
}

impl Game {
    fn new() -> Self {
        let grid = TestGrid::new(48, 32);
        let crowd = TestCrowd::new(&grid);
        let agents: Vec<_> = (0..20).map(|i| crowd_agent(2.5 + (i % 5) as f32, 4.5 + (i / 5) as f32)).collect();
        crowd.add(&agents).unwrap();
        let reservations = TestReservations::new(&grid, 16);
        let field = TestField::new(&grid, &[Cell::new(40, 20)]);
        let units = (0..6).map(|_| TestCover::new(&grid)).collect();
        Self { grid, crowd, reservations, field, units }
    }

    /// Makes a tick that its number alone decides, and returns all that it has told.
    fn tick(&self, number: u64) -> Vec<u64> {
        let mut dice = Dice::new(number);
        let mut cell = || Cell::new(dice.below(48) as i32, dice.below(32) as i32);
        let (wall, opened, danger) = (cell(), cell(), cell());
        let places: Vec<Cell> = self.units.iter().map(|_| cell()).collect();
        let ways: Vec<[Cell; 2]> = (0..6).map(|_| [cell(), cell()]).collect();
        self.grid.set_cell(wall, 1);
        self.grid.set_cell(opened, 0);
        let one = |at: Cell| Rect { x: at.x, y: at.y, width: 1, height: 1 };
        fill(&self.grid, GridstarCellPlane::Penalties, one(danger), 90);
        for (unit, &at) in self.units.iter().zip(&places) {
            assert_eq!(unit.set_rects(&[one(at)]), Ok);
        }
        let mut told = vec![hash(&self.grid)];
        assert_eq!(gridstar_field_update(self.field.id(), 0), Ok);
        let all = Rect { x: 0, y: 0, width: 48, height: 32 };
        told.extend(self.field.costs(all).unwrap().into_iter().map(f64::to_bits));
        let ticket = TestTicket::submit(&self.grid, &Batch::of(ways.iter().map(|&[a, b]| request(a, b)))).unwrap();
        for [start, goal] in ways {
            let def = GridstarQueryDef { without_cover: self.units[0].id(), ..default_query_def() };
            let answer = self.grid.find_path(start, goal, Some(&def));
            told.push(answer.cost.to_bits());
            told.extend(answer.path.iter().map(|cell| (cell.x * 64 + cell.y) as u64));
        }
        while ticket.poll().0 == StillRunning {
            gridstar_work_run(40, 0);
        }
        let answers = ticket.take();
        told.extend(answers.paths.iter().flatten().map(|cell| (cell.x * 64 + cell.y) as u64));
        let wishes: Vec<[f32; 2]> = (0..20).map(|i| [1.0 - (i % 3) as f32, (number % 5) as f32 - 2.0]).collect();
        let (positions, _) = self.crowd.tick(1.0 / 30.0, &wishes).unwrap();
        told.extend(positions.iter().flatten().map(|&at| u64::from(at.to_bits())));
        told.push(self.crowd.hash().unwrap());
        let planned: Vec<_> = places.iter().map(|at| planned_agent((at.x, at.y), (at.y, at.x % 32))).collect();
        let plans = self.reservations.plan(&planned, None);
        told.extend((0..planned.len()).map(|agent| plans.status(agent).map_or(99, |status| status as i32 as u64)));
        assert_eq!(gridstar_reservations_advance(self.reservations.id(), 3), Ok);
        told.push(self.reservations.hash().unwrap());
        told
    }

    fn keep(&self) -> Kept {
        let grid = fork(&self.grid);
        let (crowd, reservations) = (TestCrowd::new(&grid), TestReservations::new(&grid, 16));
        assert_eq!(gridstar_crowd_copy_from(crowd.id(), self.crowd.id()), Ok);
        assert_eq!(gridstar_reservations_copy_from(reservations.id(), self.reservations.id()), Ok);
        Kept { grid, crowd, reservations }
    }

    fn go_back(&self, to: &Kept) {
        assert_eq!(restore(&self.grid, &to.grid), Ok);
        assert_eq!(gridstar_crowd_copy_from(self.crowd.id(), to.crowd.id()), Ok);
        assert_eq!(gridstar_reservations_copy_from(self.reservations.id(), to.reservations.id()), Ok);
    }

    /// Calls that ask and change nothing.
    fn look(&self, dice: &mut Dice) {
        let mut cell = || Cell::new(dice.below(48) as i32, dice.below(32) as i32);
        for _ in 0..3 {
            self.grid.find_path(cell(), cell(), None);
            self.grid.is_reachable(cell(), cell(), None);
        }
        let preview = fork(&self.grid);
        preview.set_cell(cell(), 1);
        preview.find_path(cell(), cell(), None);
    }
}

/// The test of GGPO, a library for rollback: run some ticks, keep the state, run more, go back, run them again.
#[test]
fn a_game_that_went_back_goes_on_as_if_it_had_never_left() {
    let _turn = turn();
    let mut of_threads = Vec::new();
    for threads in [1, 2, 8, 0] {
        assert_eq!(gridstar_work_set_threads(threads), Ok);
        let (game, mut dice) = (Game::new(), Dice::new(threads.into()));
        let mut told = Vec::new();
        for round in 0..6_u64 {
            (0..5).for_each(|tick| told.extend(game.tick(100 * round + tick)));
            let kept = game.keep();
            let ticks = || (50..58).map(|tick| 100 * round + tick);
            let first: Vec<_> = ticks().map(|tick| game.tick(tick)).collect();
            game.go_back(&kept);
            for (tick, first) in ticks().zip(first) {
                game.look(&mut dice);
                assert!(game.tick(tick) == first, "{threads} threads, tick {tick} again");
                told.extend(first);
            }
        }
        of_threads.push(told);
    }
    assert_eq!(gridstar_work_set_threads(1), Ok);
    assert!(of_threads.iter().all(|told| *told == of_threads[0]), "the number of threads decides");
}
