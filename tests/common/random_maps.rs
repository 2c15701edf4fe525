//! Random maps of several kinds. The seed alone determines a map, on every platform.

use super::cell_map::CellMap;
use gridstar::grid::Cell;
use std::fmt;
use std::ops::Range;

/// Number of repeats of a random test: a few, or `GRIDSTAR_REPEATS` times as many. `cargo xtask test --all` sets it.
pub fn repeats(few: u64) -> u64 {
    let times = std::env::var("GRIDSTAR_REPEATS").ok().and_then(|times| times.parse::<u64>().ok());
    few * times.unwrap_or(1)
}

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). Not from a crate,
/// because the committed hashes of paths need exactly these numbers forever. A fuzzer chooses the first numbers itself,
/// by bytes.
pub struct Random {
    state: u64,
    bytes: std::vec::IntoIter<u8>,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { state: seed, bytes: Vec::new().into_iter() }
    }

    /// Draws its numbers from the bytes, and from seed 0 when no bytes are left.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self { state: 0, bytes: Vec::from(bytes).into_iter() }
    }

    /// Whether bytes wait that no number has taken.
    pub fn has_bytes(&self) -> bool {
        self.bytes.len() > 0
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`. `end` must be above 0.
    pub fn below(&mut self, end: u32) -> u32 {
        if !self.has_bytes() {
            return (self.next() % u64::from(end)) as u32;
        }
        // The fewest bytes that reach every number, so that one changed byte changes one choice.
        let count = (u32::BITS - (end - 1).leading_zeros()).div_ceil(8) as usize;
        self.bytes.by_ref().take(count).fold(0, |number, byte| number << 8 | u32::from(byte)) % end
    }

    /// A number from `first` to `last`, both included.
    pub fn between(&mut self, first: u32, last: u32) -> u32 {
        first + self.below(last - first + 1)
    }

    pub fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }

    /// A random cell of a map.
    pub fn cell(&mut self, map: &CellMap) -> Cell {
        Cell::new(self.below(map.width() as u32) as i32, self.below(map.height() as u32) as i32)
    }

    /// A random walkable cell; any cell if no cell is walkable.
    pub fn walkable_cell(&mut self, map: &CellMap) -> Cell {
        let walkable: Vec<Cell> = map.cells().filter(|&cell| map.is_walkable(cell)).collect();
        if walkable.is_empty() { self.cell(map) } else { walkable[self.below(walkable.len() as u32) as usize] }
    }
}

/// The seeds of a random test, or those that `GRIDSTAR_FIRST_SEED` and `GRIDSTAR_SEEDS` (their number) choose.
pub fn seeds(usual: Range<u64>) -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let first = number("GRIDSTAR_FIRST_SEED").unwrap_or(usual.start);
    first..first + number("GRIDSTAR_SEEDS").unwrap_or(usual.end - usual.start)
}

/// A map, its seed and its kind. Displays the whole map.
pub struct RandomMap {
    pub seed: u64,
    pub kind: &'static str,
    pub map: CellMap,
}

type Generator = fn(&mut Random) -> CellMap;

const KINDS: [(&str, Generator); 8] = [
    ("sparse obstacles", |random| uniform(random, 2, 40, 8)),
    ("dense obstacles", |random| {
        let density = random.between(20, 45);
        uniform(random, 2, 40, density)
    }),
    ("rooms", rooms),
    ("a maze", maze),
    ("one cell wide", one_cell_wide),
    ("as wide as a word of bits, or a cell off", word_wide),
    ("a border of obstacles", bordered),
    ("tiny", |random| uniform(random, 1, 4, 25)),
];

/// The map of a seed. Consecutive seeds give different kinds.
pub fn random_map(seed: u64) -> RandomMap {
    let (kind, generate) = KINDS[(seed % KINDS.len() as u64) as usize];
    RandomMap { seed, kind, map: generate(&mut Random::new(seed)) }
}

impl fmt::Display for RandomMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.map.width(), self.map.height());
        writeln!(f, "seed {}: {}, {width} x {height}\n{}", self.seed, self.kind, self.map)
    }
}

fn uniform(random: &mut Random, smallest: u32, largest: u32, density: u32) -> CellMap {
    let mut map = CellMap::new(random.between(smallest, largest), random.between(smallest, largest));
    scatter(random, &mut map, density);
    map
}

/// Makes each cell an obstacle with a chance of `density` percent.
fn scatter(random: &mut Random, map: &mut CellMap, density: u32) {
    for cell in map.cells() {
        if random.percent(density) {
            map.set_obstacle(cell, true);
        }
    }
}

/// Walls at equal distances, most of them with a door of one cell.
fn rooms(random: &mut Random) -> CellMap {
    let distance = random.between(3, 8) as i32;
    let mut map = CellMap::new(random.between(10, 40), random.between(10, 40));
    for cell in map.cells() {
        map.set_obstacle(cell, cell.x % distance == 0 || cell.y % distance == 0);
    }
    for corner in map.cells().filter(|cell| cell.x % distance == 0 && cell.y % distance == 0) {
        let doors = [(0, random.between(1, distance as u32 - 1)), (random.between(1, distance as u32 - 1), 0)];
        for (dx, dy) in doors {
            let door = Cell::new(corner.x + dx as i32, corner.y + dy as i32);
            if map.contains(door) && random.percent(80) {
                map.set_obstacle(door, false);
            }
        }
    }
    map
}

/// A maze without loops, its corridors one cell wide. Rooms lie at every second cell of every second row, and a
/// corridor leads from a room to each new room.
fn maze(random: &mut Random) -> CellMap {
    let mut map = CellMap::new(random.between(3, 20) * 2 + 1, random.between(3, 20) * 2 + 1);
    for cell in map.cells() {
        map.set_obstacle(cell, true);
    }
    let mut way = vec![Cell::new(1, 1)];
    map.set_obstacle(way[0], false);
    while let Some(&room) = way.last() {
        let is_new = |&(dx, dy): &(i32, i32)| {
            let next = Cell::new(room.x + 2 * dx, room.y + 2 * dy);
            map.contains(next) && !map.is_walkable(next)
        };
        let choices: Vec<_> = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter(is_new).collect();
        if choices.is_empty() {
            way.pop();
            continue;
        }
        let (dx, dy) = choices[random.below(choices.len() as u32) as usize];
        map.set_obstacle(Cell::new(room.x + dx, room.y + dy), false);
        way.push(Cell::new(room.x + 2 * dx, room.y + 2 * dy));
        map.set_obstacle(way[way.len() - 1], false);
    }
    map
}

fn one_cell_wide(random: &mut Random) -> CellMap {
    let length = random.between(1, 130);
    let mut map = if random.percent(50) { CellMap::new(length, 1) } else { CellMap::new(1, length) };
    scatter(random, &mut map, 2);
    map
}

fn word_wide(random: &mut Random) -> CellMap {
    let (across, along) = (random.between(63, 65), random.between(3, 12));
    let mut map = if random.percent(50) { CellMap::new(across, along) } else { CellMap::new(along, across) };
    let density = random.between(5, 40);
    scatter(random, &mut map, density);
    map
}

/// A frame of obstacles around scattered obstacles; or a walkable frame around a block of obstacles.
fn bordered(random: &mut Random) -> CellMap {
    let mut map = uniform(random, 3, 32, 20);
    let framed = random.percent(60);
    for cell in map.cells() {
        let on_frame = cell.x == 0 || cell.y == 0 || cell.x == map.width() - 1 || cell.y == map.height() - 1;
        if on_frame == framed {
            map.set_obstacle(cell, true);
        } else if !framed {
            map.set_obstacle(cell, false);
        }
    }
    map
}
