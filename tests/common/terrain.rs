//! Costs of cells, as the header defines them, and a slow reference search over them: Dijkstra's algorithm over all
//! cells in exact integers. It shares no code with the library. `path_check` defines the legal steps.
//!
//! Costs are counted in parts, 3200 of which make a unit of the rounded step costs: a multiplier of 1 is 1600, and a
//! step adds the weights of both its cells.

use super::cell_map::CellMap;
use super::path_check::{check_path, step_is_legal};
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// The weight of a multiplier of 1.
pub const ONE: u64 = 1600;

/// Parts in a unit of the rounded step costs.
pub const PARTS_PER_UNIT: u64 = 2 * ONE;

/// Weight of a penalty of 1, which is 1 / 16 of a straight step.
const PENALTY: u64 = ONE / 16;

/// The cell types and penalties of a map, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    pub width: i32,
    pub height: i32,
    pub types: Vec<u8>,
    pub penalties: Vec<u8>,
    /// Blocked for every agent, whatever the type.
    pub covered: Vec<bool>,
}

impl Terrain {
    /// A map of cells of type 0, without penalties.
    pub fn new(width: u32, height: u32) -> Self {
        let cells = width as usize * height as usize;
        let (types, penalties, covered) = (vec![0; cells], vec![0; cells], vec![false; cells]);
        Self { width: width as i32, height: height as i32, types, penalties, covered }
    }

    pub fn of_map(map: &CellMap) -> Self {
        Self { types: map.cell_types(), ..Self::new(map.width() as u32, map.height() as u32) }
    }

    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// The row index of a cell.
    pub fn index(&self, cell: Cell) -> usize {
        assert!(self.contains(cell), "{cell:?} lies outside the map");
        (cell.y * self.width + cell.x) as usize
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }
}

/// Types in hexadecimal, row by row, then penalties if there are any.
impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |name: &str, bytes: &[u8]| {
            writeln!(f, "{name}, {} x {}", self.width, self.height)?;
            for row in bytes.chunks(self.width as usize) {
                let drawn: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
                writeln!(f, "{}", drawn.join(" "))?;
            }
            Ok(())
        };
        write("types", &self.types)?;
        if self.penalties.iter().any(|&penalty| penalty > 0) { write("penalties", &self.penalties) } else { Ok(()) }
    }
}

/// The model of a profile.
#[derive(Clone, PartialEq)]
pub struct ProfileModel {
    /// By cell type, the multiplier in 1/1600; 0 for a blocked type.
    pub weights: [u64; 256],
    /// By cell type, the factor by which the multiplier was rounded up.
    pub excess: [f64; 256],
    /// Whether a step counts the cell that it enters alone.
    pub charges_entered: bool,
}

impl Default for ProfileModel {
    /// A new profile, which is also what queries without a profile have.
    fn default() -> Self {
        let mut weights = [ONE; 256];
        weights[1] = 0;
        Self { weights, excess: [1.0; 256], charges_entered: false }
    }
}

impl ProfileModel {
    /// Sets the multiplier of a type; 0 blocks it.
    pub fn set(&mut self, cell_type: usize, multiplier: f64) {
        let weight = Self::rounded(multiplier);
        self.weights[cell_type] = weight;
        let factor = if weight == 0 { 1.0 } else { weight as f64 / ONE as f64 / multiplier };
        self.excess[cell_type] = factor.max(1.0);
    }

    /// The weight that a multiplier is rounded to: a multiple of 1/64 to itself, others to the nearest multiple of
    /// 1/100.
    pub fn rounded(multiplier: f64) -> u64 {
        if (multiplier * 64.0).fract() == 0.0 {
            return (multiplier * ONE as f64) as u64;
        }
        16 * ((multiplier * 100.0 + 0.5).floor() as u64).max(1)
    }

    /// The least weight of a type that is not blocked; 1600 if all are.
    pub fn least(&self) -> u64 {
        self.weights.iter().copied().filter(|&weight| weight > 0).min().unwrap_or(ONE)
    }
}

/// Runs of equal weights, so that a failure can show the profile.
impl fmt::Debug for ProfileModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [1600ths:", if self.charges_entered { "entered" } else { "mean" })?;
        let mut first = 0;
        for run in self.weights.chunk_by(|one, other| one == other) {
            write!(f, " {first}..{} {}", first + run.len(), run[0])?;
            first += run.len();
        }
        write!(f, "]")
    }
}

/// The model of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentModel {
    pub profile: ProfileModel,
    pub size: u32,
    pub ignores_penalties: bool,
}

impl Default for AgentModel {
    fn default() -> Self {
        Self { profile: ProfileModel::default(), size: 1, ignores_penalties: false }
    }
}

/// A map as an agent sees it: the anchors at which the agent can stand, and what it pays at each cell.
#[derive(Clone, Debug)]
pub struct AgentMap {
    /// Walkable where the agent can stand.
    pub stands: CellMap,
    /// By row index; where the agent can't stand, what it pays at a start.
    weights: Vec<u64>,
    charges_entered: bool,
    /// The factor by which a multiplier was rounded up at the most.
    pub excess: f64,
}

impl AgentMap {
    pub fn new(terrain: &Terrain, agent: &AgentModel) -> Self {
        let mut stands = CellMap::new(terrain.width as u32, terrain.height as u32);
        let mut weights = Vec::new();
        for anchor in terrain.cells() {
            let (mut is_blocked, mut multiplier, mut penalty) = (false, 0, 0);
            for (dx, dy) in (0..agent.size as i32).flat_map(|dy| (0..agent.size as i32).map(move |dx| (dx, dy))) {
                let cell = Cell::new(anchor.x + dx, anchor.y + dy);
                if !terrain.contains(cell) {
                    is_blocked = true;
                    continue;
                }
                let index = terrain.index(cell);
                let weight = agent.profile.weights[usize::from(terrain.types[index])];
                is_blocked |= weight == 0 || terrain.covered[index];
                multiplier = multiplier.max(weight);
                penalty = penalty.max(u64::from(terrain.penalties[index]));
            }
            stands.set_obstacle(anchor, is_blocked);
            let multiplier = if is_blocked { agent.profile.least() } else { multiplier };
            weights.push(multiplier + if agent.ignores_penalties { 0 } else { penalty * PENALTY });
        }
        let excess = agent.profile.excess.iter().fold(1.0, |most: f64, &excess| most.max(excess));
        Self { stands, weights, charges_entered: agent.profile.charges_entered, excess }
    }

    /// The map as queries without a profile see it.
    pub fn plain(map: CellMap) -> Self {
        let weights = vec![ONE; (map.width() * map.height()) as usize];
        Self { stands: map, weights, charges_entered: false, excess: 1.0 }
    }

    /// Charge of a cell for the agent, in 1/1600.
    pub fn weight(&self, cell: Cell) -> u64 {
        self.weights[self.stands.index(cell)]
    }

    /// Cost of a step between neighbors in parts.
    pub fn step_parts(&self, from: Cell, to: Cell, costs: &StepCosts) -> u128 {
        let is_straight = from.x == to.x || from.y == to.y;
        let length = if is_straight { costs.straight_units() } else { costs.diagonal_units() };
        let (left, entered) = (self.weights[self.stands.index(from)], self.weights[self.stands.index(to)]);
        u128::from(length) * u128::from(if self.charges_entered { 2 * entered } else { left + entered })
    }

    /// The legal steps from a cell, with their costs in parts.
    pub fn legal_steps<'a>(
        &'a self,
        from: Cell,
        rule: DiagonalRule,
        costs: &'a StepCosts,
    ) -> impl Iterator<Item = (Cell, u128)> + use<'a> {
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
            .into_iter()
            .map(move |(dx, dy)| Cell::new(from.x + dx, from.y + dy))
            .filter(move |&to| step_is_legal(&self.stands, from, to, rule))
            .map(move |to| (to, self.step_parts(from, to, costs)))
    }

    /// The cost in parts of an optimal path to each cell, row by row. With a `goal` the search ends at the goal, and
    /// costlier cells are not exact.
    pub fn costs_from(
        &self,
        start: Cell,
        rule: DiagonalRule,
        costs: &StepCosts,
        goal: Option<Cell>,
    ) -> Vec<Option<u128>> {
        let mut best = vec![None; self.weights.len()];
        if !self.stands.contains(start) {
            return best;
        }
        best[self.stands.index(start)] = Some(0);
        let mut waiting = BinaryHeap::from([Reverse((0_u128, start))]);
        while let Some(Reverse((cost, from))) = waiting.pop() {
            if Some(from) == goal {
                return best;
            }
            if best[self.stands.index(from)] != Some(cost) {
                continue;
            }
            for (to, step) in self.legal_steps(from, rule, costs) {
                let known = &mut best[self.stands.index(to)];
                if known.is_none_or(|known| cost + step < known) {
                    *known = Some(cost + step);
                    waiting.push(Reverse((cost + step, to)));
                }
            }
        }
        best
    }

    /// The cost of a path in parts, or the reason why the path is wrong: its ends, or an illegal step.
    pub fn check_path(
        &self,
        (start, goal): (Cell, Cell),
        rule: DiagonalRule,
        costs: &StepCosts,
        path: &[Cell],
    ) -> Result<u128, String> {
        check_path(&self.stands, start, goal, rule, path)?;
        Ok(path.windows(2).map(|step| self.step_parts(step[0], step[1], costs)).sum())
    }
}

/// Converts parts to the scale of `costs`.
pub fn cost_of_parts(parts: u128, costs: &StepCosts) -> f64 {
    parts as f64 / PARTS_PER_UNIT as f64 * costs.straight() / f64::from(costs.straight_units())
}
