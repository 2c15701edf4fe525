//! What is searched: tiles repeated over a map, and shapes that cover a map once.

use super::compare::Line;
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::shapes::Shape;
use common::tiles::{Pattern, brick_walls, checkerboards, combs, pillars, random_tile, spirals, tiles};
use std::fmt;

pub(super) const LARGEST_TILE: u32 = 4;
const LONGEST_BRICK: u32 = 8;
const RANDOM_TILES: u32 = 300;
/// Widths of the corridors of shapes.
const CORRIDORS: [u32; 5] = [1, 2, 3, 5, 8];
const QUICK_TILES: [(&str, u32); 3] = [(".#/..", 1), ("..../..#./..../....", 0), ("..#/...", 0)];

pub(super) enum Ground {
    Repeated(Pattern),
    Once(Shape),
}

impl Ground {
    /// All tiles up to a size, larger regular ones, random ones by a seed, and shapes.
    pub(super) fn all(seed: u64) -> Vec<Self> {
        let mut random = Random::new(seed);
        let regular = [brick_walls(LONGEST_BRICK), pillars(), checkerboards(), combs(), spirals()].concat();
        let mut patterns = tiles(LARGEST_TILE);
        patterns.extend(regular.into_iter().filter(|pattern| !pattern.is_within(LARGEST_TILE)));
        patterns.extend((0..RANDOM_TILES).map(|_| random_tile(&mut random)));
        let shapes = [Shape::Comb, Shape::Switchback, Shape::Spiral].into_iter().flat_map(|shape| CORRIDORS.map(shape));
        patterns.into_iter().map(Self::Repeated).chain(shapes.map(Self::Once)).collect()
    }

    pub(super) fn quick(seed: u64) -> Vec<Self> {
        let drawn = QUICK_TILES.iter().map(|&(tile, shift)| Self::Repeated(Pattern::drawn(tile, shift)));
        let random = Self::Repeated(random_tile(&mut Random::new(seed)));
        drawn.chain([random, Self::Once(Shape::Spiral(1))]).collect()
    }

    /// A square map.
    pub(super) fn map(&self, side: u32) -> CellMap {
        match self {
            Self::Repeated(pattern) => pattern.map(side),
            Self::Once(shape) => shape.map(side),
        }
    }

    pub(super) fn lines(&self) -> &'static [Line] {
        match self {
            Self::Repeated(_) => &Line::ALL[..Line::ACROSS],
            Self::Once(_) => &Line::ALL,
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated(pattern) => pattern.fmt(f),
            Self::Once(shape) => shape.fmt(f),
        }
    }
}
