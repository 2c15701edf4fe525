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
//!
//! A wall between cells ends a run at the squares of four centers that it touches. Where obstacles are diamonds, either
//! corner can reach over such a square, past the end of the wall. The two trapezoids overlap:
//!
//! ```text
//!   far row    . . . .        . . . .        The wall closes the step between the last two cells of the near row.
//!              | | | \        | | |          Only the far corner of the run of three columns reaches on. Were the wall
//!   near row   . . .|.        . . .|.        between the rows, at the last column, either corner could.
//! ```

use crate::OutOfMemory;

/// Two neighboring rows of walkable bits, and how obstacles bound the places between them. `WALLED`: with walls.
#[derive(Clone, Copy)]
pub(super) struct RowStrip<'a, const WALLED: bool> {
    pub(super) near: &'a [u64],
    pub(super) far: &'a [u64],
    pub(super) walls: StripWalls<'a>,
    pub(super) rounds_corners: bool,
    pub(super) squeezes: bool,
}

/// The closed steps of a strip in one direction along its rows. Bits stand at the lower column of a step.
#[derive(Clone, Copy, Default)]
pub(super) struct StripWalls<'a> {
    /// Along the near row, and along the far one.
    pub(super) along: [&'a [u64]; 2],
    /// From the near row to the far one.
    pub(super) across: &'a [u64],
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
    /// Before this cell, which is blocked, behind a wall, or outside the map.
    Blocked(i32),
}

impl<const WALLED: bool> RowStrip<'_, WALLED> {
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
            let mut take = |(near_start, far_start): (i32, i32), (near_end, far_end): (i32, i32)| {
                if near_start <= last && near_end >= first {
                    found.try_reserve(1)?;
                    found.push(Trapezoid { near: (near_start, near_end), far: (far_start, far_end) });
                }
                Ok::<_, OutOfMemory>(())
            };
            if WALLED {
                let (starts, ends) = (self.corners(start, -1), self.corners(end, 1));
                for start in starts.into_iter().flatten() {
                    ends.into_iter().flatten().try_for_each(|end| take(start, end))?;
                }
            } else {
                take(self.reaches_on(start, -1), self.reaches_on(end, 1))?;
            }
            from = end + 1;
        }
        if self.squeezes && first <= last { self.read_squeezes(first, last, found) } else { Ok(()) }
    }

    /// Whether there may be trapezoids to [`read`](Self::read). False only if there are none.
    pub(super) fn may_have_any(&self, first: i32, last: i32) -> bool {
        // A diagonal between obstacles leads to a cell of the far row alone.
        let alone = if self.squeezes { !0 } else { 0 };
        let words = self.near.iter().zip(self.far).map(|(near, far)| far & (near | alone));
        has_any((first, last), words)
    }

    /// Whether walls touch the strip near an interval of columns.
    pub(super) fn has_walls(&self, first: i32, last: i32) -> bool {
        let StripWalls { along: [near, far], across } = self.walls;
        WALLED && [near, far, across].iter().any(|bits| has_any((first, last), bits.iter().copied()))
    }

    /// Where a line along the near row of some strips, from a column on, meets the next end of a trapezoid or the end
    /// of the row's walkable cells. `direction` is 1 or -1, which the first strip's walls are for.
    pub(super) fn next_end<const STRIPS: usize>(strips: &[Self; STRIPS], column: i32, direction: i32) -> RowStop {
        let row = strips[0].near;
        let mut word = column as usize / 64;
        let bit = column % 64;
        let mut beyond = if direction > 0 { !1 << bit } else { (1 << bit) - 1 };
        loop {
            let ends = strips.iter().fold(0, |ends, strip| ends | strip.ends(word, direction));
            let open = row[word] & !strips[0].behind_walls(word, direction);
            let stops = (ends | !open) & beyond;
            if stops != 0 {
                let bit = if direction > 0 { stops.trailing_zeros() } else { 63 - stops.leading_zeros() };
                let stop = word as i32 * 64 + bit as i32;
                return if open >> bit & 1 == 1 { RowStop::End(stop) } else { RowStop::Blocked(stop) };
            }
            beyond = !0;
            word = match direction {
                1 if word + 1 < row.len() => word + 1,
                -1 if word > 0 => word - 1,
                _ => return RowStop::Blocked(if direction > 0 { row.len() as i32 * 64 } else { -1 }),
            };
        }
    }

    /// The columns of a word that a line along the near row would enter through a wall.
    #[inline(always)]
    fn behind_walls(&self, word: usize, direction: i32) -> u64 {
        let closed = |word| word_of(self.walls.along[0], word);
        match direction {
            _ if !WALLED => 0,
            1 => from_before(closed, word),
            _ => closed(word),
        }
    }

    /// The columns of a word at which trapezoids of area begin on the near side, as a line in this direction meets
    /// them; between walls also those at which diagonals between obstacles begin.
    fn ends(&self, word: usize, direction: i32) -> u64 {
        if !WALLED {
            return self.ends_amid_cells(word, direction);
        }
        // Columns at which runs begin, whether a run's corners can reach on from there, and where the near one can.
        let (begins, [near, far], reached) = if direction > 0 {
            let begins = |word| self.both(word) & !from_before(|word| self.joined(word), word);
            let reaches = [0, 1].map(|side| from_before(|word| self.open_along(side, word), word));
            (begins(word), reaches, from_behind(begins, word) & self.open_along(0, word))
        } else {
            let begins = |word| self.both(word) & !self.joined(word);
            let reached = |word| begins(word) & self.open_along(0, word);
            (begins(word), [0, 1].map(|side| self.open_along(side, word)), from_before(reached, word))
        };
        if !self.rounds_corners {
            return begins;
        }
        // Where both corners can, they do so by turns.
        let squeezes = if self.squeezes { self.squeezes(word) } else { [0; 2] };
        reached | begins & (!near | far) | squeezes[0] | squeezes[1]
    }

    /// Ends of trapezoids without walls, where at most one corner of a run reaches on: less work.
    #[inline(always)]
    fn ends_amid_cells(&self, word: usize, direction: i32) -> u64 {
        let (near, both) = (|word| word_of(self.near, word), |word| self.both(word));
        let (begins, reached, goes_on) = if direction > 0 {
            let begins = |word| both(word) & !from_before(both, word);
            (begins(word), from_behind(begins, word), from_before(near, word))
        } else {
            let begins = |word| both(word) & !from_behind(both, word);
            (begins(word), from_before(begins, word), from_behind(near, word))
        };
        if self.rounds_corners { reached & near(word) | begins & !goes_on } else { begins }
    }

    /// The columns of a word in which both rows are walkable, without a wall between.
    #[inline(always)]
    fn both(&self, word: usize) -> u64 {
        let both = word_of(self.near, word) & word_of(self.far, word);
        if WALLED { both & !word_of(self.walls.across, word) } else { both }
    }

    /// The columns of a word from which a run goes on to the next column.
    #[inline(always)]
    fn joined(&self, word: usize) -> u64 {
        let joined = self.both(word) & from_behind(|word| self.both(word), word);
        let closed = |side: usize| word_of(self.walls.along[side], word);
        if WALLED { joined & !closed(0) & !closed(1) } else { joined }
    }

    /// The columns of a word from which a step leads to the next column of the near row (0) or the far one (1).
    #[inline(always)]
    fn open_along(&self, side: usize, word: usize) -> u64 {
        let row = [self.near, self.far][side];
        let open = word_of(row, word) & from_behind(|word| word_of(row, word), word);
        if WALLED { open & !word_of(self.walls.along[side], word) } else { open }
    }

    fn next_in_both(&self, from: i32) -> Option<i32> {
        let mut word = from as usize / 64;
        let mut bits = self.both(word) & !0 << (from % 64);
        while bits == 0 {
            word += 1;
            if word >= self.near.len() {
                return None;
            }
            bits = self.both(word);
        }
        Some((word * 64) as i32 + bits.trailing_zeros() as i32)
    }

    fn first_of_run(&self, column: i32) -> i32 {
        let mut word = column as usize / 64;
        let mut ends = self.breaks(word) & !(!0 << (column % 64));
        while ends == 0 && word > 0 {
            word -= 1;
            ends = self.breaks(word);
        }
        (word * 64) as i32 + 64 - ends.leading_zeros() as i32
    }

    fn last_of_run(&self, column: i32) -> i32 {
        let mut word = column as usize / 64;
        let mut ends = self.breaks(word) & !0 << (column % 64);
        while ends == 0 {
            word += 1;
            ends = self.breaks(word);
        }
        (word * 64) as i32 + ends.trailing_zeros() as i32 - i32::from(!WALLED)
    }

    /// The columns of a word at which no run goes on: the last ones of runs where there are walls, and else, which is
    /// less work, those behind them.
    #[inline(always)]
    fn breaks(&self, word: usize) -> u64 {
        if WALLED { !self.joined(word) } else { !self.both(word) }
    }

    /// The columns of the near corner and the far one at an end of a run, where there are no walls.
    #[inline(always)]
    fn reaches_on(&self, end: i32, outward: i32) -> (i32, i32) {
        let reach = |row: &[u64]| outward * i32::from(self.rounds_corners && is_one(row, end + outward));
        (end + reach(self.near), end + reach(self.far))
    }

    /// The columns of both corners amid walls, where each may reach on, by turns.
    fn corners(&self, end: i32, outward: i32) -> [Option<(i32, i32)>; 2] {
        let is_open = |side: usize| !is_one(self.walls.along[side], end.min(end + outward));
        let (near, far) = self.reaches_on(end, outward);
        let near = if is_open(0) { near } else { end };
        let far = if is_open(1) { far } else { end };
        let are_both = near != end && far != end;
        [Some((near, if are_both { end } else { far })), are_both.then_some((end, far))]
    }

    fn read_squeezes(&self, first: i32, last: i32, found: &mut Vec<Trapezoid>) -> Result<(), OutOfMemory> {
        for word in first as usize / 64..=last as usize / 64 {
            for (mut bits, offset) in self.squeezes(word).into_iter().zip([1, -1]) {
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

    /// The columns of a word from which a diagonal leads to the next column of the far row, and to the one before, with
    /// no way to either side of it.
    fn squeezes(&self, word: usize) -> [u64; 2] {
        let (near, far) = (|word| word_of(self.near, word), |word| word_of(self.far, word));
        if !WALLED {
            // Bits whose cell is walkable only in the far row, and only in the near row.
            let only_far = |word| far(word) & !near(word);
            let only_near = near(word) & !far(word);
            return [only_near & from_behind(only_far, word), only_near & from_before(only_far, word)];
        }
        // The two ways around the corner: a step along the near row and one across, or the other way around. Walls
        // leave at least one of them open, and where they do, its cell is blocked.
        let across = |word| !word_of(self.walls.across, word);
        let along = |side: usize| move |word| !word_of(self.walls.along[side], word);
        let diagonals = |target: u64, beside: u64, ways: [u64; 2]| {
            let [by_near, by_far] = ways;
            let goes_around = by_near & beside | by_far & far(word);
            near(word) & target & (by_near | by_far) & !goes_around
        };
        let rising = diagonals(
            from_behind(far, word),
            from_behind(near, word),
            [along(0)(word) & from_behind(across, word), across(word) & along(1)(word)],
        );
        let falling = diagonals(
            from_before(far, word),
            from_before(near, word),
            [from_before(along(0), word) & from_before(across, word), across(word) & from_before(along(1), word)],
        );
        [rising, falling]
    }
}

/// Whether the words of a row have a one near an interval of columns.
fn has_any((first, last): (i32, i32), words: impl Iterator<Item = u64>) -> bool {
    let (first, last) = ((first - 1).max(0) as usize, (last + 1) as usize);
    words.enumerate().take(last / 64 + 1).skip(first / 64).any(|(word, bits)| {
        let low = if word == first / 64 { !0 << (first % 64) } else { !0 };
        let high = if word == last / 64 { !0 >> (63 - last % 64) } else { !0 };
        bits & low & high != 0
    })
}

/// A word of a row; zeros behind the row.
#[inline(always)]
fn word_of(row: &[u64], word: usize) -> u64 {
    row.get(word).copied().unwrap_or(0)
}

/// The bits of the columns before those of a word.
#[inline(always)]
fn from_before(bits: impl Fn(usize) -> u64, word: usize) -> u64 {
    bits(word) << 1 | word.checked_sub(1).map_or(0, |before| bits(before) >> 63)
}

/// The bits of the columns behind those of a word.
#[inline(always)]
fn from_behind(bits: impl Fn(usize) -> u64, word: usize) -> u64 {
    bits(word) >> 1 | bits(word + 1) << 63
}

#[inline(always)]
fn is_one(row: &[u64], column: i32) -> bool {
    column >= 0 && row.get(column as usize / 64).is_some_and(|word| word >> (column % 64) & 1 == 1)
}
