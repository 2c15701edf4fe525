//! A* over jump points (Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011), with the
//! jumps answered by the bits of [`JumpPoints`].
//!
//! Expanding a cell follows its rays and runs to where they end and queues only turns. Diagonal runs queue nothing of
//! their own where no diagonal step can be forced: the rays that they send out have the run's first cell as parent
//! ("intermediate pruning", ICAPS 2014). The goal is never queued: each expansion sees by two intervals whether a ray
//! or a run comes to it, the best length so far bounds what is queued, and the search ends when nothing shorter is
//! left.
//!
//! On regular patterns, such as rows of pillars, most jumps lead to places that were reached as cheaply before: the
//! cells along a run are no nodes, so that a later run on the same line sends out the same rays again. Two counts tell
//! (`PATIENCE`, `EXPANDED_AGAIN`), and the search then goes on *carefully*: runs wait at every second column as nodes
//! of their own, which a place that is known as cheaply drops, and nodes are taken in the exact order of f.

#[cfg(test)]
mod tests;

use super::bucket_queue::BucketQueue;
use super::node_table::{Node, NodeTable, Spot, SpotStep};
use super::ordered_queue::OrderedQueue;
use super::out_of_memory::OutOfMemory;
use super::query::Query;
use super::record::Record;
use crate::grid::Cell;
use crate::index::{FreeCells, GoalEstimate, JumpLines, JumpPoints, Place, run_word};
use crate::movement::{ANY_ARRIVAL, Branches, CONTINUED, DIRECTIONS, DiagonalRule, StepsLeft, Successors};

/// [`DIRECTIONS`] as steps between spots.
const STEPS: [SpotStep; 8] = {
    let mut steps = [SpotStep::new((0, 0)); 8];
    let mut direction = 0;
    while direction < 8 {
        steps[direction] = SpotStep::new(DIRECTIONS[direction]);
        direction += 1;
    }
    steps
};

/// How many rays and forced steps of runs may be followed for each expansion, and how many more, before a search goes
/// on carefully.
const JUMPS_BY_EXPANSION: i64 = 8;
const PATIENCE: i64 = 2048;

/// How many more expansions than nodes there may be before a search goes on carefully: the rest are nodes that buckets
/// gave out in the wrong order.
const EXPANDED_AGAIN: u32 = 64;

/// At which columns the runs of a careful search wait, counted in the direction of travel: a divisor of 64.
const STRIDE: u32 = 2;

/// After so many searches, memory that none of them needed is given back.
const WATCHED_SEARCHES: u32 = 64;

/// Room for so many nodes, about 2 MiB, is kept in any case.
const KEPT_NODES: usize = 1 << 16;

/// Width in cells of the strips by which a careful search orders nodes of equal f.
const STRIP: u64 = 4;

/// The line from start to goal, beside which strips lie.
struct Line {
    goal: Cell,
    dx: i64,
    dy: i64,
}

impl Line {
    fn new(start: Cell, goal: Cell) -> Self {
        Self { goal, dx: i64::from(goal.x - start.x), dy: i64::from(goal.y - start.y) }
    }

    /// The strip of a cell; 0 on the line.
    #[inline(never)]
    fn strip(&self, cell: Cell) -> u32 {
        let cross = i64::from(cell.x - self.goal.x) * self.dy - i64::from(cell.y - self.goal.y) * self.dx;
        let longer_side = self.dx.unsigned_abs().max(self.dy.unsigned_abs()).max(1);
        (cross.unsigned_abs() / (STRIP * longer_side)) as u32
    }
}

/// The memory of jump-point searches.
#[derive(Debug)]
pub(super) struct JumpMemory {
    table: NodeTable,
    queue: BucketQueue,
    /// In place of `queue` in a careful search.
    ordered: OrderedQueue,
    /// Searches since memory was given back, or could have been, and the most nodes or entries that one of them needed.
    searches: u32,
    most_needed: usize,
    /// [`PATIENCE`], but in tests.
    patience: i64,
}

impl Default for JumpMemory {
    fn default() -> Self {
        Self {
            table: NodeTable::default(),
            queue: BucketQueue::default(),
            ordered: OrderedQueue::default(),
            searches: 0,
            most_needed: 0,
            patience: PATIENCE,
        }
    }
}

impl JumpMemory {
    /// Makes sure that so many places can be reached.
    #[inline(always)]
    fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        self.queue.reserve(additional)
    }

    /// The same for a careful search.
    #[inline(never)]
    fn reserve_ordered(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        self.ordered.reserve(additional)
    }

    /// Takes note of what the search before needed. Where the last searches needed less than a quarter of what is
    /// there, all is given back, and searches to come ask for what they need.
    fn note_need(&mut self) {
        let needed = (self.table.count() as usize).max(self.queue.put_count());
        self.most_needed = self.most_needed.max(needed);
        self.searches += 1;
        if self.searches < WATCHED_SEARCHES {
            return;
        }
        let room = self.table.room().max(self.queue.room()).max(self.ordered.room());
        if room > 4 * self.most_needed.max(KEPT_NODES / 4) {
            self.table.give_back();
            self.queue.give_back();
            self.ordered.give_back();
        }
        (self.searches, self.most_needed) = (0, 0);
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.queue.bytes() + self.ordered.bytes()
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

/// Where a jump-point search looks.
pub(super) struct Ground<'a> {
    pub(super) free: &'a FreeCells,
    pub(super) points: &'a JumpPoints,
    /// With what their distances mean in this search, where they mean anything; they know nothing of a start that is an
    /// obstacle.
    pub(super) landmarks: Option<GoalEstimate<'a>>,
}

/// Finds a cheapest path. Both ends are on the map, they are not one cell, and the goal is free.
///
/// The record's corners are written if there is a path, and its expansions counted up from 0.
pub(super) fn find(
    ground: Ground,
    query: &Query,
    memory: &mut JumpMemory,
    record: &mut Record,
) -> Result<JumpOutcome, OutOfMemory> {
    if ground.landmarks.is_some() {
        find_with::<true>(ground, query, memory, record)
    } else {
        find_with::<false>(ground, query, memory, record)
    }
}

fn find_with<const LANDMARKS: bool>(
    ground: Ground,
    query: &Query,
    memory: &mut JumpMemory,
    record: &mut Record,
) -> Result<JumpOutcome, OutOfMemory> {
    match ground.points.rule() {
        DiagonalRule::Always | DiagonalRule::AtMostOneBlocked => {
            JumpSearch::<false, { run_word::FORCED + 1 }, LANDMARKS>::begin(ground, query, memory)?.run(query, record)
        }
        DiagonalRule::BothFree => {
            JumpSearch::<false, { run_word::FORCED }, LANDMARKS>::begin(ground, query, memory)?.run(query, record)
        }
        DiagonalRule::Never => {
            JumpSearch::<true, { run_word::FORCED }, LANDMARKS>::begin(ground, query, memory)?.run(query, record)
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

/// One search. `FOUR`: under [`DiagonalRule::Never`]; `WORDS` of runs, one more where diagonal steps can force others;
/// `LANDMARKS`: there are some.
struct JumpSearch<'a, const FOUR: bool, const WORDS: usize, const LANDMARKS: bool> {
    free: &'a FreeCells,
    points: &'a JumpPoints,
    lines: JumpLines<'a>,
    runs: &'a [[u64; WORDS]],
    successors: &'static Successors,
    branches: &'static Branches,
    memory: &'a mut JumpMemory,
    estimate: StepsLeft,
    told: Option<GoalEstimate<'a>>,
    straight: u32,
    diagonal: u32,
    goal: Goal,
    line: Line,
    /// What can't be cheaper than the best path so far is not queued. Until there is one, a bound that keeps sums below
    /// 2^32.
    best: u32,
    /// The node from which the best path goes straight, or along one run and one ray, to the goal; 0 for none.
    best_parent: u32,
    /// Whether something was left out because it was beyond that first bound: a path may then have been missed.
    cut: bool,
    /// How many more rays and forced steps may be followed before the search goes on carefully.
    patience: i64,
    /// After how many steps each run stopped when that was used up; 0 for runs that did not.
    stopped: [u32; 4],
}

impl<'a, const FOUR: bool, const WORDS: usize, const LANDMARKS: bool> JumpSearch<'a, FOUR, WORDS, LANDMARKS> {
    fn begin(ground: Ground<'a>, query: &Query, memory: &'a mut JumpMemory) -> Result<Self, OutOfMemory> {
        let Ground { free, points, landmarks } = ground;
        let (start, goal) = (free.place(query.start), free.place(query.goal));
        let estimate = StepsLeft::exact(points.rule(), &query.costs, Cell::new(goal.x, goal.y));
        let (straight, diagonal) = (query.costs.straight_units(), query.costs.diagonal_units());
        let (start_spot, index) =
            (Spot::new(start.x, start.y), |place: Place| place.y as usize * free.width() + place.x as usize);
        let start_cell = Cell::new(start.x, start.y);
        let on_open_map = estimate.from(start_cell);
        let first_estimate =
            landmarks.as_ref().map_or(on_open_map, |told| told.from(start_cell, index(start), on_open_map));
        // A jump along a run and a ray is no longer than this.
        let (width, height) = (free.width() as u32, free.height() as u32);
        let longest = if FOUR { (width + height) * straight } else { height * diagonal };
        let largest_estimate = longest.max(landmarks.as_ref().map_or(0, GoalEstimate::largest));
        memory.note_need();
        memory.table.begin(free.width(), free.height())?;
        memory.queue.begin(first_estimate, 2 * longest)?;
        memory.reserve(1)?;
        let patience = memory.patience;
        let mut search = Self {
            free,
            points,
            lines: points.lines(),
            runs: points.lines().runs(),
            successors: points.rule().successors(),
            branches: points.rule().branches(),
            memory,
            estimate,
            told: landmarks,
            straight,
            diagonal,
            goal: Goal::new(free, goal),
            line: Line::new(start_cell, Cell::new(goal.x, goal.y)),
            best: u32::MAX - 2 * longest - largest_estimate,
            best_parent: 0,
            cut: false,
            patience,
            stopped: [0; 4],
        };
        search.begin_at(start_spot);
        Ok(search)
    }

    /// The first node, whose number is 1. It is the first to be expanded and need not wait in the queue.
    fn begin_at(&mut self, spot: Spot) {
        let branches = self.branches(spot, ANY_ARRIVAL);
        let table = &mut self.memory.table;
        table.put(table.index(spot), 0, Node { g: 0, spot, parent: 0, branches, closed: false });
    }

    fn run(self, query: &Query, record: &mut Record) -> Result<JumpOutcome, OutOfMemory> {
        self.go_on::<false>(1, query.max_expansions.unwrap_or(u32::MAX), record)
    }

    /// Expands a node and all that come next.
    #[inline(always)]
    fn go_on<const CAREFUL: bool>(
        mut self,
        mut number: u32,
        limit: u32,
        record: &mut Record,
    ) -> Result<JumpOutcome, OutOfMemory> {
        loop {
            if record.expansions == limit {
                return Ok(JumpOutcome::LimitReached);
            }
            let node = self.close(number);
            if let Some(expanded) = &mut record.expanded {
                expanded.try_reserve(1)?;
                expanded.push(self.free.cell(Place { x: node.spot.x(), y: node.spot.y() }));
            }
            record.expansions += 1;
            if CAREFUL {
                self.expand::<true>(number, &node)?;
            } else {
                self.patience += JUMPS_BY_EXPANSION;
                if record.expansions == 1 && !self.free.is_free(node.spot.x() as usize, node.spot.y() as usize) {
                    self.leave_blocked_start(&node)?;
                } else {
                    self.expand::<false>(number, &node)?;
                }
                if self.patience < 0 || record.expansions > self.memory.table.count() + EXPANDED_AGAIN {
                    return self.into_careful().go_on_carefully(number, limit, record);
                }
            }
            let Some(next) = self.next::<CAREFUL>() else { return self.end(record) };
            number = next;
        }
    }

    #[inline(always)]
    fn end(self, record: &mut Record) -> Result<JumpOutcome, OutOfMemory> {
        if self.best_parent == 0 {
            return Ok(if self.cut { JumpOutcome::TooFar } else { JumpOutcome::NoPath });
        }
        self.write_corners(record.corners)?;
        Ok(JumpOutcome::Found(self.best))
    }

    /// The same search, as one that looks for landmarks: careful searches have no code of their own without.
    fn into_careful(self) -> JumpSearch<'a, FOUR, WORDS, true> {
        JumpSearch {
            free: self.free,
            points: self.points,
            lines: self.lines,
            runs: self.runs,
            successors: self.successors,
            branches: self.branches,
            memory: self.memory,
            estimate: self.estimate,
            told: self.told,
            straight: self.straight,
            diagonal: self.diagonal,
            goal: self.goal,
            line: self.line,
            best: self.best,
            best_parent: self.best_parent,
            cut: self.cut,
            patience: self.patience,
            stopped: self.stopped,
        }
    }

    fn close(&mut self, number: u32) -> Node {
        let node = self.memory.table.node_mut(number);
        node.closed = true;
        *node
    }

    /// Takes the node that comes next; none when nothing is left that can lead to a cheaper path.
    #[inline(always)]
    fn next<const CAREFUL: bool>(&mut self) -> Option<u32> {
        loop {
            let (f, number) = if CAREFUL { self.memory.ordered.pop()? } else { self.memory.queue.pop()? };
            if f >= self.best {
                if CAREFUL || self.memory.queue.lower_bound() >= self.best {
                    return None;
                }
                continue;
            }
            if !self.memory.table.node(number).closed {
                return Some(number);
            }
        }
    }

    /// A start that is an obstacle is on no line of bits: its neighbours are reached one by one.
    #[cold]
    #[inline(never)]
    fn leave_blocked_start(&mut self, start: &Node) -> Result<(), OutOfMemory> {
        let (x, y) = (start.spot.x(), start.spot.y());
        self.memory.reserve(8)?;
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
                self.reach::<false>(Spot::new(x + dx, y + dy), cost, 1, ANY_ARRIVAL);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn expand<const CAREFUL: bool>(&mut self, number: u32, node: &Node) -> Result<(), OutOfMemory> {
        let (x, y, g) = (node.spot.x(), node.spot.y(), node.g);
        if self.goal.is_seen_along_row(x, y) || self.goal.is_seen_along_column(x, y) {
            self.offer(g + self.straight * (x.abs_diff(self.goal.x) + y.abs_diff(self.goal.y)), number);
        }
        let ray_bits = self.points.ray_bits(x, y);
        let mut rays = node.branches >> 12;
        if CAREFUL {
            self.memory.reserve_ordered(4)?;
        } else if rays != 0 {
            self.memory.reserve(4)?;
        }
        while rays != 0 {
            let ray = rays.trailing_zeros() as usize % 4;
            rays &= rays - 1;
            self.follow_ray::<CAREFUL>(ray, ray_bits[ray], number, node);
        }
        let mut runs = node.branches & 0b1111;
        while runs != 0 {
            let run = runs.trailing_zeros() as usize;
            runs &= runs - 1;
            let own_rays = u64::from(node.branches >> (4 + 2 * run));
            if CAREFUL {
                self.follow_part_of_run(run, &ray_bits, own_rays, number, node)?;
            } else {
                self.follow_run(run, &ray_bits, own_rays, number, node)?;
            }
        }
        Ok(())
    }

    /// Follows a ray that belongs to no run from the cell of the node `parent`, if the ray gets to a turn. `bit` is its
    /// bit there.
    #[inline(always)]
    fn follow_ray<const CAREFUL: bool>(&mut self, ray: usize, bit: isize, parent: u32, node: &Node) {
        let (run, side) = self.points.run_of_ray(ray);
        let (word, shift) = self.points.run_start(run, node.spot.x(), node.spot.y());
        if self.runs[word][run_word::REACHES + side] >> shift & 1 == 1 {
            let length = self.lines.steps_to_turn(bit);
            let (spot, g) = (node.spot.after(STEPS[ray], length), node.g + self.straight * length);
            if CAREFUL {
                self.reach_carefully(spot, g, parent, ray);
            } else {
                self.reach::<false>(spot, g, parent, ray);
            }
        }
    }

    /// Follows all rays that get to turns from the cells of a run. Of its first cell, which is that of the node
    /// `parent`, it has those whose bit in `own_rays` is set. `ray_bits` are the bits of the four rays there.
    #[inline(always)]
    fn follow_run(
        &mut self,
        run: usize,
        ray_bits: &[isize; 4],
        own_rays: u64,
        parent: u32,
        node: &Node,
    ) -> Result<(), OutOfMemory> {
        let (points, (x, y)) = (self.points, (node.spot.x(), node.spot.y()));
        let runs = points.runs(run);
        let (mut word, mut shift) = points.run_start(run, x, y);
        let (run_cost, run_step) = (if FOUR { self.straight } else { self.diagonal }, STEPS[runs.direction]);
        // The first cell's own forced steps were its node's.
        let (mut allowed, mut forced_allowed) = ([!1 | own_rays & 1, !1 | own_rays >> 1 & 1], !1);
        // The number of steps to the cell of the word's lowest bit.
        let mut steps = 0;
        loop {
            let words = &self.runs[word];
            let blocked = words[run_word::BLOCKED] >> shift;
            // The cells up to the one whose step is blocked.
            let passed = blocked ^ blocked.wrapping_sub(1);
            if blocked != 0 {
                self.offer_crossing(run, x, y, node.g, parent, steps + blocked.trailing_zeros());
            }
            self.memory.reserve(3 * 64)?;
            let mut first = words[run_word::REACHES] >> shift & passed & allowed[0];
            let mut second = words[run_word::REACHES + 1] >> shift & passed & allowed[1];
            // One loop for both sides: where a loop ends can't be foretold, and costs more than what it does.
            while first | second != 0 {
                let side = usize::from(first == 0);
                let bits = if first == 0 { second } else { first };
                let rest = bits & (bits - 1);
                (first, second) = if first == 0 { (0, rest) } else { (rest, second) };
                let ray = runs.rays[side] % 4;
                let along = steps + bits.trailing_zeros();
                let length = self.lines.steps_to_turn(ray_bits[ray] + along as isize * runs.ray_steps[side]);
                let spot = node.spot.after(run_step, along).after(STEPS[ray], length);
                self.reach::<false>(spot, node.g + run_cost * along + self.straight * length, parent, ray);
                self.patience -= 1;
            }
            if let Some(forced) = words.get(run_word::FORCED) {
                let mut bits = forced >> shift & passed & forced_allowed;
                while bits != 0 {
                    let along = steps + bits.trailing_zeros();
                    bits &= bits - 1;
                    let spot = node.spot.after(run_step, along);
                    self.reach::<false>(spot, node.g + run_cost * along, parent, runs.direction);
                    self.patience -= 1;
                }
            }
            if blocked != 0 {
                return Ok(());
            }
            steps += 64 - shift;
            if self.patience < 0 {
                self.offer_crossing_apart(run, node, parent, steps);
                self.stopped[run] = steps;
                return Ok(());
            }
            (shift, allowed, forced_allowed) = (0, [!0; 2], !0);
            if self.is_settled(run, steps, parent, node) {
                return Ok(());
            }
            word += JumpLines::NEXT;
        }
    }

    /// As [`follow_run`](Self::follow_run), up to the next column at which runs of a careful search wait.
    #[inline(never)]
    fn follow_part_of_run(
        &mut self,
        run: usize,
        ray_bits: &[isize; 4],
        own_rays: u64,
        parent: u32,
        node: &Node,
    ) -> Result<(), OutOfMemory> {
        let (points, (x, y)) = (self.points, (node.spot.x(), node.spot.y()));
        let runs = points.runs(run);
        let (word, shift) = points.run_start(run, x, y);
        let (run_cost, run_step) = (if FOUR { self.straight } else { self.diagonal }, STEPS[runs.direction]);
        let words = &self.runs[word];
        let to_column = STRIDE - shift % STRIDE;
        let length = (words[run_word::BLOCKED] >> shift | 1 << to_column).trailing_zeros();
        self.offer_crossing_apart(run, node, parent, length);
        self.memory.reserve_ordered(1 + 3 * STRIDE as usize)?;
        let waits = length == to_column;
        if waits {
            self.wait(run, length, parent, node);
        }
        // The cell at which it waits has rays and forced steps of its own.
        let passed = (1 << (length + u32::from(!waits))) - 1;
        for (side, ray) in runs.rays.into_iter().enumerate() {
            let mut bits = words[run_word::REACHES + side] >> shift & passed & (!1 | own_rays >> side & 1);
            while bits != 0 {
                let along = bits.trailing_zeros();
                bits &= bits - 1;
                let length = self.lines.steps_to_turn(ray_bits[ray % 4] + along as isize * runs.ray_steps[side]);
                let spot = node.spot.after(run_step, along).after(STEPS[ray], length);
                self.reach_carefully(spot, node.g + run_cost * along + self.straight * length, parent, ray);
            }
        }
        if let Some(forced) = words.get(run_word::FORCED) {
            let mut bits = forced >> shift & passed & !1;
            while bits != 0 {
                let along = bits.trailing_zeros();
                bits &= bits - 1;
                self.reach_carefully(
                    node.spot.after(run_step, along),
                    node.g + run_cost * along,
                    parent,
                    runs.direction,
                );
            }
        }
        Ok(())
    }

    /// As [`reach`](Self::reach), in a careful search. Not inlined, as all that careful searches alone do: inlined, the
    /// library would be 150 KB larger.
    #[inline(never)]
    fn reach_carefully(&mut self, spot: Spot, g: u32, parent: u32, arrival: usize) {
        self.reach::<true>(spot, g, parent, arrival);
    }

    /// Lets a run wait so many steps from a node.
    #[inline(never)]
    fn wait(&mut self, run: usize, steps: u32, parent: u32, node: &Node) {
        let step_cost = if FOUR { self.straight } else { self.diagonal };
        let spot = node.spot.after(STEPS[self.points.runs(run).direction], steps);
        self.reach_carefully(spot, node.g + step_cost * steps, parent, CONTINUED + run);
    }

    /// Whether nothing that a run does after so many steps can lead to a cheaper path. A crossing that lies behind is
    /// taken note of.
    ///
    /// Few runs pass more than a word: inlined, this would slow down all others.
    #[cold]
    #[inline(never)]
    fn is_settled(&mut self, run: usize, steps: u32, parent: u32, node: &Node) -> bool {
        self.offer_crossing_apart(run, node, parent, steps);
        let run_cost = if FOUR { self.straight } else { self.diagonal };
        let at = node.spot.after(STEPS[self.points.runs(run).direction], steps);
        let least = node.g + run_cost * steps + self.estimate.from(Cell::new(at.x(), at.y()));
        self.best_parent != 0 && least >= self.best
    }

    /// Takes note if a run of `length` steps comes to a place from which a straight way leads to the goal.
    #[inline(always)]
    fn offer_crossing(&mut self, run: usize, x: i32, y: i32, g: u32, parent: u32, length: u32) {
        let runs = self.points.runs(run);
        let ahead_x = (self.goal.x - x) * runs.dx;
        let ahead_y = (self.goal.y - y) * runs.dy;
        let steps = if FOUR { ahead_x } else { ahead_x.min(ahead_y) };
        // 1..=length, in one comparison.
        if steps.wrapping_sub(1) as u32 >= length {
            return;
        }
        let (x, y) = (x + runs.dx * steps, y + runs.dy * steps);
        if self.goal.is_seen_along_row(x, y) || self.goal.is_seen_along_column(x, y) {
            let step_cost = if FOUR { self.straight } else { self.diagonal };
            let rest = x.abs_diff(self.goal.x) + y.abs_diff(self.goal.y);
            self.offer(g + step_cost * steps as u32 + self.straight * rest, parent);
        }
    }

    /// The same, not inlined.
    #[inline(never)]
    fn offer_crossing_apart(&mut self, run: usize, node: &Node, parent: u32, length: u32) {
        self.offer_crossing(run, node.spot.x(), node.spot.y(), node.g, parent, length);
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
    fn reach<const CAREFUL: bool>(&mut self, spot: Spot, g: u32, parent: u32, arrival: usize) {
        let index = self.memory.table.index(spot);
        let (known, known_g) = self.memory.table.known(index, spot);
        if known_g <= g {
            return;
        }
        let cell = Cell::new(spot.x(), spot.y());
        let mut h = self.estimate.from(cell);
        if LANDMARKS && let Some(told) = &self.told {
            h = told.from(cell, index, h);
        }
        let f = g + h;
        if f >= self.best {
            self.cut |= self.best_parent == 0;
            return;
        }
        let node = Node { g, spot, parent, branches: self.branches(spot, arrival), closed: false };
        let number = self.memory.table.put(index, known, node);
        if CAREFUL {
            self.memory.ordered.push(f, self.line.strip(cell), g, number);
        } else {
            self.memory.queue.push(f, number);
        }
    }

    /// The ways on from a place.
    #[inline(always)]
    fn branches(&self, spot: Spot, arrival: usize) -> u16 {
        self.branches[arrival][self.free.rows.around(spot.x() as usize, spot.y() as usize)]
    }

    /// The cells at which the best path may turn, from the goal to the start.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        corners.clear();
        let (mut x, mut y) = (self.goal.x, self.goal.y);
        let mut number = self.best_parent;
        while number != 0 {
            let node = self.memory.table.node(number);
            let (from_x, from_y) = (node.spot.x(), node.spot.y());
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

impl<const FOUR: bool, const WORDS: usize> JumpSearch<'_, FOUR, WORDS, true> {
    /// Goes on after the expansion of a node, carefully. By value: what a pointer leads to does not stay in registers.
    #[cold]
    #[inline(never)]
    fn go_on_carefully(mut self, number: u32, limit: u32, record: &mut Record) -> Result<JumpOutcome, OutOfMemory> {
        let (line, JumpMemory { table, queue, ordered, .. }) = (&self.line, &mut *self.memory);
        ordered.clear();
        while let Some((f, waiting)) = queue.pop() {
            let node = table.node(waiting);
            if f < self.best && !node.closed {
                ordered.reserve(1)?;
                let cell = Cell::new(node.spot.x(), node.spot.y());
                ordered.push(f, line.strip(cell), node.g, waiting);
            }
        }
        let node = *self.memory.table.node(number);
        self.memory.reserve_ordered(4)?;
        for (run, steps) in self.stopped.into_iter().enumerate().filter(|&(_, steps)| steps != 0) {
            self.wait(run, steps, number, &node);
        }
        match self.next::<true>() {
            Some(next) => self.go_on::<true>(next, limit, record),
            None => self.end(record),
        }
    }
}
