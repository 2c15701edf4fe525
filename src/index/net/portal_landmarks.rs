//! Distances from landmarks, kept at portals only. They prove how far a path of the net is from an optimal one.
//!
//! Two cells' distances from a landmark differ by at most the distance between the cells. A goal between portals has an
//! interval for its distance, which the portals around it give; estimates take the end that makes them smaller.
//!
//! Landmarks come in groups of [`LANDMARKS`]: one, two or four groups, more where portals are few. With one group, 3 %
//! of long paths in rooms could not be proven to be at most 10 % longer than optimal; with four, all could.
//!
//! *Edits.* `debts.rs` tells what opened cells take from the bounds.
//!
//! A portal that an edit touched has no distances: its cell may have been closed in between.

use super::debts::{Debts, MOST_OPENED};
use super::portals::{Portal, Portals, packed_portal};
use super::terms::{MOST_GROUPS, NetCosts};
use crate::OutOfMemory;
use crate::bits::bit_rows::{BitRows, reserved};
use crate::grid::MapError;
use crate::index::landmarks::{Differences, Distances, LANDMARKS, distances_of};
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;

/// Edits that touch more portals than this make the landmarks tell nothing.
const MOST_EDITED: usize = 4096;

/// The fewest cells for each portal and group of landmarks: together they take at most 0.73 bytes a cell.
const FEWEST_CELLS: usize = if cfg!(test) { 7 } else { 22 };

/// What was measured, for all copies of a net.
#[derive(Debug)]
struct Measured {
    /// The portals when the distances were measured.
    portals: Portals,
    /// By owner: the number of its first portal.
    first: Vec<u32>,
    /// The groups of landmarks.
    groups: usize,
    /// By number of a portal and group.
    distances: Vec<Distances>,
    differences: Differences,
    /// The revision of the map then.
    revision: u64,
}

/// The landmarks of a net.
#[derive(Debug)]
pub(crate) struct PortalLandmarks {
    measured: TryArc<Measured>,
    /// The walkable cells when the distances were measured, until a net uses them.
    walkable: Option<BitRows>,
    debts: Debts,
    /// Portals that edits touched, `y << 16 | x`, in rising order.
    edited: Vec<u32>,
}

impl PortalLandmarks {
    /// Measures landmarks, and keeps their distances at the portals. None if they tell nothing.
    pub(crate) fn new(
        (rule, costs): (DiagonalRule, &StepCosts),
        walkable: &WalkableCells,
        revision: u64,
    ) -> Result<Option<Self>, MapError> {
        let portals = Portals::new(walkable)?;
        let (mut first, mut cells) = (Vec::new(), Vec::new());
        first.try_reserve_exact(portals.owners())?;
        let mut count = 0;
        for place in 0..portals.owners() {
            first.push(count);
            portals.of_owner(place, |_| count += 1);
        }
        cells.try_reserve_exact(count as usize)?;
        for place in 0..portals.owners() {
            portals.of_owner(place, |(x, y)| cells.push((y * walkable.width() + x) as u32));
        }
        let groups = groups_for(walkable.width() * walkable.height(), cells.len());
        let Some((distances, differences)) = distances_of(rule, costs, walkable, &cells, groups)? else {
            return Ok(None);
        };
        let measured = Measured { portals, first, groups, distances, differences, revision };
        Ok(Some(Self {
            measured: TryArc::try_new(measured)?,
            walkable: Some(walkable.rows.try_clone()?),
            debts: Debts::default(),
            edited: Vec::new(),
        }))
    }

    /// A copy that shares the distances.
    pub(super) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let mut edited = reserved(self.edited.len())?;
        edited.extend_from_slice(&self.edited);
        Ok(Self { measured: self.measured.clone(), walkable: None, debts: self.debts.try_clone()?, edited })
    }

    #[cfg(test)]
    pub(super) fn groups(&self) -> usize {
        self.measured.groups
    }

    /// The revision of the map that was measured.
    pub(crate) fn measured_at(&self) -> u64 {
        self.measured.revision
    }

    /// Whether the landmarks tell anything.
    pub(crate) fn is_usable(&self) -> bool {
        self.debts.leave_something(self.measured.groups)
    }

    /// Whether measuring them now would give the same distances.
    pub(crate) fn is_fresh(&self) -> bool {
        self.debts.are_none() && self.edited.is_empty()
    }

    /// What is to be taken from a bound, in units, besides what [`NetGoal::units_from`] takes.
    pub(crate) fn debt(&self) -> u64 {
        self.debts.of_all()
    }

    /// Takes over what has changed since the distances were measured.
    pub(crate) fn catch_up(
        &mut self,
        terms: (DiagonalRule, NetCosts),
        walkable: &WalkableCells,
    ) -> Result<(), OutOfMemory> {
        let Some(before) = self.walkable.take() else { return Ok(()) };
        let (mut opened, mut count) = ([(0, 0); MOST_OPENED], 0);
        for y in 0..walkable.height() {
            let words = before.row(y as isize).iter().zip(walkable.rows.row(y as isize)).enumerate();
            for (word, mut changed) in words.map(|(word, (before, now))| (word, before ^ now)) {
                while changed != 0 {
                    let cell = (word * 64 + changed.trailing_zeros() as usize, y);
                    changed &= changed - 1;
                    self.note_edited(cell)?;
                    if walkable.is_walkable(cell.0, cell.1) {
                        if let Some(place) = opened.get_mut(count) {
                            *place = cell;
                        }
                        count += 1;
                    }
                }
            }
        }
        self.owe(terms, walkable, opened.get(..count))
    }

    /// To be called after an edit in a block of cells.
    pub(super) fn after_edit(
        &mut self,
        terms: (DiagonalRule, NetCosts),
        walkable: &WalkableCells,
        block: Block,
    ) -> Result<(), OutOfMemory> {
        if !self.is_usable() {
            return Ok(());
        }
        let (mut opened, mut count) = ([(0, 0); MOST_OPENED], 0);
        for y in block.y.0..=block.y.1 {
            for x in block.x.0..=block.x.1 {
                self.note_edited((x, y))?;
                if walkable.is_walkable(x, y) {
                    // Cells that were walkable before count as opened too.
                    if let Some(place) = opened.get_mut(count) {
                        *place = (x, y);
                    }
                    count += 1;
                }
            }
        }
        self.owe(terms, walkable, opened.get(..count))
    }

    fn note_edited(&mut self, cell: (usize, usize)) -> Result<(), OutOfMemory> {
        if !Portals::is_on_line(cell) || self.measured.portals.owned(cell).is_none() {
            return Ok(());
        }
        if self.edited.len() >= MOST_EDITED {
            self.debts.tell_nothing();
            return Ok(());
        }
        if let Err(at) = self.edited.binary_search(&packed_portal(cell)) {
            self.edited.try_reserve(1)?;
            self.edited.insert(at, packed_portal(cell));
        }
        Ok(())
    }

    /// Adds the debts of cells that opened; none if there were too many.
    fn owe(
        &mut self,
        terms: (DiagonalRule, NetCosts),
        walkable: &WalkableCells,
        opened: Option<&[(usize, usize)]>,
    ) -> Result<(), OutOfMemory> {
        let Self { measured, edited, debts, .. } = self;
        debts.owe(terms, walkable, opened, (measured.differences, |portal| measured.at(edited, portal)))
    }

    /// The distances at a portal, a group after the other, if they are known.
    #[inline(always)]
    fn at(&self, portal: Portal) -> Option<&[Distances]> {
        self.measured.at(&self.edited, portal)
    }

    pub(super) fn bytes(&self) -> u64 {
        let own = self.edited.capacity() * size_of::<u32>() + self.debts.bytes();
        own as u64 + self.walkable.as_ref().map_or(0, BitRows::bytes) + self.measured.bytes()
    }

    pub(super) fn bytes_shared_with(&self, other: &Self) -> u64 {
        if TryArc::ptr_eq(&self.measured, &other.measured) { self.measured.bytes() } else { 0 }
    }
}

impl Measured {
    /// The distances at a portal, if it was one and no edit touched it.
    #[inline(always)]
    fn at(&self, edited: &[u32], portal: Portal) -> Option<&[Distances]> {
        let (place, number) = self.portals.owned(portal)?;
        if !edited.is_empty() && edited.binary_search(&packed_portal(portal)).is_ok() {
            return None;
        }
        let first = (self.first[place] as usize + number) * self.groups;
        self.distances.get(first..first + self.groups)
    }

    fn bytes(&self) -> u64 {
        let lists = self.first.capacity() * size_of::<u32>() + self.distances.capacity() * size_of::<Distances>();
        (TryArc::<Self>::BYTES + lists) as u64 + self.portals.bytes()
    }
}

/// How many groups of landmarks a map gets.
fn groups_for(cells: usize, portals: usize) -> usize {
    match cells / (portals * FEWEST_CELLS).max(1) {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => MOST_GROUPS,
    }
}

/// What landmarks tell of a goal: an interval for its distance from each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NetGoal {
    low: [Distances; MOST_GROUPS],
    high: [Distances; MOST_GROUPS],
}

impl Default for NetGoal {
    fn default() -> Self {
        Self { low: [[0; LANDMARKS]; MOST_GROUPS], high: [[u16::MAX; LANDMARKS]; MOST_GROUPS] }
    }
}

impl NetGoal {
    /// Notes a portal that is this far from the goal, in net costs.
    pub(crate) fn note(&mut self, landmarks: &PortalLandmarks, costs: NetCosts, portal: Portal, cost: u16) {
        let Some(distances) = landmarks.at(portal) else { return };
        let away = landmarks.measured.differences.most_along(cost, costs.straight);
        for ((distances, low), high) in distances.iter().zip(&mut self.low).zip(&mut self.high) {
            for (lane, &distance) in distances.iter().enumerate() {
                low[lane] = low[lane].max(distance.saturating_sub(away));
                high[lane] = high[lane].min(distance.saturating_add(away));
            }
        }
    }

    /// The least units from a portal to the goal, less the debts of single landmarks; 0 if unknown.
    #[inline(always)]
    pub(crate) fn units_from(&self, landmarks: &PortalLandmarks, portal: Portal) -> u32 {
        let Some(distances) = landmarks.at(portal) else { return 0 };
        let mut most = 0;
        let debts = landmarks.debts.of_each();
        for (((distances, low), high), debts) in distances.iter().zip(&self.low).zip(&self.high).zip(debts) {
            for (((&distance, &low), &high), &debt) in distances.iter().zip(low).zip(high).zip(debts) {
                let difference = distance.saturating_sub(high) | low.saturating_sub(distance);
                most = most.max(difference.saturating_sub(debt));
            }
        }
        landmarks.measured.differences.units(most)
    }
}
