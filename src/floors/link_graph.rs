//! The graph of one query. Its nodes are the cells at which links end, the start and the goal; its edges are the links.

use super::graph::{Weight, sum_of, weight_of_link};
use super::links::{FloorCell, Link};
use super::view::FloorsView;
use crate::held::held;
use crate::movement::StepCosts;
use crate::search::OutOfMemory;
use crate::sorting::{sort, sort_by, sort_by_key};
use std::cmp::Ordering;
use std::ops::Range;

/// An end of a usable link, or the start, or the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkNode {
    pub(super) at: FloorCell,
    /// Number of the node's group: all nodes of one region.
    pub(super) group: u32,
    /// Whether an edge leaves the node.
    pub(super) is_left: bool,
    /// Whether an edge enters the node.
    pub(super) is_entered: bool,
}

/// A link in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LinkEdge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// In fine units: below 2^64.
    pub(super) cost: u64,
    /// Number of the link.
    pub(super) link: u32,
}

impl LinkEdge {
    pub(super) fn weight(&self) -> Weight {
        weight_of_link(self.cost, sum_of(self.link))
    }
}

/// The nodes of start and goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryEnds<'a> {
    pub(super) start: u32,
    pub(super) goal: u32,
    /// The groups that legs from the start lead to.
    pub(super) start_groups: &'a [u32],
}

/// Nodes and edges of one query. Building the graph takes O(n log n) for n links.
#[derive(Debug, Default)]
pub(super) struct LinkGraph {
    /// By floor, then along a Z-order curve. Each cell occurs once.
    nodes: Vec<LinkNode>,
    /// By the node that the edge leaves.
    edges: Vec<LinkEdge>,
    /// Edge numbers, by the node that the edge enters.
    entering: Vec<u32>,
    /// By node: index of the first edge in `edges` that leaves the node, and of the first number in `entering` of an
    /// edge that enters the node. A last pair holds the lengths of both lists.
    first_arcs: Vec<(u32, u32)>,
}

held!(LinkGraph: nodes, edges, entering, first_arcs);

impl LinkGraph {
    /// Builds the graph from a view's usable links, the start and the goal.
    pub(super) fn build(
        &mut self,
        view: &FloorsView,
        ends: [FloorCell; 2],
        costs: &StepCosts,
    ) -> Result<(), OutOfMemory> {
        self.nodes.clear();
        self.edges.clear();
        self.entering.clear();
        let count = view.links().len();
        // Node and edge numbers have 32 bits.
        if count >= 1 << 30 {
            return Err(OutOfMemory);
        }
        self.nodes.try_reserve_exact(2 * count + 2)?;
        self.nodes.extend(ends.map(LinkNode::new));
        for (_, link) in view.usable_links() {
            self.nodes.extend([link.from, link.to].map(LinkNode::new));
        }
        sort_by(&mut self.nodes, |a, b| along_curve(&a.at, &b.at).is_lt());
        self.nodes.dedup_by_key(|node| node.at);
        self.edges.try_reserve_exact(2 * count)?;
        for &(number, link) in view.usable_links() {
            self.add_arcs(number, &link, costs.fine_units_of(link.cost()) as u64);
        }
        sort(&mut self.edges);
        self.entering.try_reserve_exact(self.edges.len())?;
        self.entering.extend(0..self.edges.len() as u32);
        sort_by_key(&mut self.entering, |&edge| (self.edges[edge as usize].to, edge));
        self.first_arcs.clear();
        self.first_arcs.try_reserve_exact(self.nodes.len() + 1)?;
        let (mut leaving, mut entering) = (0, 0);
        for node in 0..=self.nodes.len() as u32 {
            leaving += self.edges[leaving..].iter().take_while(|edge| edge.from < node).count();
            let edges = self.entering[entering..].iter().map(|&edge| &self.edges[edge as usize]);
            entering += edges.take_while(|edge| edge.to < node).count();
            self.first_arcs.push((leaving as u32, entering as u32));
        }
        Ok(())
    }

    fn add_arcs(&mut self, number: u32, link: &Link, cost: u64) {
        let (from, to) = (self.node_at(link.from), self.node_at(link.to));
        let back = (!link.one_way).then_some((to, from));
        for (from, to) in [Some((from, to)), back].into_iter().flatten() {
            self.edges.push(LinkEdge { from, to, cost, link: number });
            self.nodes[from as usize].is_left = true;
            self.nodes[to as usize].is_entered = true;
        }
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn nodes_mut(&mut self) -> &mut [LinkNode] {
        &mut self.nodes
    }

    pub(super) fn node(&self, number: u32) -> &LinkNode {
        &self.nodes[number as usize]
    }

    /// The node number of a cell. The cell must be a node.
    pub(super) fn node_at(&self, at: FloorCell) -> u32 {
        self.nodes.partition_point(|node| along_curve(&node.at, &at) == Ordering::Less) as u32
    }

    pub(super) fn edge(&self, number: u32) -> &LinkEdge {
        &self.edges[number as usize]
    }

    /// Numbers of the edges that leave a node.
    pub(super) fn edges_from(&self, node: u32) -> Range<u32> {
        self.first_arcs[node as usize].0..self.first_arcs[node as usize + 1].0
    }

    /// The edges that enter a node.
    pub(super) fn edges_to(&self, node: u32) -> impl Iterator<Item = &LinkEdge> {
        let places = self.first_arcs[node as usize].1 as usize..self.first_arcs[node as usize + 1].1 as usize;
        self.entering[places].iter().map(|&edge| self.edge(edge))
    }
}

impl LinkNode {
    fn new(at: FloorCell) -> Self {
        Self { at, group: 0, is_left: false, is_entered: false }
    }
}

/// Order by floor, then by Z-order (Morton, 1966), which interleaves the bits of both coordinates. Successive cells are
/// mostly close together.
fn along_curve(a: &FloorCell, b: &FloorCell) -> Ordering {
    let [dx, dy] = [a.cell.x ^ b.cell.x, a.cell.y ^ b.cell.y];
    // The axis with the higher differing bit decides (Chan, "Closest-point problems simplified on the RAM", 2002).
    a.floor.cmp(&b.floor).then_with(|| if is_lower(dx, dy) { a.cell.y.cmp(&b.cell.y) } else { a.cell.x.cmp(&b.cell.x) })
}

/// Whether the highest bit of `a` is lower than the highest bit of `b`.
fn is_lower(a: i32, b: i32) -> bool {
    a < b && a < a ^ b
}
