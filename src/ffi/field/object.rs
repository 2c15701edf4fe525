//! The objects behind the ids of fields.
//!
//! A shown field never changes: a field that is built or brought up to date is another value, which takes the
//! place of the shown one when it is ready. Readers hold the shown one and wait for nobody. After edits, two values
//! take turns: [`Field::begin_update`].
//!
//! Work that is under way goes on to its end and is shown. A request meanwhile is a [`Wish`], which begins then, for
//! the grid as it is then. So callers who want something new in each frame see something new whenever work ends.

use crate::OutOfMemory;
use crate::bits::bit_rows::copied;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::cover::{check_agent, view_and_agent};
use crate::ffi::grid::GridstarQueryDef;
use crate::ffi::grid::object::GridObject;
use crate::field::{Combination, Combined, Field, FieldRules, Sense, Spare, Tools, Visits};
use crate::grid::{Cell, GridPlace, GridSpace, Layout};
use crate::handle_table::HandleTable;
use crate::movement::Profile;
use crate::try_arc::TryArc;
use parking_lot::Mutex;

pub(crate) static FIELDS: HandleTable<FieldObject> = HandleTable::of_kind(GridstarKind::Field as u8);

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
    pub(super) parts: Option<CombinedParts>,
    work: Poisonable<FieldWork>,
    /// Where the work stands, for callers that do not wait for it.
    progress: Mutex<BuildProgress>,
    shown: Mutex<Option<TryArc<Field>>>,
}

/// Ids of fields with the weights of their costs.
#[derive(Debug)]
pub(super) struct CombinedParts {
    pub(super) how: Combination,
    pub(super) fields: Vec<(u64, f64)>,
}

impl CombinedParts {
    /// How often one of the fields has shown something new.
    fn times_shown(&self) -> Result<u64, GridstarStatus> {
        self.fields.iter().try_fold(0, |sum, &(id, _)| Ok(sum + FieldObject::of(id)?.progress()?.times_shown))
    }

    /// The shown fields. They must be fields of a grid by the same costs.
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

/// Request besides the work that is under way.
#[derive(Debug, Default)]
enum Wish {
    #[default]
    Nothing,
    /// The grid as it is when the wish begins.
    Update,
    /// The newest state with other goals.
    Goals(Vec<Cell>),
}

/// State that calls which build change, one after another.
#[derive(Debug, Default)]
struct FieldWork {
    goals: Vec<Cell>,
    /// The profile of the last field that was begun.
    profile: Option<TryArc<Profile>>,
    /// The field that is being built, in the memory in which it will be shown. If there is none, the shown field is the
    /// last one that was begun.
    next: Option<TryArc<Field>>,
    wish: Wish,
    /// Memory that the next field can use.
    spare: Spare,
    builds: u64,
    times_shown: u64,
    /// Sum of the parts' counts when the last field was begun.
    times_parts_shown: u64,
}

/// How far building has come after the last call that built.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuildProgress {
    /// OK, STILL_RUNNING, or the error that keeps a wish from beginning.
    pub(super) status: GridstarStatus,
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
        (sense, parts): (Sense, Option<CombinedParts>),
        def: GridstarQueryDef,
        cells: u64,
    ) -> Result<(Self, GridstarStatus), GridstarStatus> {
        let place = GridObject::of(grid)?.space().place();
        let progress = BuildProgress { status: GridstarStatus::StillRunning, builds: 0, times_shown: 0, bytes: 0 };
        let (work, progress, shown) = (Poisonable::new(FieldWork::default()), Mutex::new(progress), Mutex::default());
        let object = Self { grid, place, def, sense, parts, work, progress, shown };
        let status = object.set_goals(goals, cells)?;
        Ok((object, status))
    }

    /// Where the grid lies in the world now; after its end, where it was when the field was created.
    pub(super) fn space(&self, layout: Layout) -> GridSpace {
        GridObject::of(self.grid).map_or_else(|_| self.place.space(layout), |grid| grid.space())
    }

    /// The shown field.
    pub(super) fn shown(&self) -> Result<TryArc<Field>, GridstarStatus> {
        self.shown.lock().clone().ok_or(GridstarStatus::NotReady)
    }

    /// How far building has come. Waits for nobody.
    pub(super) fn progress(&self) -> Result<BuildProgress, GridstarStatus> {
        if self.work.is_poisoned() { Err(GridstarStatus::Poisoned) } else { Ok(*self.progress.lock()) }
    }

    /// Runs a call that builds, and notes how far it has come.
    fn build(&self, call: impl FnOnce(&mut FieldWork) -> CallOutcome) -> CallOutcome {
        self.work.with(|work| {
            let outcome = call(work);
            let next = work.next.as_ref().map_or(0, |field| field.bytes());
            let own = size_of::<Self>() + work.goals.capacity() * size_of::<Cell>();
            *self.progress.lock() = BuildProgress {
                status: work.status(outcome),
                builds: work.builds,
                times_shown: work.times_shown,
                bytes: own as u64 + next + work.spare.bytes(),
            };
            outcome
        })
    }

    /// Wants the field of other goals.
    pub(super) fn set_goals(&self, goals: &[Cell], cells: u64) -> CallOutcome {
        let object = GridObject::of(self.grid)?;
        goals.iter().try_for_each(|&goal| object.check(goal))?;
        self.rules(&object)?;
        check_agent((&object, self.grid), &self.def)?;
        let (goals, mut visits) = (copied(goals)?, Visits::new(cells));
        self.build(|work| {
            work.wish = Wish::Goals(goals);
            if visits.are_unlimited() {
                // Nobody would see it.
                work.next = None;
            }
            self.go_on(work, &mut visits)
        })
    }

    /// Wants the field of the grid as it is now, if it differs from what is shown or under way.
    pub(super) fn update(&self, cells: u64) -> CallOutcome {
        self.build(|work| {
            let object = GridObject::of(self.grid)?;
            if !self.is_latest(&object, work)? && matches!(work.wish, Wish::Nothing) {
                work.wish = Wish::Update;
            }
            self.go_on(work, &mut Visits::new(cells))
        })
    }

    /// Whether what is under way, or else what is shown, is of the grid, the profile and the parts as they are now.
    /// Takes no view of the grid, so that edits need not be made for work that is still under way.
    fn is_latest(&self, object: &GridObject, work: &FieldWork) -> Result<bool, GridstarStatus> {
        let agent = check_agent((object, self.grid), &self.def)?;
        let (rules, revision) = (self.rules(object)?, object.grid.revision()?);
        let is_of_now = |field: &TryArc<Field>| field.is_of(&rules) && field.revision() >= revision;
        let is_alike = match &work.next {
            Some(next) => is_of_now(next),
            None => self.shown.lock().as_ref().is_some_and(is_of_now),
        };
        let are_parts_alike = match &self.parts {
            Some(parts) => parts.times_shown()? == work.times_parts_shown,
            None => true,
        };
        Ok(is_alike && are_parts_alike && agent.profile.as_deref() == work.profile.as_deref())
    }

    fn rules(&self, object: &GridObject) -> Result<FieldRules, GridstarStatus> {
        let query = object.plain_query(Cell::default(), Cell::default(), &self.def)?;
        let (diagonal_rule, costs, max_cost) = (query.diagonal_rule, query.costs, query.max_cost);
        Ok(FieldRules { diagonal_rule, costs, max_cost, sense: self.sense })
    }

    /// Begins what is wanted. What fails to begin is still wanted.
    fn begin_wish(&self, work: &mut FieldWork) -> Result<(), GridstarStatus> {
        let object = GridObject::of(self.grid)?;
        let mut wish = std::mem::take(&mut work.wish);
        let begun = match &mut wish {
            Wish::Nothing => Ok(()),
            Wish::Update => self.begin_update(&object, work),
            Wish::Goals(goals) => self.begin_next(&object, work, goals),
        };
        if begun.is_err() {
            work.wish = wish;
        }
        begun
    }

    /// Begins a repair of the shown field, or a field of the same goals.
    fn begin_update(&self, object: &GridObject, work: &mut FieldWork) -> Result<(), GridstarStatus> {
        let shown = self.shown.lock().clone();
        let (view, agent) = view_and_agent((object, self.grid), &self.def)?;
        let rules = self.rules(object)?;
        let is_alike = agent.profile.as_deref() == work.profile.as_deref();
        if let Some(shown) = shown.filter(|shown| self.parts.is_none() && is_alike && shown.is_of(&rules)) {
            let (_, changed) = object.grid.changes_since(shown.revision(), usize::MAX)?;
            work.next = Field::begin_update(&shown, view, &agent, changed.rects(), &mut work.spare)?;
        }
        if work.next.is_none() {
            let mut goals = std::mem::take(&mut work.goals);
            let begun = self.begin_next(object, work, &mut goals);
            if begun.is_err() {
                work.goals = goals;
            }
            return begun;
        }
        Ok(())
    }

    /// Begins a field of some goals, which it takes if it succeeds.
    fn begin_next(
        &self,
        object: &GridObject,
        work: &mut FieldWork,
        goals: &mut Vec<Cell>,
    ) -> Result<(), GridstarStatus> {
        let rules = self.rules(object)?;
        let (view, agent) = view_and_agent((object, self.grid), &self.def)?;
        let (spare, mut times) = (&mut work.spare, 0);
        let next = match &self.parts {
            Some(_) if rules.max_cost.is_some() => return Err(GridstarStatus::UnsupportedQuery),
            Some(parts) => {
                times = parts.times_shown()?;
                Field::begin_combined(spare, view, &agent, parts.shown(self.grid, &rules)?, rules)?
            }
            None => Field::begin_in(spare, view, &agent, goals, rules)?,
        };
        let next = TryArc::try_new(next)?;
        (work.goals, work.profile, work.next) = (std::mem::take(goals), agent.profile, Some(next));
        work.times_parts_shown = times;
        Ok(())
    }

    /// Goes on building. `cells` is 0 for all.
    pub(crate) fn advance(&self, cells: u64) -> CallOutcome {
        self.build(|work| self.go_on(work, &mut Visits::new(cells)))
    }

    /// Goes on with what is under way, and then with what is wanted.
    fn go_on(&self, work: &mut FieldWork, visits: &mut Visits) -> CallOutcome {
        loop {
            if work.next.is_some() && !self.advance_next(work, visits)? {
                return Ok(GridstarStatus::StillRunning);
            }
            if matches!(work.wish, Wish::Nothing) {
                return Ok(GridstarStatus::Ok);
            }
            self.begin_wish(work)?;
        }
    }

    /// Goes on with what is under way, and shows it once it is ready.
    fn advance_next(&self, work: &mut FieldWork, visits: &mut Visits) -> Result<bool, GridstarStatus> {
        let Some(next) = work.next.as_mut().and_then(TryArc::get_mut) else { return Ok(true) };
        match next.advance(visits) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(error) => {
                if !next.can_go_on() {
                    work.next = None;
                    if matches!(work.wish, Wish::Nothing) {
                        work.wish = Wish::Update;
                    }
                }
                return Err(error.into());
            }
        }
        let tools = next.take_tools();
        work.times_shown += 1;
        work.builds += u64::from(tools.as_ref().is_some_and(Tools::is_built));
        let twin = std::mem::replace(&mut *self.shown.lock(), work.next.take());
        work.spare = Spare { twin, tools };
        Ok(true)
    }
}

impl FieldWork {
    /// The status of a field after a call that builds.
    fn status(&self, outcome: CallOutcome) -> GridstarStatus {
        match outcome {
            _ if self.next.is_none() && matches!(self.wish, Wish::Nothing) => GridstarStatus::Ok,
            Err(error) if self.next.is_none() && error != GridstarStatus::OutOfMemory => error,
            _ => GridstarStatus::StillRunning,
        }
    }
}
