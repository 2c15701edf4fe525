//! The objects behind the ids of fields.
//!
//! What a field shows never changes: a field that is built or brought up to date is another value, which takes the
//! place of the shown one when it is ready. Readers hold the shown one and wait for nobody. After edits, two values
//! take turns: [`Field::begin_update`].

use crate::OutOfMemory;
use crate::bits::bit_rows::copied;
use crate::ffi::boundary::kinds::Kind;
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::ffi::cover::object::view_and_agent;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::structs::GridstarQueryDef;
use crate::field::{Combination, Combined, Field, FieldRules, Sense, Tools};
use crate::grid::{Cell, GridPlace, GridSpace, Layout};
use crate::handle_table::HandleTable;
use crate::index::IndexedGrid;
use crate::movement::{Agent, Profile};
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
    /// The fields from which it is made, in place of goals.
    pub(super) parts: Option<Parts>,
    work: Poisonable<Work>,
    /// Where the work stands, for callers that do not wait for it.
    progress: Mutex<Progress>,
    shown: Mutex<Option<TryArc<Field>>>,
}

/// Ids of fields with the weights of their costs.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) how: Combination,
    pub(super) fields: Vec<(u64, f64)>,
}

impl Parts {
    /// How often one of the fields has shown something new.
    fn times_shown(&self) -> Result<u64, GridstarStatus> {
        self.fields.iter().try_fold(0, |sum, &(id, _)| Ok(sum + FieldObject::of(id)?.progress()?.times_shown))
    }

    /// What the fields show. They must be fields of a grid by the same costs.
    fn shown(&self, grid: u64, rules: &FieldRules) -> Result<Combined<TryArc<Field>>, GridstarStatus> {
        let mut fields = Vec::new();
        fields.try_reserve_exact(self.fields.len()).map_err(OutOfMemory::from)?;
        for &(id, weight) in &self.fields {
            let object = FieldObject::of(id)?;
            let shown = object.shown()?;
            if object.grid != grid || shown.rules().costs != rules.costs {
                return Err(GridstarStatus::UnsupportedQuery);
            }
            fields.push((shown, weight));
        }
        Ok(Combined::new(self.how, fields.into_iter())?)
    }
}

/// What calls that build change, one after another.
#[derive(Debug, Default)]
struct Work {
    goals: Vec<Cell>,
    /// The profile of the last field that was begun.
    profile: Option<TryArc<Profile>>,
    /// The field that is being built, in the memory in which it will be shown. If there is none, the shown field is the
    /// last one that was begun.
    next: Option<TryArc<Field>>,
    /// The field that was shown before, once updates were asked for.
    twin: Option<TryArc<Field>>,
    /// Those of the shown field; likewise.
    tools: Option<Tools>,
    is_updated: bool,
    /// Whether a repair has failed for lack of memory. The next call begins it again.
    has_failed: bool,
    builds: u64,
    times_shown: u64,
    /// That of the parts when the last field was begun.
    times_parts_shown: u64,
}

/// How far building has come after the last call that built.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    pub(super) is_building: bool,
    pub(super) builds: u64,
    /// How often the field has shown something new.
    times_shown: u64,
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
        (sense, parts): (Sense, Option<Parts>),
        def: GridstarQueryDef,
        cells: u64,
    ) -> Result<(Self, GridstarStatus), GridstarStatus> {
        let place = GridObject::of(grid)?.space().place();
        let (work, progress, shown) = Default::default();
        let object = Self { grid, place, def, sense, parts, work: Poisonable::new(work), progress, shown };
        let status = object.set_goals(goals, cells)?;
        Ok((object, status))
    }

    /// Where the grid lies in the world now; after its end, where it was when the field was created.
    pub(super) fn space(&self, layout: Layout) -> GridSpace {
        GridObject::of(self.grid).map_or_else(|_| self.place.space(layout), |grid| grid.space())
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
            let others = [&work.next, &work.twin].map(|field| field.as_ref().map_or(0, |field| field.bytes()));
            let of_tools = work.tools.as_ref().map_or(0, Tools::bytes);
            let own = size_of::<Self>() + work.goals.capacity() * size_of::<Cell>();
            *self.progress.lock() = Progress {
                is_building: work.next.is_some() || work.has_failed,
                builds: work.builds,
                times_shown: work.times_shown,
                bytes: own as u64 + others.iter().sum::<u64>() + of_tools,
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

    /// Begins the field of the grid as it is now, if the shown one differs. What is under way for the same goals, rules
    /// and profile goes on first: a repair takes it up to the grid.
    pub(super) fn update(&self, cells: u64) -> Outcome {
        self.build(|work| self.update_next(work, cells))
    }

    fn update_next(&self, work: &mut Work, cells: u64) -> Outcome {
        let object = GridObject::of(self.grid)?;
        let (view, agent) = view_and_agent((&object, self.grid), &self.def)?;
        let rules = self.rules(&object)?;
        let last = work.next.clone().or_else(|| self.shown.lock().clone());
        let is_alike = last.as_ref().is_some_and(|last| last.is_of(&rules));
        let mut is_latest = last.is_some_and(|last| last.revision() >= view.map().revision());
        match &self.parts {
            Some(parts) => is_latest &= parts.times_shown()? == work.times_parts_shown,
            None => work.is_updated |= !is_latest,
        }
        if !is_alike || agent.profile.as_deref() != work.profile.as_deref() {
            let goals = copied(&work.goals)?;
            self.begin_next(&object, work, goals)?;
            return self.advance_next(work, cells);
        }
        let status = self.advance_next(work, cells)?;
        if is_latest || status != GridstarStatus::Ok {
            return Ok(status);
        }
        self.begin_update(&object, work, (view, agent))?;
        self.advance_next(work, cells)
    }

    fn rules(&self, object: &GridObject) -> Result<FieldRules, GridstarStatus> {
        let query = object.plain_query(Cell::default(), Cell::default(), &self.def)?;
        let (diagonal_rule, costs, max_cost) = (query.diagonal_rule, query.costs, query.max_cost);
        Ok(FieldRules { diagonal_rule, costs, max_cost, sense: self.sense })
    }

    /// Begins a repair of the shown field for a state of the grid, or a field of the same goals.
    fn begin_update(
        &self,
        object: &GridObject,
        work: &mut Work,
        (view, agent): (TryArc<IndexedGrid>, Agent),
    ) -> Result<(), GridstarStatus> {
        if self.parts.is_some() {
            return self.begin_next(object, work, Vec::new());
        }
        let shown = self.shown()?;
        let (_, changed) = object.grid.changes_since(shown.revision(), usize::MAX)?;
        let (twin, tools) = (work.twin.take(), work.tools.take());
        work.has_failed = true;
        work.next = shown.begin_update(view, &agent, changed.rects(), twin, tools)?;
        if work.next.is_none() {
            let goals = copied(&work.goals)?;
            self.begin_next(object, work, goals)?;
        }
        work.has_failed = false;
        Ok(())
    }

    fn begin_next(&self, object: &GridObject, work: &mut Work, goals: Vec<Cell>) -> Result<(), GridstarStatus> {
        let rules = self.rules(object)?;
        let (view, agent) = view_and_agent((object, self.grid), &self.def)?;
        let next = match &self.parts {
            Some(_) if rules.max_cost.is_some() => return Err(GridstarStatus::UnsupportedQuery),
            Some(parts) => {
                work.times_parts_shown = parts.times_shown()?;
                Field::begin_combined(view, &agent, parts.shown(self.grid, &rules)?, rules)?
            }
            None => Field::begin(view, &agent, &goals, rules)?,
        };
        let next = TryArc::try_new(next)?;
        (work.goals, work.profile, work.next) = (goals, agent.profile, Some(next));
        (work.twin, work.tools, work.has_failed) = Default::default();
        Ok(())
    }

    /// Goes on building. `cells` is 0 for all.
    pub(crate) fn advance(&self, cells: u64) -> Outcome {
        self.build(|work| if work.has_failed { self.update_next(work, cells) } else { self.advance_next(work, cells) })
    }

    fn advance_next(&self, work: &mut Work, cells: u64) -> Outcome {
        let Some(next) = work.next.as_mut().and_then(TryArc::get_mut) else { return Ok(GridstarStatus::Ok) };
        let is_ready = match next.advance_by(cells) {
            Ok(is_ready) => is_ready,
            Err(error) => {
                if !next.can_go_on() {
                    (work.next, work.has_failed) = (None, true);
                }
                return Err(error.into());
            }
        };
        if !is_ready {
            return Ok(GridstarStatus::StillRunning);
        }
        let tools = next.take_tools();
        work.times_shown += 1;
        work.builds += u64::from(tools.as_ref().is_some_and(Tools::is_built));
        work.tools = tools.filter(|_| work.is_updated);
        let shown = work.next.take();
        let before = std::mem::replace(&mut *self.shown.lock(), shown);
        work.twin = before.filter(|_| work.is_updated);
        Ok(GridstarStatus::Ok)
    }
}
