//! Random maps, profiles and edits for the tests of weighted terrain, and a slow, obvious Dijkstra.

use crate::grid::{Cell, CellType, Edit, GridMap, Rect};
use crate::index::test_maps::{RULES, Random};
use crate::movement::{DIRECTIONS, DiagonalRule, Multiplier, Profile, StepCosts};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// A map, and who walks on it how.
pub(crate) struct Case {
    pub(crate) seed: u64,
    pub(crate) map: GridMap,
    pub(crate) profile: Profile,
    pub(crate) agent: u8,
    pub(crate) costs: StepCosts,
    pub(crate) rule: DiagonalRule,
    /// Number of cell types on the map.
    types: usize,
    pub(crate) random: Random,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, agent, costs, rule, .. } = self;
        writeln!(f, "seed {seed}: agent {agent}, {rule:?}, {costs:?}")?;
        for number in 0..self.types {
            write!(f, "{number}: {}/64  ", self.profile.units()[number])?;
        }
        writeln!(f)?;
        for y in 0..self.map.height() as i32 {
            for x in 0..self.map.width() as i32 {
                let number = self.map.get(Cell::new(x, y)).unwrap().0;
                let drawn = if self.profile.units()[usize::from(number)] == 0 { b'#' } else { b'0' + number };
                write!(f, "{}", char::from(drawn))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Case {
    /// A case whose map has sides from `sides`.
    pub(crate) fn new(seed: u64, sides: &[u32]) -> Self {
        let mut random = Random::new(seed);
        let ratio = [1.0, 1.4, std::f64::consts::SQRT_2, 1.9999, 2.0][random.below(5)];
        let (width, height) = (sides[random.below(sides.len())], sides[random.below(sides.len())]);
        let types = 2 + random.below(7);
        let mut case = Self {
            seed,
            map: GridMap::new(width, height).unwrap(),
            profile: profile(&mut random, types),
            agent: [1, 1, 1, 2, 3, 4][random.below(6)],
            costs: StepCosts::new(1.0, ratio).unwrap(),
            rule: RULES[random.below(4)],
            types,
            random,
        };
        case.draw();
        case
    }

    /// Draws the map: scattered types, walls, patches, smooth noise, or a pattern of tiles.
    fn draw(&mut self) {
        let (width, height) = (self.map.width() as usize, self.map.height() as usize);
        let (random, types) = (&mut self.random, self.types);
        let mut cells = vec![1 + random.below(types - 1) as u8; width * height];
        let kind = random.below(5);
        if kind == 0 {
            cells.iter_mut().for_each(|cell| *cell = 1 + random.below(types - 1) as u8);
        }
        if kind == 1 || kind == 2 {
            for _ in 0..1 + (width + height) / 8 {
                let number = if kind == 1 { 0 } else { random.below(types) as u8 };
                let (x, y) = (random.below(width), random.below(height));
                let long = 1 + random.below(width.max(height));
                let (w, h) = match (kind, random.below(2)) {
                    (1, 0) => (long, 1),
                    (1, _) => (1, long),
                    _ => (1 + random.below(1 + width / 3), 1 + random.below(1 + height / 3)),
                };
                for y in y..(y + h).min(height) {
                    cells[y * width..][x..(x + w).min(width)].fill(number);
                }
            }
        }
        if kind == 3 {
            // A coarse lattice of values, with straight transitions.
            let scale = 4 + random.below(12);
            let columns = width / scale + 2;
            let lattice: Vec<usize> = (0..columns * (height / scale + 2)).map(|_| random.below(1000)).collect();
            for (i, cell) in cells.iter_mut().enumerate() {
                let (x, y) = (i % width, i / width);
                let (right, down) = (x % scale, y % scale);
                let at = |u: usize, v: usize| lattice[(y / scale + v) * columns + x / scale + u];
                let top = at(0, 0) * (scale - right) + at(1, 0) * right;
                let bottom = at(0, 1) * (scale - right) + at(1, 1) * right;
                let value = (top * (scale - down) + bottom * down) / (scale * scale);
                *cell = 1 + (value * (types - 1) / 1000) as u8;
            }
        }
        if kind == 4 {
            let (w, h) = (1 + random.below(5), 1 + random.below(5));
            let tile: Vec<u8> = (0..w * h).map(|_| random.below(types) as u8).collect();
            cells.iter_mut().enumerate().for_each(|(i, cell)| *cell = tile[i / width % h * w + i % width % w]);
        }
        let blocked = [0, 0, 20, 5][random.below(4)];
        for _ in 0..(width * height).checked_div(blocked).unwrap_or(0) {
            cells[random.below(width * height)] = 0;
        }
        self.map.edit(&Edit::write(self.map.bounds(), &cells)).unwrap();
    }

    pub(crate) fn any_cell(&mut self) -> Cell {
        Cell::new(
            self.random.below(self.map.width() as usize) as i32,
            self.random.below(self.map.height() as usize) as i32,
        )
    }

    /// Makes a random edit: a cell or a rectangle opens, closes, or becomes dearer or cheaper.
    pub(crate) fn edit(&mut self) -> Rect {
        let corner = self.any_cell();
        let (random, types) = (&mut self.random, self.types);
        let largest = [1, 1, 1, 3, 6, 100][random.below(6)];
        let mut side = |first: i32, side: u32| 1 + random.below((side as usize - first as usize).min(largest)) as u32;
        let (width, height) = (side(corner.x, self.map.width()), side(corner.y, self.map.height()));
        let rect = Rect { x: corner.x, y: corner.y, width, height };
        let cell_types: Vec<u8> = (0..width * height).map(|_| random.below(types) as u8).collect();
        let edit = match random.below(3) {
            0 => Edit::write(rect, &cell_types),
            1 => Edit::fill(rect, CellType(random.below(2) as u8)),
            _ => Edit::fill(rect, CellType(random.below(types) as u8)),
        };
        self.map.edit(&edit).unwrap();
        rect
    }

    /// The multiplier of a cell in 1/1600: the largest one under the agent; 0 if the cell is blocked or off the map.
    pub(crate) fn units(&self, cell: Cell) -> u64 {
        let mut largest = 0;
        for y in 0..i32::from(self.agent) {
            for x in 0..i32::from(self.agent) {
                let Ok(number) = self.map.get(Cell::new(cell.x + x, cell.y + y)) else { return 0 };
                let units = u64::from(self.profile.units()[usize::from(number.0)]);
                if units == 0 {
                    return 0;
                }
                largest = units.max(largest);
            }
        }
        largest
    }

    /// Cost of a step in parts; `None` if the step is not legal. `from` may be a blocked start.
    pub(crate) fn step(&self, from: Cell, (dx, dy): (i32, i32)) -> Option<u64> {
        let to = Cell::new(from.x + dx, from.y + dy);
        let is_free = |x: i32, y: i32| self.units(Cell::new(x, y)) > 0;
        if !is_free(to.x, to.y) {
            return None;
        }
        let own = if self.units(from) > 0 { self.units(from) } else { self.profile.least().units().into() };
        let sum = own + self.units(to);
        if dx == 0 || dy == 0 {
            return Some(u64::from(self.costs.straight_units()) * sum);
        }
        let (beside_x, beside_y) = (is_free(from.x + dx, from.y), is_free(from.x, from.y + dy));
        let is_legal = match self.rule {
            DiagonalRule::Always => true,
            DiagonalRule::AtMostOneBlocked => beside_x || beside_y,
            DiagonalRule::BothFree => beside_x && beside_y,
            DiagonalRule::Never => false,
        };
        is_legal.then(|| u64::from(self.costs.diagonal_units()) * sum)
    }

    /// The costs of optimal paths from a cell to all cells, by row index; `u64::MAX` for none.
    pub(crate) fn costs_from(&self, start: Cell) -> Vec<u64> {
        let size = self.map.size();
        let mut costs = vec![u64::MAX; size.cells()];
        let mut open = BinaryHeap::new();
        costs[size.index(start)] = 0;
        open.push(Reverse((0, start)));
        while let Some(Reverse((cost, cell))) = open.pop() {
            if cost > costs[size.index(cell)] {
                continue;
            }
            for (dx, dy) in DIRECTIONS {
                if let Some(step) = self.step(cell, (dx, dy)) {
                    let to = Cell::new(cell.x + dx, cell.y + dy);
                    let cost = cost + step;
                    if cost < costs[size.index(to)] {
                        costs[size.index(to)] = cost;
                        open.push(Reverse((cost, to)));
                    }
                }
            }
        }
        costs
    }
}

/// A profile whose type 0 is blocked. Multipliers are close together, far apart, all equal, or any.
fn profile(random: &mut Random, types: usize) -> Profile {
    let mut profile = Profile::default();
    let kind = random.below(6);
    profile.set(CellType(0), None);
    for number in 1..types {
        let units = match kind {
            0 => 96,
            1 => [64, 96, 192, 128, 48, 256, 640, 64][number % 8],
            2 => [1, 65536, 64, 4096][number % 4],
            3 => 1 + random.below(65536),
            4 => 64 * (1 + random.below(9)),
            _ => 1 + random.below(1000),
        };
        let is_blocked = number > 1 && random.below(12) == 0;
        let multiplier = (!is_blocked).then(|| Multiplier::new(units as f64 / 64.0).unwrap());
        profile.set(CellType(number as u8), multiplier);
    }
    profile
}
