//! The objects behind the ids of fields over floors.
//!
//! A shown field never changes: one that is brought up to date is another value, which takes the place of the shown one
//! when it is ready. Readers hold the shown one and wait for nobody.

use super::object::FloorsObject;
use crate::bits::bit_rows::copied;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::boundary::thread_memory::with_scratch;
use crate::ffi::grid::GridstarQueryDef;
use crate::ffi::grid::object::GridObject;
use crate::field::Visits;
use crate::floors::{FloorCell, FloorField, FloorFieldBuilding, FloorsView};
use crate::grid::Cell;
use crate::handle_table::HandleTable;
use crate::try_arc::TryArc;
use parking_lot::Mutex;

pub(crate) static FLOOR_FIELDS: HandleTable<FloorFieldObject> = HandleTable::of_kind(GridstarKind::FloorField as u8);

/// A field over floors as callers know it.
#[derive(Debug)]
pub(crate) struct FloorFieldObject {
    /// The id of the floors, which may have been destroyed.
    pub(super) floors: u64,
    def: GridstarQueryDef,
    work: Poisonable<FloorFieldWork>,
    shown: Mutex<Option<TryArc<FloorField>>>,
    progress: Mutex<FloorFieldProgress>,
}

/// State that calls which build change, one after another.
#[derive(Debug, Default)]
struct FloorFieldWork {
    goals: Vec<FloorCell>,
    building: Option<FloorFieldBuilding>,
    /// Whether an update is wanted after what is under way.
    is_wanted: bool,
    builds: u64,
}

/// How far building has come after the last call that built.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloorFieldProgress {
    pub(super) status: GridstarStatus,
    pub(super) builds: u64,
    /// Memory of what is being built.
    pub(super) bytes: u64,
}

impl FloorFieldObject {
    /// The field of an id. The table's lock is released on return.
    pub(crate) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        FLOOR_FIELDS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// A field that was begun, and built as far as `visits` goes.
    pub(super) fn begin(
        floors: u64,
        goals: &[FloorCell],
        def: GridstarQueryDef,
        visits: u64,
    ) -> Result<(Self, GridstarStatus), GridstarStatus> {
        let status = GridstarStatus::StillRunning;
        let progress = Mutex::new(FloorFieldProgress { status, builds: 0, bytes: 0 });
        let work = Poisonable::new(FloorFieldWork::default());
        let object = Self { floors, def, work, shown: Mutex::default(), progress };
        let status = object.set_goals(goals, visits)?;
        Ok((object, status))
    }

    /// The shown field.
    pub(super) fn shown(&self) -> Result<TryArc<FloorField>, GridstarStatus> {
        self.shown.lock().clone().ok_or(GridstarStatus::NotReady)
    }

    /// How far building has come. Waits for nobody.
    pub(super) fn progress(&self) -> Result<FloorFieldProgress, GridstarStatus> {
        if self.work.is_poisoned() { Err(GridstarStatus::Poisoned) } else { Ok(*self.progress.lock()) }
    }

    /// Runs a call that builds, and notes how far it has come.
    fn build(&self, call: impl FnOnce(&mut FloorFieldWork) -> CallOutcome) -> CallOutcome {
        self.work.with(|work| {
            let outcome = call(work);
            let is_ready = work.building.is_none() && !work.is_wanted;
            *self.progress.lock() = FloorFieldProgress {
                status: match outcome {
                    _ if is_ready => GridstarStatus::Ok,
                    Err(status) if status != GridstarStatus::OutOfMemory => status,
                    _ => GridstarStatus::StillRunning,
                },
                builds: work.builds,
                bytes: size_of::<Self>() as u64 + work.building.as_ref().map_or(0, FloorFieldBuilding::bytes),
            };
            outcome
        })
    }

    /// Wants the field of other goals. Earlier work is left out.
    pub(super) fn set_goals(&self, goals: &[FloorCell], visits: u64) -> CallOutcome {
        let object = FloorsObject::of(self.floors)?;
        {
            let plan = object.plan();
            goals.iter().try_for_each(|&goal| plan.check(goal))?;
        }
        let goals = copied(goals)?;
        self.build(|work| {
            let known = std::mem::replace(&mut work.goals, goals);
            match self.begin_building(&object, work) {
                Ok(()) => self.go_on(work, &mut Visits::new(visits)),
                Err(status) => {
                    work.goals = known;
                    Err(status)
                }
            }
        })
    }

    /// Wants the field of the floors as they are now.
    pub(super) fn update(&self, visits: u64) -> CallOutcome {
        self.build(|work| {
            work.is_wanted = true;
            self.go_on(work, &mut Visits::new(visits))
        })
    }

    /// Goes on building. `visits` is 0 for all.
    pub(crate) fn advance(&self, visits: u64) -> CallOutcome {
        self.build(|work| self.go_on(work, &mut Visits::new(visits)))
    }

    /// Begins a field of the floors as they are now, unless the shown one is.
    fn begin_building(&self, object: &FloorsObject, work: &mut FloorFieldWork) -> Result<(), GridstarStatus> {
        let mut view = FloorsView::new();
        let read = |grid: &GridObject| grid.plain_query(Cell::default(), Cell::default(), &self.def);
        let (legs, plan) = object.see_all(&mut view, &work.goals, &self.def, read)?;
        if !view.keeps_all() {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        let shown = self.shown.lock().clone();
        let mut goals = copied(&work.goals)?;
        crate::sorting::sort(&mut goals);
        goals.dedup();
        let is_shown = shown.as_ref().is_some_and(|shown| shown.shows(plan, &view, &legs, &goals));
        work.building = if is_shown { None } else { Some(FloorFieldBuilding::new(view, plan, &legs, &goals, shown)?) };
        work.is_wanted = false;
        Ok(())
    }

    /// Goes on with what is under way, and then with what is wanted.
    fn go_on(&self, work: &mut FloorFieldWork, visits: &mut Visits) -> CallOutcome {
        loop {
            let is_wanted = work.is_wanted;
            if let Some(building) = &mut work.building {
                let ready = with_scratch(|scratch| Ok(building.advance(visits, scratch)?))?;
                let Some(field) = ready else { return Ok(GridstarStatus::StillRunning) };
                work.builds += u64::from(building.is_built());
                // Without memory for the field, it is built again.
                (work.building, work.is_wanted) = (None, true);
                let field = TryArc::try_new(field)?;
                work.is_wanted = is_wanted;
                *self.shown.lock() = Some(field);
            }
            if !work.is_wanted {
                return Ok(GridstarStatus::Ok);
            }
            self.begin_building(&*FloorsObject::of(self.floors)?, work)?;
        }
    }
}
