//! Distances inside a cluster from up to `N` cells at once, one 16-bit lane each.
//!
//! Rows are relaxed downwards and upwards in turn. A row takes what the row before it offers, then passes values along
//! itself both ways. Only rows next to a changed row are relaxed again.

use super::terms::{FAR, NetCosts, SIDE};
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::bits::vectors::{self, Kernel};
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DiagonalRule;

/// From so many cells at once matrices are measured.
pub(crate) const LANES: usize = 16;

/// The cells of a cluster in a row, with those of both its lines.
const CELLS: usize = SIDE + 1;
/// With a border on both sides.
const PADDED: usize = CELLS + 2;

/// The distances of a cell.
type Lane<const N: usize> = [u16; N];

/// A cluster, or any square of cells of this size, and distances inside it.
#[derive(Debug)]
pub(crate) struct Lanes<const N: usize> {
    rule: DiagonalRule,
    costs: Option<NetCosts>,
    /// By padded row: the walkable cells, and those to which a diagonal step is legal from the row above, from x - 1
    /// and from x + 1. Bit x + 1 is cell x.
    walkable: [u64; PADDED + 1],
    legal: [[u64; 2]; PADDED + 1],
    distances: Vec<Lane<N>>,
}

impl<const N: usize> Default for Lanes<N> {
    fn default() -> Self {
        Self {
            rule: DiagonalRule::default(),
            costs: None,
            walkable: [0; PADDED + 1],
            legal: [[0; 2]; PADDED + 1],
            distances: Vec::new(),
        }
    }
}

impl<const N: usize> Lanes<N> {
    /// Takes memory, and the rule and costs for what follows.
    pub(super) fn begin(&mut self, rule: DiagonalRule, costs: NetCosts) -> Result<(), OutOfMemory> {
        (self.rule, self.costs) = (rule, Some(costs));
        self.distances.try_reserve_exact((PADDED * PADDED).saturating_sub(self.distances.len()))?;
        self.distances.resize(PADDED * PADDED, [FAR; N]);
        Ok(())
    }

    /// Reads the cells of the square whose first cell is `origin`. Cells outside the map are blocked.
    pub(super) fn load(&mut self, walkable: &WalkableCells, origin: (isize, isize)) {
        for y in 0..CELLS {
            let row = origin.1 + y as isize;
            let is_inside = (0..walkable.height() as isize).contains(&row);
            self.walkable[y + 1] = if is_inside { bits_at(&walkable.rows, origin.0, row) << 1 } else { 0 };
        }
        (1..PADDED).for_each(|y| self.note_legal(y));
    }

    /// Notes which steps from the row above to a padded row are legal. A step is legal both ways or not at all, so that
    /// one mask serves both.
    fn note_legal(&mut self, y: usize) {
        let (above, row) = (self.walkable[y - 1], self.walkable[y]);
        let down_right = self.rule.allows_diagonal(row, above, row << 1) & above << 1;
        let down_left = self.rule.allows_diagonal(row, above, row >> 1) & above >> 1;
        self.legal[y] = [down_right, down_left];
    }

    /// Blocks a cell of the square that was read.
    pub(super) fn close(&mut self, (x, y): (usize, usize)) {
        self.walkable[y + 1] &= !(2 << x);
        (y + 1..y + 3).for_each(|y| self.note_legal(y));
    }

    pub(super) fn is_walkable(&self, (x, y): (usize, usize)) -> bool {
        self.walkable[y + 1] >> (x + 1) & 1 != 0
    }

    /// Measures the distances from the given cells of the square, which are walkable. Cell i has lane i.
    pub(super) fn run(&mut self, sources: &[(usize, usize)]) {
        self.distances.fill([FAR; N]);
        let mut rows = 0;
        for (lane, &(x, y)) in sources.iter().enumerate() {
            self.distances[(y + 1) * PADDED + x + 1][lane] = 0;
            rows |= 1 << (y + 1);
        }
        if let Some(costs) = self.costs {
            let (walkable, legal, distances) = (&self.walkable, &self.legal, &mut self.distances[..]);
            vectors::run(Spreading { walkable, legal, distances, costs, rows });
        }
    }

    /// Measures distances from one cell.
    pub(crate) fn run_from(
        &mut self,
        (rule, costs): (DiagonalRule, NetCosts),
        walkable: &WalkableCells,
        (origin, cell): ((usize, usize), (usize, usize)),
    ) -> Result<(), OutOfMemory> {
        self.begin(rule, costs)?;
        self.load(walkable, (origin.0 as isize, origin.1 as isize));
        self.run(&[(cell.0 - origin.0, cell.1 - origin.1)]);
        Ok(())
    }

    /// The distance of a cell of the square; [`FAR`] if none.
    pub(crate) fn distance(&self, (x, y): (usize, usize), lane: usize) -> u16 {
        self.distances[(y + 1) * PADDED + x + 1][lane]
    }

    /// Memory held besides the size of the value itself, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.distances.capacity() * size_of::<Lane<N>>()
    }
}

/// The bits of `CELLS` cells of a row, from x `first` on, which may lie outside the map.
fn bits_at(rows: &BitRows, first: isize, row: isize) -> u64 {
    let words = rows.row(row);
    let word = |number: isize| words.get(number as usize).copied().unwrap_or(0);
    let (number, bit) = (first.div_euclid(64), first.rem_euclid(64));
    let low = if number < 0 { 0 } else { word(number) };
    let high = if bit == 0 { 0 } else { word(number + 1) << (64 - bit) };
    (low >> bit | high) & ((1 << CELLS) - 1)
}

struct Spreading<'a, const N: usize> {
    walkable: &'a [u64; PADDED + 1],
    legal: &'a [[u64; 2]; PADDED + 1],
    distances: &'a mut [Lane<N>],
    costs: NetCosts,
    /// The rows of the sources.
    rows: u64,
}

impl<const N: usize> Kernel for Spreading<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let all = ((1u64 << CELLS) - 1) << 1;
        let (mut downward, mut upward) = ((self.rows | self.rows << 1) & all, (self.rows | self.rows >> 1) & all);
        while downward | upward != 0 {
            while downward != 0 {
                let y = downward.trailing_zeros() as usize;
                downward &= downward - 1;
                if self.row(y, y - 1, self.legal[y]) {
                    downward |= 2 << y & all;
                    upward |= 1 << (y - 1) & all;
                }
            }
            while upward != 0 {
                let y = 63 - upward.leading_zeros() as usize;
                upward &= !(1 << y);
                // The masks of the row below name the cells below: shifted, they name the cells of this row.
                let [down_right, down_left] = self.legal[y + 1];
                if self.row(y, y + 1, [down_left << 1, down_right >> 1]) {
                    downward |= 2 << y & all;
                    upward |= 1 << (y - 1) & all;
                }
            }
        }
    }
}

impl<const N: usize> Spreading<'_, N> {
    /// Relaxes a row from the row `from` next to it. `legal`: the cells to which a diagonal step from x - 1 and from
    /// x + 1 of that row is legal. Returns whether a value changed.
    #[inline(always)]
    fn row(&mut self, y: usize, from: usize, legal: [u64; 2]) -> bool {
        let (straight, diagonal) = (self.costs.straight, self.costs.diagonal);
        let walkable = self.walkable[y];
        let mut changed = [0; N];
        let (mut last, mut last_x) = ([FAR; N], 0);
        let mut rest = walkable;
        while rest != 0 {
            let x = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let old = self.distances[y * PADDED + x];
            let mut new = least(old, self.distances[from * PADDED + x], straight);
            if legal[0] >> x & 1 != 0 {
                new = least(new, self.distances[from * PADDED + x - 1], diagonal);
            }
            if legal[1] >> x & 1 != 0 {
                new = least(new, self.distances[from * PADDED + x + 1], diagonal);
            }
            if last_x + 1 == x {
                new = least(new, last, straight);
            }
            (last, last_x) = (new, x);
            note_changes(&mut changed, old, new);
            self.distances[y * PADDED + x] = new;
        }
        // A row without sources passed its values along when it last changed.
        if !is_any_set(&changed) && self.rows >> y & 1 == 0 {
            return false;
        }
        rest = walkable;
        (last, last_x) = ([FAR; N], 0);
        while rest != 0 {
            let x = 63 - rest.leading_zeros() as usize;
            rest &= !(1 << x);
            let old = self.distances[y * PADDED + x];
            let new = if x + 1 == last_x { least(old, last, straight) } else { old };
            (last, last_x) = (new, x);
            note_changes(&mut changed, old, new);
            self.distances[y * PADDED + x] = new;
        }
        is_any_set(&changed)
    }
}

/// The smaller of a value and another one after a step, lane by lane.
#[inline(always)]
fn least<const N: usize>(value: Lane<N>, from: Lane<N>, cost: u16) -> Lane<N> {
    let mut least = value;
    for lane in 0..N {
        // Written so that processors without an unsigned 16-bit minimum compute it in two instructions.
        least[lane] -= least[lane].saturating_sub(from[lane].saturating_add(cost));
    }
    least
}

#[inline(always)]
fn note_changes<const N: usize>(changed: &mut Lane<N>, old: Lane<N>, new: Lane<N>) {
    for lane in 0..N {
        changed[lane] |= old[lane] ^ new[lane];
    }
}

/// Whether a bit of any lane is set. A comparison of the whole with zeros makes the compiler split the lanes into
/// pieces of 8, 4, 2 and 1, and keep them split through the loops above.
#[inline(always)]
fn is_any_set<const N: usize>(lanes: &Lane<N>) -> bool {
    lanes.iter().fold(0, |all, lane| all | lane) != 0
}
