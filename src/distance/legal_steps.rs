//! The legal steps that a field keeps, where there are walls between cells: [`walled`](super::walled) reads them.

use super::map_rows::MapRows;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::held::held;
use crate::movement::StepsAround;

/// The legal steps by slot, bit `i` for direction `i`. Both lists are empty where the map has no walls.
#[derive(Debug, Default)]
pub(crate) struct LegalSteps {
    /// Cells from which a slot takes its cost.
    takes: Vec<u8>,
    /// Cells to which a slot gives its cost. Empty if they are the same.
    gives: Vec<u8>,
}

held!(LegalSteps: takes, gives);

impl LegalSteps {
    /// Room for the steps of some slots, if there are walls. The lists grow while rows are read.
    pub(crate) fn new(map: &impl MapRows, slots: usize) -> Result<Self, OutOfMemory> {
        let mut steps = Self::default();
        if map.has_walls() {
            steps.takes = reserved(slots)?;
            // The row above the area; a list that is not empty says that there are walls.
            steps.takes.push(0);
            if map.has_one_way() {
                steps.gives = reserved(slots)?;
                steps.gives.push(0);
            }
        }
        Ok(steps)
    }

    /// Whether walls are looked for.
    #[inline(always)]
    pub(crate) fn are_kept(&self) -> bool {
        !self.takes.is_empty()
    }

    /// Whether steps can be told that walls close in these ways.
    pub(crate) fn can_tell(&self, map: &impl MapRows) -> bool {
        !map.has_walls() || self.are_kept() && (!map.has_one_way() || !self.gives.is_empty())
    }

    /// Whether as many steps are kept as there.
    pub(crate) fn are_like(&self, other: &Self) -> bool {
        (self.takes.len(), self.gives.len()) == (other.takes.len(), other.gives.len())
    }

    /// The lists of a field that takes over the steps, block by block.
    pub(crate) fn begin_copy(&self, slots: usize) -> Result<Self, OutOfMemory> {
        let list = |known: &Vec<u8>| reserved(if known.is_empty() { 0 } else { slots });
        let mut copy = Self { takes: list(&self.takes)?, gives: list(&self.gives)? };
        copy.takes.extend(self.takes.first());
        copy.gives.extend(self.gives.first());
        Ok(copy)
    }

    /// Both lists, which may be empty.
    pub(crate) fn lists(&self) -> [&Vec<u8>; 2] {
        [&self.takes, &self.gives]
    }

    pub(crate) fn lists_mut(&mut self) -> [&mut Vec<u8>; 2] {
        [&mut self.takes, &mut self.gives]
    }

    /// The directions of the cells from which a slot takes its cost.
    #[inline(always)]
    pub(crate) fn takes(&self, slot: usize) -> u8 {
        self.takes[slot]
    }

    /// Such directions of some slots.
    pub(crate) fn of_row(&self, first: usize, count: usize) -> &[u8] {
        &self.takes[first..][..count]
    }

    /// By slot, the directions of the cells to which it gives its cost.
    #[inline(always)]
    pub(crate) fn gives(&self) -> &[u8] {
        if self.gives.is_empty() { &self.takes } else { &self.gives }
    }

    /// The steps around a slot by which costs spread.
    pub(crate) fn around(&self, slot: usize, stride: usize) -> StepsAround<true> {
        let row = |middle: usize| [0, 1, 2].map(|column| self.gives()[middle + column - 1]);
        StepsAround::of_cells(&[row(slot - stride), row(slot), row(slot + stride)])
    }
}
