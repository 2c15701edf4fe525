//! Optimal paths of straight lines at any angle, by an interval search after Anya (Harabor, Grastien, Öz and Aksakalli,
//! "Optimal Any-Angle Pathfinding In Practice", JAIR 56, 2016).
//!
//! # Which lines are legal
//!
//! An agent stands at cell centers and moves along lines between them. Its body moves along, so that a blocked cell
//! keeps lines away from its center. How far depends on the diagonal rule:
//!
//! ```text
//!  BothFree: a square                  AtMostOneBlocked, Always: a diamond
//!
//!    +-------+-------+                         .
//!    |       |       |                       /   \        The blocked cell is #. Its neighbors' centers
//!    |       #       |                     .   #   .      lie on the border, and so on legal lines.
//!    |       |       |                       \   /
//!    +-------+-------+                         .
//! ```
//!
//! - [`DiagonalRule::BothFree`]: no line enters the open square of two cells' width around a blocked center. This is
//!   what the body of the agent, a square of a cell's size, can move along. Lines between walkable neighbors are legal,
//!   also in a corridor one cell wide.
//! - [`DiagonalRule::Always`] and [`DiagonalRule::AtMostOneBlocked`]: no line enters the open diamond of the points
//!   whose distances along x and y from a blocked center add up to less than 1. On a line that is longer along x, both
//!   cells beside each place where the line crosses a column of centers must be walkable. The rules differ between two
//!   obstacles that touch at a corner: only `Always` lets a diagonal pass there.
//! - [`DiagonalRule::Never`] has no such body: a step along a diagonal is illegal even far from obstacles. Callers must
//!   refuse it.
//! - A blocked start is left by a legal step. Lines begin at the cell after it.
//! - A wide agent stands for its lowest cell, as in all searches: these are the lines of its anchors. Under `BothFree`
//!   they are what its square can move along.
//!
//! A line between two neighbors is legal if and only if the step is. A line is legal in both directions. Legal lines
//! stay within a component of legal steps.
//!
//! # The search
//!
//! Squares and diamonds have their corners at cell centers, so a shortest path turns at centers. Between two rows of
//! centers, the legal places are trapezoids (`strips.rs`): from any point of one side a line to any point of the other
//! one is legal. A search node is a *root*, the last turn of a path, and an interval of a row that the root sees.
//! Expanding it projects the interval to the next row, trapezoid by trapezoid (`expand.rs`). Where an obstacle touches
//! a corner that the root sees, paths can turn around it, and the corner becomes a root (`corners.rs`). Of the paths
//! to a root only the shortest counts (`known_roots.rs`).
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
mod lines;
mod memory;
mod ray;
mod known_roots;
mod strips;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod visibility_graph;

pub(super) use length::{FRACTION_BITS, cells_of};
pub(super) use lines::is_legal_line;
pub(super) use memory::AnyAngleMemory;

use super::query::Query;
use super::record::Record;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::grid::NEIGHBOR_OFFSETS;
use crate::index::{IndexCell, WalkableCells};
use crate::movement::DiagonalRule;
use known_roots::NO_ROOT;
use length::length;
use memory::{Node, Place};

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnyAngleOutcome {
    /// The length of a shortest path in 2^-32 cells. The cells at which it turns are in the record, from the goal to
    /// the start.
    Found(u64),
    NoPath,
    LimitReached,
}

/// Finds a shortest path. The start must not be the goal, and both must lie on the map. The goal must be walkable, and
/// the rule not [`DiagonalRule::Never`]. A search that resumes goes on where the last one with this memory reached its
/// limit; the record has its number of expansions.
pub(super) fn find(
    walkable: &WalkableCells,
    query: &Query,
    resumes: bool,
    memory: &mut AnyAngleMemory,
    record: &mut Record,
) -> Result<AnyAngleOutcome, OutOfMemory> {
    let [start, goal] = [query.start, query.goal].map(|cell| walkable.index_cell(cell));
    let mut search = Search {
        rows: &walkable.rows,
        rounds_corners: query.diagonal_rule != DiagonalRule::BothFree,
        squeezes: query.diagonal_rule == DiagonalRule::Always,
        goal,
        memory,
    };
    if !resumes {
        search.memory.clear();
        search.begin(start, query.diagonal_rule)?;
    }
    let outcome = search.run(walkable, record)?;
    if outcome != AnyAngleOutcome::LimitReached {
        memory.note_need();
    }
    Ok(outcome)
}

/// A search and what it reads.
struct Search<'a> {
    /// The walkable cells.
    rows: &'a BitRows,
    /// Whether obstacles are diamonds, and not squares.
    rounds_corners: bool,
    /// Whether a diagonal may pass between two obstacles.
    squeezes: bool,
    goal: IndexCell,
    memory: &'a mut AnyAngleMemory,
}

impl Search<'_> {
    /// Makes the start a root, or the cells that a step leads to if the start is blocked.
    fn begin(&mut self, start: IndexCell, rule: DiagonalRule) -> Result<(), OutOfMemory> {
        let first = self.memory.roots.reach(start, NO_ROOT, 0)?.unwrap_or(NO_ROOT);
        if self.rows.get(start.x as usize, start.y as usize) {
            return self.emit_all(first);
        }
        let legal = rule.legal_neighbors()[self.rows.around(start.x as usize, start.y as usize)];
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

    fn run(&mut self, walkable: &WalkableCells, record: &mut Record) -> Result<AnyAngleOutcome, OutOfMemory> {
        while let Some((entry, node)) = self.memory.pop() {
            let Node { root, g, place } = node;
            if self.memory.roots.g(root) < g {
                continue;
            }
            if let Place::Goal = place {
                return self.write_path(root, walkable, record).map(AnyAngleOutcome::Found);
            }
            if record.expansions >= record.limit {
                self.memory.put_back(entry);
                return Ok(AnyAngleOutcome::LimitReached);
            }
            record.expansions += 1;
            if let Some(expanded) = &mut record.expanded {
                expanded.try_reserve(1)?;
                expanded.push(walkable.cell(self.shown(&node)));
            }
            self.expand(node)?;
        }
        Ok(AnyAngleOutcome::NoPath)
    }

    /// Writes the cells of a path from the goal to the start, and returns its length.
    fn write_path(&self, last_root: u32, walkable: &WalkableCells, record: &mut Record) -> Result<u64, OutOfMemory> {
        let roots = &self.memory.roots;
        record.corners.clear();
        record.corners.try_reserve(roots.count() + 1)?;
        let (mut at, mut root, mut sum) = (self.goal, last_root, 0);
        record.corners.push(walkable.cell(at));
        if roots.cell(root) == at {
            // The goal is the cell after a blocked start.
            root = roots.parent(root);
        }
        while root != NO_ROOT {
            root = self.skip_middles(at, root);
            let cell = roots.cell(root);
            sum += length(cell.x - at.x, cell.y - at.y);
            record.corners.push(walkable.cell(cell));
            (at, root) = (cell, roots.parent(root));
        }
        Ok(sum)
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
