//! A whole grid.

use super::error::SavedError;
use super::file::{FileKind, FileReader, FileWriter};
use super::planes::{read_plane, write_plane};
use super::settings::Settings;
use crate::bits::bit_rows::zeroed;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::grid::{GridMap, Layout};
use crate::index::IndexedGrid;
use crate::movement::{DiagonalRule, StepCosts};

/// The numbers of sections, in the order in which they come. Only the first two are always there.
const SETTINGS: u32 = 1;
const TYPES: u32 = 2;
const PENALTIES: u32 = 3;
/// Says that jump points are derived when the grid is loaded. Empty.
const JUMP_POINTS: u32 = 4;
const LANDMARKS: u32 = 5;

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
    let mut file = FileWriter::new(FileKind::Grid)?;
    file.section(SETTINGS, &mut |out| Ok(settings.write(out)?))?;
    file.section(TYPES, &mut |out| Ok(write_plane(out, grid.map().types(), None)?))?;
    if let Some(penalties) = grid.map().penalties() {
        file.section(PENALTIES, &mut |out| Ok(write_plane(out, penalties, None)?))?;
    }
    if prepared.jump_points {
        file.section(JUMP_POINTS, &mut |_| Ok(()))?;
    }
    if prepared.landmarks {
        file.section(LANDMARKS, &mut |out| Ok(grid.write_landmarks(out)?))?;
    }
    file.finish()
}

/// The sections of a saved grid, whose frame and settings were checked.
#[derive(Debug)]
pub(crate) struct SavedGrid<'a> {
    pub(crate) settings: Settings,
    types: ByteReader<'a>,
    penalties: Option<ByteReader<'a>>,
    landmarks: Option<ByteReader<'a>>,
    has_jump_points: bool,
}

impl<'a> SavedGrid<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, SavedError> {
        let mut file = FileReader::new(FileKind::Grid, bytes)?;
        let settings = Settings::read(&mut file.section(SETTINGS)?)?;
        let types = file.section(TYPES)?;
        let mut grid = Self { settings, types, penalties: None, landmarks: None, has_jump_points: false };
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
                _ => return Err(SavedError::Damaged),
            }
        }
        Ok(grid)
    }

    /// Whether it has landmarks.
    pub(crate) fn has_landmarks(&self) -> bool {
        self.landmarks.is_some()
    }

    /// The types and the penalties of all cells, row by row. Without penalties, the second list is empty.
    pub(super) fn cells(self) -> Result<[Vec<u8>; 2], SavedError> {
        let count = self.settings.size.cells();
        let mut types = zeroed(count)?;
        read_plane(self.types, &mut types).ok_or(SavedError::Damaged)?;
        let mut penalties = Vec::new();
        if let Some(section) = self.penalties {
            penalties = zeroed(count)?;
            read_plane(section, &mut penalties).ok_or(SavedError::Damaged)?;
        }
        Ok([types, penalties])
    }

    /// The grid, with what was prepared. The caller has checked the rest of the settings.
    pub(crate) fn into_grid(
        mut self,
        layout: Layout,
        rule: DiagonalRule,
        costs: StepCosts,
    ) -> Result<IndexedGrid, SavedError> {
        let (size, landmarks, has_jump_points) = (self.settings.size, self.landmarks.take(), self.has_jump_points);
        let [types, penalties] = self.cells()?;
        let mut grid = IndexedGrid::of_map(GridMap::of_cells(size, layout, types, penalties)?, rule, costs)?;
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
