//! Changes of a map. An edit is checked as a whole before it is made, so a refused edit changes nothing.

use super::content_sum::ContentSum;
use super::covers::{ADD, REMOVE, changed_count};
use super::passage_bits::{CELLS, Change, Given, PassageBits, PassageRow, WORDS, one_way_bits};
use super::passages::{Passage, Passages};
use super::{Cell, CellData, CellType, GridSize, Layout, MapError, Rect};
use crate::bits::bit_rows::reserved;
use crate::bits::vectors::{self, Kernel};
use std::borrow::Cow;

/// The sums of rows of one byte are made by pieces of so many cells.
const PIECE: usize = 64;

/// A change of the cells of a rectangle, which must not be empty and must lie on the map.
///
/// An edit that owns its bytes, an `Edit<'static>`, can be made later, and on several copies of a map.
#[derive(Debug)]
pub struct Edit<'a> {
    data: CellData,
    /// Bits of the bytes that change: all, or the closed steps of some edges.
    mask: u8,
    rect: Rect,
    bytes: Bytes<'a>,
    /// Whether the edit can make edges that are open in one direction only.
    has_one_way: bool,
}

/// The bytes that the cells of a rectangle get.
#[derive(Debug)]
enum Bytes<'a> {
    /// One byte for all cells.
    One(u8),
    /// A byte for each cell, row by row.
    Each(Cow<'a, [u8]>),
}

impl<'a> Edit<'a> {
    /// One cell gets a type.
    pub fn set(cell: Cell, cell_type: CellType) -> Self {
        Self::fill(Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, cell_type)
    }

    /// All cells of a rectangle get one type.
    pub fn fill(rect: Rect, cell_type: CellType) -> Self {
        Self::new(CellData::Types, rect, Bytes::One(cell_type.0))
    }

    /// The cells of a rectangle get the types in a buffer: numbers of [`CellType`], row by row, exactly one byte for
    /// each cell.
    pub fn write(rect: Rect, cell_types: &'a [u8]) -> Self {
        Self::new(CellData::Types, rect, Bytes::Each(cell_types.into()))
    }

    /// All cells of a rectangle get one penalty, in 1/16 of a straight step.
    pub fn fill_penalties(rect: Rect, penalty: u8) -> Self {
        Self::new(CellData::Penalties, rect, Bytes::One(penalty))
    }

    /// The cells of a rectangle get the penalties in a buffer, row by row: exactly one byte for each cell.
    pub fn write_penalties(rect: Rect, penalties: &'a [u8]) -> Self {
        Self::new(CellData::Penalties, rect, Bytes::Each(penalties.into()))
    }

    /// The edge between two cells gets a passage. `None` if the second cell is no straight neighbor of the first one,
    /// or if one of them lies outside the map.
    pub fn set_passage(size: GridSize, layout: Layout, ends: [Cell; 2], passage: Passage) -> Option<Self> {
        let edge = layout.edge_between(ends[0], ends[1])?;
        let Cell { x, y } = edge.owner;
        let rect = Rect { x, y, width: 1, height: 1 };
        let (mask, byte) = (edge.mask(), edge.bits(passage));
        let has_one_way = one_way_bits(byte) != 0;
        let edit = Self { mask, has_one_way, ..Self::new(CellData::Passages, rect, Bytes::One(byte)) };
        ends.iter().all(|&end| size.contains(end)).then_some(edit)
    }

    /// The cells of a rectangle on the map get the closed steps in a buffer, row by row: exactly one byte for each
    /// cell, as [`passages`](super::passages) has them. Steps off the map are left out.
    pub fn write_passages(size: GridSize, layout: Layout, rect: Rect, bytes: &'a [u8]) -> Result<Self, MapError> {
        size.check_count(rect, bytes.len())?;
        let all = u8::MAX >> (8 - 2 * layout.edges());
        let Rect { width, height, .. } = size.bounds();
        let (first, last) = (size.bounds(), Rect { x: width as i32 - 1, y: height as i32 - 1, width, height });
        let border = [
            Rect { width: 1, ..first },
            Rect { height: 1, ..first },
            Rect { width: 1, x: last.x, ..first },
            Rect { height: 1, y: last.y, ..first },
        ];
        let sides = || border.into_iter().filter_map(|side| side.common(rect)).flat_map(Rect::each_cell);
        let is_off = |cell: Cell| bytes[rect.index(cell)] & !layout.edge_mask(size, cell) != 0;
        // Most callers name no steps off the map, and most cells have none.
        let (named, has_one_way) = bits_of(bytes);
        if named & !all == 0 && !sides().any(is_off) {
            return Ok(Self { has_one_way, ..Self::new(CellData::Passages, rect, Bytes::Each(bytes.into())) });
        }
        let mut owned = reserved(bytes.len())?;
        owned.extend(bytes.iter().map(|byte| byte & all));
        sides().for_each(|cell| owned[rect.index(cell)] &= layout.edge_mask(size, cell));
        let (_, has_one_way) = bits_of(&owned);
        Ok(Self { has_one_way, ..Self::new(CellData::Passages, rect, Bytes::Each(owned.into())) })
    }

    fn new(data: CellData, rect: Rect, bytes: Bytes<'a>) -> Self {
        Self { data, mask: u8::MAX, rect, bytes, has_one_way: false }
    }

    /// All cells of a rectangle get one cover more, or one fewer.
    pub(super) fn fill_covers(rect: Rect, change: u8) -> Self {
        Self::new(CellData::Covers, rect, Bytes::One(change))
    }

    /// The cells of a rectangle get covers or lose them: exactly one byte for each cell.
    pub(super) fn write_covers(rect: Rect, changes: Vec<u8>) -> Self {
        Self::new(CellData::Covers, rect, Bytes::Each(changes.into()))
    }

    /// Whether a map of this size accepts the edit. The map's cells don't matter.
    pub fn check(&self, size: GridSize) -> Result<(), MapError> {
        match &self.bytes {
            Bytes::One(_) => size.check(self.rect),
            Bytes::Each(bytes) => size.check_count(self.rect, bytes.len()),
        }
    }

    /// The edit's rectangle: only its cells may change.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Kind of data that the edit changes.
    pub(crate) fn data(&self) -> CellData {
        self.data
    }

    /// The rectangle of all cells around which steps can change, where cells of `changed` do: both ends of each edge.
    pub(crate) fn reach_of(&self, changed: Rect, size: GridSize) -> Rect {
        if self.data != CellData::Passages {
            return changed;
        }
        let around = |first: i32, count: u32, side: u32| {
            let (start, end) = ((first - 1).max(0), (first + count as i32 + 1).min(side as i32));
            (start, end.abs_diff(start))
        };
        let ((x, width), (y, height)) =
            (around(changed.x, changed.width, size.width), around(changed.y, changed.height, size.height));
        Rect { x, y, width, height }
    }

    /// Whether the edit can make edges that are open in one direction only.
    pub(crate) fn has_one_way(&self) -> bool {
        self.has_one_way
    }

    /// The change of a row of the map from a column of the edit's rectangle on, for at most [`CELLS`] cells.
    #[inline(always)]
    fn change<'b>(&'b self, row: PassageRow<'b>, y: usize, first: usize) -> Change<'b> {
        let (width, mask) = (self.rect.width as usize, self.mask);
        let count = (width - first).min(CELLS);
        let given = match &self.bytes {
            Bytes::One(byte) => Given::One(*byte),
            Bytes::Each(bytes) => Given::Each(&bytes[(y - self.rect.y as usize) * width + first..][..count]),
        };
        Change { row, first: self.rect.x as usize + first, count, mask, given }
    }

    /// Calls `visit` with the place of each [`CELLS`] cells of the rectangle: the row, and the column in the rectangle.
    fn each_place(&self, mut visit: impl FnMut(usize, usize)) {
        for y in (self.rect.y as usize..).take(self.rect.height as usize) {
            (0..self.rect.width as usize).step_by(CELLS).for_each(|first| visit(y, first));
        }
    }

    /// Calls `visit` with what a legal edit of passages changes: the first cell of each [`CELLS`], ones for the cells
    /// that change, and the passages before and after.
    fn compare(
        &self,
        passages: Option<&Passages>,
        mut visit: impl FnMut(Cell, [u64; WORDS], &dyn Fn() -> [PassageBits; 2]),
    ) {
        self.each_place(|y, first| {
            let row = passages.map_or_else(PassageRow::default, |passages| passages.row(y));
            let change = self.change(row, y, first);
            let (cells, after) = vectors::run(change);
            if cells != [0; WORDS] {
                visit(Cell::new(change.first as i32, y as i32), cells, &|| [row.from(change.first), after]);
            }
        });
    }

    /// The smallest rectangle with all cells that a legal edit of passages would change.
    pub(super) fn changed_passages(&self, passages: Option<&Passages>) -> Option<Rect> {
        vectors::run(ChangedPassages { edit: self, passages })
    }

    /// How a legal edit of passages changes the [sum](ContentSum) of a map.
    pub(super) fn sum_change_of_passages(&self, size: GridSize, passages: Option<&Passages>) -> ContentSum {
        let mut sum = ContentSum::default();
        self.compare(passages, |first, cells, both| {
            let both = both().map(PassageBits::bytes);
            let [before, after] = both.each_ref().map(|bytes| bytes.as_flattened());
            // Cells after the last one that changes may lie in the next row.
            let words = (0..WORDS).filter(|&word| cells[word] != 0);
            for (begin, cells) in words.map(|word| (64 * word, cells[word])) {
                let end = begin + 64 - cells.leading_zeros() as usize;
                let of = |bytes: &[u8]| ContentSum::of_bytes(self.data, size.index(first) + begin, &bytes[begin..end]);
                sum = sum.plus(of(after)).minus(of(before));
            }
        });
        sum
    }

    /// Makes a legal edit of passages. There must be room for edges that are open in one direction only, if the edit
    /// has some.
    pub(super) fn write_to(&self, passages: &mut Passages) {
        vectors::run(PassageWriting { edit: self, passages });
    }

    /// The byte of a cell of the rectangle after the edit, by the byte before.
    fn byte_after(&self, cell: Cell, before: u8) -> u8 {
        before & !self.mask | self.byte(cell) & self.mask
    }

    /// The byte that the edit has for a cell of its rectangle.
    pub(super) fn byte(&self, cell: Cell) -> u8 {
        match &self.bytes {
            Bytes::One(byte) => *byte,
            Bytes::Each(bytes) => bytes[self.rect.index(cell)],
        }
    }

    /// The type that the edit gives to a cell; `None` if it leaves the cell's type alone.
    pub(crate) fn cell_type(&self, cell: Cell) -> Option<CellType> {
        let gives_type = self.data == CellData::Types && self.rect.contains(cell);
        gives_type.then(|| CellType(self.byte(cell)))
    }

    /// Makes a legal edit on a buffer with the `data` of `rect`, row by row. Leaves out cells outside `rect`.
    pub(crate) fn write_over(&self, data: CellData, rect: Rect, buffer: &mut [u8]) {
        if let Some(common) = self.rect.common(rect).filter(|_| self.data == data) {
            self.write_rows(common, common.rows_of_mut(buffer, rect));
        }
    }

    /// Makes an edit of covers on counts of the cells of `rect`, row by row. Leaves out cells outside `rect`.
    pub(crate) fn count_over(&self, rect: Rect, counts: &mut [u16]) {
        let common = self.rect.common(rect).filter(|_| self.data == CellData::Covers);
        for cell in common.into_iter().flat_map(Rect::each_cell) {
            let count = &mut counts[rect.index(cell)];
            *count = changed_count(*count, self.byte(cell));
        }
    }

    /// Writes the bytes of `inner`, a rectangle inside the edit's own, to its rows.
    pub(super) fn write_rows<'b>(&self, inner: Rect, rows: impl Iterator<Item = &'b mut [u8]>) {
        match &self.bytes {
            _ if self.mask != u8::MAX => {
                let cells = inner.each_cell().zip(rows.flatten());
                cells.for_each(|(cell, byte)| *byte = self.byte_after(cell, *byte));
            }
            Bytes::One(byte) => rows.for_each(|row| row.fill(*byte)),
            Bytes::Each(bytes) => {
                rows.zip(inner.rows_of(bytes, self.rect)).for_each(|(row, new)| row.copy_from_slice(new));
            }
        }
    }

    /// The smallest rectangle with all cells that a legal edit would change; `None` if it would change nothing. `rows`
    /// are the current bytes of the edit's rectangle, row by row.
    pub(crate) fn changes<'b>(&self, rows: impl Iterator<Item = &'b [u8]>) -> Option<Rect> {
        match &self.bytes {
            Bytes::One(byte) => {
                enclose(self.rect, rows.map(|row| ends(row.iter().map(|old| (old ^ byte) & self.mask != 0))))
            }
            Bytes::Each(bytes) => {
                let new_rows = bytes.chunks_exact(self.rect.width as usize);
                let differences = rows.zip(new_rows).map(|(row, new)| {
                    // Compare whole rows first: most rows are equal if a game writes all its cells again.
                    if row == new {
                        None
                    } else {
                        ends(row.iter().zip(new).map(|(old, new)| (old ^ new) & self.mask != 0))
                    }
                });
                enclose(self.rect, differences)
            }
        }
    }

    /// How a legal edit of types or penalties changes the [sum](ContentSum) of a map. `rows` are the current bytes of
    /// the edit's rectangle, row by row, and empty if all are 0.
    pub(crate) fn sum_change<'b>(&self, size: GridSize, rows: impl Iterator<Item = &'b [u8]>) -> ContentSum {
        let (rect, width, mut rows) = (self.rect, self.rect.width as usize, rows);
        if self.mask != u8::MAX {
            let mut bytes = rows.flatten().copied();
            return rect.each_cell().fold(ContentSum::default(), |sum, cell| {
                let before = bytes.next().unwrap_or(0);
                let of = |byte: u8| ContentSum::of_bytes(self.data, size.index(cell), &[byte]);
                sum.plus(of(self.byte_after(cell, before))).minus(of(before))
            });
        }
        let mut change = ContentSum::default();
        for y in 0..rect.height as usize {
            let place = size.index(Cell::new(rect.x, rect.y + y as i32));
            let of_bytes = |x: usize, bytes: &[u8]| ContentSum::of_bytes(self.data, place + x, bytes);
            let before = rows.next();
            match &self.bytes {
                Bytes::One(0) => {}
                Bytes::One(byte) => {
                    for x in (0..width).step_by(PIECE) {
                        change = change.plus(of_bytes(x, &[*byte; PIECE][..PIECE.min(width - x)]));
                    }
                }
                Bytes::Each(bytes) => {
                    let after = &bytes[y * width..][..width];
                    if before == Some(after) {
                        continue;
                    }
                    change = change.plus(of_bytes(0, after));
                }
            }
            change = change.minus(before.map_or(ContentSum::default(), |row| of_bytes(0, row)));
        }
        change
    }

    /// How an edit of covers changes the [sum](ContentSum) of a map.
    pub(crate) fn sum_change_of_covers(&self, size: GridSize) -> ContentSum {
        self.rect.each_cell().fold(ContentSum::default(), |sum, cell| {
            let one = ContentSum::of_covers(size.index(cell), 1);
            match self.byte(cell) {
                ADD => sum.plus(one),
                REMOVE => sum.minus(one),
                _ => sum,
            }
        })
    }

    /// Bounds of [`changes`](Self::changes), where all bytes are 0 now.
    pub(super) fn changes_from_zeros(&self) -> Option<Rect> {
        match &self.bytes {
            Bytes::One(byte) => (*byte != 0).then_some(self.rect),
            Bytes::Each(bytes) => {
                let rows = bytes.chunks_exact(self.rect.width as usize);
                enclose(self.rect, rows.map(|row| ends(row.iter().map(|&byte| byte != 0))))
            }
        }
    }

    /// A copy of a legal edit for `inner`, a rectangle inside the edit's own. The copy takes its buffer from `memory`.
    /// Fails with [`MapError::Memory`].
    pub(crate) fn owned_within(&self, inner: Rect, memory: &mut Vec<u8>) -> Result<Edit<'static>, MapError> {
        let bytes = match &self.bytes {
            Bytes::One(byte) => Bytes::One(*byte),
            Bytes::Each(bytes) => {
                let mut owned = std::mem::take(memory);
                owned.clear();
                owned.try_reserve_exact(inner.cells() as usize)?;
                inner.rows_of(bytes, self.rect).for_each(|row| owned.extend_from_slice(row));
                Bytes::Each(Cow::Owned(owned))
            }
        };
        Ok(Edit { data: self.data, mask: self.mask, rect: inner, bytes, has_one_way: self.has_one_way })
    }

    /// The buffer that the edit owns, if it does, for another edit.
    pub(crate) fn into_buffer(self) -> Option<Vec<u8>> {
        match self.bytes {
            Bytes::Each(Cow::Owned(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// Whether the edit has a byte for each cell, and has these bytes.
    pub(crate) fn has_exactly(&self, bytes: &[u8]) -> bool {
        matches!(&self.bytes, Bytes::Each(own) if **own == *bytes)
    }

    /// Memory held besides the value itself, in bytes.
    pub fn bytes(&self) -> u64 {
        match &self.bytes {
            Bytes::Each(Cow::Owned(bytes)) => bytes.capacity() as u64,
            _ => 0,
        }
    }
}

/// All bits of some bytes, and whether an edge of one is open in one direction only. There is no end at the first such
/// edge, so that many bytes are looked at together.
fn bits_of(bytes: &[u8]) -> (u8, bool) {
    let (all, one_way) = bytes.iter().fold((0, 0), |(all, one_way), &byte| (all | byte, one_way | one_way_bits(byte)));
    (all, one_way != 0)
}

/// [`Edit::changed_passages`] as a kernel that runs with the widest vectors of the processor.
struct ChangedPassages<'a, 'b> {
    edit: &'b Edit<'a>,
    passages: Option<&'b Passages>,
}

impl Kernel for ChangedPassages<'_, '_> {
    type Output = Option<Rect>;

    #[inline(always)]
    fn run(self) -> Option<Rect> {
        let Self { edit, passages } = self;
        let Rect { y, width, height, .. } = edit.rect;
        let mut rows = y as usize..y as usize + height as usize;
        let (mut columns, mut ends): (_, Option<(usize, usize)>) = ((usize::MAX, 0), None);
        let mut has_both_ends = false;
        // The first row that changes, the last one, and then only cells beside columns that are known to change.
        while let Some(y) = if ends.is_some() && !has_both_ends { rows.next_back() } else { rows.next() } {
            let row = passages.map_or_else(PassageRow::default, |passages| passages.row(y));
            let mut is_changed = false;
            for first in (0..width as usize).step_by(CELLS) {
                let change = edit.change(row, y, first);
                let is_beside = change.first < columns.0 || change.first + change.count > columns.1 + 1;
                if is_beside || !has_both_ends {
                    let (cells, _) = change.run();
                    is_changed |= cells != [0; WORDS];
                    columns = if is_beside { change.widened(columns, cells) } else { columns };
                }
            }
            if is_changed && !has_both_ends {
                has_both_ends = ends.is_some();
                ends = Some((ends.map_or(y, |(first, _)| first), y));
            }
        }
        let (first, last) = ends?;
        let (width, height) = ((columns.1 - columns.0 + 1) as u32, (last - first + 1) as u32);
        Some(Rect { x: columns.0 as i32, y: first as i32, width, height })
    }
}

/// [`Edit::write_to`] as a kernel that runs with the widest vectors of the processor.
struct PassageWriting<'a, 'b> {
    edit: &'b Edit<'a>,
    passages: &'b mut Passages,
}

impl Kernel for PassageWriting<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { edit, passages } = self;
        for y in (edit.rect.y as usize..).take(edit.rect.height as usize) {
            for first in (0..edit.rect.width as usize).step_by(CELLS) {
                let change = edit.change(passages.row(y), y, first);
                let (cells, (_, after), first) = (change.cells(), change.run(), change.first);
                passages.write((first, y), cells, &after);
            }
        }
    }
}

/// The first and the last position that is true.
fn ends(mut row: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator) -> Option<(u32, u32)> {
    let first = row.position(|differs| differs)?;
    let last = row.rposition(|differs| differs).map_or(first, |last| first + 1 + last);
    Some((first as u32, last as u32))
}

/// The smallest rectangle inside `rect` that contains, for each row of `rect`, the given first and last column.
fn enclose(rect: Rect, rows: impl Iterator<Item = Option<(u32, u32)>>) -> Option<Rect> {
    let mut found: Option<((u32, u32), (u32, u32))> = None;
    for (y, (first, last)) in (0..).zip(rows).filter_map(|(y, row)| Some((y, row?))) {
        let ((left, right), (top, _)) = found.unwrap_or(((first, last), (y, y)));
        found = Some(((left.min(first), right.max(last)), (top, y)));
    }
    found.map(|((left, right), (top, bottom))| Rect {
        x: rect.x + left as i32,
        y: rect.y + top as i32,
        width: right - left + 1,
        height: bottom - top + 1,
    })
}
