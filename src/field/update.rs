//! Fields that follow the edits of their grid.
//!
//! A field that readers see never changes. So a field that has shown something else before has a twin: the one that was
//! shown before. An update copies the blocks in which both differ to the twin, and repairs the twin, which is then
//! shown. The blocks that it wrote are those in which both differ next time. If both differ everywhere, or there is no
//! twin, all is copied.

use super::copying::Copying;
use super::repair::Repair;
use super::seen::Seen;
use super::whole::{Costs, Field, FieldRules, UnderWay, area_of};
use crate::OutOfMemory;
use crate::bits::bit_rows::{copied, reserved};
use crate::distance::ground::{Ground, memory_for};
use crate::distance::tools::{BLOCK, Tools};
use crate::distance::value::Value;
use crate::distance::visits::Visits;
use crate::grid::{Cell, MapError, Rect};
use crate::held::Held;
use crate::index::{AgentLayers, AgentView, GridView, anchors_of};
use crate::movement::Agent;
use crate::out_of_memory::refill;
use crate::try_arc::TryArc;
use std::ops::Range;

/// Memory that fields which were shown have left for the next one.
#[derive(Debug, Default)]
pub struct Spare {
    /// The field that was shown before the shown one. Readers may hold it.
    pub twin: Option<TryArc<Field>>,
    /// Those of the shown field.
    pub tools: Option<Tools>,
}

impl Spare {
    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.twin.as_ref().map_or(0, |twin| twin.bytes()) + self.tools.bytes() as u64
    }

    /// Takes the lists of a twin that nobody reads: narrow costs and weights.
    pub(super) fn take_lists(&mut self) -> (Vec<u32>, Vec<u32>) {
        let mut twin = self.twin.take();
        let Some(twin) = twin.as_mut().and_then(TryArc::get_mut) else { return Default::default() };
        let weights = std::mem::take(&mut twin.ground.weights);
        match &mut twin.costs {
            Costs::Narrow(costs) => (std::mem::take(costs), weights),
            Costs::Wide(_) => (Vec::new(), weights),
        }
    }
}

impl Field {
    /// Begins the field that shows `grid`, a later state, for the same agent by the same rules. Edits have changed no
    /// cell outside the rectangles `changed`. `None` if the field must be built from its goals: they are walkable where
    /// they were blocked or the other way, a start is blocked, or cells charge in another unit. Then nothing of `spare`
    /// is taken.
    pub fn begin_update(
        shown: &TryArc<Self>,
        grid: GridView,
        agent: &Agent,
        changed: &[Rect],
        spare: &mut Spare,
    ) -> Result<Option<TryArc<Self>>, MapError> {
        let seen = Seen { layers: AgentLayers::of(&grid, agent)?, grid };
        if !shown.can_follow(&seen) {
            return Ok(None);
        }
        let (revision, rects) = (seen.grid.revision(), shown.anchors(changed)?);
        let mut tools = spare.tools.take().map_or_else(|| Tools::new(&shown.ground, Vec::new()), Ok)?;
        let blocks = std::mem::take(&mut tools.changed_blocks);
        tools.is_built = false;
        let (mut next, is_whole) = shown.twin(spare, &blocks)?;
        if let Some(next) = next.get_mut() {
            let copying = Copying { from: shown.clone(), blocks, is_whole, next: 0 };
            next.revision = revision;
            next.under_way = Some(UnderWay::Copying(copying, Repair::new(seen, tools, rects)));
        }
        Ok(Some(next))
    }

    /// The cells of the area at which the agent stands on changed cells.
    fn anchors(&self, changed: &[Rect]) -> Result<Vec<Rect>, OutOfMemory> {
        let mut rects = reserved(changed.len())?;
        for &rect in changed.iter().filter(|rect| rect.cells() > 0) {
            let anchors = anchors_of(rect, self.size, self.ground.layout, self.agent_size);
            rects.extend(anchors.common(self.ground.area));
        }
        // Steps beside a wall come and go with it, and with cells beside them.
        for rect in rects.iter_mut().filter(|_| self.ground.steps.are_kept()) {
            let Rect { x, y, width, height } = *rect;
            let around = Rect { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
            *rect = around.common(self.ground.area).unwrap_or(*rect);
        }
        Ok(rects)
    }

    fn can_follow(&self, seen: &Seen) -> bool {
        let view = seen.view();
        let stands = match &self.costs {
            Costs::Narrow(costs) => stands_as_before(&self.ground, costs, seen, &self.goals),
            Costs::Wide(costs) => stands_as_before(&self.ground, costs, seen, &self.goals),
        };
        stands
            && self.sources.blocked.is_empty()
            && self.sources.offsets.is_empty()
            && self.ground.steps.can_tell(&view)
            && unit(view) == (self.ground.parts, !self.ground.weights.is_empty())
            && area_of(self.size, view, &self.goals, &self.rules) == self.ground.area
    }

    /// A field that is to take over the costs and weights of this one: all, or those of some blocks if it is the twin.
    fn twin(&self, spare: &mut Spare, blocks: &[u8]) -> Result<(TryArc<Self>, bool), OutOfMemory> {
        if let Some(mut twin) = spare.twin.take_if(|twin| !blocks.is_empty() && self.is_like(twin))
            && twin.get_mut().is_some()
        {
            return Ok((twin, false));
        }
        let (costs, weights) = spare.take_lists();
        let costs = match &self.costs {
            Costs::Narrow(known) => Costs::Narrow(memory_for(costs, known.len())?),
            Costs::Wide(known) => Costs::Wide(reserved(known.len())?),
        };
        let mut weights = if self.ground.weights.is_empty() { Vec::new() } else { memory_for(weights, self.slots())? };
        // A list that is not empty says that cells have weights.
        copy(&mut weights, &self.ground.weights, 0..self.ground.weights.len().min(BLOCK));
        let twin = Self {
            goals: copied(&self.goals)?,
            ground: Ground { weights, steps: self.ground.steps.begin_copy(self.slots())?, ..self.ground },
            costs,
            sources: self.sources.try_clone()?,
            under_way: None,
            tools: None,
            ..*self
        };
        Ok((TryArc::try_new(twin)?, true))
    }

    fn slots(&self) -> usize {
        self.ground.slots()
    }

    /// Whether another field is of the same goals and rules, and has the same form.
    fn is_like(&self, other: &Self) -> bool {
        let (ground, others) = (&self.ground, &other.ground);
        self.goals == other.goals
            && self.rules == other.rules
            && (ground.area, ground.parts, ground.counted) == (others.area, others.parts, others.counted)
            && ground.weights.len() == others.weights.len()
            && ground.steps.are_like(&others.steps)
            && self.sources == other.sources
            && self.unreached == other.unreached
            && matches!(self.costs, Costs::Narrow(_)) == matches!(other.costs, Costs::Narrow(_))
    }

    /// Tools of the last building or update, once the field is ready. The next update needs it.
    pub fn take_tools(&mut self) -> Option<Tools> {
        let mut tools = self.tools.take()?;
        if tools.is_built {
            // All blocks may differ.
            tools.changed_blocks.clear();
        }
        Some(tools)
    }

    /// Whether this is a field of some rules.
    pub fn is_of(&self, rules: &FieldRules) -> bool {
        self.rules == *rules
    }
}

/// Parts in a unit of a field's costs, and whether its cells have weights.
fn unit(view: AgentView) -> (u64, bool) {
    view.charges().map_or((view.parts_per_unit(), false), |charges| (charges.unit().into(), true))
}

/// Cells that are copied in the time of a visit, and marks that are looked at.
const COPIED_BY_VISIT: u64 = 4;
const MARKS_BY_VISIT: usize = 16;

impl Copying<TryArc<Field>> {
    /// Copies the next blocks while visits are left. Returns whether all are there.
    pub(super) fn advance(&mut self, ground: &mut Ground, costs: &mut Costs, visits: &mut Visits) -> bool {
        let blocks = ground.slots().div_ceil(BLOCK);
        while self.next < blocks && !visits.are_spent() {
            let share = self.next..(self.next + MARKS_BY_VISIT).min(blocks);
            self.next = share.end;
            visits.spend(1);
            if !self.is_whole && are_none(&self.blocks[share.clone()]) {
                continue;
            }
            for block in share {
                if self.is_whole || std::mem::take(&mut self.blocks[block]) == 1 {
                    let slots = BLOCK * block..(BLOCK * (block + 1)).min(ground.slots());
                    visits.spend(slots.len() as u64 / COPIED_BY_VISIT);
                    self.copy(ground, costs, slots);
                }
            }
        }
        self.next == blocks
    }

    fn copy(&self, ground: &mut Ground, costs: &mut Costs, slots: Range<usize>) {
        match (costs, &self.from.costs) {
            (Costs::Narrow(costs), Costs::Narrow(from)) => copy(costs, from, slots.clone()),
            (Costs::Wide(costs), Costs::Wide(from)) => copy(costs, from, slots.clone()),
            (Costs::Narrow(_), Costs::Wide(_)) | (Costs::Wide(_), Costs::Narrow(_)) => {}
        }
        copy(&mut ground.weights, &self.from.ground.weights, slots.clone());
        for (steps, from) in ground.steps.lists_mut().into_iter().zip(self.from.ground.steps.lists()) {
            copy(steps, from, slots.clone());
        }
    }

    /// The list of blocks, none of which is marked: they are those that the repair changes.
    pub(super) fn into_blocks(mut self) -> Result<Vec<u8>, OutOfMemory> {
        if self.is_whole {
            refill(&mut self.blocks, self.from.slots().div_ceil(BLOCK), 0)?;
        }
        Ok(self.blocks)
    }
}

/// Whether none of some blocks is marked. Marks are read side by side: a small change marks few of thousands of blocks.
fn are_none(marks: &[u8]) -> bool {
    match <&[u8; MARKS_BY_VISIT]>::try_from(marks) {
        Ok(marks) => u128::from_ne_bytes(*marks) == 0,
        Err(_) => marks.iter().all(|&mark| mark == 0),
    }
}

/// Copies some values of a list to another one, at whose end they are added if it has none there yet.
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T], range: Range<usize>) {
    let range = range.start.min(from.len())..range.end.min(from.len());
    if to.len() >= range.end {
        to[range.clone()].copy_from_slice(&from[range]);
    } else {
        to.extend_from_slice(&from[to.len()..range.end]);
    }
}

/// Whether the agent stands where it stood on each of some cells. Cells beyond the area do not count.
fn stands_as_before<V: Value>(ground: &Ground, costs: &[V], seen: &Seen, cells: &[Cell]) -> bool {
    let view = seen.view();
    let known = cells.iter().filter_map(|&cell| Some((cell, ground.slot(cell)?)));
    known.into_iter().all(|(cell, slot)| view.is_walkable(cell) == (costs[slot].get() != 0))
}
