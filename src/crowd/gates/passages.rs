//! Follows passages from a narrow cell to their mouths.

use super::gate::{At, Passage};
use super::ground::{BlockGround, SPAN};
use crate::OutOfMemory;
use crate::held::held;
use crate::out_of_memory::refill;

/// The most cells of a gate. Longer passages, as of a maze, let both sides in.
pub(super) const MOST_CELLS: usize = 128;

/// Neighbors along rows and columns.
pub(super) const WAYS: [At; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Cells around a block that a passage of so many cells can reach.
const WIDE: i32 = SPAN + 2 * MOST_CELLS as i32;
const WORDS: i32 = (WIDE + 63) / 64;

/// Memory to follow passages, and the last one that was followed.
#[derive(Debug, Default)]
pub(super) struct Follower {
    /// The narrow cells of the passage.
    pub(super) part: Vec<At>,
    /// The cells before its mouths.
    ends: Vec<PassageEnd>,
    /// Where the first mouth ends in `ends`.
    middle: usize,
    /// Cells that were followed, and those of them in passages that are too long; a bit each.
    seen: Vec<u64>,
    long: Vec<u64>,
}

held!(Follower: part, ends, seen, long);

/// A cell that is not narrow beside one that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PassageEnd {
    /// Out of the passage.
    way: At,
    /// Where the cell is along the way, and across it.
    along: i32,
    across: i32,
}

impl PassageEnd {
    fn at(&self) -> At {
        if self.way.0 != 0 { (self.along, self.across) } else { (self.across, self.along) }
    }
}

/// The word and the bit of a cell.
fn bit_of(ground: &BlockGround, (x, y): At) -> (usize, u64) {
    let (column, row) = (x - ground.first.0 + MOST_CELLS as i32, y - ground.first.1 + MOST_CELLS as i32);
    ((row * WORDS + column / 64) as usize, 1 << (column % 64))
}

impl Follower {
    /// Reserves all memory.
    pub(super) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        self.part.try_reserve_exact(MOST_CELLS.saturating_sub(self.part.len()))?;
        self.ends.try_reserve_exact((4 * MOST_CELLS).saturating_sub(self.ends.len()))?;
        if self.long.is_empty() {
            refill(&mut self.seen, (WIDE * WORDS) as usize, 0)?;
            refill(&mut self.long, (WIDE * WORDS) as usize, 0)?;
        }
        Ok(())
    }

    /// Begins with the ground of a block.
    pub(super) fn clear(&mut self) {
        self.seen.fill(0);
        self.long.fill(0);
    }

    pub(super) fn has_seen(&self, ground: &BlockGround, cell: At) -> bool {
        let (word, bit) = bit_of(ground, cell);
        self.seen[word] & bit != 0
    }

    /// Follows a passage from one of its cells. Returns it if it is a gate: if it has two mouths and is not too long.
    pub(super) fn follow(&mut self, ground: &mut BlockGround, from: At) -> Option<Passage> {
        self.part.clear();
        self.ends.clear();
        if !self.reach_ends(ground, from) {
            for &cell in &self.part {
                let (word, bit) = bit_of(ground, cell);
                self.long[word] |= bit;
            }
            return None;
        }
        self.ends.sort_unstable();
        // Cells side by side, out of which the same way leads, are one mouth.
        let is_one = |a: &PassageEnd, b: &PassageEnd| (a.way, a.along, a.across + 1) == (b.way, b.along, b.across);
        let mut mouths = self.ends.chunk_by(is_one);
        let (one, two, None) = (mouths.next()?, mouths.next()?, mouths.next()) else { return None };
        self.middle = one.len();
        let middle = |mouth: &[PassageEnd]| {
            let ((x, y), (last_x, last_y)) = (mouth[0].at(), mouth[mouth.len() - 1].at());
            [(x + last_x + 1) as u16, (y + last_y + 1) as u16]
        };
        let out = |mouth: &[PassageEnd]| [mouth[0].way.0 as i8, mouth[0].way.1 as i8];
        Some(Passage {
            first: self.part.iter().map(|&cell| ground.index(cell)).min()?,
            ends: [middle(one), middle(two)],
            out: [out(one), out(two)],
            wide: one.len() as u8,
            is_door: false,
        })
    }

    /// Notes the narrow cells of a passage and the cells before its mouths. Returns false if it is too long.
    fn reach_ends(&mut self, ground: &mut BlockGround, from: At) -> bool {
        self.take(ground, from);
        let mut next = 0;
        while let Some(&(x, y)) = self.part.get(next) {
            next += 1;
            for way in WAYS {
                let to = (x + way.0, y + way.1);
                if !ground.is_free(to) || ground.parts((x, y), to) {
                    continue;
                }
                if !ground.is_narrow(to) {
                    let (along, across) = if way.0 != 0 { to } else { (to.1, to.0) };
                    self.ends.push(PassageEnd { way, along, across });
                    continue;
                }
                let (word, bit) = bit_of(ground, to);
                if self.long[word] & bit != 0 {
                    return false;
                }
                if self.seen[word] & bit == 0 {
                    if self.part.len() == MOST_CELLS {
                        return false;
                    }
                    self.take(ground, to);
                }
            }
        }
        true
    }

    fn take(&mut self, ground: &BlockGround, cell: At) {
        let (word, bit) = bit_of(ground, cell);
        self.seen[word] |= bit;
        self.part.push(cell);
    }

    /// The cells before the mouths of the gate that was followed last, and the side of each.
    pub(super) fn mouths(&self) -> impl Iterator<Item = (u8, At)> {
        self.ends.iter().enumerate().map(|(place, end)| ((place >= self.middle).into(), end.at()))
    }
}
