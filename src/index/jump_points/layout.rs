//! Where the lines of jumps lie; the module [`jump_points`](super) draws them.

use crate::bits::shear::Diagonal;
use crate::movement::{DIRECTIONS, DiagonalJump, DiagonalRule};

/// The number of lines of a diagonal jump in a block.
pub(super) const BLOCK: usize = 64;

/// The bits of each word that belong to jumps of one direction: all 64, or fewer on small maps.
///
/// ```text
///   a word on a map 16 wide      | 0 to 15 | 16 to 31 | 32 to 47 | 48 to 63 |
///   lines of diagonal jumps      |  first  |  second  |  third   |  fourth  |
/// ```
///
/// A jump is blocked at the end of its line at the latest, so that a search never looks at the bits behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitField {
    first: u8,
    width: u8,
    /// The number of positions by which bits move left, counted round the word.
    rotation: u8,
}

impl BitField {
    /// Replaces the bits of this field in a word. Bits lie as on a map of 64 cells.
    #[inline(always)]
    pub(super) fn put(self, word: &mut u64, bits: u64) {
        let mask = u64::MAX >> (64 - self.width) << self.first;
        *word = if self.width == 64 { bits } else { *word & !mask | bits.rotate_left(self.rotation.into()) & mask };
    }
}

/// How lines of one length lie in words.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineShape {
    /// The number of words.
    pub(super) words: usize,
    /// The number of directions whose lines share words.
    pub(super) sharing: usize,
}

impl LineShape {
    /// For lines of `length` cells in several directions.
    pub(super) fn new(length: usize, directions: usize) -> Self {
        Self { words: length.div_ceil(64), sharing: (64 / length.next_power_of_two()).clamp(1, directions) }
    }

    /// The field of a direction, and the position of the first cell. A jump toward smaller coordinates has its line
    /// mirrored.
    fn field(self, number: usize, is_mirrored: bool) -> (BitField, usize) {
        let width = 64 / self.sharing;
        let (first, length) = (number % self.sharing * width, if self.words == 1 { width } else { 64 * self.words });
        let (rotation, position) = if is_mirrored { (first + width, first + length - 1) } else { (first, first) };
        (BitField { first: first as u8, width: width as u8, rotation: rotation as u8 % 64 }, position)
    }
}

/// The lines of the straight jumps of one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct StraightJumps {
    /// The first word of the lines, and the number of words in each line.
    pub(super) first: u32,
    pub(super) words: u32,
    /// The bit number of the cell (0, 0), counted through all lines.
    pub(super) origin: i32,
    pub(super) field: BitField,
}

impl StraightJumps {
    /// Both directions along `lines` lines, which begin at the word `first`. The first direction is number `direction`.
    pub(super) fn both(direction: usize, first: usize, lines: usize, shape: LineShape) -> [Self; 2] {
        [0, 1].map(|number| {
            let (dx, dy) = DIRECTIONS[direction + number];
            let (field, position) = shape.field(number, dx + dy < 0);
            let first = first + number / shape.sharing * lines * shape.words;
            Self { first: first as u32, words: shape.words as u32, origin: (64 * first + position) as i32, field }
        })
    }
}

/// The lines of the diagonal jumps of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiagonalJumps {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    direction: u8,
    straights: [u8; 2],
    /// For each of its straight jumps, the difference of the bit number from one cell of the diagonal jump to the next.
    pub(crate) straight_steps: [i32; 2],
    /// The difference of the line from a cell to its neighbor in the next column.
    pub(super) line_step: i32,
    /// The line of the cell (0, 0). Where lines grow along x it is minus the number of lines, so that every line comes
    /// out below that number. A line below 0 is counted round once.
    pub(super) line_origin: i32,
    /// The first group of words of the lines.
    pub(super) first: u32,
    /// Position of column 0 in a line.
    pub(super) origin: i32,
    pub(super) field: BitField,
}

impl DiagonalJumps {
    /// The diagonal jumps number `number` of a rule, on a map of `height` rows. `line_bits`: the number of bits in a
    /// line of straight jumps along x, and along y.
    pub(super) fn new(rule: DiagonalRule, number: usize, height: usize, shape: LineShape, line_bits: [i32; 2]) -> Self {
        let DiagonalJump { direction, straights } = rule.diagonals()[number];
        let (dx, dy) = DIRECTIONS[direction];
        let (field, position) = shape.field(number, dx < 0);
        let straight_step = |straight: usize| {
            let (along_x, along_y) = DIRECTIONS[straight];
            if along_y == 0 { dx * along_x + dy * line_bits[0] } else { dy * along_y + dx * line_bits[1] }
        };
        Self {
            dx,
            dy,
            direction: direction as u8,
            straights: straights.map(|straight| straight as u8),
            straight_steps: straights.map(straight_step),
            line_step: -dx * dy,
            line_origin: if dx * dy < 0 { -(height as i32) } else { 0 },
            first: (number / shape.sharing * Self::groups(height, shape)) as u32,
            origin: position as i32,
            field,
        }
    }

    #[inline(always)]
    pub(crate) fn direction(&self) -> usize {
        self.direction.into()
    }

    /// The directions of the two straight jumps that it sends out from each cell.
    #[inline(always)]
    pub(crate) fn straights(&self) -> [usize; 2] {
        self.straights.map(usize::from)
    }

    /// The diagonals that are its lines; `None` for rows.
    #[inline(always)]
    pub(super) fn sheared_along(&self) -> Option<Diagonal> {
        match self.line_step {
            0 => None,
            1 => Some(Diagonal::Rising),
            _ => Some(Diagonal::Falling),
        }
    }

    /// The number of groups of words that lines of one direction take, and of those that share their words.
    pub(super) fn groups(height: usize, shape: LineShape) -> usize {
        // Lines of one group each lie one after another, so that no block needs to be full.
        if shape.words == 1 { height } else { height.next_multiple_of(BLOCK) * shape.words }
    }
}
