//! Routes that look up rows: of all pairs of an end of the start's floor and one of the goal's floor, the best one by
//! lower bounds is looked at until all of its path is known (lazy search of paths: Dellin and Srinivasa, "A Unifying
//! Formalism for Shortest Path Problems with Expensive Edge Evaluations via Lazy Best-First Search over Paths with Edge
//! Selectors", 2016).

use super::graph::{NONE, UNREACHED, Weight, weight_of};
use super::hops::{Candidate, Hop, RouteStep};
use super::left::Left;
use super::route::{GOAL, Kind, Route, START, Waiting};
use super::rows::{Root, RowList};
use super::way::Way;
use super::world::World;
use crate::OutOfMemory;

/// Makes the row of an end anew, and keeps it.
fn make_row(world: &World, end: u32, left: &mut Left) -> Result<(), OutOfMemory> {
    left.begin(world, None)?;
    left.lower_arrived(world, end, 0)?;
    left.measure(world, 0, |_, _| UNREACHED)?;
    world.rows.spend(left.looked_at);
    world.rows.keep((world.graph.node_count(), world.floors.len()), end, left.row(world)?)
}

/// Answer of a row about the path of a pair of ends.
enum RowAnswer {
    /// Its hops are written.
    Known,
    /// The row is older than what is known now.
    Stale,
    /// Another thread has put a row there since the pair was looked at.
    Replaced,
    /// The cost of the way between two nodes is not known.
    Unknown(u32, u32),
}

impl Route {
    pub(super) fn begin_by_rows(&mut self, world: &World) -> Result<(), OutOfMemory> {
        let (start, goal) = (self.ends.start.floor, self.ends.goal.floor);
        let nodes = world.graph.nodes_of(goal);
        self.candidates.clear();
        self.candidates.try_reserve(nodes.len() + 1)?;
        let between = world.floor_costs.least(start, goal);
        if let Some(from_start) = self.from_start.iter().filter_map(|way| way.parts()).min()
            && between != UNREACHED
        {
            self.least_from_start = weight_of(from_start);
            let (from_start, rows) = (self.least_from_start, world.rows.known());
            let least = rows.least(start);
            for (end, way) in nodes.zip(&self.to_goal) {
                if let Some(parts) = way.parts().filter(|_| world.graph.is_entered(end)) {
                    let between = least.get(end as usize).map_or(between, |&least| between.max(least));
                    if between != UNREACHED {
                        let weight = weight_of(parts) + from_start + between;
                        self.candidates.push(Candidate { weight, end, start: NONE });
                    }
                }
            }
        }
        if let Some(parts) = self.direct.and_then(Way::parts) {
            self.candidates.push(Candidate { weight: weight_of(parts), end: GOAL, start: START });
        }
        Ok(())
    }

    /// Goes on with a route that looks up rows.
    pub(super) fn advance_by_rows(&mut self, world: &World) -> Result<RouteStep, OutOfMemory> {
        let mut rows = world.rows.known();
        loop {
            let (best, stale) = match self.best_candidate(world, &rows) {
                Ok(None) if self.ends.most.is_some() => return Ok(RouteStep::TooHeavy),
                Ok(None) => return Ok(RouteStep::NoPath),
                Ok(Some(best)) if self.ends.most.is_some_and(|most| best.weight > most) => {
                    return Ok(RouteStep::TooHeavy);
                }
                Ok(Some(best)) => match self.trace_row(world, &rows, best)? {
                    RowAnswer::Known => return Ok(RouteStep::Found(best.weight)),
                    RowAnswer::Stale => (Some(best), best.end),
                    RowAnswer::Replaced => {
                        self.look_again(best.end, NONE);
                        continue;
                    }
                    RowAnswer::Unknown(from, node) => {
                        self.asked = Some(Waiting { f: best.weight, kind: Kind::Walk, from, node });
                        return Ok(RouteStep::Ask(self.walk(world, from, node)));
                    }
                },
                Err(end) => (None, end),
            };
            drop(rows);
            if !world.rows.may_make() {
                self.by_rows = false;
                self.begin_forward(world)?;
                world.rows.earn(self.left.looked_at);
                return self.advance(world);
            }
            make_row(world, stale, &mut self.left)?;
            if best.is_some() {
                self.look_again(stale, NONE);
            }
            rows = world.rows.known();
        }
    }

    /// The lightest candidate: of equal ones, the one whose end has the smallest number. Returns an end that has no row
    /// but needs one.
    fn best_candidate(&mut self, world: &World, rows: &RowList) -> Result<Option<Candidate>, u32> {
        let Self { candidates, from_start, least_from_start, to_goal, ends, .. } = self;
        let first = world.graph.nodes_of(ends.start.floor).start;
        let first_of_goal = world.graph.nodes_of(ends.goal.floor).start;
        let mut best: Option<Candidate> = None;
        let look = |candidate: &mut Candidate, best: &mut Option<Candidate>| {
            let is_behind = |candidate: &Candidate, best: Option<Candidate>| {
                best.is_some_and(|best| (candidate.weight, candidate.end) >= (best.weight, best.end))
            };
            if candidate.weight == UNREACHED || is_behind(candidate, *best) {
                return Ok(());
            }
            if candidate.start == NONE {
                let Some(row) = rows.get(candidate.end) else { return Err(candidate.end) };
                let after = to_goal[(candidate.end - first_of_goal) as usize].parts();
                let through =
                    best_of(row.roots(ends.start.floor), *least_from_start, |node| from_start[(node - first) as usize]);
                let (Some(after), Some((weight, root))) = (after, through) else {
                    candidate.weight = UNREACHED;
                    return Ok(());
                };
                (candidate.weight, candidate.start) = (weight + weight_of(after), root.node);
            }
            if !is_behind(candidate, *best) {
                *best = Some(*candidate);
            }
            Ok(())
        };
        // What is looked at first leaves few others to look at.
        let Some(likely) = candidates.iter_mut().min_by_key(|candidate| candidate.weight) else { return Ok(None) };
        let least = likely.weight;
        look(likely, &mut best)?;
        for shift in [3, 1, 0] {
            let range = best.map_or(UNREACHED, |best| best.weight).saturating_sub(least) >> shift;
            for candidate in candidates.iter_mut().filter(|candidate| candidate.weight <= least + range) {
                look(candidate, &mut best)?;
            }
        }
        Ok(best)
    }

    /// Looks anew at the candidates that arrive at an end or leave from one.
    pub(super) fn look_again(&mut self, end: u32, start: u32) {
        for candidate in self.candidates.iter_mut().filter(|candidate| candidate.start != NONE) {
            if candidate.end == end || candidate.start == start {
                candidate.start = NONE;
            }
        }
    }

    /// Writes the hops of the path that a row tells of, if its weight is known.
    fn trace_row(
        &mut self,
        world: &World,
        rows: &RowList,
        Candidate { weight, start, end }: Candidate,
    ) -> Result<RowAnswer, OutOfMemory> {
        self.hops.clear();
        let to = if end == GOAL { GOAL } else { start };
        let before = self.way(world, START, to);
        if !before.is_exact() {
            return Ok(RowAnswer::Unknown(START, to));
        }
        let first = self.walk(world, START, to);
        self.push_walk(first)?;
        if end == GOAL {
            return Ok(RowAnswer::Known);
        }
        let after = self.way(world, end, GOAL);
        if !after.is_exact() {
            return Ok(RowAnswer::Unknown(end, GOAL));
        }
        let roots = |floor: u32| rows.get(end).map_or(&[][..], |row| row.roots(floor));
        let mut root = roots(self.ends.start.floor).iter().find(|root| root.node == start);
        let parts = before.parts().zip(after.parts()).map(|(before, after)| weight_of(before) + weight_of(after));
        if let (Some(root), Some(parts)) = (root, parts)
            && root.left() + parts != weight
        {
            return Ok(RowAnswer::Replaced);
        }
        loop {
            let Some(&from) = root else { return Ok(RowAnswer::Stale) };
            let arc = world.graph.arcs[from.arc as usize];
            self.hops.try_reserve(1)?;
            self.hops.push(Hop::Link { number: arc.link, to: world.graph.at(arc.to), cost: arc.cost });
            let left = from.left() - arc.weight();
            if arc.to == end && left == 0 {
                break;
            }
            let group = world.groups[arc.to as usize];
            let next =
                best_of(roots(world.graph.floor_of(arc.to)), 0, |node| match world.groups[node as usize] == group {
                    true => self.way(world, arc.to, node),
                    false => Way::NONE,
                });
            let Some((_, next)) = next.filter(|&(weight, _)| weight == left) else { return Ok(RowAnswer::Stale) };
            // Another thread may have kept its cost meanwhile.
            let way = self.way(world, arc.to, next.node);
            if !way.is_exact() {
                return Ok(RowAnswer::Unknown(arc.to, next.node));
            }
            if way.parts().is_none_or(|parts| weight_of(parts) + next.left() != left) {
                return Ok(RowAnswer::Stale);
            }
            let walk = self.walk(world, arc.to, next.node);
            self.push_walk(walk)?;
            root = Some(next);
        }
        let last = self.walk(world, end, GOAL);
        self.push_walk(last)?;
        Ok(RowAnswer::Known)
    }
}

/// The root over which the least is left, and how much, with the ways to all roots, which weigh at least `least`. Of
/// equal ones, the one with the smallest number.
#[inline(always)]
fn best_of(roots: &[Root], least: Weight, way: impl Fn(u32) -> Way) -> Option<(Weight, &Root)> {
    let mut best: Option<(Weight, &Root)> = None;
    for root in roots {
        let left = root.left();
        if best.is_some_and(|(weight, _)| left + least > weight) {
            break;
        }
        if let Some(parts) = way(root.node).parts() {
            let weight = weight_of(parts) + left;
            if best.is_none_or(|(least, other)| (weight, root.node) < (least, other.node)) {
                best = Some((weight, root));
            }
        }
    }
    best
}
