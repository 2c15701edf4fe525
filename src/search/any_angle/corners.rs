//! Around which corners a path can turn, and how far.
//!
//! Eight directions and the wedges between them surround a cell. A wedge is legal near the cell, or an obstacle fills
//! it:
//!
//! ```text
//!    3  2  1        direction 0 is (1, 0), direction 2 is (0, 1)
//!     \ | /         wedge k lies between directions k and k + 1
//!   4 - x - 0
//!     / | \
//!    5  6  7
//! ```
//!
//! A wall between cells counts as if it filled the squares of four centers that it touches: paths may turn there,
//! whichever way the wall is closed.
//!
//! A shortest path bends only around obstacles: it turns left at a cell if an obstacle touches the cell on the left,
//! between the direction that the path takes and the one that it came from.

use super::ray::Ray;

/// The eight directions.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// By the bits of a cell and its neighbors (`BitRows::around`), the wedges that obstacles fill; first for squares, then
/// for diamonds.
static FILLED: [[u8; 512]; 2] = [filled_wedges(false), filled_wedges(true)];

const fn filled_wedges(rounds_corners: bool) -> [u8; 512] {
    let mut table = [0; 512];
    let mut around = 0;
    while around < 512 {
        let mut wedge = 0;
        while wedge < 8 {
            // The straight neighbor at this wedge, the diagonal one, and the straight one beyond.
            let (straight, diagonal, other) =
                if wedge % 2 == 0 { (wedge, wedge + 1, wedge + 2) } else { (wedge + 1, wedge, wedge + 7) };
            let neighbors = [is_walkable(around, straight), is_walkable(around, diagonal), is_walkable(around, other)];
            let is_legal = match (rounds_corners, neighbors) {
                (_, [true, true, true]) => true,
                (true, [true, diagonal, other]) => diagonal || other,
                _ => false,
            };
            table[around] |= (!is_legal as u8) << wedge;
            wedge += 1;
        }
        around += 1;
    }
    table
}

/// By the same bits, the directions in which the neighbors are walkable.
static OPEN: [u8; 512] = {
    let mut table = [0; 512];
    let mut around = 0;
    while around < 512 {
        let mut direction = 0;
        while direction < 8 {
            table[around] |= (is_walkable(around, direction) as u8) << direction;
            direction += 1;
        }
        around += 1;
    }
    table
};

const fn is_walkable(around: usize, direction: usize) -> bool {
    let (dx, dy) = DIRECTIONS[direction % 8];
    around >> (3 * (dy + 1) + dx + 1) & 1 == 1
}

/// To which side a path turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// From x toward y.
    Left = 1,
    /// From y toward x.
    Right = -1,
}

/// The directions that a path can take behind a corner: from `along`, in which it comes, to `limit`, both included.
/// They are less than half a turn apart. Obstacles can fill wedges in between, but a legal line can lead between two
/// such wedges.
#[derive(Clone, Copy, Debug)]
pub(super) struct CornerTurn {
    pub(super) side: Side,
    pub(super) along: (i32, i32),
    pub(super) limit: (i32, i32),
}

impl CornerTurn {
    /// Whether a path can go on along the row, in direction 1 or -1.
    pub(super) fn allows_along_row(&self, direction: i32) -> bool {
        let side = self.side as i32;
        -side * self.along.1 * direction > 0 && side * self.limit.1 * direction >= 0
    }

    /// The rays between which a path can go on to the row in a direction; `None` for a ray that bounds nothing there.
    /// None at all if the path can't go on to this row.
    pub(super) fn rays_across(&self, direction: i32) -> Option<(Option<Ray>, Option<Ray>)> {
        // A step (dx, direction) must not lie behind `along`, nor beyond `limit`: two cross products are at least 0.
        let ((x, y), (limit_x, limit_y)) = (self.along, self.limit);
        let side = self.side as i32;
        let conditions = [(side * x * direction, -side * y), (-side * direction * limit_x, side * limit_y)];
        let (mut left, mut right) = (None, None);
        // Each product is constant + factor * dx.
        for (constant, factor) in conditions {
            match factor.signum() {
                0 if constant < 0 => return None,
                0 => {}
                1 => left = left.max(Some(Ray { dx: -constant, dy: factor })),
                _ => {
                    let bound = Ray { dx: constant, dy: -factor };
                    right = Some(right.map_or(bound, |right: Ray| right.min(bound)));
                }
            }
        }
        Some((left, right))
    }

    /// Whether a ray to the row in a direction goes on as the path came.
    pub(super) fn goes_straight_on(&self, ray: Ray, direction: i32) -> bool {
        let (x, y) = self.along;
        y * direction > 0 && ray == Ray { dx: x, dy: y.abs() }
    }
}

/// The wedges around a cell that walls fill, by the bits of closed steps around it, along rows and across them.
#[inline(always)]
pub(super) fn walled_wedges(along: usize, across: usize) -> u8 {
    // The four steps between the cells of each quarter, by their lower ends.
    const QUARTERS: [[usize; 2]; 4] = [
        [0b010_010_000, 0b000_110_000],
        [0b001_001_000, 0b000_011_000],
        [0b000_001_001, 0b000_000_011],
        [0b000_010_010, 0b000_000_110],
    ];
    let is_closed = |[of_along, of_across]: [usize; 2]| along & of_along | across & of_across != 0;
    let filled = |i: usize| if is_closed(QUARTERS[i]) { 3 << (2 * i) } else { 0 };
    filled(0) | filled(1) | filled(2) | filled(3)
}

/// How a path that comes along `along` can turn to a side at a cell with these neighbors and wedges that walls fill;
/// none if no obstacle makes it turn, or if obstacles fill all directions of the turn.
pub(super) fn turn(
    (around, walled): (usize, u8),
    rounds_corners: bool,
    along: (i32, i32),
    side: Side,
) -> Option<CornerTurn> {
    let filled = FILLED[usize::from(rounds_corners)][around] | walled;
    if filled == 0 {
        return None;
    }
    // The three wedges to this side between those of `along` and of the direction back, first the farthest. Obstacles
    // in the wedge of `along` bound no turn, and the path came through the last wedge.
    let position = position(along);
    let is_filled = |wedge: &usize| filled >> (wedge % 8) & 1 == 1;
    let (limit, directions) = match side {
        Side::Left => {
            let first = position / 2;
            let limit = [first + 3, first + 2, first + 1].into_iter().find(is_filled)?;
            (limit, first + 1..=limit)
        }
        Side::Right => {
            let first = position.div_ceil(2) + 7;
            let limit = [first - 3, first - 2, first - 1].into_iter().find(is_filled)? + 1;
            (limit, limit..=first)
        }
    };
    // A legal wedge has a walkable neighbor at one of its two directions, or is half of a quarter that has one.
    let is_open = directions.into_iter().any(|direction| OPEN[around] >> (direction % 8) & 1 == 1);
    is_open.then_some(CornerTurn { side, along, limit: DIRECTIONS[limit % 8] })
}

/// Twice the number of a direction, or one more for a wedge.
fn position((x, y): (i32, i32)) -> usize {
    let (across, sum) = (x - y, x + y);
    match (x.signum(), y.signum(), across.signum(), sum.signum()) {
        (1, 0, ..) => 0,
        (1, 1, 1, _) => 1,
        (1, 1, 0, _) => 2,
        (1, 1, ..) => 3,
        (0, 1, ..) => 4,
        (-1, 1, _, 1) => 5,
        (-1, 1, _, 0) => 6,
        (-1, 1, ..) => 7,
        (-1, 0, ..) => 8,
        (-1, -1, -1, _) => 9,
        (-1, -1, 0, _) => 10,
        (-1, -1, ..) => 11,
        (0, -1, ..) => 12,
        (1, -1, _, -1) => 13,
        (1, -1, _, 0) => 14,
        _ => 15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_follow_the_angle() {
        for x in -5_i32..=5 {
            for y in -5_i32..=5 {
                if (x, y) == (0, 0) {
                    continue;
                }
                let eighths =
                    f64::from(y).atan2(f64::from(x)).rem_euclid(std::f64::consts::TAU) / std::f64::consts::FRAC_PI_4;
                let nearest = eighths.round();
                let is_direction = (eighths - nearest).abs() < 1e-9;
                let expected = if is_direction { 2.0 * nearest } else { 2.0 * eighths.floor() + 1.0 };
                assert_eq!(position((x, y)), expected as usize % 16, "({x}, {y})");
            }
        }
    }

    /// The bits of a drawing whose first row has the largest y.
    fn around(rows: [&str; 3]) -> usize {
        let cells = rows.into_iter().rev().flat_map(str::bytes);
        cells.enumerate().map(|(i, byte)| usize::from(byte == b'.') << i).sum()
    }

    #[test]
    fn paths_turn_around_obstacles_beside_them_and_not_beyond_them() {
        let limit = |rows, rounds_corners, along, side| {
            turn((around(rows), 0), rounds_corners, along, side).map(|turn| turn.limit)
        };
        let corner = ["...", "...", "#.."];
        assert_eq!(limit(corner, false, (-1, 3), Side::Left), Some((-1, -1)));
        assert_eq!(limit(corner, false, (0, 1), Side::Left), Some((-1, -1)));
        assert_eq!(limit(corner, false, (-1, 3), Side::Right), None);
        assert_eq!(limit(corner, false, (1, 0), Side::Right), Some((-1, -1)));
        assert_eq!(limit(corner, true, (0, 1), Side::Left), None);
        let below = ["...", "...", ".#."];
        assert_eq!(limit(below, true, (-2, 1), Side::Left), Some((0, -1)));
        assert_eq!(limit(below, true, (2, 1), Side::Right), Some((0, -1)));
        assert_eq!(limit(below, true, (2, 1), Side::Left), None);
        assert_eq!(limit(["...", "...", "..."], false, (1, 0), Side::Left), None);
    }
}
