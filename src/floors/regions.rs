//! Regions: the connected components of all floors. Two cells have a leg between them only if they share a region, and
//! always if no side between cells is open in one direction only.

use super::links::FloorCell;
use super::view::FloorsView;
use crate::index::{Components, Layer};
use crate::movement::DiagonalRule;
use crate::search::Query;
use crate::sorting::sort;
use crate::{OutOfMemory, refill};

/// The component of a start that is an obstacle. No leg leads there.
const BLOCKED: u32 = u32::MAX;

/// A component of a floor. Component numbers depend on earlier edits of the map, so the order of regions must not
/// decide a result; comparing two regions for equality is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Region {
    floor: u32,
    component: u32,
}

/// Maps cells to regions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regions<'a> {
    view: &'a FloorsView,
    rule: DiagonalRule,
    max_expansions: Option<u32>,
}

impl<'a> Regions<'a> {
    /// Labels the components of all floors on which an open link, the start or the goal lies, unless they are labelled
    /// already.
    ///
    /// A limit of expansions allows for each floor what it allows for its grid. Components that are known already make
    /// no difference, because results must not depend on earlier queries.
    pub(super) fn label(
        view: &'a FloorsView,
        (start, goal): (FloorCell, FloorCell),
        legs: &Query,
        is_used: &mut Vec<bool>,
    ) -> Result<Self, OutOfMemory> {
        let rule = legs.diagonal_rule;
        refill(is_used, view.floor_count(), false)?;
        let open = view.links().iter().filter(|(_, link)| !link.closed);
        for end in open.flat_map(|(_, link)| [link.from, link.to]).chain([start, goal]) {
            if let Some(is_used) = is_used.get_mut(end.floor as usize) {
                *is_used = true;
            }
        }
        let used = || (0..).zip(&*is_used).filter_map(|(floor, &is_used)| view.layer(floor).filter(|_| is_used));
        let max_expansions = legs.max_expansions;
        for layer in used().filter(|layer| may_label(layer, max_expansions)) {
            layer.components(rule).map_err(|_| OutOfMemory)?;
        }
        Ok(Self { view, rule, max_expansions })
    }

    /// The region of a walkable cell.
    pub(super) fn of(&self, at: FloorCell) -> Region {
        let component = self.labels(at).map_or(0, |(layer, components)| {
            let walkable = layer.walkable();
            components.component(walkable, walkable.index_cell(at.cell))
        });
        Region { floor: at.floor, component }
    }

    /// The region of a start. A start that is an obstacle has a region of its own.
    pub(super) fn of_start(&self, start: FloorCell) -> Region {
        let is_walled = self.labels(start).is_some() && !self.view.is_walkable(start);
        if is_walled { Region { floor: start.floor, component: BLOCKED } } else { self.of(start) }
    }

    /// Writes the regions that legs from the start lead to: the start's own region, or the neighboring regions if the
    /// start is an obstacle.
    pub(super) fn around_start(&self, start: FloorCell, regions: &mut Vec<Region>) -> Result<(), OutOfMemory> {
        regions.clear();
        regions.try_reserve(8)?;
        let floor = start.floor;
        match self.labels(start) {
            Some((layer, components)) if !self.view.is_walkable(start) => {
                let cell = layer.walkable().index_cell(start.cell);
                let beside = components.beside(self.rule, layer.walkable(), cell);
                regions.extend(beside.map(|component| Region { floor, component }));
                sort(regions);
                regions.dedup();
            }
            _ => regions.push(self.of(start)),
        }
        Ok(())
    }

    /// Whether the links alone show that no path leads from `starts` to the goal: no usable link leaves the regions
    /// `starts`, or no usable link enters the goal's region.
    pub(super) fn are_cut_off(&self, starts: &[Region], goal: FloorCell) -> bool {
        let goal = self.of(goal);
        if starts.contains(&goal) {
            return false;
        }
        let (mut is_left, mut is_entered) = (false, false);
        for (_, link) in self.view.usable_links() {
            let (from, to) = (self.of(link.from), self.of(link.to));
            if from == to {
                continue;
            }
            is_left |= starts.contains(&from) || !link.one_way && starts.contains(&to);
            is_entered |= to == goal || !link.one_way && from == goal;
            if is_left && is_entered {
                return false;
            }
        }
        true
    }

    fn labels(&self, at: FloorCell) -> Option<(&'a Layer, &'a Components)> {
        let layer = self.view.layer(at.floor).filter(|layer| may_label(layer, self.max_expansions))?;
        Some((layer, layer.known_components(self.rule)?))
    }
}

fn may_label(layer: &Layer, max_expansions: Option<u32>) -> bool {
    max_expansions.is_none_or(|limit| limit >= Components::expansions_to_label(layer.walkable()))
}
