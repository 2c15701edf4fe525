//! Fields of the ends of links, from which queries read what it costs between an end and their start or goal. A field
//! is built once the searches from or to its end have taken several times as long as building takes.

use super::floor_view::FloorView;
use super::way::Way;
use crate::bits::bit_rows::reserved;
use crate::field::{Field, FieldRules, Sense};
use crate::grid::Cell;
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The fields of a floor take at most this number of bytes for each cell.
const BYTES_BY_CELL: u64 = 64;

/// A field of this number of cells is built in the time of an expansion.
pub(super) const CELLS_BY_EXPANSION: u64 = 16;

/// A field is built once searches have expanded as many cells as can be expanded in this many times its time.
pub(super) const PATIENCE: u64 = 4;

/// The field of the ways to a cell on a floor, or from it.
pub(super) fn field_of(floor: &FloorView, cell: Cell, sense: Sense) -> Result<Field, OutOfMemory> {
    let (diagonal_rule, costs, max_cost) = (floor.rule, floor.costs, None);
    let rules = FieldRules { diagonal_rule, costs, max_cost, sense };
    Field::new(floor.grid().clone(), floor.agent(), &[cell], rules).map_err(|_| OutOfMemory)
}

/// The fields of a floor's ends, in one sense.
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

    /// Counts the expansions of a search between one of `count` ends and another cell, on a floor of some cells.
    /// Returns whether it is time for the end's field.
    pub(super) fn count(&self, (end, count): (usize, usize), expansions: u32, cells: u64) -> Result<bool, OutOfMemory> {
        let mut list = self.lock();
        if list.expansions.is_empty() {
            refill(&mut list.expansions, count, 0)?;
        }
        list.expansions[end] += u64::from(expansions);
        Ok(list.expansions[end] * CELLS_BY_EXPANSION >= PATIENCE * cells)
    }

    /// Builds the field of one of `count` ends, unless it has one or the fields of the floor take too much memory.
    /// Returns whether it was built.
    pub(super) fn build(
        &self,
        floor: &FloorView,
        (end, count): (usize, usize),
        (cell, sense): (Cell, Sense),
        keep: impl FnOnce(&Field),
    ) -> Result<bool, OutOfMemory> {
        {
            let mut list = self.lock();
            if list.fields.is_empty() {
                let mut fields = reserved(count)?;
                fields.resize(count, None);
                list.fields = fields;
            }
            if list.is_full || list.fields[end].is_some() {
                return Ok(false);
            }
        }
        let mut field = field_of(floor, cell, sense)?;
        drop(field.take_tools());
        keep(&field);
        let bytes = field.bytes();
        let field = TryArc::try_new(field)?;
        let cells = floor.agent_view().layer().size().cells() as u64;
        let mut list = self.lock();
        list.is_full = list.bytes + bytes > BYTES_BY_CELL * cells;
        if !list.is_full && list.fields[end].is_none() {
            list.bytes += bytes;
            list.fields[end] = Some(field);
        }
        Ok(true)
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
