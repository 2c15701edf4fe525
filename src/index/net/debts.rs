//! What opened cells take from the bounds by landmarks.
//!
//! The distances from a landmark stay those of the map that was measured. Closing cells leaves every bound true. An
//! optimal path uses an opened cell x at most once: it comes from one cell around x and goes on to another one. The way
//! between these two cells, as it was measured, may be longer than over x. By how much it may be longer is the *debt*
//! of x. A bound stays true if the debts of all opened cells are taken from it. A debt comes in two ways, and either
//! may be taken for a cell:
//!
//! - For all landmarks: the most that the way before, between two cells around x, exceeded the distance on a map
//!   without obstacles. The way before is at most that inside a square around x.
//! - For each landmark: the most that two cells around x differ in their distances from it. This also works at a door,
//!   whose sides are not connected nearby. Opened cells that touch each other count as one, so that the cells around
//!   them were never opened. Their distances from a landmark follow from those of portals in the square: by ways
//!   without opened cells, which were there when the map was measured.

use super::lanes::{LANES, Lanes};
use super::portals::{Portal, Portals, packed_portal};
use super::terms::{FAR, MOST_GROUPS, NetCosts, SIDE};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::index::landmarks::{Differences, Distances, LANDMARKS};
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DiagonalRule;

/// An edit that opens more cells than this makes the landmarks tell nothing.
pub(super) const MOST_OPENED: usize = 64;

/// As do edits that open more cells than this together.
const MOST_TOGETHER: usize = 4096;

/// A debt for all landmarks is not looked into further if it is no more than this number of straight steps.
const SMALL: u64 = 4;

/// The middle of a square.
const MIDDLE: usize = SIDE / 2;

/// A cell of a square.
type Local = (usize, usize);

/// The debts, and what was opened.
#[derive(Debug, Default)]
pub(super) struct Debts {
    /// Of all landmarks, in units; `u64::MAX` if the landmarks tell nothing.
    all: u64,
    /// Of each landmark, in quantized costs.
    of_each: [Distances; MOST_GROUPS],
    /// The opened cells, `y << 16 | x`, in rising order.
    opened: Vec<u32>,
    lanes: Lanes<LANES>,
}

/// What the distances of the measured map tell, a group of landmarks after the other.
pub(super) trait Told<'a>: Fn(Portal) -> Option<&'a [Distances]> {}

impl<'a, F: Fn(Portal) -> Option<&'a [Distances]>> Told<'a> for F {}

impl Debts {
    pub(super) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let mut opened = reserved(self.opened.len())?;
        opened.extend_from_slice(&self.opened);
        Ok(Self { all: self.all, of_each: self.of_each, opened, lanes: Lanes::default() })
    }

    pub(super) fn bytes(&self) -> usize {
        self.opened.capacity() * size_of::<u32>() + self.lanes.bytes()
    }

    /// The debt of all landmarks, in units.
    pub(super) fn of_all(&self) -> u64 {
        self.all
    }

    /// The debt of each landmark, in quantized costs.
    #[inline(always)]
    pub(super) fn of_each(&self) -> &[Distances; MOST_GROUPS] {
        &self.of_each
    }

    /// Whether any landmark of some groups tells something.
    pub(super) fn leave_something(&self, groups: usize) -> bool {
        self.all != u64::MAX && self.of_each[..groups].as_flattened().iter().any(|&debt| debt != u16::MAX)
    }

    pub(super) fn are_none(&self) -> bool {
        self.all == 0 && self.of_each == [[0; LANDMARKS]; MOST_GROUPS]
    }

    /// From now on the landmarks tell nothing.
    pub(super) fn tell_nothing(&mut self) {
        self.all = u64::MAX;
    }

    /// Adds the debts of cells that opened, as if one after another; none if there were too many.
    pub(super) fn owe<'a>(
        &mut self,
        (rule, costs): (DiagonalRule, NetCosts),
        walkable: &WalkableCells,
        opened: Option<&[(usize, usize)]>,
        (differences, told): (Differences, impl Told<'a>),
    ) -> Result<(), OutOfMemory> {
        let Some(opened) = opened.filter(|opened| self.opened.len() + opened.len() <= MOST_TOGETHER) else {
            self.tell_nothing();
            return Ok(());
        };
        if opened.is_empty() {
            return Ok(());
        }
        self.opened.try_reserve(opened.len())?;
        for &cell in opened {
            if let Err(at) = self.opened.binary_search(&packed_portal(cell)) {
                self.opened.insert(at, packed_portal(cell));
            }
        }
        self.lanes.begin(rule, costs)?;
        let mut is_paid = [false; MOST_OPENED];
        for (number, &cell) in opened.iter().enumerate() {
            if is_paid[number] {
                continue;
            }
            let debt = self.for_all((rule, costs), walkable, &opened[number..]);
            let of_each = match debt > SMALL * costs.most_units(costs.straight.into()) {
                true => self.for_each(costs, walkable, cell, (differences, &told)),
                false => None,
            };
            let Some((debts, together)) = of_each else {
                self.all = self.all.saturating_add(debt);
                continue;
            };
            let sums = self.of_each.as_flattened_mut().iter_mut();
            sums.zip(debts.as_flattened()).for_each(|(sum, &debt)| *sum = sum.saturating_add(debt));
            for (&(x, y), is_paid) in opened.iter().zip(&mut is_paid) {
                *is_paid |= together.has((x + MIDDLE).wrapping_sub(cell.0), (y + MIDDLE).wrapping_sub(cell.1));
            }
        }
        Ok(())
    }

    /// The debt of the first of some cells for all landmarks. The other cells open later.
    fn for_all(
        &mut self,
        (rule, costs): (DiagonalRule, NetCosts),
        walkable: &WalkableCells,
        opened: &[(usize, usize)],
    ) -> u64 {
        let (x, y) = opened[0];
        let origin = (x as isize - MIDDLE as isize, y as isize - MIDDLE as isize);
        self.lanes.load(walkable, origin);
        for &(x, y) in &opened[1..] {
            let (x, y) = (x as isize - origin.0, y as isize - origin.1);
            let inside = 0..=SIDE as isize;
            if inside.contains(&x) && inside.contains(&y) {
                self.lanes.close((x as usize, y as usize));
            }
        }
        // Those to which a step is legal, and maybe others that are as near.
        self.lanes.run(&[(MIDDLE, MIDDLE)]);
        let (mut around, mut count) = ([(0, 0); 8], 0);
        for cell in neighbors((MIDDLE, MIDDLE)) {
            let is_near = self.lanes.distance(cell, 0) <= costs.diagonal.max(costs.straight);
            if is_near && self.lanes.is_walkable(cell) {
                around[count] = cell;
                count += 1;
            }
        }
        self.lanes.close((MIDDLE, MIDDLE));
        self.lanes.run(&around[..count]);
        let mut debt = 0;
        for lane in 0..count {
            for &(x, y) in &around[..lane] {
                let before = self.lanes.distance((x, y), lane);
                let (dx, dy) = (x.abs_diff(around[lane].0), y.abs_diff(around[lane].1));
                let open = u64::from(costs.open_units(rule, dx as u32, dy as u32));
                let more = costs.most_units(before.into()).saturating_sub(open);
                debt = debt.max(if before == FAR { u64::MAX } else { more });
            }
        }
        debt
    }

    /// The debts of an opened cell for each landmark, with all opened cells that touch it, which are also returned.
    /// None if they are too many.
    fn for_each<'a>(
        &mut self,
        costs: NetCosts,
        walkable: &WalkableCells,
        (x, y): (usize, usize),
        (differences, told): (Differences, &impl Told<'a>),
    ) -> Option<([Distances; MOST_GROUPS], Few)> {
        // In coordinates that never fall below 0.
        let place = |(at_x, at_y): Local| ((x + at_x).checked_sub(MIDDLE), (y + at_y).checked_sub(MIDDLE));
        self.lanes.load(walkable, (x as isize - MIDDLE as isize, y as isize - MIDDLE as isize));
        let is_opened = |opened: &[u32], cell: Local| match place(cell) {
            (Some(x), Some(y)) => opened.binary_search(&packed_portal((x, y))).is_ok(),
            _ => false,
        };
        let (mut together, mut around, mut next) = (Few::default(), Few::default(), 0);
        together.add((MIDDLE, MIDDLE));
        while next < together.count {
            let cell = together.cells[next];
            next += 1;
            if [cell.0, cell.1].iter().any(|&at| at == 0 || at == SIDE) {
                return None;
            }
            for cell in neighbors(cell).filter(|&cell| self.lanes.is_walkable(cell)) {
                let few = if is_opened(&self.opened, cell) { &mut together } else { &mut around };
                if !few.add(cell) {
                    return None;
                }
            }
        }
        for cell in (0..=SIDE).flat_map(|y| (0..=SIDE).map(move |x| (x, y))) {
            if is_opened(&self.opened, cell) {
                self.lanes.close(cell);
            }
        }
        self.lanes.run(around.cells());
        let mut intervals = [[[[0; LANDMARKS]; MOST_GROUPS], [[u16::MAX; LANDMARKS]; MOST_GROUPS]]; LANES];
        for cell in (0..=SIDE).flat_map(|y| (0..=SIDE).map(move |x| (x, y))) {
            let (Some(x), Some(y)) = place(cell) else { continue };
            let is_inside = x < walkable.width() && y < walkable.height();
            let Some(distances) = (is_inside && Portals::is_on_line((x, y))).then(|| told((x, y))).flatten() else {
                continue;
            };
            for (lane, [low, high]) in intervals[..around.count].iter_mut().enumerate() {
                let cost = self.lanes.distance(cell, lane);
                if cost == FAR {
                    continue;
                }
                let away = differences.most_along(cost, costs.straight);
                let [low, high] = [low, high].map(|groups| groups.as_flattened_mut());
                for (landmark, &distance) in distances.as_flattened().iter().enumerate() {
                    low[landmark] = low[landmark].max(distance.saturating_sub(away));
                    high[landmark] = high[landmark].min(distance.saturating_add(away));
                }
            }
        }
        let mut debts = [[0; LANDMARKS]; MOST_GROUPS];
        for [low, _] in &intervals[..around.count] {
            for [_, high] in &intervals[..around.count] {
                let pairs = high.as_flattened().iter().zip(low.as_flattened());
                for (debt, (high, low)) in debts.as_flattened_mut().iter_mut().zip(pairs) {
                    *debt = (*debt).max(high.saturating_sub(*low));
                }
            }
        }
        Some((debts, together))
    }
}

/// A few cells of a square.
#[derive(Clone, Copy, Debug, Default)]
struct Few {
    cells: [Local; LANES],
    count: usize,
}

impl Few {
    fn cells(&self) -> &[Local] {
        &self.cells[..self.count]
    }

    fn has(&self, x: usize, y: usize) -> bool {
        self.cells().contains(&(x, y))
    }

    /// Adds a cell if it is new. Returns false if there is no room for it.
    fn add(&mut self, cell: Local) -> bool {
        if self.has(cell.0, cell.1) {
            return true;
        }
        let Some(place) = self.cells.get_mut(self.count) else { return false };
        *place = cell;
        self.count += 1;
        true
    }
}

/// The cells around one that is not at the square's edge.
fn neighbors((x, y): Local) -> impl Iterator<Item = Local> {
    (0..9).map(|i| (i % 3, i / 3)).filter(|&offset| offset != (1, 1)).map(move |(dx, dy)| (x + dx - 1, y + dy - 1))
}
