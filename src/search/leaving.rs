//! Paths that leave an obstacle: the way out over blocked cells, and then the path.
//!
//! A query with [`Query::leaves_blocked`] whose start is blocked asks for the path that is least by two costs: first by
//! the crossing, which is the way to the first walkable cell, the exit; then by the rest, which is a path from the exit
//! as any other. Only exits count from which a path leads to the goal.
//!
//! Steps of the crossing go to neighbors, diagonally too unless the rule is [`DiagonalRule::Never`], whatever lies
//! beside them. They cost their lengths, with a multiplier of 1 and without penalties. A wide agent stays on the map;
//! one that stands over the upper edges does not get farther over them.
//!
//! Dijkstra's algorithm crosses the blocked cells and finds exits in the order of their costs. Components tell which
//! exits lead to the goal. The exits of the least cost are few, and a path is searched from each, as for partial paths.

use super::astar_memory::AStarMemory;
use super::engines::{End, MayDerive, Searched, UnderWay, is_connected, search};
use super::find::Progress;
use super::order::Order;
use super::partial::{PartialUnderWay, search_partial};
use super::query::{Answer, Outcome, Path, PathForm, Query};
use super::scratch::Scratch;
use super::straighten;
use crate::OutOfMemory;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, Engine, Layer};
use crate::movement::{DiagonalRule, HeuristicWeight, PARTS_PER_UNIT, is_diagonal};

/// The memory of crossings.
#[derive(Debug, Default)]
pub(super) struct LeavingMemory {
    crossing: AStarMemory,
    /// The nodes of the exits of the least cost.
    exits: Vec<u32>,
    /// The corners of the cheapest path from one of them.
    best_corners: Vec<Cell>,
    /// The cells of the crossing, without the exit.
    cells: Vec<Cell>,
}

impl LeavingMemory {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let lists = (self.best_corners.capacity() + self.cells.capacity()) * size_of::<Cell>();
        self.crossing.bytes() + self.exits.capacity() * size_of::<u32>() + lists
    }
}

/// How far a query has come that leaves an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeavingUnderWay {
    stage: Stage,
    /// Expansions of the crossing.
    crossed: u32,
    /// The first exit of the least cost, whether it leads to the goal or not: its node, and the cost in units.
    nearest: Option<(u32, Cell, u64)>,
    /// The cost of the exits, in units.
    cost: u64,
    /// The cheapest path from an exit so far, the exit's node, and the expansions of the searches that have ended.
    best: Searched,
    best_exit: u32,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    Crossing,
    /// The place of the exit whose search is next, or under way.
    Exits(usize, Option<UnderWay>),
    /// The path from the nearest exit toward a goal that can't be reached.
    Partial(Option<PartialUnderWay>),
}

impl LeavingUnderWay {
    const BEGUN: Self = Self {
        stage: Stage::Crossing,
        crossed: 0,
        nearest: None,
        cost: 0,
        best: Searched { end: End::NoPath, expansions: 0, engine: Engine::Auto },
        best_exit: 0,
    };

    /// The query from an exit, with what the crossing leaves of its limits; nothing if the crossing is too dear.
    fn rest(&self, query: &Query, exit: Cell) -> Option<Query> {
        let max_cost = match query.max_cost {
            None => None,
            Some(most) => Some(most.checked_sub(self.cost * PARTS_PER_UNIT)?),
        };
        let max_expansions = query.max_expansions.map(|limit| limit.saturating_sub(self.crossed));
        Some(Query { start: exit, leaves_blocked: false, max_cost, max_expansions, ..*query })
    }
}

/// Whether a query asks for a way out of an obstacle.
pub(super) fn must_leave(layer: &Layer, query: &Query) -> bool {
    query.leaves_blocked
        && layer.size().contains(query.start)
        && !layer.is_walkable(query.start)
        && query.start != query.goal
}

/// Answers a query that [`must_leave`]. Returns nothing if the slice of expansions is used up before. `progress` then
/// knows how to go on.
pub(super) fn answer_leaving<'a>(
    view: &AgentView,
    query: &Query,
    (progress, under_way): (&mut Progress, Option<LeavingUnderWay>),
    slice: u32,
    scratch: &'a mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Option<Answer<'a>>, OutOfMemory> {
    let mut state = match under_way {
        Some(state) => state,
        None => {
            begin(view, query, &mut scratch.leaving, expanded.as_deref_mut())?;
            LeavingUnderWay::BEGUN
        }
    };
    let run = Run { view, query, may_derive: MayDerive::within(view.layer(), query.max_expansions) };
    let searched = run.advance(&mut state, progress, slice, scratch, expanded.as_deref_mut())?;
    let Some(Searched { end, expansions, engine }) = searched else {
        progress.pause_leaving(state);
        return Ok(None);
    };
    let is_partial = matches!(state.stage, Stage::Partial(_));
    Ok(Some(match end {
        End::Found(cost) => {
            let path = in_form(view, query, (state.best_exit, state.cost, cost), scratch)?;
            let outcome = if is_partial { Outcome::Partial(path) } else { Outcome::Found(path) };
            Answer { outcome, expansions, engine }
        }
        End::LimitReached => Answer { outcome: Outcome::LimitReached, expansions, engine },
        End::NoPath | End::TooDear => {
            if let Some(expanded) = expanded {
                expanded.clear();
            }
            let outcome = match query.max_cost {
                Some(_) => Outcome::CostLimitReached,
                None => Outcome::NoPath,
            };
            Answer { outcome, expansions: 0, engine: Engine::Auto }
        }
    }))
}

fn begin(
    view: &AgentView,
    query: &Query,
    memory: &mut LeavingMemory,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<(), OutOfMemory> {
    if let Some(expanded) = expanded {
        expanded.clear();
    }
    memory.exits.clear();
    memory.crossing.begin(view.layer().size(), Order::Dijkstra.priority(HeuristicWeight::default()))?;
    memory.crossing.reserve(1)?;
    memory.crossing.reach_start(query.start, 0);
    Ok(())
}

/// What does not change from slice to slice.
struct Run<'a> {
    view: &'a AgentView<'a>,
    query: &'a Query,
    may_derive: MayDerive,
}

/// How far a crossing has come.
enum Crossed {
    Ended,
    LimitReached,
    Paused,
}

impl Run<'_> {
    /// Goes on until the end, or until the slice is used up. The corners of a path from the exit are in the scratch.
    fn advance(
        &self,
        state: &mut LeavingUnderWay,
        progress: &mut Progress,
        slice: u32,
        scratch: &mut Scratch,
        mut expanded: Option<&mut Vec<Cell>>,
    ) -> Result<Option<Searched>, OutOfMemory> {
        let mut left = slice;
        if matches!(state.stage, Stage::Crossing) {
            let before = state.crossed;
            let crossed = self.cross(state, left, &mut scratch.leaving, expanded.as_deref_mut())?;
            left -= progress.count(state.crossed, before);
            match crossed {
                Crossed::Paused => return Ok(None),
                Crossed::LimitReached => {
                    return Ok(Some(Searched { end: End::LimitReached, expansions: state.crossed, ..state.best }));
                }
                Crossed::Ended => state.stage = self.stage_after_crossing(state, &scratch.leaving),
            }
        }
        match state.stage {
            Stage::Crossing => Ok(Some(state.best)),
            Stage::Exits(..) => self.search_exits(state, progress, left, scratch, expanded),
            Stage::Partial(_) => self.search_partial(state, progress, left, scratch, expanded),
        }
    }

    fn stage_after_crossing(&self, state: &mut LeavingUnderWay, memory: &LeavingMemory) -> Stage {
        match state.nearest {
            _ if !memory.exits.is_empty() => Stage::Exits(0, None),
            Some((exit, _, cost)) if self.query.partial => {
                (state.best_exit, state.cost) = (exit, cost);
                Stage::Partial(None)
            }
            // Nowhere to go: the partial path is the start alone.
            None if self.query.partial => Stage::Partial(None),
            _ => Stage::Crossing,
        }
    }

    /// Crosses blocked cells until all exits of the least cost are known that lead to the goal. If none can, the first
    /// exit is known.
    fn cross(
        &self,
        state: &mut LeavingUnderWay,
        slice: u32,
        memory: &mut LeavingMemory,
        mut expanded: Option<&mut Vec<Cell>>,
    ) -> Result<Crossed, OutOfMemory> {
        let goal_counts = self.view.layer().size().contains(self.query.goal) && self.view.is_walkable(self.query.goal);
        let limit = self.query.max_expansions.unwrap_or(u32::MAX);
        let until = limit.min(state.crossed.saturating_add(slice));
        loop {
            memory.crossing.reserve(NEIGHBOR_OFFSETS.len())?;
            memory.exits.try_reserve(1)?;
            let Some((number, node)) = memory.crossing.take_first() else { return Ok(Crossed::Ended) };
            let cell = node.cell();
            let found_all = !memory.exits.is_empty() && node.g > state.cost;
            let found_nearest = !goal_counts && state.nearest.is_some_and(|(_, _, cost)| node.g > cost);
            if found_all || found_nearest {
                return Ok(Crossed::Ended);
            }
            if self.view.is_walkable(cell) {
                let is_first = state
                    .nearest
                    .is_none_or(|(_, nearest, cost)| node.g == cost && (cell.y, cell.x) < (nearest.y, nearest.x));
                if is_first {
                    state.nearest = Some((number, cell, node.g));
                }
                if goal_counts && self.leads_to_goal(cell)? {
                    state.cost = node.g;
                    memory.exits.push(number);
                }
                continue;
            }
            if state.crossed >= until {
                memory.crossing.put_back(number);
                return Ok(if state.crossed >= limit { Crossed::LimitReached } else { Crossed::Paused });
            }
            if let Some(expanded) = &mut expanded {
                expanded.try_reserve(1)?;
                expanded.push(cell);
            }
            state.crossed += 1;
            for (step, to) in steps(self.view.layer(), self.query.diagonal_rule, cell) {
                let g = node.g + self.length(step);
                let index = memory.crossing.index(to);
                memory.crossing.reach(index, to, g, number, || 0);
            }
        }
    }

    /// In units.
    fn length(&self, step: (i32, i32)) -> u64 {
        let costs = &self.query.costs;
        u64::from(if is_diagonal(step) { costs.diagonal_units() } else { costs.straight_units() })
    }

    /// Without components, which a limit of expansions may forbid, every exit may lead to the goal.
    fn leads_to_goal(&self, exit: Cell) -> Result<bool, OutOfMemory> {
        Ok(!self.may_derive.components || is_connected(self.view.layer(), &Query { start: exit, ..*self.query })?)
    }

    /// Searches from one exit after another, and keeps the cheapest path; of equally cheap ones, that of the exit which
    /// was found first.
    fn search_exits(
        &self,
        state: &mut LeavingUnderWay,
        progress: &mut Progress,
        slice: u32,
        scratch: &mut Scratch,
        mut expanded: Option<&mut Vec<Cell>>,
    ) -> Result<Option<Searched>, OutOfMemory> {
        let mut left = slice;
        let mut own_expanded = expanded.as_ref().map(|_| Vec::new());
        while let Stage::Exits(at, under_way) = state.stage
            && let Some(&exit) = scratch.leaving.exits.get(at)
        {
            if left == 0 {
                return Ok(None);
            }
            let Some(rest) = scratch.leaving.cell(exit).and_then(|exit| state.rest(self.query, exit)) else {
                return Ok(Some(Searched { end: End::TooDear, ..state.best }));
            };
            let limit = rest.max_expansions.unwrap_or(u32::MAX).saturating_sub(state.best.expansions);
            let max_cost = match state.best.end {
                End::Found(least) => Some(least.saturating_sub(1)),
                _ => rest.max_cost,
            };
            let before = under_way.map_or(0, |search| search.expansions);
            let until = limit.min(before.saturating_add(left));
            let rest = Query { max_cost, ..rest };
            let (searched, phase) = match rest.start == rest.goal {
                true => (there(rest.goal, scratch)?, None),
                false => {
                    let expanded = own_expanded.as_mut();
                    let (searched, phase) =
                        search(self.view, &rest, (under_way, until), self.may_derive, scratch, expanded)?;
                    (searched, Some(phase))
                }
            };
            left = left.saturating_sub(progress.count(searched.expansions, before));
            if let (End::LimitReached, Some(phase), true) = (searched.end, phase, searched.expansions < limit) {
                let search = UnderWay { is_patient: false, phase, expansions: searched.expansions };
                state.stage = Stage::Exits(at, Some(search));
                return Ok(None);
            }
            let best = &mut state.best;
            best.expansions = best.expansions.saturating_add(searched.expansions);
            if let (Some(all), Some(own)) = (&mut expanded, &mut own_expanded) {
                all.try_reserve(own.len())?;
                all.append(own);
            }
            match searched.end {
                End::LimitReached => {
                    let expansions = state.crossed.saturating_add(best.expansions);
                    return Ok(Some(Searched { expansions, ..searched }));
                }
                End::Found(cost) if !matches!(best.end, End::Found(least) if least <= cost) => {
                    (best.end, best.engine, state.best_exit) = (End::Found(cost), searched.engine, exit);
                    std::mem::swap(&mut scratch.corners, &mut scratch.leaving.best_corners);
                    if cost == 0 {
                        break;
                    }
                }
                End::Found(_) | End::NoPath | End::TooDear => {}
            }
            state.stage = Stage::Exits(at + 1, None);
        }
        std::mem::swap(&mut scratch.corners, &mut scratch.leaving.best_corners);
        if matches!(state.best.end, End::NoPath) && !self.may_derive.components {
            // Another exit may lead to the goal.
            state.best.end = if self.query.max_cost.is_some() { End::TooDear } else { End::LimitReached };
        }
        Ok(Some(Searched { expansions: state.crossed.saturating_add(state.best.expansions), ..state.best }))
    }

    fn search_partial(
        &self,
        state: &mut LeavingUnderWay,
        progress: &mut Progress,
        left: u32,
        scratch: &mut Scratch,
        expanded: Option<&mut Vec<Cell>>,
    ) -> Result<Option<Searched>, OutOfMemory> {
        let Stage::Partial(under_way) = state.stage else { return Ok(Some(state.best)) };
        let Some((_, exit, _)) = state.nearest else {
            return Ok(Some(Searched { expansions: state.crossed, ..there(self.query.start, scratch)? }));
        };
        if !self.may_derive.components {
            return Ok(Some(Searched { end: End::LimitReached, expansions: state.crossed, ..state.best }));
        }
        let Some(rest) = state.rest(self.query, exit) else {
            return Ok(Some(Searched { end: End::TooDear, ..state.best }));
        };
        let mut own_expanded = expanded.as_ref().map(|_| Vec::new());
        let under_way = (&mut *progress, under_way);
        let searched =
            search_partial(self.view, &rest, self.may_derive, under_way, left, scratch, own_expanded.as_mut())?;
        if let (Some(all), Some(mut own)) = (expanded, own_expanded) {
            all.try_reserve(own.len())?;
            all.append(&mut own);
        }
        match searched {
            None => {
                state.stage = Stage::Partial(progress.take_partial());
                Ok(None)
            }
            Some(found) => Ok(Some(Searched { expansions: state.crossed.saturating_add(found.expansions), ..found })),
        }
    }
}

impl LeavingMemory {
    fn cell(&self, node: u32) -> Option<Cell> {
        self.crossing.chain(node).next().map(|node| node.cell())
    }
}

/// The path of an agent that is already there.
fn there(cell: Cell, scratch: &mut Scratch) -> Result<Searched, OutOfMemory> {
    scratch.corners.clear();
    scratch.corners.try_reserve(1)?;
    scratch.corners.push(cell);
    Ok(Searched { end: End::Found(0), expansions: 0, engine: Engine::Auto })
}

/// The steps of a crossing from a cell of the map, and the cells to which they lead.
fn steps(layer: &Layer, rule: DiagonalRule, from: Cell) -> impl Iterator<Item = ((i32, i32), Cell)> + use<> {
    let (size, agent) = (layer.size(), i32::from(layer.walkable().kind().size));
    // The agent's lowest cells for which its square lies on the map.
    let (right, top) = (size.width as i32 - agent, size.height as i32 - agent);
    NEIGHBOR_OFFSETS.into_iter().filter_map(move |(dx, dy)| {
        let to = Cell::new(from.x + dx, from.y + dy);
        let is_on_map = to.x >= 0 && to.y >= 0 && to.x <= right.max(from.x) && to.y <= top.max(from.y);
        let is_allowed = rule != DiagonalRule::Never || !is_diagonal((dx, dy));
        (is_on_map && is_allowed).then_some(((dx, dy), to))
    })
}

/// Whether a path may go from a blocked cell of the map to another cell while it leaves an obstacle.
pub(super) fn is_crossing_step(layer: &Layer, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    steps(layer, rule, from).any(|(_, reached)| reached == to)
}

/// The whole path in the query's form: the crossing to an exit, and the path whose corners are in the scratch. Costs
/// are in units and in parts. Points of the other forms begin at the exit; each cell of the crossing is a point.
fn in_form<'a>(
    view: &AgentView,
    query: &Query,
    (exit, crossing, rest): (u32, u64, u64),
    Scratch { corners, points, leaving: LeavingMemory { crossing: nodes, cells, .. }, .. }: &'a mut Scratch,
) -> Result<Path<'a>, OutOfMemory> {
    cells.clear();
    let stays = corners.first() == Some(&query.start);
    for node in nodes.chain(exit).skip(1).filter(|_| !stays) {
        cells.try_reserve(1)?;
        cells.push(node.cell());
    }
    cells.reverse();
    let cost = crossing * PARTS_PER_UNIT + rest;
    if matches!(query.form, PathForm::Straightened | PathForm::AnyAngle) {
        let path = Path::new(corners, rest);
        let length = path.length() as usize;
        points.clear();
        points.try_reserve(length)?;
        points.resize(length, Cell::default());
        path.copy_to(points);
        let straight_steps = straighten::straighten(view, query.diagonal_rule, points);
        put_before(cells, points)?;
        let crossed = crossing as f64 / f64::from(query.costs.straight_units());
        return Ok(Path::of_straightened(points, cost, crossed + straight_steps));
    }
    put_before(cells, corners)?;
    if query.form == PathForm::WayPoints {
        straighten::keep_turns(corners);
        return Ok(Path::of_way_points(corners, cost));
    }
    Ok(Path::new(corners, cost))
}

fn put_before(cells: &[Cell], path: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
    path.try_reserve(cells.len())?;
    path.splice(0..0, cells.iter().copied());
    Ok(())
}
