//! What stands on cells without being a part of the map: units, crates, closed gates.
//!
//! A *cover* is a set of cells. A cell under at least one cover is blocked for every agent, whatever its type. The type
//! stays what the map says, so that a cover can come and go without knowing the map, and several can share a cell.
//!
//! ```text
//! types      . . 2 #        covers   0 1 1 1        blocked for agents     . # # #
//!            . . 2 .                 0 0 2 1        that can enter 2       . . # #
//! ```
//!
//! A map counts the covers of each cell, and keeps a bit for each covered cell, which the index reads 64 at a time.
//! Maps without covers hold neither.

use super::edit::{CellData, Edit, OwnedEdit};
use super::map::MapError;
use super::{Cell, GridMap, GridSize, Rect};
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;

/// The most covers that a cell can have: the count of a cell has 16 bits.
pub const MAX_COVERS: u32 = u16::MAX as u32;

/// What a byte of an edit of covers does to its cell: nothing, one cover more, or one cover fewer.
const KEEP: u8 = 0;
const ADD: u8 = 1;
const REMOVE: u8 = 2;

/// The covers of a map.
#[derive(Debug)]
pub(super) struct Covers {
    /// The number of covers of each cell, row by row.
    counts: Vec<u16>,
    /// A one for each cell with a cover, by the rows of the map.
    covered: BitRows,
    /// Number of cells with a cover.
    covered_cells: u64,
}

impl Covers {
    pub(super) fn new(size: GridSize) -> Result<Self, MapError> {
        let counts = bytemuck::allocation::try_zeroed_vec(size.cells()).map_err(|()| MapError::Memory)?;
        Ok(Self { counts, covered: BitRows::new(size.width as usize, size.height as usize)?, covered_cells: 0 })
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let mut counts = Vec::new();
        counts.try_reserve_exact(self.counts.len())?;
        counts.extend_from_slice(&self.counts);
        Ok(Self { counts, covered: self.covered.try_clone()?, covered_cells: self.covered_cells })
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.counts.capacity() * size_of::<u16>()) as u64 + self.covered.bytes()
    }

    /// Whether no cell has a cover.
    pub(super) fn are_none(&self) -> bool {
        self.covered_cells == 0
    }

    /// Makes the change that a byte stands for.
    pub(super) fn change(&mut self, size: GridSize, cell: Cell, change: u8) {
        let count = &mut self.counts[size.index(cell)];
        let changed = changed_count(*count, change);
        if (*count == 0) != (changed == 0) {
            self.covered.set(cell.x as usize, cell.y as usize, changed != 0);
            self.covered_cells = self.covered_cells.wrapping_add_signed(if changed == 0 { -1 } else { 1 });
        }
        *count = changed;
    }
}

/// The number of covers after the change that a byte stands for.
pub(super) fn changed_count(count: u16, change: u8) -> u16 {
    match change {
        ADD => count.saturating_add(1),
        REMOVE => count.saturating_sub(1),
        _ => count,
    }
}

impl GridMap {
    /// Whether any cell has a cover.
    pub(crate) fn has_covers(&self) -> bool {
        self.covers().is_some()
    }

    /// The number of covers of a cell of the map.
    fn cover_count(&self, cell: Cell) -> u16 {
        self.covers().map_or(0, |covers| covers.counts[self.size().index(cell)])
    }

    /// Writes the number of covers of a rectangle's cells, row by row. `counts` must have exactly one place for each
    /// cell.
    pub(crate) fn read_covers(&self, rect: Rect, counts: &mut [u16]) -> Result<(), MapError> {
        self.size().check_count(rect, counts.len())?;
        let Some(covers) = self.covers() else {
            counts.fill(0);
            return Ok(());
        };
        let rows = covers.counts.chunks_exact(self.width() as usize).skip(rect.y as usize);
        for (row, out) in rows.zip(counts.chunks_exact_mut(rect.width as usize)) {
            out.copy_from_slice(&row[rect.columns()]);
        }
        Ok(())
    }
}

/// A map as agents see it: with all its covers, or without one of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoveredMap<'a> {
    pub(crate) map: &'a GridMap,
    without: Option<&'a CoverShape>,
}

impl<'a> From<&'a GridMap> for CoveredMap<'a> {
    fn from(map: &'a GridMap) -> Self {
        Self { map, without: None }
    }
}

impl<'a> CoveredMap<'a> {
    /// The map without a cover, which must be one of the map's in its present state.
    pub(crate) fn without(map: &'a GridMap, cover: &'a CoverShape) -> Self {
        Self { map, without: Some(cover) }
    }

    /// A one for each covered cell of a word of a row of the map.
    #[inline(always)]
    pub(crate) fn covered_word(&self, y: usize, word: usize) -> u64 {
        self.map.covers().map_or(0, |covers| covers.covered.row(y as isize)[word] & !self.left_out(y, word))
    }

    /// A one for each cell of a word that only the cover that is left out covers.
    #[inline(always)]
    fn left_out(&self, y: usize, word: usize) -> u64 {
        self.without.map_or(0, |cover| cover.alone_in_word(self.map, y, word))
    }

    /// A one for each covered cell of up to 128 cells of a row, from `first` on. Cells outside the map are zeros.
    pub(crate) fn covered(&self, y: usize, first: usize) -> u128 {
        let words = (self.map.width() as usize).div_ceil(64);
        let word = |number: usize| if number < words { u128::from(self.covered_word(y, number)) } else { 0 };
        let (number, bit) = (first / 64, first % 64);
        let low = (word(number) | word(number + 1) << 64) >> bit;
        if bit == 0 { low } else { low | word(number + 2) << (128 - bit) }
    }
}

/// Consecutive cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    y: i32,
    first: i32,
    end: i32,
}

/// The cells of a cover. None of them is there twice.
#[derive(Debug, Default)]
pub struct CoverShape {
    /// By y, then by the first cell. They don't touch.
    runs: Vec<Run>,
    /// A few rectangles that contain all cells.
    areas: Vec<Rect>,
    revision: u64,
}

impl CoverShape {
    /// The cells of rectangles of any size and place. What lies outside the map is left out.
    pub fn of_rects(size: GridSize, rects: &[Rect]) -> Result<Self, OutOfMemory> {
        let mut runs = Vec::new();
        for rect in rects {
            let within = |first: i32, count: u32, side: u32| {
                let end = i64::from(first) + i64::from(count);
                (first.max(0), end.clamp(0, side.into()) as i32)
            };
            let ((left, right), (low, high)) =
                (within(rect.x, rect.width, size.width), within(rect.y, rect.height, size.height));
            if left < right && low < high {
                runs.try_reserve((high - low) as usize)?;
                runs.extend((low..high).map(|y| Run { y, first: left, end: right }));
            }
        }
        runs.sort_unstable_by_key(|run| (run.y, run.first));
        runs.dedup_by(|run, before| {
            let touches = run.y == before.y && run.first <= before.end;
            if touches {
                before.end = before.end.max(run.end);
            }
            touches
        });
        Ok(Self { runs, areas: Vec::new(), revision: 0 })
    }

    /// The edits that put these cells in the place of others, the cells of the same cover before.
    pub fn edits_from(&self, old: &Self) -> Result<Vec<OwnedEdit>, OutOfMemory> {
        let mut changes = Vec::new();
        subtract(&self.runs, &old.runs, |run| push(&mut changes, (run, ADD)))?;
        subtract(&old.runs, &self.runs, |run| push(&mut changes, (run, REMOVE)))?;
        changes.sort_unstable_by_key(|(run, _)| (run.y, run.first));
        edits_of(&changes)
    }

    /// Notes where the cells are, given the edits that take all of them away. A query that leaves the cover out needs
    /// to know.
    pub fn note_areas(&mut self, ending: &[OwnedEdit]) -> Result<(), OutOfMemory> {
        self.areas.clear();
        self.areas.try_reserve_exact(ending.len())?;
        self.areas.extend(ending.iter().map(|edit| edit.as_edit().rect()));
        Ok(())
    }

    /// The revision of the grid since which the cover has these cells.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Notes the revision of the grid since which the cover has these cells.
    pub fn set_revision(&mut self, revision: u64) {
        self.revision = revision;
    }

    /// A few rectangles of the map that contain all cells.
    pub(crate) fn areas(&self) -> &[Rect] {
        &self.areas
    }

    /// A one for each cell of a word of a row that this cover covers alone.
    fn alone_in_word(&self, map: &GridMap, y: usize, word: usize) -> u64 {
        let (y, begin) = (y as i32, (word * 64) as i32);
        let after = self.runs.partition_point(|run| (run.y, run.end) <= (y, begin));
        let mut bits = 0;
        for run in self.runs[after..].iter().take_while(|run| run.y == y && run.first < begin + 64) {
            for x in run.first.max(begin)..run.end.min(begin + 64) {
                bits |= u64::from(map.cover_count(Cell::new(x, y)) == 1) << (x - begin);
            }
        }
        bits
    }
}

fn push<T>(list: &mut Vec<T>, value: T) -> Result<(), OutOfMemory> {
    list.try_reserve(1)?;
    list.push(value);
    Ok(())
}

/// Calls `visit` with the cells of `runs` that are not in `others`.
fn subtract(
    runs: &[Run],
    others: &[Run],
    mut visit: impl FnMut(Run) -> Result<(), OutOfMemory>,
) -> Result<(), OutOfMemory> {
    let mut at = 0;
    for &run in runs {
        let mut first = run.first;
        while others.get(at).is_some_and(|other| (other.y, other.end) <= (run.y, run.first)) {
            at += 1;
        }
        for other in others[at..].iter().take_while(|other| other.y == run.y && other.first < run.end) {
            if first < other.first {
                visit(Run { first, end: other.first, ..run })?;
            }
            first = first.max(other.end);
        }
        if first < run.end {
            visit(Run { first, ..run })?;
        }
    }
    Ok(())
}

/// A run joins the rectangle of an edit if at least every fourth cell of the larger rectangle then changes.
const SPARSE: u64 = 4;

/// A run looks at this many of the last edits.
const NEIGHBORS: usize = 8;

/// An edit to be: its rectangle, and the number of cells that change.
struct Patch {
    rect: Rect,
    changes: u64,
}

/// The edits that make changes, which are sorted. Cells far apart come into edits of their own: the index updates all
/// of an edit's rectangle.
fn edits_of(changes: &[(Run, u8)]) -> Result<Vec<OwnedEdit>, OutOfMemory> {
    let mut patches: Vec<Patch> = Vec::new();
    let mut by_patch = Vec::new();
    by_patch.try_reserve_exact(changes.len())?;
    for &(run, change) in changes {
        let length = run.first.abs_diff(run.end);
        let own = Rect { x: run.first, y: run.y, width: length, height: 1 };
        let begin = patches.len().saturating_sub(NEIGHBORS);
        let near = (begin..patches.len()).rev().find(|&patch| {
            let Patch { rect, changes } = &patches[patch];
            rect.enclosing(own).cells() <= SPARSE * (changes + own.cells())
        });
        let patch = match near {
            Some(patch) => patch,
            None => {
                push(&mut patches, Patch { rect: own, changes: 0 })?;
                patches.len() - 1
            }
        };
        patches[patch].rect = patches[patch].rect.enclosing(own);
        patches[patch].changes += own.cells();
        by_patch.push((patch, run, change));
    }
    by_patch.sort_unstable_by_key(|&(patch, run, _)| (patch, run.y, run.first));
    let mut edits = Vec::new();
    edits.try_reserve_exact(patches.len())?;
    for (patch, own) in patches.iter().zip(by_patch.chunk_by(|one, other| one.0 == other.0)) {
        edits.push(edit_of(patch, own)?);
    }
    Ok(edits)
}

fn edit_of(patch: &Patch, changes: &[(usize, Run, u8)]) -> Result<OwnedEdit, OutOfMemory> {
    let rect = patch.rect;
    if let Some(&(_, _, first)) = changes.first()
        && patch.changes == rect.cells()
        && changes.iter().all(|&(_, _, change)| change == first)
    {
        return Ok(OwnedEdit::fill_covers(rect, first));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(rect.cells() as usize)?;
    bytes.resize(rect.cells() as usize, KEEP);
    for &(_, run, change) in changes {
        let row = run.y.abs_diff(rect.y) as usize * rect.width as usize;
        bytes[row + run.first.abs_diff(rect.x) as usize..row + run.end.abs_diff(rect.x) as usize].fill(change);
    }
    Ok(OwnedEdit::write_covers(rect, bytes))
}

impl Edit<'_> {
    /// Makes an edit of covers on counts of the cells of `rect`, row by row. Leaves out cells outside `rect`.
    pub(crate) fn count_over(&self, rect: Rect, counts: &mut [u16]) {
        let Some(common) = self.rect().common(rect).filter(|_| self.data() == CellData::Covers) else { return };
        let cells = (common.y..common.y + common.height as i32)
            .flat_map(|y| (common.x..common.x + common.width as i32).map(move |x| Cell::new(x, y)));
        for cell in cells {
            let place = cell.y.abs_diff(rect.y) as usize * rect.width as usize + cell.x.abs_diff(rect.x) as usize;
            counts[place] = changed_count(counts[place], self.cover_change(cell));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeMap;

    const SIZE: GridSize = GridSize { width: 70, height: 40 };

    fn random_rects(random: &mut Random) -> Vec<Rect> {
        let count = random.below(5);
        let mut rects = Vec::new();
        for _ in 0..count {
            let largest = [2, 4, 90][random.below(3)];
            let (x, y) = (random.below(90) as i32 - 10, random.below(60) as i32 - 10);
            let (width, height) = (random.below(largest) as u32, random.below(largest) as u32);
            rects.push(Rect { x, y, width, height });
        }
        rects
    }

    /// Two covers that change at random, against a plain count of each cell.
    #[test]
    fn each_cell_counts_the_covers_that_contain_it() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut map = GridMap::new(SIZE.width, SIZE.height).unwrap();
            let without = map.bytes();
            let mut rects = [const { Vec::new() }; 3];
            let mut shapes = [const { CoverShape { runs: Vec::new(), areas: Vec::new(), revision: 0 } }; 3];
            for step in 0..20 {
                let cover = random.below(3);
                rects[cover] = if step > 16 { Vec::new() } else { random_rects(&mut random) };
                let shape = CoverShape::of_rects(SIZE, &rects[cover]).unwrap();
                for edit in shape.edits_from(&shapes[cover]).unwrap() {
                    map.edit(&edit.as_edit()).unwrap();
                }
                shapes[cover] = shape;
                let mut expected = BTreeMap::new();
                for y in 0..SIZE.height as i32 {
                    for x in 0..SIZE.width as i32 {
                        let contains = |rects: &&Vec<Rect>| rects.iter().any(|rect| rect.contains(Cell::new(x, y)));
                        expected.insert((y, x), rects.iter().filter(contains).count() as u16);
                    }
                }
                let mut counts = vec![9; SIZE.cells()];
                map.read_covers(SIZE.bounds(), &mut counts).unwrap();
                assert_eq!(counts, expected.values().copied().collect::<Vec<_>>(), "seed {seed}, step {step}");
                let seen = CoveredMap::from(&map);
                for (&(y, x), &count) in &expected {
                    assert_eq!(seen.covered(y as usize, x as usize) & 1 == 1, count > 0, "{x} {y}, seed {seed}");
                }
            }
            for shape in &mut shapes {
                for edit in CoverShape::default().edits_from(shape).unwrap() {
                    map.edit(&edit.as_edit()).unwrap();
                }
            }
            assert_eq!((map.has_covers(), map.bytes()), (false, without), "seed {seed}");
        }
    }

    #[test]
    fn a_map_without_a_cover_shows_what_no_other_one_covers() {
        let mut map = GridMap::new(SIZE.width, SIZE.height).unwrap();
        let rects = [Rect { x: 60, y: 3, width: 6, height: 2 }, Rect { x: 64, y: 3, width: 6, height: 1 }];
        let shapes = rects.map(|rect| CoverShape::of_rects(SIZE, &[rect]).unwrap());
        for shape in &shapes {
            for edit in shape.edits_from(&CoverShape::default()).unwrap() {
                map.edit(&edit.as_edit()).unwrap();
            }
        }
        let bits = |seen: CoveredMap, y| seen.covered(y, 58) & 0xfff;
        let [all, first] = [CoveredMap::from(&map), CoveredMap::without(&map, &shapes[0])];
        assert_eq!((bits(all, 3), bits(all, 4)), (0b1111_1111_1100, 0b1111_1100));
        assert_eq!((bits(first, 3), bits(first, 4)), (0b1111_1100_0000, 0));
    }

    #[test]
    fn a_cover_that_moves_a_step_is_one_edit_and_one_that_moves_far_is_two() {
        let at = |x, y| CoverShape::of_rects(SIZE, &[Rect { x, y, width: 3, height: 3 }]).unwrap();
        assert_eq!(at(5, 5).edits_from(&at(4, 5)).unwrap().len(), 1);
        assert_eq!(at(5, 5).edits_from(&at(4, 4)).unwrap().len(), 1);
        assert_eq!(at(50, 30).edits_from(&at(4, 4)).unwrap().len(), 2);
        assert_eq!(at(5, 5).edits_from(&at(5, 5)).unwrap().len(), 0);
    }
}
