//! The passages of cells of a row, 256 at a time: planes of bits, which are compared and written by words.

use crate::bits::planes::{bytes_of, four_planes};
use crate::bits::vectors::Kernel;

/// Number of words that are compared together, of 64 cells each.
pub(super) const WORDS: usize = 4;

/// Number of cells in all words.
pub(super) const CELLS: usize = 64 * WORDS;

/// The edges in a byte that are open in one direction only: a bit for each.
#[inline(always)]
pub(super) fn one_way_bits(byte: u8) -> u8 {
    (byte ^ byte >> 1) & 0b01_01_01
}

/// The closed steps of [`CELLS`] cells of a row: for each bit of a cell's byte, a plane with a bit for each cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PassageBits([[u64; WORDS]; 6]);

impl PassageBits {
    /// Cells with the same byte.
    #[inline(always)]
    pub(super) fn of_byte(byte: u8) -> Self {
        let mut planes = [[0; WORDS]; 6];
        for (bit, plane) in planes.iter_mut().enumerate() {
            *plane = [u64::from(byte >> bit & 1).wrapping_neg(); WORDS];
        }
        Self(planes)
    }

    /// Cells with these bytes. If they are fewer, the steps of others are open.
    #[inline(always)]
    fn of_bytes(bytes: &[u8]) -> Self {
        let mut padded = [[0; 64]; WORDS];
        let blocks = match bytes.as_chunks().0.first_chunk() {
            Some(blocks) => blocks,
            None => {
                padded.as_flattened_mut()[..bytes.len()].copy_from_slice(bytes);
                &padded
            }
        };
        let [a, b, c, d] = four_planes(blocks, 0);
        let mut all = 0;
        for byte in blocks.as_flattened() {
            all |= byte;
        }
        let [e, f, ..] = if all > 15 { four_planes(blocks, 4) } else { [[0; WORDS]; 4] };
        Self([a, b, c, d, e, f])
    }

    /// The bytes of all cells.
    pub(super) fn bytes(self) -> [[u8; 64]; WORDS] {
        let Self([a, b, c, d, e, f]) = self;
        let mut bytes = bytes_of([a, b, c, d]);
        if e.iter().chain(&f).any(|&word| word != 0) {
            let thirds = bytes_of([e, f, [0; WORDS], [0; WORDS]]);
            let bytes = bytes.as_flattened_mut().iter_mut();
            bytes.zip(thirds.as_flattened()).for_each(|(byte, third)| *byte |= third << 4);
        }
        bytes
    }

    /// The closed steps forth over an edge, and where steps back differ from these.
    #[inline(always)]
    pub(super) fn over_edge(&self, edge: usize) -> [[u64; WORDS]; 2] {
        let (forth, mut differs) = (self.0[2 * edge], self.0[2 * edge + 1]);
        for word in 0..WORDS {
            differs[word] ^= forth[word];
        }
        [forth, differs]
    }

    /// These steps where a mask of the bits of a byte has ones, and others elsewhere.
    #[inline(always)]
    fn or_elsewhere(mut self, mask: u8, others: &Self) -> Self {
        if mask != u8::MAX {
            for bit in (0..6).filter(|bit| mask >> bit & 1 == 0) {
                self.0[bit] = others.0[bit];
            }
        }
        self
    }

    /// Ones for the first cells whose bytes differ.
    #[inline(always)]
    fn differing(&self, other: &Self, count: usize) -> [u64; WORDS] {
        let mut cells = [0; WORDS];
        for (own, other) in self.0.iter().zip(&other.0) {
            for word in 0..WORDS {
                cells[word] |= own[word] ^ other[word];
            }
        }
        if count < CELLS {
            for (cells, first) in cells.iter_mut().zip(first_cells(count)) {
                *cells &= first;
            }
        }
        cells
    }
}

/// The planes of a row, by edge; empty where all is open, or where a layout has no third edge.
#[derive(Clone, Copy, Default)]
pub(super) struct PassageRow<'a> {
    /// Whether the step forth is closed.
    pub(super) forth: [&'a [u64]; 3],
    /// Whether the step back differs from that.
    pub(super) differs: [&'a [u64]; 3],
}

impl PassageRow<'_> {
    /// The passages of [`CELLS`] cells, from a column on. Cells outside the map have none.
    #[inline(always)]
    pub(super) fn from(&self, first: usize) -> PassageBits {
        let mut planes = [[0; WORDS]; 6];
        for edge in 0..3 {
            let (forth, differs) = (words_from(self.forth[edge], first), words_from(self.differs[edge], first));
            for word in 0..WORDS {
                (planes[2 * edge][word], planes[2 * edge + 1][word]) = (forth[word], forth[word] ^ differs[word]);
            }
        }
        PassageBits(planes)
    }
}

/// Words of a row of bits, from any bit on. Bits after the row are zeros.
#[inline(always)]
fn words_from(row: &[u64], first: usize) -> [u64; WORDS] {
    let (number, bit) = (first / 64, first % 64);
    let rest = row.get(number..).unwrap_or_default();
    match rest.first_chunk() {
        _ if rest.is_empty() => [0; WORDS],
        Some(words) if bit == 0 => *words,
        _ => words_across(rest, bit),
    }
}

/// Words of a row of bits, from a bit of its first word on.
#[inline(never)]
fn words_across(row: &[u64], bit: usize) -> [u64; WORDS] {
    let at = |word: usize| row.get(word).copied().unwrap_or(0);
    let joined = |word: usize| if bit == 0 { at(word) } else { at(word) >> bit | at(word + 1) << (64 - bit) };
    std::array::from_fn(joined)
}

/// The bytes that cells get.
#[derive(Clone, Copy)]
pub(super) enum Given<'a> {
    /// One byte for all.
    One(u8),
    /// A byte for each.
    Each(&'a [u8]),
}

/// Some cells of a row, at most [`CELLS`], that get bytes, or those bits of bytes that a mask has.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    pub(super) row: PassageRow<'a>,
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) mask: u8,
    pub(super) given: Given<'a>,
}

/// Ones for the first cells of all.
#[inline(always)]
fn first_cells(count: usize) -> [u64; WORDS] {
    let mut cells = [0; WORDS];
    for (word, cells) in cells.iter_mut().enumerate() {
        let count = count.saturating_sub(64 * word).min(64);
        *cells = u64::MAX.checked_shr(64 - count as u32).unwrap_or(0);
    }
    cells
}

impl Change<'_> {
    /// Ones for the cells that get bytes.
    #[inline(always)]
    pub(super) fn cells(&self) -> [u64; WORDS] {
        first_cells(self.count)
    }

    /// A first and a last column, moved apart until all cells that change lie between them.
    pub(super) fn widened(&self, (first, last): (usize, usize), cells: [u64; WORDS]) -> (usize, usize) {
        let words = || cells.iter().enumerate().filter(|&(_, &cells)| cells != 0);
        let from = words().next().map(|(word, cells)| self.first + 64 * word + cells.trailing_zeros() as usize);
        let to = words().next_back().map(|(word, cells)| self.first + 64 * word + 63 - cells.leading_zeros() as usize);
        (from.map_or(first, |from| from.min(first)), to.map_or(last, |to| to.max(last)))
    }
}

impl Kernel for Change<'_> {
    /// Ones for the cells that change, and the passages after the change.
    type Output = ([u64; WORDS], PassageBits);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let before = self.row.from(self.first);
        let given = match self.given {
            Given::One(byte) => PassageBits::of_byte(byte),
            Given::Each(bytes) => PassageBits::of_bytes(bytes),
        };
        let after = given.or_elsewhere(self.mask, &before);
        (after.differing(&before, self.count), after)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, CellData, Edit, GridMap, Layout, Passage, Rect};
    use crate::random::Random;

    fn below(random: &mut Random, bound: u32) -> u32 {
        random.below(bound as usize) as u32
    }

    /// A rectangle on the map: any, all of it, or one cell.
    fn rect(random: &mut Random, map: &GridMap) -> Rect {
        let (x, y) = (below(random, map.width()), below(random, map.height()));
        let (width, height) = match random.below(4) {
            0 => return map.bounds(),
            1 => (1, 1),
            _ => (1 + below(random, map.width() - x), 1 + below(random, map.height() - y)),
        };
        Rect { x: x as i32, y: y as i32, width, height }
    }

    /// Edits of parts of planes and of single edges, against a plane of bytes.
    #[test]
    fn planes_have_what_each_edit_gave_to_each_cell() {
        for seed in 0..if cfg!(miri) { 5 } else { 300 } {
            let mut random = Random::new(seed);
            let layout = [Layout::Square, Layout::HexOddRows, Layout::HexEvenColumns][random.below(3)];
            let most = [70, 70, 300, 600][random.below(4)];
            let (width, height) = (1 + below(&mut random, most), 1 + below(&mut random, 6));
            let mut map = GridMap::new(width, height).unwrap().in_layout(layout);
            let (size, all) = (map.size(), map.bounds());
            let mut plain = vec![0; size.cells()];
            for round in 0..12 {
                let about = format!("seed {seed}, round {round}, {layout:?}, {size:?}");
                let mut expected = plain.clone();
                let rect = rect(&mut random, &map);
                let (bits, share) = (1 << (2 * layout.edges()), 1 + random.below(20));
                // Walls only, or one-way edges too; some bytes name edges off the map.
                let wall = |byte: usize| (byte & 0b01_01_01) * 3;
                let (has_one_way, is_kept) = (random.below(2) == 0, random.below(3) == 0);
                let mut byte = |cell: Cell| match random.below(share) {
                    _ if is_kept && random.below(50) > 0 => plain[size.index(cell)],
                    0 if has_one_way => random.below(bits) as u8,
                    0 => wall(random.below(bits)) as u8 & (bits - 1) as u8,
                    _ => 0,
                };
                let bytes: Vec<u8> = rect.each_cell().map(&mut byte).collect();
                let edit = if rect.cells() == 1 && round % 2 == 0 {
                    let cell = Cell::new(rect.x, rect.y);
                    let (dx, dy) = layout.edge_step(cell, random.below(layout.edges()));
                    let ends = [cell, Cell::new(cell.x + dx, cell.y + dy)];
                    let passage = [Passage::Open, Passage::Wall, Passage::OneWay, Passage::OneWayBack];
                    let passage = passage[random.below(4)];
                    let Some(edit) = Edit::set_passage(size, layout, ends, passage) else { continue };
                    let edge = layout.edge_between(ends[0], ends[1]).unwrap();
                    let byte = &mut expected[size.index(cell)];
                    *byte = *byte & !edge.mask() | edge.bits(passage);
                    edit
                } else {
                    for (cell, byte) in rect.each_cell().zip(&bytes) {
                        expected[size.index(cell)] = byte & layout.edge_mask(size, cell);
                    }
                    Edit::write_passages(size, layout, rect, &bytes).unwrap()
                };
                let differing: Vec<Cell> =
                    all.each_cell().filter(|&cell| plain[size.index(cell)] != expected[size.index(cell)]).collect();
                let enclosing = differing
                    .into_iter()
                    .map(|Cell { x, y }| Rect { x, y, width: 1, height: 1 })
                    .reduce(Rect::enclosing);
                assert_eq!(map.changed_by(&edit), enclosing, "{about}");
                let sum = map.sum().plus(map.sum_change(&edit));
                map.edit(&edit).unwrap();
                assert_eq!(map.sum(), sum, "{about}");
                plain = expected;
                let mut found = vec![9; plain.len()];
                map.read_data(CellData::Passages, all, &mut found).unwrap();
                assert_eq!(found, plain, "{about}");
                assert_eq!(map.passages().is_some(), plain.iter().any(|&byte| byte != 0), "{about}");
                let has_one_way = plain.iter().any(|&byte| super::one_way_bits(byte) != 0);
                assert_eq!(map.passages().is_some_and(|passages| passages.has_one_way()), has_one_way, "{about}");
                let part = self::rect(&mut random, &map);
                let mut found = vec![9; part.cells() as usize];
                map.read_data(CellData::Passages, part, &mut found).unwrap();
                let expected: Vec<u8> = part.each_cell().map(|cell| plain[size.index(cell)]).collect();
                assert_eq!(found, expected, "{about}, {part:?}");
            }
        }
    }
}
