//! The frame of saved bytes: a head, sections and a checksum.

use super::error::SavedError;
use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter};
use twox_hash::XxHash64;

const NAME: &[u8; 8] = b"GridStar";

/// The version of the format. A later version that this one can't read has a larger number. Version 1 was never
/// released. Files without walls between cells have the version 2, so that earlier libraries read them.
const VERSION: u16 = 2;
const VERSION_WITH_WALLS: u16 = 3;

const HEAD: usize = 16;
const CHECKSUM: usize = 8;

/// Contents of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Grid = 1,
    Changes = 2,
    Profile = 3,
    Floors = 4,
    Crowd = 5,
    Reservations = 6,
}

/// A checksum of bytes.
pub(super) fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    XxHash64::oneshot(seed, bytes)
}

/// A file that is being written.
pub(super) struct FileWriter {
    bytes: ByteWriter,
}

impl FileWriter {
    pub(super) fn new(kind: FileKind) -> Result<Self, OutOfMemory> {
        Self::of_version(kind, VERSION)
    }

    /// A file that may tell of walls between cells.
    pub(super) fn with_walls(kind: FileKind) -> Result<Self, OutOfMemory> {
        Self::of_version(kind, VERSION_WITH_WALLS)
    }

    fn of_version(kind: FileKind, version: u16) -> Result<Self, OutOfMemory> {
        let mut bytes = ByteWriter::default();
        bytes.put(NAME)?;
        bytes.put(&version.to_le_bytes())?;
        bytes.put(&(kind as u16).to_le_bytes())?;
        bytes.put_u32(0)?;
        Ok(Self { bytes })
    }

    /// Adds a section.
    pub(super) fn section(
        &mut self,
        number: u32,
        write: &mut dyn FnMut(&mut ByteWriter) -> Result<(), SavedError>,
    ) -> Result<(), SavedError> {
        self.bytes.put_u32(number)?;
        self.bytes.put_u32(0)?;
        let begin = self.bytes.bytes().len();
        write(&mut self.bytes)?;
        let length = self.bytes.bytes().len() - begin;
        self.bytes.put_u32_at(begin - 4, checked_length(length)?);
        Ok(())
    }

    /// The whole file.
    pub(super) fn finish(mut self) -> Result<ByteWriter, SavedError> {
        let length = checked_length(self.bytes.bytes().len() + CHECKSUM)?;
        self.bytes.put_u32_at(HEAD - 4, length);
        let checksum = checksum(0, self.bytes.bytes());
        self.bytes.put_u64(checksum)?;
        Ok(self.bytes)
    }
}

/// Callers count bytes in 32 bits. A grid with all its penalties and landmarks takes fewer.
fn checked_length(length: usize) -> Result<u32, SavedError> {
    u32::try_from(length).map_err(|_| SavedError::Memory)
}

/// The sections of a file, after its head and its checksum were checked.
pub(super) struct FileReader<'a> {
    rest: ByteReader<'a>,
}

impl<'a> FileReader<'a> {
    pub(super) fn new(kind: FileKind, bytes: &'a [u8]) -> Result<Self, SavedError> {
        let mut head = ByteReader::new(bytes);
        let name = head.array().ok_or(SavedError::Foreign)?;
        if name != *NAME {
            return Err(SavedError::Foreign);
        }
        let mut number = || head.array().map(u16::from_le_bytes).ok_or(SavedError::Damaged);
        let (version, of_kind) = (number()?, number()?);
        let length = head.u32().ok_or(SavedError::Damaged)?;
        let (body, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(SavedError::Damaged)?;
        let is_whole = length as usize == bytes.len() && body.len() >= HEAD;
        if !is_whole || checksum(0, body) != u64::from_le_bytes(*sum) {
            return Err(SavedError::Damaged);
        }
        // Checked last: damage of these numbers is damage. Later versions keep this frame.
        let may_have_walls = matches!(kind, FileKind::Grid | FileKind::Changes);
        let newest = if may_have_walls { VERSION_WITH_WALLS } else { VERSION };
        match (version, of_kind == kind as u16) {
            (VERSION.., true) if version <= newest => Ok(Self { rest: ByteReader::new(&body[HEAD..]) }),
            (VERSION.., false) if version <= newest => Err(SavedError::Foreign),
            (1, _) => Err(SavedError::Foreign),
            (0, _) => Err(SavedError::Damaged),
            _ => Err(SavedError::Newer),
        }
    }

    /// The next section, which must have this number.
    pub(super) fn section(&mut self, number: u32) -> Result<ByteReader<'a>, SavedError> {
        match self.next()? {
            Some((found, section)) if found == number => Ok(section),
            _ => Err(SavedError::Damaged),
        }
    }

    /// The number and the bytes of the next section; `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<(u32, ByteReader<'a>)>, SavedError> {
        if self.rest.is_at_end() {
            return Ok(None);
        }
        let mut section = || {
            let (number, length) = (self.rest.u32()?, self.rest.u32()?);
            Some((number, ByteReader::new(self.rest.take(length as usize)?)))
        };
        section().map(Some).ok_or(SavedError::Damaged)
    }
}
