//! Fields of the ends of links, from which queries read what it costs between an end and their start or goal. A field
//! is built once the searches from or to its end have taken several times as long as building takes.

use super::ends::{FloorEnds, Way};
use super::view::FloorView;
use crate::bits::bit_rows::reserved;
use crate::field::{Field, FieldRules, Sense};
use crate::grid::Cell;
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The fields of a floor take at most this number of bytes for each cell.
const BYTES_BY_CELL: u64 = 64;

/// A field of this number of cells is built in the time of an expansion.
const CELLS_BY_EXPANSION: u64 = 16;

/// A field is built once searches have expanded as many cells as can be expanded in this many times its time.
const PATIENCE: u64 = 16;

/// The fields of a floor's ends.
#[derive(Debug, Default)]
pub(super) struct EndFields(Mutex<FieldList>);

#[derive(Debug, Default)]
struct FieldList {
    /// By end.
    fields: Vec<Option<TryArc<Field>>>,
    /// By end, expansions of searches from it or to it.
    expansions: Vec<u64>,
    bytes: u64,
    is_full: bool,
}

impl EndFields {
    /// Replaces what is known of the ways between a cell and the ends that have fields.
    pub(super) fn look_up(&self, cell: Cell, ways: &mut [Way]) {
        for (field, way) in self.lock().fields.iter().zip(ways) {
            if let Some(field) = field
                && *way != Way::NONE
            {
                *way = field.cost(cell).map_or(Way::NONE, Way::exact);
            }
        }
    }

    /// Counts the expansions of a search between an end and another cell. Builds the end's field if it is time. Returns
    /// the number of expansions in whose time it was built.
    pub(super) fn count(
        &self,
        ends: &FloorEnds,
        floor: &FloorView,
        end: usize,
        expansions: u32,
    ) -> Result<u64, OutOfMemory> {
        let mut list = self.lock();
        let cells = floor.agent_view().layer().size().cells() as u64;
        if list.expansions.is_empty() {
            refill(&mut list.expansions, ends.cells.len(), 0)?;
        }
        list.expansions[end] += u64::from(expansions);
        if list.is_full || list.expansions[end] * CELLS_BY_EXPANSION < PATIENCE * cells {
            return Ok(0);
        }
        drop(list);
        self.build(ends, floor, end)?;
        Ok(cells / CELLS_BY_EXPANSION)
    }

    /// Builds the field of an end, unless it has one or the fields of the floor take too much memory.
    pub(super) fn build(&self, ends: &FloorEnds, floor: &FloorView, end: usize) -> Result<(), OutOfMemory> {
        if !ends.are_alike() || !ends.is_usable(end) || floor.is_apart() {
            return Ok(());
        }
        {
            let mut list = self.lock();
            if list.fields.is_empty() {
                let mut fields = reserved(ends.cells.len())?;
                fields.resize(ends.cells.len(), None);
                list.fields = fields;
            }
            if list.is_full || list.fields[end].is_some() {
                return Ok(());
            }
        }
        let rules = FieldRules { diagonal_rule: floor.rule, costs: floor.costs, max_cost: None, sense: Sense::ToGoals };
        let cell = ends.cells[end];
        let mut field = Field::new(floor.grid().clone(), floor.agent(), &[cell], rules).map_err(|_| OutOfMemory)?;
        drop(field.take_tools());
        let cells = floor.agent_view().layer().size().cells() as u64;
        for (other, &from) in ends.cells.iter().enumerate().filter(|&(other, _)| other != end) {
            ends.keep(other, end, field.cost(from).map_or(Way::NONE, Way::exact));
        }
        let bytes = field.bytes();
        let field = TryArc::try_new(field)?;
        let mut list = self.lock();
        list.is_full = list.bytes + bytes > BYTES_BY_CELL * cells;
        if !list.is_full && list.fields[end].is_none() {
            list.bytes += bytes;
            list.fields[end] = Some(field);
        }
        Ok(())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let list = self.lock();
        let lists = list.fields.capacity() * size_of::<Option<TryArc<Field>>>() + list.expansions.capacity() * 8;
        list.bytes as usize + lists
    }

    /// No code panics while it holds the lock, so that what it guards is right in any case.
    fn lock(&self) -> MutexGuard<'_, FieldList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
