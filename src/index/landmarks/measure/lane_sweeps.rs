//! Distances of all cells from eight sources at once, by sweeps over rows.
//!
//! The eight distances of a cell fit into one SIMD register, and there is no queue. Rows are swept down and up the map,
//! and each row to both sides. A cell takes the smallest distance that its neighbors on one side lead to, until nothing
//! changes. This is the distance transform of Rosenfeld and Pfaltz ("Distance Functions on Digital Pictures", 1968),
//! repeated because of obstacles. Blocks of 64 cells are skipped if their neighbors have not changed.
//!
//! The number of sweeps grows with the turns up and down that obstacles force on paths: a few sweeps on maps with
//! scattered obstacles, where `distance_field` stops at every other cell, and hundreds in a maze.

use super::lanes::Lanes;
use crate::bits::bit_rows::zeroed;
use crate::grid::MapError;
use crate::index::landmarks::quantized_costs::QuantizedCosts;
use crate::index::landmarks::{Distances, LANDMARKS};
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{ANY_ARRIVAL, DiagonalRule};

/// Distances minus 32,768: SSE2 has the minimum of 16-bit numbers for signed ones only.
type LaneDistances = [i16; LANDMARKS];

const FARTHEST: LaneDistances = [i16::MAX; LANDMARKS];
/// By whether a step is legal. The maximum with this entry turns the distance of an illegal step into `FARTHEST`.
static UNLESS_LEGAL: [LaneDistances; 2] = [FARTHEST, [i16::MIN; LANDMARKS]];

/// Number of neighboring cells of a row that are swept together.
const BLOCK: usize = 64;

/// A set of blocks of a row, one bit each. The widest map with landmarks has 128 blocks in a row.
type Blocks = u128;

/// Measures the distances from one source for each landmark. Sources are row indexes of walkable cells.
pub(super) fn measure(
    rule: DiagonalRule,
    quantized_costs: QuantizedCosts,
    walkable: &WalkableCells,
    sources: [usize; LANDMARKS],
    distances: &mut [Distances],
) -> Result<(), MapError> {
    let cells: &mut [LaneDistances] = bytemuck::cast_slice_mut(distances);
    cells.fill(FARTHEST);
    let mut sweeps = Sweeps {
        quantized_costs,
        width: walkable.width(),
        legal: legal_steps(rule, walkable)?,
        outside: zeroed(walkable.width())?,
        waiting: [zeroed(walkable.height() + 2)?, zeroed(walkable.height() + 2)?],
    };
    sweeps.outside.fill(FARTHEST);
    for (lane, source) in sources.into_iter().enumerate() {
        cells[source][lane] = i16::MIN;
        sweeps.begin_at(source);
    }
    while sweeps.is_any_waiting() {
        (0..walkable.height()).for_each(|y| sweeps.sweep_row(DOWN, y, cells));
        (0..walkable.height()).rev().for_each(|y| sweeps.sweep_row(UP, y, cells));
    }
    for lane in cells.as_flattened_mut() {
        *lane ^= i16::MIN;
    }
    Ok(())
}

/// The directions of sweeps, as indices.
const DOWN: usize = 0;
const UP: usize = 1;

/// The blocks that wait for a sweep, and what sweeps read.
struct Sweeps {
    quantized_costs: QuantizedCosts,
    width: usize,
    /// By row index: the legal steps as bits, 0 for obstacles.
    legal: Vec<u8>,
    /// In place of the rows before the first and after the last one.
    outside: Vec<LaneDistances>,
    /// By direction and row: the blocks with changed neighbors in the row before. Row y has index y + 1.
    waiting: [Vec<Blocks>; 2],
}

impl Sweeps {
    fn begin_at(&mut self, source: usize) {
        let (block, y) = (source % self.width / BLOCK, source / self.width);
        let around = (7 << block >> 1) & all_blocks(self.width);
        for rows in &mut self.waiting {
            rows[y..y + 3].iter_mut().for_each(|blocks| *blocks |= around);
        }
    }

    fn is_any_waiting(&self) -> bool {
        self.waiting.iter().any(|rows| rows[1..rows.len() - 1].iter().any(|&blocks| blocks != 0))
    }

    fn sweep_row(&mut self, direction: usize, y: usize, cells: &mut [LaneDistances]) {
        let blocks = std::mem::take(&mut self.waiting[direction][y + 1]);
        if blocks == 0 {
            return;
        }
        let (above, rest) = cells.split_at_mut(y * self.width);
        let (row, below) = rest.split_at_mut(self.width);
        let beside = match direction {
            DOWN => above.rchunks_exact(self.width).next(),
            _ => below.chunks_exact(self.width).next(),
        };
        let mut sweep = RowSweep {
            straight: Lanes::splat(self.quantized_costs.straight as i16),
            diagonal: Lanes::splat(self.quantized_costs.diagonal as i16),
            beside: beside.unwrap_or(&self.outside),
            row,
            legal: &self.legal[y * self.width..][..self.width],
            diagonals: if direction == DOWN { [5, 4] } else { [7, 6] },
        };
        let changed = sweep.sweep(blocks);
        self.waiting[DOWN][y + 2] |= changed;
        self.waiting[UP][y] |= changed;
    }
}

fn legal_steps(rule: DiagonalRule, walkable: &WalkableCells) -> Result<Vec<u8>, MapError> {
    let mut legal = zeroed(walkable.width() * walkable.height())?;
    let successors = &rule.successors()[ANY_ARRIVAL];
    for (y, row) in legal.chunks_exact_mut(walkable.width()).enumerate() {
        for (x, legal) in row.iter_mut().enumerate() {
            let around = walkable.rows.around(x, y);
            *legal = if around >> 4 & 1 == 1 { successors[around] } else { 0 };
        }
    }
    Ok(legal)
}

fn all_blocks(width: usize) -> Blocks {
    Blocks::MAX >> (Blocks::BITS as usize - width.div_ceil(BLOCK))
}

/// A sweep over one row.
struct RowSweep<'a> {
    straight: Lanes,
    diagonal: Lanes,
    /// The row before this one in the order of the sweep.
    beside: &'a [LaneDistances],
    row: &'a mut [LaneDistances],
    legal: &'a [u8],
    /// The directions of the diagonal steps to `beside`: towards smaller x, and towards larger x.
    diagonals: [u32; 2],
}

/// Which cells of a block changed.
#[derive(Default)]
struct Changed {
    any: bool,
    first: bool,
    last: bool,
}

impl RowSweep<'_> {
    /// Sweeps `blocks`, and the blocks that changes spread into. Returns the blocks of the next rows that may change.
    fn sweep(&mut self, mut blocks: Blocks) -> Blocks {
        let all = all_blocks(self.row.len());
        let (mut swept, mut changed_blocks): (Blocks, Blocks) = (0, 0);
        let mut note = |block: u32, changed: &Changed| {
            changed_blocks |= (Blocks::from(changed.any) << block
                | Blocks::from(changed.first) << block >> 1
                | (Blocks::from(changed.last) << block << 1))
                & all;
        };
        while blocks != 0 {
            let block = blocks.trailing_zeros();
            blocks &= blocks - 1;
            swept |= 1 << block;
            let changed = self.sweep_upwards(block as usize);
            note(block, &changed);
            blocks |= (Blocks::from(changed.last) << block << 1) & all;
        }
        while swept != 0 {
            let block = swept.ilog2();
            swept &= !(1 << block);
            let changed = self.sweep_downwards(block as usize);
            note(block, &changed);
            swept |= Blocks::from(changed.first) << block >> 1;
        }
        changed_blocks
    }

    fn block(&self, block: usize) -> (usize, usize) {
        (block * BLOCK, (block * BLOCK + BLOCK).min(self.row.len()))
    }

    /// Lowers distances by steps from the row before and by steps along growing x.
    fn sweep_upwards(&mut self, block: usize) -> Changed {
        let (from, to) = self.block(block);
        let end = |cells: &[LaneDistances], x: usize| cells.get(x).copied().unwrap_or(FARTHEST);
        let mut beside = [FARTHEST; BLOCK + 2];
        beside[0] = end(self.beside, from.wrapping_sub(1));
        beside[1..=to - from].copy_from_slice(&self.beside[from..to]);
        beside[to - from + 1] = end(self.beside, to);
        let mut before = Lanes::from(end(self.row, from.wrapping_sub(1)));
        let (straight, diagonal) = (self.straight, self.diagonal);
        let unless = |is_legal: bool| Lanes::from(UNLESS_LEGAL[usize::from(is_legal)]);
        let (mut changed, diagonals) = (Changed::default(), self.diagonals);
        let (row, legal) = (&mut self.row[from..to], &self.legal[from..to]);
        for i in 0..row.len().min(legal.len()).min(BLOCK) {
            let legal = legal[i];
            let [left, here, right] = [beside[i], beside[i + 1], beside[i + 2]].map(Lanes::from);
            let left = left.max(unless(legal >> diagonals[0] & 1 != 0));
            let right = right.max(unless(legal >> diagonals[1] & 1 != 0));
            let across = left.min(right).add(diagonal).min(here.add(straight));
            let (is_walkable, old) = (unless(legal != 0), Lanes::from(row[i]));
            before = across.max(is_walkable).min(old).min(before.add(straight).max(is_walkable));
            row[i] = before.into();
            changed.last = before.differs_from(old);
            changed.any |= changed.last;
            changed.first |= changed.last & (i == 0);
        }
        changed
    }

    /// Lowers distances by steps along falling x.
    fn sweep_downwards(&mut self, block: usize) -> Changed {
        let (from, to) = self.block(block);
        let mut before = Lanes::from(self.row.get(to).copied().unwrap_or(FARTHEST));
        let straight = self.straight;
        let mut changed = Changed::default();
        for (cell, &legal) in self.row[from..to].iter_mut().zip(&self.legal[from..to]).rev() {
            let (is_walkable, old) = (Lanes::from(UNLESS_LEGAL[usize::from(legal != 0)]), Lanes::from(*cell));
            before = before.add(straight).max(is_walkable).min(old);
            *cell = before.into();
            changed.first = before.differs_from(old);
            changed.any |= changed.first;
        }
        // An overestimate: at worst, one more block of the next rows is swept.
        changed.last = changed.any;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::super::distance_field::tests::distances_by_steps;
    use super::*;
    use crate::index::test_maps::{RULES, Random, TestMap, random_map};

    fn check(map: &TestMap, rule: DiagonalRule, quantized_costs: QuantizedCosts, random: &mut Random) {
        let walkable = map.walkable();
        let row_indexes: Vec<usize> = (0..walkable.width() * walkable.height())
            .filter(|row_index| walkable.is_walkable(row_index % walkable.width(), row_index / walkable.width()))
            .collect();
        if row_indexes.is_empty() {
            return;
        }
        let sources = std::array::from_fn(|_| row_indexes[random.below(row_indexes.len())]);
        let mut distances = vec![[0; LANDMARKS]; walkable.width() * walkable.height()];
        measure(rule, quantized_costs, &walkable, sources, &mut distances).unwrap();
        for (lane, source) in sources.into_iter().enumerate() {
            let expected = distances_by_steps(
                rule,
                quantized_costs,
                &walkable,
                (source % walkable.width(), source / walkable.width()),
            );
            for (row_index, expected) in row_indexes.iter().map(|&row_index| (row_index, expected[row_index])) {
                // Expected values are one larger than distances, and reach 65,535 one earlier.
                let found = distances[row_index][lane];
                assert!(
                    found == expected - 1 || (expected == u16::MAX && found == u16::MAX),
                    "{rule:?}, {quantized_costs:?}, from {source} to {row_index}: {found}\n{map}"
                );
            }
        }
        assert!(
            (0..distances.len())
                .all(|row_index| row_indexes.contains(&row_index) || distances[row_index] == [u16::MAX; LANDMARKS])
        );
    }

    #[test]
    fn distances_are_those_of_dijkstras_search() {
        for (seed, rule) in (0..60).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
            let mut random = Random::new(seed);
            for (straight, diagonal) in [(29, 41), (7, 7), (10, 19), (5, 10), (1000, 1400)] {
                check(&random_map(seed), rule, QuantizedCosts { straight, diagonal }, &mut random);
            }
        }
    }

    #[test]
    fn changes_go_on_through_many_blocks_of_a_row() {
        let mut random = Random::new(3);
        for rule in RULES {
            let mut map = TestMap::new(200, 260);
            for _ in 0..6000 {
                map.set(random.below(200), random.below(260), false);
            }
            check(&map, rule, QuantizedCosts { straight: 17, diagonal: 24 }, &mut random);
        }
    }
}
