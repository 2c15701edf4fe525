//! Optimal paths of straight lines at any angle, by an interval search after Anya (Harabor, Grastien, Öz and Aksakalli,
//! "Optimal Any-Angle Pathfinding In Practice", JAIR 56, 2016).
//!
//! # Which lines are legal
//!
//! `sight.rs` has the definition, with a drawing of the squares and diamonds around blocked cells. Callers refuse
//! [`DiagonalRule::Never`]. A blocked start is left by a legal step, and lines begin at the cell after it.
//!
//! # The search
//!
//! Squares and diamonds have their corners at cell centers, so a shortest path turns at centers. The ends of walls
//! between cells lie between centers. Where obstacles are squares, a wall fills the squares of four centers that it
//! touches. Where they are diamonds, a line may pass such a square on one side of a diagonal, over three centers that
//! open steps join, or along it. `sight.rs` allows more, but shortest paths of those lines may turn at any cell.
//!
//! Between two rows of centers, the legal places are trapezoids (`strips.rs`): from any point of one side a line to any
//! point of the other one is legal. A search node is a *root*, the last turn of a path, and an interval of a row that
//! the root sees. Expanding it projects the interval to the next row, trapezoid by trapezoid (`expand.rs`). Between
//! walls trapezoids overlap, and what is seen through several of them becomes one interval. Where an obstacle touches a
//! corner that the root sees, paths can turn around it, and the corner becomes a root (`corners.rs`). Of the paths to a
//! root only the shortest counts (`known_roots.rs`).
//!
//! # Arithmetic
//!
//! The ends of intervals are rays from roots with whole components, compared by cross products: exact rationals. The
//! length of a line is counted in 2^-32 of a cell and rounded up (`length.rs`). So a line is never longer than a detour
//! over a third cell. The path is the one with the smallest sum of these lengths, and its length exceeds the true
//! optimum by less than 2^-32 cells for each of its lines. Estimates are lower bounds of such sums.

mod corners;
mod expand;
mod length;
mod memory;
mod ray;
mod known_roots;
mod strips;

pub(super) use length::{FRACTION_BITS, cells_of};
pub(super) use memory::AnyAngleMemory;

use super::engine::{Progress, Record, RunningEngine};
use super::query::Query;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{IndexCell, WalkableCells, closed_around};
use crate::movement::DiagonalRule;
use known_roots::NO_ROOT;
use length::length;
use memory::{Interval, RootNode};

/// A search for a shortest path, and what it reads. The start must not be the goal, and both must lie on the map. The
/// goal must be walkable, and the rule not [`DiagonalRule::Never`].
pub(super) struct AnyAngleSearch<'a, const WALLED: bool> {
    walkable: &'a WalkableCells,
    /// The walkable cells by rows.
    rows: &'a BitRows,
    /// The closed steps up the rows and down them, and to the next row and back; `None` without walls.
    walls: Option<[&'a BitRows; 4]>,
    /// Whether obstacles are diamonds, and not squares.
    rounds_corners: bool,
    /// Whether a diagonal may pass between two obstacles.
    squeezes: bool,
    rule: DiagonalRule,
    start: IndexCell,
    goal: IndexCell,
    memory: &'a mut AnyAngleMemory,
    /// The last root of the path that was found.
    last_root: u32,
}

impl<const WALLED: bool> RunningEngine for AnyAngleSearch<'_, WALLED> {
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        self.memory.begin();
        self.reach_start()
    }

    /// The cost of a path is its length in 2^-32 cells.
    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        while let Some((entry, node)) = self.memory.pop() {
            let RootNode { root, g, interval } = node;
            if self.memory.roots.g(root) < g {
                continue;
            }
            if let Interval::Goal = interval {
                self.last_root = root;
                let cost = self.follow_back(|_| {});
                return Ok(Progress::Found { cost, least: cost });
            }
            if record.expansions >= record.limit {
                self.memory.put_back(entry);
                return Ok(Progress::Paused);
            }
            record.expand(|| self.walkable.cell(self.shown(&node)))?;
            self.expand(node)?;
        }
        Ok(Progress::NoPath)
    }

    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        corners.try_reserve(self.memory.roots.count() + 1)?;
        self.follow_back(|cell| corners.push(self.walkable.cell(cell)));
        Ok(())
    }
}

impl<'a, const WALLED: bool> AnyAngleSearch<'a, WALLED> {
    /// A search over cells with walls between them, if `WALLED`.
    pub(super) fn new(walkable: &'a WalkableCells, query: &Query, memory: &'a mut AnyAngleMemory) -> Self {
        let [start, goal] = [query.start, query.goal].map(|cell| walkable.index_cell(cell));
        let rule = query.diagonal_rule;
        Self {
            walkable,
            rows: &walkable.rows,
            walls: if WALLED { walkable.lines_along_rows().walls } else { None },
            rounds_corners: rule != DiagonalRule::BothFree,
            squeezes: rule == DiagonalRule::Always,
            rule,
            start,
            goal,
            memory,
            last_root: NO_ROOT,
        }
    }

    /// The closed steps, if the search is one between walls: the compiler knows whether there are some.
    #[inline(always)]
    fn walls(&self) -> Option<[&'a BitRows; 4]> {
        if WALLED { self.walls } else { None }
    }

    /// Makes the start a root, or the cells that a step leads to if the start is blocked.
    fn reach_start(&mut self) -> Result<(), OutOfMemory> {
        let (start, rule) = (self.start, self.rule);
        let first = self.memory.roots.reach(start, NO_ROOT, 0)?.unwrap_or(NO_ROOT);
        if self.rows.get(start.x as usize, start.y as usize) {
            return self.emit_all(first);
        }
        let (x, y) = (start.x as usize, start.y as usize);
        let around = self.rows.around(x, y);
        let closed = self.walls().and_then(|walls| closed_around(walls, x, y));
        let legal =
            closed.map_or(rule.legal_neighbors()[around], |closed| rule.legal_neighbors_between(around, &closed));
        for (_, (dx, dy)) in NEIGHBOR_OFFSETS.into_iter().enumerate().filter(|&(i, _)| legal >> i & 1 == 1) {
            let cell = IndexCell { x: start.x + dx, y: start.y + dy };
            if let Some(root) = self.memory.roots.reach(cell, first, length(dx, dy))? {
                if cell == self.goal {
                    self.push_goal(root)?;
                }
                self.emit_all(root)?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with the cells of the path from the goal to the start, and returns its length.
    fn follow_back(&self, mut visit: impl FnMut(IndexCell)) -> u64 {
        let roots = &self.memory.roots;
        let (mut at, mut root, mut sum) = (self.goal, self.last_root, 0);
        visit(at);
        if roots.cell(root) == at {
            // The goal is the cell after a blocked start.
            root = roots.parent(root);
        }
        while root != NO_ROOT {
            root = self.skip_middles(at, root);
            let cell = roots.cell(root);
            sum += length(cell.x - at.x, cell.y - at.y);
            visit(cell);
            (at, root) = (cell, roots.parent(root));
        }
        sum
    }

    /// The first root on the line from a cell over a root: equally long paths may name the cells between them.
    fn skip_middles(&self, at: IndexCell, mut root: u32) -> u32 {
        let roots = &self.memory.roots;
        loop {
            let (cell, parent) = (roots.cell(root), roots.parent(root));
            if parent == NO_ROOT {
                return root;
            }
            let before = roots.cell(parent);
            let (to, from) = ((at.x - cell.x, at.y - cell.y), (cell.x - before.x, cell.y - before.y));
            let is_middle = to.0 * from.1 == to.1 * from.0 && to.0 * from.0 + to.1 * from.1 > 0;
            // A blocked start is left by a step.
            if !is_middle || !self.rows.get(before.x as usize, before.y as usize) {
                return root;
            }
            root = parent;
        }
    }
}
