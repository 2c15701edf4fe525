//! Threads that search, read and step.

use super::{Looking, Watched, Window};
use common::abi::{PathAnswer, empty_result};
use common::path_check::step_is_legal;
use common::random_maps::Random;
use common::sequence::asked::{A_STAR, Answer, Asked, Named, Settings};
use common::sequence::tally::{self, Function};
use common::stepper::TestStepper;
use common::terrain::AgentMap;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::sync::atomic::Ordering::SeqCst;

/// Share of the answers that the reference search checks, in percent. For the others the path's steps and cost are
/// checked.
const JUDGED_PERCENT: u32 = 30;

struct Looker<'a> {
    watched: &'a Watched,
    seed: u64,
    random: Random,
    /// The newest revision that this thread has seen.
    newest: u64,
    stepper: Option<(TestStepper, Asked, u64)>,
    path: Vec<Cell>,
}

pub(super) fn look(looking: Looking, seed: u64, calls: u32) {
    let watched = looking.0;
    let path = vec![Cell::default()];
    let mut looker = Looker { watched, seed, random: Random::new(seed), newest: 0, stepper: None, path };
    for _ in 0..calls {
        looker.step();
    }
}

impl Looker<'_> {
    fn step(&mut self) {
        match self.random.below(20) {
            0..9 => self.search(),
            9..11 => self.read_cell(),
            11..13 => self.read_cells(),
            13..15 => self.check_path(),
            15 => {
                let (revision, window) = self.during(Function::gridstar_grid_get_info, |w| w.grid.revision());
                self.see(revision, window);
            }
            16 => self.read_changes(),
            _ => self.step_stepper(),
        }
    }

    /// Makes a call, and returns its result with the revisions that it may have seen.
    fn during<T>(&self, function: Function, call: impl FnOnce(&Watched) -> T) -> (T, Window) {
        tally::made(function);
        // The call must see every edit that has returned by now.
        let first = self.newest.max(self.watched.done.load(SeqCst));
        let answer = call(self.watched);
        (answer, Window { first, last: self.watched.begun.load(SeqCst) })
    }

    fn see(&mut self, revision: u64, window: Window) {
        let is_right = (window.first..=window.last).contains(&revision);
        assert!(is_right, "seed {}: revision {revision} is not in {window:?}", self.seed);
        self.newest = revision;
    }

    fn asked(&mut self) -> (Asked, GridstarQueryDef) {
        let map = self.watched.map(self.newest);
        let (start, goal) = (self.random.cell(&map), self.random.cell(&map));
        let settings = match self.random.percent(50) {
            true => self.watched.settings,
            false => Settings { limit: 0, ..Settings::random(&mut self.random) },
        };
        (Asked { start, goal, settings, is_stepped: false, agent: Named::default() }, self.watched.def(&settings))
    }

    fn judge(&mut self, function: Function, asked: &Asked, answer: &Answer, engines: &[u32]) {
        let map = self.watched.map(answer.result.revision);
        let by_reference = self.random.percent(JUDGED_PERCENT);
        let map = AgentMap::plain((*map).clone());
        if let Err(problem) = asked.judge(&map, answer, by_reference, engines) {
            panic!("seed {}: {problem}", self.seed);
        }
        if by_reference {
            tally::compared(function);
        }
    }

    fn search(&mut self) {
        let (asked, def) = self.asked();
        let Asked { start, goal, .. } = asked;
        let is_traced = self.random.percent(20);
        let function = if is_traced { Function::gridstar_grid_trace_path } else { Function::gridstar_grid_find_path };
        let (answer, window) = self.during(function, |watched| match is_traced {
            true => watched.grid.trace_path(start, goal, Some(&def)),
            false => watched.grid.find_path(start, goal, Some(&def)),
        });
        let PathAnswer { status, path, cost, bound, expansions, revision, engine, .. } = answer;
        self.see(revision, window);
        let result = GridstarPathResult {
            length: path.len() as u32,
            cost,
            bound,
            expansions,
            revision,
            engine,
            ..empty_result()
        };
        let answer = Answer { status, path, result };
        // Any engine may answer, because another thread prepares.
        let engines = asked.settings.engines(&[0, 1, 2, 3], 0);
        self.judge(function, &asked, &answer, &engines);
        if !answer.path.is_empty() {
            self.path = answer.path;
        }
    }

    /// Each cell that differs between two revisions lies in the rectangle that changed since.
    fn read_changes(&mut self) {
        let since = self.newest.saturating_sub(u64::from(self.random.below(20)));
        let function = Function::gridstar_grid_get_changes;
        let ((status, rect, count, revision), window) = self.during(function, |watched| {
            let (mut rect, mut count, mut revision) = (GridstarRect::default(), 0, 0);
            // SAFETY: the pointers come from references.
            let status =
                unsafe { gridstar_grid_get_changes(watched.grid.id(), since, &mut rect, 1, &mut count, &mut revision) };
            (status, rect, count, revision)
        });
        // Searches may see the newest of these edits a moment later, so it is not the newest revision seen.
        assert!(
            (window.first..=window.last).contains(&revision),
            "seed {}: {revision} is not in {window:?}",
            self.seed
        );
        assert_eq!((status, count == 1), (GridstarStatus::Ok, since < revision), "seed {}", self.seed);
        let [old, new] = [since, revision].map(|revision| self.watched.map(revision));
        for (x, y) in (0..old.height()).flat_map(|y| (0..old.width()).map(move |x| (x, y))) {
            let is_inside = x >= rect.x && y >= rect.y;
            let is_inside = is_inside && x < rect.x + rect.width as i32 && y < rect.y + rect.height as i32;
            let cell = Cell::new(x, y);
            let is_same = old.is_walkable(cell) == new.is_walkable(cell);
            assert!(is_inside || is_same, "seed {}: {cell:?} differs outside {rect:?}", self.seed);
        }
        tally::compared(function);
    }

    fn read_cell(&mut self) {
        let cell = self.random.cell(&self.watched.map(0));
        let (cell_type, window) = self.during(Function::gridstar_grid_get_cell, |watched| watched.grid.get_cell(cell));
        let is_right = |revision| Ok(u32::from(!self.watched.map(revision).is_walkable(cell))) == cell_type;
        let is_seen = (window.first..=window.last).any(is_right);
        assert!(is_seen, "seed {}: {cell:?} was never {cell_type:?} in {window:?}", self.seed);
        tally::compared(Function::gridstar_grid_get_cell);
    }

    fn read_cells(&mut self) {
        let (types, window) = self.during(Function::gridstar_grid_get_cells, |watched| watched.grid.get_cells());
        let types = types.unwrap();
        let seen = (window.first..=window.last).find(|&revision| self.watched.map(revision).cell_types() == types);
        let Some(revision) = seen else { panic!("seed {}: no state of {window:?} was read: {types:?}", self.seed) };
        // At least this revision: later ones may have equal cells.
        self.newest = revision;
        tally::compared(Function::gridstar_grid_get_cells);
    }

    fn check_path(&mut self) {
        let (settings, path) = (self.watched.settings, self.path.clone());
        let def = self.watched.def(&settings);
        let ((status, usable, revision), window) = self.during(Function::gridstar_grid_check_path, |watched| {
            let (mut usable, mut revision) = (0, 0);
            // SAFETY: the pointer and length of a vector; the other pointers come from references.
            let status = unsafe {
                gridstar_grid_check_path(
                    watched.grid.id(),
                    path.as_ptr(),
                    path.len() as u32,
                    &def,
                    &mut usable,
                    &mut revision,
                )
            };
            (status, usable, revision)
        });
        self.see(revision, window);
        let map = self.watched.map(revision);
        let is_legal = |step: &&[Cell]| step_is_legal(&map, step[0], step[1], settings.rule);
        let right = 1 + path.windows(2).take_while(is_legal).count();
        assert_eq!((status, usable as usize), (GridstarStatus::Ok, right), "seed {}: {path:?}\n{map}", self.seed);
        tally::compared(Function::gridstar_grid_check_path);
    }

    fn step_stepper(&mut self) {
        let Some((stepper, asked, revision)) = self.stepper.take() else { return self.begin_stepper() };
        match self.random.below(6) {
            0..3 => {
                tally::made(Function::gridstar_stepper_advance);
                assert!(stepper.advance(self.random.below(30)) as i32 >= 0, "seed {}", self.seed);
            }
            3 => {
                let map = self.watched.map(revision);
                let rect = Rect { x: 0, y: 0, width: map.width() as u32, height: map.height() as u32 };
                tally::made(Function::gridstar_stepper_get_cells);
                let types: Vec<u8> = stepper.cells(rect).iter().map(|cell| cell.cell_type as u8).collect();
                assert_eq!(
                    types,
                    map.cell_types(),
                    "seed {}: wrong cells in a stepper of revision {revision}",
                    self.seed
                );
                tally::compared(Function::gridstar_stepper_get_cells);
            }
            4 => {
                tally::made(Function::gridstar_stepper_finish);
                let end = stepper.finish();
                assert_eq!(end.result.revision, revision, "seed {}", self.seed);
                let answer = Answer { status: end.status, path: end.path, result: end.result };
                self.judge(Function::gridstar_stepper_finish, &asked, &answer, &[A_STAR]);
            }
            // Dropping the stepper destroys it, finished or not.
            _ => return,
        }
        self.stepper = Some((stepper, asked, revision));
    }

    fn begin_stepper(&mut self) {
        let (asked, def) = self.asked();
        let asked = Asked { is_stepped: true, ..asked };
        let (stepper, window) = self.during(Function::gridstar_stepper_begin, |watched| {
            TestStepper::begin(&watched.grid, asked.start, asked.goal, Some(&def)).unwrap()
        });
        tally::made(Function::gridstar_stepper_get_info);
        let revision = stepper.info().unwrap().revision;
        self.see(revision, window);
        self.stepper = Some((stepper, asked, revision));
    }
}
