//! Walls between cells: which straight steps from a cell to a neighbor are closed, one way or both.
//!
//! A wall belongs to the *edge* between two neighbors. Each edge is stored at one of its two cells, the owner, and has
//! two bits there: whether the step away from the owner is closed, and whether the step back is.
//!
//! ```text
//!   edge   owner (x, y), to               bits of the owner's byte
//!   0      (x + 1, y)                     0: forth, 1: back
//!   1      (x, y + 1)                     2: forth, 3: back
//!   2      hexagons: the third neighbor   4: forth, 5: back
//!          that no other edge leads to
//! ```
//!
//! Hexagons in rows have their third edge to (x - 1, y + 1), or to (x + 1, y + 1) if the row is shifted; hexagons in
//! columns to (x + 1, y - 1), or to (x + 1, y + 1) if the column is shifted.
//!
//! Maps without walls hold nothing. With walls a map holds a bit for each edge, and another one once an edge is open in
//! one direction only.

use super::passage_bits::{CELLS, PassageBits, PassageRow, WORDS};
use super::{Cell, GridSize, Layout, MapError, Rect};
use crate::bits::bit_rows::BitRows;
use crate::held::held;
use std::ops::Range;

/// How two neighbors can be passed between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passage {
    /// Both ways.
    #[default]
    Open,
    /// Neither way.
    Wall,
    /// From the first cell to the second one only.
    OneWay,
    /// From the second cell to the first one only.
    OneWayBack,
}

impl Passage {
    /// The passage as the second cell sees it.
    const fn reversed(self) -> Self {
        match self {
            Self::OneWay => Self::OneWayBack,
            Self::OneWayBack => Self::OneWay,
            other => other,
        }
    }

    /// Whether the step forth is closed (1), and the step back (2).
    const fn bits(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Wall => 3,
            Self::OneWay => 2,
            Self::OneWayBack => 1,
        }
    }

    const fn of_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::Open,
            3 => Self::Wall,
            2 => Self::OneWay,
            _ => Self::OneWayBack,
        }
    }
}

/// An edge between two neighbors, as one of them sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The cell at which the edge is stored.
    pub(crate) owner: Cell,
    /// Its number there.
    pub(crate) number: usize,
    /// Whether the cell that asked is not the owner.
    is_reversed: bool,
}

impl Edge {
    /// The bits of the edge in the byte of its owner.
    pub(crate) fn mask(self) -> u8 {
        3 << (2 * self.number)
    }

    /// The bits of a passage, as the cell that asked sees it.
    pub(crate) fn bits(self, passage: Passage) -> u8 {
        let passage = if self.is_reversed { passage.reversed() } else { passage };
        passage.bits() << (2 * self.number)
    }

    /// The passage in the owner's byte, as the cell that asked sees it.
    pub(crate) fn passage(self, byte: u8) -> Passage {
        let passage = Passage::of_bits(byte >> (2 * self.number));
        if self.is_reversed { passage.reversed() } else { passage }
    }
}

/// Sides of a rectangle: 1 where x is larger, 2 where x is smaller, 4 where y is larger, 8 where y is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides(u8);

impl Sides {
    /// The sides of a number; `None` for none and for unknown ones.
    pub fn of_number(number: u32) -> Option<Self> {
        (1..=15).contains(&number).then_some(Self(number as u8))
    }

    /// Whether a cell outside a rectangle lies beyond one of the sides.
    pub(crate) fn has_beyond(self, rect: Rect, cell: Cell) -> bool {
        let beyond = [
            cell.x >= rect.x + rect.width as i32,
            cell.x < rect.x,
            cell.y >= rect.y + rect.height as i32,
            cell.y < rect.y,
        ];
        beyond.into_iter().enumerate().any(|(side, is_beyond)| is_beyond && self.0 >> side & 1 == 1)
    }
}

impl Layout {
    /// Number of edges of which a cell is the owner.
    pub(crate) const fn edges(self) -> usize {
        if self.is_hexagonal() { 3 } else { 2 }
    }

    /// The step from a cell over one of the edges that it owns.
    pub(crate) const fn edge_step(self, owner: Cell, edge: usize) -> (i32, i32) {
        match (edge, self.shifts_columns()) {
            (0, _) => (1, 0),
            (1, _) => (0, 1),
            (_, false) => (if self.is_shifted(owner.y) { 1 } else { -1 }, 1),
            (_, true) => (1, if self.is_shifted(owner.x) { 1 } else { -1 }),
        }
    }

    /// The edge between two cells; `None` if the second one is no straight neighbor of the first one.
    pub(crate) fn edge_between(self, from: Cell, to: Cell) -> Option<Edge> {
        let owned = |owner: Cell, other: Cell, is_reversed: bool| {
            let step = (other.x.wrapping_sub(owner.x), other.y.wrapping_sub(owner.y));
            let number = (0..self.edges()).find(|&edge| self.edge_step(owner, edge) == step)?;
            Some(Edge { owner, number, is_reversed })
        };
        owned(from, to, false).or_else(|| owned(to, from, true))
    }

    /// The bits of a cell's byte that stand for edges on the map.
    pub(crate) fn edge_mask(self, size: GridSize, owner: Cell) -> u8 {
        (0..self.edges()).fold(0, |mask, edge| {
            let (dx, dy) = self.edge_step(owner, edge);
            let is_inside = size.contains(Cell::new(owner.x + dx, owner.y + dy));
            mask | if is_inside { 3 << (2 * edge) } else { 0 }
        })
    }
}

/// The closed steps of a map.
#[derive(Debug)]
pub(crate) struct Passages {
    /// By edge: whether the step forth is closed, by the rows of the map.
    forth: [BitRows; 3],
    /// By edge: whether the step back differs from that. Empty while none does.
    differs: [BitRows; 3],
    /// Number of bits in `forth` and in `differs`.
    count: [u64; 2],
    edges: usize,
}

held!(Passages: forth, differs);

impl Passages {
    /// No closed steps.
    pub(super) fn new(size: GridSize, layout: Layout) -> Result<Self, MapError> {
        let edges = layout.edges();
        Ok(Self { forth: planes(size, edges)?, differs: Default::default(), count: [0; 2], edges })
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let copies = |[a, b, c]: &[BitRows; 3]| Ok::<_, MapError>([a.try_clone()?, b.try_clone()?, c.try_clone()?]);
        Ok(Self { forth: copies(&self.forth)?, differs: copies(&self.differs)?, ..*self })
    }

    /// Makes room for edges that are open in one direction only.
    pub(super) fn reserve_one_way(&mut self, size: GridSize) -> Result<(), MapError> {
        if self.differs[0].words_per_row() == 0 {
            self.differs = planes(size, self.edges)?;
        }
        Ok(())
    }

    /// Whether no step is closed.
    pub(super) fn are_none(&self) -> bool {
        self.count == [0; 2]
    }

    /// Whether an edge is open in one direction only.
    pub(crate) fn has_one_way(&self) -> bool {
        self.count[1] != 0
    }

    /// The byte of a cell.
    pub(super) fn byte(&self, cell: Cell) -> u8 {
        let (x, y) = (cell.x as usize, cell.y as usize);
        let mut byte = 0;
        for edge in 0..self.edges {
            let forth = self.forth[edge].get(x, y);
            let differs = self.differs[edge].words_per_row() != 0 && self.differs[edge].get(x, y);
            byte |= (u8::from(forth) | u8::from(forth != differs) << 1) << (2 * edge);
        }
        byte
    }

    /// A row of the map.
    pub(super) fn row(&self, y: usize) -> PassageRow<'_> {
        // Planes that there are none of have no rows.
        let mut row = PassageRow::default();
        for edge in 0..self.edges {
            row.forth[edge] = self.forth[edge].get_row(y).unwrap_or_default();
            row.differs[edge] = self.differs[edge].get_row(y).unwrap_or_default();
        }
        row
    }

    /// Writes the bytes of cells of a row, from a cell on.
    pub(super) fn read(&self, first: Cell, bytes: &mut [u8]) {
        let row = self.row(first.y as usize);
        for (x, bytes) in (first.x as usize..).step_by(CELLS).zip(bytes.chunks_mut(CELLS)) {
            bytes.copy_from_slice(&row.from(x).bytes().as_flattened()[..bytes.len()]);
        }
    }

    /// Sets the passages of some cells of a row, from a cell on. There must be room for edges that are open in
    /// one direction only.
    #[inline(always)]
    pub(super) fn write(&mut self, place: (usize, usize), changing: [u64; WORDS], passages: &PassageBits) {
        for edge in 0..self.edges {
            let [forth, differs] = passages.over_edge(edge);
            self.count[0] = put_words(&mut self.forth[edge], place, changing, forth, self.count[0]);
            if self.differs[edge].words_per_row() != 0 {
                self.count[1] = put_words(&mut self.differs[edge], place, changing, differs, self.count[1]);
            }
        }
    }

    /// Gives the memory of one-way edges back if there are none.
    pub(super) fn trim(&mut self) {
        if self.count[1] == 0 {
            self.differs = Default::default();
        }
    }

    /// Copies some words of a row: ones where the step over an edge is closed, forth or back.
    pub(crate) fn copy_words(&self, edge: usize, back: bool, y: usize, words: Range<usize>, out: &mut [u64]) {
        out.copy_from_slice(&self.forth[edge].row(y as isize)[words.clone()]);
        if back && self.has_one_way() {
            let differs = &self.differs[edge].row(y as isize)[words];
            out.iter_mut().zip(differs).for_each(|(bits, differs)| *bits ^= differs);
        }
    }

    /// 64 cells of a row, from any column on: ones where the step over an edge is closed, forth or back. Cells outside
    /// the map are zeros.
    pub(crate) fn closed(&self, edge: usize, back: bool, first: usize, y: usize) -> u64 {
        let bits = bits_from(&self.forth[edge], first, y);
        if back && self.has_one_way() { bits ^ bits_from(&self.differs[edge], first, y) } else { bits }
    }
}

/// Planes for the edges of a layout; the others are empty.
fn planes(size: GridSize, edges: usize) -> Result<[BitRows; 3], MapError> {
    let plane = || BitRows::new(size.width as usize, size.height as usize);
    Ok([plane()?, plane()?, if edges == 3 { plane()? } else { BitRows::default() }])
}

/// Replaces the bits of some words, from any column of a row on, where `mask` has ones, and returns the number of all
/// ones, which was `count` before.
#[inline(always)]
fn put_words(
    rows: &mut BitRows,
    (x, y): (usize, usize),
    mask: [u64; WORDS],
    bits: [u64; WORDS],
    mut count: u64,
) -> u64 {
    let words = rows.row_mut(y).get_mut(x / 64..).and_then(|words| words.first_chunk_mut::<WORDS>());
    if let Some(words) = words.filter(|_| x.is_multiple_of(64)) {
        let mut more = [0_u64; WORDS];
        for word in 0..WORDS {
            let before = words[word];
            words[word] = before & !mask[word] | bits[word] & mask[word];
            more[word] = u64::from(words[word].count_ones()).wrapping_sub(before.count_ones().into());
        }
        return more.into_iter().fold(count, u64::wrapping_add);
    }
    for word in (0..WORDS).filter(|&word| mask[word] != 0) {
        count = put_bits(rows, (x + 64 * word, y), mask[word], bits[word], count);
    }
    count
}

/// Replaces the bits of a row where `mask` has ones, from a column on, and returns the number of all ones, which was
/// `count` before.
fn put_bits(rows: &mut BitRows, (x, y): (usize, usize), mask: u64, bits: u64, count: u64) -> u64 {
    let (row, word, bit) = (rows.row_mut(y), x / 64, x % 64);
    let mut ones = count;
    let mut put = |word: usize, mask: u64, bits: u64| {
        let before = row[word];
        row[word] = before & !mask | bits & mask;
        ones = ones + u64::from(row[word].count_ones()) - u64::from(before.count_ones());
    };
    put(word, mask << bit, bits << bit);
    // Bits beyond the word, if there are some, stand in the next one.
    let above = |bits: u64| bits >> 1 >> (63 - bit);
    if above(mask) != 0 {
        put(word + 1, above(mask), above(bits));
    }
    ones
}

/// 64 bits of a row, from any column on. Rows below the last one are zeros, as are bits after a row.
fn bits_from(rows: &BitRows, first: usize, y: usize) -> u64 {
    if y >= rows.rows() {
        return 0;
    }
    let (row, word, bit) = (rows.row(y as isize), first / 64, first % 64);
    let at = |word: usize| row.get(word).copied().unwrap_or(0);
    let low = at(word) >> bit;
    if bit == 0 { low } else { low | at(word + 1) << (64 - bit) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeMap;

    #[test]
    fn each_straight_neighbor_shares_one_edge_that_both_cells_name() {
        for layout in Layout::HEXAGONS.into_iter().chain([Layout::Square]) {
            for (x, y) in (3..7).flat_map(|y| (3..7).map(move |x| (x, y))) {
                let from = Cell::new(x, y);
                let mut found = BTreeMap::new();
                for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
                    let to = Cell::new(x + dx, y + dy);
                    let is_neighbor = match layout {
                        Layout::Square => dx.abs() + dy.abs() == 1,
                        _ => layout.steps_between(from, to) == 1,
                    };
                    let edge = layout.edge_between(from, to);
                    assert_eq!(edge.is_some(), is_neighbor, "{layout:?}, {from:?} to {to:?}");
                    let Some(edge) = edge else { continue };
                    let back = layout.edge_between(to, from).unwrap();
                    assert_eq!((edge.owner, edge.number), (back.owner, back.number));
                    assert_ne!(edge.is_reversed, back.is_reversed);
                    for passage in [Passage::Open, Passage::Wall, Passage::OneWay, Passage::OneWayBack] {
                        assert_eq!(edge.passage(edge.bits(passage)), passage);
                        assert_eq!(back.passage(edge.bits(passage)), passage.reversed());
                    }
                    found.insert((edge.owner.x, edge.owner.y, edge.number), to);
                }
                assert_eq!(found.len(), if layout.is_hexagonal() { 6 } else { 4 });
            }
        }
    }

    #[test]
    fn bytes_are_kept_and_memory_goes_with_the_last_wall() {
        let (size, mut random) = (GridSize { width: 70, height: 5 }, Random::new(4));
        for layout in [Layout::Square, Layout::HexOddRows, Layout::HexEvenColumns] {
            let mut passages = Passages::new(size, layout).unwrap();
            let walls_only = crate::held::Held::bytes(&passages);
            passages.reserve_one_way(size).unwrap();
            let mut plain = [[0; 70]; 5];
            for _ in 0..2000 {
                let (x, y) = (random.below(70), random.below(5));
                let byte = random.below(1 << (2 * layout.edges())) as u8;
                passages.write((x, y), [1, 0, 0, 0], &PassageBits::of_byte(byte));
                plain[y][x] = byte;
            }
            for (x, y) in (0..5).flat_map(|y| (0..70).map(move |x| (x, y))) {
                assert_eq!(passages.byte(Cell::new(x as i32, y as i32)), plain[y][x]);
            }
            for (edge, back) in (0..layout.edges()).flat_map(|edge| [(edge, false), (edge, true)]) {
                for (x, y) in [(0, 0), (5, 1), (64, 2), (69, 4), (3, 5)] {
                    let bits = passages.closed(edge, back, x, y);
                    for i in 0..64 {
                        let byte = plain.get(y).and_then(|row| row.get(x + i)).copied().unwrap_or(0);
                        assert_eq!(bits >> i & 1 == 1, byte >> (2 * edge + usize::from(back)) & 1 == 1);
                    }
                }
            }
            assert!(passages.has_one_way() && !passages.are_none());
            for (y, row) in (0..).zip(&plain) {
                let mut found = [7; 64];
                passages.read(Cell::new(5, y), &mut found);
                assert_eq!(found[..], row[5..69]);
            }
            for y in 0..5 {
                passages.write((0, y), [u64::MAX, 63, 0, 0], &PassageBits::default());
            }
            passages.trim();
            assert!(passages.are_none());
            assert_eq!(crate::held::Held::bytes(&passages), walls_only);
        }
    }
}
