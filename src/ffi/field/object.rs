//! The objects behind the ids of fields.
//!
//! What a field shows never changes: a field that is built or brought up to date is another value, which takes the
//! place of the shown one when it is ready. Readers hold the shown one and wait for nobody.

use crate::bits::bit_rows::copied;
use crate::ffi::boundary::kinds::Kind;
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::ffi::cover::object::view_and_agent;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::structs::GridstarQueryDef;
use crate::field::{Field, FieldRules, Sense};
use crate::grid::{Cell, GridPlace, GridSpace};
use crate::handle_table::HandleTable;
use crate::movement::Profile;
use crate::try_arc::TryArc;
use parking_lot::Mutex;

pub(crate) static FIELDS: HandleTable<FieldObject> = HandleTable::of_kind(Kind::Field as u8);

/// A field as callers know it.
#[derive(Debug)]
pub(crate) struct FieldObject {
    /// The id of the grid, which may have been destroyed.
    pub(super) grid: u64,
    /// Where the grid was in the world when the field was created.
    place: GridPlace,
    def: GridstarQueryDef,
    pub(super) sense: Sense,
    work: Poisonable<Work>,
    /// Where the work stands, for callers that do not wait for it.
    progress: Mutex<Progress>,
    shown: Mutex<Option<TryArc<Field>>>,
}

/// What calls that build change, one after another.
#[derive(Debug, Default)]
struct Work {
    goals: Vec<Cell>,
    /// The profile of the last field that was begun.
    profile: Option<TryArc<Profile>>,
    /// The field that is being built, in the memory in which it will be shown.
    next: Option<TryArc<Field>>,
    /// Whether the shown field is the last one that was begun.
    is_shown: bool,
    builds: u64,
}

/// How far building has come after the last call that built.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    pub(super) is_building: bool,
    pub(super) builds: u64,
    /// Memory of the object and of the field that is being built.
    pub(super) bytes: u64,
}

impl FieldObject {
    /// The field of an id. The table's lock is released on return.
    pub(crate) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        FIELDS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// A field that was begun, and built as far as `cells` goes.
    pub(super) fn begin(
        grid: u64,
        goals: &[Cell],
        sense: Sense,
        def: GridstarQueryDef,
        cells: u64,
    ) -> Result<(Self, GridstarStatus), GridstarStatus> {
        let place = GridObject::of(grid)?.space().place();
        let (work, progress, shown) = Default::default();
        let object = Self { grid, place, def, sense, work: Poisonable::new(work), progress, shown };
        let status = object.set_goals(goals, cells)?;
        Ok((object, status))
    }

    /// Where the grid lies in the world now; after its end, where it was when the field was created.
    pub(super) fn space(&self) -> GridSpace {
        GridObject::of(self.grid).map_or_else(|_| self.place.space(), |grid| grid.space())
    }

    /// What the field shows.
    pub(super) fn shown(&self) -> Result<TryArc<Field>, GridstarStatus> {
        self.shown.lock().clone().ok_or(GridstarStatus::NotReady)
    }

    /// How far building has come. Waits for nobody.
    pub(super) fn progress(&self) -> Result<Progress, GridstarStatus> {
        if self.work.is_poisoned() { Err(GridstarStatus::Poisoned) } else { Ok(*self.progress.lock()) }
    }

    /// Runs a call that builds, and notes how far it has come.
    fn build(&self, call: impl FnOnce(&mut Work) -> Outcome) -> Outcome {
        self.work.with(|work| {
            let outcome = call(work);
            let of_next = work.next.as_ref().map_or(0, |next| next.bytes());
            *self.progress.lock() = Progress {
                is_building: work.next.is_some(),
                builds: work.builds,
                bytes: (size_of::<Self>() + work.goals.capacity() * size_of::<Cell>()) as u64 + of_next,
            };
            outcome
        })
    }

    /// Begins the field of other goals.
    pub(super) fn set_goals(&self, goals: &[Cell], cells: u64) -> Outcome {
        let object = GridObject::of(self.grid)?;
        goals.iter().try_for_each(|&goal| object.check(goal))?;
        let goals = copied(goals)?;
        self.build(|work| {
            self.begin_next(&object, work, goals)?;
            self.advance_next(work, cells)
        })
    }

    /// Begins the field of the grid as it is now, if the shown one differs.
    pub(super) fn update(&self, cells: u64) -> Outcome {
        let object = GridObject::of(self.grid)?;
        self.build(|work| {
            let of_shown = || self.shown.lock().as_ref().filter(|_| work.is_shown).map(|field| field.revision());
            let latest = work.next.as_ref().map(|next| next.revision()).or_else(of_shown);
            let (view, agent) = view_and_agent((&object, self.grid), &self.def)?;
            if latest != Some(view.map().revision()) || agent.profile.as_deref() != work.profile.as_deref() {
                let goals = copied(&work.goals)?;
                self.begin_next(&object, work, goals)?;
            }
            self.advance_next(work, cells)
        })
    }

    fn begin_next(&self, object: &GridObject, work: &mut Work, goals: Vec<Cell>) -> Result<(), GridstarStatus> {
        let query = object.plain_query(Cell::default(), Cell::default(), &self.def)?;
        let (view, agent) = view_and_agent((object, self.grid), &self.def)?;
        let rules = FieldRules {
            diagonal_rule: query.diagonal_rule,
            costs: query.costs,
            max_cost: query.max_cost,
            sense: self.sense,
        };
        let next = TryArc::try_new(Field::begin(view, &agent, &goals, rules)?)?;
        (work.goals, work.profile, work.next, work.is_shown) = (goals, agent.profile, Some(next), false);
        Ok(())
    }

    /// Goes on building. `cells` is 0 for all.
    pub(crate) fn advance(&self, cells: u64) -> Outcome {
        self.build(|work| self.advance_next(work, cells))
    }

    fn advance_next(&self, work: &mut Work, cells: u64) -> Outcome {
        let Some(next) = work.next.as_mut().and_then(TryArc::get_mut) else { return Ok(GridstarStatus::Ok) };
        let is_ready = match cells {
            0 => loop {
                if next.advance(u64::MAX)? {
                    break true;
                }
            },
            cells => next.advance(cells)?,
        };
        if !is_ready {
            return Ok(GridstarStatus::StillRunning);
        }
        if let Some(next) = work.next.take() {
            work.builds += 1;
            work.is_shown = true;
            let before = self.shown.lock().replace(next);
            drop(before);
        }
        Ok(GridstarStatus::Ok)
    }
}
