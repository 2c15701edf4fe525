//! A* over the cells of a terrain, for searches in which entering a cell can cost extra.
//!
//! What a cell costs extra is known only to the search, so that no derived part fits: the canonical steps would prune
//! too much. Estimates still hold, because extra costs only add. Costs are 64-bit numbers: no path is too far.
//!
//! Of open cells the search takes the one with the smallest f, then the one with the smaller estimate, then the one
//! that was reached later. The estimate is consistent, so that a closed cell stays closed.

use super::TerrainOutcome;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{CellWeights, TerrainEstimate, TerrainLandmarks};
use crate::movement::is_diagonal;
use crate::search::open_list::OpenList;
use crate::search::query::Query;
use crate::search::record::Record;

/// Stands for no node.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// In 1/128 of a unit of the step costs.
    g: u64,
    cell: Cell,
    parent: u32,
    is_closed: bool,
}

/// The memory of these searches, kept from one to the next.
#[derive(Debug, Default)]
pub(in crate::search) struct ExtraCostMemory {
    nodes: Vec<Node>,
    /// By padded slot, the number of the cell's node + 1; 0 for a cell that was not reached.
    numbers: Vec<u32>,
    /// The slots that are not 0.
    reached: Vec<u32>,
    open: OpenList,
}

impl ExtraCostMemory {
    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        let numbers = (self.numbers.capacity() + self.reached.capacity()) * size_of::<u32>();
        self.nodes.capacity() * size_of::<Node>() + numbers + self.open.bytes()
    }

    fn begin(&mut self, slots: usize) -> Result<(), OutOfMemory> {
        for slot in self.reached.drain(..) {
            self.numbers[slot as usize] = 0;
        }
        self.nodes.clear();
        self.open.clear();
        if self.numbers.len() < slots {
            self.numbers = Vec::new();
            self.numbers = zeroed(slots)?;
        }
        Ok(())
    }

    fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve(additional)?;
        self.reached.try_reserve(additional)?;
        Ok(self.open.reserve(additional)?)
    }

    /// Records a way to a cell, unless a way that is as cheap is known. There must be room.
    #[inline(always)]
    fn reach(&mut self, slot: usize, node: Node, estimate: impl FnOnce() -> u32) {
        let number = match self.numbers[slot] {
            0 => {
                self.nodes.push(node);
                self.reached.push(slot as u32);
                self.numbers[slot] = self.nodes.len() as u32;
                self.nodes.len() as u32 - 1
            }
            number => {
                let known = &mut self.nodes[number as usize - 1];
                if known.g <= node.g {
                    return;
                }
                *known = node;
                number - 1
            }
        };
        let h = estimate();
        self.open.push(node.g.saturating_add(u64::from(h)), h, number);
    }
}

/// Finds an optimal path where entering a cell costs `extra` more, in 1/128 of a unit of the step costs. Start and goal
/// are different cells of the map, and the goal is walkable. Landmarks that do not apply to the rule are not used.
///
/// Writes the cells of the path to the record's corners, from the goal to the start, and counts its expansions up from
/// 0.
pub(in crate::search) fn find_with_extra_costs(
    weights: &CellWeights,
    landmarks: Option<&TerrainLandmarks>,
    extra: impl Fn(Cell) -> u64,
    query: &Query,
    memory: &mut ExtraCostMemory,
    record: &mut Record,
) -> Result<TerrainOutcome, OutOfMemory> {
    let rule = query.diagonal_rule;
    debug_assert!(weights.has_costs(&query.costs));
    let estimate = TerrainEstimate::new(weights, landmarks, rule, query.goal);
    let limit = query.max_expansions.unwrap_or(u32::MAX);
    let lengths = NEIGHBOR_OFFSETS.map(|step| {
        u64::from(if is_diagonal(step) { weights.diagonal() } else { weights.straight() })
            * u64::from(weights.divisor())
    });
    memory.begin(weights.weights().len())?;
    memory.reserve(1)?;
    let start = Node { g: 0, cell: query.start, parent: NONE, is_closed: false };
    memory.reach(weights.slot(query.start), start, || 0);
    loop {
        memory.reserve(NEIGHBOR_OFFSETS.len())?;
        let Some(number) = memory.open.pop() else { return Ok(TerrainOutcome::NoPath) };
        let node = &mut memory.nodes[number as usize];
        // An outdated entry: the cell was improved, and its better entry came before.
        if std::mem::replace(&mut node.is_closed, true) {
            continue;
        }
        let node = *node;
        if node.cell == query.goal {
            write_path(memory, number, record.corners)?;
            return Ok(TerrainOutcome::Found(node.g));
        }
        if record.expansions == limit {
            return Ok(TerrainOutcome::LimitReached);
        }
        if let Some(expanded) = &mut record.expanded {
            expanded.try_reserve(1)?;
            expanded.push(node.cell);
        }
        record.expansions += 1;
        let from = weights.slot(node.cell);
        // Only the start can be blocked.
        let own = match weights.weight(from) {
            0 => u64::from(weights.blocked_start()),
            weight => u64::from(weight),
        };
        let mut legal = rule.legal_neighbors()[weights.walkable_around(from)];
        while legal != 0 {
            let neighbor = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let (dx, dy) = NEIGHBOR_OFFSETS[neighbor];
            let cell = Cell::new(node.cell.x + dx, node.cell.y + dy);
            let slot = weights.slot(cell);
            let cost = lengths[neighbor] * (own + u64::from(weights.weight(slot)));
            let g = node.g.saturating_add(cost).saturating_add(extra(cell));
            memory.reach(slot, Node { g, cell, parent: number, is_closed: false }, || estimate.from(cell));
        }
    }
}

/// Writes the cells from a node back to the start.
fn write_path(memory: &ExtraCostMemory, node: u32, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
    cells.clear();
    let mut next = memory.nodes.get(node as usize);
    while let Some(node) = next {
        cells.try_reserve(1)?;
        cells.push(node.cell);
        next = memory.nodes.get(node.parent as usize);
    }
    Ok(())
}
