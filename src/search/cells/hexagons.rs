//! A* over hexagons that all cost the same, the usual case: each step costs one unit.
//!
//! - Costs and estimates are whole steps, so that a step leaves f as it is or adds 1 or 2. Three stacks hold the open
//!   cells, one for each of these sums; the cell that was reached later comes first.
//! - Of several equally cheap paths, the search tries one, as [`movement`](crate::movement) does over squares. The six
//!   directions are primary and secondary in turn. After a primary step, only it and the two beside it are tried. After
//!   a secondary step, only it, and each of the two beside it whose other way is blocked.
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

use crate::OutOfMemory;
use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::{Cell, Layout};
use crate::index::AgentView;
use crate::movement::{HEXAGON_DIRECTIONS, hexagon_offsets, hexagons_around};
use crate::out_of_memory::refill;
use crate::search::engine::{Progress, RunningEngine};
use crate::search::query::Query;
use crate::search::record::Record;

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
        while arrival < START {
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

/// The memory of the search.
#[derive(Debug, Default)]
pub(in crate::search) struct HexagonMemory {
    /// By row index.
    reached: Vec<u32>,
    /// The number of the search: 25 bits, from 1 on.
    search: u32,
    /// Cells and their costs. The stack `current` has the smallest f, and the ones after it 1 and 2 more.
    open: [Vec<u64>; 3],
    current: usize,
}

impl HexagonMemory {
    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        let open = self.open.iter().map(Vec::capacity).sum::<usize>() * size_of::<u64>();
        self.reached.capacity() * size_of::<u32>() + open
    }

    fn begin(&mut self, cells: usize) -> Result<(), OutOfMemory> {
        if self.reached.len() < cells {
            self.reached = Vec::new();
            self.reached = zeroed(cells)?;
            self.search = 0;
        }
        self.search += 1;
        if self.search == 1 << (32 - SEARCH) {
            let length = self.reached.len();
            refill(&mut self.reached, length, 0)?;
            self.search = 1;
        }
        self.open.iter_mut().for_each(Vec::clear);
        self.current = 0;
        Ok(())
    }

    /// Gets memory for the cells that an expansion reaches.
    #[inline(always)]
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        for stack in &mut self.open {
            if stack.capacity() - stack.len() < 6 {
                stack.try_reserve(6)?;
            }
        }
        Ok(())
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
        }
        None
    }

    /// `more` is by how much f exceeds the smallest f. There must be memory.
    #[inline(always)]
    fn push(&mut self, cell: Cell, cost: u32, more: usize) {
        let packed = (cell.y as u64) << 16 | cell.x as u64;
        let stack = self.current + more;
        self.open[if stack < 3 { stack } else { stack - 3 }].push(packed << 32 | u64::from(cost));
    }
}

/// A cell that waits.
#[derive(Clone, Copy)]
struct ReachedHexagon {
    cell: Cell,
    cost: u32,
    index: usize,
    /// Value of [`HexagonMemory::reached`] for it.
    known: u32,
}

/// A search with all that it reads.
pub(in crate::search) struct HexagonSearch<'a> {
    memory: &'a mut HexagonMemory,
    walkable: &'a BitRows,
    layout: Layout,
    cells: usize,
    width: usize,
    /// By whether the line of a cell is shifted: the steps in each direction.
    offsets: [&'static [(i32, i32); 6]; 2],
    /// `offsets` as differences of row indexes.
    moves: [[isize; 6]; 2],
    start: Cell,
    goal: Cell,
    /// The goal in half cells.
    goal_at: [i32; 2],
    /// Parts in a step.
    parts: u64,
    /// The most steps that a path may take.
    most: u32,
}

impl<'a> HexagonSearch<'a> {
    /// All cells must charge the same, and the query must be for an optimal path by A* with the exact heuristic.
    pub(in crate::search) fn new(view: &AgentView<'a>, query: &Query, memory: &'a mut HexagonMemory) -> Self {
        let (layer, layout) = (view.layer(), view.layer().layout());
        let parts = view.parts_per_unit() * u64::from(query.costs.straight_units());
        let width = layer.size().width as isize;
        let offsets = [false, true].map(|is_shifted| hexagon_offsets(layout.shifts_columns(), is_shifted));
        Self {
            memory,
            walkable: layer.walkable().map_rows(),
            layout,
            cells: layer.size().cells(),
            width: width as usize,
            offsets,
            moves: offsets.map(|steps| steps.map(|(dx, dy)| dy as isize * width + dx as isize)),
            start: query.start,
            goal: query.goal,
            goal_at: layout.halves(query.goal).map(|number| number as i32),
            parts,
            most: query.max_cost.map_or(u32::MAX, |most| (most / parts).min(u32::MAX.into()) as u32),
        }
    }

    #[inline(always)]
    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width + cell.x as usize
    }

    #[inline(always)]
    fn is_shifted(&self, cell: Cell) -> bool {
        self.layout.is_shifted(if self.layout.shifts_columns() { cell.x } else { cell.y })
    }

    /// How many steps are left, by the difference from the goal in half cells.
    #[inline(always)]
    fn steps_left([halves, lines]: [i32; 2]) -> u32 {
        let (halves, lines) = (halves.unsigned_abs(), lines.unsigned_abs());
        // Half of the halves that go beyond the lines.
        lines.max((halves + lines) / 2)
    }

    #[inline(always)]
    fn to_goal(&self, cell: Cell) -> [i32; 2] {
        let [halves, line] = self.layout.halves(cell);
        [halves as i32 - self.goal_at[0], line as i32 - self.goal_at[1]]
    }

    /// Reaches the neighbors of a cell. Returns the one that comes next, unless it lies on a stack.
    #[inline(always)]
    fn expand(&mut self, from: ReachedHexagon) -> Option<ReachedHexagon> {
        let ReachedHexagon { cell, cost, index, known } = from;
        let search = self.memory.search;
        let is_shifted = self.is_shifted(cell);
        let around = self.walkable.around(cell.x as usize, cell.y as usize);
        let walkable = hexagons_around(self.layout.shifts_columns(), is_shifted)[around];
        let mut steps = STEPS[(known >> DIRECTION & 7) as usize][usize::from(walkable)];
        let [halves, lines] = self.to_goal(cell);
        let here = Self::steps_left([halves, lines]);
        let cost = cost + 1;
        let (moves, offsets) = (&self.moves[usize::from(is_shifted)], self.offsets[usize::from(is_shifted)]);
        let mut next: Option<ReachedHexagon> = None;
        while steps != 0 {
            // Primary steps last, so that they are expanded first: on open ground the path then turns only once.
            let secondary = steps & SECONDARY;
            let direction = if secondary != 0 { secondary } else { steps }.trailing_zeros() as usize;
            steps &= !(1 << direction);
            let to = index.wrapping_add_signed(moves[direction]);
            let known = self.memory.reached[to];
            let is_cheaper = known.wrapping_sub(cost + 1) & COST < 2;
            if known >> SEARCH == search && (known & CLOSED != 0 || !is_cheaper) {
                continue;
            }
            let (along, across) = HEXAGON_DIRECTIONS[direction];
            let left = Self::steps_left([halves + along, lines + across]);
            if cost + left > self.most {
                continue;
            }
            let known = search << SEARCH | (direction as u32) << DIRECTION | cost & COST;
            self.memory.reached[to] = known;
            let (dx, dy) = offsets[direction];
            let reached = ReachedHexagon { cell: Cell::new(cell.x + dx, cell.y + dy), cost, index: to, known };
            let more = (1 + left - here) as usize;
            if more > 0 {
                self.memory.push(reached.cell, cost, more);
            } else if let Some(other) = next.replace(reached) {
                self.memory.push(other.cell, cost, 0);
            }
        }
        next
    }

    /// Takes the next open cell from the stacks.
    #[inline(always)]
    fn pop(&mut self) -> Option<ReachedHexagon> {
        loop {
            let (cell, cost) = self.memory.pop()?;
            let index = self.index(cell);
            let known = self.memory.reached[index];
            if (known ^ cost) & COST == 0 && known & CLOSED == 0 {
                return Some(ReachedHexagon { cell, cost, index, known });
            }
        }
    }
}

impl RunningEngine for HexagonSearch<'_> {
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        self.memory.begin(self.cells)?;
        self.memory.reserve()?;
        let start = self.index(self.start);
        self.memory.reached[start] = self.memory.search << SEARCH | (START as u32) << DIRECTION;
        self.memory.push(self.start, 0, 0);
        Ok(())
    }

    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        // Most cells are followed by one with the same f, which never lies on a stack.
        let mut next = None;
        loop {
            self.memory.reserve()?;
            let Some(reached) = next.or_else(|| self.pop()) else { return Ok(Progress::NoPath) };
            if reached.cell == self.goal || record.expansions >= record.limit {
                self.memory.push(reached.cell, reached.cost, 0);
                let cost = u64::from(reached.cost) * self.parts;
                let is_found = reached.cell == self.goal;
                return Ok(if is_found { Progress::Found { cost, least: cost } } else { Progress::Paused });
            }
            record.expand(|| reached.cell)?;
            self.memory.reached[reached.index] = reached.known | CLOSED;
            next = self.expand(reached);
        }
    }

    /// Every cell of the path is a corner.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        let mut cell = self.goal;
        loop {
            corners.try_reserve(1)?;
            corners.push(cell);
            let direction = (self.memory.reached[self.index(cell)] >> DIRECTION & 7) as usize;
            if direction == START {
                return Ok(());
            }
            // Back by the opposite direction.
            let (dx, dy) = self.offsets[usize::from(self.is_shifted(cell))][(direction + 3) % 6];
            cell = Cell::new(cell.x + dx, cell.y + dy);
        }
    }
}
