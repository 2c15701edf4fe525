//! Hexagons that all cost the same, the usual case: each step costs one unit, so that it leaves f as it is or adds 1 or
//! 2.
//!
//! The search tries one of several equally cheap paths, as [`movement`](crate::movement) does over squares. The six
//! directions are primary and secondary in turn. After a primary step, only it and the two beside it are tried. After a
//! secondary step, only it, and each of the two beside it whose other way is blocked.
//!
//! ```text
//!     m   n         from p by the secondary step d to x: n is tried only if m is blocked,
//!      \ / \        because the primary step to m and then d lead to n too
//!       p - x
//! ```
//!
//! The other three neighbors of a cell are reached from the one before at least as cheaply. Why one arrival at each
//! cell is enough: a path of primary steps before secondary ones is never left out, whatever arrival a cell keeps,
//! because no arrival leaves out a secondary step that goes on or turns by one direction.

use super::ground::Ground;
use super::open_cells::Step;
use super::open_cells::{CellReached, OpenCells, Taken};
use super::search::CellSearch;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::grid::{Cell, GridSize, Layout};
use crate::held::held;
use crate::index::{AgentView, WalledRows, Walls};
use crate::movement::{HEXAGON_DIRECTIONS, hexagon_offsets, hexagons_around};
use crate::search::engine::{Progress, Slice};
use crate::search::query::Query;

/// The directions with odd numbers.
const SECONDARY: u8 = 0b10_1010;

/// In place of a direction: the start.
const START: usize = 6;

/// A reached cell, in one word: its cost modulo 8, the direction of the last step, whether it is closed, and the number
/// of the search. Two costs of an open cell differ by 2 at most, because f does.
const COST: u32 = 7;
const DIRECTION: u32 = 3;
const CLOSED: u32 = 1 << 6;
const SEARCH: u32 = 7;

/// By arrival and by the walkable neighbors, the steps to try. Bit `i` is direction `i`.
static STEPS: [[u8; 64]; 8] = {
    let mut steps = [[0; 64]; 8];
    let mut walkable = 0;
    while walkable < 64 {
        let mut arrival = 0;
        while arrival < 6 {
            let mut side = 1;
            // The directions beside: one more, and one less.
            while side < 6 {
                let other_way = (arrival + 2 * side) % 6;
                if arrival % 2 == 0 || walkable >> other_way & 1 == 0 {
                    steps[arrival][walkable] |= 1 << ((arrival + side) % 6);
                }
                side += 4;
            }
            steps[arrival][walkable] = (steps[arrival][walkable] | 1 << arrival) & walkable as u8;
            arrival += 1;
        }
        steps[START][walkable] = walkable as u8;
        walkable += 1;
    }
    steps
};

/// Reached cells of a search whose steps all cost 1 and leave f as it is or add 1 or 2. Three stacks hold the open
/// cells, one for each of these sums; the cell that was reached later comes first.
#[derive(Debug, Default)]
pub(in crate::search) struct StackedCells {
    layout: Layout,
    width: usize,
    /// By row index.
    reached: Vec<u32>,
    /// The number of the search: 25 bits, from 1 on.
    search: u32,
    /// Cells and their costs. The stack `current` has the smallest f, and the ones after it 1 and 2 more.
    open: [Vec<u64>; 3],
    current: usize,
    f: u32,
    /// The cell that comes next, if it lies on no stack: most cells are followed by one with the same f.
    next: Option<(Cell, u32)>,
    /// The most steps that a path may take.
    most: u32,
}

held!(StackedCells: reached, open);

impl StackedCells {
    fn begin(&mut self, size: GridSize, layout: Layout, most: u32, (start, f): (Cell, u32)) -> Result<(), OutOfMemory> {
        if self.reached.len() < size.cells() {
            self.reached = Vec::new();
            self.reached = zeroed(size.cells())?;
            self.search = 0;
        }
        self.search += 1;
        if self.search == 1 << (u32::BITS - SEARCH) {
            self.reached.fill(0);
            self.search = 1;
        }
        self.open.iter_mut().for_each(Vec::clear);
        (self.layout, self.width, self.most, self.f, self.current) = (layout, size.width as usize, most, f, 0);
        self.reserve()?;
        let index = self.index(start);
        self.reached[index] = self.search << SEARCH | (START as u32) << DIRECTION;
        self.next = Some((start, 0));
        Ok(())
    }

    #[inline(always)]
    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width + cell.x as usize
    }

    /// Takes the cell that comes next: the cell, and its cost. It may be closed, or have become cheaper.
    #[inline(always)]
    fn pop(&mut self) -> Option<(Cell, u32)> {
        for _ in 0..3 {
            if let Some(entry) = self.open[self.current].pop() {
                let packed = (entry >> 32) as u32;
                return Some((Cell::new((packed & 0xffff) as i32, (packed >> 16) as i32), entry as u32));
            }
            self.current = (self.current + 1) % 3;
            self.f += 1;
        }
        None
    }

    /// `more` is by how much f exceeds the smallest f. There must be memory.
    #[inline(always)]
    fn push(&mut self, (cell, cost): (Cell, u32), more: usize) {
        let packed = (cell.y as u64) << 16 | cell.x as u64;
        let stack = self.current + more;
        self.open[if stack < 3 { stack } else { stack - 3 }].push(packed << 32 | u64::from(cost));
    }
}

impl OpenCells for StackedCells {
    type Cost = u32;

    #[inline(always)]
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        for stack in &mut self.open {
            if stack.capacity() - stack.len() < 6 {
                stack.try_reserve(6)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn take(&mut self) -> Option<Taken<u32>> {
        loop {
            let (cell, g) = self.next.take().or_else(|| self.pop())?;
            let index = self.index(cell);
            let known = self.reached[index];
            if (known ^ g) & COST == 0 && known & CLOSED == 0 {
                self.reached[index] = known | CLOSED;
                let arrival = (known >> DIRECTION & 7) as usize;
                return Some(Taken { cell, index, g, arrival, number: 0, f: self.f });
            }
        }
    }

    #[cold]
    fn put_back(&mut self, taken: &Taken<u32>) {
        self.reached[taken.index] &= !CLOSED;
        self.next = Some((taken.cell, taken.g));
    }

    #[inline(always)]
    fn reach(&mut self, from: &Taken<u32>, step: &Step<u32>, estimate: impl Fn() -> u32) -> CellReached {
        let g = from.g + 1;
        let known = self.reached[step.index];
        let is_known = known >> SEARCH == self.search;
        let is_cheaper = known.wrapping_sub(g + 1) & COST < 2;
        if is_known && (known & CLOSED != 0 || !is_cheaper) {
            return CellReached::Kept;
        }
        let f = g + estimate();
        if f > self.most {
            return CellReached::Kept;
        }
        self.reached[step.index] = self.search << SEARCH | (step.arrival as u32) << DIRECTION | g & COST;
        let more = (f - from.f) as usize;
        if more > 0 {
            self.push((step.to, g), more);
        } else if let Some(other) = self.next.replace((step.to, g)) {
            self.push(other, 0);
        }
        if is_known { CellReached::Improved } else { CellReached::Added }
    }

    fn write_way(&self, mut cell: Cell, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        loop {
            cells.try_reserve(1)?;
            cells.push(cell);
            let direction = (self.reached[self.index(cell)] >> DIRECTION & 7) as usize;
            if direction == START {
                return Ok(());
            }
            // Back by the opposite direction.
            let (dx, dy) = offsets_at(self.layout, cell)[(direction + 3) % 6];
            cell = Cell::new(cell.x + dx, cell.y + dy);
        }
    }
}

#[inline(always)]
fn is_shifted(layout: Layout, cell: Cell) -> bool {
    layout.is_shifted(if layout.shifts_columns() { cell.x } else { cell.y })
}

fn offsets_at(layout: Layout, cell: Cell) -> &'static [(i32, i32); 6] {
    hexagon_offsets(layout.shifts_columns(), is_shifted(layout, cell))
}

/// Runs a slice of a search for an optimal path by A* with the exact heuristic. Start and goal are different cells of
/// the map, and the goal is walkable.
#[inline(never)]
pub(in crate::search) fn find_over_hexagons(
    view: &AgentView,
    query: &Query,
    open: &mut StackedCells,
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    slice.run(CellSearch::new(HexagonGround::new(view, query), open))
}

/// Hexagons that all cost the same.
struct HexagonGround<'a> {
    walkable: WalledRows<'a>,
    query: &'a Query,
    size: GridSize,
    layout: Layout,
    /// By whether the line of a cell is shifted: the steps in each direction, and their differences of row indexes.
    offsets: [&'static [(i32, i32); 6]; 2],
    moves: [[isize; 6]; 2],
    /// The goal in half cells.
    goal_at: [i32; 2],
    /// Parts in a step.
    parts: u64,
}

impl<'a> HexagonGround<'a> {
    fn new(view: &AgentView<'a>, query: &'a Query) -> Self {
        let (layer, layout) = (view.layer(), view.layer().layout());
        let width = layer.size().width as isize;
        let offsets = [false, true].map(|is_shifted| hexagon_offsets(layout.shifts_columns(), is_shifted));
        Self {
            walkable: layer.walkable().walled_rows(),
            query,
            size: layer.size(),
            layout,
            offsets,
            moves: offsets.map(|steps| steps.map(|(dx, dy)| dy as isize * width + dx as isize)),
            goal_at: layout.halves(query.goal).map(|number| number as i32),
            parts: view.parts_per_unit() * u64::from(query.costs.straight_units()),
        }
    }

    /// All steps that no wall closes. Beside walls none is left out: another way to its end may be closed.
    #[inline(never)]
    fn open_steps(&self, walls: &Walls, cell: Cell, is_shifted: bool, walkable: u8) -> u8 {
        let offsets = self.offsets[usize::from(is_shifted)].iter().enumerate();
        offsets.fold(walkable, |steps, (direction, &(dx, dy))| {
            let is_closed = walls.closes(cell, Cell::new(cell.x + dx, cell.y + dy));
            steps & !(u8::from(is_closed) << direction)
        })
    }

    #[inline(always)]
    fn to_goal(&self, cell: Cell) -> [i32; 2] {
        let [halves, line] = self.layout.halves(cell);
        [halves as i32 - self.goal_at[0], line as i32 - self.goal_at[1]]
    }
}

/// How many steps are left, by the difference from the goal in half cells.
#[inline(always)]
fn steps_left([halves, lines]: [i32; 2]) -> u32 {
    let (halves, lines) = (halves.unsigned_abs(), lines.unsigned_abs());
    // Half of the halves that go beyond the lines.
    lines.max((halves + lines) / 2)
}

/// A hexagon that is left by a step.
struct LeftHexagon {
    cell: Cell,
    index: usize,
    is_shifted: bool,
    to_goal: [i32; 2],
}

impl Ground for HexagonGround<'_> {
    type Open = StackedCells;

    type From = LeftHexagon;

    fn begin(&self, open: &mut StackedCells) -> Result<(), OutOfMemory> {
        let Query { start, max_cost, .. } = *self.query;
        let most = max_cost.map_or(u32::MAX, |most| (most / self.parts).min(u32::MAX.into()) as u32);
        open.begin(self.size, self.layout, most, (start, steps_left(self.to_goal(start))))
    }

    #[inline(always)]
    fn goal(&self) -> Cell {
        self.query.goal
    }

    #[inline(always)]
    fn leave(&self, &Taken { cell, index, arrival, .. }: &Taken<u32>) -> (u8, LeftHexagon) {
        let is_shifted = is_shifted(self.layout, cell);
        let around = self.walkable.cells.around(cell.x as usize, cell.y as usize);
        let walkable = hexagons_around(self.layout.shifts_columns(), is_shifted)[around];
        let steps = match self.walkable.walls.filter(|walls| walls.has_any_around(cell)) {
            None => STEPS[arrival][usize::from(walkable)],
            Some(walls) => self.open_steps(walls, cell, is_shifted, walkable),
        };
        (steps, LeftHexagon { cell, index, is_shifted, to_goal: self.to_goal(cell) })
    }

    /// Primary steps last, so that they are expanded first: on open ground the path then turns only once.
    #[inline(always)]
    fn first_of(steps: u8) -> usize {
        let secondary = steps & SECONDARY;
        if secondary != 0 { secondary } else { steps }.trailing_zeros() as usize
    }

    #[inline(always)]
    fn step(&self, from: &LeftHexagon, direction: usize) -> Step<u32> {
        let (dx, dy) = self.offsets[usize::from(from.is_shifted)][direction];
        let to = Cell::new(from.cell.x + dx, from.cell.y + dy);
        let index = from.index.wrapping_add_signed(self.moves[usize::from(from.is_shifted)][direction]);
        Step { to, index, cost: 1, arrival: direction }
    }

    #[inline(always)]
    fn estimate(&self, from: &LeftHexagon, direction: usize, _: &Step<u32>) -> u32 {
        let (along, across) = HEXAGON_DIRECTIONS[direction];
        steps_left([from.to_goal[0] + along, from.to_goal[1] + across])
    }

    fn parts(&self) -> u64 {
        self.parts
    }
}
