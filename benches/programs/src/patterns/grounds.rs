//! What is searched: tiles repeated over a map, and shapes that cover a map once.

use super::compare::Line;
use clap::ValueEnum;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(super) enum Kind {
    /// All tiles up to 4 x 4
    Tiles,
    /// Brick walls
    Bricks,
    /// Pillars 5 to 12 cells apart
    Pillars,
    /// Checkerboards
    Checkerboards,
    /// Combs as tiles, and combs and switchbacks over the whole map
    Combs,
    /// Spirals as tiles, and spirals over the whole map
    Spirals,
    /// Random tiles up to 12 x 12
    Random,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tiles => "tiles",
            Self::Bricks => "bricks",
            Self::Pillars => "pillars",
            Self::Checkerboards => "checkerboards",
            Self::Combs => "combs",
            Self::Spirals => "spirals",
            Self::Random => "random tiles",
        }
    }

    fn patterns(self, seed: u64) -> Vec<Pattern> {
        let mut random = Random::new(seed);
        match self {
            Self::Tiles => return tiles(LARGEST_TILE),
            Self::Random => return (0..RANDOM_TILES).map(|_| random_tile(&mut random)).collect(),
            Self::Bricks => brick_walls(LONGEST_BRICK),
            Self::Pillars => pillars(),
            Self::Checkerboards => checkerboards(),
            Self::Combs => combs(),
            Self::Spirals => spirals(),
        }
        .into_iter()
        .filter(|pattern| !pattern.is_within(LARGEST_TILE))
        .collect()
    }

    fn shapes(self) -> Vec<Shape> {
        let of = |shape: fn(u32) -> Shape| CORRIDORS.map(shape);
        match self {
            Self::Combs => [of(Shape::Comb), of(Shape::Switchback)].concat(),
            Self::Spirals => of(Shape::Spiral).to_vec(),
            Self::Tiles | Self::Bricks | Self::Pillars | Self::Checkerboards | Self::Random => Vec::new(),
        }
    }
}

/// What a map is covered with.
enum Cover {
    Repeated(Pattern),
    Once(Shape),
}

pub(super) struct Ground {
    pub(super) kind: Kind,
    cover: Cover,
}

impl Ground {
    pub(super) fn repeated(kind: Kind, pattern: Pattern) -> Self {
        Self { kind, cover: Cover::Repeated(pattern) }
    }

    /// All grounds of a kind.
    pub(super) fn of_kind(kind: Kind, seed: u64) -> impl Iterator<Item = Self> {
        let repeated = kind.patterns(seed).into_iter().map(move |pattern| Self::repeated(kind, pattern));
        repeated.chain(kind.shapes().into_iter().map(move |shape| Self { kind, cover: Cover::Once(shape) }))
    }

    pub(super) fn quick(seed: u64) -> Vec<Self> {
        let drawn = QUICK_TILES.iter().map(|&(tile, shift)| Self::repeated(Kind::Tiles, Pattern::drawn(tile, shift)));
        let random = Self::repeated(Kind::Random, random_tile(&mut Random::new(seed)));
        drawn.chain([random, Self { kind: Kind::Spirals, cover: Cover::Once(Shape::Spiral(1)) }]).collect()
    }

    /// A square map.
    pub(super) fn map(&self, side: u32) -> CellMap {
        match &self.cover {
            Cover::Repeated(pattern) => pattern.map(side),
            Cover::Once(shape) => shape.map(side),
        }
    }

    pub(super) fn lines(&self) -> &'static [Line] {
        match self.cover {
            Cover::Repeated(_) => &Line::ACROSS,
            Cover::Once(_) => &Line::ALL,
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cover {
            Cover::Repeated(pattern) => pattern.fmt(f),
            Cover::Once(shape) => shape.fmt(f),
        }
    }
}
