//! Makes calls for which memory ends, with buffers that are allocated before, and notes what the calls answer.

use super::counting_allocator::{ALLOWED, ONLY_ONE, REFUSED};
use gridstar::ffi::*;
use gridstar::floors::FloorStep;
use gridstar::grid::Cell;

/// Which allocations of a use fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refusal {
    /// Number of allocations that succeed first. `u64::MAX` refuses none.
    pub(crate) allowed: u64,
    /// Whether one allocation fails, or all from there on, until a call says so.
    pub(crate) only_one: bool,
}

impl Refusal {
    pub(crate) const NONE: Self = Self { allowed: u64::MAX, only_one: false };
}

/// The buffers of calls. All are large enough.
pub(crate) struct Buffers {
    pub(crate) cells: Vec<Cell>,
    pub(crate) trace: Vec<Cell>,
    pub(crate) points: Vec<f32>,
    pub(crate) steps: Vec<FloorStep>,
    pub(crate) bytes: Vec<u8>,
    /// A saved grid.
    pub(crate) file: Vec<u8>,
    /// Changes of it.
    pub(crate) changes_file: Vec<u8>,
    pub(crate) numbers: Vec<f64>,
    pub(crate) replies: Vec<GridstarPathReply>,
    pub(crate) changes: Vec<GridstarSearchChange>,
    pub(crate) search_cells: Vec<GridstarSearchCell>,
    pub(crate) plan_cells: Vec<GridstarPlanCell>,
    pub(crate) plan_results: Vec<GridstarPlanResult>,
    pub(crate) rects: Vec<GridstarRect>,
    pub(crate) field_cells: Vec<GridstarFieldCell>,
}

/// A thread's buffers, and what calls have answered.
pub(crate) struct Desk {
    pub(crate) buffers: Buffers,
    /// Statuses, costs, lengths and counts, in the order of the calls.
    told: Vec<u64>,
    /// Number of calls that were refused memory.
    pub(crate) refused_calls: u32,
}

/// Numbers of living grids, covers, profiles, floors, steppers, fields, crowds, reservations and tickets.
pub(crate) fn live_counts() -> [u32; 9] {
    [
        gridstar_live_count(GridstarKind::Grid as u32),
        gridstar_live_count(GridstarKind::Cover as u32),
        gridstar_live_count(GridstarKind::Profile as u32),
        gridstar_live_count(GridstarKind::Floors as u32),
        gridstar_live_count(GridstarKind::Stepper as u32),
        gridstar_live_count(GridstarKind::Field as u32),
        gridstar_live_count(GridstarKind::Crowd as u32),
        gridstar_live_count(GridstarKind::Reservations as u32),
        gridstar_live_count(GridstarKind::Ticket as u32),
    ]
}

impl Desk {
    pub(crate) fn new(cells: usize) -> Self {
        let no_rect = GridstarRect { x: 0, y: 0, width: 0, height: 0 };
        let buffers = Buffers {
            cells: vec![Cell::default(); cells],
            trace: vec![Cell::default(); 4 * cells],
            points: vec![0.0; 3 * cells],
            steps: vec![FloorStep::default(); cells],
            bytes: vec![0; cells],
            file: vec![0; 1 << 14],
            changes_file: vec![0; 1 << 12],
            numbers: vec![0.0; 256],
            replies: vec![GridstarPathReply::default(); 64],
            changes: vec![GridstarSearchChange::default(); 4 * cells],
            search_cells: vec![GridstarSearchCell::default(); cells],
            plan_cells: vec![GridstarPlanCell::default(); cells],
            plan_results: vec![GridstarPlanResult::default(); 64],
            rects: vec![no_rect; 64],
            field_cells: vec![GridstarFieldCell::default(); cells],
        };
        Self { buffers, told: Vec::with_capacity(1 << 14), refused_calls: 0 }
    }

    /// Runs a use with this refusal. Returns what its calls answered, and whether an allocation failed.
    pub(crate) fn run(&mut self, refusal: Refusal, a_use: impl FnOnce(&mut Self)) -> (&[u64], bool) {
        self.told.clear();
        (self.refused_calls, _) = (0, REFUSED.set(0));
        ONLY_ONE.set(refusal.only_one);
        ALLOWED.set(refusal.allowed);
        a_use(self);
        ALLOWED.set(u64::MAX);
        ONLY_ONE.set(false);
        (&self.told, REFUSED.get() > 0)
    }

    /// Makes a call and notes its status. A call without memory must say so and create nothing; it is made again with
    /// memory, and must then succeed.
    pub(crate) fn call(&mut self, call: impl FnMut(&mut Buffers) -> GridstarStatus) -> GridstarStatus {
        let status = self.call_untold(call);
        self.tell(status as i32 as u64);
        status
    }

    /// Calls without a note, for a status that differs where a call before had no memory.
    pub(crate) fn call_untold(&mut self, call: impl FnMut(&mut Buffers) -> GridstarStatus) -> GridstarStatus {
        let status = self.repeat_if_refused(call);
        if (status as i32) < 0 && status != GridstarStatus::BufferTooSmall {
            ALLOWED.set(u64::MAX);
            panic!("{status:?} after {:?}", self.told);
        }
        status
    }

    fn repeat_if_refused(&mut self, mut call: impl FnMut(&mut Buffers) -> GridstarStatus) -> GridstarStatus {
        let (before, refused) = (live_counts(), REFUSED.get());
        let status = call(&mut self.buffers);
        if status != GridstarStatus::OutOfMemory {
            return status;
        }
        ALLOWED.set(u64::MAX);
        assert!(REFUSED.get() > refused, "OUT_OF_MEMORY, but no allocation failed");
        assert_eq!(live_counts(), before, "a call without memory has created or destroyed something");
        self.refused_calls += 1;
        call(&mut self.buffers)
    }

    /// Makes a call that creates something, and returns its id, which a refused call must not write.
    pub(crate) fn create(&mut self, mut call: impl FnMut(&mut u64) -> GridstarStatus) -> u64 {
        const UNTOUCHED: u64 = u64::MAX;
        let mut id = UNTOUCHED;
        self.call(|_| {
            let status = call(&mut id);
            if status == GridstarStatus::OutOfMemory && id != UNTOUCHED {
                ALLOWED.set(u64::MAX);
                panic!("a refused call has written an id");
            }
            status
        });
        id
    }

    /// Destroys something, for which no memory is needed.
    pub(crate) fn destroy(&mut self, id: u64) {
        let refused = REFUSED.get();
        let status = gridstar_destroy(id);
        if status != GridstarStatus::Ok || REFUSED.get() != refused {
            ALLOWED.set(u64::MAX);
            panic!("destroying: {status:?}, {} allocations refused", REFUSED.get() - refused);
        }
    }

    /// Notes a number.
    pub(crate) fn tell(&mut self, number: u64) {
        assert!(self.told.len() < self.told.capacity());
        self.told.push(number);
    }

    /// Notes a cost.
    pub(crate) fn tell_cost(&mut self, cost: f64) {
        self.tell(cost.to_bits());
    }

    /// Notes a list of bytes.
    pub(crate) fn tell_sum(&mut self, count: usize) {
        let sum = self.buffers.bytes[..count].iter().fold(0_u64, |sum, &byte| sum * 31 % 65_521 + u64::from(byte));
        self.tell(sum);
    }
}
