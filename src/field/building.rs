//! Building a field in slices.

use super::combined::{CellCosts, Combining};
use super::seen::Seen;
use crate::OutOfMemory;
use crate::bits::bit_rows::grow;
use crate::distance::flags::flag;
use crate::distance::ground::{Ground, Sources};
use crate::distance::spread::Spread;
use crate::distance::strips::{Spreading, Strips};
use crate::distance::tools::Tools;
use crate::distance::value::Value;
use crate::distance::visits::Visits;
use crate::held::held;
use crate::movement::ANY_ARRIVAL;

/// Next part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BuildingStage {
    /// Reading a row of the area.
    Row(usize),
    /// Forgetting costs of an earlier spreading, from a slot on.
    Clearing(usize),
    /// Deciding how costs spread.
    Begin,
    /// Putting goals into the queue, from one on.
    Goals(usize),
    /// Taking the values of other fields.
    Combining,
    /// Spreading costs by the queue.
    Spreading,
    /// Spreading costs in strips.
    InStrips,
    /// Freeing the strips.
    Freeing,
}

/// Costs that are cleared in the time of a visit.
const CLEARED_BY_VISIT: u64 = 4;

/// A field that is being built.
#[derive(Debug)]
pub(super) struct Building<F> {
    /// Until all rows were read.
    seen: Option<Seen>,
    stage: BuildingStage,
    pub(super) tools: Tools,
    /// The costs of 32 bits whose place longer ones take, until these are cleared.
    narrow: Vec<u32>,
    /// Where cells charge differently, while costs spread in strips.
    strips: Option<Strips>,
    /// Whether strips were tried and are not good for this field.
    are_strips_unfit: bool,
    /// Other fields, for a combined one.
    pub(super) combining: Option<Combining<F>>,
}

held!([F] Building<F>: tools, narrow, strips);

impl<F: CellCosts> Building<F> {
    /// A field whose rows are to be read, in memory for flags that may be there.
    pub(super) fn new(seen: Seen, ground: &Ground, flags: Vec<u16>) -> Result<Self, OutOfMemory> {
        Ok(Self { seen: Some(seen), stage: BuildingStage::Row(0), ..Self::again(Tools::new(ground, flags)?) })
    }

    /// Whether costs spread in strips.
    #[cfg(test)]
    pub(super) fn is_in_strips(&self) -> bool {
        self.strips.as_ref().is_some_and(Strips::are_spreading)
    }

    /// A spreading over a ground that was read before, with flags that are right but for marks of a repair.
    pub(super) fn again(tools: Tools) -> Self {
        let (seen, stage, narrow, strips, combining) = (None, BuildingStage::Clearing(0), Vec::new(), None, None);
        Self { seen, stage, tools, narrow, strips, are_strips_unfit: false, combining }
    }

    /// Spreads costs anew when it goes on.
    pub(super) fn begin_anew(&mut self) {
        if !matches!(self.stage, BuildingStage::Row(_)) {
            (self.stage, self.strips) = (BuildingStage::Clearing(0), None);
        }
    }

    /// Spreads longer costs anew when it goes on, in an empty list with room for them. What is blocked is known by the
    /// costs of 32 bits.
    pub(super) fn widen(&mut self, narrow: Vec<u32>) {
        self.narrow = narrow;
        self.begin_anew();
    }

    /// Goes on while visits are left. Returns whether all costs are known.
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut Vec<V>,
        sources: &Sources,
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<bool, OutOfMemory> {
        while !visits.are_spent() {
            match self.stage {
                BuildingStage::Row(row) if row == ground.area.height as usize => {
                    self.tools.mark_even(ground, row);
                    self.seen = None;
                    self.stage = BuildingStage::Begin;
                }
                BuildingStage::Row(row) => {
                    self.read_row(ground, costs, row, unreached);
                    self.tools.mark_even(ground, row);
                    self.stage = BuildingStage::Row(row + 1);
                    visits.spend(ground.area.width.into());
                }
                BuildingStage::Clearing(slot) if slot == ground.slots() => {
                    self.narrow = Vec::new();
                    self.stage = BuildingStage::Begin;
                }
                BuildingStage::Clearing(slot) => self.clear(ground, costs, slot, unreached, visits),
                BuildingStage::Begin => self.begin_spreading(ground, costs, sources, unreached)?,
                BuildingStage::Goals(next) => self.put_goals(ground, costs, sources, next, visits)?,
                BuildingStage::InStrips => self.spread_in_strips(ground, costs, sources, unreached, visits)?,
                BuildingStage::Freeing => {
                    if self.strips.as_mut().is_some_and(|strips| strips.free(visits)) {
                        continue;
                    }
                    self.strips = None;
                    if !self.are_strips_unfit {
                        return Ok(true);
                    }
                    self.stage = BuildingStage::Clearing(0);
                }
                BuildingStage::Combining => {
                    let combining = self.combining.as_mut();
                    let rest = combining.map(|one| one.advance(ground, costs, &mut self.tools, unreached, visits));
                    if rest.transpose()?.unwrap_or(true) {
                        self.stage = BuildingStage::Spreading;
                    }
                }
                BuildingStage::Spreading if self.combining.is_some() => {
                    return Spread::<V, _, true>::run_within(ground, costs, &mut self.tools, visits);
                }
                BuildingStage::Spreading => {
                    return Spread::<V, _, false>::run_within(ground, costs, &mut self.tools, visits);
                }
            }
        }
        Ok(false)
    }

    /// Forgets the next costs, and what a repair noted of their cells.
    fn clear<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut Vec<V>,
        slot: usize,
        unreached: u64,
        visits: &mut Visits,
    ) {
        let most = visits.left().saturating_mul(CLEARED_BY_VISIT).min(4096) as usize;
        let slots = slot..(slot + most).min(ground.slots());
        visits.spend((slots.len() as u64).div_ceil(CLEARED_BY_VISIT));
        self.stage = BuildingStage::Clearing(slots.end);
        let cleared = |is_blocked: bool| V::of(if is_blocked { 0 } else { unreached });
        if self.narrow.is_empty() {
            costs[slots.clone()].iter_mut().for_each(|cost| *cost = cleared(cost.get() == 0));
        } else {
            costs.extend(self.narrow[slots.clone()].iter().map(|&cost| cleared(cost == 0)));
        }
        self.tools.flags[slots].iter_mut().for_each(|flags| *flags &= !(1 << flag::WAITS));
    }

    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    fn read_row<V: Value>(&mut self, ground: &mut Ground, costs: &mut Vec<V>, row: usize, unreached: u64) {
        let seen = self.seen.as_ref().expect("the map is let go after the last row");
        grow(costs, (row + 3) * ground.stride);
        self.tools.read_row(&seen.view(), ground, row, &mut |first, count, walkable| {
            let costs = &mut costs[first..][..count];
            let are_most_walkable = walkable.count_ones() > 32;
            if are_most_walkable {
                costs.fill(V::of(unreached));
            }
            // Blocked cells hold 0.
            let (mut others, value) = if are_most_walkable { (!walkable, 0) } else { (walkable, unreached) };
            others &= !0 >> (64 - count);
            while others != 0 {
                costs[others.trailing_zeros() as usize] = V::of(value);
                others &= others - 1;
            }
        });
    }

    fn begin_spreading<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        sources: &Sources,
        unreached: u64,
    ) -> Result<(), OutOfMemory> {
        let may_suit = self.combining.is_none()
            && sources.offsets.is_empty()
            && !self.are_strips_unfit
            && V::narrow(costs).is_some();
        if may_suit && Strips::suit(ground, &self.tools) {
            // The queue takes less memory.
            self.strips = Strips::new(ground, &self.tools, unreached).ok();
        }
        if self.strips.is_some() {
            self.stage = BuildingStage::InStrips;
            return Ok(());
        }
        if let Some(combining) = &mut self.combining {
            combining.begin();
            self.stage = BuildingStage::Combining;
            return Ok(());
        }
        let (least, _) = self.tools.steps(ground);
        let largest = sources.offsets.iter().max();
        if largest.is_some_and(|largest| (1 + largest).saturating_add(self.tools.longest(ground)) >= V::MOST) {
            // A queue whose last cost says that numbers of this width are too small for the offsets.
            self.tools.queue.begin(V::MOST, least)?;
            self.stage = BuildingStage::Spreading;
            return Ok(());
        }
        self.tools.queue.begin(1, least)?;
        self.stage = BuildingStage::Goals(0);
        Ok(())
    }

    /// Puts the next goals into the queue.
    fn put_goals<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        sources: &Sources,
        next: usize,
        visits: &mut Visits,
    ) -> Result<(), OutOfMemory> {
        let share = visits.share(next, sources.count(), 1);
        for number in share.clone() {
            let slot = sources.slot(number);
            if number < sources.walkable.len() {
                costs[slot] = V::of(1 + sources.offsets.get(number).copied().unwrap_or(0));
            } else if ground.steps.are_kept() && ground.is_swept() {
                self.put_around_blocked(ground, costs, slot)?;
                continue;
            } else {
                // Rows are read without flags of blocked cells.
                self.tools.mark(ground, costs, slot);
            }
            let value = 1 + sources.offsets.get(number).copied().unwrap_or(0);
            self.tools.queue.put(value, slot, ANY_ARRIVAL)?;
        }
        self.stage =
            if share.end == sources.count() { BuildingStage::Spreading } else { BuildingStage::Goals(share.end) };
        Ok(())
    }

    /// Puts the cells to which a blocked start gives costs into the queue: the flags of cells near walls know no jump
    /// from it.
    fn put_around_blocked<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        slot: usize,
    ) -> Result<(), OutOfMemory> {
        let mut steps = ground.gives(slot, ground.around(costs, slot));
        while steps != 0 {
            let direction = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let to = slot.wrapping_add_signed(ground.ways[direction]);
            let reached = 1 + ground.step(direction, ground.weight_at(slot), ground.weight_at(to));
            if reached < costs[to].get() {
                costs[to] = V::of(reached);
                self.tools.queue.put(reached, to, ANY_ARRIVAL)?;
            }
        }
        Ok(())
    }

    fn spread_in_strips<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        sources: &Sources,
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<(), OutOfMemory> {
        let progress = match (&mut self.strips, V::narrow(costs)) {
            (Some(strips), Some(costs)) => strips.advance(ground, costs, sources, unreached, visits)?,
            _ => Spreading::Unfit,
        };
        if progress == Spreading::Paused {
            return Ok(());
        }
        // The queue holds no costs of this spreading. Where strips are unfit, it begins anew.
        self.tools.queue.forget();
        self.are_strips_unfit = progress == Spreading::Unfit;
        self.stage = BuildingStage::Freeing;
        Ok(())
    }
}
