//! Costs of cells in a list, by padded slot: `(y + 1) * stride + x + 1`, so that each cell has eight neighbors.

/// Value of a cell: 0 for a blocked cell, one more than its cost for a reached cell, and the largest number for a cell
/// that no path reaches. While costs spread, cells that were not reached hold a number above all costs that count.
pub(crate) trait Value: bytemuck::Zeroable + Copy + Send + Sync + 'static {
    /// The largest number.
    const MOST: u64;

    /// The value of a number up to [`MOST`](Self::MOST).
    fn of(number: u64) -> Self;
    fn get(self) -> u64;

    /// Values of 32 bits; `None` for longer ones.
    fn narrow(values: &mut [Self]) -> Option<&mut [u32]>;
}

/// The walkable cells around a slot: bit `3 * (dy + 1) + dx + 1` for the cell at (dx, dy). The slot itself counts as
/// blocked. Blocked cells, and those beyond the area, have a value of 0.
#[inline(always)]
pub(crate) fn around<V: Value>(values: &[V], stride: usize, slot: usize) -> usize {
    let three = |middle: usize| {
        let three = &values[middle - 1..middle + 2];
        usize::from(three[0].get() != 0) | usize::from(three[1].get() != 0) << 1 | usize::from(three[2].get() != 0) << 2
    };
    (three(slot - stride) | three(slot) << 3 | three(slot + stride) << 6) & !(1 << 4)
}

macro_rules! value {
    ($type:ty, $most:expr, |$values:ident| $narrow:expr) => {
        impl Value for $type {
            const MOST: u64 = $most;

            #[inline(always)]
            fn of(number: u64) -> Self {
                number as Self
            }

            #[inline(always)]
            fn get(self) -> u64 {
                self.into()
            }

            fn narrow($values: &mut [Self]) -> Option<&mut [u32]> {
                $narrow
            }
        }
    };
}
value!(u16, u16::MAX as u64, |_values| None);
value!(u32, u32::MAX as u64, |values| Some(values));
// Far from what a sum could exceed.
value!(u64, u64::MAX / 2, |_values| None);
