//! What an agent claims in space and time, and the table of all claims.
//!
//! A place is a point of the map in half cells, so that one number stands for a cell or for a point halfway between
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

use super::places::Places;
use crate::OutOfMemory;
use crate::grid::Cell;

/// The place of a cell.
#[inline]
fn place_of(x: i32, y: i32) -> u32 {
    (2 * y as u32) << 16 | (2 * x as u32)
}

/// A part of an agent's way: it stands for a tick, or steps. The agent is `size` cells wide and high. Cells are its
/// lowest ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) from: Cell,
    /// Equal to `from` for an agent that stands.
    pub(super) to: Cell,
    pub(super) size: u8,
    /// The tick at which the part begins.
    pub(super) begin: u32,
    /// How many ticks it takes, at least 1.
    pub(super) ticks: u32,
}

impl Part {
    /// The tick at which the part ends.
    pub(super) fn end(&self) -> u32 {
        self.begin + self.ticks
    }

    /// Calls `visit` with the tick and the place of each claim up to tick `window`, the cells at `begin` excepted.
    /// Ends early, with `false`, once `visit` returns `false`.
    #[inline]
    pub(super) fn all(&self, window: u32, mut visit: impl FnMut(u32, u32) -> bool) -> bool {
        let end = self.end();
        for tick in self.begin + 1..=end.min(window) {
            if !cells(self.to, self.size, |place| visit(tick, place)) {
                return false;
            }
            if tick < end && !cells(self.from, self.size, |place| visit(tick, place)) {
                return false;
            }
        }
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let is_step = (dx, dy) != (0, 0) && dx.abs() <= 1 && dy.abs() <= 1;
        let halfway = (dy as u32).wrapping_shl(16).wrapping_add(dx as u32);
        !is_step
            || (self.begin..end.min(window))
                .all(|tick| cells(self.from, self.size, |place| visit(tick, place.wrapping_add(halfway))))
    }
}

/// Calls `visit` with the place of each cell of an agent, until it returns `false`.
#[inline]
pub(super) fn cells(anchor: Cell, size: u8, mut visit: impl FnMut(u32) -> bool) -> bool {
    let size = i32::from(size);
    (0..size).all(|y| (0..size).all(|x| visit(place_of(anchor.x + x, anchor.y + y))))
}

/// By tick of a window, the owners of places. Tick 0 is the first one of the window.
#[derive(Debug)]
pub(super) struct Claims {
    /// A ring: the window begins at `first`.
    ticks: Vec<Places>,
    first: usize,
}

impl Claims {
    /// No claims, in a window from tick 0 to tick `window`.
    pub(super) fn new(window: u32) -> Result<Self, OutOfMemory> {
        let mut ticks = Vec::new();
        ticks.try_reserve_exact(window as usize + 1)?;
        ticks.resize_with(window as usize + 1, Places::new);
        Ok(Self { ticks, first: 0 })
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let table = self.ticks.capacity() * size_of::<Places>();
        table + self.ticks.iter().map(Places::bytes).sum::<usize>()
    }

    /// Number of claims.
    pub(super) fn count(&self) -> usize {
        self.ticks.iter().map(Places::count).sum()
    }

    /// Forgets all claims, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.ticks.iter_mut().for_each(Places::clear);
    }

    /// Frees everything that an owner has claimed.
    pub(super) fn remove_all_of(&mut self, owner: u32) {
        self.ticks.iter_mut().for_each(|places| places.remove_all_of(owner));
    }

    /// Moves the window on. Claims at ticks that lie before it then are forgotten.
    pub(super) fn advance(&mut self, ticks: u32) {
        let count = self.ticks.len();
        for tick in 0..count.min(ticks as usize) {
            self.ticks[(self.first + tick) % count].clear();
        }
        self.first = (self.first + ticks as usize % count) % count;
    }

    #[inline]
    fn index(&self, tick: u32) -> usize {
        let (at, count) = (self.first + tick as usize, self.ticks.len());
        if at < count { at } else { at - count }
    }

    /// Whether nobody has claimed a place at a tick of the window.
    #[inline]
    pub(super) fn is_free(&self, tick: u32, place: u32) -> bool {
        self.ticks[self.index(tick)].owner(place) == 0
    }

    /// The owners of a place at a tick of the window, in no order.
    #[inline]
    pub(super) fn owners(&self, tick: u32, place: u32) -> impl Iterator<Item = u32> {
        self.ticks[self.index(tick)].owners(place)
    }

    /// Gives a place at a tick a further owner.
    pub(super) fn put(&mut self, tick: u32, place: u32, owner: u32) -> Result<(), OutOfMemory> {
        let index = self.index(tick);
        self.ticks[index].put(place, owner)
    }

    /// Takes an owner from a place at a tick, if it is one.
    pub(super) fn remove(&mut self, tick: u32, place: u32, owner: u32) {
        let index = self.index(tick);
        self.ticks[index].remove(place, owner);
    }

    /// Gets memory for `additional` more claims at a tick.
    pub(super) fn reserve(&mut self, tick: u32, additional: usize) -> Result<(), OutOfMemory> {
        let index = self.index(tick);
        self.ticks[index].reserve(additional)
    }
}

impl Claims {
    /// Makes all claims of a part of an owner's way, the cells at its begin excepted.
    pub(super) fn claim(&mut self, part: &Part, window: u32, owner: u32) -> Result<(), OutOfMemory> {
        let mut result = Ok(());
        part.all(window, |tick, place| {
            result = self.put(tick, place, owner);
            result.is_ok()
        });
        result
    }

    /// Gives up all claims of a part of an owner's way, the cells at its begin excepted.
    pub(super) fn give_up(&mut self, part: &Part, window: u32, owner: u32) {
        part.all(window, |tick, place| {
            self.remove(tick, place, owner);
            true
        });
    }
}
