//! Labels of connected components: one for each segment of walkable cells, with links that join them.
//!
//! Labels are positions in an array of links. A link that points to itself is the root of a component. Other links lead
//! to the root within a few steps. The segments of a word have consecutive labels: a cell finds its label by counting
//! the segments before it. [`Labelling`] makes all labels at once.
//!
//! Edits never change labels in place, because words share the label of a run that crosses them: a word whose segments
//! change gets new labels at the end of the array. A join links one root to another. A hash of the two numbers decides
//! which one stays the root. This randomized linking keeps paths to the root short without ranks: logarithmic, on
//! average (Goel and others, "Disjoint Set Union with Randomized Linking", SODA 2014).
//!
//! An edit allocates nothing. There is room for some hundred edits at least, and once the array is full, all labels are
//! made anew.
//!
//! Memory: 4 bytes for each run of walkable cells, and about 5 for each word of 64 cells. On a checkerboard, the worst
//! case, 2.1 bytes a cell.

use super::labelling::{ALL_FLOODED, FLOODED, Labelling};
use super::segments::{Connectivity, WordPosition, for_each_touched, segments, starts};
use crate::bits::bit_rows::{BitRows, copied, reserved, zeroed};
use crate::grid::MapError;

/// The labels of a map's walkable cells.
#[derive(Debug)]
pub(super) struct ComponentLabels {
    connectivity: Connectivity,
    words_per_row: usize,
    /// For each word, row by row: the label of its first segment.
    first: Vec<u32>,
    /// By label: the next label on the way to the root. Never grows beyond its first capacity.
    links: Vec<u32>,
}

/// The array of links is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoRoom;

impl ComponentLabels {
    /// Labels all walkable cells.
    pub(super) fn new(connectivity: Connectivity, walkable: &BitRows, height: usize) -> Result<Self, MapError> {
        let Labelling { first, links } = Labelling::new(connectivity, walkable, height)?;
        Ok(Self { connectivity, words_per_row: walkable.words_per_row(), first, links })
    }

    /// The root of the component of a walkable cell.
    #[inline(always)]
    pub(super) fn component(&self, walkable: &BitRows, x: usize, y: usize) -> u32 {
        let word = walkable.row(y as isize)[x / 64];
        self.root(self.label_at(y * self.words_per_row + x / 64, word, x as u32 % 64))
    }

    /// The label of the segment that contains a bit, which must be a one. `number` is the number of the word.
    #[inline(always)]
    fn label_at(&self, number: usize, word: u64, bit: u32) -> u32 {
        self.first[number] + (starts(word) & u64::MAX >> (63 - bit)).count_ones() - 1
    }

    #[inline(always)]
    fn root(&self, mut label: u32) -> u32 {
        loop {
            let next = self.links[label as usize];
            if next == label {
                return label;
            }
            label = next;
        }
    }

    /// Calls `visit` with the number of cells and the first cell of each component, in the order of these cells.
    pub(super) fn for_each_component(
        &self,
        walkable: &BitRows,
        mut visit: impl FnMut(usize, (usize, usize)),
    ) -> Result<(), MapError> {
        let labelled = || {
            self.first.iter().enumerate().flat_map(|(number, &first)| {
                let (column, y) = (number % self.words_per_row, number / self.words_per_row);
                let word = segments(walkable.row(y as isize)[column]).zip(first..);
                word.map(move |(segment, label)| {
                    let x = 64 * column + segment.trailing_zeros() as usize;
                    (self.root(label) as usize, segment.count_ones(), (x, y))
                })
            })
        };
        let mut sizes: Vec<u32> = zeroed(self.links.len())?;
        labelled().for_each(|(root, size, _)| sizes[root] += size);
        for (root, _, cell) in labelled() {
            let size = std::mem::take(&mut sizes[root]);
            if size > 0 {
                visit(size as usize, cell);
            }
        }
        Ok(())
    }

    /// Adds a component without cells and returns its root.
    pub(super) fn new_component(&mut self) -> Result<u32, NoRoom> {
        let root = self.links.len() as u32;
        self.append(root)?;
        Ok(root)
    }

    fn append(&mut self, link: u32) -> Result<(), NoRoom> {
        if self.links.len() == self.links.capacity() {
            return Err(NoRoom);
        }
        self.links.push(link);
        Ok(())
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        // Multiplication by an odd number gives each label a different value.
        let lot = |label: u32| label.wrapping_mul(0x9e37_79b1);
        let (root, other) = if lot(a) < lot(b) { (a, b) } else { (b, a) };
        self.links[other as usize] = root;
    }

    /// Labels the segments of a word that has changed from `old` to `new`. Segments with cells that were walkable keep
    /// their components, which are joined.
    pub(super) fn change_word(&mut self, position: WordPosition, old: u64, new: u64) -> Result<(), NoRoom> {
        let one_bit = (old ^ new).is_power_of_two();
        if one_bit && starts(old).count_ones() == starts(new).count_ones() {
            // One segment has become longer or shorter, and all labels stay right.
            return Ok(());
        }
        let number = self.number(position);
        let first = self.links.len() as u32;
        for segment in segments(new) {
            let mut kept = starts(segment & old);
            if kept == 0 {
                self.new_component()?;
                continue;
            }
            let label = self.label_at(number, old, kept.trailing_zeros());
            self.append(self.root(label))?;
            while kept != 0 {
                self.join(label, self.label_at(number, old, kept.trailing_zeros()));
                kept &= kept - 1;
            }
        }
        self.take_labels_from(number, first);
        Ok(())
    }

    /// Gives the word `number` its labels: the label `first` and all later ones. If all of them are in the component of
    /// [`FLOODED`], the word gets [`ALL_FLOODED`] instead, and the labels are removed.
    fn take_labels_from(&mut self, number: usize, first: u32) {
        let large = self.root(FLOODED);
        let are_flooded = self.links[first as usize..].iter().all(|&link| link == large);
        if are_flooded {
            self.links.truncate(first as usize);
        }
        self.first[number] = if are_flooded { ALL_FLOODED } else { first };
    }

    /// Joins cells that have become walkable with their neighbors in other words. All changed words must have their new
    /// labels.
    pub(super) fn join_opened(&mut self, walkable: &BitRows, position: WordPosition, opened: u64) {
        let here = walkable.row(position.y as isize)[position.column];
        for run in segments(opened) {
            let label = self.label_at(self.number(position), here, run.trailing_zeros());
            for_each_touched(walkable, self.connectivity, position, run, |other, touched| {
                let word = walkable.row(other.y as isize)[other.column];
                for part in segments(touched) {
                    self.join(label, self.label_at(self.number(other), word, part.trailing_zeros()));
                }
            });
        }
    }

    /// Moves a segment of a word to another component.
    pub(super) fn move_segment(
        &mut self,
        position: WordPosition,
        word: u64,
        segment: u64,
        to: u32,
    ) -> Result<(), NoRoom> {
        let number = self.number(position);
        let first = self.links.len() as u32;
        for other in segments(word) {
            let root = self.root(self.label_at(number, word, other.trailing_zeros()));
            self.append(if other == segment { to } else { root })?;
        }
        self.take_labels_from(number, first);
        Ok(())
    }

    fn number(&self, position: WordPosition) -> usize {
        position.y * self.words_per_row + position.column
    }

    pub(super) fn connectivity(&self) -> Connectivity {
        self.connectivity
    }

    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let mut links = reserved(self.links.capacity())?;
        links.extend_from_slice(&self.links);
        Ok(Self { first: copied(&self.first)?, links, ..*self })
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        ((self.first.capacity() + self.links.capacity()) * size_of::<u32>()) as u64
    }
}
