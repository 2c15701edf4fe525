//! The walls between cells, as a layer's agents meet them: rows of closed steps.
//!
//! A step of a wide agent is closed if any of its cells would cross a closed edge, or if a wall would cross its body
//! before the step or after it. An agent can stand over an edge that is open in one direction.
//!
//! ```text
//!   agent of 2 x 2 at its anchor A      A b | .     the wall closes the step to the right
//!                                       c d   .
//! ```

use super::rings;
use crate::bits::bit_rows::{BitRows, Transposition};
use crate::bits::ends::{first_bit, last_bit};
use crate::bits::vectors;
use crate::grid::{Cell, GridMap, GridSize, Layout, MapError, Passages, Rect};
use crate::held::held;
use crate::movement::ClosedAround;

/// The rows of closed steps of a layer, in the coordinates of the map. Bits stand at the owner of each edge, as in
/// [`Passages`].
#[derive(Debug)]
pub(crate) struct Walls {
    layout: Layout,
    /// Size of the agents.
    agent: u8,
    /// By edge, and by direction: forth and back. Those of the way back are empty while no edge is open in one
    /// direction only: they are the same.
    rows: [[BitRows; 2]; 3],
    /// The first two edges by the columns of the map.
    columns: [[BitRows; 2]; 2],
}

held!(Walls: rows, columns);

/// Lines of cells, and the closed steps along them and across them. Lines are rows or columns of a map, and positions
/// grow along them.
#[derive(Clone, Copy)]
pub(crate) struct WalledLines<'a> {
    pub(crate) cells: &'a BitRows,
    /// Steps up the lines and down them, and steps to the next line and back; `None` without walls.
    pub(crate) walls: Option<[&'a BitRows; 4]>,
}

/// The walkable cells of a map by its rows, with the walls between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalledRows<'a> {
    pub(crate) cells: &'a BitRows,
    pub(crate) walls: Option<&'a Walls>,
}

impl WalledLines<'_> {
    /// The first and the last position of the cells of line `y` from which straight steps along the line lead to the
    /// cell at `x`, which must be walkable.
    pub(crate) fn run_toward(&self, x: usize, y: usize) -> (usize, usize) {
        let (first, last) = self.cells.run_at(x, y);
        let Some([up, down, ..]) = self.walls else { return (first, last) };
        let closed_up = if x > first { last_bit::<true>(up.row(y as isize), first, x - 1) } else { None };
        let closed_down = if last > x { first_bit::<true>(down.row(y as isize), x, last - 1) } else { None };
        (closed_up.map_or(first, |closed| closed + 1), closed_down.unwrap_or(last))
    }
}

/// An edge, and one of its directions: forth (0) or back (1).
type Way = (usize, usize);

impl Walls {
    /// No closed steps of agents of a size, with room for some.
    pub(super) fn new(size: GridSize, layout: Layout, agent: u8, one_way: bool) -> Result<Self, MapError> {
        let mut walls = Self { layout, agent, rows: Default::default(), columns: Default::default() };
        let (width, height) = (size.width as usize, size.height as usize);
        for (edge, back) in walls.ways(one_way) {
            walls.rows[edge][back] = BitRows::new(width, height)?;
            if edge < 2 {
                walls.columns[edge][back] = BitRows::new(height, width)?;
            }
        }
        Ok(walls)
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let mut copy = Self { rows: Default::default(), columns: Default::default(), ..*self };
        for (edge, back) in self.ways(self.has_one_way()) {
            copy.rows[edge][back] = self.rows[edge][back].try_clone()?;
            if edge < 2 {
                copy.columns[edge][back] = self.columns[edge][back].try_clone()?;
            }
        }
        Ok(copy)
    }

    /// Makes room for edges that are open in one direction only.
    pub(super) fn reserve_one_way(&mut self) -> Result<(), MapError> {
        if !self.has_one_way() {
            let mut backs = [const { None }; 3];
            for (edge, made) in backs.iter_mut().enumerate().take(self.layout.edges()) {
                let by_columns = if edge < 2 { self.columns[edge][0].try_clone()? } else { BitRows::default() };
                *made = Some((self.rows[edge][0].try_clone()?, by_columns));
            }
            for (edge, (rows, columns)) in backs.into_iter().enumerate().filter_map(|(edge, made)| Some((edge, made?)))
            {
                self.rows[edge][1] = rows;
                if edge < 2 {
                    self.columns[edge][1] = columns;
                }
            }
        }
        Ok(())
    }

    /// Whether steps back are others than steps forth.
    pub(crate) fn has_one_way(&self) -> bool {
        self.rows[0][1].words_per_row() != 0
    }

    fn ways(&self, one_way: bool) -> impl Iterator<Item = Way> + use<> {
        let edges = self.layout.edges();
        (0..1 + usize::from(one_way)).flat_map(move |back| (0..edges).map(move |edge| (edge, back)))
    }

    /// Rows of the map where the steps over an edge are closed, forth (0) or back (1).
    #[inline(always)]
    pub(crate) fn of_rows(&self, edge: usize, back: usize) -> &BitRows {
        &self.rows[edge][if self.has_one_way() { back } else { 0 }]
    }

    #[inline(always)]
    fn of_columns(&self, edge: usize, back: usize) -> &BitRows {
        &self.columns[edge][if self.has_one_way() { back } else { 0 }]
    }

    /// The closed steps along the rows of the map and across them.
    #[inline(always)]
    pub(crate) fn along_rows(&self) -> [&BitRows; 4] {
        [self.of_rows(0, 0), self.of_rows(0, 1), self.of_rows(1, 0), self.of_rows(1, 1)]
    }

    /// The closed steps along the columns of the map and across them.
    #[inline(always)]
    pub(crate) fn along_columns(&self) -> [&BitRows; 4] {
        [self.of_columns(1, 0), self.of_columns(1, 1), self.of_columns(0, 0), self.of_columns(0, 1)]
    }

    /// The closed steps around a cell of the map; `None` if none is.
    #[inline(always)]
    pub(crate) fn around(&self, cell: Cell) -> Option<ClosedAround> {
        closed_around(self.along_rows(), cell.x as usize, cell.y as usize)
    }

    /// Whether any step between the nine cells at and around a cell of the map is closed, and maybe one beside them.
    #[inline(always)]
    pub(crate) fn has_any_around(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x as usize, cell.y as usize);
        let mut rows = self.rows.iter().flatten().filter(|rows| rows.words_per_row() != 0);
        rows.any(|rows| rows.around(x, y) != 0)
    }

    /// Whether the step over an edge of a cell is closed, forth or back.
    #[inline(always)]
    fn is_closed(&self, owner: Cell, edge: usize, back: bool) -> bool {
        let Cell { x, y } = owner;
        x >= 0 && y >= 0 && self.of_rows(edge, back.into()).get(x as usize, y as usize)
    }

    /// Whether the straight step between two neighbors on the map is closed.
    pub(crate) fn closes(&self, from: Cell, to: Cell) -> bool {
        let edge = self.layout.edge_between(from, to);
        edge.is_some_and(|edge| self.is_closed(edge.owner, edge.number, edge.owner != from))
    }

    /// Brings the steps of some anchors up to date, and those to them.
    pub(super) fn update(&mut self, map: &GridMap, anchors: Rect) {
        let anchors = around(anchors, map.size());
        for (edge, back) in self.ways(self.has_one_way()) {
            let rows = &mut self.rows[edge][back];
            match map.passages() {
                // Whole words: beside the anchors they are up to date.
                Some(passages) if self.agent == 1 => {
                    let words = anchors.x as usize / 64..(anchors.x as usize + anchors.width as usize).div_ceil(64);
                    for y in (anchors.y as usize..).take(anchors.height as usize) {
                        let row = &mut rows.row_mut(y)[words.clone()];
                        passages.copy_words(edge, back == 1, y, words.clone(), row);
                    }
                }
                _ => {
                    for (y, word, mask) in words_of(anchors) {
                        let bits = closed_steps(map, self.agent, (edge, back), word * 64, y);
                        let row = &mut rows.row_mut(y)[word];
                        *row = *row & !mask | bits & mask;
                    }
                }
            }
            if edge < 2 {
                let (x, y) = (anchors.x as usize, anchors.y as usize);
                let (columns, rows) = (x..x + anchors.width as usize, y..y + anchors.height as usize);
                if columns.len() * rows.len() <= 64 {
                    for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
                        let bit = self.rows[edge][back].get(x, y);
                        self.columns[edge][back].set(y, x, bit);
                    }
                } else {
                    let (from, to) = (&self.rows[edge][back], &mut self.columns[edge][back]);
                    vectors::run(Transposition { from, to, columns, rows });
                }
            }
        }
    }

    /// The smallest rectangle with both ends of all steps of some anchors, and to them, that are not as the map says.
    pub(super) fn changed_by(&self, map: &GridMap, anchors: Rect) -> Option<Rect> {
        let anchors = around(anchors, map.size());
        let mut changed: Option<Rect> = None;
        for (edge, back) in self.ways(self.has_one_way()) {
            for (y, word, mask) in words_of(anchors) {
                let bits = closed_steps(map, self.agent, (edge, back), word * 64, y);
                let differences = (self.rows[edge][back].row(y as isize)[word] ^ bits) & mask;
                if differences == 0 {
                    continue;
                }
                let first = (word * 64) as i32 + differences.trailing_zeros() as i32;
                let last = (word * 64) as i32 + 63 - differences.leading_zeros() as i32;
                let owners = Rect { x: first, y: y as i32, width: last.abs_diff(first) + 1, height: 1 };
                let ends = match edge {
                    0 => Rect { width: owners.width + 1, ..owners },
                    1 => Rect { height: 2, ..owners },
                    _ => around(owners, map.size()),
                };
                let ends = ends.common(map.bounds()).unwrap_or(owners);
                changed = Some(changed.map_or(ends, |changed| changed.enclosing(ends)));
            }
        }
        changed
    }
}

/// A rectangle with the cells around it on a map.
fn around(rect: Rect, size: GridSize) -> Rect {
    let (x, y) = ((rect.x - 1).max(0), (rect.y - 1).max(0));
    let right = (rect.x + rect.width as i32 + 1).min(size.width as i32);
    let bottom = (rect.y + rect.height as i32 + 1).min(size.height as i32);
    Rect { x, y, width: right.abs_diff(x), height: bottom.abs_diff(y) }
}

/// 64 anchors of a row, from any column on: ones where the step over an edge is closed to agents of a size. Bits of
/// cells outside the map have no meaning.
pub(super) fn closed_steps(map: &GridMap, agent: u8, (edge, back): Way, first: usize, y: usize) -> u64 {
    let Some(passages) = map.passages() else { return 0 };
    if agent == 1 {
        return passages.closed(edge, back == 1, first, y);
    }
    if rings::are_rings(map.layout(), agent) {
        return each_bit(|bit| {
            is_closed_to_ring(map, passages, (edge, back), Cell::new((first + bit) as i32, y as i32))
        });
    }
    let (agent, mut closed) = (usize::from(agent), 0);
    for (dx, dy) in (0..agent).flat_map(|dy| (0..agent).map(move |dx| (dx, dy))) {
        closed |= passages.closed(edge, back == 1, first + dx, y + dy);
    }
    let (dx, dy) = if edge == 0 { (1, 0) } else { (0, 1) };
    closed | crossed(map, agent as u8, first, y) | crossed(map, agent as u8, first + dx, y + dy)
}

/// 64 anchors of a row, from any column on: ones where a wall crosses the body of an agent of a size. Edges that are
/// open in one direction are no walls.
pub(super) fn crossed(map: &GridMap, agent: u8, first: usize, y: usize) -> u64 {
    let Some(passages) = map.passages().filter(|_| agent > 1) else { return 0 };
    if rings::are_rings(map.layout(), agent) {
        return each_bit(|bit| is_ring_crossed(map, passages, Cell::new((first + bit) as i32, y as i32)));
    }
    let (agent, mut crossed) = (usize::from(agent), 0);
    for (edge, (across, along)) in [(0, (agent - 1, agent)), (1, (agent, agent - 1))] {
        for (dx, dy) in (0..along).flat_map(|dy| (0..across).map(move |dx| (dx, dy))) {
            let (x, y) = (first + dx, y + dy);
            crossed |= passages.closed(edge, false, x, y) & passages.closed(edge, true, x, y);
        }
    }
    crossed
}

fn each_bit(is_set: impl Fn(usize) -> bool) -> u64 {
    (0..64).fold(0, |bits, bit| bits | u64::from(is_set(bit)) << bit)
}

/// The cells of an agent of three hexagons across, by the cell in its middle.
fn ring(layout: Layout, middle: Cell) -> impl Iterator<Item = Cell> {
    std::iter::once(middle).chain(layout.neighbors(middle))
}

/// Whether a wall lies between two cells of an agent of three hexagons across.
fn is_ring_crossed(map: &GridMap, passages: &Passages, middle: Cell) -> bool {
    let layout = map.layout();
    let is_part = |cell: Cell| ring(layout, middle).any(|part| part == cell);
    ring(layout, middle).filter(|&cell| map.contains(cell)).any(|cell| {
        (0..layout.edges()).any(|edge| {
            let (dx, dy) = layout.edge_step(cell, edge);
            let is_wall = [false, true].iter().all(|&back| is_closed(passages, cell, edge, back));
            is_wall && is_part(Cell::new(cell.x + dx, cell.y + dy))
        })
    })
}

/// Whether an agent of three hexagons across would cross a closed edge by the step over an edge of its middle, or has a
/// wall within it before the step or after it.
fn is_closed_to_ring(map: &GridMap, passages: &Passages, (edge, back): Way, owner: Cell) -> bool {
    let layout = map.layout();
    let (dx, dy) = layout.edge_step(owner, edge);
    let other = Cell::new(owner.x + dx, owner.y + dy);
    let (from, to) = if back == 1 { (other, owner) } else { (owner, other) };
    let crosses = ring(layout, from).any(|cell| {
        let next = moved(layout, cell, from, to);
        let is_inside = map.contains(cell) && map.contains(next);
        let edge = layout.edge_between(cell, next).filter(|_| is_inside);
        edge.is_some_and(|edge| is_closed(passages, edge.owner, edge.number, edge.owner != cell))
    });
    crosses || is_ring_crossed(map, passages, from) || is_ring_crossed(map, passages, to)
}

/// Where a cell comes by the step between two neighbors.
fn moved(layout: Layout, cell: Cell, from: Cell, to: Cell) -> Cell {
    let ([at, line], [from, from_line], [to, to_line]) = (layout.halves(cell), layout.halves(from), layout.halves(to));
    layout.cell_at([at + to - from, line + to_line - from_line])
}

/// Whether walls keep an agent from a straight step on its way out of an obstacle: a side beside its body that is
/// closed in the step's direction, or a wall that would come to lie within it. A wall within it already, which may have
/// come to be there around the agent, keeps it from no step.
pub(crate) fn closes_way_out(passages: &Passages, kind: (GridSize, Layout, u8), from: Cell, to: Cell) -> bool {
    let (size, layout, agent) = kind;
    let is_ring = rings::are_rings(layout, agent);
    let body = |anchor: Cell| {
        let side = if is_ring { 0 } else { i32::from(agent) };
        let square = (0..side).flat_map(move |y| (0..side).map(move |x| Cell::new(anchor.x + x, anchor.y + y)));
        square.chain(ring(layout, anchor).filter(move |_| is_ring))
    };
    let is_part = |cell: Cell, anchor: Cell| body(anchor).any(|part| part == cell);
    let closes = |from: Cell, to: Cell| {
        let edge = layout.edge_between(from, to).filter(|_| size.contains(from) && size.contains(to));
        edge.is_some_and(|edge| is_closed(passages, edge.owner, edge.number, edge.owner != from))
    };
    let next = |cell: Cell| match is_ring {
        true => moved(layout, cell, from, to),
        false => Cell::new(cell.x + to.x - from.x, cell.y + to.y - from.y),
    };
    let crosses = body(from).any(|cell| !is_part(next(cell), from) && closes(cell, next(cell)));
    let is_new = |one: Cell, other: Cell| !is_part(one, from) || !is_part(other, from);
    let is_wall = |one: Cell, other: Cell| closes(one, other) && closes(other, one);
    crosses || body(to).any(|one| body(to).any(|other| is_new(one, other) && is_wall(one, other)))
}

/// Whether a wall closes the step between two neighbors to an agent of a size.
pub(super) fn closes_on(map: &GridMap, agent: u8, from: Cell, to: Cell) -> bool {
    let is_on_map = map.contains(from) && map.contains(to);
    let edge = map.layout().edge_between(from, to).filter(|_| is_on_map);
    edge.is_some_and(|edge| {
        let way = (edge.number, usize::from(edge.owner != from));
        closed_steps(map, agent, way, edge.owner.x as usize, edge.owner.y as usize) & 1 == 1
    })
}

fn is_closed(passages: &Passages, owner: Cell, edge: usize, back: bool) -> bool {
    passages.closed(edge, back, owner.x as usize, owner.y as usize) & 1 == 1
}

/// The closed steps around a cell, as one number of 36 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosedBits(u64);

/// The closed steps around a cell of some lines; `None` if none is.
///
/// Not inlined: many loops over cells call it, most of them on maps without walls.
#[inline(never)]
pub(crate) fn closed_around(lines: [&BitRows; 4], x: usize, y: usize) -> Option<ClosedAround> {
    closed_bits(lines, x, y).map(ClosedBits::around)
}

/// The closed steps around a cell of some lines as one number; `None` if none is. For functions that are not inlined
/// themselves.
#[inline(always)]
pub(crate) fn closed_bits([up, down, forth, back]: [&BitRows; 4], x: usize, y: usize) -> Option<ClosedBits> {
    let (along, across) = (up.around(x, y), forth.around(x, y));
    // Without one-way sides, steps back are steps forth.
    let of_back = if std::ptr::eq(up, down) { along } else { down.around(x, y) };
    let across_back = if std::ptr::eq(forth, back) { across } else { back.around(x, y) };
    closed_of([along, of_back, across, across_back])
}

/// The closed steps around a cell of the map, of agents of a size; `None` if none is.
pub(super) fn closed_around_on(map: &GridMap, agent: u8, cell: Cell) -> Option<ClosedAround> {
    map.passages()?;
    let row = |way: Way, y: i32| match (0..map.height() as i32).contains(&y) {
        true if cell.x > 0 => closed_steps(map, agent, way, cell.x as usize - 1, y as usize) & 7,
        true => closed_steps(map, agent, way, 0, y as usize) << 1 & 7,
        false => 0,
    };
    let around = |way: Way| (0..3).fold(0, |bits, dy| bits | (row(way, cell.y + dy - 1) as usize) << (3 * dy));
    closed_of([(0, 0), (0, 1), (1, 0), (1, 1)].map(around)).map(ClosedBits::around)
}

/// The closed steps by the bits at and around a cell: up a line and down it, and to the next line and back.
#[inline(always)]
fn closed_of([up, down, forth, back]: [usize; 4]) -> Option<ClosedBits> {
    // Steps along begin at the first two cells of each row, and steps across in the first two rows.
    let (along, across) = (|bits: usize| bits as u64 & 0b011_011_011, |bits: usize| bits as u64 & 0b000_111_111);
    let bits = along(up) | along(down) << 9 | across(forth) << 18 | across(back) << 27;
    (bits != 0).then_some(ClosedBits(bits))
}

impl ClosedBits {
    #[inline(always)]
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn around(self) -> ClosedAround {
        let Self(bits) = self;
        ClosedAround {
            along: [along_of(bits), along_of(bits >> 9)],
            across: [across_of(bits >> 18), across_of(bits >> 27)],
        }
    }
}

#[inline(always)]
fn along_of(n: u64) -> [[u64; 2]; 3] {
    [[n & 1, n >> 1 & 1], [n >> 3 & 1, n >> 4 & 1], [n >> 6 & 1, n >> 7 & 1]]
}

#[inline(always)]
fn across_of(n: u64) -> [[u64; 3]; 2] {
    [[n & 1, n >> 1 & 1, n >> 2 & 1], [n >> 3 & 1, n >> 4 & 1, n >> 5 & 1]]
}

/// The words that a rectangle meets: the row, the number of the word in the row, and a mask of its bits.
fn words_of(rect: Rect) -> impl Iterator<Item = (usize, usize, u64)> {
    let (left, right) = (rect.x as usize, rect.x as usize + rect.width as usize);
    let words = move |y: usize| {
        (left / 64..right.div_ceil(64)).map(move |word| {
            let columns = (word * 64).max(left)..(word * 64 + 64).min(right);
            (y, word, BitRows::mask(columns.start % 64, columns.len()))
        })
    };
    (rect.y as usize..rect.y as usize + rect.height as usize).flat_map(words)
}
