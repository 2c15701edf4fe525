//! A slow, obvious reference: shortest paths in the graph of all pairs of cells that a legal line joins.

use crate::grid::Cell;
use crate::movement::DiagonalRule;

/// Which cells an agent can stand at, and its rule.
pub(super) struct VisibilityGraph {
    width: i32,
    height: i32,
    walkable: Vec<bool>,
    rule: DiagonalRule,
    /// By two cells, whether a legal line joins them.
    lines: Vec<bool>,
}

impl VisibilityGraph {
    /// `walkable` has an entry for each cell, row by row.
    pub(super) fn new(width: i32, walkable: Vec<bool>, rule: DiagonalRule) -> Self {
        let height = walkable.len() as i32 / width;
        let mut graph = Self { width, height, walkable, rule, lines: Vec::new() };
        let cells = graph.cells();
        let lines = cells.iter().flat_map(|&from| cells.iter().map(move |&to| (from, to)));
        graph.lines = lines.map(|(from, to)| graph.is_legal(from, to)).collect();
        graph
    }

    fn cells(&self) -> Vec<Cell> {
        (0..self.height).flat_map(|y| (0..self.width).map(move |x| Cell::new(x, y))).collect()
    }

    fn index(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    pub(super) fn is_walkable(&self, cell: Cell) -> bool {
        let inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        inside && self.walkable[self.index(cell)]
    }

    /// Whether a path can go straight from one cell to the other, as the module's documentation defines it.
    pub(super) fn joins(&self, from: Cell, to: Cell) -> bool {
        self.lines[self.index(from) * self.walkable.len() + self.index(to)]
    }

    fn is_legal(&self, from: Cell, to: Cell) -> bool {
        if from == to || !self.is_walkable(to) {
            return false;
        }
        if !self.is_walkable(from) {
            return self.is_step(from, to);
        }
        let enters = |center: Cell| match self.rule {
            DiagonalRule::BothFree => enters_square((from.x, from.y), (to.x, to.y), (center.x, center.y)),
            _ => {
                // In these coordinates the diamond is a square.
                let turned = |cell: Cell| (cell.x + cell.y, cell.x - cell.y);
                enters_square(turned(from), turned(to), turned(center))
            }
        };
        let is_clear = self.cells().into_iter().filter(|&cell| !self.is_walkable(cell)).all(|cell| !enters(cell));
        let is_diagonal = (to.x - from.x).abs() == (to.y - from.y).abs();
        is_clear && (!is_diagonal || self.is_diagonal_of_steps(from, to))
    }

    fn is_diagonal_of_steps(&self, from: Cell, to: Cell) -> bool {
        let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
        let cell = |i: i32| Cell::new(from.x + i * dx, from.y + i * dy);
        (0..(to.x - from.x).abs()).all(|i| self.is_step(cell(i), cell(i + 1)))
    }

    /// Whether a step is legal.
    pub(super) fn is_step(&self, from: Cell, to: Cell) -> bool {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if dx.abs().max(dy.abs()) != 1 || !self.is_walkable(to) {
            return false;
        }
        let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
        let blocked = beside.into_iter().filter(|&cell| !self.is_walkable(cell)).count();
        dx == 0
            || dy == 0
            || match self.rule {
                DiagonalRule::Always => true,
                DiagonalRule::AtMostOneBlocked => blocked <= 1,
                DiagonalRule::BothFree => blocked == 0,
                DiagonalRule::Never => false,
            }
    }

    /// The lengths of shortest paths from a cell in 2^-32 cells, each line rounded up. Dijkstra's algorithm.
    pub(super) fn lengths_from(&self, start: Cell) -> Vec<Option<u64>> {
        let cells = self.cells();
        let mut lengths = vec![None; cells.len()];
        let mut done = vec![false; cells.len()];
        lengths[self.index(start)] = Some(0);
        while let Some(at) = (0..cells.len()).filter(|&i| !done[i] && lengths[i].is_some()).min_by_key(|&i| lengths[i])
        {
            done[at] = true;
            for to in 0..cells.len() {
                if self.joins(cells[at], cells[to]) {
                    let length = lengths[at].map(|length: u64| length + line_length(cells[at], cells[to]));
                    if lengths[to].is_none() || length < lengths[to] {
                        lengths[to] = length;
                    }
                }
            }
        }
        lengths
    }
}

pub(super) fn line_length(from: Cell, to: Cell) -> u64 {
    let (dx, dy) = (u128::from(from.x.abs_diff(to.x)), u128::from(from.y.abs_diff(to.y)));
    let square = (dx * dx + dy * dy) << 64;
    let floor = square.isqrt();
    (floor + u128::from(floor * floor < square)) as u64
}

/// Whether a line has a point that is less than 1 away from `center` along both axes.
fn enters_square(from: (i32, i32), to: (i32, i32), center: (i32, i32)) -> bool {
    // The line is at `from + t (to - from)` for t from 0 to 1. Each axis allows an open interval of t. Fractions have
    // positive denominators.
    let (mut first, mut last) = (vec![], vec![]);
    for (from, to, center) in [(from.0, to.0, center.0), (from.1, to.1, center.1)] {
        let (low, high, change) = (center - 1 - from, center + 1 - from, to - from);
        match change.signum() {
            0 if low >= 0 || high <= 0 => return false,
            0 => {}
            1 => (first.push((low, change)), last.push((high, change))).0,
            _ => (first.push((-high, -change)), last.push((-low, -change))).0,
        }
    }
    let is_less = |(a, b): (i32, i32), (c, d): (i32, i32)| a * d < c * b;
    first.iter().all(|&from| is_less(from, (1, 1)) && last.iter().all(|&to| is_less(from, to)))
        && last.iter().all(|&to| is_less((0, 1), to))
}
