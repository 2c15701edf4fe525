//! Finds out whether closed cells split a component, by a bounded flood around them.
//!
//! The flood starts at the segments beside the closed cells, one group each, and grows by a little on all sides at a
//! time. Groups that meet become one. Usually all groups of a component meet soon, around the obstacle or through the
//! next door. A group that can't grow any more has come off. After [`REACH`] segments the flood is given up, which
//! bounds the work of an edit.

use super::labels::{ComponentLabels, NoRoom};
use super::segments::{WordPosition, for_each_touched, segment_at, segments};
use crate::bits::bit_rows::BitRows;
use std::collections::TryReserveError;

/// The most segments that a flood visits.
const REACH: usize = 96;

/// The most segments beside the closed cells.
const SEEDS: usize = 32;

/// Size of the hash table of segments: a power of two above `REACH`.
const TABLE: usize = 512;

/// Effect of closed cells on components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// No component was split.
    None,
    /// Parts have come off: [`SplitCheck::label_parts`] has to label them.
    Some,
    /// The flood was given up.
    Unknown,
}

/// A segment that the flood has reached.
#[derive(Clone, Copy, Debug)]
struct Found {
    position: WordPosition,
    segment: u64,
    group: u8,
}

/// A group of segments that are known to be connected.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The group that this one was merged into, or its own number.
    part_of: u8,
    has_come_off: bool,
    /// Number of segments that the flood has not expanded yet.
    waiting: u32,
    /// The component before the edit. Only groups of the same component were connected.
    component: u32,
}

/// The memory of a flood.
#[derive(Debug)]
pub(super) struct SplitCheck {
    /// In the order in which they were found. The flood expands them in this order.
    found: Vec<Found>,
    groups: Vec<Group>,
    /// A hash table of segments: one more than the index in `found`, or 0.
    table: [u8; TABLE],
}

/// There are more than `SEEDS` segments beside the closed cells, or the flood needs more than `REACH` segments.
struct GivenUp;

impl SplitCheck {
    pub(super) fn new() -> Result<Self, TryReserveError> {
        let (mut found, mut groups) = (Vec::new(), Vec::new());
        found.try_reserve_exact(REACH)?;
        groups.try_reserve_exact(SEEDS)?;
        Ok(Self { found, groups, table: [0; TABLE] })
    }

    /// Memory held besides the size of the value itself, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.found.capacity() * size_of::<Found>() + self.groups.capacity() * size_of::<Group>()) as u64
    }

    /// Finds out what closing cells did. `closed` has the words with closed cells, and these cells as bits.
    ///
    /// The labels must be those of `walkable`, except that parts that have come off still have their old component.
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

    /// Floods until no component has two groups left that may still meet.
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

    /// The group of a segment, if the flood has found the segment before. A new segment is added to `group`, and the
    /// result is None.
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

    /// The group that a group was merged into, directly or not.
    fn whole(&self, mut group: u8) -> u8 {
        while self.groups[usize::from(group)].part_of != group {
            group = self.groups[usize::from(group)].part_of;
        }
        group
    }

    /// Merges two groups. Returns false if they are one already.
    fn unite(&mut self, one: u8, other: u8) -> bool {
        let (one, other) = (self.whole(one), self.whole(other));
        if one == other {
            return false;
        }
        self.groups[usize::from(other)].part_of = one;
        self.groups[usize::from(one)].waiting += self.groups[usize::from(other)].waiting;
        true
    }

    /// Whether the component of a group has other groups that have not come off.
    fn has_others(&self, group: u8) -> bool {
        let component = self.groups[usize::from(group)].component;
        (0..)
            .zip(&self.groups)
            .any(|(i, other)| i != group && other.part_of == i && !other.has_come_off && other.component == component)
    }

    fn has_others_before(&self, group: usize) -> bool {
        self.groups[..group].iter().any(|other| other.component == self.groups[group].component)
    }

    /// To be called after [`Split::Some`]. Makes each part that has come off a component of its own.
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
