//! Where the cells of a field lie, and what steps between them cost.

use super::legal_steps::LegalSteps;
use super::map_rows::MapRows;
use super::value::{self, Value};
use crate::OutOfMemory;
use crate::bits::bit_rows::{copied, grow, reserved};
use crate::grid::{Cell, Layout, Rect};
use crate::held::held;
use crate::movement::{
    ANY_ARRIVAL, DIRECTIONS, DiagonalRule, PARTS_PER_UNIT, StepCosts, common_divisor, direction_of, hexagon_directions,
    is_diagonal,
};

/// All nine cells at and around a cell.
pub(crate) const ALL: usize = 0x1ff;

/// Which weights a step counts. A field spreads from its goals, so that a step that an agent walks leads from the cell
/// that is reached back to the one that is expanded, or the other way in a field of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Those of both cells.
    Both,
    /// Twice that of the cell that is expanded.
    Expanded,
    /// Twice that of the cell that is reached.
    Reached,
}

/// The cells of a field by padded slot, `(y - area.y + 1) * (area.width + 2) + x - area.x + 1`, and their steps.
#[derive(Debug)]
pub(crate) struct Ground {
    /// All cells that a path within the limit can pass.
    pub(crate) area: Rect,
    pub(crate) layout: Layout,
    pub(crate) rule: DiagonalRule,
    pub(crate) costs: StepCosts,
    /// The length of a row of slots.
    pub(crate) stride: usize,
    /// By direction, the difference of slots.
    pub(crate) ways: [isize; 8],
    /// By direction, the length in units.
    pub(crate) lengths: [u64; 8],
    /// By slot, what cells charge, in a unit of their own. Empty if all cells charge the same. The list grows while
    /// rows are read.
    pub(crate) weights: Vec<u32>,
    pub(crate) counted: Counted,
    /// Legal steps, where there are walls between cells.
    pub(crate) steps: LegalSteps,
    /// Whether the walkable cells around one decide which steps are legal, by the table of squares.
    pub(crate) by_table: bool,
    /// Whether costs spread against the way of the paths.
    pub(crate) spreads_back: bool,
    /// Parts in a unit of the field's costs.
    pub(crate) parts: u64,
}

held!(Ground: weights, steps);

impl Ground {
    /// The ground of an area where all cells charge the same, in units of a number of parts.
    pub(crate) fn new((area, layout): (Rect, Layout), rule: DiagonalRule, costs: StepCosts, parts: u64) -> Self {
        let stride = area.width as usize + 2;
        Self {
            area,
            layout,
            rule,
            costs,
            stride,
            ways: DIRECTIONS.map(|(dx, dy)| dy as isize * stride as isize + dx as isize),
            lengths: DIRECTIONS
                .map(|step| if is_diagonal(step) { costs.diagonal_units() } else { costs.straight_units() }.into()),
            weights: Vec::new(),
            counted: Counted::Both,
            steps: LegalSteps::default(),
            by_table: layout == Layout::Square,
            spreads_back: true,
            parts,
        }
    }

    /// Returns this ground, whose cells charge differently. Their weights are to be read row by row, into memory that
    /// may be there.
    pub(crate) fn weighing(self, counted: Counted, weights: Vec<u32>) -> Result<Self, OutOfMemory> {
        let mut weights = memory_for(weights, self.slots())?;
        // Those of the border.
        grow(&mut weights, self.stride);
        Ok(Self { counted, weights, ..self })
    }

    /// Returns this ground, which has walls between cells. Their steps are to be read row by row. `back`: whether costs
    /// spread against the way of the paths.
    pub(crate) fn with_walls(self, map: &impl MapRows, back: bool) -> Result<Self, OutOfMemory> {
        let steps = LegalSteps::new(map, self.slots())?;
        let by_table = self.by_table && !map.has_walls();
        Ok(Self { steps, by_table, spreads_back: back, ..self })
    }

    /// Makes the unit of costs smaller, for values that are no sums of steps: at most 1/100 of a straight step.
    pub(crate) fn refine(&mut self) {
        let most = u64::from(self.costs.straight_units()) * PARTS_PER_UNIT / 100;
        let parts = if self.parts <= most { self.parts } else { common_divisor(self.parts as u32, most as u32).into() };
        let factor = self.parts / parts;
        self.lengths = self.lengths.map(|length| length * factor);
        self.parts = parts;
    }

    /// The number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.stride * (self.area.height as usize + 2)
    }

    /// The slot of a cell of the map, if it lies in the area.
    #[inline(always)]
    pub(crate) fn slot(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x.wrapping_sub(self.area.x) as u32, cell.y.wrapping_sub(self.area.y) as u32);
        let is_inside = x < self.area.width && y < self.area.height;
        is_inside.then(|| (y as usize + 1) * self.stride + x as usize + 1)
    }

    /// The walkable cells around a slot: see [`value::around`].
    #[inline(always)]
    pub(crate) fn around<V: Value>(&self, costs: &[V], slot: usize) -> usize {
        value::around(costs, self.stride, slot)
    }

    /// The cost of a step in a direction, by the weights of the expanded cell and of the reached one.
    #[inline(always)]
    pub(crate) fn step(&self, direction: usize, expanded: u32, reached: u32) -> u64 {
        self.lengths[direction] * self.counted(expanded.into(), reached.into())
    }

    /// Charge of a step for each unit of its length.
    #[inline(always)]
    pub(crate) fn counted(&self, expanded: u64, reached: u64) -> u64 {
        match self.counted {
            _ if self.weights.is_empty() => 1,
            Counted::Both => expanded + reached,
            Counted::Expanded => 2 * expanded,
            Counted::Reached => 2 * reached,
        }
    }

    /// The weight at a slot; 0 if all cells charge the same.
    #[inline(always)]
    pub(crate) fn weight_at(&self, slot: usize) -> u32 {
        self.weights.get(slot).copied().unwrap_or(0)
    }

    /// The directions of the cells from which a cell takes its cost, by the walkable cells around it: bit `i` for
    /// direction `i`.
    #[inline(always)]
    pub(crate) fn takes(&self, slot: usize, around: usize) -> u8 {
        if self.by_table { self.rule.successors()[ANY_ARRIVAL][around] } else { self.takes_elsewhere(slot, around) }
    }

    /// Whether a cell gives its cost to the neighbor from which it lies in a direction.
    pub(crate) fn gives_against(&self, slot: usize, direction: usize) -> bool {
        let (dx, dy) = DIRECTIONS[direction];
        self.steps.gives()[slot] >> direction_of((-dx, -dy)) & 1 == 1
    }

    /// Not inlined, for the sake of squares without walls.
    #[inline(never)]
    fn takes_elsewhere(&self, slot: usize, around: usize) -> u8 {
        if self.steps.are_kept() { self.steps.takes(slot) } else { self.legal_over_hexagons(slot, around) }
    }

    /// The directions of the cells to which a cell gives its cost.
    pub(crate) fn gives(&self, slot: usize, around: usize) -> u8 {
        if self.steps.are_kept() { self.steps.gives()[slot] } else { self.takes(slot, around) }
    }

    /// Not inlined, for the sake of squares.
    #[inline(never)]
    pub(crate) fn legal_over_hexagons(&self, slot: usize, around: usize) -> u8 {
        let shifts_columns = self.layout.shifts_columns();
        let line = match shifts_columns {
            true => self.area.x - 1 + (slot % self.stride) as i32,
            false => self.area.y - 1 + (slot / self.stride) as i32,
        };
        hexagon_directions(shifts_columns, self.layout.is_shifted(line))[around]
    }

    /// Whether canonical steps are enough amid cells that charge the same: see [`movement`](crate::movement).
    pub(crate) fn is_canonical(&self) -> bool {
        self.rule == DiagonalRule::Never || self.lengths[4] < 2 * self.lengths[0]
    }

    /// Whether costs spread by sweeps along jumps.
    pub(crate) fn is_swept(&self) -> bool {
        self.weights.is_empty() && self.is_canonical() && !self.layout.is_hexagonal()
    }

    /// By arrival, the steps to try from a cell amid nine walkable ones that charge the same.
    pub(crate) fn steps_amid_even_cells(&self) -> [u8; ANY_ARRIVAL + 1] {
        let successors = self.rule.successors();
        std::array::from_fn(|arrival| match arrival {
            _ if !self.is_canonical() || arrival == ANY_ARRIVAL => successors[ANY_ARRIVAL][ALL],
            _ => successors[self.rule.arrival_by_step(arrival)][ALL],
        })
    }

    /// Visits in whose time a cell elsewhere is read: caches hold less of a larger ground.
    pub(crate) fn visits_to_reach(&self) -> u64 {
        // Costs and flags, and weights.
        let bytes = (self.slots() * if self.weights.is_empty() { 6 } else { 10 }) as u64;
        1 + (bytes >> 22).min(7)
    }
}

/// An empty list with room for some values, in memory that is there if it has the size.
pub(crate) fn memory_for<T>(mut list: Vec<T>, count: usize) -> Result<Vec<T>, OutOfMemory> {
    if (count..=2 * count).contains(&list.capacity()) {
        list.clear();
        return Ok(list);
    }
    drop(list);
    reserved(count)
}

/// Sources of a field by slot, in order: walkable ones, and blocked ones where paths begin.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sources {
    pub(crate) walkable: Vec<usize>,
    pub(crate) blocked: Vec<usize>,
    /// Blocked goals: the only path to one is that cell itself.
    pub(crate) shut: Vec<usize>,
    /// By walkable source, the value with which it begins, above that of a goal; empty if all are goals.
    pub(crate) offsets: Vec<u64>,
}

held!(Sources: walkable, blocked, shut, offsets);

impl Sources {
    /// Number of sources from which costs spread.
    pub(crate) fn count(&self) -> usize {
        self.walkable.len() + self.blocked.len()
    }

    /// Whether a blocked cell is a goal or a start.
    pub(crate) fn has_blocked(&self, slot: usize) -> bool {
        [&self.blocked, &self.shut].iter().any(|slots| slots.binary_search(&slot).is_ok())
    }

    pub(crate) fn have_no_blocked(&self) -> bool {
        self.blocked.is_empty() && self.shut.is_empty()
    }

    /// The slot of a source by its number: walkable ones first.
    pub(crate) fn slot(&self, number: usize) -> usize {
        let blocked = number.checked_sub(self.walkable.len());
        blocked.map_or_else(|| self.walkable[number], |number| self.blocked[number])
    }

    pub(crate) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let [walkable, blocked, shut] = [&self.walkable, &self.blocked, &self.shut].map(|slots| copied(slots));
        Ok(Self { walkable: walkable?, blocked: blocked?, shut: shut?, offsets: copied(&self.offsets)? })
    }
}

/// The rectangle of a map with all cells within a number of steps of some cells, which lie on the map.
pub(crate) fn area_around(bounds: Rect, cells: &[Cell], steps: u64) -> Rect {
    let reach = steps.min(u64::from(bounds.width.max(bounds.height))) as i32;
    let around = |cell: Cell| {
        let (left, top) = ((cell.x - reach).max(0), (cell.y - reach).max(0));
        let right = (cell.x + reach).min(bounds.width as i32 - 1);
        let bottom = (cell.y + reach).min(bounds.height as i32 - 1);
        Rect { x: left, y: top, width: (right - left) as u32 + 1, height: (bottom - top) as u32 + 1 }
    };
    cells.iter().map(|&cell| around(cell)).reduce(Rect::enclosing).unwrap_or(Rect { width: 1, height: 1, ..bounds })
}

/// The least cost that the neighbors of a walkable cell give it.
pub(crate) fn cost_by_neighbors<V: Value>(ground: &Ground, costs: &[V], slot: usize) -> u64 {
    cost_by_some(ground, costs, slot, |_| true)
}

/// The least cost that those neighbors of a walkable cell give it for which `gives` is true.
#[inline(always)]
pub(crate) fn cost_by_some<V: Value>(ground: &Ground, costs: &[V], slot: usize, gives: impl Fn(usize) -> bool) -> u64 {
    let weight = ground.weight_at(slot);
    let mut legal = ground.takes(slot, ground.around(costs, slot));
    let mut least = u64::MAX;
    while legal != 0 {
        let direction = legal.trailing_zeros() as usize;
        legal &= legal - 1;
        let beside = slot.wrapping_add_signed(ground.ways[direction]);
        if gives(beside) {
            least = least.min(costs[beside].get() + ground.step(direction, ground.weight_at(beside), weight));
        }
    }
    least
}
