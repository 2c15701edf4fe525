//! Where the lines of jumps lie; the module [`jump_points`](super) draws them.

use super::lines::BLOCK;
use crate::bits::shear::Diagonal;
use crate::movement::{DIRECTIONS, DiagonalJump, DiagonalRule};

/// The bits of each word that belong to jumps of one direction: all 64, or fewer on small maps.
///
/// ```text
///   a word on a map 16 wide      | 0 to 15 | 16 to 31 | 32 to 47 | 48 to 63 |
///   lines of diagonal jumps      |  first  |  second  |  third   |  fourth  |
/// ```
///
/// A jump is blocked at the end of its line at the latest, so that a search never looks at the bits behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    mask: u64,
    /// The number of positions by which bits move left, counted round the word.
    rotation: u32,
}

impl Field {
    /// Replaces the bits of this field in a word. Bits lie as on a map of 64 cells.
    #[inline(always)]
    pub(super) fn put(self, word: &mut u64, bits: u64) {
        *word =
            if self.mask == u64::MAX { bits } else { *word & !self.mask | bits.rotate_left(self.rotation) & self.mask };
    }
}

/// How lines of one length lie in words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of words.
    pub(super) words: usize,
    /// The number of directions whose lines share words.
    pub(super) sharing: usize,
}

impl Shape {
    /// For lines of `length` cells in several directions.
    pub(super) fn new(length: usize, directions: usize) -> Self {
        Self { words: length.div_ceil(64), sharing: (64 / length.next_power_of_two()).clamp(1, directions) }
    }

    /// The field of a direction, and the position of the first cell. A jump toward smaller coordinates has its line
    /// mirrored.
    fn field(self, number: usize, is_mirrored: bool) -> (Field, usize) {
        let width = 64 / self.sharing;
        let (start, length) = (number % self.sharing * width, if self.words == 1 { width } else { 64 * self.words });
        let (rotation, first) = if is_mirrored { (start + width, start + length - 1) } else { (start, start) };
        (Field { mask: u64::MAX >> (64 - width) << start, rotation: rotation as u32 % 64 }, first)
    }
}

/// The lines of the straight jumps of one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct StraightJumps {
    /// The first word of the lines, and the number of words in each line.
    pub(super) first: usize,
    pub(super) words: usize,
    pub(super) field: Field,
    /// Bit number of (x, y), counted through all lines: `origin + x * x_step + y * y_step`.
    pub(super) origin: isize,
    pub(super) x_step: isize,
    pub(super) y_step: isize,
}

impl StraightJumps {
    /// Both directions along `lines` lines, which begin at the word `first`. The first direction is number `direction`.
    pub(super) fn both(direction: usize, first: usize, lines: usize, shape: Shape) -> [Self; 2] {
        [0, 1].map(|number| {
            let (dx, dy) = DIRECTIONS[direction + number];
            let (field, position) = shape.field(number, dx + dy < 0);
            let first = first + number / shape.sharing * lines * shape.words;
            let line = 64 * shape.words as isize;
            let (x_step, y_step) = if dy == 0 { (dx as isize, line) } else { (line, dy as isize) };
            Self { first, words: shape.words, field, origin: (64 * first + position) as isize, x_step, y_step }
        })
    }
}

/// The lines of the diagonal jumps of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiagonalJumps {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    pub(crate) direction: usize,
    /// The directions of the two straight jumps that it sends out from each cell.
    pub(crate) straights: [usize; 2],
    /// For each of them, the difference of its bit number from one cell of the diagonal jump to the next.
    pub(crate) straight_steps: [isize; 2],
    /// The diagonals that are its lines; `None` for rows.
    pub(super) sheared_along: Option<Diagonal>,
    /// The difference of the line from a cell to its neighbor in the next column.
    pub(super) line_step: i32,
    /// The line of the cell (0, 0). Where lines grow along x it is minus the number of lines, so that every line comes
    /// out below that number. A line below 0 is counted round once.
    pub(super) line_origin: i32,
    /// The first group of words of the lines.
    pub(super) first: usize,
    pub(super) field: Field,
    /// Position of column 0 in a line.
    pub(super) origin: i32,
}

impl DiagonalJumps {
    /// The diagonal jumps number `number` of a rule, on a map of `height` rows.
    pub(super) fn new(
        rule: DiagonalRule,
        number: usize,
        height: usize,
        shape: Shape,
        straights: &[StraightJumps; 4],
    ) -> Self {
        let DiagonalJump { direction, straights: sides } = rule.diagonals()[number];
        let (dx, dy) = DIRECTIONS[direction];
        let (field, position) = shape.field(number, dx < 0);
        let step = |of: &StraightJumps| dx as isize * of.x_step + dy as isize * of.y_step;
        Self {
            dx,
            dy,
            direction,
            straights: sides,
            straight_steps: sides.map(|straight| step(&straights[straight])),
            sheared_along: match dx * dy {
                0 => None,
                1 => Some(Diagonal::Falling),
                _ => Some(Diagonal::Rising),
            },
            line_step: -dx * dy,
            line_origin: if dx * dy < 0 { -(height as i32) } else { 0 },
            first: number / shape.sharing * Self::groups(height, shape),
            field,
            origin: position as i32,
        }
    }

    /// The number of groups of words that lines of one direction take, and of those that share their words.
    pub(super) fn groups(height: usize, shape: Shape) -> usize {
        // Lines of one group each lie one after another, so that no block needs to be full.
        if shape.words == 1 { height } else { height.next_multiple_of(BLOCK) * shape.words }
    }
}
