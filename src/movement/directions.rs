//! The eight directions of steps, and their numbers.

use crate::grid::NEIGHBOR_OFFSETS;

/// The step in each direction, by the direction's number: straight ones first. "South" is where y grows.
///
/// ```text
///      5  3  4        y falls
///      1  .  0
///      7  2  6        y grows
/// ```
pub(crate) const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];

/// The direction of each neighbor in [`NEIGHBOR_OFFSETS`], the order in which neighbors are listed and A* tries them.
pub(super) const NEIGHBOR_DIRECTIONS: [usize; 8] = {
    let mut directions = [0; 8];
    let mut i = 0;
    while i < 8 {
        directions[i] = direction_of(NEIGHBOR_OFFSETS[i]);
        i += 1;
    }
    directions
};

/// Whether a step goes along both axes.
pub(crate) const fn is_diagonal((dx, dy): (i32, i32)) -> bool {
    dx != 0 && dy != 0
}

/// The number of the direction of a step, which is one of [`DIRECTIONS`].
pub(crate) const fn direction_of((dx, dy): (i32, i32)) -> usize {
    let mut direction = 0;
    while DIRECTIONS[direction].0 != dx || DIRECTIONS[direction].1 != dy {
        direction += 1;
    }
    direction
}
