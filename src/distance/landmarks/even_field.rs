//! Distances of all cells from one source over ground where all cells charge the same.
//!
//! The array holds 0 for obstacles, and one more than the distance for other cells. Distances above 65,533 are cut off.
//!
//! On a map full of small obstacles and without walls, [`cell_lists`](super::cell_lists) measures all fields but the
//! first.

use super::cell_lists::CellLists;
use super::choosing::{Area, AreaExtent, MeasuredField, UNREACHED};
use super::quantized_costs::QuantizedCosts;
use crate::bits::pages::Pages;
use crate::distance::ground::Ground;
use crate::distance::map_rows::MapRows;
use crate::distance::spread::Spread;
use crate::distance::tools::Tools;
use crate::distance::visits::Visits;
use crate::grid::{Layout, MapError, Rect};
use crate::interrupt::Interrupt;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepCosts, is_diagonal};

/// A map is full of small obstacles if more than one of this number of cells waits while distances are measured.
const STOPS_BY_CELLS: usize = 10;

/// Visits after which a measurement looks whether it should end early.
const VISITS_WITHOUT_A_LOOK: u64 = 4096;

/// Measures distances from one source after the other. The arrays are indexed by padded slot.
pub(crate) struct EvenField {
    rule: DiagonalRule,
    costs: StepCosts,
    quantized_costs: QuantizedCosts,
    /// With the rule of the steps that are tried.
    ground: Ground,
    tools: Tools<u16>,
    distances: Pages<u16>,
    /// Whether the map is full of small obstacles: the lists then measure, and the flags of cells are replaced by the
    /// walkable cells around each.
    is_crowded: bool,
    lists: CellLists,
    interrupt: Interrupt,
}

impl EvenField {
    /// A field of a map whose steps cost `costs`. Its steps are legal in both directions.
    pub(crate) fn new(
        rule: DiagonalRule,
        costs: &StepCosts,
        map: &impl MapRows,
        (width, height): (usize, usize),
    ) -> Result<Self, MapError> {
        let quantized_costs = QuantizedCosts::coarse(rule, costs);
        // Under these two rules, two straight steps can replace every diagonal step. If both ways cost the same,
        // diagonal steps are not needed.
        let is_replaceable = matches!(rule, DiagonalRule::AtMostOneBlocked | DiagonalRule::BothFree);
        let swept = match quantized_costs.diagonal == 2 * quantized_costs.straight && is_replaceable {
            true => DiagonalRule::Never,
            false => rule,
        };
        let area = Rect { x: 0, y: 0, width: width as u32, height: height as u32 };
        let mut ground = Ground::new((area, Layout::Square), swept, *costs, 1).with_walls(map, false)?;
        ground.lengths = lengths(quantized_costs);
        let mut distances = Pages::mapped(ground.slots())?;
        let mut tools = Tools::new(&ground, Vec::new())?;
        for row in 0..height {
            tools.read_row(map, &mut ground, row, &mut |first, count, walkable| {
                for (i, distance) in distances[first..][..count].iter_mut().enumerate() {
                    *distance = if walkable >> i & 1 == 1 { UNREACHED } else { 0 };
                }
            });
        }
        let (costs, lists, interrupt) = (*costs, CellLists::default(), Interrupt::NEVER);
        Ok(Self { rule, costs, quantized_costs, ground, tools, distances, is_crowded: false, lists, interrupt })
    }

    /// Returns this field, whose measurements end with [`MapError::Interrupted`] once they are asked to.
    pub(crate) fn until(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// The padded slot of (x, y).
    fn slot(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.ground.stride + x + 1
    }

    /// The costs in which distances are measured.
    pub(crate) fn quantized_costs(&self) -> QuantizedCosts {
        self.quantized_costs
    }

    /// Chooses the costs in which distances are measured from now on.
    pub(crate) fn measure_in(&mut self, quantized_costs: QuantizedCosts) {
        self.quantized_costs = quantized_costs;
        self.ground.lengths = lengths(quantized_costs);
    }
}

/// By direction, the quantized cost of a step.
fn lengths(QuantizedCosts { straight, diagonal }: QuantizedCosts) -> [u64; 8] {
    DIRECTIONS.map(|step| if is_diagonal(step) { diagonal } else { straight }.into())
}

impl EvenField {
    /// From now on the lists measure.
    pub(crate) fn measure_by_lists(&mut self) {
        if self.is_crowded {
            return;
        }
        self.is_crowded = true;
        let Self { ground, tools, distances, .. } = self;
        let walkable = |slot: usize| u16::from(distances[slot] != 0);
        // The three cells of a column, one bit each; three columns side by side.
        let column =
            |slot: usize| walkable(slot - ground.stride) | walkable(slot) << 3 | walkable(slot + ground.stride) << 6;
        for row in 1..=ground.area.height as usize {
            let begin = row * ground.stride + 1;
            let [mut before, mut here] = [column(begin - 1), column(begin)];
            for slot in begin..begin + ground.area.width as usize {
                let after = column(slot + 1);
                tools.flags[slot] = before | here << 1 | after << 2;
                (before, here) = (here, after);
            }
        }
    }

    /// Whether few obstacles lie in an area: the distances from its first cell to all of its cells add up to at most
    /// 5/4 of what they would without obstacles.
    fn is_open(&self, first: (usize, usize)) -> bool {
        let QuantizedCosts { straight, diagonal } = self.quantized_costs;
        let (mut measured_sum, mut open_sum) = (0, 0);
        for y in first.1..self.size().1 {
            let is_reached = |&(_, &measured): &(usize, &u16)| measured != 0 && measured != UNREACHED;
            for (x, &measured) in self.row(y).iter().enumerate().filter(is_reached) {
                let (dx, dy) = (x.abs_diff(first.0), y - first.1);
                measured_sum += u64::from(measured);
                let open = usize::from(straight) * dx.abs_diff(dy) + usize::from(diagonal) * dx.min(dy);
                open_sum += open as u64;
            }
        }
        4 * measured_sum <= 5 * open_sum
    }
}

impl MeasuredField for EvenField {
    fn size(&self) -> (usize, usize) {
        (self.ground.area.width as usize, self.ground.area.height as usize)
    }

    fn measure(&mut self, source: (usize, usize)) -> Result<(), MapError> {
        self.distances.iter_mut().for_each(|distance| *distance = if *distance == 0 { 0 } else { UNREACHED });
        let source = self.slot(source.0, source.1);
        self.distances[source] = 1;
        if self.is_crowded {
            self.lists.begin(source)?;
        } else {
            self.tools.pushed = 0;
            self.tools.queue.begin(1, self.quantized_costs.straight.into())?;
            self.tools.queue.put(1, source, ANY_ARRIVAL)?;
        }
        let mut is_measured = false;
        while !is_measured {
            if self.interrupt.is_asked() {
                return Err(MapError::Interrupted);
            }
            let Self { ground, tools, distances, lists, .. } = self;
            is_measured = if self.is_crowded {
                lists.advance(ground, &tools.flags, distances)?
            } else {
                let mut visits = Visits::new(VISITS_WITHOUT_A_LOOK);
                Spread::<u16, u16, false>::run_within(ground, distances, tools, &mut visits)?
            };
        }
        Ok(())
    }

    fn fit_costs(&mut self, area: &Area) -> Result<AreaExtent, MapError> {
        self.measure(area.first)?;
        let mut extent = self.farthest();
        if self.quantized_costs.may_be_cut_off(extent.largest) {
            self.measure_in(QuantizedCosts::coarsest(self.rule, &self.costs));
            self.measure(area.first)?;
            extent = self.farthest();
        }
        let is_crowded = self.tools.pushed > (area.size / STOPS_BY_CELLS) as u64;
        extent.is_open = is_crowded && self.is_open(area.first);
        if is_crowded && !self.ground.steps.are_kept() {
            self.measure_by_lists();
        }
        let measured = self.quantized_costs;
        self.measure_in(QuantizedCosts::fitting(self.rule, &self.costs, extent.largest, measured));
        let scaled = u32::from(extent.largest) * u32::from(self.quantized_costs.straight);
        extent.largest = (scaled / u32::from(measured.straight)).try_into().unwrap_or(u16::MAX);
        Ok(extent)
    }

    /// The smallest distance by the square of the largest one.
    #[inline(always)]
    fn rank(nearest: u16, farthest: u16) -> u16 {
        let high_half = |one: u16, other: u16| ((u32::from(one) * u32::from(other)) >> 16) as u16;
        high_half(nearest, high_half(farthest, farthest)) | 1
    }

    fn row(&self, y: usize) -> &[u16] {
        &self.distances[self.slot(0, y)..][..self.size().0]
    }
}
