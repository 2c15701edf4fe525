//! Value of a cell in a field.

/// 0 for a blocked cell, one more than its cost for a reached cell, and the largest number for a cell that no path
/// reaches. While a field is built, cells that were not reached hold a number above all costs that count.
pub(super) trait Value: bytemuck::Zeroable + Copy + Send + Sync + 'static {
    /// The largest number.
    const MOST: u64;

    /// The value of a number up to [`MOST`](Self::MOST).
    fn of(number: u64) -> Self;
    fn get(self) -> u64;

    /// Values of 32 bits; `None` for longer ones.
    fn narrow(values: &mut [Self]) -> Option<&mut [u32]>;
}

impl Value for u32 {
    const MOST: u64 = Self::MAX as u64;

    #[inline(always)]
    fn of(number: u64) -> Self {
        number as Self
    }

    #[inline(always)]
    fn get(self) -> u64 {
        self.into()
    }

    fn narrow(values: &mut [Self]) -> Option<&mut [u32]> {
        Some(values)
    }
}

impl Value for u64 {
    /// Far from what a sum could exceed.
    const MOST: u64 = Self::MAX / 2;

    #[inline(always)]
    fn of(number: u64) -> Self {
        number
    }

    #[inline(always)]
    fn get(self) -> u64 {
        self
    }

    fn narrow(_: &mut [Self]) -> Option<&mut [u32]> {
        None
    }
}
