//! Building a field in slices.

use super::combined::{CellCosts, Combining};
use super::ground::{Ground, Sources};
use super::queue::Queue;
use super::spread::Spread;
use super::strips::{Spreading, Strips};
use super::tools::Tools;
use super::value::Value;
use crate::OutOfMemory;
use crate::bits::bit_rows::grow;
use crate::index::{AgentLayers, AgentView, IndexedGrid};
use crate::movement::ANY_ARRIVAL;
use crate::try_arc::TryArc;

/// A state of a grid, as an agent sees it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) grid: TryArc<IndexedGrid>,
    pub(super) layers: AgentLayers,
}

impl Seen {
    pub(super) fn view(&self) -> AgentView<'_> {
        self.layers.view(&self.grid)
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Reading a row of the area.
    Row(usize),
    /// Forgetting costs and putting goals into the queue.
    Goals,
    /// Taking the values of other fields.
    Combining,
    /// Spreading costs by the queue.
    Spreading,
    /// Spreading costs in strips.
    InStrips,
}

/// A field that is being built.
#[derive(Debug)]
pub(super) struct Building<F> {
    /// Until all rows were read.
    seen: Option<Seen>,
    stage: Stage,
    pub(super) tools: Tools,
    /// Whether costs of an earlier spreading are there.
    is_used: bool,
    /// Where cells charge differently, while costs spread in strips.
    strips: Option<Strips>,
    /// Whether strips were tried and are not good for this field.
    are_strips_unfit: bool,
    /// Other fields, for a combined one.
    pub(super) combining: Option<Combining<F>>,
}

impl<F: CellCosts> Building<F> {
    pub(super) fn new(seen: Seen, ground: &Ground) -> Result<Self, OutOfMemory> {
        Ok(Self { seen: Some(seen), stage: Stage::Row(0), is_used: false, ..Self::again(Tools::new(ground)?) })
    }

    /// Whether costs spread in strips.
    #[cfg(test)]
    pub(super) fn is_in_strips(&self) -> bool {
        self.strips.as_ref().is_some_and(Strips::are_spreading)
    }

    /// A spreading over a ground that was read before, with flags that are right.
    pub(super) fn again(tools: Tools) -> Self {
        let (seen, stage, strips, combining) = (None, Stage::Goals, None, None);
        Self { seen, stage, tools, is_used: true, strips, are_strips_unfit: false, combining }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.tools.bytes() + self.strips.as_ref().map_or(0, Strips::bytes)
    }

    /// Spreads costs anew when it goes on.
    pub(super) fn begin_anew(&mut self) {
        if !matches!(self.stage, Stage::Row(_)) {
            (self.stage, self.is_used, self.strips) = (Stage::Goals, true, None);
        }
    }

    /// Goes on until about `cells` cells were read or written. Returns whether all costs are known.
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut Vec<V>,
        sources: &Sources,
        unreached: u64,
        cells: u64,
    ) -> Result<bool, OutOfMemory> {
        let mut done = 0;
        while done < cells {
            match self.stage {
                Stage::Row(row) if row == ground.area.height as usize => {
                    self.tools.mark_even(ground, row);
                    self.seen = None;
                    self.stage = Stage::Goals;
                }
                Stage::Row(row) => {
                    self.read_row(ground, costs, row, unreached);
                    self.tools.mark_even(ground, row);
                    self.stage = Stage::Row(row + 1);
                    done += u64::from(ground.area.width);
                }
                Stage::Goals => self.begin_spreading(ground, costs, sources, unreached)?,
                Stage::InStrips => {
                    let (Some(strips), Some(costs)) = (&mut self.strips, V::narrow(costs)) else {
                        self.leave_strips();
                        continue;
                    };
                    match strips.advance(ground, costs, sources, unreached, cells - done)? {
                        Spreading::Paused => return Ok(false),
                        Spreading::Ready => {
                            // The queue holds no costs of this spreading.
                            (self.strips, self.tools.queue) = (None, Queue::default());
                            return Ok(true);
                        }
                        Spreading::Unfit => self.leave_strips(),
                    }
                }
                Stage::Combining => {
                    let combining = self.combining.as_mut();
                    let rest = combining.map(|one| one.advance(ground, costs, &mut self.tools, unreached));
                    if rest.transpose()?.unwrap_or(true) {
                        self.stage = Stage::Spreading;
                    }
                    done += u64::from(ground.area.width);
                }
                Stage::Spreading if self.combining.is_some() => {
                    return Spread::<V, true>::new(ground, costs, &mut self.tools, done, cells).run();
                }
                Stage::Spreading => {
                    let mut spread = Spread::<V, false>::new(ground, costs, &mut self.tools, done, cells);
                    return spread.run();
                }
            }
        }
        Ok(false)
    }

    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    fn read_row<V: Value>(&mut self, ground: &mut Ground, costs: &mut Vec<V>, row: usize, unreached: u64) {
        let seen = self.seen.as_ref().expect("the map is let go after the last row");
        grow(costs, (row + 3) * ground.stride);
        self.tools.read_row(seen.view(), ground, row, &mut |first, count, walkable| {
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
        let may_suit = self.combining.is_none() && !self.are_strips_unfit && V::narrow(costs).is_some();
        if may_suit && Strips::suit(ground, &self.tools) {
            // The queue takes less memory.
            self.strips = Strips::new(ground, &self.tools, unreached).ok();
        }
        if self.strips.is_some() {
            self.stage = Stage::InStrips;
            return Ok(());
        }
        if let Some(combining) = &mut self.combining {
            combining.begin();
            self.stage = Stage::Combining;
            return Ok(());
        }
        // The first time, the reading of rows has written this value.
        if self.is_used {
            costs.iter_mut().filter(|cost| cost.get() != 0).for_each(|cost| *cost = V::of(unreached));
        }
        let ((least, _), longest) = (self.tools.steps(ground), self.tools.longest(ground));
        let queue = &mut self.tools.queue;
        queue.begin(1, least, longest.min(unreached))?;
        for &slot in &sources.walkable {
            costs[slot] = V::of(1);
            queue.push(1, slot, ANY_ARRIVAL)?;
        }
        sources.blocked.iter().try_for_each(|&slot| queue.push(1, slot, ANY_ARRIVAL))?;
        // Rows are read without flags of blocked cells.
        sources.blocked.iter().for_each(|&slot| self.tools.mark(ground, costs, slot));
        self.stage = Stage::Spreading;
        Ok(())
    }

    /// Begins anew with the queue.
    fn leave_strips(&mut self) {
        (self.stage, self.is_used, self.strips, self.are_strips_unfit) = (Stage::Goals, true, None, true);
    }
}
