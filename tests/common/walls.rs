//! A plain model of a grid with walls between its cells, by the header's words alone: which steps are legal for an
//! agent of a size under a rule, and what paths cost. It shares no code with the library.

use super::abi::TestGrid;
use super::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::DiagonalRule;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::ptr::null;

/// The passages as numbers of GridstarPassage.
pub const OPEN: u32 = GridstarPassage::Open as u32;
pub const WALL: u32 = GridstarPassage::Wall as u32;
pub const ONE_WAY: u32 = GridstarPassage::OneWay as u32;
pub const ONE_WAY_BACK: u32 = GridstarPassage::OneWayBack as u32;

/// The cells of a grid, and the steps that walls close.
#[derive(Clone, Debug)]
pub struct WalledMap {
    pub width: i32,
    pub height: i32,
    /// A value of GridstarLayout.
    pub layout: u32,
    /// Cell types, row by row; a cell of type 1 is blocked.
    pub types: Vec<u8>,
    /// Closed straight steps, by their two cells.
    closed: BTreeMap<[(i32, i32); 2], ()>,
}

/// An agent's size, and its rule for squares.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    pub rule: DiagonalRule,
    pub size: i32,
}

impl WalledMap {
    pub fn new(width: i32, height: i32, layout: GridstarLayout) -> Self {
        let types = vec![0; (width * height) as usize];
        Self { width, height, layout: layout as u32, types, closed: BTreeMap::new() }
    }

    pub fn index(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    pub fn cells(&self) -> Vec<Cell> {
        (0..self.height).flat_map(|y| (0..self.width).map(move |x| Cell::new(x, y))).collect()
    }

    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    fn is_hexagonal(&self) -> bool {
        self.layout != GridstarLayout::Square as u32
    }

    /// The cells that share a side with a cell, on the map or not.
    pub fn straight_neighbors(&self, Cell { x, y }: Cell) -> Vec<Cell> {
        let odd = |line: i32| line.rem_euclid(2);
        let steps = match self.layout {
            n if n == GridstarLayout::Square as u32 => vec![(1, 0), (-1, 0), (0, 1), (0, -1)],
            n if n == GridstarLayout::HexOddRows as u32 || n == GridstarLayout::HexEvenRows as u32 => {
                let shifted = odd(y) == i32::from(n == GridstarLayout::HexOddRows as u32);
                let side = if shifted { 1 } else { -1 };
                vec![(1, 0), (-1, 0), (0, 1), (0, -1), (side, 1), (side, -1)]
            }
            n => {
                let shifted = odd(x) == i32::from(n == GridstarLayout::HexOddColumns as u32);
                let side = if shifted { 1 } else { -1 };
                vec![(1, 0), (-1, 0), (0, 1), (0, -1), (1, side), (-1, side)]
            }
        };
        steps.into_iter().map(|(dx, dy)| Cell::new(x + dx, y + dy)).collect()
    }

    /// Sets the passage between two cells that share a side, both on the map.
    pub fn set(&mut self, from: Cell, to: Cell, passage: u32) {
        for (ends, is_closed) in [
            ([from, to], passage == WALL || passage == ONE_WAY_BACK),
            ([to, from], passage == WALL || passage == ONE_WAY),
        ] {
            let key = ends.map(|cell| (cell.x, cell.y));
            if is_closed {
                self.closed.insert(key, ());
            } else {
                self.closed.remove(&key);
            }
        }
    }

    pub fn is_closed(&self, from: Cell, to: Cell) -> bool {
        self.closed.contains_key(&[(from.x, from.y), (to.x, to.y)])
    }

    pub fn passage(&self, from: Cell, to: Cell) -> u32 {
        match (self.is_closed(from, to), self.is_closed(to, from)) {
            (false, false) => OPEN,
            (true, true) => WALL,
            (false, true) => ONE_WAY,
            (true, false) => ONE_WAY_BACK,
        }
    }

    /// Whether any step is closed in one direction only.
    pub fn has_one_way(&self) -> bool {
        self.closed.keys().any(|&[from, to]| !self.closed.contains_key(&[to, from]))
    }

    /// The cells of an agent's body.
    pub fn body(&self, anchor: Cell, size: i32) -> Vec<Cell> {
        if size > 1 && self.is_hexagonal() {
            return std::iter::once(anchor).chain(self.straight_neighbors(anchor)).collect();
        }
        (0..size).flat_map(|dy| (0..size).map(move |dx| Cell::new(anchor.x + dx, anchor.y + dy))).collect()
    }

    /// Whether a wall, closed both ways, lies within an agent's body.
    fn is_crossed(&self, anchor: Cell, size: i32) -> bool {
        let body = self.body(anchor, size);
        body.iter().any(|&one| body.iter().any(|&other| self.is_closed(one, other) && self.is_closed(other, one)))
    }

    pub fn is_walkable(&self, anchor: Cell, size: i32) -> bool {
        let is_free = |&cell: &Cell| self.contains(cell) && self.types[self.index(cell)] != 1;
        self.body(anchor, size).iter().all(is_free) && !self.is_crossed(anchor, size)
    }

    /// Whether walls leave a straight step open to an agent's body.
    pub fn is_open(&self, from: Cell, to: Cell, size: i32) -> bool {
        let crosses = if self.is_hexagonal() && size > 1 {
            // The body moves by the same step everywhere: neighbors by place in the list, which has one order by line.
            let moves = |cell: Cell| self.moved(cell, from, to);
            self.body(from, size).iter().any(|&cell| self.is_closed(cell, moves(cell)))
        } else {
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            self.body(from, size).iter().any(|&cell| self.is_closed(cell, Cell::new(cell.x + dx, cell.y + dy)))
        };
        !crosses && !self.is_crossed(from, size) && !self.is_crossed(to, size)
    }

    /// Where a cell of a body comes by its straight step from one cell to another.
    pub fn moved_as(&self, cell: Cell, from: Cell, to: Cell) -> Cell {
        match self.is_hexagonal() {
            true => self.moved(cell, from, to),
            false => Cell::new(cell.x + to.x - from.x, cell.y + to.y - from.y),
        }
    }

    /// Where a hexagon comes by the step between two neighbors: the neighbor in the same of six directions.
    fn moved(&self, cell: Cell, from: Cell, to: Cell) -> Cell {
        let direction = self.place(to, from);
        let neighbors = self.straight_neighbors(cell);
        neighbors.into_iter().find(|&neighbor| self.place(neighbor, cell) == direction).unwrap()
    }

    /// The difference of two places in half cells.
    pub fn place(&self, one: Cell, other: Cell) -> (i32, i32) {
        let halves = |Cell { x, y }: Cell| {
            let by_rows =
                self.layout == GridstarLayout::HexOddRows as u32 || self.layout == GridstarLayout::HexEvenRows as u32;
            let odd_shifted =
                self.layout == GridstarLayout::HexOddRows as u32 || self.layout == GridstarLayout::HexOddColumns as u32;
            let (along, line) = if by_rows { (x, y) } else { (y, x) };
            (2 * along + i32::from((line.rem_euclid(2) == 1) == odd_shifted), line)
        };
        let (one, other) = (halves(one), halves(other));
        (one.0 - other.0, one.1 - other.1)
    }

    /// Whether a step between two cells is legal. The cell that is left need not be walkable.
    pub fn is_legal(&self, from: Cell, to: Cell, Walker { rule, size }: Walker) -> bool {
        if !self.is_walkable(to, size) {
            return false;
        }
        if self.straight_neighbors(from).contains(&to) {
            return self.is_open(from, to, size);
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if self.is_hexagonal() || dx.abs() != 1 || dy.abs() != 1 {
            return false;
        }
        let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
        let is_way_open = beside.map(|cell| self.is_open(from, cell, size) && self.is_open(cell, to, size));
        let is_way_free = [0, 1].map(|way| is_way_open[way] && self.is_walkable(beside[way], size));
        match rule {
            DiagonalRule::Always => is_way_open[0] || is_way_open[1],
            DiagonalRule::AtMostOneBlocked => is_way_free[0] || is_way_free[1],
            DiagonalRule::BothFree => is_way_free[0] && is_way_free[1],
            DiagonalRule::Never => false,
        }
    }

    /// The cells around a cell, on the map.
    pub fn around(&self, cell: Cell) -> Vec<Cell> {
        let offsets = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|&offset| offset != (0, 0));
        offsets.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy)).filter(|&cell| self.contains(cell)).collect()
    }

    /// Costs of the cheapest paths from some cells, in units of two kinds of steps; with `back`, of those to them.
    /// Steps may be weighted: `weigh` tells what a unit of a step costs.
    pub fn costs(
        &self,
        sources: &[Cell],
        walker: Walker,
        (straight, diagonal): (u64, u64),
        back: bool,
        weigh: impl Fn(Cell, Cell) -> u64,
    ) -> Vec<Option<u64>> {
        let mut costs = vec![None; self.types.len()];
        let mut waiting: std::collections::BTreeSet<(u64, usize)> = Default::default();
        let cells = self.cells();
        for &source in sources {
            costs[self.index(source)] = Some(0);
            waiting.insert((0, self.index(source)));
        }
        while let Some((cost, at)) = waiting.pop_first() {
            if costs[at] != Some(cost) {
                continue;
            }
            let here = cells[at];
            for next in self.around(here) {
                let (from, to) = if back { (next, here) } else { (here, next) };
                // Only starts may be blocked, and only of paths.
                if !self.is_legal(from, to, walker) || back && !self.is_walkable(from, walker.size) {
                    continue;
                }
                let is_straight = self.straight_neighbors(from).contains(&to);
                let total = cost + if is_straight { straight } else { diagonal } * weigh(from, to);
                let known = &mut costs[self.index(next)];
                if known.is_none_or(|known| total < known) {
                    *known = Some(total);
                    waiting.insert((total, self.index(next)));
                }
            }
        }
        costs
    }

    /// Puts obstacles and passages at random: of each hundred cells and sides this number.
    pub fn scatter(&mut self, random: &mut Random, obstacles: u32, walls: u32, one_way: bool) {
        for cell in self.cells() {
            let index = self.index(cell);
            self.types[index] = u8::from(random.below(100) < obstacles);
            for neighbor in self.straight_neighbors(cell) {
                if self.contains(neighbor) && random.below(200) < walls {
                    let passage = if one_way { 1 + random.below(3) } else { WALL };
                    self.set(cell, neighbor, passage);
                }
            }
        }
    }

    /// A grid with these cells and walls, set one by one.
    pub fn build(&self, def: &GridstarGridDef) -> TestGrid {
        let def = GridstarGridDef { width: self.width as u32, height: self.height as u32, layout: self.layout, ..*def };
        let grid = TestGrid::with_def(&def).unwrap();
        // SAFETY: the pointer and length of a slice.
        let status =
            unsafe { gridstar_grid_set_cells(grid.id(), 0, null(), self.types.as_ptr(), self.types.len() as u32) };
        assert_eq!(status, GridstarStatus::Ok);
        for &[from, to] in self.closed.keys() {
            let (from, to) = (Cell::new(from.0, from.1), Cell::new(to.0, to.1));
            assert_eq!(set_passage(&grid, from, to, self.passage(from, to)), GridstarStatus::Ok);
        }
        grid
    }
}

/// Calls gridstar_grid_set_passage.
pub fn set_passage(grid: &TestGrid, from: Cell, to: Cell, passage: u32) -> GridstarStatus {
    // SAFETY: pointers of references.
    unsafe { gridstar_grid_set_passage(grid.id(), &from, &to, passage) }
}

/// Calls gridstar_grid_get_passage.
pub fn passage(grid: &TestGrid, from: Cell, to: Cell) -> Result<u32, GridstarStatus> {
    let mut passage = 77;
    // SAFETY: pointers of references.
    match unsafe { gridstar_grid_get_passage(grid.id(), &from, &to, &mut passage) } {
        GridstarStatus::Ok => Ok(passage),
        status => Err(status),
    }
}

/// Calls gridstar_grid_set_passages.
pub fn set_passages(grid: &TestGrid, rect: Rect, sides: u32, passage: u32) -> GridstarStatus {
    // SAFETY: a pointer of a reference.
    unsafe { gridstar_grid_set_passages(grid.id(), &rect.into(), sides, passage) }
}

/// Cells as `.` and `#`. Between them, walls as `|` and `-`, and open directions as arrows; hexagons as a list.
impl Display for WalledMap {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if self.is_hexagonal() {
            writeln!(f, "layout {}, {:?}", self.layout, self.closed.keys().collect::<Vec<_>>())?;
        }
        for y in 0..self.height {
            let mut below = String::new();
            for x in 0..self.width {
                let cell = Cell::new(x, y);
                let right = self.passage(cell, Cell::new(x + 1, y)) as usize;
                let down = self.passage(cell, Cell::new(x, y + 1)) as usize;
                let mark = if self.types[self.index(cell)] == 1 { '#' } else { '.' };
                write!(f, "{mark}{}", [' ', '|', '>', '<'][right])?;
                below.push([' ', '-', 'v', '^'][down]);
                below.push(' ');
            }
            writeln!(f)?;
            writeln!(f, "{below}")?;
        }
        Ok(())
    }
}
