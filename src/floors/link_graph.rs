//! The cells at which a path through floors can change its floor, and the links between them.

use super::links::{FloorCell, Link};
use super::view::FloorsView;
use crate::movement::StepCosts;
use crate::search::OutOfMemory;
use std::ops::Range;

/// A cell at which a usable link ends, or the start, or the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: FloorCell,
    /// Whether an arc leads away from it.
    pub(super) is_left: bool,
    /// Whether an arc leads to it.
    pub(super) is_entered: bool,
}

/// A link in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arc {
    pub(super) from: u32,
    pub(super) to: u32,
    /// In millionths of a unit.
    pub(super) cost: u128,
    /// The link's number.
    pub(super) link: u32,
}

/// Nodes and arcs of one query. Building it takes O(n log n) for n links.
#[derive(Debug, Default)]
pub(super) struct LinkGraph {
    /// By floor, then cell: each cell once.
    nodes: Vec<Node>,
    /// By the node that they leave.
    arcs: Vec<Arc>,
    /// Numbers of arcs, by the node that they enter.
    entering: Vec<u32>,
}

impl LinkGraph {
    /// Takes the links of a view, and start and goal.
    pub(super) fn build(
        &mut self,
        view: &FloorsView,
        ends: [FloorCell; 2],
        costs: &StepCosts,
    ) -> Result<(), OutOfMemory> {
        self.nodes.clear();
        self.arcs.clear();
        self.entering.clear();
        self.add_nodes(&ends)?;
        for (_, link) in view.usable_links() {
            self.add_nodes(&[link.from, link.to])?;
        }
        self.nodes.sort_unstable_by_key(|node| node.at);
        self.nodes.dedup_by_key(|node| node.at);
        for &(number, link) in view.usable_links() {
            self.add_arcs(number, &link, costs.fine_units_of(link.cost()))?;
        }
        self.arcs.sort_unstable();
        self.entering.try_reserve(self.arcs.len())?;
        self.entering.extend(0..self.arcs.len() as u32);
        self.entering.sort_unstable_by_key(|&arc| (self.arcs[arc as usize].to, arc));
        Ok(())
    }

    fn add_nodes(&mut self, cells: &[FloorCell]) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve(cells.len())?;
        self.nodes.extend(cells.iter().map(|&at| Node { at, is_left: false, is_entered: false }));
        Ok(())
    }

    fn add_arcs(&mut self, number: u32, link: &Link, cost: u128) -> Result<(), OutOfMemory> {
        let (from, to) = (self.node_at(link.from), self.node_at(link.to));
        self.arcs.try_reserve(2)?;
        let back = (!link.one_way).then_some((to, from));
        for (from, to) in [Some((from, to)), back].into_iter().flatten() {
            self.arcs.push(Arc { from, to, cost, link: number });
            self.nodes[from as usize].is_left = true;
            self.nodes[to as usize].is_entered = true;
        }
        Ok(())
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The number of the node of a cell that has one.
    pub(super) fn node_at(&self, at: FloorCell) -> u32 {
        self.nodes.partition_point(|node| node.at < at) as u32
    }

    /// The numbers of the nodes on a floor.
    pub(super) fn nodes_on(&self, floor: u32) -> Range<u32> {
        let first = self.nodes.partition_point(|node| node.at.floor < floor);
        let end = self.nodes.partition_point(|node| node.at.floor <= floor);
        first as u32..end as u32
    }

    pub(super) fn arc(&self, number: u32) -> &Arc {
        &self.arcs[number as usize]
    }

    /// The numbers of the arcs that leave a node.
    pub(super) fn arcs_from(&self, node: u32) -> Range<u32> {
        let first = self.arcs.partition_point(|arc| arc.from < node);
        let end = self.arcs.partition_point(|arc| arc.from <= node);
        first as u32..end as u32
    }

    /// The arcs that enter a node.
    pub(super) fn arcs_to(&self, node: u32) -> impl Iterator<Item = &Arc> {
        let first = self.entering.partition_point(|&arc| self.arc(arc).to < node);
        self.entering[first..].iter().map(|&arc| self.arc(arc)).take_while(move |arc| arc.to == node)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.arcs.capacity() * size_of::<Arc>()
            + self.entering.capacity() * size_of::<u32>()
    }
}
