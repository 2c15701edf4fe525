//! Parts of a layer that an engine needs, derived ahead, and those that it does not need, given back.

use super::Layer;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::grid::MapError;
use crate::held::Held;
use crate::index::cache::Cache;
use crate::index::changed_cells::CellsBefore;
use crate::index::derived::Derived;
use crate::index::engine::Engine;
use crate::index::jump_points::JumpPoints;
use crate::index::landmarks::Landmarks;
use crate::index::terrain::Terrain;
use crate::interrupt::Interrupt;
use crate::try_arc::TryArc;

/// Which parts are derived, for queries with the default rule and costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    /// Jump points.
    pub jump_points: bool,
    /// Connected components.
    pub components: bool,
    /// Whether there are landmarks that searches can use.
    pub landmarks: bool,
    /// Number of cell changes since the landmarks were measured. A cell that changes twice counts twice.
    pub landmark_changes: u64,
    /// Memory held for landmarks, in bytes.
    pub landmark_bytes: u64,
    /// Memory held for agents other than the default one, in bytes.
    pub layer_bytes: u64,
    /// Number of parts held for agents other than the default one.
    pub layer_count: u32,
}

/// The parts of a layer that an engine does not need. Drop them where no other thread waits: freeing takes time.
#[derive(Debug, Default)]
pub(crate) struct GivenBack {
    jump_points: [[Option<TryArc<JumpPoints>>; 4]; 2],
    landmarks: Option<TryArc<Landmarks>>,
    /// The layers of other agents.
    pub(in crate::index) layers: Cache<Layer>,
    pub(in crate::index) terrains: Cache<Terrain>,
}

/// Landmarks that no layer uses yet, and the cells by which they were measured.
#[derive(Clone, Debug)]
pub(crate) struct MeasuredLandmarks {
    landmarks: TryArc<Landmarks>,
    cells: TryArc<CellsBefore>,
}

impl Layer {
    /// Derives what an engine needs for queries with the default rule and costs. Components are derived later, by the
    /// first search that needs them. With `measures`, also measures landmarks if those of the layer are not fresh.
    /// Returns the measured ones, which the layer does not use yet.
    pub(in crate::index) fn derive_for(
        &self,
        engine: Engine,
        measures: bool,
        interrupt: Interrupt,
    ) -> Result<Option<MeasuredLandmarks>, MapError> {
        let (rule, costs) = &self.defaults;
        if engine != Engine::AStar {
            self.jump_points(*rule)?;
        }
        let is_fresh = self.landmarks.get().is_some_and(Landmarks::is_fresh);
        if engine != Engine::Landmarks || !measures || is_fresh {
            return Ok(None);
        }
        let landmarks = Landmarks::measure((*rule, costs), &self.walkable, self.revision, interrupt)?;
        let cells = self.walkable.before_edit(self.walkable.block(self.size().bounds()))?;
        Ok(Some(MeasuredLandmarks { landmarks: TryArc::try_new(landmarks)?, cells: TryArc::try_new(cells)? }))
    }

    /// Prepares the layer for an engine: starts to use `measured` landmarks, if there are any, and returns what the
    /// engine does not need. Only [`Engine::Landmarks`] needs landmarks, and only [`Engine::AStar`] needs no jump
    /// points.
    ///
    /// The map may have been edited since the landmarks were measured.
    pub(in crate::index) fn prepare_for(&mut self, engine: Engine, measured: Option<MeasuredLandmarks>) -> GivenBack {
        let mut given_back = GivenBack::default();
        if engine == Engine::AStar {
            let outdated = std::mem::take(self.outdated_points.get_mut());
            given_back.jump_points = [self.jump_points.each_mut().map(Derived::take), outdated];
        }
        if engine != Engine::Landmarks {
            given_back.landmarks = self.landmarks.replace(None);
        } else if let Some(MeasuredLandmarks { landmarks, cells }) = measured {
            given_back.landmarks = self.landmarks.replace(Some(landmarks));
            self.landmarks.take_over(|landmarks| landmarks.cells_changed(&self.walkable, Some(&cells)));
        }
        given_back
    }

    /// Derives jump points for queries with the default rule and costs.
    pub(in crate::index) fn derive_jump_points(&mut self) -> Result<(), MapError> {
        self.jump_points(self.defaults.0)?;
        Ok(())
    }

    /// Writes the landmarks in use if they are fresh, else others that are measured now and not used.
    pub(in crate::index) fn write_landmarks(&self, out: &mut ByteWriter) -> Result<(), MapError> {
        if let Some(landmarks) = self.landmarks.get().filter(|landmarks| landmarks.is_fresh()) {
            return landmarks.write(&self.walkable, out);
        }
        let (rule, costs) = &self.defaults;
        Landmarks::new(*rule, costs, &self.walkable, self.revision)?.write(&self.walkable, out)
    }

    /// Reads landmarks and starts to use them. Returns false if the bytes are no landmarks of this map.
    pub(in crate::index) fn read_landmarks(&mut self, bytes: ByteReader) -> Result<bool, MapError> {
        let (rule, costs) = &self.defaults;
        let read = Landmarks::read(bytes, (*rule, costs), &self.walkable, self.revision)?;
        let Some(landmarks) = read else { return Ok(false) };
        drop(self.landmarks.replace(Some(TryArc::try_new(landmarks)?)));
        Ok(true)
    }

    /// Parts that have been derived.
    pub(in crate::index) fn prepared(&self) -> Prepared {
        let (rule, _) = self.defaults;
        let landmarks = self.landmarks.get();
        Prepared {
            jump_points: self.jump_points[rule as usize].get().is_some(),
            components: self.components[self.connectivity(rule).number()].get().is_some(),
            landmarks: landmarks.is_some_and(Landmarks::is_valid),
            landmark_changes: landmarks.map_or(0, Landmarks::changed_cells),
            landmark_bytes: self.landmarks.bytes() as u64,
            layer_bytes: 0,
            layer_count: 0,
        }
    }
}
