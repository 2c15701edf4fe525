//! Gates in walls between cells.

use super::Gates;
use super::gate::INSIDE;
use crate::crowd::agents::{AgentSettings, Agents};
use crate::crowd::numbers::Point;
use crate::crowd::walls::Walls;
use crate::grid::{Cell, CellType, Edit, GridSize, Layout, Passage, Rect};
use crate::index::{AgentView, IndexedGrid};
use crate::random::{Random, repeats};

const SIDE: i32 = 70;
const SIZE: GridSize = GridSize { width: SIDE as u32, height: SIDE as u32 };

/// The gates of a map, as far as they are found.
struct Found {
    walls: Walls,
    gates: Gates,
}

/// A gate's first cell and ends, whether it is a door, and the part.
type Zone = Option<(u32, [[u16; 2]; 2], bool, u32)>;

impl Found {
    fn new(grid: &IndexedGrid) -> Self {
        let mut found = Self { walls: Walls::default(), gates: Gates::default() };
        found.gates.resize(SIZE).unwrap();
        found.see(grid, None);
        found
    }

    fn see(&mut self, grid: &IndexedGrid, changed: Option<&[Rect]>) {
        self.walls.update(AgentView::from(grid), changed, |rect| self.gates.forget(rect)).unwrap();
    }

    /// The zones of all cells around some agents.
    fn zones(&mut self, agents: &Agents) -> Vec<Zone> {
        self.gates.find(&self.walls, agents, 1).unwrap();
        let cells = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Point::at(x as f32 + 0.5, y as f32 + 0.5)));
        let zone = |at: Point| {
            let (gate, part) = self.gates.blocks.zone(at)?;
            let passage = &self.gates.known.get(gate).passage;
            Some((passage.first, passage.ends, passage.is_door, part))
        };
        cells.map(zone).collect()
    }
}

/// Agents in some blocks.
fn agents_at(cells: &[(i32, i32)]) -> Agents {
    let mut agents = Agents::default();
    for &(x, y) in cells {
        agents.reserve(1).unwrap();
        agents.add(AgentSettings::default(), Point::at(x as f32 + 0.5, y as f32 + 0.5));
    }
    agents
}

fn put(grid: &mut IndexedGrid, from: Cell, to: Cell, passage: Passage) {
    grid.edit(&Edit::set_passage(SIZE, Layout::Square, [from, to], passage).unwrap()).unwrap();
}

/// A wall from top to bottom behind column 20, with a door of some cells from row 20 on.
fn walled(door: i32) -> IndexedGrid {
    let mut grid = IndexedGrid::new(SIZE.width, SIZE.height).unwrap();
    for y in (0..SIDE).filter(|y| !(20..20 + door).contains(y)) {
        put(&mut grid, Cell::new(20, y), Cell::new(21, y), Passage::Wall);
    }
    grid
}

#[test]
fn an_opening_of_one_or_two_cells_in_a_wall_is_a_gate() {
    for door in 1..=3 {
        let zones = Found::new(&walled(door)).zones(&agents_at(&[(10, 10)]));
        let part = |x: i32, y: i32| zones[(y * SIDE + x) as usize].map(|zone| (zone.2, zone.3));
        let is_gate = door < 3;
        let inside = is_gate.then_some((true, INSIDE));
        assert_eq!([part(20, 20), part(21, 20), part(20, 19 + door)], [inside; 3], "door of {door}");
        assert_eq!([part(19, 20), part(20, 19)], [is_gate.then_some((true, 0)); 2]);
        assert_eq!([part(22, 20), part(21, 19)], [is_gate.then_some((true, 1)); 2]);
        // Zones go around no corner of the door: behind the wall, each side has its own.
        assert_eq!([part(20, 12), part(21, 12)], [is_gate.then_some((true, 0)), is_gate.then_some((true, 1))]);
    }
}

#[test]
fn a_door_that_is_closed_or_opens_in_one_direction_is_no_gate() {
    for passage in [Passage::Wall, Passage::OneWay, Passage::OneWayBack] {
        let mut grid = walled(1);
        put(&mut grid, Cell::new(20, 20), Cell::new(21, 20), passage);
        assert!(Found::new(&grid).zones(&agents_at(&[(10, 10)])).iter().all(Option::is_none));
    }
}

/// A corridor between two walls is as narrow as one between blocked cells.
#[test]
fn corridors_between_walls_are_gates() {
    let mut grid = IndexedGrid::new(SIZE.width, SIZE.height).unwrap();
    grid.edit(&Edit::fill(Rect { x: 15, y: 0, width: 5, height: 10 }, CellType::OBSTACLE)).unwrap();
    grid.edit(&Edit::fill(Rect { x: 15, y: 11, width: 5, height: 59 }, CellType::OBSTACLE)).unwrap();
    let agents = agents_at(&[(10, 10)]);
    let of_cells = Found::new(&grid).zones(&agents);
    grid.edit(&Edit::fill(Rect { x: 15, y: 0, width: 5, height: 70 }, CellType::WALKABLE)).unwrap();
    for y in (0..SIDE).filter(|&y| y != 10) {
        put(&mut grid, Cell::new(14, y), Cell::new(15, y), Passage::Wall);
        put(&mut grid, Cell::new(19, y), Cell::new(20, y), Passage::Wall);
    }
    for x in 15..20 {
        put(&mut grid, Cell::new(x, 9), Cell::new(x, 10), Passage::Wall);
        put(&mut grid, Cell::new(x, 10), Cell::new(x, 11), Passage::Wall);
    }
    let of_walls = Found::new(&grid).zones(&agents);
    let corridor = (10 * SIDE + 15) as usize..(10 * SIDE + 20) as usize;
    assert!(of_cells[corridor.clone()].iter().all(Option::is_some));
    assert_eq!(of_walls[corridor.clone()], of_cells[corridor]);
}

/// Blocks that are found one after another, and again after edits, have the zones that are found all at once.
#[test]
fn doors_are_free_of_history() {
    let mut doors = 0;
    for seed in 0..repeats(30, 1) as u64 {
        let mut random = Random::new(seed);
        let mut grid = IndexedGrid::new(SIZE.width, SIZE.height).unwrap();
        let mut found = Found::new(&grid);
        let walls = [5, 20, 60][random.below(3)];
        for round in 0..6 {
            let mut changed = Vec::new();
            for _ in 0..if round == 0 { walls * 40 } else { 1 + random.below(8) } {
                // Lines of walls, with openings.
                let (x, y) = (random.below(SIDE as usize - 1) as i32, random.below(SIDE as usize - 1) as i32);
                let is_upright = random.below(2) == 0;
                let passage = [Passage::Wall, Passage::Wall, Passage::Open, Passage::OneWay][random.below(4)];
                for i in 0..random.below(8) as i32 {
                    let (dx, dy) = if is_upright { (0, i) } else { (i, 0) };
                    let from = Cell::new((x + dx).min(SIDE - 2), (y + dy).min(SIDE - 2));
                    let to = if is_upright { Cell::new(from.x + 1, from.y) } else { Cell::new(from.x, from.y + 1) };
                    put(&mut grid, from, to, passage);
                    changed.push(Rect { x: from.x, y: from.y, width: 1, height: 1 });
                }
            }
            let changed = if round == 0 { None } else { Some(&changed[..]) };
            found.see(&grid, changed);
            let places: Vec<_> =
                (0..1 + random.below(6)).map(|_| [(); 2].map(|()| random.below(SIDE as usize) as i32)).collect();
            let agents = agents_at(&places.iter().map(|&[x, y]| (x, y)).collect::<Vec<_>>());
            let zones = found.zones(&agents);
            assert!(zones == Found::new(&grid).zones(&agents), "seed {seed}, round {round}");
            doors += zones.iter().flatten().filter(|zone| zone.2 && zone.3 == INSIDE).count();
        }
    }
    assert!(repeats(30, 1) < 30 || doors > 1000, "{doors}");
}
