//! The walkable cells of a map and what searches derive from them.

pub(super) mod preparation;

use super::cache::Cached;
use super::components::{Components, Connectivity};
use super::derived::Derived;
use super::jump_points::JumpPoints;
use super::landmarks::{KeptLandmarks, Landmarks};
use super::walkable_cells::{LayerKind, WalkableCells, WalkableParts};
use crate::grid::{Cell, CellData, CoveredMap, GridMap, GridSize, Layout, MapError, Rect};
use crate::held::held;
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The walkable cells of a map, and what searches derive from them. Searches read the layer and never the cell types of
/// the map.
///
/// Each part is derived by the first search that needs the part, and kept current from then on: a map that is being
/// built costs no more than its cells. An edit drops components, and one of a large part of the map drops jump points
/// too, until the next search. The memory of dropped jump points is kept for the next ones, because new memory takes
/// longer to get than to fill.
#[derive(Debug)]
pub struct Layer {
    walkable: WalkableCells,
    /// The revision of the map at the last update. Edits of penalties are no updates.
    revision: u64,
    /// By the number of the diagonal rule.
    jump_points: [Derived<JumpPoints>; 4],
    /// By the number of the diagonal rule: dropped jump points, whose memory the next ones use.
    outdated_points: Mutex<[Option<TryArc<JumpPoints>>; 4]>,
    /// By the number of the connectivity.
    components: [Derived<Components>; 2],
    /// By the number of the connectivity: cells that failed searches have expanded since the components were derived.
    /// The largest number before they ever were, so that the first failed search derives them.
    failed_expansions: [AtomicU32; 2],
    landmarks: KeptLandmarks<Landmarks>,
    /// The rule and costs of most queries: landmarks are measured by them.
    defaults: (DiagonalRule, StepCosts),
    /// Locked while a part is derived, so that only one search derives the part.
    deriving: Mutex<()>,
}

held!(Layer: walkable, jump_points, outdated_points, components, landmarks);

impl Layer {
    /// The layer of a new map, on which all cells are walkable. Landmarks are measured by `defaults`.
    pub(super) fn of_walkable(map: &GridMap, defaults: (DiagonalRule, StepCosts)) -> Result<Self, MapError> {
        Self::with_walkable(WalkableCells::of_walkable(map.size(), map.layout())?, defaults)
    }

    fn with_walkable(walkable: WalkableCells, defaults: (DiagonalRule, StepCosts)) -> Result<Self, MapError> {
        Ok(Self {
            walkable,
            revision: 0,
            jump_points: Default::default(),
            outdated_points: Default::default(),
            components: Default::default(),
            failed_expansions: [const { AtomicU32::new(u32::MAX) }; 2],
            landmarks: KeptLandmarks::new()?,
            defaults,
            deriving: Mutex::new(()),
        })
    }

    /// A layer of a kind without its walkable cells, for searches that read the map: it has the map's size and layout.
    pub(super) fn underived(
        map: &GridMap,
        kind: LayerKind,
        defaults: (DiagonalRule, StepCosts),
    ) -> Result<Self, MapError> {
        Self::with_walkable(WalkableCells::underived(map.size(), map.layout(), kind), defaults)
    }

    /// The layer of a kind. Landmarks are measured by `defaults`.
    pub(super) fn new(map: &GridMap, kind: LayerKind, defaults: (DiagonalRule, StepCosts)) -> Result<Self, MapError> {
        let mut layer = Self::with_walkable(WalkableCells::new(map, kind)?, defaults)?;
        layer.revision = map.revision();
        Ok(layer)
    }

    /// This layer on a map that differs in some areas, or nothing if that leaves the same cells walkable. Only the
    /// walkable cells are copied; what is derived from them is derived anew when it is needed.
    pub(crate) fn seen_as(&self, map: CoveredMap, areas: &[Rect]) -> Result<Option<Self>, MapError> {
        if areas.iter().all(|&area| self.walkable.changed_by(map, area).is_none()) {
            return Ok(None);
        }
        let mut walkable = self.walkable.try_clone()?;
        for &area in areas {
            let reach = walkable.reach_of(area);
            walkable.update(map, reach);
        }
        Ok(Some(Self { revision: self.revision, ..Self::with_walkable(walkable, self.defaults)? }))
    }

    /// Makes room for walls between cells, and for edges that are open in one direction only.
    pub(super) fn reserve_walls(&mut self, one_way: bool) -> Result<(), MapError> {
        self.walkable.reserve_walls(one_way)
    }

    /// The size of the map.
    pub fn size(&self) -> GridSize {
        self.walkable.size()
    }

    /// How the cells lie.
    pub fn layout(&self) -> Layout {
        self.walkable.layout()
    }

    /// Whether a cell lies on the map and is walkable.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.size().contains(cell) && self.walkable.map_rows().get(cell.x as usize, cell.y as usize)
    }

    /// Whether anything has been derived.
    fn has_parts(&self) -> bool {
        let has_points = self.jump_points.iter().any(|points| points.get().is_some());
        has_points
            || self.components.iter().any(|components| components.get().is_some())
            || self.landmarks.get().is_some()
    }

    /// Updates the walkable cells and all derived parts after an edit that changed where `changed` is walkable.
    fn update_derived(&mut self, map: &GridMap, parts: WalkableParts, changed: Rect) {
        let block = self.walkable.block(changed);
        let lines = changed.width as usize + changed.height as usize;
        let is_local = lines <= 2.max((self.walkable.width() + self.walkable.height()) / 4);
        if !is_local {
            for (slot, outdated) in self.jump_points.iter_mut().zip(self.outdated_points.get_mut()) {
                *outdated = slot.take().or(outdated.take());
            }
        }
        self.components = Default::default();
        // Without memory for an update, or for a copy of a shared part, the next search derives the part anew.
        for slot in &mut self.jump_points {
            let points = slot.exclusive(JumpPoints::try_clone);
            if points.is_some_and(|points| points.before_edit(&self.walkable, block).is_err()) {
                slot.take();
            }
        }
        let before = self.landmarks.get().and_then(|_| self.walkable.before_edit(block).ok());
        self.walkable.update_parts(map, parts, changed);
        for slot in &mut self.jump_points {
            if let Some(points) = slot.exclusive(JumpPoints::try_clone) {
                points.after_edit(&self.walkable, block);
            }
        }
        self.landmarks.after_edit(self.revision, |landmarks| landmarks.cells_changed(&self.walkable, before.as_ref()));
    }

    /// The rule and costs of most queries.
    pub(crate) fn defaults(&self) -> (DiagonalRule, StepCosts) {
        self.defaults
    }

    /// The walkable cells.
    pub(crate) fn walkable(&self) -> &WalkableCells {
        &self.walkable
    }

    /// The jump points under a rule, derived now if they are missing.
    pub(crate) fn jump_points(&self, rule: DiagonalRule) -> Result<&JumpPoints, MapError> {
        self.jump_points[rule as usize].get_or_derive(&self.deriving, || {
            let outdated = self.outdated_points.lock()[rule as usize].take();
            let Some(mut points) = outdated else {
                return Ok(TryArc::try_new(JumpPoints::new(rule, &self.walkable)?)?);
            };
            match points.get_mut() {
                Some(points) => points.build(&self.walkable)?,
                None => points = TryArc::try_new(JumpPoints::new(rule, &self.walkable)?)?,
            }
            Ok(points)
        })
    }

    /// The components under a rule, if they have been derived.
    pub(crate) fn known_components(&self, rule: DiagonalRule) -> Option<&Components> {
        self.components[self.connectivity(rule).number()].get()
    }

    /// The components under a rule, derived now if they are missing.
    pub(crate) fn components(&self, rule: DiagonalRule) -> Result<&Components, MapError> {
        let connectivity = self.connectivity(rule);
        self.components[connectivity.number()].get_or_derive(&self.deriving, || {
            self.failed_expansions[connectivity.number()].store(0, Relaxed);
            Ok(TryArc::try_new(Components::new(connectivity, &self.walkable)?)?)
        })
    }

    /// Counts the expansions of a failed search while there are no components. Derives them once failed searches have
    /// taken about as long as this takes, so that neither they nor edits beside them cost much.
    pub(crate) fn note_failed_search(&self, rule: DiagonalRule, expansions: u32) {
        let count = &self.failed_expansions[self.connectivity(rule).number()];
        let add = |before: u32| Some(before.saturating_add(expansions));
        let before = count.fetch_update(Relaxed, Relaxed, add).unwrap_or(u32::MAX);
        if before.saturating_add(expansions) >= Components::expansions_to_label(&self.walkable) {
            // Without memory for them, they stay underived.
            let _ = self.components(rule);
        }
    }

    fn connectivity(&self, rule: DiagonalRule) -> Connectivity {
        Connectivity::of(rule, &self.walkable)
    }

    /// The landmarks, measured now if there are none: before the first search with landmarks, and after an edit dropped
    /// stale ones.
    pub(crate) fn landmarks(&self) -> Result<&Landmarks, MapError> {
        let (rule, costs) = &self.defaults;
        let measure = || Landmarks::new(*rule, costs, &self.walkable, self.revision);
        self.landmarks.get_or_measure(&self.deriving, measure)
    }

    /// Counts the expansions of a search. The count decides when stale landmarks are measured anew.
    ///
    /// Call it for each search by jump points or landmarks if its answer is used. Don't call it for a search whose
    /// answer did not fit the caller's buffer: the caller will repeat this search.
    pub fn count_search(&self, expansions: u64) {
        self.landmarks.count_search(expansions);
    }
}

impl Cached for Layer {
    /// Landmarks are shared until an edit changes them.
    fn try_clone(&self) -> Result<Self, MapError> {
        let mut copy = Self {
            walkable: self.walkable.try_clone()?,
            revision: self.revision,
            jump_points: Default::default(),
            outdated_points: Default::default(),
            components: self.components.each_ref().map(Derived::share),
            failed_expansions: self.failed_expansions.each_ref().map(|count| AtomicU32::new(count.load(Relaxed))),
            landmarks: self.landmarks.share(),
            defaults: self.defaults,
            deriving: Mutex::new(()),
        };
        for (slot, points) in copy.jump_points.iter_mut().zip(&self.jump_points) {
            *slot = points.try_clone(JumpPoints::try_clone)?;
        }
        Ok(copy)
    }

    fn update(&mut self, map: &GridMap, data: CellData, changed: Rect) {
        self.revision = map.revision();
        let parts = self.walkable.parts_that_follow(data);
        if !self.has_parts() {
            self.walkable.update_parts(map, parts, self.walkable.reach_of(changed));
        } else if let Some(changed) = self.walkable.parts_changed_by(map, parts, changed) {
            // An edit from one type to another one may leave the same cells walkable.
            self.update_derived(map, parts, changed);
        }
    }

    fn adopt(&mut self, other: &Self) {
        for (slot, points) in self.jump_points.iter_mut().zip(&other.jump_points) {
            slot.adopt(points);
        }
        for (slot, components) in self.components.iter_mut().zip(&other.components) {
            slot.adopt(components);
        }
        self.landmarks.adopt(&other.landmarks);
    }
}
