//! Positions that go out to callers: three floats at three places, or points of a path.

use crate::ffi::boundary::pointers::{Out, OutBuffer};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};

/// A caller's places for one world position.
pub(crate) struct PositionOut([Out<f32>; 3]);

impl PositionOut {
    /// # Safety
    ///
    /// Pointers that are not null are valid for writes of a float while the value lives.
    pub(crate) unsafe fn new(x_out: *mut f32, y_out: *mut f32, z_out: *mut f32) -> Result<Self, GridstarStatus> {
        // SAFETY: by the contract of this function.
        Ok(Self(unsafe { [Out::new(x_out)?, Out::new(y_out)?, Out::new(z_out)?] }))
    }

    /// Writes the position with which a call ends.
    pub(crate) fn ok(&self, position: [f32; 3]) -> CallOutcome {
        self.0.iter().zip(position).for_each(|(out, coordinate)| out.write(coordinate));
        Ok(GridstarStatus::Ok)
    }
}

/// Where a path goes: its cells, or the world positions of the agent's center on them.
pub(crate) enum PathOut<C> {
    Cells(OutBuffer<C>),
    /// x, y, z.
    Points(OutBuffer<[f32; 3]>),
}

impl<C: Copy> PathOut<C> {
    /// # Safety
    ///
    /// Needs what [`OutBuffer::new`] needs.
    pub(crate) unsafe fn cells(cells: *mut C, capacity: u32) -> Result<Self, GridstarStatus> {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { OutBuffer::new(cells, capacity) }.map(Self::Cells)
    }

    /// # Safety
    ///
    /// A pointer that is not null is valid for writes of 3 * `capacity` floats while the buffer lives.
    pub(crate) unsafe fn points(points: *mut f32, capacity: u32) -> Result<Self, GridstarStatus> {
        // SAFETY: by the contract of this function. An array of floats has the alignment of a float, and no padding.
        unsafe { OutBuffer::new(points.cast::<[f32; 3]>(), capacity) }.map(Self::Points)
    }

    /// Whether a path of this many cells fits.
    pub(crate) fn fits(&self, length: u32) -> bool {
        match self {
            Self::Cells(out) => out.fits(length as usize),
            Self::Points(out) => out.fits(length as usize),
        }
    }
}
