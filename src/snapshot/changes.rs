//! Where edits changed a grid since a revision, in bounded memory.
//!
//! Level 0 has the rectangle of each of the last 64 edits. Each entry of level 1 encloses 8 edits in a row, and each
//! entry of level 2 encloses 64. A question uses the finest level that still has its edits.
//!
//! ```text
//! level 2   |       64 edits        | ...      the last 64 entries: 4096 edits
//! level 1   | 8 | 8 | 8 | 8 | 8 | 8 | ...      512 edits
//! level 0   | | | | | | | | | | | | | ...       64 edits
//! ```
//!
//! Memory grows with the edits: most small grids get few. A level is made, from the one below, when that one is full.

use crate::OutOfMemory;
use crate::grid::{ContentSum, Rect};
use crate::held::held;

const LEVELS: usize = 3;

/// Entries of each level.
const KEPT: u64 = 64;

/// Entries before the first edits.
const FEW: usize = 4;

/// An entry of a level encloses 2^3 entries of the level below.
const SHIFT: usize = 3;

/// The rectangles of the last edits.
#[derive(Debug)]
pub(super) struct Changes {
    /// Number of all edits so far.
    revision: u64,
    /// Number of edits before the first one that was added.
    first: u64,
    /// The sum of the grid's cells after all edits; `None` after edits of most cells, until it is asked for.
    sum: Option<ContentSum>,
    /// Level by level. All levels but the last one are full.
    entries: Vec<Rect>,
}

held!(Changes: entries);

impl Changes {
    /// No edit since a revision, at which the cells had a sum.
    pub(super) fn after(revision: u64, sum: Option<ContentSum>) -> Self {
        Self { revision, first: revision, sum, entries: Vec::new() }
    }

    /// The sum of the grid's cells now, if it is known.
    pub(super) fn sum(&self) -> Option<ContentSum> {
        self.sum
    }

    /// The sum is another one, because the grid was restored, or was read from all cells.
    pub(super) fn set_sum(&mut self, sum: Option<ContentSum>) {
        self.sum = sum;
    }

    /// Notes how an edit that was [added](Self::add) changed the sum.
    pub(super) fn change_sum(&mut self, by: Option<ContentSum>) {
        self.sum = self.sum.zip(by).map(|(sum, by)| sum.plus(by));
    }

    /// Number of edits so far.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Reserves the memory for an edit.
    pub(super) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        self.grow(self.needed_entries())
    }

    /// Reserves the memory for any number of edits.
    pub(super) fn reserve_all(&mut self) -> Result<(), OutOfMemory> {
        self.grow(LEVELS * KEPT as usize)
    }

    fn grow(&mut self, needed: usize) -> Result<(), OutOfMemory> {
        let before = self.entries.len();
        if before < needed {
            self.entries.try_reserve_exact(needed - before)?;
            self.entries.resize(needed, Rect { x: 0, y: 0, width: 0, height: 0 });
            (before.max(KEPT as usize)..needed).step_by(KEPT as usize).for_each(|level| self.fill_level(level));
        }
        Ok(())
    }

    /// The entries that the edits so far and one more need.
    fn needed_entries(&self) -> usize {
        if self.first == 0 && self.revision < KEPT {
            // The first level is filled in order.
            return ((self.revision + 1).next_power_of_two() as usize).max(FEW);
        }
        let has_room = |level: &usize| self.revision >> (SHIFT * level) < (self.first >> (SHIFT * level)) + KEPT;
        (0..LEVELS).find(has_room).map_or(LEVELS, |level| level + 1) * KEPT as usize
    }

    /// Fills a new level, whose entries begin at `begin`, from the level below, which still has all edits.
    fn fill_level(&mut self, begin: usize) {
        if self.revision == self.first {
            return;
        }
        let level = begin / KEPT as usize;
        let (below, entries) = self.entries.split_at_mut(begin);
        let below = &below[begin - KEPT as usize..];
        for block in self.first >> (SHIFT * (level - 1))..=(self.revision - 1) >> (SHIFT * (level - 1)) {
            let rect = below[(block % KEPT) as usize];
            let entry = &mut entries[((block >> SHIFT) % KEPT) as usize];
            *entry = if entry.width == 0 { rect } else { entry.enclosing(rect) };
        }
    }

    /// Adds an edit that changed cells of `rect`. The memory must be [reserved](Self::reserve).
    pub(super) fn add(&mut self, rect: Rect) {
        let edit = self.revision;
        self.revision += 1;
        for (level, entries) in self.entries.chunks_mut(KEPT as usize).enumerate() {
            let begins = edit.is_multiple_of(1 << (SHIFT * level)) || edit == self.first;
            let entry = &mut entries[((edit >> (SHIFT * level)) % KEPT) as usize];
            *entry = if begins { rect } else { entry.enclosing(rect) };
        }
    }

    /// At most `most` rectangles that together contain every cell that edits changed since a revision. `bounds` is the
    /// whole map, the answer for revisions that are too old.
    pub(super) fn since(&self, revision: u64, most: usize, bounds: Rect) -> ChangedArea {
        let mut area = ChangedArea::none(most);
        let mut edit = revision;
        while edit < self.revision {
            let Some(level) = (0..LEVELS).find(|&level| self.has(level, edit)) else {
                area.add(bounds);
                return area;
            };
            let block = edit >> (SHIFT * level);
            area.add(self.entries[level * KEPT as usize + (block % KEPT) as usize]);
            edit = (block + 1) << (SHIFT * level);
        }
        area
    }

    /// Whether a level has an entry with this edit, which must be an earlier one than [`revision`](Self::revision).
    fn has(&self, level: usize, edit: u64) -> bool {
        let block = |edit: u64| edit >> (SHIFT * level);
        let is_made = self.entries.len() > level * KEPT as usize;
        is_made && edit >= self.first && block(self.revision - 1) - block(edit) < KEPT
    }
}

/// The most rectangles of an area.
const MOST: usize = 8;

/// A few rectangles. None contains another one.
#[derive(Clone, Copy, Debug)]
pub struct ChangedArea {
    rects: [Rect; MOST],
    count: usize,
    most: usize,
}

impl ChangedArea {
    /// Nothing. The area will have at most `most` rectangles: at least 1, and never more than 8.
    fn none(most: usize) -> Self {
        let none = Rect { x: 0, y: 0, width: 0, height: 0 };
        Self { rects: [none; MOST], count: 0, most: most.clamp(1, MOST) }
    }

    /// The rectangles.
    pub fn rects(&self) -> &[Rect] {
        &self.rects[..self.count]
    }

    /// Adds a rectangle. Without room for it, the rectangle that has to grow least takes it in; of several such, the
    /// first.
    fn add(&mut self, rect: Rect) {
        if self.rects().iter().any(|one| one.enclosing(rect) == *one) {
            return;
        }
        let growth = |one: &Rect| one.enclosing(rect).cells() - one.cells();
        let place = (0..self.count).min_by_key(|&i| growth(&self.rects[i])).filter(|_| self.count == self.most);
        let grown = place.map_or(rect, |place| self.rects[place].enclosing(rect));
        // What lies inside the new rectangle goes. At least the rectangle that has grown does.
        let mut kept = 0;
        for i in 0..self.count {
            if grown.enclosing(self.rects[i]) != grown {
                self.rects[kept] = self.rects[i];
                kept += 1;
            }
        }
        self.rects[kept] = grown;
        self.count = kept + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::held::Held;
    use crate::index::test_maps::{Random, repeats};

    const BOUNDS: Rect = Rect { x: 0, y: 0, width: 200, height: 100 };

    fn random_rect(random: &mut Random) -> Rect {
        let (x, y) = (random.below(200), random.below(100));
        let (width, height) = (1 + random.below((200 - x).min(9)), 1 + random.below((100 - y).min(9)));
        Rect { x: x as i32, y: y as i32, width: width as u32, height: height as u32 }
    }

    fn make(changes: &mut Changes, rect: Rect) {
        changes.reserve().unwrap();
        changes.add(rect);
    }

    fn contains(one: Rect, other: Rect) -> bool {
        let last = Cell::new(other.x + other.width as i32 - 1, other.y + other.height as i32 - 1);
        one.contains(Cell::new(other.x, other.y)) && one.contains(last)
    }

    /// The smallest rectangle with all these cells, from their extremes.
    fn bounding(rects: &[Rect]) -> Rect {
        let (x, y) = (rects.iter().map(|r| r.x).min().unwrap(), rects.iter().map(|r| r.y).min().unwrap());
        let right = rects.iter().map(|r| r.x + r.width as i32).max().unwrap();
        let end = rects.iter().map(|r| r.y + r.height as i32).max().unwrap();
        Rect { x, y, width: right.abs_diff(x), height: end.abs_diff(y) }
    }

    #[test]
    fn the_area_since_a_revision_contains_each_later_edit() {
        for seed in 0..repeats(20, 3) as u64 {
            let mut random = Random::new(seed);
            let begin = [0, 5, 64, 1000][random.below(4)];
            let mut changes = Changes::after(begin, Some(ContentSum::default()));
            let mut edits = Vec::new();
            for _ in 0..random.below(repeats(6000, 700)) {
                let rect = random_rect(&mut random);
                make(&mut changes, rect);
                edits.push(rect);
                assert_eq!(changes.revision(), begin + edits.len() as u64);
            }
            for since in 0..=changes.revision() + 1 {
                if random.below(20) > 0 {
                    continue;
                }
                let later = edits.get((since.saturating_sub(begin)) as usize..).unwrap_or_default();
                let most = 1 + random.below(9);
                let area = changes.since(since, most, BOUNDS);
                let about = format!("seed {seed}, since {since} of {}, {area:?}", changes.revision());
                assert!(area.rects().len() <= most.min(8), "{about}");
                for &edit in later {
                    assert!(area.rects().iter().any(|&rect| contains(rect, edit)), "{about}: {edit:?} is missing");
                }
                if since >= changes.revision() {
                    assert!(area.rects().is_empty(), "{about}");
                } else if since >= begin && later.len() <= KEPT as usize {
                    assert_eq!(bounding(area.rects()), bounding(later), "{about}");
                }
                let is_inside = |i: usize, k: usize| i != k && contains(area.rects()[k], area.rects()[i]);
                let count = area.rects().len();
                assert!(!(0..count).any(|i| (0..count).any(|k| is_inside(i, k))), "{about}");
            }
        }
    }

    #[test]
    fn old_revisions_are_answered_by_blocks_and_older_ones_by_the_whole_map() {
        let mut changes = Changes::after(0, Some(ContentSum::default()));
        for edit in 0..5000 {
            make(&mut changes, Rect { x: edit % 200, y: 0, width: 1, height: 1 });
        }
        let since = |revision| changes.since(revision, 1, BOUNDS).rects()[0];
        assert_eq!(since(4999), Rect { x: 199, y: 0, width: 1, height: 1 });
        assert_eq!(since(4936), Rect { x: 136, y: 0, width: 64, height: 1 });
        // 4935 is in the block of 8 edits from 4928 on.
        assert_eq!(since(4935), Rect { x: 128, y: 0, width: 72, height: 1 });
        assert_eq!(since(4000), Rect { x: 0, y: 0, width: 200, height: 1 });
        assert_eq!(since(100), BOUNDS);
        assert_eq!(since(0), BOUNDS);
    }

    #[test]
    fn a_few_places_that_change_again_and_again_stay_apart() {
        let mut changes = Changes::after(0, Some(ContentSum::default()));
        let places = [(3, 4), (190, 2), (100, 90)].map(|(x, y)| Rect { x, y, width: 1, height: 1 });
        (0..60).for_each(|edit| make(&mut changes, places[edit % 3]));
        assert_eq!(changes.since(0, 8, BOUNDS).rects(), places);
        assert_eq!(changes.since(57, 2, BOUNDS).rects().len(), 2);
        assert!(changes.since(60, 8, BOUNDS).rects().is_empty());
    }

    #[test]
    fn memory_for_all_edits_can_be_reserved_at_any_time() {
        for before in [0, 1, 5, 63, 64, 65, 200, 513] {
            let (mut all, mut grown) =
                (Changes::after(0, Some(ContentSum::default())), Changes::after(0, Some(ContentSum::default())));
            for edit in 0..700 {
                if edit == before {
                    all.reserve_all().unwrap();
                }
                let rect = Rect { x: edit * 7 % 200, y: edit % 90, width: 1, height: 1 };
                if edit < before {
                    make(&mut all, rect)
                } else {
                    all.add(rect)
                }
                make(&mut grown, rect);
            }
            for since in (0..=700).step_by(if cfg!(miri) { 175 } else { 1 }) {
                let rects = [&all, &grown].map(|changes| changes.since(since, 8, BOUNDS).rects().to_vec());
                assert_eq!(rects[0], rects[1], "since {since}, all reserved before edit {before}");
            }
        }
    }

    #[test]
    fn memory_grows_with_the_edits() {
        let mut changes = Changes::after(0, Some(ContentSum::default()));
        let mut bytes = Vec::new();
        for edit in 0..600 {
            bytes.push(changes.bytes());
            make(&mut changes, Rect { x: edit % 200, y: 0, width: 1, height: 1 });
        }
        assert_eq!(
            [0, 1, 5, 17, 64, 65, 512, 513].map(|edits| bytes[edits]),
            [0, 64, 128, 512, 1024, 2048, 2048, 3072]
        );
    }
}
