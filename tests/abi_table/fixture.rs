//! What a row of the table works on: a grid, ids that name none, and memory for outputs that shows every write.

use crate::common::abi::{TestGrid, default_grid_def};
use crate::common::floors::{TestFloors, link_def};
use crate::common::stepper::TestStepper;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::Cell as GridCell;
use std::cell::{Cell, UnsafeCell};
use std::ptr::null_mut;
use std::sync::OnceLock;

/// Columns and rows of the grid.
pub(crate) const SIDE: u32 = 4;
/// How many cells that is.
pub(crate) const CELLS: u32 = SIDE * SIDE;

/// What the fixture's link joins.
pub(crate) const LINK_ENDS: (FloorCell, FloorCell) = (FloorCell::new(0, 3, 3), FloorCell::new(1, 0, 0));

/// What is wrong with an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// Nothing is: the other rows fail for what they say and for nothing else.
    Good,
    Null,
    Misaligned,
    ZeroId,
    /// Of a grid that was destroyed.
    StaleId,
    /// Of a slot's generation that is not yet.
    ForeignId,
    /// Of a slot that no grid ever had.
    ForeignSlot,
    /// Of a grid that is alive, where something else is asked for.
    OfGrid,
    /// The same, of floors.
    OfFloors,
    /// The same, of a stepper.
    OfStepper,
    Zero,
    Negative,
    NegativeAsUnsigned,
    /// The first number that is too large.
    Beyond,
    /// 2^31.
    Huge,
    Lowest,
    Highest,
    OneTooSmall,
    OneTooLarge,
    NotANumber,
    Infinite,
    NegativeInfinite,
    /// The first number that an enum doesn't have.
    Unknown,
}

use Given::*;

const PATTERN: u64 = 0xa5a5_a5a5_a5a5_a5a5;
const PLACE_WORDS: usize = 32;
const PLACES: usize = 4;

type Memory = [u64; PLACE_WORDS * PLACES];

/// Everything that one call needs. Outputs go to places of 256 bytes in `memory`; `image` is what it has to hold after
/// a call that failed.
pub(crate) struct Fixture {
    pub(crate) grid: u64,
    /// Floors that are that grid twice, with one link.
    pub(crate) floors: u64,
    owner: TestGrid,
    owner_of_floors: TestFloors,
    stale: u64,
    stale_floors: u64,
    stepper: TestStepper,
    stale_stepper: u64,
    memory: UnsafeCell<Memory>,
    image: UnsafeCell<Memory>,
    /// What an image gets where the call fails with `BUFFER_TOO_SMALL`: a place's offset in bytes and the needed
    /// number.
    needed: UnsafeCell<Vec<(usize, u32)>>,
    has_outputs: Cell<bool>,
}

/// A grid, floors and a stepper that were the first ones of the process and stay alive: their ids differ by their kinds
/// alone.
struct OneOfEach {
    grid: TestGrid,
    floors: TestFloors,
    stepper: TestStepper,
}

impl OneOfEach {
    fn get() -> &'static Self {
        static ONE_OF_EACH: OnceLock<OneOfEach> = OnceLock::new();
        ONE_OF_EACH.get_or_init(|| {
            let grid = TestGrid::new(SIDE, SIDE);
            let stepper = TestStepper::begin(&grid, GridCell::new(0, 0), GridCell::new(3, 3), None).unwrap();
            Self { floors: TestFloors::new([&grid, &grid]), grid, stepper }
        })
    }

    fn id(&self, given: Given) -> u64 {
        match given {
            OfGrid => self.grid.id(),
            OfFloors => self.floors.id(),
            OfStepper => self.stepper.id(),
            other => panic!("{other:?} is no kind"),
        }
    }

    /// All of them live.
    fn is_whole(&self) -> bool {
        let lives = [gridstar_grid_is_valid(self.grid.id()), gridstar_floors_is_valid(self.floors.id())];
        lives == [1; 2]
            && gridstar_stepper_is_valid(self.stepper.id()) == 1
            && self.stepper.info().unwrap().expansions == 0
    }
}

impl Fixture {
    pub(crate) fn new() -> Self {
        // First of all, so that they get the first ids.
        OneOfEach::get();
        let stale = TestGrid::new(SIDE, SIDE).id();
        let owner = TestGrid::new(SIDE, SIDE);
        assert_eq!(owner.set_cell(GridCell::new(3, 0), 1), GridstarStatus::Ok);
        let stale_floors = TestFloors::new([]).id();
        let owner_of_floors = TestFloors::new([&owner, &owner]);
        owner_of_floors.add_link(&link_def(LINK_ENDS.0, LINK_ENDS.1, 1.0)).unwrap();
        let begin = || TestStepper::begin(&owner, GridCell::new(0, 0), GridCell::new(3, 3), None).unwrap();
        let stale_stepper = begin().id();
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
            memory: UnsafeCell::new([PATTERN; PLACE_WORDS * PLACES]),
            image: UnsafeCell::new([PATTERN; PLACE_WORDS * PLACES]),
            needed: UnsafeCell::default(),
            has_outputs: Cell::new(false),
        }
    }

    pub(crate) fn id(&self, given: Given) -> u64 {
        match given {
            ZeroId => 0,
            StaleId => self.stale,
            ForeignId => self.grid ^ 1 << 62,
            ForeignSlot => 1 << 32 | 0xffff_ffff,
            OfGrid | OfFloors | OfStepper => OneOfEach::get().id(given),
            other => panic!("{other:?} is no id"),
        }
    }

    pub(crate) fn floors_id(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_floors,
            ForeignId => self.floors ^ 1 << 62,
            other => self.id(other),
        }
    }

    pub(crate) fn stepper(&self) -> u64 {
        self.stepper.id()
    }

    pub(crate) fn stepper_id(&self, given: Given) -> u64 {
        match given {
            StaleId => self.stale_stepper,
            ForeignId => self.stepper() ^ 1 << 62,
            other => self.id(other),
        }
    }

    /// A column or row.
    pub(crate) fn coordinate(&self, given: Given) -> i32 {
        match given {
            Negative => -1,
            Beyond => SIDE as i32,
            Lowest => i32::MIN,
            Highest => i32::MAX,
            other => panic!("{other:?} is no coordinate"),
        }
    }

    /// A size or number, of which `first_bad` is the first one that is too large or unknown.
    pub(crate) fn number(&self, given: Given, first_bad: u32) -> u32 {
        match given {
            Zero => 0,
            Beyond | Unknown => first_bad,
            NegativeAsUnsigned => -1_i32 as u32,
            Huge => 1 << 31,
            other => panic!("{other:?} is no number"),
        }
    }

    /// A size of a struct or buffer that is not the `right` one.
    pub(crate) fn size(&self, given: Given, right: u32) -> u32 {
        match given {
            OneTooSmall => right - 1,
            OneTooLarge => right + 1,
            other => self.number(other, right + 8),
        }
    }

    pub(crate) fn float(&self, given: Given) -> f32 {
        match given {
            Zero => 0.0,
            Negative => -1.0,
            NotANumber => f32::NAN,
            Infinite => f32::INFINITY,
            NegativeInfinite => f32::NEG_INFINITY,
            other => panic!("{other:?} is no coordinate"),
        }
    }

    pub(crate) fn double(&self, given: Given) -> f64 {
        self.float(given).into()
    }

    /// Null, or the first place and a byte.
    pub(crate) fn pointer<T>(&self, given: Given) -> *mut T {
        match given {
            Null => null_mut(),
            Misaligned => self.out::<u8>(0).wrapping_add(1).cast(),
            other => panic!("{other:?} is no pointer"),
        }
    }

    /// One of the places for outputs.
    pub(crate) fn out<T>(&self, place: usize) -> *mut T {
        self.has_outputs.set(true);
        self.memory.get().cast::<u8>().wrapping_add(place * PLACE_WORDS * 8).cast()
    }

    /// A place for a count, which is written where a buffer is too small for `needed` values.
    pub(crate) fn count_out(&self, needed: u32) -> *mut u32 {
        self.need(3 * PLACE_WORDS * 8, needed);
        self.out(3)
    }

    /// A place for a struct that says in its first field how large it is.
    pub(crate) fn sized<T>(&self, struct_size: u32) -> *mut T {
        for memory in [&self.memory, &self.image] {
            // SAFETY: within the array, aligned, and no reference to it is alive.
            unsafe { memory.get().cast::<u32>().add(3 * PLACE_WORDS * 2).write(struct_size) };
        }
        self.out(3)
    }

    pub(crate) fn result_out(&self) -> *mut GridstarPathResult {
        self.sized(size_of::<GridstarPathResult>() as u32)
    }

    /// The same, for a path that does not fit. A trace also says how many cells were expanded.
    pub(crate) fn result_needing(&self, length: u32, expansions: Option<u32>) -> *mut GridstarPathResult {
        let place = 3 * PLACE_WORDS * 8;
        self.need(place + std::mem::offset_of!(GridstarPathResult, length), length);
        if let Some(expansions) = expansions {
            self.need(place + std::mem::offset_of!(GridstarPathResult, expansions), expansions);
        }
        self.result_out()
    }

    pub(crate) fn floor_result_out(&self) -> *mut GridstarFloorPathResult {
        self.sized(size_of::<GridstarFloorPathResult>() as u32)
    }

    /// The same, for a path that does not fit.
    pub(crate) fn floor_result_needing(&self, length: u32) -> *mut GridstarFloorPathResult {
        self.need(3 * PLACE_WORDS * 8 + std::mem::offset_of!(GridstarFloorPathResult, length), length);
        self.floor_result_out()
    }

    fn need(&self, offset: usize, number: u32) {
        // SAFETY: no reference to the vector is alive.
        unsafe { (*self.needed.get()).push((offset, number)) };
    }

    /// Whether the call got a place for an output.
    pub(crate) fn has_outputs(&self) -> bool {
        self.has_outputs.get()
    }

    /// Whether the outputs are those of a failed call.
    pub(crate) fn outputs_are_untouched(&self, status: i32) -> bool {
        // SAFETY: no call is under way; the offsets are aligned and within the array.
        unsafe {
            if status == GridstarStatus::BufferTooSmall as i32 {
                for (offset, number) in (*self.needed.get()).drain(..) {
                    self.image.get().cast::<u8>().add(offset).cast::<u32>().write(number);
                }
            }
            *self.memory.get() == *self.image.get()
        }
    }

    /// Of the grid revision, engine, cell types and number of living ones; of the floors their state, grids, the link
    /// and the number of living ones.
    pub(crate) fn state(&self) -> impl PartialEq + std::fmt::Debug {
        let (info, floors) = (self.owner.info().unwrap(), &self.owner_of_floors);
        let grid = (info.revision, info.engine, self.owner.get_cells().unwrap(), gridstar_grid_live_count());
        let links = (floors.links(), floors.link(1), OneOfEach::get().is_whole());
        (grid, floors.info(), floors.floor(0), floors.floor(1), links, gridstar_floors_live_count())
    }
}

/// A def of a grid that can be created.
pub(crate) fn grid_def() -> GridstarGridDef {
    default_grid_def(SIDE, SIDE)
}

/// The status that says what is wrong with a pointer.
pub(crate) fn of_pointer(given: Given) -> GridstarStatus {
    match given {
        Null => GridstarStatus::NullPointer,
        Misaligned => GridstarStatus::MisalignedPointer,
        other => panic!("{other:?} is no pointer"),
    }
}

/// One obstacle a cell, and more bytes than there are cells.
pub(crate) static OBSTACLES: [u8; CELLS as usize + 1] = [1; CELLS as usize + 1];

/// The same, the last cell's byte being no cell type.
pub(crate) static UNKNOWN_TYPE: [u8; CELLS as usize] = {
    let mut types = [1; CELLS as usize];
    types[CELLS as usize - 1] = 2;
    types
};
