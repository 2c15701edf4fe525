//! A flood fill of 64 cells at a time: reaches most of a large component in a few sweeps over the rows.

use super::segments::{Connectivity, segment_at, segments};
use crate::bits::bit_rows::{BitRows, zeroed};
use crate::bits::fill::{fill_down, fill_up};
use crate::grid::MapError;

/// The cells that three sweeps reach from the longest segment of the middle row: whole runs of walkable cells, all in
/// one component, but not always the whole component. Returns the words of all rows.
pub(super) fn flooded(connectivity: Connectivity, walkable: &BitRows, height: usize) -> Result<Vec<u64>, MapError> {
    let words = walkable.words_per_row();
    let mut flooded = zeroed(words * height)?;
    let middle = height / 2;
    let row = walkable.row(middle as isize);
    let parts = row.iter().enumerate().flat_map(|(column, &word)| segments(word, 0).map(move |part| (column, part)));
    let Some((column, longest)) = parts.max_by_key(|(_, part)| part.count_ones()) else {
        return Ok(flooded);
    };
    flooded[middle * words + column] = longest;
    spread_along(row, None, [0; 2], &mut flooded[middle * words..][..words]);
    let down = |flooded: &mut [u64], rows: std::ops::Range<usize>| {
        for y in rows {
            let (above, below) = flooded.split_at_mut(y * words);
            let corners = connectivity.corners(y, -1);
            spread_along(walkable.row(y as isize), Some(&above[(y - 1) * words..]), corners, &mut below[..words]);
        }
    };
    down(&mut flooded, middle + 1..height);
    for y in (0..height - 1).rev() {
        let (above, below) = flooded.split_at_mut((y + 1) * words);
        let corners = connectivity.corners(y, 1);
        spread_along(walkable.row(y as isize), Some(&below[..words]), corners, &mut above[y * words..]);
    }
    down(&mut flooded, 1..height);
    Ok(flooded)
}

/// Floods the runs of a row that have flooded cells, or that touch flooded cells of the row `beside`. `corners` connect
/// both rows: see [`Connectivity::corners`].
fn spread_along(row: &[u64], beside: Option<&[u64]>, corners: [u64; 2], flooded: &mut [u64]) {
    let mut came = 0;
    for i in 0..row.len() {
        let mut near = 0;
        if let Some(beside) = beside {
            near = beside[i];
            let left = if i > 0 { beside[i - 1] >> 63 } else { 0 };
            let right = if i + 1 < beside.len() { beside[i + 1] << 63 } else { 0 };
            near |= (near << 1 | left) & corners[0] | (near >> 1 | right) & corners[1];
        }
        let seeds = flooded[i] | row[i] & (near | came >> 63);
        if seeds != flooded[i] || beside.is_none() {
            flooded[i] = fill_down(fill_up(seeds, row[i]), row[i]);
            spread_left(row, flooded, i);
        }
        came = flooded[i];
    }
}

/// Floods the rest of a run that continues from word `i` into the words before.
fn spread_left(row: &[u64], flooded: &mut [u64], mut i: usize) {
    while flooded[i] & 1 != 0 && i > 0 && row[i - 1] >> 63 & !(flooded[i - 1] >> 63) != 0 {
        i -= 1;
        flooded[i] |= segment_at(row[i], 63);
    }
}
