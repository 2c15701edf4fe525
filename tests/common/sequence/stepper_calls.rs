//! Calls of steppers. A stepper sees its grid in the state of its beginning.

use super::asked::{A_STAR, Answer, Asked};
use super::path_calls::AgentQuery;
use super::tally::{self, Function};
use super::world::World;
use crate::abi::empty_result;
use crate::terrain::AgentMap;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::mem::zeroed;
use std::ptr::null;

const RUNNING: GridstarStatus = GridstarStatus::StillRunning;
const MOST: usize = 3;

/// The model of a stepper.
#[derive(Debug)]
pub struct StepperModel {
    pub id: u64,
    asked: Asked,
    /// The grid's map, as the agent sees it, cell types and revision when the stepper began.
    map: AgentMap,
    types: Vec<u8>,
    revision: u64,
    status: GridstarStatus,
    expansions: u32,
}

impl World {
    pub fn step_stepper(&mut self) {
        let count = self.steppers.len();
        if count == 0 || count < MOST && self.random.percent(15) {
            return self.begin_stepper();
        }
        let at = self.below(count);
        match self.random.below(20) {
            0..9 => self.advance(at),
            9..11 => self.finish(at),
            11..13 => self.stepper_info(at),
            13..15 => self.read_changes(at),
            15..17 => self.read_searched_cells(at),
            17..18 => self.read_open(at),
            _ => self.destroy_stepper(at),
        }
    }

    fn begin_stepper(&mut self) {
        let at = self.below(self.grids.len());
        let AgentQuery { asked, def, map, .. } = self.query(at);
        let asked = Asked { is_stepped: true, ..asked };
        let (grid, start, goal) = (self.grids[at].id, asked.start, asked.goal);
        let def = def.as_ref().map_or(null(), |def| def);
        let mut id = 0;
        let function = Function::gridstar_stepper_begin;
        // SAFETY: the pointers come from references, or are null.
        let status = self.call(function, format_args!("{grid:#x} {asked:?}"), || unsafe {
            gridstar_stepper_begin(grid, &start, &goal, def, &mut id)
        });
        let types = self.grids[at].terrain.types.clone();
        let stands = &map.stands;
        let is_begun = status == RUNNING;
        let is_right = match (stands.contains(start), stands.contains(goal)) {
            (false, _) => status == GridstarStatus::StartOutside,
            (_, false) => status == GridstarStatus::GoalOutside,
            _ if start == goal || stands.is_walkable(goal) => is_begun,
            _ => status == GridstarStatus::GoalBlocked,
        };
        assert!(is_right && id != 0, "{status:?}: {asked:?}\n{stands}");
        tally::compared(function);
        let revision = self.grids[at].revision;
        self.steppers.push(StepperModel { id, asked, map, types, revision, status, expansions: 0 });
        self.stepper_info(self.steppers.len() - 1);
        self.check_live_counts();
    }

    fn advance(&mut self, at: usize) {
        let count = match self.random.below(10) {
            0 => u32::MAX,
            1 => 0,
            2..5 => 1,
            _ => self.random.between(2, 40),
        };
        let id = self.steppers[at].id;
        let function = Function::gridstar_stepper_advance;
        let status = self.call(function, format_args!("{id:#x} {count}"), || gridstar_stepper_advance(id, count));
        let was_refused = self.was_refused;
        let model = &self.steppers[at];
        let (before, was) = (model.expansions, model.status);
        let is_right = status == was || was == RUNNING;
        assert!(is_right, "{was:?} became {status:?}");
        self.steppers[at].status = status;
        let expansions = self.stepper_state(at).expansions;
        let model = &mut self.steppers[at];
        model.expansions = expansions;
        // A call that ran out of memory has made some of its expansions already.
        let most = before.saturating_add(count).saturating_add(if was_refused { count } else { 0 });
        let is_right = match status {
            RUNNING if !was_refused => expansions == most,
            _ => (before..=most).contains(&expansions),
        };
        assert!(is_right, "{before} expansions became {expansions} after {count} more: {status:?}");
        let is_stopped = status == GridstarStatus::LimitReached && expansions != model.asked.settings.limit;
        assert!(!is_stopped, "stopped after {expansions} expansions: {:?}", model.asked);
        tally::compared(function);
    }

    fn finish(&mut self, at: usize) {
        let (id, was) = (self.steppers[at].id, self.steppers[at].status);
        let mut path = vec![Cell::default(); self.steppers[at].types.len()];
        let mut result = empty_result();
        let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
        let function = Function::gridstar_stepper_finish;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe {
            gridstar_stepper_finish(id, pointer, capacity, &mut result)
        });
        path.truncate(result.length as usize);
        let model = &mut self.steppers[at];
        assert!(status == was || was == RUNNING, "{was:?} became {status:?}");
        (model.status, model.expansions) = (status, result.expansions);
        assert_eq!(result.revision, model.revision, "wrong revision of a stepper");
        let answer = Answer { status, path, result };
        model.asked.judge(&model.map, &answer, true, &[A_STAR]).unwrap_or_else(|problem| panic!("{problem}"));
        tally::compared(function);
    }

    /// The result of gridstar_stepper_get_info.
    fn stepper_state(&mut self, at: usize) -> GridstarStepperInfo {
        let id = self.steppers[at].id;
        // SAFETY: zeros are a valid value of the struct.
        let mut info: GridstarStepperInfo = unsafe { zeroed() };
        info.struct_size = size_of::<GridstarStepperInfo>() as u32;
        let function = Function::gridstar_stepper_get_info;
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status =
            self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_stepper_get_info(id, &mut info) });
        assert_eq!(status, GridstarStatus::Ok);
        info
    }

    pub fn stepper_info(&mut self, at: usize) {
        let info = self.stepper_state(at);
        let is_further = info.expansions > self.steppers[at].expansions;
        if is_further && self.is_after_refusal {
            // A call that ran out of memory has made some of its expansions already.
            self.steppers[at].expansions = info.expansions;
        }
        let StepperModel { asked, map, revision, status, expansions, .. } = &self.steppers[at];
        let ends = [info.start_x, info.start_y, info.goal_x, info.goal_y];
        assert_eq!(ends, [asked.start.x, asked.start.y, asked.goal.x, asked.goal.y]);
        assert_eq!((info.width as i32, info.height as i32), (map.stands.width(), map.stands.height()));
        assert_eq!((info.status, info.expansions), (*status as i32, *expansions));
        assert_eq!((info.revision, info.max_expansions), (*revision, asked.settings.limit));
        tally::compared(Function::gridstar_stepper_get_info);
    }

    fn read_changes(&mut self, at: usize) {
        let info = self.stepper_state(at);
        let id = self.steppers[at].id;
        let none = GridstarSearchChange { x: 0, y: 0, kind: 0, expansion: 0 };
        let mut changes = vec![none; info.change_count as usize + 1];
        let (pointer, capacity, mut count) = (changes.as_mut_ptr(), changes.len() as u32, u32::MAX);
        let function = Function::gridstar_stepper_get_changes;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe {
            gridstar_stepper_get_changes(id, pointer, capacity, &mut count)
        });
        assert_eq!((status, count), (GridstarStatus::Ok, info.change_count));
        let map = &self.steppers[at].map.stands;
        let is_right = |change: &GridstarSearchChange| {
            map.contains(Cell::new(change.x, change.y))
                && (1..=3).contains(&change.kind)
                && change.expansion <= info.expansions
        };
        assert!(changes[..count as usize].iter().all(is_right), "{changes:?}");
        tally::compared(function);
    }

    fn read_searched_cells(&mut self, at: usize) {
        let info = self.stepper_state(at);
        let StepperModel { id, ref map, .. } = self.steppers[at];
        let (width, height) = (map.stands.width() as u32, map.stands.height() as u32);
        let whole = Rect { x: 0, y: 0, width, height };
        let one = Rect { width: 1, height: 1, ..whole };
        let rect = if self.random.percent(70) { whole } else { one };
        let mut cells = searched_cells((rect.width * rect.height) as usize);
        let (pointer, capacity, mut count) = (cells.as_mut_ptr(), cells.len() as u32, u32::MAX);
        let function = Function::gridstar_stepper_get_cells;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x} {rect:?}"), || unsafe {
            gridstar_stepper_get_cells(
                id,
                &GridstarRect { x: 0, y: 0, width: rect.width, height: rect.height },
                pointer,
                capacity,
                &mut count,
            )
        });
        assert_eq!((status, count), (GridstarStatus::Ok, capacity));
        let StepperModel { map, types, .. } = &self.steppers[at];
        for cell in &cells {
            let right = u32::from(types[map.stands.index(Cell::new(cell.x, cell.y))]);
            assert_eq!(cell.cell_type, right, "a stepper shows a later edit: {cell:?}");
        }
        if rect == whole {
            let with = |state| cells.iter().filter(|cell| cell.state == state).count() as u32;
            let [open, closed] =
                [GridstarSearchCellState::Open, GridstarSearchCellState::Closed].map(|s| with(s as u32));
            assert_eq!((open, closed), (info.open_count, info.expansions));
        }
        tally::compared(function);
    }

    fn read_open(&mut self, at: usize) {
        let info = self.stepper_state(at);
        let (id, most) = (self.steppers[at].id, self.random.below(20));
        let mut cells = searched_cells(info.open_count as usize);
        let (pointer, capacity, mut count) = (cells.as_mut_ptr(), cells.len() as u32, u32::MAX);
        let function = Function::gridstar_stepper_get_open;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x} {most}"), || unsafe {
            gridstar_stepper_get_open(id, most, pointer, capacity, &mut count)
        });
        let right = if most == 0 { info.open_count } else { most.min(info.open_count) };
        assert_eq!((status, count), (GridstarStatus::Ok, right));
        assert!(cells[..count as usize].iter().all(|cell| cell.state == GridstarSearchCellState::Open as u32));
        tally::compared(function);
    }

    pub fn destroy_stepper(&mut self, at: usize) {
        let id = self.steppers.swap_remove(at).id;
        let function = Function::gridstar_destroy;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.dead.push(id);
        self.note(Function::gridstar_is_valid, format_args!("{id:#x}"));
        assert_eq!(gridstar_is_valid(id, GridstarKind::Stepper as u32), GridstarStatus::InvalidId);
        tally::compared(Function::gridstar_is_valid);
        self.check_live_counts();
    }
}

fn searched_cells(count: usize) -> Vec<GridstarSearchCell> {
    // SAFETY: zeros are a valid value of the struct.
    vec![unsafe { zeroed() }; count]
}
