//! Steps from cells beside walls, which were worked out before.
//!
//! Tables tell the steps from a cell by the walkable cells around it. With the walls around the cell as well, a table
//! would have millions of entries, and working the steps out takes as long as half an expansion. But walls run
//! straight, so that a search meets few different surroundings again and again.

use super::node_table::PackedCell;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::held::held;
use crate::index::{ClosedBits, closed_bits};
use crate::movement::{DiagonalRule, branches_of};
use std::cell::Cell;

/// How many surroundings are kept.
const KEPT: usize = 512;

/// The steps from a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The rule, the arrival and what is around the cell; 0 for none.
    key: u64,
    /// Jumps to start, as in [`Branches`](crate::movement::Branches).
    pub(super) branches: u16,
    /// Steps to try, as in [`Successors`](crate::movement::Successors).
    pub(super) successors: u8,
}

/// Surroundings by hash, each of which takes the place of another one of the same hash.
#[derive(Debug, Default)]
pub(super) struct BesideWalls {
    known: Vec<Cell<Known>>,
}

held!(BesideWalls: known);

impl BesideWalls {
    /// Makes room for what is kept, on a map with walls.
    pub(super) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        if self.known.is_empty() {
            self.known.try_reserve_exact(KEPT)?;
            self.known.resize(KEPT, Cell::default());
        }
        Ok(())
    }

    /// The steps to try from a cell of a map with walls. Not inlined, for the sake of maps without.
    #[inline(never)]
    pub(super) fn at(
        &self,
        walls: &[&BitRows; 4],
        rule: DiagonalRule,
        cell: PackedCell,
        arrival: usize,
        around: usize,
    ) -> Known {
        let (successors, branches) = (rule.successors()[arrival][around], rule.branches()[arrival][around]);
        match closed_bits(*walls, cell.x() as usize, cell.y() as usize) {
            None => Known { key: 0, branches, successors },
            Some(closed) => self.steps(rule, arrival, around, closed),
        }
    }

    /// The steps to try from a cell, by the walkable cells and the closed steps around it.
    #[inline(always)]
    fn steps(&self, rule: DiagonalRule, arrival: usize, around: usize, closed: ClosedBits) -> Known {
        // 36 bits, 9, 4 and 2.
        let key = 1 << 63 | (rule as u64) << 49 | (arrival as u64) << 45 | (around as u64) << 36 | closed.number();
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - KEPT.trailing_zeros());
        let place = self.known.get(hash as usize);
        match place.map(Cell::get) {
            Some(known) if known.key == key => known,
            _ => worked_out(place, key, rule, arrival, (around, closed)),
        }
    }
}

#[cold]
#[inline(never)]
fn worked_out(
    place: Option<&Cell<Known>>,
    key: u64,
    rule: DiagonalRule,
    arrival: usize,
    (around, closed): (usize, ClosedBits),
) -> Known {
    let successors = rule.successors_between(arrival, around, &closed.around());
    let known = Known { key, branches: branches_of(rule.diagonals(), successors), successors };
    if let Some(place) = place {
        place.set(known);
    }
    known
}
