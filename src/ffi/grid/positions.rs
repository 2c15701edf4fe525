//! Positions that go out to callers: three floats at three places.

use crate::ffi::boundary::pointers::Out;
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
