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

use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::distance::landmarks::{Distances, FARTHEST, LANDMARKS};

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

/// Reads the distances of the cells of a word, blocked ones included, which have the largest number. `here` are the
/// distances from which they grow, and then those of the last walkable cell. Returns the bends: cells after which
/// distances may grow otherwise than up to them. `None` if bytes are missing or wrong.
#[inline(always)]
pub(super) fn read_word(
    bytes: &mut ByteReader,
    walkable: u64,
    here: &mut Distances,
    cells: &mut [Distances],
) -> Option<u64> {
    if walkable != u64::MAX {
        cells.fill([FARTHEST; LANDMARKS]);
    }
    if walkable == 0 {
        return Some(0);
    }
    let changes = u64::from_le_bytes(bytes.array()?);
    if changes & !walkable != 0 {
        return None;
    }
    let (narrow, _) = bytes.take(changes.count_ones() as usize * LANDMARKS)?.as_chunks::<LANDMARKS>();
    let too_large = narrow.iter().filter(|&&narrow| narrow == TOO_LARGE).count();
    let (wide, _) = bytes.take(too_large * size_of::<Distances>())?.as_chunks::<{ size_of::<Distances>() }>();
    let mut growths = [[0; LANDMARKS]; 65];
    for (growth, &narrow) in growths[1..].as_flattened_mut().iter_mut().zip(narrow.as_flattened()) {
        *growth = i16::from(narrow as i8) as u16;
    }
    if !wide.is_empty() {
        let too_large = growths[1..].iter_mut().zip(narrow).filter(|(_, narrow)| **narrow == TOO_LARGE);
        for ((growth, _), &wide) in too_large.zip(wide) {
            *growth = bytemuck::cast::<_, Distances>(wide).map(u16::from_le);
        }
    }
    let (mut rest, mut number, mut farthest) = (walkable, 0, *here);
    while rest != 0 {
        let x = rest.trailing_zeros() as usize;
        number += (changes >> x & 1) as usize;
        let growth = growths.get(number)?;
        for lane in 0..LANDMARKS {
            here[lane] = here[lane].wrapping_add(growth[lane]);
            farthest[lane] = farthest[lane].max(here[lane]);
        }
        *cells.get_mut(x)? = *here;
        rest &= rest - 1;
    }
    // Growth of 8 bits that wraps around begins or ends near the largest number. Wide growth begins at a bend.
    let may_wrap = farthest.into_iter().any(|farthest| farthest > FARTHEST - MOST - 1);
    Some(if may_wrap { u64::MAX } else { changes >> 1 })
}

/// The bytes for growth that is too large.
const TOO_LARGE: [u8; LANDMARKS] = [i8::MIN as u8; LANDMARKS];
