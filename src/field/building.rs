//! Building a field in slices.

use super::combined::{CellCosts, Combining};
use super::ground::Ground;
use super::spread::Spread;
use super::tools::Tools;
use super::value::Value;
use crate::OutOfMemory;
use crate::bits::bit_rows::copied;
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
    /// Spreading costs.
    Spreading,
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
    /// Other fields, for a combined one.
    pub(super) combining: Option<Combining<F>>,
}

/// Sources of a field by slot, in order: walkable ones, and blocked ones where paths begin.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sources {
    pub(super) walkable: Vec<usize>,
    pub(super) blocked: Vec<usize>,
}

impl Sources {
    pub(super) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        Ok(Self { walkable: copied(&self.walkable)?, blocked: copied(&self.blocked)? })
    }
}

impl<F: CellCosts> Building<F> {
    pub(super) fn new(seen: Seen, ground: &Ground) -> Result<Self, OutOfMemory> {
        Ok(Self { seen: Some(seen), stage: Stage::Row(0), tools: Tools::new(ground)?, is_used: false, combining: None })
    }

    /// A spreading over a ground that was read before, with flags that are right.
    pub(super) fn again(tools: Tools) -> Self {
        Self { seen: None, stage: Stage::Goals, tools, is_used: true, combining: None }
    }

    /// Spreads costs anew when it goes on.
    pub(super) fn begin_anew(&mut self) {
        if matches!(self.stage, Stage::Combining | Stage::Spreading) {
            self.stage = Stage::Goals;
        }
        self.is_used = !matches!(self.stage, Stage::Row(_));
    }

    /// Goes on until about `cells` cells were read or written. Returns whether all costs are known.
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut [V],
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
                Stage::Goals => {
                    self.put_sources(ground, costs, sources, unreached)?;
                    self.stage = if self.combining.is_some() { Stage::Combining } else { Stage::Spreading };
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

    fn read_row<V: Value>(&mut self, ground: &mut Ground, costs: &mut [V], row: usize, unreached: u64) {
        let Some(seen) = &self.seen else { return };
        self.tools.read_row(seen.view(), ground, row, |slot, is_walkable| {
            costs[slot] = V::of(if is_walkable { unreached } else { 0 });
        });
    }

    fn put_sources<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        sources: &Sources,
        unreached: u64,
    ) -> Result<(), OutOfMemory> {
        if let Some(combining) = &mut self.combining {
            combining.begin();
            return Ok(());
        }
        // Not the first time: reading memory of blocked cells that nobody has written takes the system's time.
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
        sources.blocked.iter().try_for_each(|&slot| queue.push(1, slot, ANY_ARRIVAL))
    }
}
