//! The legal steps of a field's cells, where there are walls between cells.
//!
//! Costs spread against the way that an agent walks to its goals, or along it from starts. Where a step is open in one
//! direction only, the cells to which a cell *gives* its cost are not those from which it *takes* one.
//!
//! ```text
//!   a > b     to a goal in a field of goals: b gives to a, as the step from a to b is legal
//!             from a start in a field of starts: a gives to b
//! ```
//!
//! A field keeps these steps, as it does not keep the map: a byte for each cell, and two once a step is open in one
//! direction only.

use super::flags::flag;
use super::ground::Ground;
use super::map_rows::MapRows;
use super::sweep;
use super::tools::three_words;
use crate::bits::bit_rows::{BitRows, grow};
use crate::grid::Layout;
use crate::movement::{ClosedAround, DIRECTIONS, StepsAround, direction_of};

/// Legal steps of 64 cells of a row, and flags of those near walls.
struct RowSteps {
    /// By direction, the cells that take their costs from there, and those that give theirs.
    takes: [u64; 8],
    gives: [u64; 8],
    /// By direction, jump points and forced steps.
    flags: [[u64; 4]; 2],
    /// Cells with a closed step around them.
    near: u64,
}

impl RowSteps {
    /// Cells from which and to which all steps are legal.
    #[inline(always)]
    fn open(&self) -> u64 {
        let mut open = !0;
        for direction in 0..8 {
            open &= self.gives[direction] & self.takes[direction];
        }
        open
    }

    /// The flags of eight cells that are near walls, lower bytes and upper ones, by what they give.
    #[inline(always)]
    fn flags(&self, eight: usize, gives: u64, is_swept: bool) -> [u64; 2] {
        if !is_swept {
            return [0; 2];
        }
        sweep::walled_flags(gives, bytes(&self.flags[0], eight), bytes(&self.flags[1], eight))
    }
}

/// Rows of an area, with what the map has there.
struct Rows<'a, M> {
    map: &'a M,
    cells: &'a BitRows,
    ground: &'a Ground,
    is_swept: bool,
    /// Whether cells may give their costs to others than those from which they take them.
    has_one_way: bool,
}

/// The closed steps around 64 cells, and the words of cells that are beside them.
#[derive(Default)]
struct Closed {
    around: ClosedAround,
    near: u64,
}

impl<'a, M: MapRows> Rows<'a, M> {
    fn new(map: &'a M, ground: &'a Ground) -> Self {
        Self { map, cells: map.walkable(), ground, is_swept: ground.is_swept(), has_one_way: map.has_one_way() }
    }

    // Without functions of arrays, which the library that ships would call.

    /// The cells of three rows at and around 64 cells: bit `1 + i` of each for cell `x + i`. Cells beyond the area are
    /// blocked, and no step leads there.
    fn cells(&self, x: usize, y: i32) -> [u128; 3] {
        let area = self.ground.area;
        let left = area.x as usize;
        let mut inside = u128::MAX;
        if x == left {
            inside &= !1;
        }
        let rest = left + area.width as usize - x;
        if rest < 127 {
            inside &= (1 << (rest + 1)) - 1;
        }
        let mut cells = [0; 3];
        let (top, bottom) = (area.y.max(y - 1), (area.y + area.height as i32 - 1).min(y + 1));
        for row in top..=bottom {
            cells[(row - y + 1) as usize] = three_words(self.cells.row(row as isize), x) & inside;
        }
        cells
    }

    /// The words of walls at three rows, for the step over an edge.
    fn closed(&self, edge: usize, back: usize, x: usize, y: i32) -> [u128; 3] {
        let Some(rows) = self.map.closed(edge, back) else { return [0; 3] };
        let y = y as isize;
        [three_words(rows.row(y - 1), x), three_words(rows.row(y), x), three_words(rows.row(y + 1), x)]
    }

    /// The closed steps around cells in the direction in which costs spread.
    fn closed_around(&self, x: usize, y: i32) -> Closed {
        if !self.map.has_walls() {
            return Closed::default();
        }
        let (mut closed, mut near) = (ClosedAround::default(), 0);
        for back in 0..1 + usize::from(self.has_one_way) {
            let way = if self.ground.spreads_back { 1 - back } else { back };
            let along = self.closed(0, way, x, y);
            let across = self.closed(1, way, x, y);
            for (words, row) in closed.along[back].iter_mut().zip(along) {
                *words = [row as u64, (row >> 1) as u64];
                near |= words[0] | words[1];
            }
            for (words, row) in closed.across[back].iter_mut().zip(across) {
                *words = [row as u64, (row >> 1) as u64, (row >> 2) as u64];
                near |= words[0] | words[1] | words[2];
            }
        }
        if !self.has_one_way {
            (closed.along[1], closed.across[1]) = (closed.along[0], closed.across[0]);
        }
        Closed { around: closed, near }
    }

    fn over_squares(&self, x: usize, y: i32) -> RowSteps {
        let Closed { around: closed, near } = self.closed_around(x, y);
        let (rows, mut cells) = (self.cells(x, y), [[0; 3]; 3]);
        for row in 0..3 {
            cells[row] = [rows[row] as u64, (rows[row] >> 1) as u64, (rows[row] >> 2) as u64];
        }
        // Steps also lead from blocked cells.
        cells[1][1] = !0;
        let steps = StepsAround::<true>::between(self.ground.rule, &cells, &closed);
        // Not by a loop, so that the compiler knows each step.
        let to = |step: (i32, i32)| steps.step((0, 0), step);
        let from = |(dx, dy): (i32, i32)| steps.step((dx, dy), (-dx, -dy));
        let [a, b, c, d, e, f, g, h] = DIRECTIONS;
        let gives = [to(a), to(b), to(c), to(d), to(e), to(f), to(g), to(h)];
        let takes = match self.has_one_way {
            true => [from(a), from(b), from(c), from(d), from(e), from(f), from(g), from(h)],
            false => gives,
        };
        let flags = match near != 0 && self.is_swept {
            true => sweep::flags_of_words(self.ground.rule, &steps),
            false => [[0; 4]; 2],
        };
        RowSteps { takes, gives, flags, near }
    }

    fn over_hexagons(&self, x: usize, y: i32) -> RowSteps {
        let cells = self.cells(x, y);
        let [takes, gives] = [!self.ground.spreads_back, self.ground.spreads_back].map(|from| {
            let mut steps = [0; 8];
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                let beside = (cells[(dy + 1) as usize] >> (dx + 1)) as u64;
                steps[direction] = beside & self.open_hexagons((dx, dy), from, x, y);
            }
            steps
        });
        RowSteps { takes, gives, flags: [[0; 4]; 2], near: !0 }
    }

    /// The cells of a row of hexagons that have a neighbor at (dx, dy) to which no wall closes the step, or from which
    /// none does.
    fn open_hexagons(&self, (dx, dy): (i32, i32), from: bool, x: usize, y: i32) -> u64 {
        let layout = self.ground.layout;
        let shifted = match layout.shifts_columns() {
            true => {
                if layout.is_shifted(x as i32) {
                    0x5555_5555_5555_5555
                } else {
                    0xaaaa_aaaa_aaaa_aaaa
                }
            }
            false => {
                if layout.is_shifted(y) {
                    !0
                } else {
                    0
                }
            }
        };
        // Where a neighbor lies at a diagonal step: to the side to which the line is shifted.
        let has_neighbor = match (dx != 0 && dy != 0, if layout.shifts_columns() { dy } else { dx }) {
            (false, _) => !0,
            (true, 1) => shifted,
            (true, _) => !shifted,
        };
        if !self.map.has_walls() {
            return has_neighbor;
        }
        // The edge's number, and whether the neighbor is its owner.
        let (edge, is_owned_there) = match (dx, dy) {
            (_, 0) => (0, dx < 0),
            (0, _) => (1, dy < 0),
            _ if layout.shifts_columns() => (2, dx < 0),
            _ => (2, dy < 0),
        };
        let words = self.closed(edge, usize::from(from != is_owned_there), x, y);
        let (dx, dy) = if is_owned_there { (dx, dy) } else { (0, 0) };
        has_neighbor & !((words[(dy + 1) as usize] >> (dx + 1)) as u64)
    }
}

/// Visits the legal steps of some cells of a row of the map, from column `x` on, 64 cells at most at a time: the slot
/// of the first one, their number, and their steps.
fn visit_row(
    map: &impl MapRows,
    ground: &Ground,
    (x, y): (i32, i32),
    count: usize,
    visit: &mut dyn FnMut(usize, usize, &RowSteps),
) {
    let rows = Rows::new(map, ground);
    let begin = (y - ground.area.y + 1) as usize * ground.stride + 1;
    let (mut x, end) = (x as usize, x as usize + count);
    while x < end {
        let steps = match ground.layout {
            Layout::Square => rows.over_squares(x, y),
            _ => rows.over_hexagons(x, y),
        };
        let count = (64 - x % 64).min(end - x);
        visit(begin + x - ground.area.x as usize, count, &steps);
        x += count;
    }
}

impl Ground {
    /// Reads the legal steps of a row of the area, and flags of cells near walls. Rows are read in order.
    #[inline(never)]
    pub(crate) fn read_steps(&mut self, map: &impl MapRows, flags: &mut [u16], row: usize) {
        let mut steps = std::mem::take(&mut self.steps);
        let [takes, gives] = steps.lists_mut();
        let has_one_way = !gives.is_empty();
        let slots = (row + 3) * self.stride;
        grow(takes, slots);
        if has_one_way {
            grow(gives, slots);
        }
        let first = (self.area.x, self.area.y + row as i32);
        let is_swept = self.is_swept();
        visit_row(map, self, first, self.area.width as usize, &mut |begin, count, read| {
            takes[begin..][..count].fill(u8::MAX);
            if has_one_way {
                gives[begin..][..count].fill(u8::MAX);
            }
            let mut others = (!read.open() | read.near) & !0 >> (64 - count);
            while others != 0 {
                let eight = others.trailing_zeros() as usize / 8;
                let mut near = read.near >> (8 * eight) & 0xff;
                others &= !(0xff << (8 * eight));
                let places = begin + 8 * eight..begin + count.min(8 * eight + 8);
                let given = bytes(&read.gives, eight);
                let taken = if has_one_way { bytes(&read.takes, eight) } else { given };
                takes[places.clone()].copy_from_slice(&taken.to_le_bytes()[..places.len()]);
                if has_one_way {
                    gives[places.clone()].copy_from_slice(&given.to_le_bytes()[..places.len()]);
                }
                if near != 0 {
                    let [low, high] = read.flags(eight, given, is_swept);
                    near &= !0 >> (64 - places.len());
                    while near != 0 {
                        let i = near.trailing_zeros() as usize;
                        near &= near - 1;
                        let own = u16::from_le_bytes([(low >> (8 * i)) as u8, (high >> (8 * i)) as u8]);
                        flags[places.start + i] = own | 1 << flag::NEAR_WALL;
                    }
                }
            }
        });
        self.steps = steps;
    }

    /// Compares the legal steps of some cells of a row with those of the map, and takes over what changed. Tells the
    /// slots of these cells.
    pub(crate) fn compare_steps(
        &mut self,
        map: &impl MapRows,
        (x, y): (i32, i32),
        count: usize,
        tell: &mut dyn FnMut(usize),
    ) {
        let mut steps = std::mem::take(&mut self.steps);
        let [takes, gives] = steps.lists_mut();
        visit_row(map, self, (x, y), count, &mut |begin, count, read| {
            for eight in 0..count.div_ceil(8) {
                let (taken, given) = (bytes(&read.takes, eight).to_le_bytes(), bytes(&read.gives, eight).to_le_bytes());
                for i in 0..(count - 8 * eight).min(8) {
                    let slot = begin + 8 * eight + i;
                    let mut is_changed = std::mem::replace(&mut takes[slot], taken[i]) != taken[i];
                    if let Some(known) = gives.get_mut(slot) {
                        is_changed |= std::mem::replace(known, given[i]) != given[i];
                    }
                    if is_changed {
                        tell(slot);
                    }
                }
            }
        });
        self.steps = steps;
    }

    /// The flags of a cell by the legal steps around it.
    pub(crate) fn flags_near_wall(&self, slot: usize) -> u16 {
        if !self.is_swept() {
            return 1 << flag::NEAR_WALL;
        }
        let steps = self.steps.around(slot, self.stride);
        let [jump_points, forced] = sweep::flags_of_words(self.rule, &steps).map(|words| bytes(&words, 0));
        let [low, high] = sweep::walled_flags(self.steps.gives()[slot].into(), jump_points, forced);
        u16::from_le_bytes([low as u8, high as u8]) | 1 << flag::NEAR_WALL
    }

    /// Whether a step in a direction and the one after it are legal ways to take a cost: from a slot to where it ends.
    pub(crate) fn takes_by_two(&self, slot: usize, [first, second]: [(i32, i32); 2]) -> bool {
        let between = slot.wrapping_add_signed(self.ways[direction_of(first)]);
        self.steps.takes(slot) >> direction_of(first) & 1 == 1
            && self.steps.takes(between) >> direction_of(second) & 1 == 1
    }
}

/// Bits `8 * eight` to `8 * eight + 7` of words as bytes: bit `i` of word `k` is bit `k` of byte `i`.
#[inline(always)]
fn bytes<const WORDS: usize>(words: &[u64; WORDS], eight: usize) -> u64 {
    let mut bytes = 0;
    for k in 0..WORDS {
        bytes |= SPREAD[usize::from((words[k] >> (8 * eight)) as u8)] << k;
    }
    bytes
}

/// The bits of a byte as bytes.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};
