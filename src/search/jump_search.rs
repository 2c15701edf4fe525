//! A* over jump points (Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011), with the
//! jumps answered by the bits of [`JumpPoints`].
//!
//! Expanding a cell follows its rays and runs to where they end and queues only turns. Diagonal runs queue nothing of
//! their own where no diagonal step can be forced: the rays that they send out have the run's first cell as parent
//! ("intermediate pruning", ICAPS 2014). The goal is never queued: each expansion sees by two intervals whether a ray or a
//! run comes to it, the best length so far bounds what is queued, and the search ends when nothing shorter is left.

use super::bucket_queue::BucketQueue;
use super::query::Query;
use super::scratch::OutOfMemory;
use crate::grid::Cell;
use crate::index::{FreeCells, JumpPoints, Place, zeroed};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, Estimate, Successors};

/// A cell that a search has reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Cost of the best way here so far.
    g: u32,
    x: u16,
    y: u16,
    /// The node before this one, 0 at the start.
    parent: u32,
    /// The direction of the last step, or [`ANY_ARRIVAL`].
    arrival: u8,
    closed: bool,
}

/// In place of a node that no cell has: dearer than any other.
const NOWHERE: Node = Node { g: u32::MAX, x: 0, y: 0, parent: 0, arrival: 0, closed: true };

/// The memory of jump-point searches.
#[derive(Debug, Default)]
pub(super) struct JumpMemory {
    /// In the order in which their cells were reached, behind [`NOWHERE`].
    nodes: Vec<Node>,
    /// For each place of the map, row by row, the number of its node; 0 for one that was not reached.
    node_of_place: Vec<u32>,
    /// Length of a row in `node_of_place` in the search that filled it.
    width: usize,
    queue: BucketQueue,
}

impl JumpMemory {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        nodes + self.node_of_place.capacity() * size_of::<u32>() + self.queue.bytes()
    }

    /// Forgets the search before.
    fn begin(&mut self, free: &FreeCells) -> Result<(), OutOfMemory> {
        for node in self.nodes.drain(..).skip(1) {
            self.node_of_place[usize::from(node.y) * self.width + usize::from(node.x)] = 0;
        }
        self.width = free.width();
        let places = free.width() * free.height();
        if self.node_of_place.len() < places {
            // All zeros: memory that is touched only where a search comes by.
            self.node_of_place = Vec::new();
            self.node_of_place = zeroed(places).map_err(|_| OutOfMemory)?;
        }
        self.nodes.try_reserve(2)?;
        self.nodes.push(NOWHERE);
        Ok(())
    }
}

/// What a jump-point search found.
pub(super) enum JumpOutcome {
    /// The cost of a cheapest path. Its corners are in the list that was handed in, from the goal to the start.
    Found(u32),
    NoPath,
    LimitReached,
    /// Costs came near 2^32: whether there is a path, and which, has to be found by other means.
    TooFar,
}

/// Finds a cheapest path. Both ends are on the map, they are not one cell, and the goal is free.
///
/// `corners` gets the corners of the path in reverse, and `expansions` is counted up from 0.
pub(super) fn find(
    free: &FreeCells,
    points: &JumpPoints,
    query: &Query,
    memory: &mut JumpMemory,
    corners: &mut Vec<Cell>,
    expansions: &mut u32,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<JumpOutcome, OutOfMemory> {
    match points.rule() {
        DiagonalRule::Always | DiagonalRule::AtMostOneBlocked => {
            JumpSearch::<false, true>::begin(free, points, query, memory)?.run(query, corners, expansions, expanded)
        }
        DiagonalRule::BothFree => {
            JumpSearch::<false, false>::begin(free, points, query, memory)?.run(query, corners, expansions, expanded)
        }
        DiagonalRule::Never => {
            JumpSearch::<true, false>::begin(free, points, query, memory)?.run(query, corners, expansions, expanded)
        }
    }
}

/// The goal, and the free places around it from which a straight way leads there.
struct Goal {
    x: i32,
    y: i32,
    /// First and last x of the free places in its row.
    row: (i32, i32),
    /// First and last y of the free places in its column.
    column: (i32, i32),
}

impl Goal {
    fn new(free: &FreeCells, place: Place) -> Self {
        let signed = |(first, last): (usize, usize)| (first as i32, last as i32);
        let (x, y) = (place.x as usize, place.y as usize);
        Self { x: place.x, y: place.y, row: signed(free.rows.run_at(x, y)), column: signed(free.columns.run_at(y, x)) }
    }

    #[inline(always)]
    fn is_seen_along_row(&self, x: i32, y: i32) -> bool {
        y == self.y && self.row.0 <= x && x <= self.row.1
    }

    #[inline(always)]
    fn is_seen_along_column(&self, x: i32, y: i32) -> bool {
        x == self.x && self.column.0 <= y && y <= self.column.1
    }
}

/// One search. `FOUR`: under [`DiagonalRule::Never`]; `FORCED`: diagonal steps can force others.
struct JumpSearch<'a, const FOUR: bool, const FORCED: bool> {
    free: &'a FreeCells,
    points: &'a JumpPoints,
    successors: &'static Successors,
    memory: &'a mut JumpMemory,
    estimate: Estimate,
    straight: u32,
    diagonal: u32,
    goal: Goal,
    /// What can't be cheaper than the best path so far is not queued. Until there is one, a bound that keeps sums below 2^32.
    best: u32,
    /// The node from which the best path goes straight, or along one run and one ray, to the goal; 0 for none.
    best_parent: u32,
    /// Whether something was not queued because it was beyond `bound`.
    cut: bool,
}

impl<'a, const FOUR: bool, const FORCED: bool> JumpSearch<'a, FOUR, FORCED> {
    fn begin(
        free: &'a FreeCells,
        points: &'a JumpPoints,
        query: &Query,
        memory: &'a mut JumpMemory,
    ) -> Result<Self, OutOfMemory> {
        let (start, goal) = (free.place(query.start), free.place(query.goal));
        let estimate = Estimate::new(query.heuristic, points.rule(), &query.costs, Cell::new(goal.x, goal.y));
        let (straight, diagonal) = (query.costs.straight_units(), query.costs.diagonal_units());
        memory.begin(free)?;
        // A jump along a run and a ray is no longer than this.
        let (width, height) = (free.width() as u32, free.height() as u32);
        let longest = if FOUR { (width + height) * straight } else { height * diagonal };
        memory.queue.begin(estimate.from(Cell::new(start.x, start.y)), 2 * longest)?;
        let bound = u32::MAX - 3 * longest;
        let goal = Goal::new(free, goal);
        let successors = points.rule().successors();
        let search = Self {
            free,
            points,
            successors,
            memory,
            estimate,
            straight,
            diagonal,
            goal,
            best: bound,
            best_parent: 0,
            cut: false,
        };
        search.memory.node_of_place[start.y as usize * search.memory.width + start.x as usize] = 1;
        search.memory.nodes.push(Node {
            g: 0,
            x: start.x as u16,
            y: start.y as u16,
            parent: 0,
            arrival: ANY_ARRIVAL as u8,
            closed: false,
        });
        Ok(search)
    }

    fn run(
        mut self,
        query: &Query,
        corners: &mut Vec<Cell>,
        expansions: &mut u32,
        mut expanded: Option<&mut Vec<Cell>>,
    ) -> Result<JumpOutcome, OutOfMemory> {
        let limit = query.max_expansions.unwrap_or(u32::MAX);
        let mut number = 1;
        loop {
            if *expansions == limit {
                return Ok(JumpOutcome::LimitReached);
            }
            let node = self.close(number);
            if let Some(expanded) = &mut expanded {
                expanded.try_reserve(1)?;
                expanded.push(self.free.cell(Place { x: node.x.into(), y: node.y.into() }));
            }
            *expansions += 1;
            if *expansions == 1 && !self.free.is_free(node.x.into(), node.y.into()) {
                self.leave_blocked_start(&node)?;
            } else {
                self.expand(number, &node)?;
            }
            let Some(next) = self.next() else { break };
            number = next;
        }
        if self.best_parent == 0 {
            return Ok(if self.cut { JumpOutcome::TooFar } else { JumpOutcome::NoPath });
        }
        self.write_corners(corners)?;
        Ok(JumpOutcome::Found(self.best))
    }

    fn close(&mut self, number: u32) -> Node {
        let node = &mut self.memory.nodes[number as usize];
        node.closed = true;
        *node
    }

    /// Takes the node that comes next; none when nothing is left that can lead to a cheaper path.
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        loop {
            let (f, number) = self.memory.queue.pop()?;
            if f >= self.best {
                if self.memory.queue.lower_bound() >= self.best {
                    return None;
                }
                continue;
            }
            if !self.memory.nodes[number as usize].closed {
                return Some(number);
            }
        }
    }

    /// A start that is an obstacle is on no line of bits: its neighbours are reached one by one.
    fn leave_blocked_start(&mut self, start: &Node) -> Result<(), OutOfMemory> {
        let (x, y) = (i32::from(start.x), i32::from(start.y));
        let steps = self.successors[ANY_ARRIVAL][self.free.rows.around(x as usize, y as usize)];
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            if steps >> direction & 1 == 0 {
                continue;
            }
            let cost = if dx != 0 && dy != 0 { self.diagonal } else { self.straight };
            if (x + dx, y + dy) == (self.goal.x, self.goal.y) {
                self.offer(cost, 1);
            } else {
                // From each of them, all steps: what could be pruned would be so for the start's sake.
                self.reach(x + dx, y + dy, cost, 1, ANY_ARRIVAL)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn expand(&mut self, number: u32, node: &Node) -> Result<(), OutOfMemory> {
        let (x, y, g) = (i32::from(node.x), i32::from(node.y), node.g);
        if self.goal.is_seen_along_row(x, y) || self.goal.is_seen_along_column(x, y) {
            self.offer(g + self.straight * (x.abs_diff(self.goal.x) + y.abs_diff(self.goal.y)), number);
        }
        let around = self.free.rows.around(x as usize, y as usize);
        let steps = self.successors[usize::from(node.arrival)][around];
        let mut rays = steps & self.turning_rays(x, y);
        while rays != 0 {
            let direction = rays.trailing_zeros() as usize;
            rays &= rays - 1;
            self.follow_ray(direction, x, y, g, number)?;
        }
        let mut runs = if FOUR { steps & 0b11 } else { steps >> 4 };
        while runs != 0 {
            let run = runs.trailing_zeros() as usize;
            runs &= runs - 1;
            self.follow_run(run, x, y, g, number)?;
        }
        Ok(())
    }

    /// The directions in which a ray from here gets to a turn.
    #[inline(always)]
    fn turning_rays(&self, x: i32, y: i32) -> u8 {
        let reaches = |run: usize| {
            let (word, bit) = self.points.run_start(run, x, y);
            self.points.run_words()[word].reaches.map(|reaches| (reaches >> bit) as u8 & 1)
        };
        if FOUR {
            let [south, north] = reaches(0);
            south << 2 | north << 3
        } else {
            let ([west, north], [east, south]) = (reaches(1), reaches(2));
            east | west << 1 | south << 2 | north << 3
        }
    }

    /// Reaches the turn that a ray from (x, y) gets to.
    #[inline(always)]
    fn follow_ray(&mut self, direction: usize, x: i32, y: i32, g: u32, parent: u32) -> Result<(), OutOfMemory> {
        let (mut word, bit) = self.points.ray_start(direction, x, y);
        let turns = self.points.turns();
        let mut bits = turns[word] >> bit >> 1;
        let mut steps = 1;
        if bits == 0 {
            steps = 64 - bit;
            loop {
                word += 1;
                bits = turns[word];
                if bits != 0 {
                    break;
                }
                steps += 64;
            }
        }
        steps += bits.trailing_zeros();
        let rays = self.points.rays(direction);
        let (x, y) = (x + rays.dx * steps as i32, y + rays.dy * steps as i32);
        self.reach(x, y, g + self.straight * steps, parent, direction)
    }

    /// Follows all rays from the cells of a run that get to turns.
    #[inline(always)]
    fn follow_run(&mut self, run: usize, x: i32, y: i32, g: u32, parent: u32) -> Result<(), OutOfMemory> {
        let runs = self.points.runs(run);
        let step_cost = if FOUR { self.straight } else { self.diagonal };
        let (mut word, bit) = self.points.run_start(run, x, y);
        // The number of steps from (x, y) to the cell of the words' lowest bit.
        let mut steps = 0;
        let mut words = &self.points.run_words()[word];
        // The cell at which the run begins sends out its rays itself.
        let (mut shift, mut but_first) = (bit, !1);
        loop {
            let blocked = words.blocked >> shift;
            // The cells up to the one whose step is blocked.
            let passed = (blocked ^ blocked.wrapping_sub(1)) & but_first;
            if blocked != 0 {
                self.offer_crossing(run, x, y, g, parent, steps + blocked.trailing_zeros() as i32);
            }
            for side in 0..2 {
                let mut bits = words.reaches[side] >> shift & passed;
                while bits != 0 {
                    let along = steps + bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    let (x, y, g) = (x + runs.dx * along, y + runs.dy * along, g + step_cost * along as u32);
                    self.follow_ray(runs.rays[side], x, y, g, parent)?;
                }
            }
            if FORCED {
                let mut bits = words.forced >> shift & passed;
                while bits != 0 {
                    let along = steps + bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    let (x, y, g) = (x + runs.dx * along, y + runs.dy * along, g + step_cost * along as u32);
                    self.reach(x, y, g, parent, 4 + run)?;
                }
            }
            if blocked != 0 {
                return Ok(());
            }
            steps += 64 - shift as i32;
            (shift, but_first) = (0, !0);
            word += 1;
            words = &self.points.run_words()[word];
        }
    }

    /// Takes note if a run of `length` steps comes to a place from which a straight way leads to the goal.
    #[inline(always)]
    fn offer_crossing(&mut self, run: usize, x: i32, y: i32, g: u32, parent: u32, length: i32) {
        let runs = self.points.runs(run);
        let ahead_x = (self.goal.x - x) * runs.dx;
        let ahead_y = (self.goal.y - y) * runs.dy;
        let steps = if FOUR { ahead_x } else { ahead_x.min(ahead_y) };
        if steps <= 0 || steps > length {
            return;
        }
        let (x, y) = (x + runs.dx * steps, y + runs.dy * steps);
        if self.goal.is_seen_along_row(x, y) || self.goal.is_seen_along_column(x, y) {
            let step_cost = if FOUR { self.straight } else { self.diagonal };
            let rest = x.abs_diff(self.goal.x) + y.abs_diff(self.goal.y);
            self.offer(g + step_cost * steps as u32 + self.straight * rest, parent);
        }
    }

    /// Takes note of a way to the goal.
    #[inline(always)]
    fn offer(&mut self, cost: u32, parent: u32) {
        if cost < self.best {
            self.best = cost;
            self.best_parent = parent;
        } else if self.best_parent == 0 {
            self.cut = true;
        }
    }

    /// Notes a way to a place of cost `g` over the node `parent`, if it is the first or a better one.
    #[inline(always)]
    fn reach(&mut self, x: i32, y: i32, g: u32, parent: u32, arrival: usize) -> Result<(), OutOfMemory> {
        let place = y as usize * self.memory.width + x as usize;
        let known = self.memory.node_of_place[place];
        if self.memory.nodes[known as usize].g <= g {
            return Ok(());
        }
        let f = g + self.estimate.from(Cell::new(x, y));
        if f >= self.best {
            self.cut |= self.best_parent == 0;
            return Ok(());
        }
        let node = Node { g, x: x as u16, y: y as u16, parent, arrival: arrival as u8, closed: false };
        let number = if known == 0 {
            let number = self.memory.nodes.len() as u32;
            if self.memory.nodes.len() == self.memory.nodes.capacity() {
                self.grow()?;
            }
            self.memory.nodes.push(node);
            self.memory.node_of_place[place] = number;
            number
        } else {
            self.memory.nodes[known as usize] = node;
            known
        };
        self.memory.queue.push(f, number)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        Ok(self.memory.nodes.try_reserve(self.memory.nodes.len().max(1024))?)
    }

    /// The cells at which the best path may turn, from the goal to the start.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        corners.clear();
        let (mut x, mut y) = (self.goal.x, self.goal.y);
        let mut number = self.best_parent;
        while number != 0 {
            let node = &self.memory.nodes[number as usize];
            let (from_x, from_y) = (i32::from(node.x), i32::from(node.y));
            corners.try_reserve(3)?;
            corners.push(self.free.cell(Place { x, y }));
            // A jump goes along a run and then along a ray.
            let (dx, dy) = (x - from_x, y - from_y);
            let turn = if FOUR {
                Place { x, y: from_y }
            } else {
                let run = dx.abs().min(dy.abs());
                Place { x: from_x + run * dx.signum(), y: from_y + run * dy.signum() }
            };
            if turn != (Place { x, y }) && turn != (Place { x: from_x, y: from_y }) {
                corners.push(self.free.cell(turn));
            }
            (x, y, number) = (from_x, from_y, node.parent);
        }
        corners.try_reserve(1)?;
        corners.push(self.free.cell(Place { x, y }));
        Ok(())
    }
}
