//! The legal places between two neighboring rows: trapezoids, read from the bits of both rows.
//!
//! A run of columns in which both rows are walkable is a rectangle. Where obstacles are diamonds, the first or last
//! corner of a rectangle can reach one cell farther, along a diagonal past one obstacle. And a diagonal between two
//! obstacles is a trapezoid without area.
//!
//! ```text
//!   far row    # . . . . #        # . . . #         # .           sides of the trapezoids: the dots between slashes
//!                | | | |            | | | \           /
//!   near row   # . . . . #        # . . . .         . #
//! ```
//!
//! From any point of the near side, a line to any point of the far side is legal. No other lines between the rows are.

use crate::OutOfMemory;

/// Two neighboring rows of walkable bits, and how obstacles bound the places between them.
#[derive(Clone, Copy)]
pub(super) struct RowStrip<'a> {
    pub(super) near: &'a [u64],
    pub(super) far: &'a [u64],
    pub(super) rounds_corners: bool,
    pub(super) squeezes: bool,
}

/// First and last column of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trapezoid {
    pub(super) near: (i32, i32),
    pub(super) far: (i32, i32),
}

/// Where a line along a row stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowStop {
    /// At an end of a trapezoid.
    End(i32),
    /// Before this blocked cell, which may lie outside the map.
    Blocked(i32),
}

impl RowStrip<'_> {
    /// Writes the trapezoids whose near side has a point in an interval: those that begin at `last` or before and end
    /// at `first` or behind. `first` may be `last + 1`, for an interval between two columns.
    pub(super) fn read(&self, first: i32, last: i32, found: &mut Vec<Trapezoid>) -> Result<(), OutOfMemory> {
        found.clear();
        let mut from = (first - 1).max(0);
        while let Some(start) = self.next_in_both(from) {
            if start > last + 1 {
                break;
            }
            // Only the first run can begin before.
            let start = if start == from { self.first_of_run(start) } else { start };
            let end = self.last_of_run(start.max(from));
            let trapezoid = self.around_run(start, end);
            if trapezoid.near.0 <= last && trapezoid.near.1 >= first {
                found.try_reserve(1)?;
                found.push(trapezoid);
            }
            from = end + 1;
        }
        if self.squeezes && first <= last { self.read_squeezes(first, last, found) } else { Ok(()) }
    }

    /// Whether there may be trapezoids to [`read`](Self::read). False only if there are none.
    pub(super) fn may_have_any(&self, first: i32, last: i32) -> bool {
        let (first, last) = ((first - 1).max(0) as usize, (last + 1) as usize);
        let words = self.near.iter().zip(self.far).enumerate().take(last / 64 + 1).skip(first / 64);
        words.into_iter().any(|(word, (near, far))| {
            let low = if word == first / 64 { !0 << (first % 64) } else { !0 };
            let high = if word == last / 64 { !0 >> (63 - last % 64) } else { !0 };
            // A diagonal between obstacles leads to a cell of the far row alone.
            far & (near | if self.squeezes { !0 } else { 0 }) & low & high != 0
        })
    }

    /// Where a line along the near row of both strips, from a column on, meets the next end of a trapezoid or the end
    /// of the row's walkable cells. `direction` is 1 or -1.
    pub(super) fn next_end(strips: &[Self; 2], column: i32, direction: i32) -> RowStop {
        let row = strips[0].near;
        let mut word = column as usize / 64;
        let bit = column % 64;
        let mut beyond = if direction > 0 { !1 << bit } else { (1 << bit) - 1 };
        loop {
            let ends = strips[0].ends(word, direction) | strips[1].ends(word, direction);
            let stops = (ends | !row[word]) & beyond;
            if stops != 0 {
                let bit = if direction > 0 { stops.trailing_zeros() } else { 63 - stops.leading_zeros() };
                let stop = word as i32 * 64 + bit as i32;
                return if row[word] >> bit & 1 == 1 { RowStop::End(stop) } else { RowStop::Blocked(stop) };
            }
            beyond = !0;
            word = match direction {
                1 if word + 1 < row.len() => word + 1,
                -1 if word > 0 => word - 1,
                _ => return RowStop::Blocked(if direction > 0 { row.len() as i32 * 64 } else { -1 }),
            };
        }
    }

    /// The columns of a word at which trapezoids of area begin on the near side, as a line in this direction meets
    /// them.
    fn ends(&self, word: usize, direction: i32) -> u64 {
        let near = |word: Option<usize>| word.and_then(|word| self.near.get(word)).copied().unwrap_or(0);
        let both = |word: Option<usize>| word.and_then(|word| self.both(word)).unwrap_or(0);
        let (before, at, after) = (word.checked_sub(1), Some(word), Some(word + 1));
        let (here, row) = (both(at), near(at));
        if direction > 0 {
            let firsts = here & !(here << 1 | both(before) >> 63);
            if !self.rounds_corners {
                return firsts;
            }
            let next = both(after) & !(both(after) << 1 | here >> 63);
            (firsts >> 1 | next << 63) & row | firsts & !(row << 1 | near(before) >> 63)
        } else {
            let lasts = here & !(here >> 1 | both(after) << 63);
            if !self.rounds_corners {
                return lasts;
            }
            let previous = both(before) & !(both(before) >> 1 | here << 63);
            (lasts << 1 | previous >> 63) & row | lasts & !(row >> 1 | near(after) << 63)
        }
    }

    #[inline(always)]
    fn both(&self, word: usize) -> Option<u64> {
        Some(self.near.get(word)? & self.far.get(word)?)
    }

    fn next_in_both(&self, from: i32) -> Option<i32> {
        let mut word = from as usize / 64;
        let mut bits = self.both(word)? & !0 << (from % 64);
        while bits == 0 {
            word += 1;
            bits = self.both(word)?;
        }
        Some((word * 64) as i32 + bits.trailing_zeros() as i32)
    }

    fn first_of_run(&self, column: i32) -> i32 {
        let mut word = column as usize / 64;
        let mut zeros = !self.both(word).unwrap_or(0) & !(!0 << (column % 64));
        while zeros == 0 && word > 0 {
            word -= 1;
            zeros = !self.both(word).unwrap_or(0);
        }
        (word * 64) as i32 + 64 - zeros.leading_zeros() as i32
    }

    fn last_of_run(&self, column: i32) -> i32 {
        let mut word = column as usize / 64;
        let mut zeros = !self.both(word).unwrap_or(0) & !0 << (column % 64);
        while zeros == 0 {
            word += 1;
            zeros = !self.both(word).unwrap_or(0);
        }
        (word * 64) as i32 + zeros.trailing_zeros() as i32 - 1
    }

    fn around_run(&self, first: i32, last: i32) -> Trapezoid {
        let reaches = |row: &[u64], column: i32| i32::from(self.rounds_corners && is_one(row, column));
        Trapezoid {
            near: (first - reaches(self.near, first - 1), last + reaches(self.near, last + 1)),
            far: (first - reaches(self.far, first - 1), last + reaches(self.far, last + 1)),
        }
    }

    fn read_squeezes(&self, first: i32, last: i32, found: &mut Vec<Trapezoid>) -> Result<(), OutOfMemory> {
        let word_of = |row: &[u64], word: Option<usize>| word.and_then(|word| row.get(word)).copied().unwrap_or(0);
        // Bits whose cell is walkable only in the far row, and only in the near row.
        let only_far = |word| word_of(self.far, word) & !word_of(self.near, word);
        for word in first as usize / 64..=last as usize / 64 {
            let (before, at, after) = (word.checked_sub(1), Some(word), Some(word + 1));
            let only_near = word_of(self.near, at) & !word_of(self.far, at);
            let rising = only_near & (only_far(at) >> 1 | only_far(after) << 63);
            let falling = only_near & (only_far(at) << 1 | only_far(before) >> 63);
            for (mut bits, offset) in [(rising, 1), (falling, -1)] {
                while bits != 0 {
                    let column = (word * 64) as i32 + bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    if (first..=last).contains(&column) {
                        let end = column + offset;
                        found.try_reserve(1)?;
                        found.push(Trapezoid { near: (column, column), far: (end, end) });
                    }
                }
            }
        }
        Ok(())
    }
}

fn is_one(row: &[u64], column: i32) -> bool {
    column >= 0 && row.get(column as usize / 64).is_some_and(|word| word >> (column % 64) & 1 == 1)
}
