//! Memory that spreading costs over a ground needs besides the costs: flags of cells, and a queue.

use super::cell_queue::Queue;
use super::flags::{even_table, flag};
use super::ground::{ALL, Ground, memory_for};
use super::map_rows::MapRows;
use super::sweep::{flags_table, walled_flags_table};
use super::value::Value;
use super::visits::Visits;
use crate::OutOfMemory;
use crate::bits::bit_rows::grow;
use crate::grid::Cell;
use crate::held::held;

/// Costs are copied from field to field by blocks of this many slots.
pub(crate) const BLOCK: usize = 128;

/// Flags are read for this many cells at a time. One word holds the group, the rows above and below it, and the cells
/// beside all three: 18 bits a row.
const GROUP: usize = 16;

/// The bits of a row of a group, with one before and one after them.
const GROUP_ROW: u64 = (1 << (GROUP + 2)) - 1;

/// How far the rows of a group lie apart in the word.
const APART: usize = 21;

/// Counts of walkable cells, which tell how narrow corridors are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) cells: u64,
    /// Two cells side by side.
    pairs: u64,
    /// Four cells around a corner.
    squares: u64,
}

impl Shape {
    /// Counts the walkable cells of a word, by its row and the rows above and below. Bit `1 + i` is cell `i`.
    #[inline(always)]
    fn count(&mut self, [above, here, _]: [u128; 3], cells: u64) {
        let [above_left, left] = [above, here].map(|row| row as u64 & cells);
        let [above, here] = [above, here].map(|row| (row >> 1) as u64 & cells);
        let ones = |bits: u64| u64::from(bits.count_ones());
        self.cells += ones(here);
        self.pairs += ones(here & left) + ones(here & above);
        self.squares += ones(here & left & above & above_left);
    }

    /// Whether corridors are one cell wide, or two and without ways around obstacles. A cell has one pair where
    /// corridors are one cell wide, 1.5 where they are two, and two on open ground. Scattered obstacles have few pairs
    /// too, but ways around them.
    pub(crate) fn is_narrow(self) -> bool {
        // Euler's formula, but for the few parts that are not connected.
        let ways_around = self.pairs.saturating_sub(self.cells + self.squares);
        16 * self.pairs <= 20 * self.cells || (16 * self.pairs <= 27 * self.cells && 64 * ways_around <= self.cells)
    }
}

/// The flags of a ground's cells, and memory of spreadings whose queue keeps costs in `C`. A repair of the field needs
/// them again.
#[derive(Debug)]
pub struct Tools<C = u64> {
    /// By slot: see [`flag`]. The list grows while rows are read.
    pub(crate) flags: Vec<u16>,
    /// By the walkable cells around a cell, its first flags.
    table: [u16; ALL + 1],
    pub(crate) queue: Queue<C>,
    /// The shape of the map when its rows were read.
    pub(crate) shape: Shape,
    /// Lower and upper bound of the weights of cells.
    weights: (u32, u32),
    /// By block of slots, 1 where the field differs from the one that was shown before it; empty if nobody asks.
    pub(crate) changed_blocks: Vec<u8>,
    /// How often cells were put into the queue by sweeps.
    pub(crate) pushed: u64,
    /// Whether the last spreading began at the goals.
    pub(crate) is_built: bool,
}

held!([C] Tools<C>: flags, changed_blocks, queue);

impl<C> Tools<C> {
    /// Whether the field was built from its goals with these tools, and not only repaired.
    pub fn is_built(&self) -> bool {
        self.is_built
    }
}

#[allow(private_bounds, reason = "none of these functions is public")]
impl<C: Value> Tools<C> {
    /// Tools for a ground whose rows are to be read, in memory for flags that may be there.
    pub(crate) fn new(ground: &Ground, flags: Vec<u16>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            flags: memory_for(flags, ground.slots())?,
            table: match (ground.is_swept(), ground.steps.are_kept()) {
                (true, false) => flags_table(ground.rule),
                (true, true) => walled_flags_table(ground.rule),
                (false, _) => even_table(),
            },
            queue: Queue::default(),
            shape: Shape::default(),
            weights: (u32::MAX, 1),
            changed_blocks: Vec::new(),
            pushed: 0,
            is_built: false,
        })
    }

    /// Frees memory of which the next repair of a field needs little, while visits are left: the queue may keep two
    /// bits for each cell. Returns whether all of it is freed.
    pub(crate) fn rest(&mut self, visits: &mut Visits) -> bool {
        self.queue.free(self.flags.len() / 4, visits)
    }

    /// Reads the flags of a row's cells and what they charge. `visit` gets the first slot of up to 64 cells, their
    /// number, and a bit for each walkable one, wherever there is one. The first time, rows are read in order. Flags of
    /// blocked cells tell nothing.
    pub(crate) fn read_row(
        &mut self,
        map: &impl MapRows,
        ground: &mut Ground,
        row: usize,
        visit: &mut dyn FnMut(usize, usize, u64),
    ) {
        if row == 0 {
            self.shape = Shape::default();
        }
        let (area, table) = (ground.area, &self.table);
        let (first, width) = (area.x as usize, area.width as usize);
        let y = area.y + row as i32;
        let rows = map.walkable();
        let rows = [-1, 0, 1].map(|dy| rows.row(y as isize + dy));
        let begin = (row + 1) * ground.stride + 1;
        grow(&mut self.flags, (row + 3) * ground.stride);
        let flags = &mut self.flags[begin..][..width];
        let mut x = first;
        while x < first + width {
            let count = (64 - x % 64).min(first + width - x);
            let cells = !0 >> (64 - count);
            // Bit 1 + i of each is cell x + i.
            let around = rows.map(|row| three_words(row, x));
            let walkable = (around[1] >> 1) as u64 & cells;
            if walkable != 0 {
                visit(begin + x - first, count, walkable);
                self.shape.count(around, cells);
                // Bit i: all nine cells at and around cell x + i are walkable.
                let free = around.iter().fold(!0, |all, bits| all & bits & bits >> 1 & bits >> 2) as u64;
                let places = &mut flags[x - first..][..count];
                places.fill(table[ALL]);
                for (group, places) in places.chunks_mut(GROUP).enumerate() {
                    let mut others = (walkable & !free) >> (GROUP * group) & ((1 << GROUP) - 1);
                    let [above, here, below] = around.map(|bits| (bits >> (GROUP * group)) as u64 & GROUP_ROW);
                    let around = above | here << APART | below << (2 * APART);
                    while others != 0 {
                        let i = others.trailing_zeros() as usize;
                        others &= others - 1;
                        let nine = around >> i & (7 | 7 << APART | 7 << (2 * APART));
                        // Three bits of each row, side by side.
                        let nine = nine | nine >> (APART - 3) | nine >> (2 * (APART - 3));
                        places[i] = table[nine as usize & ALL];
                    }
                }
            }
            x += count;
        }
        if !ground.weights.is_empty() {
            // A path may begin on a blocked cell, which then charges too.
            grow(&mut ground.weights, (row + 3) * ground.stride);
            let weights = &mut ground.weights[begin..][..width];
            map.write_weights(Cell::new(area.x, y), weights);
            weights.iter().for_each(|&weight| self.note_weight(weight));
        }
        if ground.steps.are_kept() {
            ground.read_steps(map, &mut self.flags, row);
        }
    }

    /// Takes in the weight of a cell.
    #[inline(always)]
    pub(crate) fn note_weight(&mut self, weight: u32) {
        self.weights = (self.weights.0.min(weight), self.weights.1.max(weight));
    }

    /// Leaves, of the marks before a row, those of cells amid nine cells of one weight.
    pub(crate) fn mark_even(&mut self, ground: &Ground, row: usize) {
        if ground.weights.is_empty() || row == 0 {
            return;
        }
        let (stride, width) = (ground.stride, ground.area.width as usize);
        let nine = [row - 1, row, row + 1].map(|row| {
            let row = &ground.weights[row * stride..][..stride];
            [0, 1, 2].map(|first| &row[first..][..width])
        });
        for (x, flags) in self.flags[row * stride + 1..][..width].iter_mut().enumerate() {
            let weight = nine[1][1][x];
            let differences = nine.iter().flatten().fold(0, |all, row| all | row[x] ^ weight);
            *flags &= !(u16::from(differences != 0) << flag::EVEN);
        }
    }

    /// Reads the flags of a cell of the area anew, from costs and weights.
    pub(crate) fn mark<V: Value>(&mut self, ground: &Ground, costs: &[V], slot: usize) {
        let here = usize::from(costs[slot].get() != 0) << 4;
        let mut flags = match ground.steps.are_kept() {
            true => ground.flags_near_wall(slot),
            false => self.table[ground.around(costs, slot) | here],
        };
        if !ground.weights.is_empty() {
            let weight = ground.weights[slot];
            let is_even = ground.ways.iter().all(|&way| ground.weights[slot.wrapping_add_signed(way)] == weight);
            flags &= !(u16::from(!is_even) << flag::EVEN);
        }
        self.flags[slot] = flags;
    }

    /// Lower and upper bound of the cost of a step.
    pub(crate) fn steps(&self, ground: &Ground) -> (u64, u64) {
        let (straight, diagonal) = (ground.lengths[0], ground.lengths[4]);
        if ground.weights.is_empty() {
            return (straight, diagonal);
        }
        (2 * straight * u64::from(self.weights.0), 2 * diagonal * u64::from(self.weights.1))
    }

    /// Upper bound of what one expansion adds to a cost.
    pub(crate) fn longest(&self, ground: &Ground) -> u64 {
        let (_, longest) = self.steps(ground);
        // A diagonal jump with a straight jump after it.
        let steps = u64::from(ground.area.width) + u64::from(ground.area.height);
        if ground.is_swept() { steps * longest } else { longest }
    }
}

/// The bits from the one before `x` on, to the end of the next word.
#[inline(always)]
pub(super) fn three_words(row: &[u64], x: usize) -> u128 {
    let (word, bit) = (x / 64, x % 64);
    let before = if word > 0 { row[word - 1] >> 63 } else { 0 };
    let after = row.get(word + 1).copied().unwrap_or(0);
    // 1 + 64 + 63 bits.
    (u128::from(before) | u128::from(row[word]) << 1 | u128::from(after) << 65) >> bit
}
