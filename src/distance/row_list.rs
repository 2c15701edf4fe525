//! Lists of rows whose memory goes back to the system when they are freed.
//!
//! An allocator keeps what was freed at the end of its heap and returns it once it is much: that of the GNU C library
//! up to 64 MB in one call, which takes milliseconds. So long lists have pages of their own.

use super::relax::Row;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::held::Held;
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

/// Number of rows from which a list has pages of its own: 256 KB. Building small fields again and again would take
/// longer, because the heap keeps their memory.
#[cfg(not(target_family = "wasm"))]
const LONG: usize = 1024;

/// Rows of a page. Memory is taken page by page, when a row is written to it first.
#[cfg(not(target_family = "wasm"))]
const ROWS_OF_PAGE: usize = 4096 / size_of::<Row>();

/// A list with room for a number of rows.
#[derive(Debug)]
pub(super) struct RowList {
    memory: Memory,
    len: usize,
}

#[derive(Debug)]
enum Memory {
    Heap(Vec<Row>),
    #[cfg(not(target_family = "wasm"))]
    Pages {
        pages: MmapMut,
        /// Where the list begins.
        first: usize,
    },
}

impl Default for RowList {
    fn default() -> Self {
        Self { memory: Memory::Heap(Vec::new()), len: 0 }
    }
}

impl Held for RowList {
    fn bytes(&self) -> usize {
        self.room() * size_of::<Row>()
    }
}

impl RowList {
    /// An empty list with room for some rows. Lists that are filled side by side have different numbers: then they do
    /// not all begin a page at once.
    #[cfg_attr(target_family = "wasm", allow(unused_variables, reason = "there are no pages"))]
    pub(super) fn with_room(count: usize, number: usize) -> Result<Self, OutOfMemory> {
        #[cfg(not(target_family = "wasm"))]
        if count >= LONG {
            let first = number % ROWS_OF_PAGE;
            let pages = MmapMut::map_anon((first + count) * size_of::<Row>()).map_err(|_| OutOfMemory)?;
            return Ok(Self { memory: Memory::Pages { pages, first }, len: 0 });
        }
        Ok(Self { memory: Memory::Heap(reserved(count)?), len: 0 })
    }

    /// For how many rows it has room.
    pub(super) fn room(&self) -> usize {
        match &self.memory {
            Memory::Heap(rows) => rows.capacity(),
            #[cfg(not(target_family = "wasm"))]
            Memory::Pages { pages, .. } => pages.len() / size_of::<Row>(),
        }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a row, for which there is room.
    pub(super) fn push(&mut self, row: Row) {
        match &mut self.memory {
            Memory::Heap(rows) => rows.push(row),
            #[cfg(not(target_family = "wasm"))]
            Memory::Pages { pages, first } => bytemuck::cast_slice_mut::<u8, Row>(pages)[*first + self.len] = row,
        }
        self.len += 1;
    }

    pub(super) fn rows(&self) -> &[Row] {
        match &self.memory {
            Memory::Heap(rows) => rows,
            #[cfg(not(target_family = "wasm"))]
            Memory::Pages { pages, first } => &bytemuck::cast_slice(pages)[*first..][..self.len],
        }
    }

    pub(super) fn rows_mut(&mut self) -> &mut [Row] {
        match &mut self.memory {
            Memory::Heap(rows) => rows,
            #[cfg(not(target_family = "wasm"))]
            Memory::Pages { pages, first } => &mut bytemuck::cast_slice_mut(pages)[*first..][..self.len],
        }
    }
}
