//! Finding what edits changed: cells that became walkable or blocked, or charge otherwise.

use super::{Repair, add, around};
use crate::OutOfMemory;
use crate::distance::ground::Ground;
use crate::distance::tools::BLOCK;
use crate::distance::value::Value;
use crate::grid::{Cell, Rect};
use crate::out_of_memory::refill;
use std::ops::Range;

impl Repair {
    /// Compares cells of a row with the grid, and takes over what changed.
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    pub(super) fn compare_row<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut [V],
        cells: Rect,
        unreached: u64,
    ) -> Result<(), OutOfMemory> {
        let view = self.seen.as_ref().expect("the map is let go after the last row").view();
        let first = Cell::new(cells.x, cells.y);
        let Some(begin) = ground.slot(first) else { return Ok(()) };
        if let Some(charges) = view.charges() {
            refill(&mut self.row, cells.width as usize, 0)?;
            charges.write_in_units(first, &mut self.row);
        }
        let words = view.layer().walkable().map_rows().row(cells.y as isize);
        for i in 0..cells.width as usize {
            let (slot, x) = (begin + i, cells.x as usize + i);
            let is_walkable = words[x / 64] >> (x % 64) & 1 == 1;
            let was_walkable = costs[slot].get() != 0;
            let mut is_changed = is_walkable != was_walkable;
            if let Some(&weight) = self.row.get(i).filter(|&&weight| weight != ground.weights[slot]) {
                ground.weights[slot] = weight;
                self.tools.note_weight(weight);
                self.tools.changed_blocks[slot / BLOCK] = 1;
                is_changed |= is_walkable;
            }
            if !is_changed {
                continue;
            }
            if is_walkable != was_walkable {
                costs[slot] = V::of(if is_walkable { unreached } else { 0 });
                self.tools.changed_blocks[slot / BLOCK] = 1;
            }
            if self.changed.len() < Self::most(ground) {
                add(&mut self.changed, slot, Self::most(ground))?;
            } else {
                self.is_too_much = true;
            }
        }
        if !ground.steps.are_kept() {
            return Ok(());
        }
        let (most, mut outcome) = (Self::most(ground), Ok(()));
        ground.compare_steps(&view, (cells.x, cells.y), cells.width as usize, &mut |slot| {
            self.tools.changed_blocks[slot / BLOCK] = 1;
            if self.changed.len() == most {
                self.is_too_much = true;
            } else if outcome.is_ok() {
                outcome = add(&mut self.changed, slot, most);
            }
        });
        outcome
    }

    /// Reads the flags around some of the changed cells anew.
    pub(super) fn mark_around<V: Value>(&mut self, ground: &Ground, costs: &[V], numbers: Range<usize>) {
        let (stride, width) = (ground.stride, ground.area.width as usize);
        for number in numbers {
            for slot in around(ground, self.changed[number]) {
                let (row, column) = (slot / stride, slot % stride);
                if (1..=width).contains(&column) && (1..=ground.area.height as usize).contains(&row) {
                    self.tools.mark(ground, costs, slot);
                }
            }
        }
    }
}
