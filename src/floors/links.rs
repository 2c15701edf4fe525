//! The links between floors, and their numbers.

use crate::grid::{Cell, WordHash};
use crate::held::Held;
use crate::search::OutOfMemory;

/// A cell of one floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloorCell {
    /// Number of the floor, counted from 0.
    pub floor: u32,
    /// The cell on this floor.
    pub cell: Cell,
}

impl FloorCell {
    /// The cell at column `x` and row `y` of a floor.
    pub const fn new(floor: u32, x: i32, y: i32) -> Self {
        Self { floor, cell: Cell::new(x, y) }
    }
}

/// A passage between two cells that need not be neighbors, on the same floor or on different floors.
///
/// Paths avoid a link while one of its ends is an obstacle, outside its floor, or on a floor without a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Where the link begins.
    pub from: FloorCell,
    /// Where the link ends.
    pub to: FloorCell,
    cost: f64,
    /// Whether the link leads only from `from` to `to`.
    pub one_way: bool,
    /// Whether the link is closed, as a door may be. Paths avoid a closed link.
    pub closed: bool,
}

/// The cost of a link is not a finite number of at least 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkCostError;

impl Link {
    /// An open link in both directions. `cost` is finite and at least 0, on the scale of the step costs of the query.
    pub fn new(from: FloorCell, to: FloorCell, cost: f64) -> Result<Self, LinkCostError> {
        let mut link = Self { from, to, cost: 0.0, one_way: false, closed: false };
        link.set_cost(cost)?;
        Ok(link)
    }

    /// Cost of the link, the same in both directions.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Sets the cost. Requires a finite number of at least 0; another value leaves the cost unchanged.
    pub fn set_cost(&mut self, cost: f64) -> Result<(), LinkCostError> {
        if !(cost.is_finite() && cost >= 0.0) {
            return Err(LinkCostError);
        }
        self.cost = cost;
        Ok(())
    }
}

/// Links by number. Links are numbered from 1 up in the order in which they are added. The number of a removed link is
/// never used again.
#[derive(Debug, Default)]
pub struct Links {
    /// By ascending number.
    links: Vec<(u32, Link)>,
    last: u32,
}

impl Links {
    /// An empty list of links.
    pub const fn new() -> Self {
        Self { links: Vec::new(), last: 0 }
    }

    /// Adds a link and returns its number. Fails when memory or numbers run out.
    pub fn add(&mut self, link: Link) -> Result<u32, OutOfMemory> {
        let number = self.last.checked_add(1).ok_or(OutOfMemory)?;
        self.links.try_reserve(1)?;
        self.links.push((number, link));
        self.last = number;
        Ok(number)
    }

    /// Adds a link with a number of its own. Returns false for a number that is not above all before.
    pub(crate) fn add_numbered(&mut self, number: u32, link: Link) -> Result<bool, OutOfMemory> {
        if number <= self.last {
            return Ok(false);
        }
        self.last = number - 1;
        self.add(link)?;
        Ok(true)
    }

    /// The number that was given last; 0 before the first one.
    pub(crate) fn last(&self) -> u32 {
        self.last
    }

    /// Takes `last` for the number that was given last. Returns false if a link has a larger one.
    pub(crate) fn skip_to(&mut self, last: u32) -> bool {
        let is_right = last >= self.last;
        self.last = self.last.max(last);
        is_right
    }

    /// Removes a link and returns it; `None` for an unknown number.
    pub fn remove(&mut self, number: u32) -> Option<Link> {
        self.position(number).map(|position| self.links.remove(position).1)
    }

    /// The link with this number.
    pub fn get(&self, number: u32) -> Option<&Link> {
        self.position(number).map(|position| &self.links[position].1)
    }

    /// The link with this number, mutable.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut Link> {
        self.position(number).map(|position| &mut self.links[position].1)
    }

    /// A hash of all links with their numbers, and of the number that comes next.
    pub(crate) fn hash(&self) -> u64 {
        let end =
            |end: FloorCell| u64::from(end.floor) << 32 | u64::from(end.cell.x as u32 ^ (end.cell.y as u32) << 16);
        self.links
            .iter()
            .fold(WordHash::new(3).with(self.last.into()), |hash, (number, link)| {
                let flags = u64::from(link.one_way) | u64::from(link.closed) << 1 | u64::from(*number) << 32;
                hash.with(flags).with(end(link.from)).with(end(link.to)).with(link.cost.to_bits())
            })
            .finish()
    }

    /// All links with their numbers, by ascending number.
    pub fn all(&self) -> &[(u32, Link)] {
        &self.links
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.links.bytes() as u64
    }

    fn position(&self, number: u32) -> Option<usize> {
        self.links.binary_search_by_key(&number, |&(number, _)| number).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(x: i32) -> Link {
        Link::new(FloorCell::new(0, x, 0), FloorCell::new(1, x, 0), 1.0).unwrap()
    }

    #[test]
    fn when_numbers_run_out_a_link_is_refused() {
        let mut links = Links { links: Vec::new(), last: u32::MAX - 1 };
        assert_eq!(links.add(link(0)), Ok(u32::MAX));
        assert_eq!(links.add(link(1)), Err(OutOfMemory));
        assert_eq!(links.all().len(), 1);
    }
}
