//! Objects on which a call of the table works: living ones, ids that name none, and memory for outputs that shows every
//! write.

use crate::given::Given::{self, *};
use common::abi::TestGrid;
use common::avoidance::{TestCrowd, crowd_agent};
use common::cover::TestCover;
use common::crowd::{TestReservations, planned_agent};
use common::field::TestField;
use common::floor_field::{TestFloorField, submit_floors};
use common::floors::{TestFloors, link_def};
use common::profile::TestProfile;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell as GridCell, Rect};
use std::cell::{Cell, UnsafeCell};
use std::sync::OnceLock;

/// Columns and rows of the grid.
pub(crate) const SIDE: u32 = 4;
/// Cells of the grid.
pub(crate) const CELLS: u32 = SIDE * SIDE;

/// The ends of the fixture's link.
pub(crate) const LINK_ENDS: (FloorCell, FloorCell) = (FloorCell::new(0, 3, 3), FloorCell::new(1, 0, 0));

/// Ticks of the fixture's reservations.
pub(crate) const WINDOW: u32 = 3;

/// Agents to plan. The fixture has planned the first two. Only the first one is on the grid, and takes anything.
pub(crate) static AGENTS: [GridstarPlannedAgent; 3] =
    [planned_agent((0, 0), (0, 2)), planned_agent((-1, 0), (0, 0)), planned_agent((9, 9), (0, 0))];

/// Agents of a crowd. The fixture's has both, with the numbers 0 and 1.
pub(crate) static CROWD: [GridstarCrowdAgent; 2] = [crowd_agent(0.5, 0.5), crowd_agent(2.5, 2.5)];

/// An agent beside them.
pub(crate) static AGENT: [GridstarPlannedAgent; 1] = [planned_agent((3, 3), (2, 3))];

const PATTERN: u64 = 0xa5a5_a5a5_a5a5_a5a5;
const PLACE_WORDS: usize = 32;
const PLACES: usize = 4;

type Memory = [u64; PLACE_WORDS * PLACES];

/// Everything that one call needs. Outputs go to places of 256 bytes in `memory`. After a call that failed, `memory`
/// must equal `image`.
pub(crate) struct Fixture {
    pub(crate) grid: u64,
    /// Two floors, both of which are `grid`, with one link.
    pub(crate) floors: u64,
    owner: TestGrid,
    owner_of_floors: TestFloors,
    stale: u64,
    stale_floors: u64,
    stepper: TestStepper,
    stale_stepper: u64,
    profile: TestProfile,
    stale_profile: u64,
    ticket: TestTicket,
    stale_ticket: u64,
    reservations: TestReservations,
    stale_reservations: u64,
    cover: TestCover,
    stale_cover: u64,
    field: TestField,
    stale_field: u64,
    floor_ticket: TestTicket,
    stale_floor_ticket: u64,
    floor_field: TestFloorField,
    stale_floor_field: u64,
    crowd: TestCrowd,
    stale_crowd: u64,
    memory: UnsafeCell<Memory>,
    image: UnsafeCell<Memory>,
    /// Content of `image` if the call fails with `BUFFER_TOO_SMALL`: an offset in bytes and the needed number,
    /// or `None` for a number that only the call knows.
    needed: UnsafeCell<Vec<(usize, Option<u32>)>>,
    has_outputs: Cell<bool>,
}

/// The first object of each kind of the process, which stay alive. Their ids differ only by their kinds.
struct OneOfEach {
    grid: TestGrid,
    floors: TestFloors,
    stepper: TestStepper,
    profile: TestProfile,
    reservations: TestReservations,
    ticket: TestTicket,
    cover: TestCover,
    field: TestField,
    crowd: TestCrowd,
}

/// An answered ticket of one query with a path of 4 cells.
fn answered(grid: &TestGrid) -> TestTicket {
    let ticket = TestTicket::submit(grid, &Batch::of([request(GridCell::new(0, 0), GridCell::new(3, 3))])).unwrap();
    assert_eq!(ticket.wait(), GridstarStatus::Ok);
    ticket
}

/// A query through floors, from (0, 0) to (3, 3) of floor 0.
pub(crate) fn floor_request() -> GridstarFloorPathRequest {
    let [start, goal] = [(0, 0), (3, 3)].map(|(x, y)| FloorCell::new(0, x, y).into());
    GridstarFloorPathRequest { start, goal, def_index: 0, reserved: 0 }
}

/// An answered ticket of one query through floors with a path of 4 cells.
fn answered_by_floors(floors: &TestFloors) -> TestTicket {
    let ticket = TestTicket::of_id(submit_floors(floors.id(), &[floor_request()]));
    assert_eq!(ticket.wait(), GridstarStatus::Ok);
    ticket
}

impl OneOfEach {
    fn get() -> &'static Self {
        static ONE_OF_EACH: OnceLock<OneOfEach> = OnceLock::new();
        ONE_OF_EACH.get_or_init(|| {
            let grid = TestGrid::new(SIDE, SIDE);
            let stepper = TestStepper::begin(&grid, GridCell::new(0, 0), GridCell::new(3, 3), None).unwrap();
            let (floors, ticket) = (TestFloors::new([&grid, &grid]), answered(&grid));
            let reservations = TestReservations::new(&grid, WINDOW);
            let cover = TestCover::new(&grid);
            let (field, crowd) = (TestField::new(&grid, &[GridCell::new(3, 3)]), TestCrowd::new(&grid));
            Self { floors, grid, stepper, profile: TestProfile::new(), ticket, reservations, cover, field, crowd }
        })
    }

    fn id(&self, given: Given) -> u64 {
        match given {
            OfGrid => self.grid.id(),
            OfFloors => self.floors.id(),
            OfStepper => self.stepper.id(),
            OfProfile => self.profile.id(),
            OfTicket => self.ticket.id(),
            OfReservations => self.reservations.id(),
            OfCover => self.cover.id(),
            OfField => self.field.id(),
            OfCrowd => self.crowd.id(),
            other => panic!("{other:?} is no kind"),
        }
    }

    /// Whether all of them live, and no call has advanced the stepper.
    fn is_whole(&self) -> bool {
        let ids = [
            self.grid.id(),
            self.floors.id(),
            self.stepper.id(),
            self.profile.id(),
            self.reservations.id(),
            self.cover.id(),
            self.field.id(),
            self.crowd.id(),
        ];
        ids.into_iter().all(|id| gridstar_is_valid(id, GridstarKind::Any as u32) == GridstarStatus::Ok)
            && self.ticket.poll().0 == GridstarStatus::Ok
            && self.stepper.info().unwrap().expansions == 0
    }
}

impl Fixture {
    /// The place for counts, and for structs that tell their size.
    pub(crate) const SIZED_PLACE: usize = 3;
    const SIZED_OFFSET: usize = Self::SIZED_PLACE * PLACE_WORDS * 8;

    pub(crate) fn new() -> Self {
        // Created first, so that they get the first ids.
        OneOfEach::get();
        let stale = TestGrid::new(SIDE, SIDE).id();
        let owner = TestGrid::new(SIDE, SIDE);
        assert_eq!(owner.set_cell(GridCell::new(3, 0), 1), GridstarStatus::Ok);
        let stale_floors = TestFloors::new([]).id();
        let owner_of_floors = TestFloors::new([&owner, &owner]);
        owner_of_floors.add_link(&link_def(LINK_ENDS.0, LINK_ENDS.1, 1.0)).unwrap();
        let begin = || TestStepper::begin(&owner, GridCell::new(0, 0), GridCell::new(3, 3), None).unwrap();
        let stale_stepper = begin().id();
        let stale_profile = TestProfile::new().id();
        let stale_ticket = answered(&owner).id();
        let ticket = answered(&owner);
        let stale_reservations = TestReservations::new(&owner, WINDOW).id();
        let reservations = TestReservations::new(&owner, WINDOW);
        reservations.plan(&AGENTS[..2], None);
        let stale_cover = TestCover::new(&owner).id();
        let cover = TestCover::new(&owner);
        let stale_field = TestField::new(&owner, &[GridCell::new(3, 3)]).id();
        let field = TestField::new(&owner, &[GridCell::new(3, 3)]);
        let stale_floor_ticket = answered_by_floors(&owner_of_floors).id();
        let floor_ticket = answered_by_floors(&owner_of_floors);
        let goals = [FloorCell::new(1, 3, 3)];
        let stale_floor_field = TestFloorField::new(owner_of_floors.id(), &goals).id();
        let floor_field = TestFloorField::new(owner_of_floors.id(), &goals);
        let stale_crowd = TestCrowd::new(&owner).id();
        let crowd = TestCrowd::new(&owner);
        assert_eq!(crowd.add(&CROWD), Ok(vec![0, 1]));
        let stepper = begin();
        assert_eq!(stepper.advance(1), GridstarStatus::StillRunning);
        Self {
            grid: owner.id(),
            floors: owner_of_floors.id(),
            owner,
            owner_of_floors,
            stale,
            stale_floors,
            stepper,
            stale_stepper,
            profile: TestProfile::new(),
            stale_profile,
            ticket,
            stale_ticket,
            reservations,
            stale_reservations,
            cover,
            stale_cover,
            field,
            stale_field,
            floor_ticket,
            stale_floor_ticket,
            floor_field,
            stale_floor_field,
            crowd,
            stale_crowd,
            memory: UnsafeCell::new([PATTERN; PLACE_WORDS * PLACES]),
            image: UnsafeCell::new([PATTERN; PLACE_WORDS * PLACES]),
            needed: UnsafeCell::default(),
            has_outputs: Cell::new(false),
        }
    }

    /// An id that names no grid.
    pub(crate) fn bad_grid(&self, given: Given) -> u64 {
        match given {
            ZeroId => 0,
            StaleId => self.stale,
            ForeignId => self.grid ^ 1 << 62,
            ForeignSlot => 1 << 32 | 0xffff_ffff,
            OfGrid | OfFloors | OfStepper | OfProfile | OfTicket | OfReservations | OfCover | OfField | OfCrowd => {
                OneOfEach::get().id(given)
            }
            other => panic!("{other:?} is no id"),
        }
    }

    /// An id that names no floors.
    pub(crate) fn bad_floors(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_floors,
            ForeignId => self.floors ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn stepper(&self) -> u64 {
        self.stepper.id()
    }

    /// An id that names no stepper.
    pub(crate) fn bad_stepper(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_stepper,
            ForeignId => self.stepper() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn profile(&self) -> u64 {
        self.profile.id()
    }

    /// An id that names no profile.
    pub(crate) fn bad_profile(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_profile,
            ForeignId => self.profile() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn ticket(&self) -> u64 {
        self.ticket.id()
    }

    /// An id that names no ticket.
    pub(crate) fn bad_ticket(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_ticket,
            ForeignId => self.ticket() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn reservations(&self) -> u64 {
        self.reservations.id()
    }

    /// An id that names no reservations.
    pub(crate) fn bad_reservations(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_reservations,
            ForeignId => self.reservations() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn cover(&self) -> u64 {
        self.cover.id()
    }

    /// An id that names no cover.
    pub(crate) fn bad_cover(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_cover,
            ForeignId => self.cover() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn field(&self) -> u64 {
        self.field.id()
    }

    /// An id that names no field.
    pub(crate) fn bad_field(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_field,
            ForeignId => self.field() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    /// A ticket of queries through floors.
    pub(crate) fn floor_ticket(&self) -> u64 {
        self.floor_ticket.id()
    }

    /// An id that names no ticket.
    pub(crate) fn bad_floor_ticket(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_floor_ticket,
            ForeignId => self.floor_ticket() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn floor_field(&self) -> u64 {
        self.floor_field.id()
    }

    /// An id that names no field over floors.
    pub(crate) fn bad_floor_field(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_floor_field,
            ForeignId => self.floor_field() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    pub(crate) fn crowd(&self) -> u64 {
        self.crowd.id()
    }

    /// An id that names no crowd.
    pub(crate) fn bad_crowd(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_crowd,
            ForeignId => self.crowd() ^ 1 << 62,
            other => self.bad_grid(other),
        }
    }

    /// One of the places for outputs.
    pub(crate) fn out<T>(&self, place: usize) -> *mut T {
        self.has_outputs.set(true);
        self.memory.get().cast::<u8>().wrapping_add(place * PLACE_WORDS * 8).cast()
    }

    /// The sized place, for a struct of a size that its first field tells.
    pub(crate) fn sized<T>(&self, struct_size: u32) -> *mut T {
        for memory in [&self.memory, &self.image] {
            // SAFETY: within the array, aligned, and no reference to it is alive.
            unsafe { memory.get().cast::<u8>().add(Self::SIZED_OFFSET).cast::<u32>().write(struct_size) };
        }
        self.out(Self::SIZED_PLACE)
    }

    /// A number that a call writes into the sized place, at an offset in bytes, if it fails with `BUFFER_TOO_SMALL`.
    pub(crate) fn need(&self, offset: usize, number: u32) {
        self.need_maybe(offset, Some(number));
    }

    /// The low and the high half of such a number of 64 bits, or `None` for what only the call knows.
    pub(crate) fn need_long(&self, offset: usize, [low, high]: [Option<u32>; 2]) {
        self.need_maybe(offset, low);
        self.need_maybe(offset + 4, high);
    }

    fn need_maybe(&self, offset: usize, number: Option<u32>) {
        // SAFETY: no reference to the vector is alive.
        unsafe { (*self.needed.get()).push((Self::SIZED_OFFSET + offset, number)) };
    }

    /// Whether the call has a place for an output.
    pub(crate) fn has_outputs(&self) -> bool {
        self.has_outputs.get()
    }

    /// Whether the call wrote nothing but the needed numbers of `BUFFER_TOO_SMALL`.
    pub(crate) fn outputs_are_untouched(&self, status: i32) -> bool {
        // SAFETY: no call is under way; the offsets are aligned and within the array.
        unsafe {
            if status == GridstarStatus::BufferTooSmall as i32 {
                for (offset, number) in (*self.needed.get()).drain(..) {
                    let written = self.memory.get().cast::<u8>().add(offset).cast::<u32>().read();
                    self.image.get().cast::<u8>().add(offset).cast::<u32>().write(number.unwrap_or(written));
                }
            }
            *self.memory.get() == *self.image.get()
        }
    }

    /// The state of all objects, and the numbers of living ones.
    pub(crate) fn state(&self) -> impl PartialEq + std::fmt::Debug {
        let (info, floors) = (self.owner.info().unwrap(), &self.owner_of_floors);
        let grid = (
            info.revision,
            info.engine,
            self.owner.get_cells().unwrap(),
            gridstar_live_count(GridstarKind::Grid as u32),
        );
        let links = (floors.links(), floors.link(1), OneOfEach::get().is_whole());
        let all = Rect { x: 0, y: 0, width: SIDE, height: SIDE };
        let penalties = self.owner.penalties(all).unwrap();
        let covers = (self.owner.covers(all).unwrap(), gridstar_live_count(GridstarKind::Cover as u32));
        let profile = (self.profile.costs(), self.profile.charge(), gridstar_live_count(GridstarKind::Profile as u32));
        let taken = self.reservations.info().map(|info| (info.window, info.tick, info.grid, info.claims));
        let reservations = (taken, gridstar_live_count(GridstarKind::Reservations as u32));
        let field = self.field.info().map(|info| info.revision);
        let crowd = (
            self.crowd.info().map(|info| (info.agent_count, info.steps, info.hash)),
            gridstar_live_count(GridstarKind::Crowd as u32),
        );
        let covers = (covers, field, crowd);
        let more = (
            gridstar_live_count(GridstarKind::Floors as u32),
            penalties,
            covers,
            profile,
            (reservations, self.ticket.poll()),
        );
        // What queries derive takes memory.
        let of_floors = floors.info().map(|info| GridstarFloorsInfo { bytes: 0, ..info });
        (grid, of_floors, floors.floor(0), floors.floor(1), links, more)
    }
}

/// One byte more than there are cells.
pub(crate) static OBSTACLES: [u8; CELLS as usize + 1] = [1; CELLS as usize + 1];
