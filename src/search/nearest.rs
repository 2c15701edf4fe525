//! Cells in reach of a cell, and the walkable cell nearest to a point, by squared Euclidean distance between cells.
//!
//! Rows are looked at outward from the point, and in each row the bits left and right of the point, a word of 64 cells
//! at a time. The best distance so far bounds the rows and the bits that are read. Only a search for reachable cells
//! asks for components: once for each run of walkable cells, because the cells of a run are connected by any rule.
//!
//! Over hexagons the distance is the one between their centers, and columns are looked at if the layout shifts them.

use super::cells::steps::Steps;
use super::query::Query;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::bits::ends::{first_bit, last_bit};
use crate::grid::{Cell, Layout};
use crate::index::{Components, Layer, WalkableCells, Walls};
use crate::movement::DiagonalRule;
use crate::sorting::sort_by_key;

/// The cells that paths from one cell reach, other than this cell itself if it is blocked.
#[derive(Debug)]
pub struct Reach<'a> {
    walkable: &'a WalkableCells,
    cells: ReachedCells<'a>,
}

#[derive(Debug)]
enum ReachedCells<'a> {
    /// Those of some components: one, or up to eight beside a blocked start.
    Components { components: &'a Components, numbers: [u32; 8], count: usize },
    /// Where some steps lead in one direction only: a bit for each cell of the map, by rows.
    Flooded(BitRows),
}

impl<'a> Reach<'a> {
    /// Reach of paths from `start`, a cell of the map, under a rule. Labels components now if need be. Where some steps
    /// lead in one direction only, follows all of them.
    pub fn of(layer: &'a Layer, rule: DiagonalRule, start: Cell) -> Result<Self, OutOfMemory> {
        let walkable = layer.walkable();
        if let Some(flooded) = Flood::over(layer, rule)? {
            return Ok(Self { walkable, cells: ReachedCells::Flooded(flooded.from(&[start])?) });
        }
        let components = layer.components(rule).map_err(|_| OutOfMemory)?;
        let (mut numbers, mut count) = ([0; 8], 0);
        let mut add = |number: u32| {
            numbers[count] = number;
            count += 1;
        };
        let at = walkable.index_cell(start);
        if layer.is_walkable(start) {
            add(components.component(walkable, at));
        } else {
            components.beside(rule, walkable, at).for_each(add);
        }
        Ok(Self { walkable, cells: ReachedCells::Components { components, numbers, count } })
    }

    /// Whether a path leads to a walkable cell.
    fn contains(&self, cell: Cell) -> bool {
        match &self.cells {
            ReachedCells::Components { components, numbers, count } => {
                let number = components.component(self.walkable, self.walkable.index_cell(cell));
                numbers[..*count].contains(&number)
            }
            ReachedCells::Flooded(bits) => bits.get(cell.x as usize, cell.y as usize),
        }
    }

    /// Whether all cells of a run of walkable cells are in reach, or none.
    fn takes_whole_runs(&self) -> bool {
        self.walkable.walls().is_none()
    }
}

/// Follows legal steps, or steps back, where some lead in one direction only.
pub(super) struct Flood<'a> {
    layer: &'a Layer,
    steps: Steps<'a>,
    reached: BitRows,
    waiting: Vec<Cell>,
}

impl<'a> Flood<'a> {
    /// A flood that has reached nothing; `None` if every step between walkable cells has its step back.
    pub(super) fn over(layer: &'a Layer, rule: DiagonalRule) -> Result<Option<Self>, OutOfMemory> {
        if !layer.walkable().walls().is_some_and(Walls::has_one_way) {
            return Ok(None);
        }
        let size = layer.size();
        let reached = BitRows::new(size.width as usize, size.height as usize)?;
        Ok(Some(Self { layer, steps: Steps::new(layer, rule), reached, waiting: Vec::new() }))
    }

    fn reach(&mut self, cell: Cell) -> Result<(), OutOfMemory> {
        if !self.reached.get(cell.x as usize, cell.y as usize) {
            self.reached.set(cell.x as usize, cell.y as usize, true);
            self.waiting.try_reserve(1)?;
            self.waiting.push(cell);
        }
        Ok(())
    }

    /// The cells that paths from some cells of the map reach, and these.
    fn from(mut self, starts: &[Cell]) -> Result<BitRows, OutOfMemory> {
        starts.iter().try_for_each(|&start| self.reach(start))?;
        while let Some(cell) = self.waiting.pop() {
            for (_, next) in self.steps.from(cell) {
                self.reach(next)?;
            }
        }
        Ok(self.reached)
    }

    /// The walkable cells from which paths lead to some walkable cells, and these.
    pub(super) fn toward(mut self, goals: &[Cell]) -> Result<BitRows, OutOfMemory> {
        goals.iter().try_for_each(|&goal| self.reach(goal))?;
        while let Some(cell) = self.waiting.pop() {
            for before in self.layer.size().neighbors(cell) {
                if self.layer.is_walkable(before) && self.steps.from(before).any(|(_, next)| next == cell) {
                    self.reach(before)?;
                }
            }
        }
        Ok(self.reached)
    }
}

/// Whether a legal path leads from one walkable cell to another. Blocked cells, and cells outside the map, are joined
/// to none, not even to themselves. Labels components now if need be.
pub fn is_reachable(layer: &Layer, rule: DiagonalRule, from: Cell, to: Cell) -> Result<bool, OutOfMemory> {
    if !layer.is_walkable(from) || !layer.is_walkable(to) {
        return Ok(false);
    }
    Ok(from == to || Reach::of(layer, rule, from)?.contains(to))
}

/// Whether a path may lead from a query's start to its goal, a walkable cell: where some steps lead in one direction
/// only, a path may be missing. Labels components now if need be.
pub(crate) fn may_be_connected(layer: &Layer, query: &Query) -> Result<bool, OutOfMemory> {
    let components = layer.components(query.diagonal_rule).map_err(|_| OutOfMemory)?;
    let [start, goal] = [query.start, query.goal].map(|cell| layer.walkable().index_cell(cell));
    Ok(components.connect(query.diagonal_rule, layer.walkable(), start, goal))
}

/// Whether a path leads from a query's start to its goal, a walkable cell. Labels components now if need be.
pub(crate) fn is_connected(layer: &Layer, query: &Query) -> Result<bool, OutOfMemory> {
    Ok(Reach::of(layer, query.diagonal_rule, query.start)?.contains(query.goal))
}

/// The walkable cell nearest to a point, at most `radius` cells from it, and within `reach` if there is one. Of equally
/// near cells the one with the smallest y, then with the smallest x. The point may lie outside the map.
pub fn nearest_walkable(layer: &Layer, point: Cell, radius: u32, reach: Option<&Reach>) -> Option<Cell> {
    let mut best: Option<Cell> = None;
    let never_fails = visit_nearest(layer, point, NearLimit::Radius(radius), reach, |cell, is_nearer| {
        if is_nearer || best.is_none_or(|best| (cell.y, cell.x) < (best.y, best.x)) {
            best = Some(cell);
        }
        Ok(())
    });
    debug_assert!(never_fails.is_ok());
    best
}

/// Writes the walkable cells nearest to a point that paths from one of `seeds` reach, all at the same distance, to
/// `cells`, in the order of (y, x); `at` alone if it is one of them or as near, as an agent is there already. Returns
/// the square of the distance, which compares with that of other points in the same layout.
pub(crate) fn nearest_to(
    layer: &Layer,
    rule: DiagonalRule,
    point: Cell,
    (seeds, at): (&[Cell], Option<Cell>),
    cells: &mut Vec<Cell>,
) -> Result<Option<u128>, OutOfMemory> {
    cells.clear();
    cells.try_reserve(1)?;
    cells.extend(at);
    let mut stays = at.is_some();
    for &seed in seeds {
        let reach = Reach::of(layer, rule, seed)?;
        let within = cells.first().map_or(NearLimit::Radius(u32::MAX), |&cell| NearLimit::Cell(cell));
        visit_nearest(layer, point, within, Some(&reach), |cell, is_nearer| {
            if is_nearer {
                cells.clear();
                stays = false;
            }
            if !stays {
                cells.try_reserve(1)?;
                cells.push(cell);
            }
            Ok(())
        })?;
    }
    sort_by_key(cells, |cell| (cell.y, cell.x));
    cells.dedup();
    Ok(cells.first().map(|&cell| layer.layout().squared_distance(cell, point)))
}

/// How far away the nearest cell may be.
#[derive(Clone, Copy)]
enum NearLimit {
    /// In cells.
    Radius(u32),
    /// Not farther than this cell.
    Cell(Cell),
}

/// Calls `visit` with walkable cells within `reach` whose distance from `point` is at most `within`, and at most the
/// least one so far; and with whether it is less than `within` and all before. All cells at the least distance are
/// among the visited ones. Lines are rows, or columns if the layout shifts columns.
fn visit_nearest(
    layer: &Layer,
    point: Cell,
    within: NearLimit,
    reach: Option<&Reach>,
    mut visit: impl FnMut(Cell, bool) -> Result<(), OutOfMemory>,
) -> Result<(), OutOfMemory> {
    let (layout, size) = (layer.layout(), layer.size());
    let mut most = match within {
        // The centers of neighbors along a line have a squared distance of 4.
        NearLimit::Radius(radius) => 4 * u128::from(radius).pow(2),
        NearLimit::Cell(cell) => layout.squared_distance(cell, point),
    };
    let [at, line] = layout.halves(point);
    let last_line = i64::from(if layout.shifts_columns() { size.width } else { size.height }) - 1;
    let first_ring = (-line).max(line - last_line).max(0);
    let last_ring = line.abs().max((last_line - line).abs());
    for ring in first_ring..=last_ring {
        for (number, line) in [line - ring, line + ring].into_iter().enumerate() {
            if (number == 1 && ring == 0) || !(0..=last_line).contains(&line) {
                continue;
            }
            let Some(left) = most.checked_sub(layout.squared_lines(ring)) else { return Ok(()) };
            let search = RowSearch::along_line(layer, layout, line as i32, reach);
            // The cell at `i` of the line is at `2 * i + shift` half cells.
            let (shift, width) = (i64::from(layout.is_shifted(line as i32)), root(left));
            let middle = (at - shift).div_euclid(2);
            let below = search.last_in((at - width - shift + 1).div_euclid(2), middle);
            let above = search.first_in(middle + 1, (at + width - shift).div_euclid(2));
            for found in [below, above].into_iter().flatten() {
                let cell = search.cell(found as usize);
                let distance = layout.squared_distance(cell, point);
                // The second cell of a line may be nearer than the first one.
                if distance <= most {
                    visit(cell, distance < most)?;
                    most = distance;
                }
            }
        }
    }
    Ok(())
}

/// The root of a squared distance, rounded down. Most of them have 64 bits, whose root takes less time.
#[inline(always)]
fn root(square: u128) -> i64 {
    u64::try_from(square).map_or_else(|_| square.isqrt() as i64, |square| square.isqrt() as i64)
}

/// A search for walkable cells along a row or a column of the map.
struct RowSearch<'a> {
    words: &'a [u64],
    line: i32,
    is_column: bool,
    length: i64,
    reach: Option<&'a Reach<'a>>,
}

impl<'a> RowSearch<'a> {
    /// Along a line of cells that may be shifted.
    fn along_line(layer: &'a Layer, layout: Layout, line: i32, reach: Option<&'a Reach<'a>>) -> Self {
        let (is_column, size) = (layout.shifts_columns(), layer.size());
        let (cells, length) = match is_column {
            true => (layer.walkable().map_columns(), size.height),
            false => (layer.walkable().map_rows(), size.width),
        };
        Self { words: cells.row(line as isize), line, is_column, length: length.into(), reach }
    }

    fn cell(&self, at: usize) -> Cell {
        if self.is_column { Cell::new(self.line, at as i32) } else { Cell::new(at as i32, self.line) }
    }

    fn is_within_reach(&self, at: usize) -> bool {
        self.reach.is_none_or(|reach| reach.contains(self.cell(at)))
    }

    /// The last cell from `first` to `last`.
    fn last_in(&self, first: i64, last: i64) -> Option<i64> {
        let (first, mut last) = (first.max(0), last.min(self.length - 1));
        while first <= last {
            let found = last_bit::<true>(self.words, first as usize, last as usize)?;
            if self.is_within_reach(found) {
                return Some(found as i64);
            }
            // The rest of this run is not within reach either, unless a wall lies between.
            last = match self.reach.is_none_or(Reach::takes_whole_runs) {
                true => last_bit::<false>(self.words, first as usize, found)? as i64,
                false => found as i64 - 1,
            };
        }
        None
    }

    /// The first cell from `first` to `last`.
    fn first_in(&self, first: i64, last: i64) -> Option<i64> {
        let (mut first, last) = (first.max(0), last.min(self.length - 1));
        while first <= last {
            let found = first_bit::<true>(self.words, first as usize, last as usize)?;
            if self.is_within_reach(found) {
                return Some(found as i64);
            }
            first = match self.reach.is_none_or(Reach::takes_whole_runs) {
                true => first_bit::<false>(self.words, found, last as usize)? as i64,
                false => found as i64 + 1,
            };
        }
        None
    }
}
