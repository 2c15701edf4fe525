//! The nodes of each region, and the search for the nearest of them.
//!
//! A group lists its nodes along a Z-order curve: neighbors in the list are mostly neighbors on the map. Every eight
//! nodes share a bounding box, every eight boxes share a larger box, and so on: a tree without pointers.
//!
//! ```text
//! level 2    [·                         ]                   boxes of boxes
//! level 1    [·       ][·       ][·     ]                   boxes of nodes
//! level 0     nnnnnnnn  nnnnnnnn  nnnnnn                    nodes along the curve
//! ```
//!
//! The next leg from a node is found by descending only into boxes that can hold its end: about O(log n) for n nodes.
//! No list of all pairs is needed.

use super::least_leg::LeastLeg;
use super::link_graph::{LinkGraph, LinkNode};
use super::regions::Region;
use crate::grid::Cell;
use crate::held::held;
use crate::sorting::{sort, sort_by_key};
use crate::{OutOfMemory, refill};
use std::ops::Range;

/// Number of nodes or boxes in a box. Groups of at most this many nodes have no boxes.
const FANOUT: usize = 8;
/// FANOUT^10 exceeds the number of cells of a floor.
const LEVELS: usize = 10;

/// The end of a leg. Targets are ordered by the smallest total, then the smallest estimate, then the smallest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    /// Lower bound of the leg's weight, plus the estimate.
    pub(super) total: u128,
    pub(super) estimate: u128,
    pub(super) node: u32,
}

/// The nodes of one region.
#[derive(Clone, Copy, Debug)]
struct RegionGroup {
    region: Region,
    /// Begin and end of the group's nodes in [`Groups::members`].
    members: (u32, u32),
    /// Index of the group's first box. Boxes of nodes come first, then level by level.
    first_box: u32,
    is_reached: bool,
    leads_on: bool,
}

/// A box of the tree: the rectangle around its nodes, the number of its open nodes, and a bound of their values.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// While searching: the smallest estimate of the open nodes. While measuring: an upper bound of their distances.
    /// Stored as upper and lower half, because a `u128` would align the box to 16 bytes.
    value: [u64; 2],
    low: Cell,
    high: Cell,
    /// Number of open nodes.
    open: u32,
}

impl Bounds {
    const EMPTY: Self =
        Self { value: [u64::MAX; 2], low: Cell::new(i32::MAX, i32::MAX), high: Cell::new(-1, -1), open: 0 };

    fn of(node: &LinkNode, estimate: u128) -> Self {
        Self { value: halves(estimate), low: node.at.cell, high: node.at.cell, open: 1 }
    }

    fn add(&mut self, other: &Self) {
        self.value = self.value.min(other.value);
        self.low = Cell::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y));
        self.high = Cell::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y));
        self.open += other.open;
    }

    fn value(&self) -> u128 {
        u128::from(self.value[0]) << 64 | u128::from(self.value[1])
    }

    /// A lower bound of the cost of every leg that ends in the box.
    fn least_leg(&self, from: Cell, least: &LeastLeg) -> u128 {
        let nearest = Cell::new(from.x.clamp(self.low.x, self.high.x), from.y.clamp(self.low.y, self.high.y));
        least.between(from, nearest)
    }
}

fn halves(number: u128) -> [u64; 2] {
    [(number >> 64) as u64, number as u64]
}

/// The sizes of the levels of the tree over a group of `count` nodes: the nodes, the boxes of nodes, the boxes of
/// boxes, and so on. Unused levels are 0. The topmost used level has at most [`FANOUT`] boxes.
fn level_sizes(count: usize) -> [usize; LEVELS] {
    let mut sizes = [count; LEVELS];
    for level in 1..LEVELS {
        let below = sizes[level - 1];
        sizes[level] = if below > FANOUT { below.div_ceil(FANOUT) } else { 0 };
    }
    sizes
}

/// The groups of a graph's nodes, whether a path can touch each group, and which nodes are open.
#[derive(Debug, Default)]
pub(super) struct Groups {
    groups: Vec<RegionGroup>,
    /// Node numbers by group. Ascending within a group, and so along the curve.
    members: Vec<u32>,
    /// By node, its index in `members`.
    places: Vec<u32>,
    /// By node.
    is_open: Vec<bool>,
    boxes: Vec<Bounds>,
    /// Groups that a flood still has to expand.
    waiting: Vec<u32>,
}

held!(Groups: groups, members, places, waiting, is_open, boxes);

impl Groups {
    /// Groups the nodes by region and writes the group's number into each node. O(n log n).
    pub(super) fn build(
        &mut self,
        nodes: &mut [LinkNode],
        region: impl Fn(&LinkNode) -> Region,
    ) -> Result<(), OutOfMemory> {
        self.members.clear();
        self.groups.clear();
        self.boxes.clear();
        self.members.try_reserve_exact(nodes.len())?;
        self.members.extend(0..nodes.len() as u32);
        sort_by_key(&mut self.members, |&node| (region(&nodes[node as usize]), node));
        let mut first = 0;
        for group in self.members.chunk_by(|&a, &b| region(&nodes[a as usize]) == region(&nodes[b as usize])) {
            self.groups.try_reserve(1)?;
            let members = (first, first + group.len() as u32);
            let region = region(&nodes[group[0] as usize]);
            let first_box = self.boxes.len() as u32;
            self.groups.push(RegionGroup { region, members, first_box, is_reached: false, leads_on: false });
            let boxes = level_sizes(group.len())[1..].iter().sum();
            self.boxes.try_reserve(boxes)?;
            self.boxes.resize(self.boxes.len() + boxes, Bounds::EMPTY);
            first = members.1;
        }
        for (number, group) in (0..).zip(&self.groups) {
            for &node in &self.members[group.members.0 as usize..group.members.1 as usize] {
                nodes[node as usize].group = number;
            }
        }
        refill(&mut self.places, nodes.len(), 0)?;
        for (position, &node) in (0..).zip(&self.members) {
            self.places[node as usize] = position;
        }
        refill(&mut self.is_open, nodes.len(), false)?;
        Ok(())
    }

    /// The group of a region; `None` if no node lies in the region.
    pub(super) fn of_region(&self, region: Region) -> Option<u32> {
        self.groups.binary_search_by_key(&region, |group| group.region).ok().map(|group| group as u32)
    }

    /// Floods the groups along the links, forward from the start's groups and backward from the goal's group. Returns
    /// false if no path leads from the start's groups to the goal's.
    pub(super) fn flood(
        &mut self,
        graph: &LinkGraph,
        start: u32,
        start_groups: &[u32],
        goal: u32,
    ) -> Result<bool, OutOfMemory> {
        self.waiting.clear();
        self.waiting.try_reserve_exact(self.groups.len())?;
        // A start that is an obstacle has a group of its own, which no link or leg enters.
        let own = graph.node(start).group;
        if !start_groups.contains(&own) {
            let own = &mut self.groups[own as usize];
            (own.is_reached, own.leads_on) = (true, true);
        }
        for &group in start_groups {
            self.groups[group as usize].is_reached = true;
            self.waiting.push(group);
        }
        while let Some(group) = self.waiting.pop() {
            for position in self.range(group) {
                for number in graph.edges_from(self.members[position]) {
                    let to = graph.node(graph.edge(number).to).group;
                    if !std::mem::replace(&mut self.groups[to as usize].is_reached, true) {
                        self.waiting.push(to);
                    }
                }
            }
        }
        if !self.groups[goal as usize].is_reached {
            return Ok(false);
        }
        self.groups[goal as usize].leads_on = true;
        self.waiting.push(goal);
        while let Some(group) = self.waiting.pop() {
            for position in self.range(group) {
                for edge in graph.edges_to(self.members[position]) {
                    let from = graph.node(edge.from).group;
                    if !std::mem::replace(&mut self.groups[from as usize].leads_on, true) {
                        self.waiting.push(from);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Whether a path from start to goal can touch a group, according to [`flood`](Self::flood).
    pub(super) fn is_on_the_way(&self, group: u32) -> bool {
        let group = &self.groups[group as usize];
        group.is_reached && group.leads_on
    }

    /// Opens the nodes that have an estimate, and closes all others.
    pub(super) fn open(&mut self, graph: &LinkGraph, estimate: impl Fn(u32) -> Option<u128>) {
        for number in 0..self.groups.len() {
            let range = self.range(number as u32);
            let (is_on_the_way, first_box) =
                (self.is_on_the_way(number as u32), self.groups[number].first_box as usize);
            let sizes = level_sizes(range.len());
            let boxes = &mut self.boxes[first_box..first_box + sizes[1..].iter().sum::<usize>()];
            boxes.fill(Bounds::EMPTY);
            for (i, &node) in self.members[range].iter().enumerate() {
                let estimate = estimate(node).filter(|_| is_on_the_way);
                self.is_open[node as usize] = estimate.is_some();
                if let (Some(estimate), Some(bounds)) = (estimate, boxes.get_mut(i / FANOUT)) {
                    bounds.add(&Bounds::of(graph.node(node), estimate));
                }
            }
            let mut first = 0;
            for pair in sizes[1..].windows(2) {
                let (these, above) = boxes[first..].split_at_mut(pair[0]);
                for (these, above) in these.chunks(FANOUT).zip(above.iter_mut().take(pair[1])) {
                    these.iter().for_each(|bounds| above.add(bounds));
                }
                first += pair[0];
            }
        }
    }

    /// Closes a node.
    pub(super) fn close(&mut self, graph: &LinkGraph, node: u32) {
        if !std::mem::replace(&mut self.is_open[node as usize], false) {
            return;
        }
        let group = self.groups[graph.node(node).group as usize];
        let mut index = (self.places[node as usize] - group.members.0) as usize;
        let mut first = group.first_box as usize;
        for size in level_sizes((group.members.1 - group.members.0) as usize)[1..].iter().take_while(|&&size| size > 0)
        {
            index /= FANOUT;
            self.boxes[first + index].open -= 1;
            first += size;
        }
    }

    /// Lowers the distances of a group's open nodes to `distance` plus a leg from `from`, where this is less and below
    /// the limit, and reports each change. [`open`](Self::open) must have opened the nodes with their distances.
    /// Descends only into boxes that can hold such a node.
    pub(super) fn lower(
        &mut self,
        graph: &LinkGraph,
        group: u32,
        lowering: &mut Lowering<impl FnMut(u32, u128) -> Result<(), OutOfMemory>>,
    ) -> Result<(), OutOfMemory> {
        let sizes = level_sizes(self.range(group).len());
        let Some(top) = sizes.iter().rposition(|&size| size > 0) else { return Ok(()) };
        let group = self.groups[group as usize];
        self.lower_level(graph, &group, &sizes, top, 0..sizes[top], lowering)?;
        Ok(())
    }

    /// Lowers the distances of open nodes below `children` of a level of the tree, as `lowering` says. Returns an upper
    /// bound of the distances of these open nodes.
    fn lower_level(
        &mut self,
        graph: &LinkGraph,
        group: &RegionGroup,
        sizes: &[usize; LEVELS],
        level: usize,
        children: Range<usize>,
        lowering: &mut Lowering<impl FnMut(u32, u128) -> Result<(), OutOfMemory>>,
    ) -> Result<u128, OutOfMemory> {
        let mut largest = 0;
        if level == 0 {
            let first = group.members.0 as usize;
            for &node in &self.members[first + children.start..first + children.end] {
                if self.is_open[node as usize] {
                    let total = lowering.distance + lowering.least.between(lowering.from, graph.node(node).at.cell);
                    let known = &mut lowering.distances[node as usize];
                    if total < *known && total < lowering.limit {
                        *known = total;
                        (lowering.changed)(node, total)?;
                    }
                    largest = largest.max(lowering.distances[node as usize]);
                }
            }
            return Ok(largest);
        }
        let first = group.first_box as usize + sizes[1..level].iter().sum::<usize>();
        for child in children {
            let bounds = &self.boxes[first + child];
            if bounds.open == 0 {
                continue;
            }
            let least = lowering.distance + bounds.least_leg(lowering.from, lowering.least);
            if least < lowering.limit && least < bounds.value() {
                let end = sizes[level - 1].min((child + 1) * FANOUT);
                let below = self.lower_level(graph, group, sizes, level - 1, child * FANOUT..end, lowering)?;
                self.boxes[first + child].value = halves(below);
            }
            largest = largest.max(self.boxes[first + child].value());
        }
        Ok(largest)
    }

    /// The first target of a group for a leg from `from`; its total is below `limit`. `judge` gets an open node and the
    /// lower bound of the leg's cost, and returns the target, or `None` to refuse the node. The target's total must be
    /// this lower bound plus the node's estimate.
    pub(super) fn nearest(
        &self,
        graph: &LinkGraph,
        group: u32,
        from: Cell,
        least: &LeastLeg,
        limit: u128,
        judge: impl Fn(u32, u128) -> Option<Target>,
    ) -> Option<Target> {
        let sizes = level_sizes(self.range(group).len());
        let top = sizes.iter().rposition(|&size| size > 0)?;
        let mut look = Look {
            groups: self,
            graph,
            group: &self.groups[group as usize],
            from,
            least,
            limit,
            judge,
            sizes,
            best: None,
        };
        look.look_at(top, 0..sizes[top]);
        look.best
    }

    fn range(&self, group: u32) -> Range<usize> {
        let (first, end) = self.groups[group as usize].members;
        first as usize..end as usize
    }
}

/// The arguments of [`Groups::lower`].
pub(super) struct Lowering<'a, C> {
    pub(super) from: Cell,
    /// Distance of the node at `from`.
    pub(super) distance: u128,
    pub(super) least: &'a LeastLeg,
    pub(super) limit: u128,
    pub(super) distances: &'a mut [u128],
    /// Called with each changed node and its new distance.
    pub(super) changed: C,
}

/// A search for the first target.
struct Look<'a, J> {
    groups: &'a Groups,
    graph: &'a LinkGraph,
    group: &'a RegionGroup,
    from: Cell,
    least: &'a LeastLeg,
    limit: u128,
    judge: J,
    sizes: [usize; LEVELS],
    best: Option<Target>,
}

impl<J: Fn(u32, u128) -> Option<Target>> Look<'_, J> {
    /// Searches nodes (level 0) or boxes, in the order of their lower bounds.
    fn look_at(&mut self, level: usize, children: Range<usize>) {
        if level == 0 {
            let first = self.group.members.0 as usize;
            for &node in &self.groups.members[first + children.start..first + children.end] {
                if self.groups.is_open[node as usize] {
                    let leg = self.least.between(self.from, self.graph.node(node).at.cell);
                    let target = (self.judge)(node, leg).filter(|target| target.total < self.limit);
                    self.best = target.into_iter().chain(self.best).min();
                }
            }
            return;
        }
        let first = self.group.first_box as usize + self.sizes[1..level].iter().sum::<usize>();
        let mut bounds = [(u128::MAX, 0); FANOUT];
        let mut count = 0;
        for child in children {
            let child_box = &self.groups.boxes[first + child];
            if child_box.open > 0 {
                bounds[count] = (child_box.least_leg(self.from, self.least) + child_box.value(), child);
                count += 1;
            }
        }
        sort(&mut bounds[..count]);
        for &(total, child) in &bounds[..count] {
            if self.best.map_or(total < self.limit, |best| total <= best.total) {
                let end = self.sizes[level - 1].min((child + 1) * FANOUT);
                self.look_at(level - 1, child * FANOUT..end);
            }
        }
    }
}
