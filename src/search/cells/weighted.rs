//! A* over the cells of a terrain, with or without penalties, by a bucket queue.
//!
//! The search reads what each cell charges and needs nothing else. What is derived from the map knows of no penalties,
//! because a game changes them all at once. Estimates hold nevertheless: penalties only add to the costs that the
//! octile distance and landmarks know.
//!
//! Where the walkable ones of 3 x 3 cells all weigh the same, the search tries only the steps that a jump-point search
//! tries on uniform ground (`index/terrain/canonical.rs` has the proof), which saves most of the work on plains.
//!
//! Costs are 32-bit numbers, as in the search over jumps, a cell that is reached by a cheaper way is expanded again,
//! the goal is never a node, and ties go to the cell that was reached last in its bucket of the open list.

use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, CellCharges, CellWeights, Engine, LandmarkEstimate, Octile, TerrainLandmarks};
use crate::movement::{ANY_ARRIVAL, CONTINUED, DIRECTIONS, DiagonalRule, is_diagonal};
use crate::search::bound::Bound;
use crate::search::engine::{Progress, RunningEngine, Slice};
use crate::search::query::Query;
use crate::search::record::Record;
use crate::search::terrain::landmarks_of;
use crate::search::terrain::memory::{TerrainMemory, TerrainNode};
use crate::search::way::write_way;

/// Runs a slice of a search for an optimal path over the cells of the agent's terrain. Also tells which engine answers.
/// Start and goal are different cells of the map, and the goal is walkable.
#[inline(never)]
#[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
pub(in crate::search) fn find_over_cells(
    view: &AgentView,
    query: &Query,
    with_landmarks: bool,
    memory: &mut TerrainMemory,
    slice: Slice,
) -> Result<(Progress, Engine), OutOfMemory> {
    let charges = view.charges().expect("only agents with charges come here");
    let landmarks = landmarks_of(view, query, with_landmarks)?;
    let progress = match CellSearch::new(charges, landmarks, query, memory) {
        Some(search) => slice.run(search)?,
        None => Progress::TooFar,
    };
    Ok((progress, if landmarks.is_some() { Engine::Landmarks } else { Engine::AStar }))
}

/// A search for an optimal path. Costs are counted in a number of parts, the unit of `charges`.
struct CellSearch<'a> {
    charges: CellCharges<'a>,
    weights: &'a CellWeights,
    query: &'a Query,
    memory: &'a mut TerrainMemory,
    estimate: CellEstimate<'a>,
}

/// Lower bound of the cost of a path.
struct CellEstimate<'a> {
    octile: Octile,
    told: Option<LandmarkEstimate<'a>>,
    scale: u32,
}

impl CellEstimate<'_> {
    #[inline(always)]
    fn from(&self, cell: Cell, slot: usize) -> u32 {
        let octile = self.octile.from(cell.x, cell.y);
        self.told.as_ref().map_or(octile, |told| octile.max(told.from(slot))).saturating_mul(self.scale)
    }
}

impl<'a> CellSearch<'a> {
    /// Start and goal are different cells of the map, and the goal is walkable. Landmarks that do not apply to the
    /// query's rule are not used. Nothing if costs may come near 2^32.
    fn new(
        charges: CellCharges<'a>,
        landmarks: Option<&'a TerrainLandmarks>,
        query: &'a Query,
        memory: &'a mut TerrainMemory,
    ) -> Option<Self> {
        let (weights, rule) = (charges.multipliers(), query.diagonal_rule);
        let dearest = 2 * u64::from(weights.diagonal()) * u64::from(charges.most() / charges.unit());
        let octile = Octile::new(weights, rule, query.goal).filter(|_| dearest < 1 << 31)?;
        let told = landmarks.and_then(|told| LandmarkEstimate::new(told, weights, rule, query.goal));
        let told =
            told.filter(|told| pays(told.from(weights.slot(query.start)), octile.from(query.start.x, query.start.y)));
        let (scale, _) = charges.factors();
        Some(Self { charges, weights, query, memory, estimate: CellEstimate { octile, told, scale } })
    }
}

impl RunningEngine for CellSearch<'_> {
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        let Self { charges, weights, query, memory, estimate } = self;
        let start = weights.slot(query.start);
        let first = if weights.weight(start) == 0 { 0 } else { estimate.from(query.start, start) };
        let step = u64::from(2 * weights.straight()) * u64::from(weights.least()) * u64::from(estimate.scale);
        memory.begin(weights.weights().len(), first, u32::try_from(step).unwrap_or(u32::MAX))?;
        memory.put(start, 0, TerrainNode::new(query.start, 0, 0, ANY_ARRIVAL), first)?;
        memory.bound = Bound::new(u32::MAX, query.max_cost.map(|most| most / u64::from(charges.unit())));
        // The search ends at once if the start is cut.
        memory.bound.cut = first >= memory.bound.best;
        Ok(())
    }

    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        let Self { charges, weights, query, memory, estimate } = self;
        let (unit, factors, goal) = (charges.unit(), charges.factors(), weights.slot(query.goal));
        let width = weights.size().width as usize;
        // By direction, the differences of padded slots and of row indexes.
        let offsets = DIRECTIONS.map(|step| weights.slot_step(step));
        let steps = DIRECTIONS.map(|(dx, dy)| dy as isize * width as isize + dx as isize);
        let lengths = [weights.straight(), weights.diagonal()];
        let lengths = DIRECTIONS.map(|step| lengths[usize::from(is_diagonal(step))]);
        let successors = query.diagonal_rule.successors();
        // Two straight steps may cost as much as a diagonal one that passes between two obstacles.
        let prunes = !charges.has_penalties() && weights.diagonal() < 2 * weights.straight();
        let arrivals = canonical_arrivals(query.diagonal_rule);
        while let Some(entry) = memory.next() {
            if record.expansions == record.limit {
                memory.put_back(entry);
                return Ok(Progress::Paused);
            }
            let (_, number) = entry;
            let from = memory.table.node_mut(number);
            from.is_closed = true;
            let (g, cell, arrival) = (from.g, from.cell(), usize::from(from.arrival));
            record.expand(|| cell)?;
            let slot = weights.slot(cell);
            let index = cell.y as usize * width + cell.x as usize;
            let leaving = charges.of(cell) / unit;
            let (around, are_alike) = weights.alike_around(slot);
            let mut legal = successors[if prunes && are_alike { arrivals[arrival] } else { ANY_ARRIVAL }][around];
            // After a step from a blocked start nothing is pruned.
            let is_blocked = around >> 4 & 1 == 0;
            while legal != 0 {
                let direction = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let to = Cell::new(cell.x + DIRECTIONS[direction].0, cell.y + DIRECTIONS[direction].1);
                let slot = slot.wrapping_add_signed(offsets[direction]);
                let entering = charges.in_units(slot, index.wrapping_add_signed(steps[direction]), factors);
                let g = g.saturating_add(lengths[direction] * (leaving + entering));
                if slot == goal {
                    memory.bound.offer(g, number);
                    continue;
                }
                let (known, known_g) = memory.table.known(slot);
                if known_g <= g {
                    memory.bound.cut |= g == u32::MAX;
                    continue;
                }
                let f = g.saturating_add(estimate.from(to, slot));
                if f >= memory.bound.best {
                    memory.bound.leave_out();
                    continue;
                }
                let arrival = if is_blocked { ANY_ARRIVAL } else { direction };
                memory.put(slot, known, TerrainNode::new(to, g, number, arrival), f)?;
            }
        }
        Ok(memory.bound.end(unit))
    }

    /// Every cell of the path is a corner.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        write_way(&self.memory.table, false, (self.query.goal, self.memory.bound.parent), corners)
    }
}

/// By arrival, the entry of [`DiagonalRule::successors`] with all canonical steps. After a diagonal step these are the
/// steps with which a diagonal jump goes on.
fn canonical_arrivals(rule: DiagonalRule) -> [usize; 9] {
    let mut arrivals = std::array::from_fn(|arrival| arrival);
    for (number, diagonal) in rule.diagonals().iter().enumerate() {
        arrivals[diagonal.direction] = CONTINUED + number;
    }
    arrivals
}

/// Whether landmarks tell so much more of the start than the octile distance that their cache misses pay.
fn pays(told: u32, octile: u32) -> bool {
    told / 17 >= octile / 16
}
