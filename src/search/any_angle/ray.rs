//! Rays: exact rational directions.

use std::cmp::Ordering;

/// A direction away from a root, toward the rows that a cone covers: `dx` cells along the row for each `dy > 0` rows.
/// Rays are ordered by `dx / dy`. All components are smaller than [`MAX_SIDE`](crate::grid::MAX_SIDE), so that products
/// of two fit an `i32`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    pub(super) dx: i32,
    pub(super) dy: i32,
}

impl Ray {
    /// The last whole offset at or before the ray, `row` rows away.
    #[inline(always)]
    pub(super) fn floor_at(self, row: i32) -> i32 {
        (self.dx * row).div_euclid(self.dy)
    }

    /// The first whole offset at or after the ray, `row` rows away.
    #[inline(always)]
    pub(super) fn ceil_at(self, row: i32) -> i32 {
        -(-self.dx * row).div_euclid(self.dy)
    }

    /// Whether the ray hits a cell's center, `row` rows away.
    pub(super) fn hits_cell_at(self, row: i32) -> bool {
        self.dx * row % self.dy == 0
    }
}

impl Ord for Ray {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        (self.dx * other.dy).cmp(&(other.dx * self.dy))
    }
}

impl PartialOrd for Ray {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ray {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ray {}
