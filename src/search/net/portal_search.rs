//! A* over the portals of a net.
//!
//! Nodes lie in a small hash table: a table of the map's size would cost a page fault for each of them. Distances
//! inside clusters are exact, so that a portal which was reached through a cluster is not expanded into this cluster.

use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{FAR, IndexCell, LANES, Lanes, Net, NetGoal, Portal, WalkableCells};
use crate::search::engine::Progress;
use crate::search::open_list::{OpenList, node_of};
use crate::search::query::Query;
use crate::search::record::Record;

/// The weight of estimates is at most this, in 2^-16.
const LARGEST_WEIGHT: u32 = (1 << 16) + (1 << 14);

/// No node, and no cluster.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The portal, `y << 16 | x`.
    place: u32,
    g: u32,
    h: u32,
    /// The node before, or [`NONE`] at the start.
    parent: u32,
    /// The cluster through which the portal was reached.
    through: u32,
    closed: bool,
}

/// A cell of a path in the net, and the cost of the way there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) cell: Cell,
    /// In net costs.
    pub(super) cost: u32,
}

/// The memory of searches by the net. It holds all that a search changes.
#[derive(Debug, Default)]
pub(in crate::search) struct NetMemory {
    nodes: Vec<Node>,
    /// Numbers of nodes plus 1, by a hash of their portals. 0 is empty.
    table: Vec<u32>,
    open: OpenList,
    /// For matrices, and for the ways from start and goal.
    lanes: Lanes<LANES>,
    lane: Lanes<1>,
    /// The distances from the goal to the portals of its cluster.
    to_goal: Vec<u16>,
    goal: NetGoal,
    /// No path costs less, in units.
    least: u64,
    /// The least cost of a path so far, and the node before the goal.
    best: u32,
    best_node: u32,
    /// The path, from the start to the goal.
    pub(super) portals: Vec<Reached>,
    /// The corners of a window's path.
    pub(super) window: Vec<Cell>,
}

impl NetMemory {
    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        let lists = self.table.capacity() * 4
            + self.to_goal.capacity() * 2
            + self.nodes.capacity() * size_of::<Node>()
            + self.portals.capacity() * size_of::<Reached>()
            + self.window.capacity() * size_of::<Cell>();
        lists + self.open.bytes() + self.lanes.bytes() + self.lane.bytes()
    }

    fn slot(&self, place: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = (place.wrapping_mul(0x9e37_79b1) >> 7) as usize & mask;
        loop {
            match self.table[slot] {
                0 => return slot,
                number if self.nodes[number as usize - 1].place == place => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Empties the table without a look at all of it: the last entry is no other entry's obstacle.
    fn forget_nodes(&mut self) {
        if self.nodes.len() > self.table.len() / 8 {
            self.table.fill(0);
            self.nodes.clear();
        }
        while let Some(node) = self.nodes.last() {
            let slot = self.slot(node.place);
            self.table[slot] = 0;
            self.nodes.pop();
        }
    }

    /// Makes room for the portals of a cluster.
    #[inline(always)]
    fn reserve(&mut self, count: usize) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve(count)?;
        self.open.reserve(count)?;
        if 2 * (self.nodes.len() + count) > self.table.len() { self.grow(count) } else { Ok(()) }
    }

    #[inline(never)]
    fn grow(&mut self, count: usize) -> Result<(), OutOfMemory> {
        let size = (4 * (self.nodes.len() + count)).next_power_of_two();
        self.table.try_reserve_exact(size - self.table.len())?;
        self.table.resize(size, 0);
        self.table.fill(0);
        for number in 0..self.nodes.len() {
            let slot = self.slot(self.nodes[number].place);
            self.table[slot] = number as u32 + 1;
        }
        Ok(())
    }
}

fn place_of((x, y): Portal) -> u32 {
    (y << 16 | x) as u32
}

fn portal_at(place: u32) -> Portal {
    ((place & 0xffff) as usize, (place >> 16) as usize)
}

pub(super) struct PortalSearch<'a> {
    net: &'a Net,
    walkable: &'a WalkableCells,
    start: Portal,
    goal: Portal,
    weight: u32,
    memory: &'a mut NetMemory,
}

impl<'a> PortalSearch<'a> {
    pub(super) fn new(net: &'a Net, walkable: &'a WalkableCells, query: &Query, memory: &'a mut NetMemory) -> Self {
        let place = |cell| {
            let IndexCell { x, y } = walkable.index_cell(cell);
            (x as usize, y as usize)
        };
        // A quarter of what may be given up is left for the net and for the bound.
        let weight = (1 << 16) + (query.weight.units() - (1 << 16)) / 4 * 3;
        let (start, goal) = (place(query.start), place(query.goal));
        Self { net, walkable, start, goal, weight: weight.min(LARGEST_WEIGHT), memory }
    }

    /// The estimated net cost from a portal.
    #[inline(always)]
    fn estimate(&self, portal: Portal) -> u32 {
        let (dx, dy) = (portal.0.abs_diff(self.goal.0), portal.1.abs_diff(self.goal.1));
        let open = self.net.costs().open(self.net.rule(), dx as u32, dy as u32);
        match self.net.landmarks() {
            Some(landmarks) => open.max(self.net.costs().of_units(self.memory.goal.units_from(landmarks, portal))),
            None => open,
        }
    }

    /// Measures the ways from the goal and from the start to the portals around them, and reaches the latter.
    pub(super) fn begin(&mut self) -> Result<(), OutOfMemory> {
        let (net, walkable, memory) = (self.net, self.walkable, &mut *self.memory);
        let (portals, terms) = (net.portals(), (net.rule(), net.costs()));
        memory.forget_nodes();
        memory.open.clear();
        (memory.best, memory.best_node) = (NONE, NONE);
        let [start_cluster, goal_cluster] = [self.start, self.goal].map(|cell| portals.cluster_of(cell));
        let origin = portals.origin(goal_cluster);
        memory.lane.run_from(terms, walkable, (origin, self.goal))?;
        memory.to_goal.clear();
        memory.to_goal.try_reserve(crate::index::MOST_PORTALS)?;
        memory.goal = NetGoal::default();
        let (lanes, to_goal, goal) = (&memory.lane, &mut memory.to_goal, &mut memory.goal);
        portals.of_cluster(goal_cluster, |_, (x, y)| {
            let cost = lanes.distance((x - origin.0, y - origin.1), 0);
            to_goal.push(cost);
            if let Some(landmarks) = net.landmarks().filter(|_| cost != FAR) {
                goal.note(landmarks, net.costs(), (x, y), cost);
            }
        });
        if start_cluster == goal_cluster {
            let direct = memory.lane.distance((self.start.0 - origin.0, self.start.1 - origin.1), 0);
            memory.best = if direct == FAR { NONE } else { direct.into() };
        }
        let (dx, dy) = (self.start.0.abs_diff(self.goal.0), self.start.1.abs_diff(self.goal.1));
        memory.least = net.costs().open_units(net.rule(), dx as u32, dy as u32).into();
        memory.reserve(crate::index::MOST_PORTALS)?;
        let origin = portals.origin(start_cluster);
        memory.lane.run_from(terms, walkable, (origin, self.start))?;
        portals.of_cluster(start_cluster, |_, (x, y)| {
            let cost = self.memory.lane.distance((x - origin.0, y - origin.1), 0);
            if cost == FAR {
                return;
            }
            if let Some(landmarks) = net.landmarks() {
                let from = u64::from(self.memory.goal.units_from(landmarks, (x, y)));
                let bound = from.saturating_sub(net.costs().most_units(cost.into()));
                self.memory.least = self.memory.least.max(bound.saturating_sub(landmarks.debt()));
            }
            self.reach((x, y), cost.into(), NONE, start_cluster as u32);
        });
        Ok(())
    }

    #[inline(always)]
    fn reach(&mut self, portal: Portal, g: u32, parent: u32, through: u32) {
        let slot = self.memory.slot(place_of(portal));
        let known = self.memory.table[slot];
        let (number, h) = if known == 0 {
            let h = self.estimate(portal);
            let memory = &mut *self.memory;
            memory.nodes.push(Node { place: place_of(portal), g, h, parent, through, closed: false });
            memory.table[slot] = memory.nodes.len() as u32;
            (memory.nodes.len() as u32 - 1, h)
        } else {
            let node = &mut self.memory.nodes[known as usize - 1];
            if g >= node.g || node.closed {
                return;
            }
            (node.g, node.parent, node.through) = (g, parent, through);
            (known - 1, node.h)
        };
        let key = (u64::from(g) << 16) + u64::from(h) * u64::from(self.weight);
        self.memory.open.push(key, h, number);
    }

    /// Expands portals until the search ends or comes to the record's limit. Costs and bounds of a path are in units.
    pub(super) fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        let goal_cluster = self.net.portals().cluster_of(self.goal) as u32;
        while let Some(entry) = self.memory.open.pop_entry() {
            if (entry >> 64) as u64 >= u64::from(self.memory.best) << 16 {
                break;
            }
            let number = node_of(entry);
            let node = self.memory.nodes[number as usize];
            if node.closed {
                continue;
            }
            if record.expansions == record.limit {
                self.memory.open.reserve(1)?;
                self.memory.open.push_entry(entry);
                return Ok(Progress::Paused);
            }
            let portal = portal_at(node.place);
            self.memory.nodes[number as usize].closed = true;
            let walkable = self.walkable;
            record.expand(|| walkable.cell(IndexCell { x: portal.0 as i32, y: portal.1 as i32 }))?;
            let (mut clusters, mut count) = ([0; 4], 0);
            self.net.portals().clusters_of(portal, |cluster| {
                clusters[count] = cluster as u32;
                count += 1;
            });
            for &cluster in &clusters[..count] {
                if cluster == goal_cluster {
                    let cost = self.memory.to_goal[self.net.portals().number(cluster as usize, portal)];
                    if cost != FAR && node.g + u32::from(cost) < self.memory.best {
                        (self.memory.best, self.memory.best_node) = (node.g + u32::from(cost), number);
                    }
                }
                if cluster != node.through {
                    self.expand(number, node.g, portal, cluster)?;
                }
            }
        }
        Ok(match self.memory.best {
            NONE => Progress::NoPath,
            best => Progress::Found { cost: self.net.costs().most_units(best), least: self.memory.least },
        })
    }

    fn expand(&mut self, number: u32, g: u32, portal: Portal, cluster: u32) -> Result<(), OutOfMemory> {
        let net = self.net;
        let matrix = net.matrix(cluster as usize, self.walkable, &mut self.memory.lanes)?;
        self.memory.reserve(matrix.count)?;
        let costs = matrix.from(net.portals().number(cluster as usize, portal));
        net.portals().of_cluster(cluster as usize, |other, to| {
            if costs[other] != FAR && to != portal {
                self.reach(to, g + u32::from(costs[other]), number, cluster);
            }
        });
        Ok(())
    }

    /// Writes the path that was found to the memory.
    pub(super) fn write_portals(&mut self) -> Result<(), OutOfMemory> {
        let memory = &mut *self.memory;
        let cell = |(x, y): Portal| self.walkable.cell(IndexCell { x: x as i32, y: y as i32 });
        memory.portals.clear();
        memory.portals.try_reserve(2)?;
        memory.portals.push(Reached { cell: cell(self.goal), cost: memory.best });
        let mut number = memory.best_node;
        while number != NONE {
            let node = memory.nodes[number as usize];
            memory.portals.try_reserve(2)?;
            memory.portals.push(Reached { cell: cell(portal_at(node.place)), cost: node.g });
            number = node.parent;
        }
        memory.portals.push(Reached { cell: cell(self.start), cost: 0 });
        memory.portals.reverse();
        Ok(())
    }
}
