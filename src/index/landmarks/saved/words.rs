//! The distances of the up to 64 cells of a word of walkable cells, as bytes.
//!
//! ```text
//! word      changes u64 | growth for each change | wide growth for each growth that is too large
//! growth    by how much each distance grows, 8 times i8
//! wide      the same modulo 65536, 8 times u16
//! ```
//!
//! From one walkable cell of a row to the next one, distances grow as they did up to the cell, unless its bit of
//! `changes` is a one. A word begins without growth. In a row's first walkable cell, distances grow from the first
//! walkable cell of the rows below, or from 0. Growth by more than 127 either way has no room in 8 bits: -128 stands
//! for it in all eight. It happens behind walls.

use super::super::distances::{Distances, FARTHEST, LANDMARKS};
use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter};

/// Memory for growth of a word's cells. Number 0 is that of the word's beginning: none.
pub(super) type Growths = [Distances; 128];

/// The largest growth of 8 bits.
const MOST: u16 = i8::MAX as u16;

/// Writes the distances of the walkable cells of a word. `here` are those of the cell from which they grow, and then
/// those of the last one.
pub(super) fn write_word(
    cells: &[Distances],
    walkable: u64,
    here: &mut Distances,
    out: &mut ByteWriter,
) -> Result<(), OutOfMemory> {
    if walkable == 0 {
        return Ok(());
    }
    let mut growths = [[0; LANDMARKS]; 64];
    let (mut count, mut changes, mut last) = (0, 0, [0; LANDMARKS]);
    for (x, cell) in cells.iter().enumerate().filter(|(x, _)| walkable >> x & 1 == 1) {
        let mut growth = *cell;
        growth.iter_mut().zip(here.iter()).for_each(|(growth, here)| *growth = growth.wrapping_sub(*here));
        if growth != last {
            changes |= 1_u64 << x;
            growths[count] = growth;
            count += 1;
        }
        (*here, last) = (*cell, growth);
    }
    out.put(&changes.to_le_bytes())?;
    for growth in &growths[..count] {
        let narrow = if is_wide(growth) { TOO_LARGE } else { growth.map(|growth| growth as u8) };
        out.put(&narrow)?;
    }
    for growth in growths[..count].iter().filter(|growth| is_wide(growth)) {
        out.put(bytemuck::bytes_of(&growth.map(u16::to_le)))?;
    }
    Ok(())
}

/// Whether growth modulo 65536 has no room in 8 bits.
fn is_wide(growth: &Distances) -> bool {
    growth.iter().any(|&growth| growth.wrapping_add(MOST) > 2 * MOST)
}

/// A word as bytes.
pub(super) struct Word<'b> {
    /// The cells up to which distances grow otherwise than up to the cell before.
    changes: u64,
    /// For each of them, growth of 8 bits, or [`TOO_LARGE`].
    narrow: &'b [[u8; LANDMARKS]],
    /// Growth that is too large.
    wide: &'b [[u8; size_of::<Distances>()]],
}

impl<'b> Word<'b> {
    /// Takes the bytes of a word. `None` if some are missing.
    #[inline(always)]
    pub(super) fn take(bytes: &mut ByteReader<'b>) -> Option<Self> {
        let changes = u64::from_le_bytes(bytes.array()?);
        let (narrow, _) = bytes.take(changes.count_ones() as usize * LANDMARKS)?.as_chunks();
        let too_large = narrow.iter().map(|narrow| u64::from(is_too_large(narrow))).sum::<u64>();
        let (wide, _) = bytes.take(too_large as usize * size_of::<Distances>())?.as_chunks();
        Some(Self { changes, narrow, wide })
    }

    /// By how much distances grow up to the first walkable cell of the word.
    pub(super) fn first_growth(&self, walkable: u64) -> Distances {
        let (true, Some(narrow)) = (self.changes >> walkable.trailing_zeros() & 1 == 1, self.narrow.first()) else {
            return [0; LANDMARKS];
        };
        match self.wide.first().filter(|_| is_too_large(narrow)) {
            Some(&wide) => growth_of_wide(wide),
            None => narrow.map(growth_of_narrow),
        }
    }

    /// Reads the distances of the walkable cells, and returns the bends: cells after which a distance may grow by
    /// another number than up to them. `None` if bytes are wrong. Blocked cells get the largest number.
    ///
    /// From a bend to the next one, distances of neighbors do not wrap around, unless they grow by more than 127: no
    /// step costs as much.
    #[inline(always)]
    pub(super) fn read(
        &self,
        walkable: u64,
        here: &mut Distances,
        cells: &mut [Distances; 64],
        growths: &mut Growths,
    ) -> Option<u64> {
        if self.changes & !walkable != 0 {
            return None;
        }
        for (growth, &narrow) in growths[1..].as_flattened_mut().iter_mut().zip(self.narrow.as_flattened()) {
            *growth = growth_of_narrow(narrow);
        }
        if !self.wide.is_empty() {
            self.read_wide(growths);
        }
        let (mut now, mut largest) = (*here, *here);
        let (mut rest, mut number) = (walkable, 0);
        while rest != 0 {
            let x = rest.trailing_zeros() as usize % 64;
            number += (self.changes >> x & 1) as usize;
            let growth = &growths[number % 128];
            for ((now, largest), growth) in now.iter_mut().zip(&mut largest).zip(growth) {
                *now = now.wrapping_add(*growth);
                *largest = (*largest).max(*now);
            }
            cells[x] = now;
            rest &= rest - 1;
        }
        rest = !walkable;
        while rest != 0 {
            cells[rest.trailing_zeros() as usize % 64] = [FARTHEST; LANDMARKS];
            rest &= rest - 1;
        }
        *here = now;
        // A distance that wraps around by growth of 8 bits comes within 127 of the largest number.
        let may_wrap = largest.iter().fold(false, |may_wrap, &largest| may_wrap | (largest > FARTHEST - MOST - 1));
        Some(if may_wrap { u64::MAX } else { self.changes >> 1 })
    }

    /// Reads the growth that has no room in 8 bits.
    #[cold]
    fn read_wide(&self, growths: &mut Growths) {
        let too_large = growths[1..].iter_mut().zip(self.narrow).filter(|(_, narrow)| is_too_large(narrow));
        for ((growth, _), &wide) in too_large.zip(self.wide) {
            *growth = growth_of_wide(wide);
        }
    }
}

/// The bytes for growth that is too large.
const TOO_LARGE: [u8; LANDMARKS] = [i8::MIN as u8; LANDMARKS];

#[inline(always)]
fn is_too_large(narrow: &[u8; LANDMARKS]) -> bool {
    // As numbers, which become vectors.
    u64::from_ne_bytes(*narrow) == u64::from_ne_bytes(TOO_LARGE)
}

#[inline(always)]
fn growth_of_narrow(byte: u8) -> u16 {
    i16::from(byte as i8) as u16
}

fn growth_of_wide(bytes: [u8; size_of::<Distances>()]) -> Distances {
    bytemuck::cast::<_, Distances>(bytes).map(u16::from_le)
}
