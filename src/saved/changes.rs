//! Differences from a saved grid.

use super::error::SavedError;
use super::file::{FileKind, FileReader, FileWriter, checksum};
use super::grid::SavedGrid;
use super::planes::{read_plane, write_plane};
use crate::byte_stream::ByteWriter;
use crate::grid::GridSize;

/// The numbers of sections. All of them are always there.
const BASE: u32 = 1;
const TYPES: u32 = 2;
const PENALTIES: u32 = 3;

/// A checksum of all cells.
fn checksum_of([types, penalties]: [&[u8]; 2]) -> u64 {
    checksum(checksum(0, types), penalties)
}

/// Writes by what the types and penalties of a grid's cells, row by row, differ from those of a saved grid.
pub(crate) fn write_changes(size: GridSize, now: [&[u8]; 2], base: &[u8]) -> Result<ByteWriter, SavedError> {
    let base = SavedGrid::open(base)?;
    if base.settings.size != size {
        return Err(SavedError::OtherBase);
    }
    let [types, mut penalties] = base.cells()?;
    if penalties.is_empty() {
        penalties = crate::bits::bit_rows::zeroed(size.cells())?;
    }
    let mut file = FileWriter::new(FileKind::Changes)?;
    file.section(BASE, &mut |out| {
        out.put_u32(size.width)?;
        out.put_u32(size.height)?;
        Ok(out.put_u64(checksum_of([&types, &penalties]))?)
    })?;
    file.section(TYPES, &mut |out| Ok(write_plane(out, now[0], Some(&types))?))?;
    file.section(PENALTIES, &mut |out| Ok(write_plane(out, now[1], Some(&penalties))?))?;
    file.finish()
}

/// Changes the types and penalties of a grid's cells from those of the saved grid to those after the changes. On an
/// error they may be partly changed.
pub(crate) fn apply_changes(size: GridSize, cells: [&mut [u8]; 2], changes: &[u8]) -> Result<(), SavedError> {
    let mut file = FileReader::new(FileKind::Changes, changes)?;
    let mut base = file.section(BASE)?;
    let mut parse = || Some((base.u32()?, base.u32()?, base.u64()?));
    let (width, height, checksum) = parse().filter(|_| base.is_at_end()).ok_or(SavedError::Damaged)?;
    let [types, penalties] = cells;
    if (width, height) != (size.width, size.height) || checksum != checksum_of([types, penalties]) {
        return Err(SavedError::OtherBase);
    }
    for (number, plane) in [(TYPES, types), (PENALTIES, penalties)] {
        read_plane(file.section(number)?, plane).ok_or(SavedError::Damaged)?;
    }
    if file.next()?.is_none() { Ok(()) } else { Err(SavedError::Damaged) }
}
