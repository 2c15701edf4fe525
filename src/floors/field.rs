//! Fields over floors: what paths from all cells of all floors to the nearest of some goals cost, and where they go.

use super::floor_view::FloorState;
use super::links::FloorCell;
use super::path::FloorStep;
use super::view::FloorsView;
use crate::OutOfMemory;
use crate::field::Field;
use crate::grid::GridSize;
use crate::movement::StepCosts;
use crate::search::Query;
use crate::sorting::sort_by_key;
use crate::try_arc::TryArc;

/// Next place of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorFieldStep {
    /// The place.
    pub at: FloorCell,
    /// The link that leads there; 0 for a step, and at a goal.
    pub link: u32,
    /// The cost of the path from the cell that was asked about, in parts.
    pub cost: u64,
}

/// A cell of a floor at which a path may end or leave the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Exit {
    pub(super) cell: (i32, i32),
    /// The rest of the path from there, in parts.
    pub(super) left: u64,
    /// The link that is taken, and where it leads; 0 at a goal.
    pub(super) link: u32,
    pub(super) to: FloorCell,
}

/// The field of one floor.
#[derive(Clone, Debug)]
pub(super) struct FloorPart {
    pub(super) state: FloorState,
    pub(super) size: GridSize,
    /// By (y, x), each cell once.
    pub(super) exits: Vec<Exit>,
    pub(super) field: TryArc<Field>,
}

/// A field over floors, which shows one state of all of them.
#[derive(Debug)]
pub struct FloorField {
    pub(super) goals: Vec<FloorCell>,
    /// Number of changes to floors and links.
    pub(super) plan: u64,
    pub(super) costs: StepCosts,
    /// In parts.
    pub(super) max_cost: Option<u64>,
    /// `None` for a floor without a map.
    pub(super) parts: Vec<Option<FloorPart>>,
}

impl FloorField {
    /// Number of changes to floors and links that the field shows.
    pub fn plan(&self) -> u64 {
        self.plan
    }

    /// The goals, in order, each once.
    pub fn goals(&self) -> &[FloorCell] {
        &self.goals
    }

    /// The costs of steps.
    pub fn costs(&self) -> &StepCosts {
        &self.costs
    }

    /// Number of floors.
    pub fn floor_count(&self) -> u32 {
        self.parts.len() as u32
    }

    /// The size of a floor; `None` if there is no such floor or it has no map.
    pub fn size(&self, floor: u32) -> Option<GridSize> {
        Some(self.part(floor)?.size)
    }

    /// The field of a floor. Its costs are those of the floors, and where its paths end, [`next`](Self::next) goes on.
    pub fn of_floor(&self, floor: u32) -> Option<&TryArc<Field>> {
        self.part(floor).map(|part| &part.field)
    }

    /// Whether this is the field of some goals by a query, in the state that a view sees.
    pub fn shows(&self, plan: u64, view: &FloorsView, legs: &Query, goals: &[FloorCell]) -> bool {
        let is_alike = |floor: u32| self.part(floor).map(|part| part.state) == view.floor(floor).map(|seen| seen.state);
        self.plan == plan
            && self.goals == goals
            && (self.costs, self.max_cost) == (legs.costs, legs.max_cost)
            && self.parts.len() == view.floor_count()
            && (0..self.floor_count()).all(is_alike)
    }

    fn part(&self, floor: u32) -> Option<&FloorPart> {
        self.parts.get(floor as usize)?.as_ref()
    }

    /// The cost in parts of an optimal path from a cell to the nearest goal; `None` if none is within the limit.
    pub fn cost(&self, at: FloorCell) -> Option<u64> {
        let cost = self.part(at.floor)?.field.cost(at.cell)?;
        Some(cost).filter(|&cost| self.max_cost.is_none_or(|most| cost <= most))
    }

    /// The next place of the path from a cell: a step, or the other end of a link. The cell itself at a goal. `None`
    /// without a path.
    pub fn next(&self, at: FloorCell) -> Option<FloorFieldStep> {
        let cost = self.cost(at)?;
        let part = self.part(at.floor)?;
        let step = part.field.next(at.cell)?;
        if step.cell != at.cell {
            return Some(FloorFieldStep { at: FloorCell { floor: at.floor, cell: step.cell }, link: 0, cost });
        }
        let exit = part.exits.binary_search_by_key(&(at.cell.y, at.cell.x), |exit| exit.cell).ok();
        Some(match exit.map(|place| &part.exits[place]) {
            Some(exit) if exit.link != 0 => FloorFieldStep { at: exit.to, link: exit.link, cost },
            _ => FloorFieldStep { at, link: 0, cost },
        })
    }

    /// Calls `visit` with the places of the path from a cell to its goal, both ends included.
    pub fn walk(&self, start: FloorCell, mut visit: impl FnMut(FloorStep)) {
        let mut at = start;
        let Some(mut next) = self.next(at) else { return };
        visit(FloorStep::new(at.floor, at.cell, 0));
        // Costs fall with each step, but for what the costs of links are rounded.
        let mut most: usize = self.parts.iter().flatten().map(|part| 2 * part.size.cells()).sum();
        while next.at != at && most > 0 {
            (at, most) = (next.at, most - 1);
            visit(FloorStep::new(at.floor, at.cell, next.link));
            let Some(after) = self.next(at) else { return };
            next = after;
        }
    }

    /// The first cells that cost at most `most` parts, each after its cost: by cost, or by floors and rows.
    pub fn range(&self, most: u64, by_cost: bool, first: usize) -> Result<Vec<(u64, FloorCell)>, OutOfMemory> {
        let most = most.min(self.max_cost.unwrap_or(u64::MAX));
        let mut cells: Vec<(u64, FloorCell)> = Vec::new();
        for (floor, part) in (0..).zip(&self.parts) {
            let Some(part) = part else { continue };
            let left = if by_cost { first } else { first - cells.len() };
            let of_floor = part.field.range(most, by_cost, left)?;
            cells.try_reserve(of_floor.len())?;
            cells.extend(of_floor.map(|(cost, cell)| (cost, FloorCell { floor, cell })));
        }
        if by_cost {
            sort_by_key(&mut cells, |&(cost, FloorCell { floor, cell })| (cost, floor, cell.y, cell.x));
            cells.truncate(first);
        }
        Ok(cells)
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_of(&self.parts) + (self.goals.capacity() * size_of::<FloorCell>()) as u64
    }
}

/// Memory of the fields of floors, in bytes.
pub(super) fn bytes_of(parts: &[Option<FloorPart>]) -> u64 {
    let of_part = |part: &FloorPart| part.field.bytes() + (part.exits.capacity() * size_of::<Exit>()) as u64;
    parts.iter().flatten().map(of_part).sum()
}
