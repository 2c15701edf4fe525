//! Generated maps of any size. Kind and side alone determine the map.

use crate::scenarios::random_queries;
use anyhow::Result;
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::grid::Cell;

/// Kinds of generated maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Rooms of [`ROOM`] cells a side between walls of one cell. Each wall has a door of one cell, so all rooms are
    /// connected.
    Rooms,
    /// Every cell is an obstacle with a chance of a tenth.
    Random,
    /// Every cell is an obstacle with a chance of a fifth.
    Dense,
    /// No obstacles. An edit then changes jump points along whole rows and columns.
    Plain,
}

/// Distance between walls.
const ROOM: i32 = 32;

impl Kind {
    pub(crate) const ALL: [Self; 2] = [Self::Rooms, Self::Random];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Rooms => "rooms",
            Self::Random => "10 % random",
            Self::Dense => "20 % random",
            Self::Plain => "plain",
        }
    }

    /// The map with this side.
    pub(crate) fn map(self, side: u32) -> CellMap {
        let mut map = CellMap::new(side, side);
        match self {
            Self::Rooms => {
                for cell in map.cells().filter(|cell| cell.x % ROOM == 0 || cell.y % ROOM == 0) {
                    map.set_obstacle(cell, true);
                }
                for door in doors(side) {
                    map.set_obstacle(door, false);
                }
            }
            Self::Random => scatter(&mut map, 10),
            Self::Dense => scatter(&mut map, 20),
            Self::Plain => {}
        }
        map
    }

    /// Cells that a game may open and close: the doors of rooms, or the same number of random cells.
    pub(crate) fn gates(self, side: u32) -> Vec<Cell> {
        let doors = doors(side);
        match self {
            Self::Rooms => doors,
            Self::Random | Self::Dense | Self::Plain => {
                let mut random = Random::new(u64::from(side) + 1);
                let mut any = || random.below(side) as i32;
                doors.iter().map(|_| Cell::new(any(), any())).collect()
            }
        }
    }
}

/// Makes each cell an obstacle with a chance of `percent`.
fn scatter(map: &mut CellMap, percent: u32) {
    let mut random = Random::new(map.width() as u64);
    for cell in map.cells().filter(|_| random.percent(percent)) {
        map.set_obstacle(cell, true);
    }
}

/// A door at a random place of each wall.
fn doors(side: u32) -> Vec<Cell> {
    let mut random = Random::new(u64::from(side));
    let rooms = side.div_ceil(ROOM as u32) as i32;
    let mut doors = Vec::new();
    for (column, row) in (0..rooms).flat_map(|row| (0..rooms).map(move |column| (column, row))) {
        let (x, y) = (column * ROOM, row * ROOM);
        // The last room of a row or column may be smaller.
        let mut along = |from: i32| from + 1 + random.below((side as i32 - from - 1).clamp(1, ROOM - 1) as u32) as i32;
        let (beside, below) = (Cell::new(x, along(y)), Cell::new(along(x), y));
        doors.extend(
            [(column > 0, beside), (row > 0, below)].iter().filter(|(is_inside, _)| *is_inside).map(|one| one.1),
        );
    }
    doors.retain(|door| door.x < side as i32 && door.y < side as i32);
    doors
}

/// Random queries across a map, the same at each call.
pub(crate) fn queries(map: &CellMap, count: usize) -> Result<Vec<(Cell, Cell)>> {
    random_queries(map, count, map.width() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{BenchGrid, Engine, Rules};

    #[test]
    fn a_map_is_the_same_each_time() {
        for kind in Kind::ALL {
            assert_eq!(kind.map(100), kind.map(100));
            assert_eq!(kind.gates(100), kind.gates(100));
        }
        assert_ne!(Kind::Rooms.map(64), Kind::Random.map(64));
    }

    #[test]
    fn all_rooms_are_connected() {
        // Sides that end with a wall, inside a room, and with a room of one cell.
        for side in [64, 97, 100, 130] {
            let map = Kind::Rooms.map(side);
            let mut grid = BenchGrid::of_map(&map, Engine::Default, Rules::BENCHMARK).unwrap();
            for cell in map.cells().filter(|&cell| map.is_walkable(cell)) {
                assert!(grid.find(Cell::new(1, 1), cell).unwrap().is_found, "side {side}: {cell:?}\n{map}");
            }
        }
    }

    #[test]
    fn gates_lie_on_the_map_and_doors_are_open() {
        for (kind, side) in [(Kind::Rooms, 97), (Kind::Rooms, 512), (Kind::Random, 130)] {
            let (map, gates) = (kind.map(side), kind.gates(side));
            assert!(gates.len() > 2 && gates.iter().all(|&gate| map.contains(gate)), "{kind:?} {side}");
            assert!(kind == Kind::Random || gates.iter().all(|&gate| map.is_walkable(gate)), "{kind:?} {side}");
        }
    }
}
