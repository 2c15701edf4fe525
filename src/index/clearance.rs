//! Where an agent can stand that is several cells wide: a square, anchored at its lowest cell.
//!
//! ```text
//!   map          anchors of a 2 x 2 agent
//!  . . . #         . . # #
//!  . . . .         . # # #       (the last row and column can hold no anchor)
//!  . . # .         # # # #
//! ```
//!
//! The bits of walkable cells are combined with themselves, shifted: first along rows, then across rows, each in as many
//! steps as the size has bits. Blocks of 64 x 64 anchors are done at once, so an edit of one cell takes about as long
//! for each size.

use crate::bits::bit_rows::BitRows;
use crate::grid::{GridMap, Rect};
use crate::movement::MAX_AGENT_SIZE;

/// The rows of map cells that 64 rows of anchors cover, at most.
const ROWS: usize = 64 + MAX_AGENT_SIZE as usize - 1;

/// The rectangle of the anchors whose agents stand on a cell of `cells`, a rectangle of the map.
pub(super) fn anchors_of(cells: Rect, size: u8) -> Rect {
    let reach = |first: i32| first.min(i32::from(size) - 1);
    let (left, down) = (reach(cells.x), reach(cells.y));
    Rect { x: cells.x - left, y: cells.y - down, width: cells.width + left as u32, height: cells.height + down as u32 }
}

/// Calls `visit` with words of anchors that cover `anchors`, a rectangle of the map: the row, the number of the word in
/// the row, a mask of the bits in the rectangle, and one bit for each anchor at which an agent of `size` cells can
/// stand. `pack` turns types of cells into bits, which are ones for walkable cells.
pub(super) fn visit_words(
    map: &GridMap,
    anchors: Rect,
    size: u8,
    pack: impl Fn(&[u8]) -> u128,
    mut visit: impl FnMut(usize, usize, u64, u64),
) {
    let reach = usize::from(size) - 1;
    let (left, right) = (anchors.x as usize, anchors.x as usize + anchors.width as usize);
    let (first_row, end_row) = (anchors.y as usize, anchors.y as usize + anchors.height as usize);
    for word in left / 64..right.div_ceil(64) {
        let columns = (word * 64).max(left)..(word * 64 + 64).min(right);
        let mask = BitRows::mask(columns.start % 64, columns.len());
        // An agent stands on cells right of the last anchor too.
        let width = (columns.len() + reach).min(map.width() as usize - columns.start);
        for first in (first_row..end_row).step_by(64) {
            let count = (end_row - first).min(64);
            let height = (count + reach).min(map.height() as usize - first);
            let cells = Rect { x: columns.start as i32, y: first as i32, width: width as u32, height: height as u32 };
            // Cells outside the map are zeros: no agent stands there.
            let mut rows = [0; ROWS];
            for (row, types) in rows.iter_mut().zip(map.rows(cells)) {
                *row = along_row(pack(types), size) as u64;
            }
            across_rows(&mut rows[..count + reach], size);
            for (y, bits) in (first..).zip(&rows[..count]) {
                visit(y, word, mask, bits << (columns.start % 64) & mask);
            }
        }
    }
}

/// Each bit becomes a one if it and the next `size - 1` bits are ones.
fn along_row(mut bits: u128, size: u8) -> u128 {
    let mut done = 1;
    while done < size {
        let distance = done.min(size - done);
        bits &= bits >> distance;
        done += distance;
    }
    bits
}

/// Each row becomes the bits that it has in common with the next `size - 1` rows. The last rows have fewer rows after
/// them; they are no anchors.
fn across_rows(rows: &mut [u64], size: u8) {
    let mut done = 1;
    while done < usize::from(size) {
        let distance = done.min(usize::from(size) - done);
        for i in 0..rows.len() - distance {
            rows[i] &= rows[i + distance];
        }
        done += distance;
    }
}
