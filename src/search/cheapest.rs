//! The cheapest of several paths, by one search after another.
//!
//! - Partial paths: components tell which cells are in reach, and so the nearest ones to the goal without a search.
//!   They are few: cells on one circle. A path to each is searched.
//! - Out of an obstacle: a path to the goal is searched from each of the exits that are cheapest to get to.
//!
//! The first of equally cheap paths counts.

use super::cells::crossing::Crossing;
use super::choose::{Call, Choice, Search};
use super::engine::Progress;
use super::query::{End, Query};
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::Engine;
use crate::movement::PARTS_PER_UNIT;

/// How far a query has come with its searches. The cells at which they end or begin, and the corners of the cheapest
/// path so far, are in the scratch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cheapest {
    /// Where the searches begin, if they end at the cells nearest to the goal. Otherwise they begin at exits.
    start: Option<Cell>,
    crossing: Option<Crossing>,
    /// The place of the search that is next, or under way.
    at: usize,
    search: Option<Search>,
    best: Option<Best>,
    /// Lower bound of the cost of a path to an end, of those searched so far.
    least: u64,
    /// Expansions of the crossing, and of the searches that have ended.
    expansions: u32,
}

/// The cheapest path so far.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// In parts.
    cost: u64,
    engine: Engine,
    /// The number of its search.
    at: usize,
}

impl Cheapest {
    /// From a cell to each of the ends.
    pub(super) fn toward_ends(start: Cell, crossing: Option<Crossing>) -> Self {
        let expansions = crossing.map_or(0, |crossing| crossing.expansions);
        Self { start: Some(start), crossing, at: 0, search: None, best: None, least: u64::MAX, expansions }
    }

    /// From each of the ends of a crossing to the goal.
    pub(super) fn from_exits(crossing: Crossing) -> Self {
        let expansions = crossing.expansions;
        Self { start: None, crossing: Some(crossing), at: 0, search: None, best: None, least: u64::MAX, expansions }
    }

    /// The crossing before the path.
    pub(super) fn crossing(&self) -> Option<Crossing> {
        self.crossing
    }

    /// Whether the path does not lead to the goal.
    pub(super) fn is_partial(&self) -> bool {
        self.start.is_some()
    }

    /// Goes on until the end, or until the record's slice is used up. The query's limits hold for the crossing and all
    /// searches together.
    pub(super) fn advance(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let Call { view, query, scratch, record, .. } = call;
        let choice = call.choice;
        let crossed = self.crossing.map_or(0, |crossing| crossing.cost * PARTS_PER_UNIT);
        if query.max_cost.is_some_and(|most| most < crossed) {
            return Ok(Some(End::NoPath(query.no_path())));
        }
        while let Some(&end) = scratch.ends.get(self.at) {
            if record.left() == 0 {
                return Ok(None);
            }
            let limit = query.max_expansions.unwrap_or(u32::MAX).saturating_sub(self.expansions);
            let (start, goal) = self.start.map_or((end, query.goal), |start| (start, end));
            // Only a cheaper path counts from now on. Every path costs at least one part. A search that gives
            // up optimality gets no such limit: it would have to find out whether any path is cheaper.
            let max_cost = match self.best {
                Some(best) if query.is_optimal() => Some(best.cost.saturating_sub(1)),
                _ => query.max_cost.map(|most| most - crossed),
            };
            let query = &Query { start, goal, max_cost, ..**query };
            let (progress, engine) = if start == goal {
                scratch.stay(start)?;
                (Progress::Found { cost: 0, least: 0 }, Engine::Auto)
            } else {
                let mut search = self.search.take().unwrap_or_else(|| Search::new(choice));
                let advanced = search.advance(limit, &mut Call { view, query, choice, scratch, record })?;
                if advanced.0 == Progress::Paused && search.expansions() < limit {
                    self.search = Some(search);
                    return Ok(None);
                }
                self.expansions = self.expansions.saturating_add(search.expansions());
                advanced
            };
            match progress {
                Progress::Paused => return Ok(Some(End::LimitReached { expansions: self.expansions, engine })),
                Progress::Found { cost, least } => {
                    self.least = self.least.min(least);
                    if self.best.is_none_or(|best| cost < best.cost) {
                        self.best = Some(Best { cost, engine, at: self.at });
                        std::mem::swap(&mut scratch.corners, &mut scratch.best_corners);
                    }
                }
                _ => {}
            }
            self.at =
                if matches!(progress, Progress::Found { cost: 0, .. }) { scratch.ends.len() } else { self.at + 1 };
        }
        Ok(Some(self.end(query, choice, scratch)))
    }

    fn end(&mut self, query: &Query, choice: Choice, scratch: &mut Scratch) -> End {
        let expansions = self.expansions;
        match self.best {
            Some(Best { cost, engine, at }) => {
                std::mem::swap(&mut scratch.corners, &mut scratch.best_corners);
                if let (None, Some(crossing)) = (self.start, &mut self.crossing) {
                    crossing.exit = scratch.ends.get(at).copied();
                }
                End::Path { cost, least: self.least, expansions, engine }
            }
            // Without components, a path may lead to the goal from another exit, also within a limit of cost.
            None if !choice.may_label => End::LimitReached { expansions, engine: Engine::Auto },
            None => End::NoPath(query.no_path()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::grid::{Cell, CellType, Edit};
    use crate::index::IndexedGrid;
    use crate::movement::PARTS_PER_UNIT;
    use crate::search::{Outcome, Query, Scratch, trace_path};

    /// A wall of two columns leaves (5, 0) out of reach of (0, 0).
    #[test]
    fn a_trace_has_the_expansions_that_the_answer_counts() {
        let mut grid = IndexedGrid::new(6, 9).unwrap();
        for (x, y) in (3..5).flat_map(|x| (0..9).map(move |y| (x, y))) {
            grid.edit(&Edit::set(Cell::new(x, y), CellType::OBSTACLE)).unwrap();
        }
        let (mut scratch, mut expanded) = (Scratch::new(), Vec::new());
        let cost = 2 * 5 * PARTS_PER_UNIT;
        for (max_cost, is_found) in [(None, true), (Some(cost), true), (Some(cost - 1), false)] {
            for goal in [Cell::new(5, 0), Cell::new(3, 0), Cell::new(9, 0)] {
                let query = Query { max_cost, partial: true, ..Query::new(Cell::new(0, 0), goal) };
                let answer = trace_path(&grid, &query, &mut scratch, &mut expanded).unwrap();
                let outcome = answer.outcome;
                assert_eq!(matches!(outcome, Outcome::Partial(path) if path.length() == 3), is_found, "{outcome:?}");
                assert_eq!(matches!(outcome, Outcome::CostLimitReached), !is_found, "{outcome:?}");
                assert_eq!(expanded.len(), answer.expansions as usize, "{query:?}");
            }
        }
    }
}
