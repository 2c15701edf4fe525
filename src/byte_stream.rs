//! Bytes written one after the other, and read again. Numbers are little-endian on every platform.

use crate::OutOfMemory;

/// Why bytes are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// They are not what was written.
    Damaged,
    /// Not enough memory.
    Memory,
}

impl From<OutOfMemory> for ReadError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

/// Bytes that grow.
#[derive(Debug, Default)]
pub(crate) struct ByteWriter(Vec<u8>);

impl ByteWriter {
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), OutOfMemory> {
        self.0.try_reserve(bytes.len())?;
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    /// Makes room for bytes that are put later.
    pub(crate) fn reserve(&mut self, count: usize) -> Result<(), OutOfMemory> {
        Ok(self.0.try_reserve(count)?)
    }

    pub(crate) fn put_u32(&mut self, number: u32) -> Result<(), OutOfMemory> {
        self.put(&number.to_le_bytes())
    }

    pub(crate) fn put_u64(&mut self, number: u64) -> Result<(), OutOfMemory> {
        self.put(&number.to_le_bytes())
    }

    /// A number in groups of 7 bits, the lowest group first. All bytes but the last one have their highest bit set.
    pub(crate) fn put_short(&mut self, mut number: u32) -> Result<(), OutOfMemory> {
        while number >= 0x80 {
            self.put(&[number as u8 | 0x80])?;
            number >>= 7;
        }
        self.put(&[number as u8])
    }

    /// Writes a number over four earlier bytes.
    pub(crate) fn put_u32_at(&mut self, at: usize, number: u32) {
        if let Some(place) = self.0.get_mut(at..at + 4) {
            place.copy_from_slice(&number.to_le_bytes());
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Bytes that were not read yet. Each method returns `None`, and reads nothing, if there are too few.
#[derive(Clone, Debug)]
pub(crate) struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    /// All bytes that are left.
    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// Reads a number that [`ByteWriter::put_short`] wrote. `None` also for a number above 32 bits.
    pub(crate) fn short(&mut self) -> Option<u32> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let [byte] = self.array()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number.try_into().ok();
            }
        }
        None
    }
}
