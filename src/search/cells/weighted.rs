//! Squares whose charges are multipliers and penalties, for optimal paths by the octile distance and landmarks.
//!
//! The search reads what each cell charges and needs nothing else. What is derived from the map knows of no penalties,
//! because a game changes them all at once. Estimates hold nevertheless: penalties only add to the costs that the
//! octile distance and landmarks know.
//!
//! Where the walkable ones of 3 x 3 cells all weigh the same, the search tries only the steps that a jump-point search
//! tries on uniform ground (`index/terrain/canonical.rs` has the proof), which saves most of the work on plains.

use super::ground::Ground;
use super::open_cells::Step;
use super::open_cells::{CellReached, OpenCells, Taken};
use super::search::CellSearch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, CellCharges, CellWeights, Engine, LandmarkEstimate, TerrainLandmarks, Walls};
use crate::movement::{ANY_ARRIVAL, CONTINUED, DIRECTIONS, DiagonalRule, StepsLeft, Successors, is_diagonal};
use crate::search::bound::Bound;
use crate::search::engine::{Progress, Slice};
use crate::search::query::Query;
use crate::search::terrain::landmarks_of;
use crate::search::terrain::memory::{TerrainMemory, terrain_node};
use crate::search::way::{WayNode, write_way};

/// Runs a slice of a search for an optimal path over the cells of the agent's terrain. Also tells which engine answers.
/// Start and goal are different cells of the map, and the goal is walkable.
#[inline(never)]
#[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
pub(in crate::search) fn find_over_cells(
    view: &AgentView,
    query: &Query,
    with_landmarks: bool,
    open: &mut TerrainMemory,
    slice: Slice,
) -> Result<(Progress, Engine), OutOfMemory> {
    let charges = view.charges().expect("only agents with charges come here");
    let landmarks = landmarks_of(view, query, with_landmarks)?;
    let walls = view.layer().walkable().walls();
    let progress = match WeightedGround::new(charges, landmarks, walls, query) {
        Some(ground) => slice.run(CellSearch::new(ground, open))?,
        None => Progress::TooFar,
    };
    Ok((progress, if landmarks.is_some() { Engine::Landmarks } else { Engine::AStar }))
}

/// The goal is never a node: a step to it offers a path, and the best cost so far bounds what waits. A cell that is
/// reached by a cheaper way is expanded again.
impl OpenCells for TerrainMemory {
    type Cost = u32;

    #[inline(always)]
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        self.nodes.reserve(DIRECTIONS.len())
    }

    #[inline(always)]
    fn take(&mut self) -> Option<Taken<u32>> {
        let (f, number) = self.next()?;
        let node = self.nodes.table.node_mut(number);
        node.closed = true;
        let (cell, g, arrival) = (node.cell(), node.g, node.arrival.into());
        Some(Taken { cell, index: self.slot(cell), g, arrival, number, f })
    }

    #[cold]
    fn put_back(&mut self, taken: &Taken<u32>) {
        self.nodes.table.node_mut(taken.number).closed = false;
        self.put_back((taken.f, taken.number));
    }

    #[inline(always)]
    fn reach(&mut self, from: &Taken<u32>, step: &Step<u32>, estimate: impl Fn() -> u32) -> CellReached {
        let g = from.g.saturating_add(step.cost);
        if step.index == self.goal {
            self.nodes.bound.offer(g, from.number);
            return CellReached::Kept;
        }
        let (known, known_g) = self.nodes.table.known(step.index);
        if known_g <= g {
            self.nodes.bound.cut |= g == u32::MAX;
            return CellReached::Kept;
        }
        let f = g.saturating_add(estimate());
        if self.nodes.bound.leaves_out(f) {
            return CellReached::Kept;
        }
        self.put_reserved(step.index, known, terrain_node(step.to, g, from.number, step.arrival), f);
        if known == 0 { CellReached::Added } else { CellReached::Improved }
    }

    fn end(&self) -> Progress {
        self.nodes.bound.end(1)
    }

    fn write_way(&self, goal: Cell, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        write_way(&self.nodes.table, false, (goal, self.nodes.bound.parent), cells)
    }
}

/// Weighted squares. Costs are counted in a number of parts, the unit of `charges`.
struct WeightedGround<'a> {
    charges: CellCharges<'a>,
    weights: &'a CellWeights,
    query: &'a Query,
    octile: StepsLeft,
    told: Option<LandmarkEstimate<'a>>,
    /// Charges of a weight of 1 and of a penalty of 1, and parts in a unit of cost.
    factors: (u32, u32),
    unit: u32,
    /// By direction, the differences of padded slots and of row indexes, and the length.
    offsets: [isize; 8],
    row_steps: [isize; 8],
    lengths: [u32; 8],
    successors: &'static Successors,
    walls: Option<&'a Walls>,
    /// By arrival, the entry of `successors` with the steps to try where cells are alike.
    arrivals: [usize; 9],
}

impl<'a> WeightedGround<'a> {
    /// Start and goal are different cells of the map, and the goal is walkable. Landmarks that do not apply to the
    /// query's rule are not used. Nothing if costs may come near 2^32.
    fn new(
        charges: CellCharges<'a>,
        landmarks: Option<&'a TerrainLandmarks>,
        walls: Option<&'a Walls>,
        query: &'a Query,
    ) -> Option<Self> {
        let (weights, rule) = (charges.multipliers(), query.diagonal_rule);
        let dearest = 2 * u64::from(weights.diagonal()) * u64::from(charges.most() / charges.unit());
        let octile = weights.octile(rule, query.goal).filter(|_| dearest < 1 << 31)?;
        let told = landmarks.and_then(|told| LandmarkEstimate::new(told, weights, rule, query.goal));
        let told = told.filter(|told| pays(told.from(weights.slot(query.start)), octile.from(query.start)));
        let width = weights.size().width as isize;
        // Two straight steps may cost as much as a diagonal one that passes between two obstacles.
        let prunes = !charges.has_penalties() && weights.diagonal() < 2 * weights.straight();
        Some(Self {
            charges,
            weights,
            query,
            octile,
            told,
            factors: charges.factors(),
            unit: charges.unit(),
            offsets: DIRECTIONS.map(|step| weights.slot_step(step)),
            row_steps: DIRECTIONS.map(|(dx, dy)| dy as isize * width + dx as isize),
            lengths: DIRECTIONS.map(|step| if is_diagonal(step) { weights.diagonal() } else { weights.straight() }),
            successors: rule.successors(),
            walls,
            arrivals: if prunes { canonical_arrivals(rule) } else { [ANY_ARRIVAL; 9] },
        })
    }

    #[inline(always)]
    fn estimate_from(&self, cell: Cell, slot: usize) -> u32 {
        let octile = self.octile.from(cell);
        self.told.as_ref().map_or(octile, |told| octile.max(told.from(slot))).saturating_mul(self.factors.0)
    }
}

/// A cell that is left by a step.
struct LeftSquare {
    cell: Cell,
    slot: usize,
    row_index: usize,
    /// Charge of the cell.
    charge: u32,
    /// Nothing is pruned after a step from a blocked start.
    is_blocked: bool,
}

impl Ground for WeightedGround<'_> {
    type Open = TerrainMemory;

    type From = LeftSquare;

    fn begin(&self, open: &mut TerrainMemory) -> Result<(), OutOfMemory> {
        let Self { weights, query, .. } = self;
        let start = weights.slot(query.start);
        let first = if weights.weight(start) == 0 { 0 } else { self.estimate_from(query.start, start) };
        let cheapest = u64::from(2 * weights.straight()) * u64::from(weights.least()) * u64::from(self.factors.0);
        open.begin(weights, first, u32::try_from(cheapest).unwrap_or(u32::MAX))?;
        open.put(start, 0, terrain_node(query.start, 0, 0, ANY_ARRIVAL), first)?;
        open.nodes.bound = Bound::new(u32::MAX, query.max_cost.map(|most| most / u64::from(self.unit)));
        // The search ends at once if the start is cut.
        open.nodes.bound.cut = first >= open.nodes.bound.best;
        open.goal = weights.slot(query.goal);
        Ok(())
    }

    #[inline(always)]
    fn goal(&self) -> Cell {
        self.query.goal
    }

    #[inline(always)]
    fn leave(&self, &Taken { cell, index: slot, arrival, .. }: &Taken<u32>) -> (u8, LeftSquare) {
        let (around, are_alike) = self.weights.alike_around(slot);
        let arrival = if are_alike { self.arrivals[arrival] } else { ANY_ARRIVAL };
        let steps = match self.walls.and_then(|walls| walls.around(cell)) {
            None => self.successors[arrival][around],
            Some(closed) => self.query.diagonal_rule.successors_between(arrival, around, &closed),
        };
        let row_index = cell.y as usize * self.weights.size().width as usize + cell.x as usize;
        let charge = self.charges.of(cell) / self.unit;
        (steps, LeftSquare { cell, slot, row_index, charge, is_blocked: around >> 4 & 1 == 0 })
    }

    #[inline(always)]
    fn step(&self, from: &LeftSquare, direction: usize) -> Step<u32> {
        let (dx, dy) = DIRECTIONS[direction];
        let to = Cell::new(from.cell.x + dx, from.cell.y + dy);
        let index = from.slot.wrapping_add_signed(self.offsets[direction]);
        let row_index = from.row_index.wrapping_add_signed(self.row_steps[direction]);
        let charge = self.charges.in_units(index, row_index, self.factors);
        let cost = self.lengths[direction] * (from.charge + charge);
        Step { to, index, cost, arrival: if from.is_blocked { ANY_ARRIVAL } else { direction } }
    }

    #[inline(always)]
    fn estimate(&self, _: &LeftSquare, _: usize, step: &Step<u32>) -> u32 {
        self.estimate_from(step.to, step.index)
    }

    fn parts(&self) -> u64 {
        self.unit.into()
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
