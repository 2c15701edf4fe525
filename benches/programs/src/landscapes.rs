//! Large maps of several kinds. Kind and side alone determine the map.

use common::cell_map::CellMap;
use common::random_maps::Random;
use common::tiles::Pattern;
use gridstar::grid::Cell;

/// A kind of map: its name, and the map with a side.
pub(crate) type Landscape = (&'static str, fn(u32) -> CellMap);

pub(crate) const LANDSCAPES: [Landscape; 8] = [
    ("rooms of 36 cells", rooms),
    ("city blocks", city),
    ("maze, 8 wide", |side| maze(side, 8)),
    ("caves", caves),
    ("pillars", |side| Pattern::drawn("##..../##..../....../....../....../......", 3).map(side)),
    ("bricks", |side| Pattern::drawn("#####./....../......", 2).map(side)),
    ("10 % scattered", |side| scattered(side, 10)),
    ("20 % scattered", |side| scattered(side, 20)),
];

pub(crate) fn scattered(side: u32, percent: u32) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(side.into()));
    for cell in map.cells().filter(|_| random.percent(percent)) {
        map.set_obstacle(cell, true);
    }
    map
}

/// Walls at every 37th column and row, from the sixth on, with a door at a random place between two crossings.
pub(crate) fn rooms(side: u32) -> CellMap {
    const DISTANCE: i32 = 37;
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(side.into()));
    let is_wall = |at: i32| at % DISTANCE == 5;
    for cell in map.cells().filter(|cell| is_wall(cell.x) || is_wall(cell.y)) {
        map.set_obstacle(cell, true);
    }
    for crossing in map.cells().filter(|cell| is_wall(cell.x) && is_wall(cell.y)) {
        let mut along = || 1 + random.below(DISTANCE as u32 - 1) as i32;
        let doors = [Cell::new(crossing.x + along(), crossing.y), Cell::new(crossing.x, crossing.y + along())];
        doors.into_iter().filter(|&door| map.contains(door)).collect::<Vec<_>>().into_iter().for_each(|door| {
            map.set_obstacle(door, false);
        });
    }
    map
}

/// Streets of 2 to 7 cells between blocks of 9 to 40 cells. Every sixth block is a square; every eighth street between
/// two blocks is built over.
pub(crate) fn city(side: u32) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(side.into()));
    let mut strips = || {
        let (mut strips, mut at) = (Vec::new(), 0);
        while at < side as i32 {
            let (street, block) = (random.between(2, 7) as i32, random.between(9, 40) as i32);
            strips.extend([(at, at + street), (at + street, at + street + block)]);
            at += street + block;
        }
        strips
    };
    let (columns, rows) = (strips(), strips());
    for (row, &(top, bottom)) in rows.iter().enumerate() {
        for (column, &(left, right)) in columns.iter().enumerate() {
            let is_built = match row % 2 + column % 2 {
                2 => random.below(6) != 0,
                1 => random.below(8) == 0,
                _ => false,
            };
            for y in if is_built { top..bottom.min(side as i32) } else { 0..0 } {
                (left..right.min(side as i32)).for_each(|x| map.set_obstacle(Cell::new(x, y), true));
            }
        }
    }
    map
}

/// A maze without loops. Walls are one cell wide, corridors `wide` cells.
pub(crate) fn maze(side: u32, wide: u32) -> CellMap {
    let room = wide as i32 + 1;
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(side.into()));
    for cell in map.cells().filter(|cell| cell.x % room == 0 || cell.y % room == 0) {
        map.set_obstacle(cell, true);
    }
    let rooms = (side as i32 - 1) / room;
    let mut is_reached = vec![false; (rooms * rooms) as usize];
    let mut way = vec![(0, 0)];
    is_reached[0] = true;
    while let Some(&(x, y)) = way.last() {
        let next = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy): (i32, i32)| (x + dx, y + dy));
        let is_new = |&(x, y): &(i32, i32)| {
            (0..rooms).contains(&x) && (0..rooms).contains(&y) && !is_reached[(y * rooms + x) as usize]
        };
        let choices: Vec<_> = next.into_iter().filter(is_new).collect();
        let Some(&(to_x, to_y)) = choices.get(random.below(choices.len().max(1) as u32) as usize) else {
            way.pop();
            continue;
        };
        for along in 1..room {
            let wall = match to_x == x {
                true => Cell::new(x * room + along, y.max(to_y) * room),
                false => Cell::new(x.max(to_x) * room, y * room + along),
            };
            map.set_obstacle(wall, false);
        }
        is_reached[(to_y * rooms + to_x) as usize] = true;
        way.push((to_x, to_y));
    }
    map
}

/// Caves by a cellular automaton, on at most 1024 x 1024 cells that are repeated.
pub(crate) fn caves(side: u32) -> CellMap {
    let part = side.min(1024) as usize;
    let mut random = Random::new(side.into());
    let mut rock: Vec<bool> = (0..part * part).map(|_| random.percent(44)).collect();
    for _ in 0..4 {
        let is_rock = |place: usize| {
            let (x, y) = (place % part + part - 1, place / part + part - 1);
            let around = (0..9).filter(|at| rock[(y + at / 3) % part * part + (x + at % 3) % part]);
            around.count() >= 5
        };
        rock = (0..part * part).map(is_rock).collect();
    }
    let mut map = CellMap::new(side, side);
    for cell in map.cells().filter(|cell| rock[cell.y as usize % part * part + cell.x as usize % part]) {
        map.set_obstacle(cell, true);
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_landscape_is_the_same_each_time_and_has_walkable_cells_and_obstacles() {
        for (name, map) in LANDSCAPES {
            let (one, other) = (map(100), map(100));
            assert_eq!(one, other, "{name}");
            let walkable = one.cells().filter(|&cell| one.is_walkable(cell)).count();
            assert!((1000..9500).contains(&walkable), "{name}: {walkable}\n{one}");
        }
    }
}
