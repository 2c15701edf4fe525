//! The memory of any-angle searches, kept from one search to the next.

use super::known_roots::Roots;
use super::ray::Ray;
use super::strips::Trapezoid;
use crate::OutOfMemory;
use crate::held::held;
use crate::search::need::Need;
use crate::search::open_list::{Entry, OpenList, node_of};

/// The number of nodes, about 1 MiB, for which memory is kept in any case.
const KEPT_NODES: usize = 1 << 14;

/// Estimates are coarser where the open list compares them: they only break ties.
const TIE_SHIFT: u32 = 20;

/// Points of the plane that a root sees.
#[derive(Clone, Copy, Debug)]
pub(super) enum Interval {
    /// The points of a row between two rays from the root, which begin in another row.
    Cone {
        /// The row.
        row: i32,
        left: Ray,
        right: Ray,
    },
    /// The points of the root's own row from a column on, in a direction along the row: 1 or -1.
    Flat {
        /// A column where a trapezoid ends, or the goal's.
        column: i32,
        direction: i32,
    },
    Goal,
}

/// A root and an interval that it sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootNode {
    pub(super) root: u32,
    /// The length of the path to the root. A node whose root was reached by a shorter path since is void.
    pub(super) g: u64,
    pub(super) interval: Interval,
}

/// The memory of any-angle searches.
#[derive(Debug, Default)]
pub(in crate::search) struct AnyAngleMemory {
    pub(super) roots: Roots,
    /// The trapezoids ahead of a cone, and those that touch a corner, while a node is expanded.
    pub(super) ahead: Vec<Trapezoid>,
    pub(super) around: Vec<Trapezoid>,
    /// Between walls, the first and the last ray of what a root sees of the next row, while a node is expanded. What
    /// roots at turns see comes behind that, and is taken away again.
    pub(super) seen: Vec<(Ray, Ray)>,
    nodes: Vec<RootNode>,
    open: OpenList,
    need: Need,
}

held!(AnyAngleMemory: roots, ahead, around, seen, nodes, open);

impl AnyAngleMemory {
    /// Forgets the last search, and gives memory back that the last searches did not need.
    pub(super) fn begin(&mut self) {
        let needed = self.nodes.len().max(self.roots.count());
        let room = || self.nodes.capacity().max(self.open.room()).max(self.roots.room());
        if self.need.note(needed, KEPT_NODES, room) {
            *self = Self::default();
        }
        self.roots.clear();
        self.nodes.clear();
        self.open.clear();
        self.seen.clear();
    }

    /// Adds a node whose paths have a length of at least the root's and `estimate`.
    pub(super) fn push(&mut self, root: u32, interval: Interval, estimate: u64) -> Result<(), OutOfMemory> {
        let number = u32::try_from(self.nodes.len()).map_err(|_| OutOfMemory)?;
        self.nodes.try_reserve(1)?;
        self.open.reserve(1)?;
        let g = self.roots.g(root);
        self.nodes.push(RootNode { root, g, interval });
        self.open.push(g + estimate, (estimate >> TIE_SHIFT) as u32, number);
        Ok(())
    }

    /// Takes the node with the smallest lower bound; of several ones that with the smallest estimate, and then the
    /// last one.
    pub(super) fn pop(&mut self) -> Option<(Entry, RootNode)> {
        let entry = self.open.pop_entry()?;
        Some((entry, self.nodes[node_of(entry) as usize]))
    }

    /// Takes back the entry that [`pop`](Self::pop) gave last.
    pub(super) fn put_back(&mut self, entry: Entry) {
        self.open.push_entry(entry);
    }
}
