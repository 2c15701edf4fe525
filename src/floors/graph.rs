//! The graph of a world: the cells at which links end, by floor, and the open links as arcs.

use super::links::{FloorCell, Link};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::grid::Cell;
use crate::held::held;
use crate::movement::StepCosts;
use crate::sorting::{sort, sort_by_key};
use std::ops::Range;

/// The cost of a path and the links it takes, as one number: fine units, and below them a sum over the links. Each
/// link adds its number, at most 65535, and a hash of it as a fraction of 1. So of equally cheap paths one with a small
/// sum of numbers counts, and two different ways have different weights but for one chance in 2^32: the order in which
/// paths are looked at does not matter. No links that lead in a circle weigh nothing.
pub(super) type Weight = u128;

/// No path.
pub(super) const UNREACHED: Weight = Weight::MAX;

/// In place of a node or an arc: none.
pub(super) const NONE: u32 = u32::MAX - 2;

/// The bits of the sum.
pub(super) const SUM: u32 = 56;

/// The bits of a link's hash.
const HASH: u32 = 32;

/// The weight of a way within a floor.
#[inline(always)]
pub(super) fn weight_of(parts: u64) -> Weight {
    StepCosts::fine_units_of_parts(parts) << SUM
}

/// The largest weight of a path of at most this number of fine units.
pub(super) fn most_weight(fine: u128) -> Weight {
    fine << SUM | ((1 << SUM) - 1)
}

/// The fine units of a weight.
pub(super) fn fine_of(weight: Weight) -> u128 {
    weight >> SUM
}

/// The weight of a link that costs this number of fine units.
#[inline(always)]
pub(super) fn weight_of_link(fine: u64, sum: u64) -> Weight {
    (Weight::from(fine) << SUM) + Weight::from(sum)
}

/// The share of a link in the sum of a path.
pub(super) fn sum_of(link: u32) -> u64 {
    // The finisher of MurmurHash3.
    let mut hash = link;
    for (shift, factor) in [(16, 0x85eb_ca6b_u32), (13, 0xc2b2_ae35)] {
        hash = (hash ^ hash >> shift).wrapping_mul(factor);
    }
    u64::from(link.min(0xffff)) << HASH | u64::from(hash ^ hash >> 16)
}

/// A link in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arc {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Number of the link.
    pub(super) link: u32,
    /// In fine units: below 2^64.
    pub(super) cost: u64,
    /// The link's share in the sum.
    sum: u64,
}

impl Arc {
    #[inline(always)]
    pub(super) fn weight(&self) -> Weight {
        weight_of_link(self.cost, self.sum)
    }
}

/// Nodes and arcs. Nodes are numbered floor by floor, by (y, x).
#[derive(Debug, Default)]
pub(super) struct Graph {
    cells: Vec<Cell>,
    /// By node, its floor.
    floors: Vec<u32>,
    /// By floor, its first node; and the number of nodes.
    first_node: Vec<u32>,
    /// By the node that the arc leaves.
    pub(super) arcs: Vec<Arc>,
    /// Numbers of arcs, by the node that the arc enters.
    entering: Vec<u32>,
    /// By node, its first place in `arcs` and in `entering`; and the lengths of both lists.
    first_arcs: Vec<(u32, u32)>,
}

held!(Graph: cells, floors, first_node, arcs, entering, first_arcs);

impl Graph {
    /// The graph of the open links. `contains` tells which cells lie on their floors.
    pub(super) fn new(
        floor_count: usize,
        links: &[(u32, Link)],
        costs: &StepCosts,
        contains: impl Fn(FloorCell) -> bool,
    ) -> Result<Self, OutOfMemory> {
        let open = || links.iter().filter(|(_, link)| !link.closed && contains(link.from) && contains(link.to));
        let mut ends = reserved(2 * open().count())?;
        ends.extend(open().flat_map(|(_, link)| [link.from, link.to]).map(key));
        sort(&mut ends);
        ends.dedup();
        let place = |at: FloorCell| ends.partition_point(|&end| end < key(at)) as u32;
        // Numbers of nodes and arcs have 31 bits.
        if ends.len() >= 1 << 31 {
            return Err(OutOfMemory);
        }
        let mut arcs = reserved(2 * open().count())?;
        for (number, link) in open() {
            let (from, to, cost) = (place(link.from), place(link.to), costs.fine_units_of(link.cost()) as u64);
            let arc = Arc { from, to, link: *number, cost, sum: sum_of(*number) };
            arcs.push(arc);
            if !link.one_way {
                arcs.push(Arc { from: to, to: from, ..arc });
            }
        }
        sort_by_key(&mut arcs, |arc| (arc.from, arc.link, arc.to));
        let mut entering = reserved(arcs.len())?;
        entering.extend(0..arcs.len() as u32);
        sort_by_key(&mut entering, |&arc| (arcs[arc as usize].to, arc));
        let (mut first_arcs, mut first_node) = (reserved(ends.len() + 1)?, reserved(floor_count + 1)?);
        first_node.extend((0..=floor_count as u32).map(|floor| ends.partition_point(|end| end.0 < floor) as u32));
        let (mut leaving, mut entered) = (0, 0);
        for node in 0..=ends.len() as u32 {
            leaving += arcs[leaving..].iter().take_while(|arc| arc.from < node).count();
            entered += entering[entered..].iter().take_while(|&&arc| arcs[arc as usize].to < node).count();
            first_arcs.push((leaving as u32, entered as u32));
        }
        let mut cells = reserved(ends.len())?;
        cells.extend(ends.iter().map(|&(_, y, x)| Cell::new(x, y)));
        let mut floors = reserved(ends.len())?;
        floors.extend(ends.iter().map(|&(floor, ..)| floor));
        Ok(Self { cells, floors, first_node, arcs, entering, first_arcs })
    }

    pub(super) fn node_count(&self) -> usize {
        self.cells.len()
    }

    /// The cells of a floor's nodes.
    pub(super) fn cells_of(&self, floor: u32) -> &[Cell] {
        let nodes = self.nodes_of(floor);
        &self.cells[nodes.start as usize..nodes.end as usize]
    }

    /// The nodes of a floor.
    #[inline(always)]
    pub(super) fn nodes_of(&self, floor: u32) -> Range<u32> {
        self.first_node[floor as usize]..self.first_node[floor as usize + 1]
    }

    /// The floor of a node.
    #[inline(always)]
    pub(super) fn floor_of(&self, node: u32) -> u32 {
        self.floors[node as usize]
    }

    pub(super) fn at(&self, node: u32) -> FloorCell {
        FloorCell { floor: self.floor_of(node), cell: self.cells[node as usize] }
    }

    /// The numbers of the arcs that leave a node.
    #[inline(always)]
    pub(super) fn arcs_from(&self, node: u32) -> Range<u32> {
        self.first_arcs[node as usize].0..self.first_arcs[node as usize + 1].0
    }

    /// The numbers of the arcs that enter a node.
    #[inline(always)]
    pub(super) fn arcs_to(&self, node: u32) -> impl Iterator<Item = u32> {
        let places = self.first_arcs[node as usize].1 as usize..self.first_arcs[node as usize + 1].1 as usize;
        self.entering[places].iter().copied()
    }

    /// Whether an arc enters a node.
    #[inline(always)]
    pub(super) fn is_entered(&self, node: u32) -> bool {
        self.first_arcs[node as usize].1 < self.first_arcs[node as usize + 1].1
    }
}

fn key(at: FloorCell) -> (u32, i32, i32) {
    (at.floor, at.cell.y, at.cell.x)
}
