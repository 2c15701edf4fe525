//! The objects behind the ids of covers, and the lists of the covers that grids have.

use crate::bits::bit_rows::reserved;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{CoverShape, Edit};
use crate::handle_table::HandleTable;
use crate::sorting::sort_by_key;
use crate::try_arc::TryArc;
use parking_lot::Mutex;

pub(crate) static COVERS: HandleTable<CoverObject> = HandleTable::of_kind(GridstarKind::Cover as u8);

/// A cover as callers know it.
#[derive(Debug)]
pub(crate) struct CoverObject {
    /// The id of the grid.
    pub(super) grid: u64,
    pub(super) cells: Mutex<CoveredCells>,
}

/// Cells that a cover covers now.
#[derive(Debug)]
pub(super) struct CoveredCells {
    pub(super) shape: TryArc<CoverShape>,
    /// The revision of the grid since which the cover has these cells.
    pub(super) since: u64,
    /// The edits that end the cover. They are made ahead, because destroying may take no memory.
    pub(super) ending: Vec<Edit<'static>>,
    pub(super) is_destroyed: bool,
}

impl CoverObject {
    /// The cover of an id. The table's lock is released on return.
    pub(super) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        COVERS.get(id).ok_or(GridstarStatus::InvalidCover)
    }
}

/// The covers of a grid. They end with it.
#[derive(Debug, Default)]
pub(crate) struct CoverList {
    pub(super) ids: Vec<u64>,
    /// Whether the grid was destroyed.
    pub(super) is_closed: bool,
    /// Cells of the covers of other grids when this one was forked from them, by ascending id.
    pub(super) inherited: Option<TryArc<Vec<KnownCover>>>,
    /// All covers as they are, by ascending id, if a fork has asked for them since they changed.
    pub(super) known: Option<TryArc<Vec<KnownCover>>>,
}

/// Cells of a cover when its grid was forked.
#[derive(Clone, Debug)]
pub(super) struct KnownCover {
    pub(super) id: u64,
    /// The id of its grid.
    pub(super) grid: u64,
    pub(super) shape: TryArc<CoverShape>,
}

/// All covers of a grid, and those that it has inherited.
#[derive(Debug, Default)]
pub(crate) struct KnownCovers(pub(super) Option<TryArc<Vec<KnownCover>>>);

impl CoverList {
    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let of_known = |known: &TryArc<Vec<KnownCover>>| known.capacity() * size_of::<KnownCover>();
        let known: usize = [&self.inherited, &self.known].into_iter().flatten().map(of_known).sum();
        (self.ids.capacity() * size_of::<u64>() + known) as u64
    }

    /// A list of the covers that a fork inherits.
    pub(crate) fn of_fork(covers: KnownCovers) -> Self {
        Self { inherited: covers.0, ..Self::default() }
    }

    pub(super) fn inherited(&self) -> &[KnownCover] {
        self.inherited.as_deref().map_or(&[], Vec::as_slice)
    }

    /// All covers as they are.
    pub(crate) fn known(&mut self) -> Result<KnownCovers, GridstarStatus> {
        if self.ids.is_empty() {
            return Ok(KnownCovers(self.inherited.clone()));
        }
        if self.known.is_none() {
            let mut known = reserved(self.ids.len() + self.inherited().len())?;
            known.extend_from_slice(self.inherited());
            for &id in &self.ids {
                if let Some(cover) = COVERS.get(id) {
                    known.push(KnownCover { id, grid: cover.grid, shape: cover.cells.lock().shape.clone() });
                }
            }
            sort_by_key(&mut known, |cover| cover.id);
            self.known = Some(TryArc::try_new(known)?);
        }
        Ok(KnownCovers(self.known.clone()))
    }
}
