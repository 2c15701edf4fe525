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
//! for it. It happens behind walls.

use super::super::distances::{Distances, FARTHEST, LANDMARKS};
use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter};

/// The first byte of growth that is too large.
const TOO_LARGE: i8 = i8::MIN;

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
        let growth = std::array::from_fn(|i| cell[i].wrapping_sub(here[i]));
        if growth != last {
            changes |= 1_u64 << x;
            growths[count] = growth;
            count += 1;
        }
        (*here, last) = (*cell, growth);
    }
    out.put(&changes.to_le_bytes())?;
    for growth in &growths[..count] {
        let narrow = if is_wide(growth) { [TOO_LARGE as u8; LANDMARKS] } else { growth.map(|growth| growth as u8) };
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

/// Reads what [`write_word`] wrote, and returns the bends: cells of the word after which a distance may grow by another
/// number than up to them. `None` if bytes are missing or wrong. Blocked cells get the largest number.
///
/// From a bend to the next one, distances of neighbors do not wrap around, unless they grow by more than 127: no step
/// costs as much.
#[inline(always)]
pub(super) fn read_word(
    bytes: &mut ByteReader,
    walkable: u64,
    here: &mut Distances,
    cells: &mut [Distances; 64],
    growths: &mut Growths,
) -> Option<u64> {
    if walkable == 0 {
        cells.fill([FARTHEST; LANDMARKS]);
        return Some(0);
    }
    let changes = u64::from_le_bytes(bytes.array()?);
    if changes & !walkable != 0 {
        return None;
    }
    let narrow = bytes.take(changes.count_ones() as usize * LANDMARKS)?;
    for (growth, &narrow) in growths[1..].as_flattened_mut().iter_mut().zip(narrow) {
        *growth = i16::from(narrow as i8) as u16;
    }
    let (narrow, _) = narrow.as_chunks::<LANDMARKS>();
    // The writer uses this byte for growth that is too large alone. `read_wide` looks at each growth.
    let may_be_wide = narrow.as_flattened().iter().fold(false, |may_be, &byte| may_be | (byte == TOO_LARGE as u8));
    if may_be_wide {
        read_wide(bytes, narrow, growths)?;
    }
    let (mut now, mut largest) = (*here, *here);
    let (mut rest, mut number) = (walkable, 0);
    while rest != 0 {
        let x = rest.trailing_zeros() as usize % 64;
        number += (changes >> x & 1) as usize;
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
    Some(if may_wrap { u64::MAX } else { changes >> 1 })
}

/// Reads growth that has no room in 8 bits.
#[cold]
fn read_wide(bytes: &mut ByteReader, narrow: &[[u8; LANDMARKS]], growths: &mut Growths) -> Option<()> {
    for (growth, narrow) in growths[1..].iter_mut().zip(narrow) {
        if narrow[0] == TOO_LARGE as u8 {
            *growth = bytemuck::cast::<[u8; size_of::<Distances>()], Distances>(bytes.array()?).map(u16::from_le);
        }
    }
    Some(())
}
