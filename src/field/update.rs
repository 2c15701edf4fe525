//! Fields that follow the edits of their grid.
//!
//! What readers see never changes. So a field that is used after edits has a twin: the one that was shown before. An
//! update copies the blocks in which both differ to the twin, and repairs the twin, which is then shown. The blocks
//! that it wrote are those in which both differ next time.

use super::building::Seen;
use super::ground::Ground;
use super::repair::{Repair, stands_as_before};
use super::tools::{BLOCK, Tools};
use super::whole::{Costs, Field, FieldRules, UnderWay, area_of};
use crate::OutOfMemory;
use crate::bits::bit_rows::{copied, reserved};
use crate::grid::{MapError, Rect};
use crate::index::{AgentLayers, AgentView, IndexedGrid, anchors_of};
use crate::movement::Agent;
use crate::try_arc::TryArc;

impl Field {
    /// Begins the field that shows `grid`, a later state, for the same agent by the same rules. Edits have changed no
    /// cell outside the rectangles `changed`. `twin` is the field that was shown before this one, and `tools` are those
    /// of this one. `None` if the field must be built from its goals: they are walkable where they were blocked or the
    /// other way, a start is blocked, or cells charge in another unit.
    ///
    /// On an error, twin and tools are gone.
    pub fn begin_update(
        &self,
        grid: TryArc<IndexedGrid>,
        agent: &Agent,
        changed: &[Rect],
        twin: Option<TryArc<Self>>,
        tools: Option<Tools>,
    ) -> Result<Option<TryArc<Self>>, MapError> {
        let seen = Seen { layers: AgentLayers::of(&grid, agent)?, grid };
        if !self.can_follow(&seen) {
            return Ok(None);
        }
        let (revision, rects) = (seen.grid.map().revision(), self.anchors(changed)?);
        let mut next = self.twin(twin, tools.as_ref())?;
        if let Some(next) = next.get_mut() {
            next.revision = revision;
            next.under_way = Some(UnderWay::Repair(Repair::new(seen, &self.ground, tools, rects)?));
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
            && unit(view) == (self.ground.parts, !self.ground.weights.is_empty())
            && area_of(self.size, view, &self.goals, &self.rules) == self.ground.area
    }

    /// A field equal to this one, in the memory of the twin if nobody reads it any more.
    fn twin(&self, twin: Option<TryArc<Self>>, tools: Option<&Tools>) -> Result<TryArc<Self>, OutOfMemory> {
        if let Some(mut twin) = twin
            && let Some(other) = twin.get_mut()
            && other.take_over(self, tools.map_or(&[], |tools| &tools.changed_blocks))
        {
            return Ok(twin);
        }
        TryArc::try_new(self.try_clone()?)
    }

    fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let costs = match &self.costs {
            Costs::Narrow(costs) => Costs::Narrow(copied(costs)?),
            Costs::Wide(costs) => Costs::Wide(copied(costs)?),
        };
        Ok(Self {
            goals: copied(&self.goals)?,
            ground: Ground { weights: copied(&self.ground.weights)?, ..self.ground },
            costs,
            sources: self.sources.try_clone()?,
            under_way: None,
            tools: None,
            ..*self
        })
    }

    /// Takes over the costs and weights of another field of the same goals and rules, which differs in some blocks.
    /// Returns false if it is of other ones, or of another form.
    fn take_over(&mut self, other: &Self, blocks: &[u8]) -> bool {
        if self.goals != other.goals || self.rules != other.rules {
            return false;
        }
        if self.ground.area != other.ground.area || self.sources != other.sources {
            return false;
        }
        let is_same_form = match (&mut self.costs, &other.costs) {
            (Costs::Narrow(costs), Costs::Narrow(others)) => copy_blocks(costs, others, blocks),
            (Costs::Wide(costs), Costs::Wide(others)) => copy_blocks(costs, others, blocks),
            _ => false,
        };
        is_same_form
            && self.unreached == other.unreached
            && (self.ground.parts, self.ground.counted) == (other.ground.parts, other.ground.counted)
            && copy_blocks(&mut self.ground.weights, &other.ground.weights, blocks)
    }

    /// What the last building or update used, once the field is ready. The next update needs it.
    pub fn take_tools(&mut self) -> Option<Tools> {
        let mut tools = self.tools.take()?;
        tools.rest();
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

/// Copies the blocks that are marked; all without marks. Returns false if the lists are not equally long.
fn copy_blocks<T: Copy>(values: &mut [T], others: &[T], blocks: &[u8]) -> bool {
    if values.len() != others.len() {
        return false;
    }
    if blocks.is_empty() {
        values.copy_from_slice(others);
    }
    for (group, marks) in blocks.chunks(64).enumerate().filter(|(_, marks)| marks.contains(&1)) {
        for (i, _) in marks.iter().enumerate().filter(|&(_, &mark)| mark == 1) {
            let first = ((64 * group + i) * BLOCK).min(values.len());
            let range = first..(first + BLOCK).min(values.len());
            values[range.clone()].copy_from_slice(&others[range]);
        }
    }
    true
}
