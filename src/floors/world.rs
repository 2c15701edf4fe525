//! Data that is kept of a world for the queries of one kind of agent: the graph of its links, and for each floor what
//! the ways between the ends of links cost.

use super::ends::{FloorEnds, MOST_ENDS, NO_GROUP};
use super::floor_bounds::KeptBounds;
use super::floor_view::{FloorView, SeenFloors};
use super::graph::Graph;
use super::links::FloorCell;
use super::rows::{FloorCosts, Rows};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::grid::{Cell, Rect};
use crate::held::{Held, held};
use crate::sorting::sort;
use crate::try_arc::TryArc;

/// A world as agents of one kind see it, in one state of all floors and links.
#[derive(Debug)]
pub(super) struct World {
    /// Number of changes to floors and links.
    plan: u64,
    pub(super) graph: TryArc<Graph>,
    /// `None` for a floor without a map.
    pub(super) floors: Vec<Option<TryArc<FloorEnds>>>,
    /// By node, its group among all groups, or [`NO_GROUP`].
    pub(super) groups: Vec<u32>,
    /// By floor, its first group; and the number of groups.
    first_group: Vec<u32>,
    /// The groups that links join, each pair once.
    joined: Vec<(u32, u32)>,
    pub(super) rows: Rows,
    pub(super) floor_costs: TryArc<FloorCosts>,
    pub(super) bounds: KeptBounds,
}

held!(World: graph, floors, groups, first_group, joined);

/// Tells in which rectangles edits have changed a grid, by its id, since a revision.
pub type ChangedSince<'a> = dyn Fn(u64, u64) -> Result<Vec<Rect>, OutOfMemory> + 'a;

impl World {
    /// The world that a view sees. What `old` knows is taken over where it still holds.
    pub(super) fn following(
        old: Option<&Self>,
        plan: u64,
        view: SeenFloors,
        changed_since: &ChangedSince,
    ) -> Result<Self, OutOfMemory> {
        let floor_count = view.floors.len();
        let has_same_links = |old: &&Self| old.plan == plan && old.floors.len() == floor_count;
        let has_same_maps =
            |old: &&Self| (0..).zip(&old.floors).all(|(floor, ends)| ends.is_some() == view.floor(floor).is_some());
        let (graph, floor_costs) = match old.filter(has_same_links).filter(has_same_maps) {
            Some(old) => (old.graph.clone(), old.floor_costs.clone()),
            None => {
                let graph = Graph::new(floor_count, view.links, view.costs, |at| view.contains(at))?;
                let floor_costs = TryArc::try_new(FloorCosts::new(&graph, floor_count)?)?;
                (TryArc::try_new(graph)?, floor_costs)
            }
        };
        let mut floors = reserved(floor_count)?;
        for floor in 0..floor_count as u32 {
            let known = old.and_then(|old| old.floors.get(floor as usize)?.as_ref());
            floors.push(match view.floor(floor) {
                None => None,
                Some(seen) => Some(ends_following(known, seen, graph.cells_of(floor), |since| {
                    changed_since(seen.state.grid, since)
                })?),
            });
        }
        Self::of(plan, (graph, floor_costs), floors, old)
    }

    /// This world for an agent that does not see a cover on some floors.
    pub(super) fn without_covers(&self, view: SeenFloors) -> Result<Self, OutOfMemory> {
        let mut floors = reserved(self.floors.len())?;
        for (floor, ends) in (0..).zip(&self.floors) {
            floors.push(match (ends, view.floor(floor)) {
                (Some(ends), Some(seen)) if seen.is_apart() => {
                    let cells = copied(&ends.cells)?;
                    let ends = match ends.keeps_ways() {
                        true => FloorEnds::following(ends, seen, cells, seen.uncovered())?,
                        false => FloorEnds::new(seen, cells)?,
                    };
                    Some(TryArc::try_new(ends)?)
                }
                _ => ends.clone(),
            });
        }
        Self::of(self.plan, (self.graph.clone(), self.floor_costs.clone()), floors, None)
    }

    fn of(
        plan: u64,
        (graph, floor_costs): (TryArc<Graph>, TryArc<FloorCosts>),
        floors: Vec<Option<TryArc<FloorEnds>>>,
        old: Option<&Self>,
    ) -> Result<Self, OutOfMemory> {
        let (mut groups, mut first_group) = (reserved(graph.node_count())?, reserved(floors.len() + 1)?);
        let mut first = 0;
        for ends in &floors {
            first_group.push(first);
            let Some(ends) = ends else { continue };
            groups.extend(ends.groups.iter().map(|&group| if group == NO_GROUP { NO_GROUP } else { first + group }));
            first += ends.firsts.len() as u32;
        }
        first_group.push(first);
        let mut joined = reserved(graph.arcs.len())?;
        let ends = graph.arcs.iter().map(|arc| (groups[arc.from as usize], groups[arc.to as usize]));
        joined.extend(ends.filter(|&(from, to)| from != to && from != NO_GROUP && to != NO_GROUP));
        sort(&mut joined);
        joined.dedup();
        let bounds = KeptBounds::new((0..floors.len() as u32).map(|floor| graph.nodes_of(floor).len()))?;
        let rows = Rows::following(old.map(|old| &old.rows), graph.node_count());
        Ok(Self { plan, graph, floors, groups, first_group, joined, rows, floor_costs, bounds })
    }

    /// Whether this is the world that a view sees now.
    pub(super) fn is_of(&self, plan: u64, view: SeenFloors) -> bool {
        self.plan == plan
            && self.floors.len() == view.floors.len()
            && (0..).zip(&self.floors).all(|(floor, ends)| match (ends, view.floor(floor)) {
                (Some(ends), Some(seen)) => ends.state == seen.state,
                (None, None) => true,
                _ => false,
            })
    }

    /// Whether the ways between the ends of all floors can be kept.
    pub(super) fn keeps_all(&self) -> bool {
        self.floors.iter().flatten().all(|ends| ends.keeps_ways())
    }

    /// The ends of a floor.
    pub(super) fn ends(&self, floor: u32) -> Option<&FloorEnds> {
        self.floors.get(floor as usize)?.as_deref()
    }

    /// The next way between near ends of a floor whose cost is not known, by its nodes.
    pub(super) fn next_near(&self) -> Result<Option<(u32, u32)>, OutOfMemory> {
        for (floor, ends) in (0..).zip(&self.floors) {
            if let Some(ends) = ends
                && let Some((from, to)) = ends.next_near()?
            {
                let first = self.graph.nodes_of(floor).start;
                return Ok(Some((first + from as u32, first + to as u32)));
            }
        }
        Ok(None)
    }

    pub(super) fn group_count(&self) -> usize {
        self.first_group.last().map_or(0, |&count| count as usize)
    }

    /// Writes the groups to which ways lead from a cell, which lies on its floor. Those of an obstacle are beside it.
    pub(super) fn groups_around(
        &self,
        floor: &FloorView,
        at: FloorCell,
        groups: &mut Vec<u32>,
    ) -> Result<(), OutOfMemory> {
        groups.clear();
        let Some(ends) = self.ends(at.floor).filter(|ends| !ends.firsts.is_empty()) else { return Ok(()) };
        groups.try_reserve(ends.firsts.len())?;
        let view = floor.agent_view();
        let walkable = view.layer().walkable();
        let components = view.layer().components(floor.rule).map_err(|_| OutOfMemory)?;
        let component = |cell: Cell| components.component(walkable, walkable.index_cell(cell));
        let first = self.first_group[at.floor as usize];
        let is_walkable = view.is_walkable(at.cell);
        for (group, &end) in (first..).zip(&ends.firsts) {
            let of_group = component(ends.cells[end as usize]);
            let leads = match is_walkable {
                true => component(at.cell) == of_group,
                false => components
                    .beside(floor.rule, walkable, walkable.index_cell(at.cell))
                    .any(|beside| beside == of_group),
            };
            if leads {
                groups.push(group);
            }
        }
        Ok(())
    }

    /// Whether ways lead from a cell, which lies on its floor, to a marked group.
    pub(super) fn leads(&self, floor: &FloorView, at: FloorCell, is_marked: &[bool]) -> Result<bool, OutOfMemory> {
        let mut groups = Vec::new();
        self.groups_around(floor, at, &mut groups)?;
        Ok(groups.iter().any(|&group| is_marked[group as usize]))
    }

    /// The first end of each marked group of a floor.
    pub(super) fn firsts<'a>(&'a self, floor: u32, is_marked: &'a [bool]) -> impl Iterator<Item = Cell> + 'a {
        let first = self.first_group[floor as usize] as usize;
        let ends = self.ends(floor);
        let marked = move |ends: &'a FloorEnds| {
            let numbered = ends.firsts.iter().zip(&is_marked[first..]);
            numbered.filter(|(_, is_marked)| **is_marked).map(|(&end, _)| ends.cells[end as usize])
        };
        ends.into_iter().flat_map(marked)
    }

    /// Marks the groups that links and ways reach from the marked ones, or from which they lead there.
    pub(super) fn flood(&self, is_reached: &mut [bool], is_backward: bool) {
        loop {
            let mut has_grown = false;
            for &(from, to) in &self.joined {
                let (from, to) = if is_backward { (to, from) } else { (from, to) };
                if is_reached[from as usize] && !is_reached[to as usize] {
                    is_reached[to as usize] = true;
                    has_grown = true;
                }
            }
            if !has_grown {
                return;
            }
        }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_floors: usize = self.floors.iter().flatten().map(|ends| ends.all_bytes()).sum();
        Held::bytes(self) + of_floors + self.rows.bytes() + self.floor_costs.bytes() + self.bounds.bytes()
    }
}

/// The ends of a floor at some cells, of which those of another state may be known.
fn ends_following(
    known: Option<&TryArc<FloorEnds>>,
    seen: &FloorView,
    cells: &[Cell],
    changed_since: impl Fn(u64) -> Result<Vec<Rect>, OutOfMemory>,
) -> Result<TryArc<FloorEnds>, OutOfMemory> {
    let is_kept = |ends: &&TryArc<FloorEnds>| ends.keeps_ways() && cells.len() <= MOST_ENDS;
    let known = known.filter(|ends| ends.state.grid == seen.state.grid && ends.state.revision <= seen.state.revision);
    match known {
        Some(known) if known.state == seen.state && known.cells == cells => Ok(known.clone()),
        Some(known) if is_kept(&known) => {
            let changed = match known.state == seen.state {
                true => Vec::new(),
                false => changed_since(known.state.revision)?,
            };
            TryArc::try_new(FloorEnds::following(known, seen, copied(cells)?, &changed)?)
        }
        _ => TryArc::try_new(FloorEnds::new(seen, copied(cells)?)?),
    }
}

fn copied(cells: &[Cell]) -> Result<Vec<Cell>, OutOfMemory> {
    let mut list = reserved(cells.len())?;
    list.extend_from_slice(cells);
    Ok(list)
}
