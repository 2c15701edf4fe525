//! Whether walkable cells that were connected still are when cells between them have been closed, by looking around nearby.
//!
//! From the segments beside the closed cells a flood goes out, a little further on all sides at a time, and groups that meet
//! become one. Either all that were connected meet soon, which is usual: around the obstacle, or through the next door. Or a
//! group has no more cells to go to: it has come off. Or the flood is given up after [`REACH`] segments, which bounds the
//! work for an edit.

use super::labels::{ComponentLabels, NoRoom};
use super::segments::{WordPosition, for_each_touched, segment_at, segments};
use crate::bits::bit_rows::BitRows;
use std::collections::TryReserveError;

/// How many segments a flood looks at before it is given up.
const REACH: usize = 96;

/// How many segments may lie beside the closed cells.
const SEEDS: usize = 32;

/// Places in the hash table of segments: a power of two, above `REACH`.
const TABLE: usize = 512;

/// What closing cells did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// What was connected still is.
    None,
    /// [`SplitCheck::label_parts`] has to give labels to parts that have come off.
    Some,
    /// It takes more than a look around.
    Unknown,
}

/// A segment that the flood has come to.
#[derive(Clone, Copy, Debug)]
struct Found {
    position: WordPosition,
    segment: u64,
    group: u8,
}

/// A group of segments that are connected with each other, as far as is known.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The group that it has become a part of; itself if of none.
    part_of: u8,
    has_come_off: bool,
    /// Segments from which the flood has not gone on yet.
    waiting: u32,
    /// The component before the edit. Only groups of one component can have been connected.
    component: u32,
}

/// The memory of a flood.
#[derive(Debug)]
pub(super) struct SplitCheck {
    /// In the order in which they were found, which is that in which the flood goes on.
    found: Vec<Found>,
    groups: Vec<Group>,
    /// For each segment, by a hash, its number in `found` and one more.
    table: [u8; TABLE],
}

/// The edit closed too much, or the flood came to too much.
struct GivenUp;

impl SplitCheck {
    pub(super) fn new() -> Result<Self, TryReserveError> {
        let (mut found, mut groups) = (Vec::new(), Vec::new());
        found.try_reserve_exact(REACH)?;
        groups.try_reserve_exact(SEEDS)?;
        Ok(Self { found, groups, table: [0; TABLE] })
    }

    /// What closing cells did: `closed` has the words in which some were, and which. The labels are those of the cells that are walkable now,
    /// and nothing has come off in them yet.
    pub(super) fn look(
        &mut self,
        labels: &ComponentLabels,
        walkable: &BitRows,
        closed: impl Iterator<Item = (WordPosition, u64)>,
    ) -> Split {
        self.found.clear();
        self.groups.clear();
        self.table.fill(0);
        match self.seed(labels, walkable, closed).and_then(|()| self.flood(labels, walkable)) {
            Ok(()) if self.groups.iter().any(|group| group.has_come_off) => Split::Some,
            Ok(()) => Split::None,
            Err(GivenUp) => Split::Unknown,
        }
    }

    /// Makes each segment beside closed cells a group.
    fn seed(
        &mut self,
        labels: &ComponentLabels,
        walkable: &BitRows,
        closed: impl Iterator<Item = (WordPosition, u64)>,
    ) -> Result<(), GivenUp> {
        for (position, mask) in closed {
            let word = walkable.row(position.y as isize)[position.column];
            let mut result = self.seed_word(labels, walkable, position, word & (mask << 1 | mask >> 1));
            for_each_touched(walkable, labels.connectivity(), position, mask, |position, touched| {
                if result.is_ok() {
                    result = self.seed_word(labels, walkable, position, touched);
                }
            });
            result?;
        }
        Ok(())
    }

    fn seed_word(
        &mut self,
        labels: &ComponentLabels,
        walkable: &BitRows,
        position: WordPosition,
        touched: u64,
    ) -> Result<(), GivenUp> {
        let word = walkable.row(position.y as isize)[position.column];
        for part in segments(touched) {
            let bit = part.trailing_zeros();
            let component = labels.component(walkable, 64 * position.column + bit as usize, position.y);
            let number = self.groups.len() as u8;
            if self.find_or_add(position, segment_at(word, bit), number)?.is_none() {
                if self.groups.len() == SEEDS {
                    return Err(GivenUp);
                }
                self.groups.push(Group { part_of: number, has_come_off: false, waiting: 1, component });
            }
        }
        Ok(())
    }

    /// Goes on until no two groups of one component are left that may be connected.
    fn flood(&mut self, labels: &ComponentLabels, walkable: &BitRows) -> Result<(), GivenUp> {
        let mut to_meet = (0..self.groups.len()).filter(|&i| self.has_others_before(i)).count();
        let mut next = 0;
        while to_meet > 0 {
            let Found { position, segment, group } = self.found[next];
            next += 1;
            let group = self.whole(group);
            if !self.has_others(group) {
                continue;
            }
            let mut result = Ok(());
            for_each_touched(walkable, labels.connectivity(), position, segment, |position, touched| {
                let word = walkable.row(position.y as isize)[position.column];
                for part in segments(touched) {
                    match self.find_or_add(position, segment_at(word, part.trailing_zeros()), group) {
                        Ok(Some(other)) => to_meet -= usize::from(self.unite(group, other)),
                        Ok(None) => {
                            let whole = self.whole(group);
                            self.groups[usize::from(whole)].waiting += 1;
                        }
                        Err(GivenUp) => result = Err(GivenUp),
                    }
                }
            });
            result?;
            let whole = self.whole(group);
            let group = &mut self.groups[usize::from(whole)];
            group.waiting -= 1;
            if group.waiting == 0 && to_meet > 0 && self.has_others(whole) {
                self.groups[usize::from(whole)].has_come_off = true;
                to_meet -= 1;
            }
        }
        Ok(())
    }

    /// The group of a segment that was found before; a new one is noted for `group`.
    fn find_or_add(&mut self, position: WordPosition, segment: u64, group: u8) -> Result<Option<u8>, GivenUp> {
        let key = (position.y << 16 | position.column << 6) as u32 + segment.trailing_zeros();
        let mut slot = (key.wrapping_mul(0x9e37_79b1) >> (32 - TABLE.ilog2())) as usize;
        while self.table[slot] != 0 {
            let found = &self.found[usize::from(self.table[slot]) - 1];
            if found.segment == segment && found.position == position {
                return Ok(Some(self.whole(found.group)));
            }
            slot = (slot + 1) % TABLE;
        }
        if self.found.len() == REACH {
            return Err(GivenUp);
        }
        self.found.push(Found { position, segment, group });
        self.table[slot] = self.found.len() as u8;
        Ok(None)
    }

    /// The group that a group has become a part of.
    fn whole(&self, mut group: u8) -> u8 {
        while self.groups[usize::from(group)].part_of != group {
            group = self.groups[usize::from(group)].part_of;
        }
        group
    }

    /// Makes one of two groups; false if they are one already.
    fn unite(&mut self, one: u8, other: u8) -> bool {
        let (one, other) = (self.whole(one), self.whole(other));
        if one == other {
            return false;
        }
        self.groups[usize::from(other)].part_of = one;
        self.groups[usize::from(one)].waiting += self.groups[usize::from(other)].waiting;
        true
    }

    /// Whether other groups of the same component are left that have not come off.
    fn has_others(&self, group: u8) -> bool {
        let component = self.groups[usize::from(group)].component;
        (0..)
            .zip(&self.groups)
            .any(|(i, other)| i != group && other.part_of == i && !other.has_come_off && other.component == component)
    }

    fn has_others_before(&self, group: usize) -> bool {
        self.groups[..group].iter().any(|other| other.component == self.groups[group].component)
    }

    /// After [`Split::Some`]: makes each part that has come off a component of its own.
    pub(super) fn label_parts(&self, labels: &mut ComponentLabels, walkable: &BitRows) -> Result<(), NoRoom> {
        for number in 0..self.groups.len() as u8 {
            if !self.groups[usize::from(number)].has_come_off {
                continue;
            }
            let component = labels.new_component()?;
            for found in self.found.iter().filter(|found| self.whole(found.group) == number) {
                let word = walkable.row(found.position.y as isize)[found.position.column];
                labels.move_segment(found.position, word, found.segment, component)?;
            }
        }
        Ok(())
    }
}
