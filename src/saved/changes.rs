//! Differences from a saved grid.

use super::error::SavedError;
use super::file::{FileKind, FileReader, FileWriter, checksum};
use super::grid::{Planes, SavedGrid};
use super::planes::{read_plane, write_plane};
use crate::bits::bit_rows::zeroed;
use crate::byte_stream::ByteWriter;
use crate::grid::GridSize;

/// The numbers of sections. All of them are always there, but for the passages, where none is closed.
const BASE: u32 = 1;
const TYPES: u32 = 2;
const PENALTIES: u32 = 3;
const PASSAGES: u32 = 4;

/// A checksum of all cells. All passages open add nothing.
fn checksum_of(types: &[u8], penalties: &[u8], passages: &[u8]) -> u64 {
    let of_cells = checksum(checksum(0, types), penalties);
    if passages.iter().all(|&byte| byte == 0) { of_cells } else { checksum(of_cells, passages) }
}

/// Writes by what the cells of a grid differ from those of a saved grid. Of the planes of the cells now, those of
/// penalties and passages may be empty.
pub(crate) fn write_changes(size: GridSize, now: [&[u8]; 3], base: &[u8]) -> Result<ByteWriter, SavedError> {
    let base = SavedGrid::open(base)?;
    if base.settings.size != size {
        return Err(SavedError::OtherBase);
    }
    let Planes { types, mut penalties, mut passages } = base.cells()?;
    let has_walls = !passages.is_empty() || !now[2].is_empty();
    let zeros: Vec<u8> = zeroed(size.cells())?;
    let now = now.map(|plane| if plane.is_empty() { zeros.as_slice() } else { plane });
    if penalties.is_empty() {
        penalties = zeroed(size.cells())?;
    }
    if passages.is_empty() && has_walls {
        passages = zeroed(size.cells())?;
    }
    let mut file =
        if has_walls { FileWriter::with_walls(FileKind::Changes)? } else { FileWriter::new(FileKind::Changes)? };
    file.section(BASE, &mut |out| {
        out.put_u32(size.width)?;
        out.put_u32(size.height)?;
        Ok(out.put_u64(checksum_of(&types, &penalties, &passages))?)
    })?;
    file.section(TYPES, &mut |out| Ok(write_plane(out, now[0], Some(&types))?))?;
    file.section(PENALTIES, &mut |out| Ok(write_plane(out, now[1], Some(&penalties))?))?;
    if has_walls {
        file.section(PASSAGES, &mut |out| Ok(write_plane(out, now[2], Some(&passages))?))?;
    }
    file.finish()
}

/// Changes the types, penalties and passages of a grid's cells from those of the saved grid to those after the changes.
/// On an error they may be partly changed.
pub(crate) fn apply_changes(size: GridSize, cells: [&mut [u8]; 3], changes: &[u8]) -> Result<(), SavedError> {
    let mut file = FileReader::new(FileKind::Changes, changes)?;
    let mut base = file.section(BASE)?;
    let mut parse = || Some((base.u32()?, base.u32()?, base.u64()?));
    let (width, height, checksum) = parse().filter(|_| base.is_at_end()).ok_or(SavedError::Damaged)?;
    let [types, penalties, passages] = cells;
    if (width, height) != (size.width, size.height) || checksum != checksum_of(types, penalties, passages) {
        return Err(SavedError::OtherBase);
    }
    for (number, plane) in [(TYPES, types), (PENALTIES, penalties)] {
        read_plane(file.section(number)?, plane).ok_or(SavedError::Damaged)?;
    }
    match file.next()? {
        Some((PASSAGES, section)) => read_plane(section, passages).ok_or(SavedError::Damaged)?,
        Some(_) => return Err(SavedError::Damaged),
        None => {}
    }
    if file.next()?.is_none() { Ok(()) } else { Err(SavedError::Damaged) }
}
