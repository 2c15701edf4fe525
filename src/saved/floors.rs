//! Floors with their links and grids.

use super::error::SavedError;
use super::file::{FileKind, FileReader, FileWriter};
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::floors::{FloorCell, Link, Links};
use crate::grid::Cell;

/// The numbers of sections, in the order in which they come.
const FLOORS: u32 = 1;
const LINKS: u32 = 2;
/// A whole file of a grid. There is one for each grid, in the order of their numbers.
const GRID: u32 = 3;

const ONE_WAY: u32 = 1;
const CLOSED: u32 = 2;

/// Floors of which the grids are still to be written.
pub(crate) struct FloorsWriter(FileWriter);

impl FloorsWriter {
    /// `floors` has the number of each floor's grid: 0 for the first grid, then 1, and so on. Several floors may have
    /// the same grid.
    pub(crate) fn new(floors: &[u32], links: &Links) -> Result<Self, SavedError> {
        let mut file = FileWriter::new(FileKind::Floors)?;
        file.section(FLOORS, &mut |out| Ok(floors.iter().try_for_each(|&grid| out.put_u32(grid))?))?;
        file.section(LINKS, &mut |out| write_links(out, links))?;
        Ok(Self(file))
    }

    /// Adds the file of the next grid.
    pub(crate) fn grid(&mut self, grid: &ByteWriter) -> Result<(), SavedError> {
        self.0.section(GRID, &mut |out| Ok(out.put(grid.bytes())?))
    }

    /// The whole file.
    pub(crate) fn finish(self) -> Result<ByteWriter, SavedError> {
        self.0.finish()
    }
}

/// Saved floors, whose frame and links were checked.
pub(crate) struct SavedFloors<'a> {
    /// The number of each floor's grid.
    pub(crate) floors: Vec<u32>,
    pub(crate) links: Links,
    grids_left: u32,
    file: FileReader<'a>,
}

impl<'a> SavedFloors<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, SavedError> {
        let mut file = FileReader::new(FileKind::Floors, bytes)?;
        let mut section = file.section(FLOORS)?;
        let (mut floors, mut grids_left) = (Vec::new(), 0);
        while !section.is_at_end() {
            // A grid gets its number at its first floor.
            let grid = section.u32().filter(|&grid| grid <= grids_left).ok_or(SavedError::Damaged)?;
            grids_left = grids_left.max(grid + 1);
            floors.try_reserve(1).map_err(|_| SavedError::Memory)?;
            floors.push(grid);
        }
        let links = read_links(file.section(LINKS)?, floors.len())?;
        Ok(Self { floors, links, grids_left, file })
    }

    /// The file of the next grid; `None` after the last one, with which the whole file ends.
    pub(crate) fn next_grid(&mut self) -> Result<Option<&'a [u8]>, SavedError> {
        if self.grids_left == 0 {
            return if self.file.next()?.is_none() { Ok(None) } else { Err(SavedError::Damaged) };
        }
        self.grids_left -= 1;
        Ok(Some(self.file.section(GRID)?.rest()))
    }
}

/// The last number that was given to a link, and the links by ascending number.
fn write_links(out: &mut ByteWriter, links: &Links) -> Result<(), SavedError> {
    out.put_u32(links.last())?;
    for (number, link) in links.all() {
        let ends = [link.from, link.to];
        let [from, to] = ends.map(|FloorCell { floor, cell }| [floor, cell.x as u32, cell.y as u32]);
        let flags = (u32::from(link.one_way) * ONE_WAY) | (u32::from(link.closed) * CLOSED);
        for part in [[*number].as_slice(), &from, &to, &[flags]].into_iter().flatten() {
            out.put_u32(*part)?;
        }
        out.put_u64(link.cost().to_bits())?;
    }
    Ok(())
}

fn read_links(mut section: ByteReader, floors: usize) -> Result<Links, SavedError> {
    let last = section.u32().ok_or(SavedError::Damaged)?;
    let mut links = Links::new();
    while !section.is_at_end() {
        let (number, link) = read_link(&mut section, floors).ok_or(SavedError::Damaged)?;
        if !links.add_numbered(number, link)? {
            return Err(SavedError::Damaged);
        }
    }
    if links.skip_to(last) { Ok(links) } else { Err(SavedError::Damaged) }
}

fn read_link(section: &mut ByteReader, floors: usize) -> Option<(u32, Link)> {
    let number = section.u32()?;
    let mut end = || {
        let (floor, x, y) = (section.u32()?, section.u32()?, section.u32()?);
        let at = FloorCell { floor, cell: Cell::new(x as i32, y as i32) };
        ((floor as usize) < floors).then_some(at)
    };
    let (from, to) = (end()?, end()?);
    let flags = section.u32().filter(|flags| flags & !(ONE_WAY | CLOSED) == 0)?;
    let mut link = Link::new(from, to, f64::from_bits(section.u64()?)).ok()?;
    (link.one_way, link.closed) = (flags & ONE_WAY != 0, flags & CLOSED != 0);
    Some((number, link))
}
