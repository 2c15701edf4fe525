//! Searches over the ends of links. Legs between them are searched only when they matter.
//!
//! The search is A* in which a leg enters the open list with a lower bound of its cost. When the leg is popped, it is
//! searched, and enters the open list again with its true cost (lazy weighted A*: Cohen, Phillips and Likhachev,
//! "Planning Single-arm Manipulations with n-Arm Robots", 2014). The heuristic is consistent, so the first popped path
//! to the goal with a known cost is optimal. Most legs are never searched.
//!
//! A leg is always followed by a link, since two legs in a row cost at least as much as one leg between their outer
//! ends. A node that a leg reached is therefore expanded along links alone; a node that a link reached, along links and
//! legs. Each node has only its next leg in the open list, and the following leg enters when that leg is popped. An
//! open list of all pairs would grow with the square of the number of links.
//!
//! No leg is searched twice in one query, in neither direction: a leg begins at a closed node and ends at an open node.
//! If the connected components of the floors are known, and no side is one-way, every searched leg exists. A goal that
//! links and components can't reach needs no search at all.
//!
//! Time for n links whose ends lie scattered: O(n log n), O(log n) for each popped leg, and the searches of legs.

use super::groups::Target;
use super::least_leg::LeastLeg;
use super::link_graph::QueryEnds;
use super::memory::{Arrival, FloorMemory};
use super::path::FloorPath;
use super::query::FloorQuery;
use super::queue::NextLeg;
use super::regions::Regions;
use super::view::FloorsView;
use crate::index::Engine;
use crate::movement::StepCosts;
use crate::search::{self, OutOfMemory, Outcome, Query, Scratch};

/// The outcome of a search and the work it took.
#[derive(Debug)]
pub struct FloorAnswer<'a> {
    /// The path, or the reason why there is none.
    pub outcome: FloorOutcome<'a>,
    /// Number of cells that the searches of all legs expanded, at most `u32::MAX`. A leg that turned out not to exist
    /// counts as one.
    pub expansions: u32,
    /// Number of legs that were searched.
    pub legs: u32,
}

/// How a search ended.
#[derive(Debug)]
pub enum FloorOutcome<'a> {
    /// A path was found.
    Found(FloorPath<'a>),
    /// No path leads from the start to the goal.
    NoPath,
    /// The start lies outside its floor, or that floor has no map.
    StartOutside,
    /// The goal lies outside its floor, or that floor has no map. A start outside is reported first.
    GoalOutside,
    /// The goal is an obstacle, and is not the start.
    GoalBlocked,
    /// The search reached its limit of expansions before the goal.
    LimitReached,
}

/// Finds a path through floors, or the reason why there is none. Fails when memory runs out.
pub fn find_path<'a>(
    view: &FloorsView,
    query: &FloorQuery,
    scratch: &mut Scratch,
    memory: &'a mut FloorMemory,
) -> Result<FloorAnswer<'a>, OutOfMemory> {
    memory.expansions_by_floor.clear();
    if let Some(outcome) = refuse(view, query) {
        return Ok(FloorAnswer { outcome, expansions: 0, legs: 0 });
    }
    if query.start == query.goal {
        memory.graph.build_single(query.start)?;
        memory.begin()?;
        memory.trace(0, 0)?;
        let outcome = FloorOutcome::Found(FloorPath::new(memory, 0, 1.0)?);
        return Ok(FloorAnswer { outcome, expansions: 0, legs: 0 });
    }
    let regions = Regions::label(view, query, &mut memory.used_floors)?;
    let Some((start, goal)) = prepare(view, query, &regions, memory)? else {
        return Ok(FloorAnswer { outcome: FloorOutcome::NoPath, expansions: 0, legs: 0 });
    };
    let legs = &query.legs;
    let parts_per_unit = view.least_parts_per_unit();
    let least = LeastLeg { rule: legs.diagonal_rule, costs: legs.costs, parts_per_unit };
    let FloorMemory { graph, groups, estimates, queue, start_groups, .. } = memory;
    let ends = QueryEnds { start, goal, start_groups };
    estimates.measure(graph, groups, queue, &ends, &least)?;
    groups.open(graph, |node| estimates.of(node).filter(|_| node == goal || graph.node(node).is_left));
    memory.begin()?;
    let legs_exist = regions.legs_exist();
    let mut search = LazySearch {
        view,
        query: legs,
        start,
        goal,
        least,
        legs_exist,
        scratch,
        memory,
        expansions: 0,
        legs: 0,
        bound: 1.0,
    };
    let end = search.run()?;
    let LazySearch { memory, expansions, legs, bound, .. } = search;
    let outcome = match end {
        FoundEnd::Found(cost) => {
            memory.trace(start, goal)?;
            FloorOutcome::Found(FloorPath::new(memory, cost, bound)?)
        }
        FoundEnd::NoPath => FloorOutcome::NoPath,
        FoundEnd::LimitReached => FloorOutcome::LimitReached,
    };
    Ok(FloorAnswer { outcome, expansions, legs })
}

/// Builds the graph of a query and returns the nodes of start and goal; `None` if links and legs can't connect the two.
fn prepare(
    view: &FloorsView,
    query: &FloorQuery,
    regions: &Regions,
    memory: &mut FloorMemory,
) -> Result<Option<(u32, u32)>, OutOfMemory> {
    let FloorMemory { graph, groups, start_regions, start_groups, .. } = memory;
    regions.around_start(query.start, start_regions)?;
    if regions.are_cut_off(start_regions, query.goal) {
        return Ok(None);
    }
    graph.build(view, [query.start, query.goal], &query.legs.costs)?;
    let (start, goal) = (graph.node_at(query.start), graph.node_at(query.goal));
    let region = |at| if at == query.start { regions.of_start(at) } else { regions.of(at) };
    groups.build(graph.nodes_mut(), |node| region(node.at))?;
    start_groups.clear();
    start_groups.try_reserve(start_regions.len() + 1)?;
    start_groups.extend(start_regions.iter().filter_map(|&region| groups.of_region(region)));
    let leads = groups.flood(graph, start, start_groups, graph.node(goal).group)?;
    Ok(leads.then_some((start, goal)))
}

/// The outcomes that need no search, in the order in which they are checked.
fn refuse<'a>(view: &FloorsView, query: &FloorQuery) -> Option<FloorOutcome<'a>> {
    if !view.contains(query.start) {
        Some(FloorOutcome::StartOutside)
    } else if !view.contains(query.goal) {
        Some(FloorOutcome::GoalOutside)
    } else if query.goal != query.start && !view.is_walkable(query.goal) {
        Some(FloorOutcome::GoalBlocked)
    } else {
        None
    }
}

/// How the lazy search ended.
enum FoundEnd {
    /// A path of this cost. The memory holds the parent of each node.
    Found(u128),
    NoPath,
    LimitReached,
}

struct LazySearch<'a, 'm> {
    view: &'a FloorsView,
    query: &'a Query,
    start: u32,
    goal: u32,
    least: LeastLeg,
    /// Whether every two nodes of a group have a leg between them. Otherwise a leg may turn out not to exist.
    legs_exist: bool,
    scratch: &'a mut Scratch,
    memory: &'m mut FloorMemory,
    expansions: u32,
    legs: u32,
    /// The largest bound of a leg that was searched. What the search compares is at most this many times too large, so
    /// its path is within this bound.
    bound: f32,
}

impl LazySearch<'_, '_> {
    fn run(&mut self) -> Result<FoundEnd, OutOfMemory> {
        self.memory.reach(self.start, self.start, 0, Arrival::Link(u32::MAX))?;
        while let Some(turn) = self.memory.pop() {
            match turn {
                NextLeg::Known { node, f } if node == self.goal => return Ok(FoundEnd::Found(f)),
                NextLeg::Known { node, .. } => self.leave(node)?,
                NextLeg::Leg { from, node, f } => {
                    // The node may have got a path meanwhile that costs no more than this leg's lower bound.
                    let estimate = self.memory.estimates.of(node).unwrap_or(0);
                    if self.memory.is_better(node, f - estimate) && !self.search_leg(from, node)? {
                        return Ok(FoundEnd::LimitReached);
                    }
                    let total = f - self.memory.costs[from as usize];
                    self.queue_next_leg(from, Some(Target { total, estimate, node }))?;
                }
            }
        }
        Ok(FoundEnd::NoPath)
    }

    /// Searches a leg and queues it with its true cost. Returns false if the limit of expansions was reached.
    fn search_leg(&mut self, from: u32, node: u32) -> Result<bool, OutOfMemory> {
        let (start, goal) = (self.memory.graph.node(from).at, self.memory.graph.node(node).at);
        let Some(floor) = self.view.agent_view(start.floor) else { return Ok(true) };
        let max_expansions = self.query.max_expansions.map(|limit| limit - self.expansions);
        let engine = self.view.engine(start.floor);
        let query = Query { start: start.cell, goal: goal.cell, engine, max_expansions, ..*self.query };
        let answer = search::find_path(floor, &query, self.scratch)?;
        #[cfg(test)]
        self.memory.searched_legs.push((from, node));
        self.expansions = self.expansions.saturating_add(answer.expansions);
        if answer.engine != Engine::AStar {
            self.memory.expansions_by_floor[start.floor as usize] += u64::from(answer.expansions);
        }
        self.legs += 1;
        match answer.outcome {
            Outcome::Found(path) | Outcome::Partial(path) => {
                self.bound = self.bound.max(path.bound());
                let cost = StepCosts::fine_units_of_parts(path.cost_parts());
                let total = self.memory.costs[from as usize] + cost;
                if self.memory.is_better(node, total) {
                    let leg = self.memory.keep_leg(path.corners())?;
                    self.memory.reach(node, from, total, Arrival::Leg(leg))?;
                }
            }
            Outcome::LimitReached => return Ok(false),
            // Both ends are on the floor and the second one is walkable, so the leg does not exist. A failed search
            // reports no expansions: count one, so that legs which don't exist use up the limit too.
            Outcome::NoPath
            | Outcome::StartOutside
            | Outcome::GoalOutside
            | Outcome::GoalBlocked
            | Outcome::CostLimitReached => {
                debug_assert!(!self.legs_exist);
                if max_expansions == Some(0) {
                    return Ok(false);
                }
                self.expansions = self.expansions.saturating_add(1);
            }
        }
        Ok(true)
    }

    /// Expands a node along its links. If a link reached the node, also queues the node's first leg. After a leg, no
    /// further leg is tried: one leg costs no more than two in a row.
    fn leave(&mut self, node: u32) -> Result<(), OutOfMemory> {
        self.memory.groups.close(&self.memory.graph, node);
        let cost = self.memory.costs[node as usize];
        for number in self.memory.graph.edges_from(node) {
            let edge = *self.memory.graph.edge(number);
            self.memory.reach(edge.to, node, cost + edge.cost(), Arrival::Link(number))?;
        }
        match self.memory.reached[node as usize].way {
            Arrival::Link(_) => self.queue_next_leg(node, None),
            Arrival::Leg(_) => Ok(()),
        }
    }

    /// Queues the leg from a node that follows the leg to `last`; without `last`, the first leg.
    fn queue_next_leg(&mut self, from: u32, last: Option<Target>) -> Result<(), OutOfMemory> {
        let memory = &*self.memory;
        let (cost, cell) = (memory.costs[from as usize], memory.graph.node(from).at.cell);
        let judge = |node, leg| {
            let estimate = memory.estimates.of(node)?;
            let target = Target { total: leg + estimate, estimate, node };
            (last.is_none_or(|last| last < target) && memory.is_better(node, cost + leg)).then_some(target)
        };
        // A leg whose path to the goal costs at least as much as the best known one is never popped.
        let limit = memory.costs[self.goal as usize].saturating_sub(cost);
        let nearest = |group| memory.groups.nearest(&memory.graph, group, cell, &self.least, limit, judge);
        let next = if from == self.start {
            memory.start_groups.iter().filter_map(|&group| nearest(group)).min()
        } else {
            nearest(memory.graph.node(from).group)
        };
        next.map_or(Ok(()), |next| self.memory.reach_by_leg(from, next.node, cost + next.total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floors::{FloorCell, Link, Links};
    use crate::grid::{Cell, CellType, Edit, Rect};
    use crate::index::{Engine, GridView, IndexedGrid};
    use crate::movement::Agent;

    const SIDE: u32 = 96;

    /// Random numbers (SplitMix64).
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u32) -> u32 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) % u64::from(end)) as u32
        }

        fn cell(&mut self) -> FloorCell {
            FloorCell::new(0, self.below(SIDE) as i32, self.below(SIDE) as i32)
        }
    }

    /// One floor with scattered obstacles, a closed room in its corner, and links.
    fn floor(random: &mut Random, percent: u32, links: u32) -> FloorsView {
        let mut grid = IndexedGrid::new(SIDE, SIDE).unwrap();
        let types: Vec<u8> = (0..SIDE * SIDE)
            .map(|i| (i % SIDE, i / SIDE))
            .map(|(x, y)| u8::from(if x.max(y) < 4 { x.max(y) == 3 } else { random.below(100) < percent }))
            .collect();
        grid.edit(&Edit::write(grid.map().bounds(), &types)).unwrap();
        let mut all = Links::new();
        for _ in 0..links {
            let cost = f64::from(random.below(30));
            let ends = [random.cell(), random.cell()];
            if ends.iter().all(|end| end.cell.x.max(end.cell.y) > 3) {
                all.add(Link::new(ends[0], ends[1], cost).unwrap()).unwrap();
            }
        }
        let mut view = FloorsView::new();
        view.push_floor(Some((GridView::of(grid), Engine::Auto)), &Agent::default(), &plain()).unwrap();
        view.set_links(&all).unwrap();
        view
    }

    fn plain() -> Query {
        Query::new(Cell::default(), Cell::default())
    }

    fn query(start: FloorCell, goal: FloorCell) -> FloorQuery {
        FloorQuery { start, goal, legs: Query::new(start.cell, goal.cell) }
    }

    #[test]
    fn no_pair_of_link_ends_is_searched_twice_in_one_query() {
        let (mut scratch, mut memory) = (Scratch::new(), FloorMemory::new());
        let mut searched = 0;
        for seed in 0..60 {
            let mut random = Random(seed);
            let view = floor(&mut random, seed as u32 % 3 * 20, 200);
            for _ in 0..4 {
                memory.searched_legs.clear();
                let query = query(random.cell(), random.cell());
                let answer = find_path(&view, &query, &mut scratch, &mut memory).unwrap();
                let legs = answer.legs as usize;
                let mut pairs: Vec<_> = memory.searched_legs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
                assert_eq!(legs, pairs.len(), "seed {seed}");
                pairs.sort_unstable();
                pairs.dedup();
                assert_eq!(legs, pairs.len(), "a pair was searched twice: seed {seed}, {query:?}");
                searched += legs;
            }
        }
        assert!(searched > 500, "only {searched} legs");
    }

    #[test]
    fn a_goal_that_no_link_leads_to_is_reported_without_searching_a_leg() {
        let (mut scratch, mut memory) = (Scratch::new(), FloorMemory::new());
        let mut random = Random(7);
        let view = floor(&mut random, 10, 2000);
        let query = query(FloorCell::new(0, 50, 50), FloorCell::new(0, 1, 1));
        let answer = find_path(&view, &query, &mut scratch, &mut memory).unwrap();
        assert!(matches!(answer.outcome, FloorOutcome::NoPath), "{answer:?}");
        assert_eq!((answer.legs, answer.expansions), (0, 0));
        // Ten expansions do not cover labelling the floor, so the search runs, and stays within its limit.
        let legs = Query { max_expansions: Some(10), ..query.legs };
        let answer = find_path(&view, &FloorQuery { legs, ..query }, &mut scratch, &mut memory).unwrap();
        assert!(answer.expansions <= 10 && !matches!(answer.outcome, FloorOutcome::Found(_)), "{answer:?}");
    }

    /// Links lead from the start's room to a second room and back. A third room has a link to the goal's room, but no
    /// link enters the third room.
    #[test]
    fn a_goal_entered_only_from_an_unreached_room_is_reported_without_searching_a_leg() {
        let mut grid = IndexedGrid::new(40, 5).unwrap();
        for x in [9, 19, 29] {
            let rect = Rect { x, y: 0, width: 1, height: 5 };
            grid.edit(&Edit::fill(rect, CellType::OBSTACLE)).unwrap();
        }
        let mut links = Links::new();
        let at = |x| FloorCell { floor: 0, cell: Cell::new(x, 2) };
        for (from, to) in [(2, 12), (25, 35), (24, 13)] {
            let mut link = Link::new(at(from), at(to), 1.0).unwrap();
            link.one_way = from == 24;
            links.add(link).unwrap();
        }
        let mut view = FloorsView::new();
        view.push_floor(Some((GridView::of(grid), Engine::Auto)), &Agent::default(), &plain()).unwrap();
        view.set_links(&links).unwrap();
        let (mut scratch, mut memory) = (Scratch::new(), FloorMemory::new());
        let answer = find_path(&view, &query(at(0), at(38)), &mut scratch, &mut memory).unwrap();
        assert!(matches!(answer.outcome, FloorOutcome::NoPath) && answer.legs == 0, "{answer:?}");
        let answer = find_path(&view, &query(at(38), at(0)), &mut scratch, &mut memory).unwrap();
        assert!(matches!(answer.outcome, FloorOutcome::Found(_)) && answer.legs == 4, "{answer:?}");
    }
}
