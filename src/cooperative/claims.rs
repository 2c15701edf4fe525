//! Claims of an agent in space and time, and the table of all claims.
//!
//! A spot is a point of the map in half cells, so that one number stands for a cell or for a point halfway between
//! two: `(2 * y + dy) << 16 | (2 * x + dx)`.
//!
//! ```text
//!   a . b        a, b, c, d: cells            claims of an agent that goes from a to d, from tick 3 to tick 4:
//!   . x .        .: between two cells         a at tick 3, x during tick 3, d at tick 4
//!   c . d        x: where both diagonals
//!                   cross
//! ```
//!
//! - An agent that stands claims its cells at each tick.
//! - An agent under way claims its old and its new cells at the ticks at which it is in neither alone.
//! - During each tick of a step, the agent claims the point halfway, for each of its cells. Two agents that swap cells,
//!   or that cross on the two diagonals of a block of four cells, claim the same point. Nobody else does.

use super::plan::{PlanCell, PlannedAgent};
use super::spot_table::SpotTable;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::held::held;

/// The spot of a cell.
#[inline]
pub(super) fn spot_of(cell: Cell) -> u32 {
    (2 * cell.y as u32) << 16 | (2 * cell.x as u32)
}

/// A stretch of an agent's way: it stands for a tick, or steps. The agent is `size` cells wide and high. Cells are its
/// lowest ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClaimedStep {
    pub(super) from: Cell,
    /// Equal to `from` for an agent that stands.
    pub(super) to: Cell,
    pub(super) size: u8,
    /// The tick at which the stretch begins.
    pub(super) begin: u32,
    /// How many ticks it takes, at least 1.
    pub(super) ticks: u32,
}

impl ClaimedStep {
    /// The tick at which the stretch ends.
    pub(super) fn end(&self) -> u32 {
        self.begin + self.ticks
    }

    /// Calls `visit` with the tick and the spot of each claim up to tick `window`, the cells at `begin` excepted.
    /// Ends early, with `false`, once `visit` returns `false`.
    #[inline]
    pub(super) fn all(&self, window: u32, mut visit: impl FnMut(u32, u32) -> bool) -> bool {
        let end = self.end();
        for tick in self.begin + 1..=end.min(window) {
            if !cells(self.to, self.size, |spot| visit(tick, spot)) {
                return false;
            }
            if tick < end && !cells(self.from, self.size, |spot| visit(tick, spot)) {
                return false;
            }
        }
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let is_step = (dx, dy) != (0, 0) && dx.abs() <= 1 && dy.abs() <= 1;
        let halfway = (dy as u32).wrapping_shl(16).wrapping_add(dx as u32);
        !is_step
            || (self.begin..end.min(window))
                .all(|tick| cells(self.from, self.size, |spot| visit(tick, spot.wrapping_add(halfway))))
    }
}

/// Calls `visit` with the spot of each cell of an agent, until it returns `false`.
#[inline]
pub(super) fn cells(anchor: Cell, size: u8, mut visit: impl FnMut(u32) -> bool) -> bool {
    let size = i32::from(size);
    (0..size).all(|y| (0..size).all(|x| visit(spot_of(Cell::new(anchor.x + x, anchor.y + y)))))
}

/// Calls `visit` with each claim of an agent up to the tick at which it is at its start. Nothing can change these
/// claims. Ends early, with `false`, once `visit` returns `false`.
pub(super) fn claims_at_start(
    agent: &PlannedAgent,
    size: u8,
    window: u32,
    mut visit: impl FnMut(u32, u32) -> bool,
) -> bool {
    let PlannedAgent { start, from, under_way, .. } = *agent;
    let stretch = ClaimedStep { from, to: start, size, begin: 0, ticks: under_way };
    cells(start, size, |spot| visit(0, spot))
        && (under_way == 0 || cells(from, size, |spot| visit(0, spot)) && stretch.all(window, visit))
}

/// The stretches of a plan, from a tick on at which the agent is in a cell.
pub(super) fn stretches(steps: &[PlanCell], first: u32, size: u8) -> impl Iterator<Item = ClaimedStep> {
    let mut tick = first;
    std::iter::from_fn(move || {
        let (now, next) = (steps.get(tick as usize)?, steps.get(tick as usize + 1)?);
        let stretch = ClaimedStep { from: now.cell, to: next.cell, size, begin: tick, ticks: 1 + next.under_way };
        tick = stretch.end();
        Some(stretch)
    })
}

/// A spot that an owner has claimed at a tick of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Claim {
    pub(super) tick: u32,
    pub(super) spot: u32,
    pub(super) owner: u32,
}

/// The owners of spots at the ticks of a window. Tick 0 is the first one of the window.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// By tick, counted from the first window's first tick.
    table: SpotTable,
    /// The first tick of the window.
    first: u32,
}

held!(Claims: table);

impl Claims {
    /// Number of claims.
    pub(super) fn count(&self) -> usize {
        self.table.count()
    }

    /// Forgets all claims, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    /// Frees everything that an owner has claimed.
    pub(super) fn remove_all_of(&mut self, owner: u32) {
        self.table.remove_where(|_, other| other == owner);
    }

    /// Moves the window on, up to a tick that fits 32 bits. Claims at ticks that lie before it then are forgotten.
    pub(super) fn advance(&mut self, ticks: u32) {
        self.first += ticks;
        self.table.remove_where(|tick, _| tick < self.first);
    }

    /// Reserves the memory for a copy of other claims.
    pub(super) fn reserve_copy(&mut self, other: &Self) -> Result<(), OutOfMemory> {
        self.table.reserve_copy(&other.table)
    }

    /// Takes over other claims, for which there is memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.table.copy_from(&other.table);
        self.first = other.first;
    }

    /// Forgets all claims, and begins with the window of other ones.
    pub(super) fn begin_like(&mut self, other: &Self) {
        self.table.clear();
        self.first = other.first;
    }

    /// All claims, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = Claim> {
        self.table.all().map(|(tick, spot, owner)| Claim { tick: tick - self.first, spot, owner })
    }

    /// Whether nobody has claimed a spot at a tick of the window.
    #[inline]
    pub(super) fn is_free(&self, tick: u32, spot: u32) -> bool {
        self.owners(tick, spot).next().is_none()
    }

    /// The owners of a spot at a tick of the window, in no order.
    #[inline]
    pub(super) fn owners(&self, tick: u32, spot: u32) -> impl Iterator<Item = u32> {
        self.table.numbers(self.first + tick, spot)
    }

    /// Gives a spot at a tick a further owner.
    pub(super) fn put(&mut self, tick: u32, spot: u32, owner: u32) -> Result<(), OutOfMemory> {
        self.table.put(self.first + tick, spot, owner)
    }

    /// Gets memory for `additional` more claims.
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)
    }

    /// Makes all claims of a stretch of an owner's way, the cells at its begin excepted.
    pub(super) fn claim(&mut self, stretch: &ClaimedStep, window: u32, owner: u32) -> Result<(), OutOfMemory> {
        let mut result = Ok(());
        stretch.all(window, |tick, spot| {
            result = self.put(tick, spot, owner);
            result.is_ok()
        });
        result
    }

    /// Gives up all claims of a stretch of an owner's way, the cells at its begin excepted.
    pub(super) fn give_up(&mut self, stretch: &ClaimedStep, window: u32, owner: u32) {
        stretch.all(window, |tick, spot| {
            self.table.remove(self.first + tick, spot, owner);
            true
        });
    }
}
