//! From a query to its answer: a search over the ends of links, whose edges are legs that are searched when they
//! matter.
//!
//! A best-first search in which an edge is first counted at the least that it can cost, and measured only when it comes
//! up: then it goes back with its true cost (lazy weighted A*: Cohen, Phillips and Likhachev, "Planning Single-arm
//! Manipulations with n-Arm Robots", 2014). With a consistent estimate, the goal taken with a true cost is reached at
//! the least one. Most legs are never searched.
//!
//! After a leg comes a link: two legs in a row cost no less than a single one between the same ends. So a node that
//! was walked to is left by links alone, and one that was come to by a link is left by links and legs. Of these legs
//! only the one that comes first waits, and the next one when it has had its turn: a queue of all pairs would grow with
//! the square of the links.
//!
//! No pair of nodes is searched twice, nor both ways round: a leg begins at a node that is done and ends at one that
//! is not. With the connected components of the floors no leg is searched that does not exist, and a goal that links
//! and legs don't lead to is told before.
//!
//! With n links it takes O(n log n), and O(log n) for each leg that comes up, where nodes lie scattered, besides the
//! searches of legs.

use super::estimates::LeastLeg;
use super::groups::Target;
use super::links::FloorCell;
use super::memory::{FloorMemory, Way};
use super::path::FloorPath;
use super::queue::Turn;
use super::regions::Regions;
use super::view::FloorsView;
use crate::index::Engine;
use crate::movement::StepCosts;
use crate::search::{self, OutOfMemory, Outcome, Query, Scratch};

/// A question: from where to where, and by which rules.
#[derive(Clone, Copy, Debug)]
pub struct FloorQuery {
    /// The first cell of the path. It may be an obstacle: it can then be left on foot and not be entered again.
    pub start: FloorCell,
    /// The last cell of the path.
    pub goal: FloorCell,
    /// By which rules legs within floors are searched; its cells are not looked at, and its limit is that of all legs
    /// together. Paths are cheapest if these rules find cheapest legs; other orders, heuristics and weights are used
    /// within floors, and paths may cost more.
    pub legs: Query,
}

/// What a search found, and what it took.
#[derive(Debug)]
pub struct FloorAnswer<'a> {
    /// The path, or why there is none.
    pub outcome: FloorOutcome<'a>,
    /// Number of cells that were expanded by all legs together; at most `u32::MAX`. Legs that don't exist count
    /// nothing.
    pub expansions: u32,
    /// How many legs within floors were searched.
    pub legs: u32,
}

/// The end of a search.
#[derive(Debug)]
pub enum FloorOutcome<'a> {
    /// There is a path.
    Found(FloorPath<'a>),
    /// The goal can't be reached.
    NoPath,
    /// The start lies outside its floor, or that is not there.
    StartOutside,
    /// The goal lies outside its floor, or that is not there, and the start does not.
    GoalOutside,
    /// The goal is an obstacle, and not the start.
    GoalBlocked,
    /// The limit of expansions was reached before the goal.
    LimitReached,
}

/// Finds a path through floors.
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
        let outcome = FloorOutcome::Found(FloorPath::new(memory, 0)?);
        return Ok(FloorAnswer { outcome, expansions: 0, legs: 0 });
    }
    let regions = Regions::label(view, query, &mut memory.used_floors)?;
    let Some((start, goal)) = prepare(view, query, &regions, memory)? else {
        return Ok(FloorAnswer { outcome: FloorOutcome::NoPath, expansions: 0, legs: 0 });
    };
    let legs = &query.legs;
    let least = LeastLeg { rule: legs.diagonal_rule, costs: legs.costs };
    let FloorMemory { graph, groups, estimates, queue, start_groups, .. } = memory;
    let ends = Ends { start, goal, start_groups };
    estimates.measure(graph, groups, queue, &ends, &least)?;
    groups.open(graph, |node| estimates.of(node).filter(|_| node == goal || graph.node(node).is_left));
    memory.begin()?;
    let legs_exist = regions.are_labelled();
    let mut search =
        LazySearch { view, query: legs, start, goal, least, legs_exist, scratch, memory, expansions: 0, legs: 0 };
    let end = search.run()?;
    let LazySearch { memory, expansions, legs, .. } = search;
    let outcome = match end {
        End::Found(cost) => {
            memory.trace(start, goal)?;
            FloorOutcome::Found(FloorPath::new(memory, cost)?)
        }
        End::NoPath => FloorOutcome::NoPath,
        End::LimitReached => FloorOutcome::LimitReached,
    };
    Ok(FloorAnswer { outcome, expansions, legs })
}

/// Builds the graph of a query and returns the nodes of start and goal; none if no links and legs lead from one to the
/// other.
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

/// The nodes of a path's ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends<'a> {
    pub(super) start: u32,
    pub(super) goal: u32,
    /// The groups to whose nodes legs from the start lead.
    pub(super) start_groups: &'a [u32],
}

/// The answers that need no search, in the order in which they are looked for.
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

/// What a search came to.
enum End {
    /// A path of this cost. How nodes were come to is in the memory.
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
    /// Whether there is a leg between all nodes of a group.
    legs_exist: bool,
    scratch: &'a mut Scratch,
    memory: &'m mut FloorMemory,
    expansions: u32,
    legs: u32,
}

impl LazySearch<'_, '_> {
    fn run(&mut self) -> Result<End, OutOfMemory> {
        self.memory.reach(self.start, self.start, 0, Way::Link(u32::MAX))?;
        while let Some(turn) = self.memory.pop() {
            match turn {
                Turn::Known { node, f } if node == self.goal => return Ok(End::Found(f)),
                Turn::Known { node, .. } => self.leave(node)?,
                Turn::Leg { from, node, f } => {
                    // Unless a way is known meanwhile that costs no more than this one at the least.
                    let estimate = self.memory.estimates.of(node).unwrap_or(0);
                    if self.memory.is_better(node, f - estimate) && !self.search_leg(from, node)? {
                        return Ok(End::LimitReached);
                    }
                    let total = f - self.memory.costs[from as usize];
                    self.wait_for_next(from, Some(Target { total, estimate, node }))?;
                }
            }
        }
        Ok(End::NoPath)
    }

    /// Searches a leg and lets it wait with its true cost. False if the limit was reached.
    fn search_leg(&mut self, from: u32, node: u32) -> Result<bool, OutOfMemory> {
        let (start, goal) = (self.memory.graph.node(from).at, self.memory.graph.node(node).at);
        let Some(grid) = self.view.grid(start.floor) else { return Ok(true) };
        let max_expansions = self.query.max_expansions.map(|limit| limit - self.expansions);
        let engine = self.view.engine(start.floor);
        let query = Query { start: start.cell, goal: goal.cell, engine, max_expansions, ..*self.query };
        let answer = search::find_path(grid, &query, self.scratch)?;
        #[cfg(test)]
        self.memory.searched_legs.push((from, node));
        self.expansions = self.expansions.saturating_add(answer.expansions);
        if answer.engine != Engine::AStar {
            self.memory.expansions_by_floor[start.floor as usize] += u64::from(answer.expansions);
        }
        self.legs += 1;
        match answer.outcome {
            Outcome::Found(path) => {
                let cost = StepCosts::fine_units_of_steps(path.cost_units());
                let total = self.memory.costs[from as usize] + cost;
                if self.memory.is_better(node, total) {
                    let leg = self.memory.keep_leg(path.corners())?;
                    self.memory.reach(node, from, total, Way::Leg(leg))?;
                }
            }
            Outcome::LimitReached => return Ok(false),
            // Both ends are on the floor and the second one is walkable, so that there is no leg. That took expansions
            // which are not told.
            Outcome::NoPath | Outcome::StartOutside | Outcome::GoalOutside | Outcome::GoalBlocked => {
                debug_assert!(!self.legs_exist);
                if max_expansions == Some(0) {
                    return Ok(false);
                }
                self.expansions = self.expansions.saturating_add(1);
            }
        }
        Ok(true)
    }

    /// Reaches what links lead to and, from a node that was not walked to, lets the first leg wait.
    fn leave(&mut self, node: u32) -> Result<(), OutOfMemory> {
        self.memory.groups.close(&self.memory.graph, node);
        let cost = self.memory.costs[node as usize];
        for number in self.memory.graph.edges_from(node) {
            let edge = *self.memory.graph.edge(number);
            self.memory.reach(edge.to, node, cost + edge.cost(), Way::Link(number))?;
        }
        match self.memory.reached[node as usize].way {
            Way::Link(_) => self.wait_for_next(node, None),
            Way::Leg(_) => Ok(()),
        }
    }

    /// Lets the leg from a node wait that comes after the one to `last`.
    fn wait_for_next(&mut self, from: u32, last: Option<Target>) -> Result<(), OutOfMemory> {
        let memory = &*self.memory;
        let (cost, cell) = (memory.costs[from as usize], memory.graph.node(from).at.cell);
        let judge = |node, leg| {
            let estimate = memory.estimates.of(node)?;
            let target = Target { total: leg + estimate, estimate, node };
            (last.is_none_or(|last| last < target) && memory.is_better(node, cost + leg)).then_some(target)
        };
        // What comes no sooner than the best known way to the goal never comes up.
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
    use crate::floors::{Link, Links};
    use crate::grid::{Cell, CellType, Edit, Rect};
    use crate::index::{Engine, IndexedGrid};
    use crate::try_arc::TryArc;

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

    /// One floor with scattered obstacles, a room without a door at its corner, and links.
    fn floor(random: &mut Random, percent: u32, links: u32) -> FloorsView {
        let mut grid = IndexedGrid::new(SIDE, SIDE).unwrap();
        let types: Vec<u8> = (0..SIDE * SIDE)
            .map(|i| (i % SIDE, i / SIDE))
            .map(|(x, y)| u8::from(if x.max(y) < 4 { x.max(y) == 3 } else { random.below(100) < percent }))
            .collect();
        grid.edit(&Edit::Write { rect: grid.map().bounds(), cell_types: &types }).unwrap();
        let mut all = Links::new();
        for _ in 0..links {
            let cost = f64::from(random.below(30));
            let ends = [random.cell(), random.cell()];
            if ends.iter().all(|end| end.cell.x.max(end.cell.y) > 3) {
                all.add(Link::new(ends[0], ends[1], cost).unwrap()).unwrap();
            }
        }
        let mut view = FloorsView::new();
        view.push_floor(Some((TryArc::try_new(grid).unwrap(), Engine::Auto))).unwrap();
        view.set_links(&all).unwrap();
        view
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
    fn a_goal_that_no_link_leads_to_is_told_without_a_walk() {
        let (mut scratch, mut memory) = (Scratch::new(), FloorMemory::new());
        let mut random = Random(7);
        let view = floor(&mut random, 10, 2000);
        let query = query(FloorCell::new(0, 50, 50), FloorCell::new(0, 1, 1));
        let answer = find_path(&view, &query, &mut scratch, &mut memory).unwrap();
        assert!(matches!(answer.outcome, FloorOutcome::NoPath), "{answer:?}");
        assert_eq!((answer.legs, answer.expansions), (0, 0));
        // The limit does not allow for labels: as many expansions are made, and no more.
        let legs = Query { max_expansions: Some(10), ..query.legs };
        let answer = find_path(&view, &FloorQuery { legs, ..query }, &mut scratch, &mut memory).unwrap();
        assert!(answer.expansions <= 10 && !matches!(answer.outcome, FloorOutcome::Found(_)), "{answer:?}");
    }

    /// From the start, links lead to a room and back; another room, from which a link leads to the goal's, is entered
    /// by none.
    #[test]
    fn a_goal_that_is_entered_only_from_where_no_link_leads_is_told_without_a_walk() {
        let mut grid = IndexedGrid::new(40, 5).unwrap();
        for x in [9, 19, 29] {
            let rect = Rect { x, y: 0, width: 1, height: 5 };
            grid.edit(&Edit::Fill { rect, cell_type: CellType::Obstacle }).unwrap();
        }
        let mut links = Links::new();
        let at = |x| FloorCell { floor: 0, cell: Cell::new(x, 2) };
        for (from, to) in [(2, 12), (25, 35), (24, 13)] {
            let mut link = Link::new(at(from), at(to), 1.0).unwrap();
            link.one_way = from == 24;
            links.add(link).unwrap();
        }
        let mut view = FloorsView::new();
        view.push_floor(Some((TryArc::try_new(grid).unwrap(), Engine::Auto))).unwrap();
        view.set_links(&links).unwrap();
        let (mut scratch, mut memory) = (Scratch::new(), FloorMemory::new());
        let answer = find_path(&view, &query(at(0), at(38)), &mut scratch, &mut memory).unwrap();
        assert!(matches!(answer.outcome, FloorOutcome::NoPath) && answer.legs == 0, "{answer:?}");
        let answer = find_path(&view, &query(at(38), at(0)), &mut scratch, &mut memory).unwrap();
        assert!(matches!(answer.outcome, FloorOutcome::Found(_)) && answer.legs == 4, "{answer:?}");
    }

    #[test]
    fn memory_is_bounded_by_the_links_and_the_walks_that_were_kept() {
        for (percent, count) in [(0, 2000), (30, 2000), (30, 4000)] {
            let mut random = Random(u64::from(count));
            let view = floor(&mut random, percent, count);
            let mut memory = FloorMemory::new();
            let mut scratch = Scratch::new();
            for _ in 0..20 {
                let query = query(random.cell(), random.cell());
                find_path(&view, &query, &mut scratch, &mut memory).unwrap();
            }
            let bytes = memory.bytes();
            let legs = memory.corners.capacity() * 8 + memory.legs.capacity() * 16;
            let links = view.usable_links().count() as u64;
            assert!(links > 800 && bytes <= 400 * links + legs as u64 + 1024, "{bytes} bytes, {links} links");
        }
    }
}
