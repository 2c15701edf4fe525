//! The cells of a cover, and the edits of a map that move it.

use super::covers::{ADD, KEEP, REMOVE};
use super::{Cell, Edit, GridSize, Rect};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::sorting::sort_by_key;

/// Consecutive cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellRun {
    y: i32,
    first: i32,
    end: i32,
}

/// The cells of a cover. None of them is there twice.
#[derive(Debug, Default)]
pub struct CoverShape {
    /// Ordered by row, then by column. They don't touch.
    runs: Vec<CellRun>,
    /// A few rectangles that contain all cells.
    areas: Vec<Rect>,
}

impl CoverShape {
    /// The cells of rectangles of any size, anywhere. What lies outside the map is left out.
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
                runs.extend((low..high).map(|y| CellRun { y, first: left, end: right }));
            }
        }
        sort_by_key(&mut runs, |run| (run.y, run.first));
        runs.dedup_by(|run, before| {
            let touches = run.y == before.y && run.first <= before.end;
            if touches {
                before.end = before.end.max(run.end);
            }
            touches
        });
        Ok(Self { runs, areas: Vec::new() })
    }

    /// The edits that replace other cells by these: those of the same cover before.
    pub fn edits_from(&self, old: &Self) -> Result<Vec<Edit<'static>>, OutOfMemory> {
        let mut changes = Vec::new();
        subtract(&self.runs, &old.runs, |run| push(&mut changes, (run, ADD)))?;
        subtract(&old.runs, &self.runs, |run| push(&mut changes, (run, REMOVE)))?;
        sort_by_key(&mut changes, |(run, _)| (run.y, run.first));
        edits_of(&changes)
    }

    /// Notes where the cells are, given the edits that take all of them away. A query that leaves the cover out needs
    /// to know.
    pub fn note_areas(&mut self, ending: &[Edit]) -> Result<(), OutOfMemory> {
        self.areas.clear();
        self.areas.try_reserve_exact(ending.len())?;
        self.areas.extend(ending.iter().map(|edit| edit.rect()));
        Ok(())
    }

    /// A few rectangles of the map that contain all cells.
    pub(crate) fn areas(&self) -> &[Rect] {
        &self.areas
    }

    /// The columns of a row that the cover covers, from `begin` to before `end`.
    pub(super) fn columns(&self, y: i32, begin: i32, end: i32) -> impl Iterator<Item = i32> {
        let after = self.runs.partition_point(|run| (run.y, run.end) <= (y, begin));
        let runs = self.runs[after..].iter().take_while(move |run| run.y == y && run.first < end);
        runs.flat_map(move |run| run.first.max(begin)..run.end.min(end))
    }
}

fn push<T>(list: &mut Vec<T>, value: T) -> Result<(), OutOfMemory> {
    list.try_reserve(1)?;
    list.push(value);
    Ok(())
}

/// Calls `visit` with the cells of `runs` that are not in `others`.
fn subtract(
    runs: &[CellRun],
    others: &[CellRun],
    mut visit: impl FnMut(CellRun) -> Result<(), OutOfMemory>,
) -> Result<(), OutOfMemory> {
    let mut at = 0;
    for &run in runs {
        let mut first = run.first;
        while others.get(at).is_some_and(|other| (other.y, other.end) <= (run.y, run.first)) {
            at += 1;
        }
        for other in others[at..].iter().take_while(|other| other.y == run.y && other.first < run.end) {
            if first < other.first {
                visit(CellRun { first, end: other.first, ..run })?;
            }
            first = first.max(other.end);
        }
        if first < run.end {
            visit(CellRun { first, ..run })?;
        }
    }
    Ok(())
}

/// A run joins the rectangle of an edit if at least every fourth cell of the larger rectangle then changes.
const SPARSE: u64 = 4;

/// A run looks at this many of the last edits.
const NEIGHBORS: usize = 8;

/// An edit to be: its rectangle, the number of cells that change, and their changes.
struct Patch {
    rect: Rect,
    cells: u64,
    changes: Vec<(CellRun, u8)>,
}

/// The edits that make changes, which are sorted. Cells far apart come into edits of their own: the index updates all
/// of an edit's rectangle.
fn edits_of(changes: &[(CellRun, u8)]) -> Result<Vec<Edit<'static>>, OutOfMemory> {
    let mut patches: Vec<Patch> = Vec::new();
    for &(run, change) in changes {
        let own = Rect { x: run.first, y: run.y, width: run.first.abs_diff(run.end), height: 1 };
        let begin = patches.len().saturating_sub(NEIGHBORS);
        let is_near = |patch: &Patch| patch.rect.enclosing(own).cells() <= SPARSE * (patch.cells + own.cells());
        let near = (begin..patches.len()).rev().find(|&at| is_near(&patches[at]));
        if near.is_none() {
            push(&mut patches, Patch { rect: own, cells: 0, changes: Vec::new() })?;
        }
        let at = near.unwrap_or(patches.len() - 1);
        let patch = &mut patches[at];
        patch.rect = patch.rect.enclosing(own);
        patch.cells += own.cells();
        push(&mut patch.changes, (run, change))?;
    }
    let mut edits = reserved(patches.len())?;
    for patch in patches {
        edits.push(patch.into_edit()?);
    }
    Ok(edits)
}

impl Patch {
    fn into_edit(self) -> Result<Edit<'static>, OutOfMemory> {
        let Self { rect, cells, changes } = self;
        if let Some(&(_, first)) = changes.first()
            && cells == rect.cells()
            && changes.iter().all(|&(_, change)| change == first)
        {
            return Ok(Edit::fill_covers(rect, first));
        }
        let mut bytes = reserved(rect.cells() as usize)?;
        bytes.resize(rect.cells() as usize, KEEP);
        for (run, change) in changes {
            let first = rect.index(Cell::new(run.first, run.y));
            bytes[first..first + run.first.abs_diff(run.end) as usize].fill(change);
        }
        Ok(Edit::write_covers(rect, bytes))
    }
}
