//! A whole grid.

use super::error::SavedError;
use super::file::{FileKind, FileReader, FileWriter};
use super::planes::{read_plane, write_plane};
use super::settings::Settings;
use crate::bits::bit_rows::zeroed;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::grid::{Edit, GridMap, Layout};
use crate::index::IndexedGrid;
use crate::movement::{DiagonalRule, StepCosts};

/// The numbers of sections, in the order in which they come. Only the first two are always there.
const SETTINGS: u32 = 1;
const TYPES: u32 = 2;
const PENALTIES: u32 = 3;
/// Says that jump points are derived when the grid is loaded. Empty.
const JUMP_POINTS: u32 = 4;
const LANDMARKS: u32 = 5;
const PASSAGES: u32 = 6;

/// Parts that are saved besides settings and cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SavedParts {
    pub(crate) jump_points: bool,
    pub(crate) landmarks: bool,
}

/// Writes a grid. Covers are left out: they belong to objects of the game.
pub(crate) fn write_grid(
    settings: &Settings,
    grid: &IndexedGrid,
    prepared: SavedParts,
) -> Result<ByteWriter, SavedError> {
    let map = grid.map();
    let has_walls = map.passages().is_some();
    let mut file =
        if has_walls { FileWriter::with_walls(FileKind::Grid)? } else { FileWriter::new(FileKind::Grid)? };
    file.section(SETTINGS, &mut |out| Ok(settings.write(out)?))?;
    file.section(TYPES, &mut |out| Ok(write_plane(out, map.types(), None)?))?;
    if let Some(penalties) = map.penalties() {
        file.section(PENALTIES, &mut |out| Ok(write_plane(out, penalties, None)?))?;
    }
    if prepared.jump_points {
        file.section(JUMP_POINTS, &mut |_| Ok(()))?;
    }
    if prepared.landmarks {
        file.section(LANDMARKS, &mut |out| Ok(grid.write_landmarks(out)?))?;
    }
    if has_walls {
        let passages = map.plane_of_passages()?;
        file.section(PASSAGES, &mut |out| Ok(write_plane(out, &passages, None)?))?;
    }
    file.finish()
}

/// The bytes of a grid's cells, row by row. A plane of zeros may be empty.
#[derive(Debug)]
pub(crate) struct Planes {
    pub(crate) types: Vec<u8>,
    pub(crate) penalties: Vec<u8>,
    pub(crate) passages: Vec<u8>,
}

/// The sections of a saved grid, whose frame and settings were checked.
#[derive(Debug)]
pub(crate) struct SavedGrid<'a> {
    pub(crate) settings: Settings,
    types: ByteReader<'a>,
    penalties: Option<ByteReader<'a>>,
    passages: Option<ByteReader<'a>>,
    landmarks: Option<ByteReader<'a>>,
    has_jump_points: bool,
}

impl<'a> SavedGrid<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, SavedError> {
        let mut file = FileReader::new(FileKind::Grid, bytes)?;
        let settings = Settings::read(&mut file.section(SETTINGS)?)?;
        let types = file.section(TYPES)?;
        let mut grid =
            Self { settings, types, penalties: None, passages: None, landmarks: None, has_jump_points: false };
        let mut last = TYPES;
        while let Some((number, section)) = file.next()? {
            if number <= last {
                return Err(SavedError::Damaged);
            }
            last = number;
            match number {
                PENALTIES => grid.penalties = Some(section),
                JUMP_POINTS if section.is_at_end() => grid.has_jump_points = true,
                LANDMARKS => grid.landmarks = Some(section),
                PASSAGES => grid.passages = Some(section),
                _ => return Err(SavedError::Damaged),
            }
        }
        Ok(grid)
    }

    /// Whether it has landmarks.
    pub(crate) fn has_landmarks(&self) -> bool {
        self.landmarks.is_some()
    }

    /// The bytes of all cells. Planes that were not saved are empty.
    pub(super) fn cells(self) -> Result<Planes, SavedError> {
        let count = self.settings.size.cells();
        let plane = |section: Option<ByteReader>| -> Result<Vec<u8>, SavedError> {
            let Some(section) = section else { return Ok(Vec::new()) };
            let mut cells = zeroed(count)?;
            read_plane(section, &mut cells).ok_or(SavedError::Damaged)?;
            Ok(cells)
        };
        Ok(Planes { types: plane(Some(self.types))?, penalties: plane(self.penalties)?, passages: plane(self.passages)? })
    }

    /// The grid, with what was prepared. The caller has checked the rest of the settings.
    pub(crate) fn into_grid(
        mut self,
        layout: Layout,
        rule: DiagonalRule,
        costs: StepCosts,
    ) -> Result<IndexedGrid, SavedError> {
        let (size, landmarks, has_jump_points) = (self.settings.size, self.landmarks.take(), self.has_jump_points);
        let Planes { types, penalties, passages } = self.cells()?;
        let mut map = GridMap::of_cells(size, layout, types, penalties)?;
        if !passages.is_empty() {
            let edit = Edit::write_passages(size, layout, size.bounds(), &passages)?;
            if !edit.has_exactly(&passages) {
                return Err(SavedError::Damaged);
            }
            map.edit(&edit)?;
        }
        let mut grid = IndexedGrid::of_map(map.without_history(), rule, costs)?;
        if let Some(section) = landmarks
            && !grid.read_landmarks(section)?
        {
            return Err(SavedError::Damaged);
        }
        if has_jump_points && !layout.is_hexagonal() {
            grid.derive_jump_points()?;
        }
        Ok(grid)
    }
}
