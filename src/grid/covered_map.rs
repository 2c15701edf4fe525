//! A map with its covers, as agents see it.

use super::covers::Covers;
use super::{Cell, CoverShape, GridMap};

/// A map as agents see it: with all its covers, or without one of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoveredMap<'a> {
    pub(crate) map: &'a GridMap,
    without: Option<&'a CoverShape>,
}

impl<'a> From<&'a GridMap> for CoveredMap<'a> {
    fn from(map: &'a GridMap) -> Self {
        Self { map, without: None }
    }
}

impl<'a> CoveredMap<'a> {
    /// The map without a cover, which must be one of the map's in its present state.
    pub(crate) fn without(map: &'a GridMap, cover: &'a CoverShape) -> Self {
        Self { map, without: Some(cover) }
    }

    /// A one for each covered cell of a word of a row of the map.
    #[inline(always)]
    pub(crate) fn covered_word(&self, y: usize, word: usize) -> u64 {
        self.map.covers().map_or(0, |covers| covers.covered_word(y, word) & !self.left_out(covers, y, word))
    }

    /// A one for each cell of a word that only the cover that is left out covers.
    #[inline(always)]
    fn left_out(&self, covers: &Covers, y: usize, word: usize) -> u64 {
        self.without.map_or(0, |cover| {
            let begin = (word * 64) as i32;
            let is_alone = |x: i32| covers.counts()[self.map.size().index(Cell::new(x, y as i32))] == 1;
            let columns = cover.columns(y as i32, begin, begin + 64);
            columns.fold(0, |bits, x| bits | u64::from(is_alone(x)) << (x - begin))
        })
    }

    /// Whether a cell of the map is covered.
    #[inline(always)]
    pub(crate) fn covers(&self, cell: Cell) -> bool {
        self.map.has_covers() && self.covered_word(cell.y as usize, cell.x as usize / 64) >> (cell.x % 64) & 1 == 1
    }

    /// A one for each covered cell of up to 128 cells of a row, from `first` on. Cells outside the map are zeros.
    pub(crate) fn covered(&self, y: usize, first: usize) -> u128 {
        let words = (self.map.width() as usize).div_ceil(64);
        let word = |number: usize| if number < words { u128::from(self.covered_word(y, number)) } else { 0 };
        let (number, bit) = (first / 64, first % 64);
        let low = (word(number) | word(number + 1) << 64) >> bit;
        if bit == 0 { low } else { low | word(number + 2) << (128 - bit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{GridSize, Rect};
    use crate::random::Random;
    use std::collections::BTreeMap;

    const SIZE: GridSize = GridSize { width: 70, height: 40 };

    fn random_rects(random: &mut Random) -> Vec<Rect> {
        let count = random.below(5);
        let mut rects = Vec::new();
        for _ in 0..count {
            let largest = [2, 4, 90][random.below(3)];
            let (x, y) = (random.below(90) as i32 - 10, random.below(60) as i32 - 10);
            let (width, height) = (random.below(largest) as u32, random.below(largest) as u32);
            rects.push(Rect { x, y, width, height });
        }
        rects
    }

    /// Two covers that change at random, against a plain count of each cell.
    #[test]
    fn each_cell_counts_the_covers_that_contain_it() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut map = GridMap::new(SIZE.width, SIZE.height).unwrap();
            let without = map.bytes();
            let mut rects = [const { Vec::new() }; 3];
            let mut shapes = [const { None }; 3].map(|_: Option<()>| CoverShape::default());
            for step in 0..20 {
                let cover = random.below(3);
                rects[cover] = if step > 16 { Vec::new() } else { random_rects(&mut random) };
                let shape = CoverShape::of_rects(SIZE, &rects[cover]).unwrap();
                for edit in shape.edits_from(&shapes[cover]).unwrap() {
                    map.edit(&edit).unwrap();
                }
                shapes[cover] = shape;
                let mut expected = BTreeMap::new();
                for y in 0..SIZE.height as i32 {
                    for x in 0..SIZE.width as i32 {
                        let contains = |rects: &&Vec<Rect>| rects.iter().any(|rect| rect.contains(Cell::new(x, y)));
                        expected.insert((y, x), rects.iter().filter(contains).count() as u16);
                    }
                }
                let mut counts = vec![9; SIZE.cells()];
                map.read_covers(SIZE.bounds(), &mut counts).unwrap();
                assert_eq!(counts, expected.values().copied().collect::<Vec<_>>(), "seed {seed}, step {step}");
                let seen = CoveredMap::from(&map);
                for (&(y, x), &count) in &expected {
                    assert_eq!(seen.covered(y as usize, x as usize) & 1 == 1, count > 0, "{x} {y}, seed {seed}");
                }
            }
            for shape in &mut shapes {
                for edit in CoverShape::default().edits_from(shape).unwrap() {
                    map.edit(&edit).unwrap();
                }
            }
            assert_eq!((map.has_covers(), map.bytes()), (false, without), "seed {seed}");
        }
    }

    #[test]
    fn a_map_without_a_cover_shows_what_no_other_one_covers() {
        let mut map = GridMap::new(SIZE.width, SIZE.height).unwrap();
        let rects = [Rect { x: 60, y: 3, width: 6, height: 2 }, Rect { x: 64, y: 3, width: 6, height: 1 }];
        let shapes = rects.map(|rect| CoverShape::of_rects(SIZE, &[rect]).unwrap());
        for shape in &shapes {
            for edit in shape.edits_from(&CoverShape::default()).unwrap() {
                map.edit(&edit).unwrap();
            }
        }
        let bits = |seen: CoveredMap, y| seen.covered(y, 58) & 0xfff;
        let [all, first] = [CoveredMap::from(&map), CoveredMap::without(&map, &shapes[0])];
        assert_eq!((bits(all, 3), bits(all, 4)), (0b1111_1111_1100, 0b1111_1100));
        assert_eq!((bits(first, 3), bits(first, 4)), (0b1111_1100_0000, 0));
    }

    #[test]
    fn a_cover_that_moves_a_step_is_one_edit_and_one_that_moves_far_is_two() {
        let at = |x, y| CoverShape::of_rects(SIZE, &[Rect { x, y, width: 3, height: 3 }]).unwrap();
        assert_eq!(at(5, 5).edits_from(&at(4, 5)).unwrap().len(), 1);
        assert_eq!(at(5, 5).edits_from(&at(4, 4)).unwrap().len(), 1);
        assert_eq!(at(50, 30).edits_from(&at(4, 4)).unwrap().len(), 2);
        assert_eq!(at(5, 5).edits_from(&at(5, 5)).unwrap().len(), 0);
    }
}
