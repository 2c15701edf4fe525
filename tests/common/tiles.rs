//! Regular patterns: small tiles of walkable cells and obstacles, repeated over a map.

use super::cell_map::CellMap;
use super::random_maps::Random;
use super::shapes::Shape;
use gridstar::grid::Cell;
use std::fmt;

/// A tile that is repeated over a map. Each row of tiles is shifted `shift` cells to the left of the row above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    width: u32,
    height: u32,
    shift: u32,
    /// Row by row.
    obstacles: Vec<bool>,
}

impl Pattern {
    /// Parses a tile drawn in one line, with `/` between its rows: `.#/..`.
    pub fn drawn(drawing: &str, shift: u32) -> Self {
        Self { shift, ..Self::of_map(&CellMap::parse(&drawing.replace('/', "\n"))) }
    }

    /// The tile that is this map.
    pub fn of_map(map: &CellMap) -> Self {
        let obstacles = map.cells().map(|cell| !map.is_walkable(cell)).collect();
        Self { width: map.width() as u32, height: map.height() as u32, shift: 0, obstacles }
    }

    fn of_obstacles(width: u32, height: u32, shift: u32, is_obstacle: impl Fn(u32, u32) -> bool) -> Self {
        let obstacles = (0..width * height).map(|cell| is_obstacle(cell % width, cell / width)).collect();
        Self { width, height, shift, obstacles }
    }

    /// A square map covered with the pattern.
    pub fn map(&self, side: u32) -> CellMap {
        let mut map = CellMap::new(side, side);
        for y in 0..side {
            let (row, moved) = (y % self.height, y / self.height * self.shift);
            for x in 0..side {
                let is_obstacle = self.obstacles[(row * self.width + (x + moved) % self.width) as usize];
                map.set_obstacle(Cell::new(x as i32, y as i32), is_obstacle);
            }
        }
        map
    }

    /// Whether an unshifted tile of at most `largest` by `largest` cells makes the same pattern.
    pub fn is_within(&self, largest: u32) -> bool {
        let rows = self.height * self.width / greatest_common_divisor(self.width, self.shift);
        self.width <= largest && rows <= largest
    }

    fn has_both_types(&self) -> bool {
        self.obstacles.contains(&true) && self.obstacles.contains(&false)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.obstacles.chunks(self.width as usize).enumerate() {
            let drawn: String = row.iter().map(|&obstacle| if obstacle { '#' } else { '.' }).collect();
            write!(f, "{}{drawn}", if y > 0 { "/" } else { "" })?;
        }
        if self.shift > 0 { write!(f, " shifted by {}", self.shift) } else { Ok(()) }
    }
}

/// All tiles of at most `largest` by `largest` cells (at most 5) that have walkable cells and obstacles. Contains one
/// tile of each class under rotations, reflections and cyclic shifts, and no tile that repeats a smaller tile.
pub fn tiles(largest: u32) -> Vec<Pattern> {
    let mut tiles = Vec::new();
    for height in 1..=largest {
        for width in height..=largest {
            let torus = Torus { width, height };
            let codes = 1..(1_u32 << (width * height)) - 1;
            tiles.extend(codes.filter(|&code| torus.is_first_of_its_class(code)).map(|code| torus.pattern(code)));
        }
    }
    tiles
}

/// The tiles of one size, each coded as a number: bit `y * width + x` is set if the cell is an obstacle.
#[derive(Clone, Copy)]
struct Torus {
    width: u32,
    height: u32,
}

impl Torus {
    fn pattern(self, code: u32) -> Pattern {
        let obstacles = (0..self.width * self.height).map(|bit| code >> bit & 1 == 1).collect();
        Pattern { width: self.width, height: self.height, shift: 0, obstacles }
    }

    /// The tile whose cell (x, y) equals the cell `from(x, y)` of the given tile, taken cyclically.
    fn moved(self, code: u32, from: impl Fn(u32, u32) -> (u32, u32)) -> u32 {
        let mut moved = 0;
        for bit in 0..self.width * self.height {
            let (x, y) = from(bit % self.width, bit / self.width);
            moved |= (code >> (y % self.height * self.width + x % self.width) & 1) << bit;
        }
        moved
    }

    /// Whether the tile has the smallest number of its class, and repeats no smaller tile.
    fn is_first_of_its_class(self, code: u32) -> bool {
        let Self { width, height } = self;
        let repeats = |dx: u32, dy: u32| self.moved(code, |x, y| (x + dx, y + dy)) == code;
        if (1..width).any(|dx| width.is_multiple_of(dx) && repeats(dx, 0))
            || (1..height).any(|dy| height.is_multiple_of(dy) && repeats(0, dy))
        {
            return false;
        }
        let swaps: &[bool] = if width == height { &[false, true] } else { &[false] };
        let turned = swaps.iter().flat_map(|&swap| (0..4).map(move |flips| (swap, flips)));
        turned.flat_map(|turn| (0..width * height).map(move |shift| (turn, shift))).all(|((swap, flips), shift)| {
            let (dx, dy) = (shift % width, shift / width);
            let from = |x: u32, y: u32| {
                let (x, y) = if swap { (y, x) } else { (x, y) };
                let x = if flips & 1 == 1 { width - 1 - x } else { x };
                let y = if flips & 2 == 2 { height - 1 - y } else { y };
                (x + dx, y + dy)
            };
            self.moved(code, from) >= code
        })
    }
}

/// Brick walls: rows of obstacles with gaps, up to two rows without obstacles between them. Each row of bricks is
/// shifted against the row above.
pub fn brick_walls(longest: u32) -> Vec<Pattern> {
    let mut walls = Vec::new();
    for width in 2..=longest {
        let forms = (1..width).flat_map(|brick| (1..=3).map(move |height| (brick, height)));
        for ((brick, height), shift) in forms.flat_map(|form| (1..=width / 2).map(move |shift| (form, shift))) {
            walls.push(Pattern::of_obstacles(width, height, shift, |x, y| y == 0 && x < brick));
        }
    }
    walls
}

/// Square pillars of up to 3 x 3 cells at distances of 5 to 12 cells, in rows above each other and in staggered rows.
pub fn pillars() -> Vec<Pattern> {
    let sizes = [5, 6, 8, 12].into_iter().flat_map(|distance| (1..=3).map(move |pillar| (distance, pillar)));
    let forms = sizes.flat_map(|(distance, pillar)| [0, distance / 2].map(|shift| (distance, pillar, shift)));
    let pattern =
        |(distance, pillar, shift)| Pattern::of_obstacles(distance, distance, shift, |x, y| x < pillar && y < pillar);
    forms.map(pattern).collect()
}

/// Checkerboards with squares of 1 x 1 to 6 x 6 cells.
pub fn checkerboards() -> Vec<Pattern> {
    let board = |square: u32| {
        Pattern::of_obstacles(2 * square, 2 * square, 0, |x, y| (x / square + y / square).is_multiple_of(2))
    };
    (1..=6).map(board).collect()
}

/// Combs with teeth of 4 to 10 cells at every second or third column, and a free row and column around each comb.
pub fn combs() -> Vec<Pattern> {
    let forms = [6, 8, 10, 12].into_iter().flat_map(|side| [2, 3].map(|distance| (side, distance)));
    let comb = |(side, distance): (u32, u32)| {
        Pattern::of_obstacles(side, side, 0, |x, y| {
            x + 1 < side && y + 1 < side && (y == 0 || x.is_multiple_of(distance))
        })
    };
    forms.map(comb).collect()
}

/// Spirals of 8 x 8 to 12 x 12 cells, each with a street around it.
pub fn spirals() -> Vec<Pattern> {
    let forms = (8..=12).flat_map(|side| [1, 2].map(|corridor| (side, corridor)));
    forms.map(|(side, corridor)| Pattern::of_map(&Shape::Spiral(corridor).map(side))).collect()
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A random tile of at most 12 x 12 cells, with 3 to 50 % obstacles. About every third tile is shifted.
pub fn random_tile(random: &mut Random) -> Pattern {
    loop {
        let (width, height, density) = (random.between(1, 12), random.between(1, 12), random.between(3, 50));
        let shift = if random.below(3) == 0 { random.below(width) } else { 0 };
        let obstacles = (0..width * height).map(|_| random.percent(density)).collect();
        let pattern = Pattern { width, height, shift, obstacles };
        if pattern.has_both_types() {
            return pattern;
        }
    }
}
