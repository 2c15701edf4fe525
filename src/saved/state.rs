//! States of crowds and reservations: one section, which begins with the size and the layout of the grid.

use super::error::SavedError;
use super::file::{FileKind, FileReader, FileWriter};
use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter, ReadError};
use crate::cooperative::Reservations;
use crate::crowd::Crowd;
use crate::grid::GridSize;

const STATE: u32 = 1;

/// The part of a grid with which a state must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateGround {
    pub(crate) size: GridSize,
    /// The number of the layout.
    pub(crate) layout: u32,
}

impl StateGround {
    fn numbers(&self) -> [u32; 3] {
        [self.size.width, self.size.height, self.layout]
    }
}

pub(crate) fn write_crowd(ground: &StateGround, crowd: &Crowd) -> Result<ByteWriter, SavedError> {
    write(FileKind::Crowd, ground, &mut |out| crowd.write_state(out))
}

/// Gives a crowd on a ground a saved state.
pub(crate) fn read_crowd(ground: &StateGround, bytes: &[u8], crowd: &mut Crowd) -> Result<(), SavedError> {
    Ok(crowd.read_state(read(FileKind::Crowd, ground, bytes)?)?)
}

pub(crate) fn write_reservations(ground: &StateGround, of: &Reservations) -> Result<ByteWriter, SavedError> {
    write(FileKind::Reservations, ground, &mut |out| of.write_state(out))
}

/// The saved reservations of a ground.
pub(crate) fn read_reservations(ground: &StateGround, bytes: &[u8]) -> Result<Reservations, SavedError> {
    Ok(Reservations::of_state(ground.size, read(FileKind::Reservations, ground, bytes)?)?)
}

fn write(
    kind: FileKind,
    ground: &StateGround,
    write: &mut dyn FnMut(&mut ByteWriter) -> Result<(), OutOfMemory>,
) -> Result<ByteWriter, SavedError> {
    let mut file = FileWriter::new(kind)?;
    file.section(STATE, &mut |out| {
        ground.numbers().into_iter().try_for_each(|number| out.put_u32(number))?;
        Ok(write(out)?)
    })?;
    file.finish()
}

/// The bytes of a state, after its frame and its ground were checked.
fn read<'a>(kind: FileKind, ground: &StateGround, bytes: &'a [u8]) -> Result<ByteReader<'a>, SavedError> {
    let mut file = FileReader::new(kind, bytes)?;
    let mut section = file.section(STATE)?;
    let is_last = file.next()?.is_none();
    let [Some(width), Some(height), Some(layout)] = [(); 3].map(|()| section.u32()) else {
        return Err(SavedError::Damaged);
    };
    match [width, height, layout] == ground.numbers() {
        true if is_last => Ok(section),
        false if is_last => Err(SavedError::OtherGround),
        _ => Err(SavedError::Damaged),
    }
}

impl From<ReadError> for SavedError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Damaged => Self::Damaged,
            ReadError::Memory => Self::Memory,
        }
    }
}
