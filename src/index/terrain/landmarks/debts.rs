//! The debts of cells. A debt is the amount by which the estimates of a landmark may be too large since an edit made a
//! cell cheaper; it is taken off each estimate until the distances are repaired. See [repairs](super::repair).

use crate::bits::bit_rows::copied;
use crate::distance::landmarks::{Distances, LANDMARKS};
use crate::grid::MapError;
use crate::held::held;

/// The debts of cells.
#[derive(Debug, Default)]
pub(super) struct Debts {
    total: Distances,
    /// By slot.
    pub(super) cells: Vec<(u32, Distances)>,
}

held!(Debts: cells);

impl Debts {
    pub(super) fn total(&self) -> &Distances {
        &self.total
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { total: self.total, cells: copied(&self.cells)? })
    }

    /// Replaces the debt of a cell, or ends it. Fails without memory, and changes nothing then.
    pub(super) fn set(&mut self, slot: usize, debt: Distances) -> Result<(), MapError> {
        let known = self.cells.iter().position(|&(other, _)| other as usize == slot);
        if debt == [0; LANDMARKS] {
            if let Some(known) = known {
                self.cells.swap_remove(known);
            }
        } else if let Some(known) = known {
            self.cells[known].1 = debt;
        } else {
            self.cells.try_reserve(1)?;
            self.cells.push((slot as u32, debt));
        }
        self.total = self.cells.iter().fold([0; LANDMARKS], |total, &(_, debt)| saturating_sum(&total, &debt));
        Ok(())
    }

    pub(super) fn has(&self, slot: usize) -> bool {
        self.cells.iter().any(|&(other, _)| other as usize == slot)
    }
}

pub(super) fn saturating_sum(one: &Distances, other: &Distances) -> Distances {
    std::array::from_fn(|lane| one[lane].saturating_add(other[lane]))
}
