//! A byte of each cell, row by row, as differences from bytes that the reader has: zeros, or an earlier state.
//!
//! ```text
//! run     count << 2 | form, in groups of 7 bits, then by form:
//!         0  the bytes as they were
//!         1  one byte, the same for all
//!         2  the bytes
//!         3  two bytes and a bit for each: which of the two
//! ```
//!
//! Maps have long runs, and noise of two values: walkable cells and obstacles. A general compressor gains less on
//! maps than it adds to the library.

use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter};

const KEPT: u32 = 0;
const SAME: u32 = 1;
const EACH: u32 = 2;
const PAIR: u32 = 3;

/// The shortest runs that end a list of bytes, and a list of bits.
const SHORT: usize = 6;
const LONG: usize = 32;

/// Two values make a list of bits from this many cells on.
const FEWEST_PAIRED: usize = 24;

/// Counts have 30 bits.
const MOST: usize = (1 << 30) - 1;

/// Writes `new` as a difference from `old`, which has the same length; without `old`, from zeros.
pub(super) fn write_plane(out: &mut ByteWriter, new: &[u8], old: Option<&[u8]>) -> Result<(), OutOfMemory> {
    let scan = Scan { new, old };
    let mut at = 0;
    while at < new.len() {
        let (kept, same) = (scan.kept(at, MOST), scan.same(at, MOST));
        let (form, count) = if kept >= SHORT || at + kept == new.len() {
            (KEPT, kept)
        } else if same >= LONG {
            (SAME, same)
        } else {
            match scan.pair(at, MOST) {
                (count, _) if count >= FEWEST_PAIRED => (PAIR, count),
                _ if same >= SHORT => (SAME, same),
                _ => (EACH, scan.mixed(at)),
            }
        };
        out.put_short((count as u32) << 2 | form)?;
        let cells = &new[at..at + count];
        match form {
            KEPT => {}
            SAME => out.put(&cells[..1])?,
            EACH => out.put(cells)?,
            _ => put_pair(out, cells, scan.pair(at, count).1)?,
        }
        at += count;
    }
    Ok(())
}

fn put_pair(out: &mut ByteWriter, cells: &[u8], pair: [u8; 2]) -> Result<(), OutOfMemory> {
    out.put(&pair)?;
    for eight in cells.chunks(8) {
        let bits = eight.iter().rev().fold(0, |bits, &cell| bits << 1 | u8::from(cell == pair[1]));
        out.put(&[bits])?;
    }
    Ok(())
}

struct Scan<'a> {
    new: &'a [u8],
    old: Option<&'a [u8]>,
}

impl Scan<'_> {
    /// How many bytes are as they were, at most `most`.
    fn kept(&self, at: usize, most: usize) -> usize {
        let new = self.new[at..].iter().take(most);
        match self.old {
            Some(old) => new.zip(&old[at..]).take_while(|(new, old)| new == old).count(),
            None => new.take_while(|&&new| new == 0).count(),
        }
    }

    /// How many bytes are equal, at most `most`.
    fn same(&self, at: usize, most: usize) -> usize {
        let first = self.new[at];
        self.new[at..].iter().take(most).take_while(|&&byte| byte == first).count()
    }

    /// How many bytes have one of two values, up to the next long run, and the values.
    fn pair(&self, at: usize, most: usize) -> (usize, [u8; 2]) {
        let mut pair = [self.new[at]; 2];
        let mut end = at;
        while end < self.new.len() && end - at < most {
            let byte = self.new[end];
            if byte != pair[0] && byte != pair[1] {
                if pair[0] != pair[1] {
                    break;
                }
                pair[1] = byte;
            }
            let (same, kept) = (self.same(end, LONG), self.kept(end, LONG));
            if end > at && same.max(kept) == LONG {
                break;
            }
            end += same;
        }
        ((end - at).min(most), pair)
    }

    /// How many bytes are best written as they are.
    fn mixed(&self, at: usize) -> usize {
        let mut end = at + 1;
        while end < self.new.len() && end - at < MOST {
            let run = self.same(end, SHORT).max(self.kept(end, SHORT));
            if run == SHORT || self.pair(end, 2 * FEWEST_PAIRED).0 == 2 * FEWEST_PAIRED {
                break;
            }
            end += 1;
        }
        end - at
    }
}

/// Reads what [`write_plane`] wrote over `cells`, which have the old bytes. `None` if the bytes do not tell exactly
/// these cells: `cells` are then partly changed.
pub(super) fn read_plane(mut bytes: ByteReader, cells: &mut [u8]) -> Option<()> {
    let mut rest = cells;
    while !rest.is_empty() {
        let head = bytes.short()?;
        let count = (head >> 2) as usize;
        if count == 0 {
            return None;
        }
        let (now, later) = rest.split_at_mut_checked(count)?;
        match head & 3 {
            KEPT => {}
            SAME => now.fill(bytes.array::<1>()?[0]),
            EACH => now.copy_from_slice(bytes.take(count)?),
            _ => {
                let pair = bytes.array()?;
                take_pair(bytes.take(count.div_ceil(8))?, now, pair);
            }
        }
        rest = later;
    }
    bytes.is_at_end().then_some(())
}

fn take_pair(bits: &[u8], cells: &mut [u8], [first, second]: [u8; 2]) {
    let both = u64::from_le_bytes([first ^ second; 8]);
    let first = u64::from_le_bytes([first; 8]);
    let (eights, rest) = cells.as_chunks_mut::<8>();
    let last = bits.get(eights.len()).copied();
    let spread = |bits: u8| {
        // Bit i goes to the lowest bit of byte i, and becomes all bits of the byte.
        let apart = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = (apart.wrapping_add(0x7f7f_7f7f_7f7f_7f7f) | apart) >> 7 & 0x0101_0101_0101_0101;
        (first ^ both & ones.wrapping_mul(0xff)).to_le_bytes()
    };
    eights.iter_mut().zip(bits).for_each(|(eight, &bits)| *eight = spread(bits));
    if let Some(bits) = last {
        rest.copy_from_slice(&spread(bits)[..rest.len()]);
    }
}
