//! A map with the index that searches derive from it.

use super::cache::{Cache, Cached, Use};
use super::engine::Engine;
use super::layer::Layer;
use super::layer::preparation::{GivenBack, MeasuredLandmarks, Prepared};
use super::prepared_jumps::PreparedJumps;
use super::terrain::Terrain;
use super::walkable_cells::LayerKind;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::distance::landmarks::MAX_CELLS;
use crate::grid::{CellData, Edit, GridMap, GridSize, Layout, MapError, Passages, Rect};
use crate::held::Held;
use crate::interrupt::Interrupt;
use crate::movement::{DiagonalRule, Profile, StepCosts};
use crate::try_arc::TryArc;
use std::sync::atomic::{AtomicU64, Ordering};

/// At most this many layers and terrains are cached for agents other than the default one.
const MOST_ENTRIES: usize = 64;

/// They take at most this many bytes a cell, or [`LEAST_BYTES`] on small maps, besides those that a query uses.
const BYTES_BY_CELL: u64 = 512;
const LEAST_BYTES: u64 = 64 << 20;

/// At each use of this number, what has grown since is counted too.
const COUNTED_USES: u64 = 64;

/// A [`GridMap`] with the [`Layer`] that searches use. Edits keep both in step.
#[derive(Debug)]
pub struct IndexedGrid {
    map: GridMap,
    /// The layer of the default agent.
    layer: Layer,
    /// The layers of other agents.
    layers: Cache<Layer>,
    /// The costs of cells for profiles that weigh.
    terrains: Cache<Terrain>,
    /// Agents, as all copies of the map know them.
    agents: TryArc<KnownAgents>,
}

#[derive(Debug, Default)]
struct KnownAgents {
    /// Number of uses of cached layers and terrains.
    uses: AtomicU64,
    /// The profiles for which the game has prepared jumps.
    prepared_jumps: PreparedJumps,
}

impl IndexedGrid {
    /// A grid of walkable cells, with the default rule and costs.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        Self::with_defaults(width, height, DiagonalRule::default(), StepCosts::default())
    }

    /// A grid of walkable cells. `rule` and `costs` should be the rule and costs of most queries: landmarks are
    /// measured by them, and may not apply to other queries.
    pub fn with_defaults(width: u32, height: u32, rule: DiagonalRule, costs: StepCosts) -> Result<Self, MapError> {
        Self::in_layout(width, height, Layout::Square, rule, costs)
    }

    /// Works as [`with_defaults`](Self::with_defaults) does, in any layout. Hexagons have one rule for steps, which the
    /// layout tells: `rule` must be [`DiagonalRule::Always`], which allows each of these steps, and both costs the
    /// same.
    pub fn in_layout(
        width: u32,
        height: u32,
        layout: Layout,
        rule: DiagonalRule,
        costs: StepCosts,
    ) -> Result<Self, MapError> {
        let map = GridMap::new(width, height)?.in_layout(layout);
        let layer = Layer::of_walkable(&map, (rule, costs))?;
        Self::with_layer(map, layer)
    }

    fn with_layer(map: GridMap, layer: Layer) -> Result<Self, MapError> {
        let agents = TryArc::try_new(KnownAgents::default())?;
        Ok(Self { map, layer, layers: Cache::default(), terrains: Cache::default(), agents })
    }

    /// A grid of these cells, which has derived nothing.
    pub(crate) fn of_map(map: GridMap, rule: DiagonalRule, costs: StepCosts) -> Result<Self, MapError> {
        let layer = Layer::new(&map, LayerKind::DEFAULT, (rule, costs))?;
        Self::with_layer(map, layer)
    }

    /// The cells.
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// The profiles for which the game has prepared jumps.
    pub(crate) fn prepared_jumps(&self) -> &PreparedJumps {
        &self.agents.prepared_jumps
    }

    /// The walkable cells of the default agent, and what is derived from them.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// A use of cached layers and terrains that begins now.
    pub(super) fn begin_use(&self) -> Use {
        let number = self.agents.uses.fetch_add(1, Ordering::Relaxed) + 1;
        if number.is_multiple_of(COUNTED_USES) {
            self.bound_caches(number);
        }
        Use { revision: self.map.revision(), number }
    }

    /// The layer of a kind other than the default one, made now if the cache has none.
    pub(super) fn cached_layer(&self, kind: LayerKind, used: Use) -> Result<TryArc<Layer>, MapError> {
        let is_wanted = |layer: &Layer| layer.walkable().kind() == kind;
        let make = || Layer::new(&self.map, kind, self.layer.defaults());
        let (layer, is_new) = self.layers.get_or_make(used, is_wanted, make)?;
        if is_new {
            self.bound_caches(used.number);
        }
        Ok(layer)
    }

    /// The terrain of a profile and an agent's size, made now if the cache has none.
    pub(super) fn cached_terrain(&self, profile: &Profile, size: u8, used: Use) -> Result<TryArc<Terrain>, MapError> {
        let is_wanted = |terrain: &Terrain| terrain.weights().are_of(profile, size);
        let make = || Terrain::new(&self.map, profile, size, &self.layer.defaults().1);
        let (terrain, is_new) = self.terrains.get_or_make(used, is_wanted, make)?;
        if is_new {
            self.bound_caches(used.number);
        }
        Ok(terrain)
    }

    /// Drops the least recently used entries, in the order of calls, until at most [`MOST_ENTRIES`] of at most
    /// [`BYTES_BY_CELL`] are left. What a use of this number or a later one needs stays.
    fn bound_caches(&self, number: u64) {
        let most_bytes = LEAST_BYTES.max(self.map.size().cells() as u64 * BYTES_BY_CELL);
        while self.layers.count() + self.terrains.count() > MOST_ENTRIES || self.bytes_of_agents() > most_bytes {
            let oldest = [self.layers.oldest_use(), self.terrains.oldest_use()].into_iter().flatten().min();
            let Some(oldest) = oldest.filter(|&oldest| oldest < number) else { return };
            self.layers.drop_used_at(oldest);
            self.terrains.drop_used_at(oldest);
        }
    }

    /// Memory held for the map and for what is derived from it, in bytes.
    pub fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.map.bytes() + self.layer.bytes() as u64 + self.bytes_of_agents()
    }

    /// How many of these [`bytes`](Self::bytes) are held for agents other than the default one.
    fn bytes_of_agents(&self) -> u64 {
        (self.layers.bytes() + self.terrains.bytes() + self.agents.prepared_jumps.bytes()) as u64
    }

    /// How many of these [`bytes`](Self::bytes) another copy of the map shares.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let layers = self.layers.bytes_shared_with(&other.layers) + self.terrains.bytes_shared_with(&other.terrains);
        (self.layer.bytes_shared_with(&other.layer) + layers) as u64
    }

    /// Makes an edit, or returns an error and changes nothing.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        edit.check(self.map.size())?;
        if let Some(changed) = self.map.changed_by(edit) {
            self.reserve_for(edit)?;
            self.apply(edit, changed);
        }
        Ok(())
    }

    /// Gets the memory that a checked edit needs, or fails with [`MapError::Memory`] and changes nothing.
    pub(crate) fn reserve_for(&mut self, edit: &Edit) -> Result<(), MapError> {
        if edit.data() == CellData::Passages {
            let has_one_way = |map: &GridMap| map.passages().is_some_and(Passages::has_one_way);
            let (had_walls, had_one_way) = (self.map.passages().is_some(), has_one_way(&self.map));
            let one_way = had_one_way || edit.has_one_way();
            self.layer.reserve_walls(one_way)?;
            if !had_walls || one_way != had_one_way {
                // Layers of other agents have no room for such walls. Queries make them anew.
                (self.layers, self.terrains) = (Cache::default(), Cache::default());
            }
        }
        self.map.reserve_for(edit)
    }

    /// Makes a checked edit that changes cells in the rectangle `changed`. [`reserve_for`](Self::reserve_for) must have
    /// succeeded.
    pub(crate) fn apply(&mut self, edit: &Edit, changed: Rect) {
        debug_assert!(self.map.changed_by(edit).is_some_and(|cells| cells.common(changed) == Some(cells)));
        self.map.apply(edit);
        self.layers.drop_unused(self.map.revision());
        self.terrains.drop_unused(self.map.revision());
        if edit.data() != CellData::Penalties {
            let changed = edit.reach_of(changed, self.map.size());
            self.layer.update(&self.map, edit.data(), changed);
            self.layers.update(&self.map, edit.data(), changed);
            self.terrains.update(&self.map, edit.data(), changed);
        }
    }

    /// A copy that can be edited apart from this one, or [`MapError::Memory`]. Landmarks are shared until an edit
    /// changes them.
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            map: self.map.try_clone()?,
            layer: self.layer.try_clone()?,
            layers: self.layers.share()?,
            terrains: self.terrains.share()?,
            agents: self.agents.clone(),
        })
    }

    /// Shares what another copy of the map, in the same state, has derived and this one lacks.
    pub(crate) fn adopt(&mut self, other: &Self) {
        debug_assert_eq!(self.map.revision(), other.map.revision());
        self.layer.adopt(&other.layer);
        self.layers.adopt(&other.layers);
        self.terrains.adopt(&other.terrains);
    }

    /// [`MapError::TooLargeForLandmarks`] if the engine is [`Engine::Landmarks`] and the grid has too many cells.
    pub(crate) fn check_engine(size: GridSize, engine: Engine) -> Result<(), MapError> {
        let is_too_large = size.cells() > MAX_CELLS;
        if engine == Engine::Landmarks && is_too_large { Err(MapError::TooLargeForLandmarks) } else { Ok(()) }
    }

    /// Derives what an engine needs for queries with the default rule and costs. Components are derived later, by the
    /// first search that needs them. With `measures`, also measures landmarks if those of the grid are not fresh.
    /// Returns the measured ones, which the grid does not use yet.
    pub(crate) fn derive_for(
        &self,
        engine: Engine,
        measures: bool,
        interrupt: Interrupt,
    ) -> Result<Option<MeasuredLandmarks>, MapError> {
        self.layer.derive_for(engine, measures, interrupt)
    }

    /// Prepares the grid for an engine: starts to use landmarks from [`derive_for`](Self::derive_for), if there are
    /// any, and returns what the engine does not need. The map may have been edited since `derive_for`.
    pub(crate) fn prepare_for(&mut self, engine: Engine, landmarks: Option<MeasuredLandmarks>) -> GivenBack {
        let mut given_back = self.layer.prepare_for(engine, landmarks);
        if engine == Engine::AStar {
            given_back.layers = std::mem::take(&mut self.layers);
            given_back.terrains = std::mem::take(&mut self.terrains);
        }
        given_back
    }

    /// Derives jump points for queries with the default rule and costs.
    pub(crate) fn derive_jump_points(&mut self) -> Result<(), MapError> {
        self.layer.derive_jump_points()
    }

    /// Writes the landmarks of the map without its covers: those in use, or measured now where these are others.
    pub(crate) fn write_landmarks(&self, out: &mut ByteWriter) -> Result<(), MapError> {
        if !self.map.has_covers() {
            return self.layer.write_landmarks(out);
        }
        Layer::new(&self.map.without_covers()?, LayerKind::DEFAULT, self.layer.defaults())?.write_landmarks(out)
    }

    /// Reads landmarks and starts to use them. Returns false if the bytes are no landmarks of this map.
    pub(crate) fn read_landmarks(&mut self, bytes: ByteReader) -> Result<bool, MapError> {
        self.layer.read_landmarks(bytes)
    }

    /// Parts that have been derived.
    pub fn prepared(&self) -> Prepared {
        let layer_count = (self.layers.count() + self.terrains.count()) as u32;
        Prepared { layer_bytes: self.bytes_of_agents(), layer_count, ..self.layer.prepared() }
    }
}
