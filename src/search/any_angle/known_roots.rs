//! The roots of a search: cells at which paths turn, each with the shortest way to it.

use super::corners::Side;
use crate::OutOfMemory;
use crate::grid::WordHash;
use crate::held::held;
use crate::index::IndexCell;
use hashbrown::HashTable;

/// The parent of the start.
pub(super) const NO_ROOT: u32 = u32::MAX;

/// The end of a list of turns.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Root {
    cell: IndexCell,
    parent: u32,
    /// The length of the shortest path to the cell that was found so far.
    g: u64,
    /// The turns at this root that paths of this length took: a list in [`Roots::turns`].
    first_turn: u32,
}

/// Marks that paths from a cell turned to a side.
#[derive(Clone, Copy, Debug)]
struct TakenTurn {
    from: u32,
    side: Side,
    next: u32,
}

/// All roots of a search, one for each cell.
#[derive(Debug, Default)]
pub(super) struct Roots {
    roots: Vec<Root>,
    turns: Vec<TakenTurn>,
    /// The numbers of roots by cell.
    numbers: HashTable<u32>,
}

held!(Roots: roots, turns, numbers);

impl Roots {
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.roots.clear();
        self.turns.clear();
    }

    pub(super) fn count(&self) -> usize {
        self.roots.len()
    }

    pub(super) fn room(&self) -> usize {
        self.roots.capacity().max(self.turns.capacity()).max(self.numbers.capacity())
    }

    #[inline(always)]
    pub(super) fn cell(&self, root: u32) -> IndexCell {
        self.roots[root as usize].cell
    }

    /// The length of the shortest path to a root that was found so far.
    #[inline(always)]
    pub(super) fn g(&self, root: u32) -> u64 {
        self.roots[root as usize].g
    }

    pub(super) fn parent(&self, root: u32) -> u32 {
        self.roots[root as usize].parent
    }

    /// The root at a cell, if a path over `parent` of length `g` is no longer than the paths found before. A shorter
    /// path replaces them. Of equally long paths the first one stays.
    pub(super) fn reach(&mut self, cell: IndexCell, parent: u32, g: u64) -> Result<Option<u32>, OutOfMemory> {
        let Self { roots, numbers, .. } = self;
        let known = numbers.find(hash(cell), |&number| roots[number as usize].cell == cell);
        let Some(&number) = known else {
            let number = roots.len() as u32;
            roots.try_reserve(1)?;
            let hash_of = |&number: &u32| hash(roots[number as usize].cell);
            numbers.try_reserve(1, hash_of).map_err(|_| OutOfMemory)?;
            numbers.insert_unique(hash(cell), number, hash_of);
            roots.push(Root { cell, parent, g, first_turn: NONE });
            return Ok(Some(number));
        };
        let root = &mut roots[number as usize];
        if g < root.g {
            (root.parent, root.g, root.first_turn) = (parent, g, NONE);
        }
        Ok(Some(number).filter(|_| g == root.g))
    }

    /// Whether a path from root `from` to `root`, whose paths have the length of [`g`](Self::g), is the first to turn
    /// to this side there.
    pub(super) fn take_turn(&mut self, root: u32, from: u32, side: Side) -> Result<bool, OutOfMemory> {
        let first_turn = self.roots[root as usize].first_turn;
        let mut at = first_turn;
        while at != NONE {
            let turn = self.turns[at as usize];
            if turn.from == from && turn.side == side {
                return Ok(false);
            }
            at = turn.next;
        }
        self.turns.try_reserve(1)?;
        self.roots[root as usize].first_turn = self.turns.len() as u32;
        self.turns.push(TakenTurn { from, side, next: first_turn });
        Ok(true)
    }
}

#[inline(always)]
fn hash(cell: IndexCell) -> u64 {
    WordHash::new(u64::from((cell.y as u32) << 16 | cell.x as u32)).finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::Random;
    use std::collections::HashMap;

    #[test]
    fn the_shortest_way_to_a_cell_stays() {
        let (mut roots, mut random) = (Roots::default(), Random::new(3));
        for _ in 0..3 {
            roots.clear();
            let mut expected: HashMap<(i32, i32), (u64, u32)> = HashMap::new();
            for parent in 0..5000 {
                let (x, y, g) = (random.below(60) as i32, random.below(16_384) as i32 / 300 * 300, random.below(9));
                let reached = roots.reach(IndexCell { x, y }, parent, g as u64).unwrap();
                let best = expected.entry((x, y)).or_insert((g as u64, parent));
                assert_eq!(reached.is_some(), g as u64 <= best.0);
                if (g as u64) < best.0 {
                    *best = (g as u64, parent);
                }
                if let Some(root) = reached {
                    assert_eq!((roots.cell(root), roots.g(root)), (IndexCell { x, y }, best.0));
                    assert_eq!(roots.parent(root), best.1);
                }
            }
            assert_eq!(roots.count(), expected.len());
        }
    }

    #[test]
    fn each_turn_is_taken_once_until_a_shorter_way_comes() {
        let mut roots = Roots::default();
        let cell = IndexCell { x: 3, y: 4 };
        let root = roots.reach(cell, 7, 10).unwrap().unwrap();
        for (from, side) in [(7, Side::Left), (7, Side::Right), (8, Side::Left)] {
            assert!(roots.take_turn(root, from, side).unwrap());
            assert!(!roots.take_turn(root, from, side).unwrap());
        }
        assert_eq!(roots.reach(cell, 9, 11).unwrap(), None);
        assert_eq!(roots.reach(cell, 9, 9).unwrap(), Some(root));
        assert!(roots.take_turn(root, 7, Side::Left).unwrap());
    }
}
