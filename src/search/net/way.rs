//! Writes the path of a search through the net.

use super::memory::{LARGE, NONE, Node, Reached, Stage};
use super::portal_search::{PortalSearch, Source, cell_at, portal_of};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{packed_portal, unpacked_portal};
use crate::search::open_list::node_of;

impl PortalSearch<'_> {
    /// Writes the path that was found to the memory. Ways through large clusters get their portals if they begin at a
    /// net cost below `all_below`.
    pub(super) fn write_portals(&mut self, all_below: u32) -> Result<(), OutOfMemory> {
        let (walkable, memory) = (self.walkable, &mut *self.memory);
        let [start, goal] = [self.start, self.goal].map(|portal| cell_at(walkable, portal));
        memory.portals.clear();
        memory.portals.try_reserve(2)?;
        memory.portals.push(Reached { cell: goal, cost: memory.best, through: NONE });
        let mut number = memory.best_node;
        while number != NONE {
            let Node { place, g, parent, through, .. } = memory.nodes[number as usize];
            memory.portals.try_reserve(2)?;
            memory.portals.push(Reached { cell: cell_at(walkable, unpacked_portal(place)), cost: g, through });
            number = parent;
        }
        memory.portals.push(Reached { cell: start, cost: 0, through: NONE });
        memory.portals.reverse();
        let mut leg = 1;
        while let Some(&[before, at]) = self.memory.portals.get(leg - 1..=leg).and_then(|pair| pair.first_chunk())
            && before.cost < all_below
        {
            if at.through != NONE && at.through & LARGE != 0 {
                self.insert_way(leg, before, at)?;
            }
            leg += 1;
        }
        Ok(())
    }

    /// Inserts the portals of a way through a large cluster before the portal at its end.
    fn insert_way(&mut self, leg: usize, before: Reached, at: Reached) -> Result<(), OutOfMemory> {
        let large = (at.through & !LARGE) as usize;
        let Some(last) = self.find_inside(large, [before, at].map(|one| one.cell))? else { return Ok(()) };
        let memory = &mut *self.memory;
        let Node { through, parent: mut number, .. } = memory.nodes[last as usize];
        memory.portals[leg].through = through;
        while number != NONE && memory.nodes[number as usize].parent != NONE {
            let Node { place, g, parent, through, .. } = memory.nodes[number as usize];
            let cell = cell_at(self.walkable, unpacked_portal(place));
            memory.portals.try_reserve(1)?;
            memory.portals.insert(leg, Reached { cell, cost: before.cost + g, through });
            number = parent;
        }
        Ok(())
    }

    /// Finds a shortest way between two portals through the clusters of a large one, and returns the node at its end.
    /// Forgets all nodes of the search before.
    fn find_inside(&mut self, large: usize, ends: [Cell; 2]) -> Result<Option<u32>, OutOfMemory> {
        let (net, all) = (self.net, 0..=u64::MAX);
        let [from, to] = ends.map(|cell| portal_of(self.walkable, cell));
        (self.goal, self.weight) = (to, 1 << 16);
        self.memory.forget_nodes();
        self.memory.open.clear();
        self.memory.reserve(1)?;
        self.reach(from, (0, self.open_estimate(from)), NONE, NONE);
        while let Some(popped) = self.memory.open.pop_entry() {
            let number = node_of(popped);
            let node = self.memory.nodes[number as usize];
            if node.place == packed_portal(to) {
                return Ok(Some(number));
            }
            if (popped >> 64) as u64 != node.key || node.stage == Stage::Closed {
                continue;
            }
            self.memory.nodes[number as usize].stage = Stage::Closed;
            let portal = unpacked_portal(node.place);
            for cluster in net.portals().clusters_of(portal) {
                let through = cluster as u32;
                if through != node.through && net.large_of(cluster) == large {
                    self.pass_cluster(Source { number, g: node.g, added: 0, through }, portal, &all)?;
                }
            }
        }
        Ok(None)
    }
}
