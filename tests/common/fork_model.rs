//! A grid beside its model: a plain list of cells and covers.

use super::abi::{TestGrid, default_query_def};
use super::cover::TestCover;
use super::field::TestField;
use super::forks::{Dice, difference, fill, fork, hash, restore};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::collections::BTreeMap;
use std::ptr::null;

/// A grid by the header's words alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub size: (u32, u32),
    pub types: Vec<u8>,
    pub penalties: Vec<u8>,
    pub covered: Vec<u16>,
    /// By id of a cover of any grid, its cells, if this grid knows the cover.
    pub covers: BTreeMap<u64, Vec<usize>>,
}

impl Model {
    pub fn new(size: (u32, u32)) -> Self {
        let zeros = vec![0; (size.0 * size.1) as usize];
        let covered = vec![0; zeros.len()];
        Self { size, types: zeros.clone(), penalties: zeros, covered, covers: BTreeMap::new() }
    }

    pub fn cells(&self, rect: Rect) -> Vec<usize> {
        let width = self.size.0 as usize;
        let rows = rect.y as usize..(rect.y as usize + rect.height as usize);
        let row = |y: usize| (0..rect.width as usize).map(move |x| y * width + rect.x as usize + x);
        rows.flat_map(row).collect()
    }

    pub fn put_cover(&mut self, id: u64, cells: Vec<usize>) {
        self.take_cover(id);
        cells.iter().for_each(|&cell| self.covered[cell] += 1);
        self.covers.insert(id, cells);
    }

    pub fn take_cover(&mut self, id: u64) {
        self.covers.remove(&id).into_iter().flatten().for_each(|cell| self.covered[cell] -= 1);
    }

    /// A new grid with the same cells.
    pub fn build(&self) -> (TestGrid, Vec<TestCover>) {
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
pub struct Subject {
    pub grid: TestGrid,
    pub model: Model,
    pub own: Vec<TestCover>,
    pub field: TestField,
    pub goal: Cell,
}

impl Subject {
    pub fn new(grid: TestGrid, model: Model, random: &mut Dice) -> Self {
        let goal = Cell::new(random.below(model.size.0 as usize) as i32, random.below(model.size.1 as usize) as i32);
        let field = TestField::new(&grid, &[goal]);
        Self { grid, model, own: Vec::new(), field, goal }
    }

    pub fn rect(&self, random: &mut Dice) -> Rect {
        let (width, height) = self.model.size;
        let (x, y) = (random.below(width as usize) as u32, random.below(height as usize) as u32);
        let most = if random.below(8) == 0 { 64 } else { 3 };
        let side = |least: u32, random: &mut Dice| 1 + random.below((least as usize).min(most)) as u32;
        Rect { x: x as i32, y: y as i32, width: side(width - x, random), height: side(height - y, random) }
    }

    pub fn edit(&mut self, random: &mut Dice) {
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
    pub fn restore_model(&mut self, from: &Model, own_before: &BTreeMap<u64, bool>) {
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

    pub fn check(&mut self, random: &mut Dice, about: &str) {
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

/// Edits a grid and its forks, makes forks and restores, and compares each with its model, for at most 40 steps while
/// `goes_on` says so.
pub fn play(random: &mut Dice, about: &str, goes_on: impl Fn(&Dice) -> bool) {
    let size = [(1, 1), (9, 7), (17, 13), (70, 20), (33, 64)][random.below(5)];
    let mut owners = BTreeMap::new();
    let mut subjects = vec![Subject::new(TestGrid::new(size.0, size.1), Model::new(size), random)];
    for step in 0..40 {
        if !goes_on(random) {
            break;
        }
        let about = format!("{about}, step {step}, {size:?}");
        let at = random.below(subjects.len());
        match random.below(10) {
            0..=4 => {
                subjects[at].edit(random);
                owners.extend(subjects[at].own.iter().map(|cover| (cover.id(), subjects[at].grid.id())));
            }
            5 if subjects.len() < 5 => {
                let forked = fork(&subjects[at].grid);
                assert_eq!(forked.revision(), subjects[at].grid.revision(), "{about}");
                let subject = Subject::new(forked, subjects[at].model.clone(), random);
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
            _ => subjects[at].check(random, &about),
        }
    }
    for subject in &mut subjects {
        subject.check(random, &format!("{about}, the end, {size:?}"));
    }
}
