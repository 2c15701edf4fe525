//! The rows of saved landmarks, read by one thread, or by two.
//!
//! A row begins where the one before ends, and its distances grow from that row's first ones. So a second thread can't
//! begin amid the rows, until the first one has gone through the bytes of those before, which takes a tenth of the
//! time to read them.

use super::steep_steps::{CheckedRow, SteepSteps};
use super::words::{Growths, Word};
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::bits::prefaulted_words::{ask_for_large_pages, map_pages};
use crate::bits::vectors::{self, Kernel};
use crate::byte_stream::ByteReader;
use crate::index::landmarks::distances::{Distances, FARTHEST, LANDMARKS};
use crate::index::landmarks::quantized_costs::QuantizedCosts;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DiagonalRule;
use parking_lot::Mutex;
use std::thread;

/// The map that the distances are of.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) rule: DiagonalRule,
    pub(super) costs: QuantizedCosts,
    pub(super) walkable: &'a WalkableCells,
}

/// Reads the distances of all cells. Returns false if bytes are missing, wrong or too many, or if a legal step changes
/// a distance by more than its cost.
pub(super) fn read_rows(
    bytes: ByteReader,
    rules: Rules,
    distances: &mut [Distances],
    has_helper: bool,
) -> Result<bool, OutOfMemory> {
    ask_for_large_pages(bytemuck::cast_slice_mut(distances));
    let start = Start { bytes, first: [0; LANDMARKS] };
    let end = if has_helper && rules.walkable.height() > 1 {
        read_halves(start, rules, distances)?
    } else {
        Rows::new(start, 0, distances, rules.walkable)?.read(rules)
    };
    Ok(end.is_some_and(|end| end.bytes.is_at_end()))
}

/// Reads the distances of all cells by two threads, each of them half of the rows.
fn read_halves<'b>(
    start: Start<'b>,
    rules: Rules,
    distances: &mut [Distances],
) -> Result<Option<Start<'b>>, OutOfMemory> {
    let half = rules.walkable.height() / 2;
    let (below, above) = distances.split_at_mut(half * rules.walkable.width());
    let Some(middle) = vectors::run(Skip { start: start.clone(), walkable: rules.walkable, rows: half }) else {
        return Ok(None);
    };
    let rows_below = Rows::new(start, 0, below, rules.walkable)?;
    // Behind a lock, which nobody waits for: if no thread starts, they are still there.
    let rows_above = Mutex::new(Some(Rows::new(middle.clone(), half, above, rules.walkable)?));
    let read_above = || rows_above.lock().take().and_then(|rows| rows.read(rules));
    let (end_below, end) = thread::scope(|scope| {
        let helper = thread::Builder::new().spawn_scoped(scope, read_above);
        let end_below = rows_below.read(rules);
        let end = match helper {
            Ok(helper) => helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // The system has no thread.
            Err(_) => read_above(),
        };
        (end_below, end)
    });
    let (Some(end_below), Some(end)) = (end_below, end) else { return Ok(None) };
    let is_steep = is_steep_at(half, rules, distances)?;
    Ok((end_below.is(&middle) && !is_steep).then_some(end))
}

/// Whether a legal step from a row to the one below changes a distance by more than its cost.
fn is_steep_at(number: usize, rules: Rules, distances: &[Distances]) -> Result<bool, OutOfMemory> {
    // All steps are checked.
    let mut bends: Vec<u64> = zeroed(rules.walkable.rows.words_per_row())?;
    bends.fill(u64::MAX);
    let width = rules.walkable.width();
    let row = |number: usize| CheckedRow {
        cells: &distances[number * width..][..width],
        walkable: rules.walkable.rows.row(number as isize),
        bends: &bends,
    };
    Ok(vectors::run(SteepSteps { rule: rules.rule, costs: rules.costs, here: row(number), below: row(number - 1) }))
}

/// Where rows begin.
#[derive(Clone, Debug)]
struct Start<'b> {
    bytes: ByteReader<'b>,
    /// The distances from which the first row grows.
    first: Distances,
}

impl Start<'_> {
    fn is(&self, other: &Self) -> bool {
        self.bytes.len() == other.bytes.len() && self.first == other.first
    }
}

/// Goes through the bytes of a number of rows, and returns where the next one begins. `None` if bytes are missing;
/// other mistakes are left to those who read the rows.
struct Skip<'a, 'b> {
    start: Start<'b>,
    walkable: &'a WalkableCells,
    rows: usize,
}

impl<'b> Kernel for Skip<'_, 'b> {
    type Output = Option<Start<'b>>;

    #[inline(always)]
    fn run(self) -> Option<Start<'b>> {
        let Start { mut bytes, mut first } = self.start;
        for y in 0..self.rows {
            let mut words = self.walkable.rows.row(y as isize).iter().filter(|&&walkable| walkable != 0);
            if let Some(&walkable) = words.next() {
                let growth = Word::take(&mut bytes)?.first_growth(walkable);
                first.iter_mut().zip(growth).for_each(|(first, growth)| *first = first.wrapping_add(growth));
            }
            for _ in words {
                Word::take(&mut bytes)?;
            }
        }
        Some(Start { bytes, first })
    }
}

/// Rows of cells one after the other, and memory for their bends and for those of the row below.
struct Rows<'a, 'b> {
    start: Start<'b>,
    /// The number of the first row.
    number: usize,
    cells: &'a mut [Distances],
    bends: [Vec<u64>; 2],
}

/// Pages are mapped for about this number of cells at once: 1 MiB. Meanwhile the system starts no thread.
const STRETCH: usize = 1 << 16;

impl<'a, 'b> Rows<'a, 'b> {
    /// All memory is taken here, so that a new thread takes none.
    fn new(
        start: Start<'b>,
        number: usize,
        cells: &'a mut [Distances],
        walkable: &WalkableCells,
    ) -> Result<Self, OutOfMemory> {
        let words_per_row = walkable.rows.words_per_row();
        Ok(Self { start, number, cells, bends: [zeroed(words_per_row)?, zeroed(words_per_row)?] })
    }

    /// Reads the distances, and returns where the row above begins. `None` if bytes are missing or wrong, or if a legal
    /// step between the rows changes a distance by more than its cost.
    fn read(self, Rules { rule, costs, walkable }: Rules) -> Option<Start<'b>> {
        let (Start { mut bytes, mut first }, [mut bends, mut bends_below]) = (self.start, self.bends);
        let (mut y, mut cells_below) = (self.number as isize, &[][..]);
        for stretch in self.cells.chunks_mut((STRETCH / walkable.width()).max(1) * walkable.width()) {
            map_pages(bytemuck::cast_slice_mut(stretch));
            for cells in stretch.chunks_exact_mut(walkable.width()) {
                let bits = walkable.rows.row(y);
                first = vectors::run(ReadRow { bytes: &mut bytes, walkable: bits, first, cells, bends: &mut bends })?;
                let here = CheckedRow { cells, walkable: bits, bends: &bends };
                // The row below the first one is checked later, if there is one.
                let bits_below = if cells_below.is_empty() { &[] } else { walkable.rows.row(y - 1) };
                let below = CheckedRow { cells: cells_below, walkable: bits_below, bends: &bends_below };
                if vectors::run(SteepSteps { rule, costs, here, below }) {
                    return None;
                }
                (y, cells_below) = (y + 1, cells);
                std::mem::swap(&mut bends, &mut bends_below);
            }
        }
        Some(Start { bytes, first })
    }
}

/// Reads a row of cells and its bends. Returns the distances from which the next row grows.
struct ReadRow<'a, 'b> {
    bytes: &'a mut ByteReader<'b>,
    walkable: &'a [u64],
    /// The distances from which this row grows.
    first: Distances,
    cells: &'a mut [Distances],
    bends: &'a mut [u64],
}

impl Kernel for ReadRow<'_, '_> {
    type Output = Option<Distances>;

    #[inline(always)]
    fn run(self) -> Option<Distances> {
        let mut here = self.first;
        let mut growths: Growths = [[0; LANDMARKS]; 128];
        let (words, rest) = self.cells.as_chunks_mut::<64>();
        let mut bits = self.walkable.iter().zip(self.bends);
        for (cells, (&walkable, bends)) in words.iter_mut().zip(&mut bits) {
            *bends = read_word(self.bytes, walkable, &mut here, cells, &mut growths)?;
        }
        if let Some((&walkable, bends)) = bits.next() {
            let mut last = [[FARTHEST; LANDMARKS]; 64];
            *bends = read_word(self.bytes, walkable, &mut here, &mut last, &mut growths)?;
            rest.copy_from_slice(&last[..rest.len()]);
        }
        Some(first_walkable(self.walkable, self.cells).unwrap_or(self.first))
    }
}

/// Reads the distances of the cells of a word, and returns the bends.
#[inline(always)]
fn read_word(
    bytes: &mut ByteReader,
    walkable: u64,
    here: &mut Distances,
    cells: &mut [Distances; 64],
    growths: &mut Growths,
) -> Option<u64> {
    if walkable == 0 {
        cells.fill([FARTHEST; LANDMARKS]);
        return Some(0);
    }
    Word::take(bytes)?.read(walkable, here, cells, growths)
}

/// The distances of the first walkable cell of a row.
#[inline(always)]
pub(super) fn first_walkable(walkable: &[u64], cells: &[Distances]) -> Option<Distances> {
    let (word, bits) = walkable.iter().enumerate().find(|(_, bits)| **bits != 0)?;
    cells.get(64 * word + bits.trailing_zeros() as usize).copied()
}
