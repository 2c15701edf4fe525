//! Building a field in slices.

use super::ground::{ALL, Ground};
use super::queue::Queue;
use super::spread::{Spread, flag, flags_table};
use super::value::Value;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::grid::Cell;
use crate::index::{AgentLayers, AgentView, IndexedGrid};
use crate::movement::ANY_ARRIVAL;
use crate::try_arc::TryArc;

/// A state of a grid, as an agent sees it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) grid: TryArc<IndexedGrid>,
    pub(super) layers: AgentLayers,
}

impl Seen {
    pub(super) fn view(&self) -> AgentView<'_> {
        self.layers.view(&self.grid)
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Reading a row of the area.
    Row(usize),
    /// Forgetting costs and putting goals into the queue.
    Goals,
    /// Spreading costs.
    Spreading,
}

/// A field that is being built.
#[derive(Debug)]
pub(super) struct Building {
    /// Until all rows were read.
    seen: Option<Seen>,
    stage: Stage,
    /// By slot: see [`flag`].
    flags: Vec<u16>,
    /// By the walkable cells around a cell, its first flags.
    table: [u16; ALL + 1],
    queue: Queue,
    /// The smallest and the largest weight of cells.
    weights: (u32, u32),
    /// The largest cost that one expansion can add.
    longest: u64,
    /// Whether costs of an earlier spreading are there.
    is_used: bool,
}

/// Sources of a field by slot, in order: walkable ones, and blocked ones where paths begin.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) walkable: Vec<usize>,
    pub(super) blocked: Vec<usize>,
}

impl Building {
    pub(super) fn new(seen: Seen, ground: &Ground) -> Result<Self, OutOfMemory> {
        Ok(Self {
            seen: Some(seen),
            stage: Stage::Row(0),
            flags: zeroed(ground.slots())?,
            table: if ground.is_swept() { flags_table(ground.rule) } else { even_table() },
            queue: Queue::default(),
            weights: (u32::MAX, 1),
            longest: 0,
            is_used: false,
        })
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.flags.capacity() * size_of::<u16>()) as u64 + self.queue.bytes()
    }

    /// Spreads costs anew when it goes on.
    pub(super) fn begin_anew(&mut self) {
        if self.stage == Stage::Spreading {
            self.stage = Stage::Goals;
        }
        self.is_used = !matches!(self.stage, Stage::Row(_));
    }

    /// Whether costs could have come near to the largest value.
    pub(super) fn comes_near(&self, most: u64) -> bool {
        self.queue.last_cost().saturating_add(self.longest) >= most
    }

    /// Goes on until about `cells` cells were read or written. Returns whether all costs are known.
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut [V],
        sources: &Sources,
        unreached: u64,
        cells: u64,
    ) -> Result<bool, OutOfMemory> {
        let mut done = 0;
        while done < cells {
            match self.stage {
                Stage::Row(row) if row == ground.area.height as usize => {
                    self.mark_even(ground, row);
                    self.seen = None;
                    self.stage = Stage::Goals;
                }
                Stage::Row(row) => {
                    self.read_row(ground, costs, row, unreached);
                    self.mark_even(ground, row);
                    self.stage = Stage::Row(row + 1);
                    done += u64::from(ground.area.width);
                }
                Stage::Goals => {
                    self.put_sources(ground, costs, sources, unreached)?;
                    self.stage = Stage::Spreading;
                }
                Stage::Spreading => {
                    let (flags, queue) = (self.flags.as_mut_slice(), &mut self.queue);
                    let mut spread = Spread { ground, costs, flags, queue, written: done, until: cells };
                    return spread.run();
                }
            }
        }
        Ok(false)
    }

    fn read_row<V: Value>(&mut self, ground: &mut Ground, costs: &mut [V], row: usize, unreached: u64) {
        let Some(seen) = &self.seen else { return };
        let (view, area, table) = (seen.view(), ground.area, &self.table);
        let (first, width) = (area.x as usize, area.width as usize);
        let y = area.y + row as i32;
        let rows = view.layer().walkable().map_rows();
        let rows = [-1, 0, 1].map(|dy| rows.row(y as isize + dy));
        let slot = (row + 1) * ground.stride + 1;
        let (costs, flags) = (&mut costs[slot..][..width], &mut self.flags[slot..][..width]);
        let mut x = first;
        while x < first + width {
            let count = (64 - x % 64).min(first + width - x);
            // Bit 1 + i of each is cell x + i.
            let mut around = rows.map(|row| three_words(row, x));
            let places = costs[x - first..][..count].iter_mut().zip(&mut flags[x - first..][..count]);
            if around.iter().all(|&bits| !bits << (126 - count) == 0) {
                places.for_each(|(cost, flags)| (*cost, *flags) = (V::of(unreached), table[ALL]));
            } else if around.iter().any(|&bits| bits << (126 - count) != 0) {
                for (cost, flags) in places {
                    let [above, here, below] = around.map(|bits| bits as usize & 7);
                    *cost = V::of(if here & 2 != 0 { unreached } else { 0 });
                    *flags = table[above | here << 3 | below << 6];
                    around = around.map(|bits| bits >> 1);
                }
            }
            x += count;
        }
        if let Some(charges) = view.charges() {
            // A path may begin on a blocked cell, which then charges too.
            let weights = &mut ground.weights[slot..][..width];
            charges.write_in_units(Cell::new(area.x, y), weights);
            let (least, most) = self.weights;
            self.weights =
                weights.iter().fold((least, most), |(least, most), &weight| (least.min(weight), most.max(weight)));
        }
    }

    /// Of the marks before a row, leaves those of cells amid nine cells of one weight.
    fn mark_even(&mut self, ground: &Ground, row: usize) {
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

    fn put_sources<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        sources: &Sources,
        unreached: u64,
    ) -> Result<(), OutOfMemory> {
        // Not the first time: reading memory of blocked cells that nobody has written takes the system's time.
        if self.is_used {
            costs.iter_mut().filter(|cost| cost.get() != 0).for_each(|cost| *cost = V::of(unreached));
        }
        let straight = u64::from(ground.costs.straight_units());
        let diagonal = u64::from(ground.costs.diagonal_units());
        let (width, height) = (u64::from(ground.area.width), u64::from(ground.area.height));
        let (least, longest) = match (ground.is_swept(), ground.weights.is_empty()) {
            // A diagonal jump with a straight jump after it.
            (true, _) => (straight, (width + height) * diagonal),
            (false, true) => (straight, diagonal),
            (false, false) => (2 * straight * u64::from(self.weights.0), 2 * diagonal * u64::from(self.weights.1)),
        };
        self.longest = longest;
        self.queue.begin(least, longest.min(unreached))?;
        for &slot in &sources.walkable {
            costs[slot] = V::of(1);
            self.queue.push(1, slot, ANY_ARRIVAL)?;
        }
        sources.blocked.iter().try_for_each(|&slot| self.queue.push(1, slot, ANY_ARRIVAL))
    }
}

/// By the walkable cells around a cell, its first flags where no jumps are swept.
fn even_table() -> [u16; ALL + 1] {
    std::array::from_fn(|around| u16::from(around == ALL) << flag::EVEN)
}

/// The bits from the one before `x` on, to the end of the next word.
#[inline(always)]
fn three_words(row: &[u64], x: usize) -> u128 {
    let (word, bit) = (x / 64, x % 64);
    let before = if word > 0 { row[word - 1] >> 63 } else { 0 };
    let after = row.get(word + 1).copied().unwrap_or(0);
    // 1 + 64 + 63 bits.
    (u128::from(before) | u128::from(row[word]) << 1 | u128::from(after) << 65) >> bit
}
