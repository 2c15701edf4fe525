//! Small maps for the tests of the index and of searches.

use super::walkable_cells::{LayerKind, WalkableCells};
use crate::grid::{Cell, CellType, Edit, GridMap, Rect};
use crate::movement::DiagonalRule;
pub(crate) use crate::random::{Random, repeats};
use std::fmt;

pub(crate) const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

/// A map that displays itself as a drawing, with `#` for obstacles.
pub(crate) struct TestMap(pub(crate) GridMap);

impl TestMap {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        Self(GridMap::new(width, height).unwrap())
    }

    pub(crate) fn walkable(&self) -> WalkableCells {
        WalkableCells::new(&self.0, LayerKind::DEFAULT).unwrap()
    }

    pub(crate) fn fill(&mut self, rect: Rect, walkable: bool) {
        let cell_type = if walkable { CellType::WALKABLE } else { CellType::OBSTACLE };
        self.0.apply(&Edit::fill(rect, cell_type));
    }

    pub(crate) fn set(&mut self, x: usize, y: usize, walkable: bool) {
        self.fill(Rect { x: x as i32, y: y as i32, width: 1, height: 1 }, walkable);
    }

    pub(crate) fn is_walkable(&self, x: usize, y: usize) -> bool {
        self.0.get(Cell::new(x as i32, y as i32)) == Ok(CellType::WALKABLE)
    }
}

impl fmt::Display for TestMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.0.height() as usize {
            let row: String =
                (0..self.0.width() as usize).map(|x| if self.is_walkable(x, y) { '.' } else { '#' }).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

/// The map of a drawing, with `#` for obstacles.
pub(crate) fn drawn(rows: &[&str]) -> TestMap {
    let mut map = TestMap::new(rows[0].len() as u32, rows.len() as u32);
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.bytes().enumerate().filter(|&(_, byte)| byte == b'#') {
            map.set(x, y, false);
        }
    }
    map
}

/// A map of scattered obstacles, of walls with gaps, or of both. Some maps are one cell wide, and some sides are close
/// to 64, the bits of a word.
pub(crate) fn random_map(seed: u64) -> TestMap {
    let mut random = Random::new(seed);
    let sides = [1, 2, 5, 17, 40, 63, 64, 65, 90];
    let (width, height) = (sides[random.below(sides.len())], sides[random.below(sides.len())]);
    let mut map = TestMap::new(width as u32, height as u32);
    match random.below(4) {
        0 => scatter(&mut map, &mut random, width * height / 10),
        1 => scatter(&mut map, &mut random, width * height / 3),
        2 => {
            add_walls(&mut map, &mut random, (width + height) / 8);
            scatter(&mut map, &mut random, width * height / 40);
        }
        _ => add_walls(&mut map, &mut random, (width + height) / 3),
    }
    map
}

fn scatter(map: &mut TestMap, random: &mut Random, count: usize) {
    let (width, height) = (map.0.width() as usize, map.0.height() as usize);
    for _ in 0..count {
        map.set(random.below(width), random.below(height), false);
    }
}

/// Adds walls from side to side, each with a few gaps.
fn add_walls(map: &mut TestMap, random: &mut Random, count: usize) {
    let (width, height) = (map.0.width() as usize, map.0.height() as usize);
    for _ in 0..count {
        let (across, at, length) = if random.below(2) == 0 {
            (true, random.below(height), width)
        } else {
            (false, random.below(width), height)
        };
        let cell = |along: usize| if across { (along, at) } else { (at, along) };
        for (x, y) in (0..length).map(cell) {
            map.set(x, y, false);
        }
        for _ in 0..1 + length / 16 {
            let (x, y) = cell(random.below(length));
            map.set(x, y, true);
        }
    }
}
