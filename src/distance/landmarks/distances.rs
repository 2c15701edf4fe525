//! The distances of one cell from all landmarks.

/// Number of landmarks.
pub(crate) const LANDMARKS: usize = 8;

/// The distances of a cell from the landmarks, in quantized costs. A distance from a landmark that is not connected to
/// the cell has no meaning.
pub(crate) type Distances = [u16; LANDMARKS];

/// The most cells of a map with landmarks: 8192 x 8192, whose distances take 1 GiB.
pub(crate) const MAX_CELLS: usize = 1 << 26;

/// The distance of a cell that is too far from a landmark for 16 bits, or not connected to the landmark.
pub(crate) const FARTHEST: u16 = u16::MAX;

/// The largest of the eight differences: a lower bound on the distance between two cells, in quantized costs.
#[inline(always)]
pub(crate) fn largest_difference(one: &Distances, other: &Distances) -> u16 {
    let mut largest = 0;
    for (&one, &other) in one.iter().zip(other) {
        largest = largest.max(one.saturating_sub(other) | other.saturating_sub(one));
    }
    largest
}
