//! Walls come from the grid, also while it is edited.

use common::avoidance::{TICK, distance, grid_of};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::grid::{Cell, CellType, Edit, GridSize, Rect};
use gridstar::index::{AgentView, IndexedGrid};

const SIDE: u32 = 24;
const AGENTS: u32 = 30;

/// An hour has 72,000 ticks of 0.05 seconds. Every 20 ticks an edit opens or closes some cells, often around agents. A
/// second crowd looks at all cells anew after each edit, and its agents do the same.
#[test]
fn nobody_enters_a_wall_in_an_hour_of_ticks_with_edits() {
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let (mut map, mut grid, mut crowd) = start(&mut random);
        let (_, _, mut anew) = start(&mut Random::new(seed));
        let mut wishes = [[0.0; 2]; AGENTS as usize];
        for tick in 0..3000 {
            if random.percent(5) {
                let rect = edit(&mut random, &mut map, &mut grid);
                crowd.set_walls(AgentView::from(&grid), Some(&[rect])).unwrap();
                anew.set_walls(AgentView::from(&grid), None).unwrap();
            }
            for wish in &mut wishes {
                if random.percent(10) {
                    *wish = [0, 1].map(|_| random.below(800) as f32 / 100.0 - 4.0);
                }
            }
            crowd.tick(TICK, &wishes).unwrap();
            anew.tick(TICK, &wishes).unwrap();
            assert_eq!(crowd.hash(), anew.hash(), "tick {tick}, seed {seed}\n{map}");
            for number in 0..AGENTS {
                let [x, y] = crowd.position(number);
                let cell = Cell::new(x.floor() as i32, y.floor() as i32);
                assert!(map.is_walkable(cell), "agent {number} in {cell:?} at tick {tick}, seed {seed}\n{map}");
            }
        }
    }
}

fn start(random: &mut Random) -> (CellMap, IndexedGrid, Crowd) {
    let mut map = CellMap::new(SIDE, SIDE);
    let share = random.below(40);
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(share));
    }
    map.set_obstacle(Cell::new(0, 0), false);
    let grid = grid_of(&map);
    let mut crowd = Crowd::new(GridSize { width: SIDE, height: SIDE });
    crowd.set_walls(AgentView::from(&grid), None).unwrap();
    for _ in 0..AGENTS {
        let settings = AgentSettings {
            radius: [0.1, 0.3, 0.45, 0.5, 0.9, 1.4][random.below(6) as usize],
            max_speed: [1.0, 2.0, 4.0, 12.0][random.below(4) as usize],
            priority: random.below(3) as i32 * 40,
            ..AgentSettings::default()
        };
        // Also into walls: they come to the nearest free cell.
        let at = [0, 1].map(|_| random.below(SIDE * 100) as f32 / 100.0);
        crowd.add(settings, at).unwrap();
    }
    (map, grid, crowd)
}

fn edit(random: &mut Random, map: &mut CellMap, grid: &mut IndexedGrid) -> Rect {
    let (x, y) = (random.below(SIDE - 3), random.below(SIDE - 3));
    let rect = Rect { x: x as i32, y: y as i32, width: 1 + random.below(3), height: 1 + random.below(3) };
    let closes = random.percent(45);
    for y in 0..rect.height as i32 {
        for x in 0..rect.width as i32 {
            map.set_obstacle(Cell::new(rect.x + x, rect.y + y), closes);
        }
    }
    // One cell stays free, so that everybody has a place.
    map.set_obstacle(Cell::new(0, 0), false);
    grid.edit(&Edit::fill(rect, CellType(closes.into()))).unwrap();
    grid.edit(&Edit::set(Cell::new(0, 0), CellType(0))).unwrap();
    rect
}

#[test]
fn an_agent_in_a_closed_cell_comes_to_the_nearest_free_one() {
    let mut map = CellMap::parse(
        "........
         ........
         ........",
    );
    let mut grid = grid_of(&map);
    let mut crowd = Crowd::new(GridSize { width: 8, height: 3 });
    crowd.set_walls(AgentView::from(&grid), None).unwrap();
    crowd.add(AgentSettings::default(), [2.2, 1.5]).unwrap();
    map.set_obstacle(Cell::new(2, 1), true);
    grid.edit(&Edit::set(Cell::new(2, 1), CellType(1))).unwrap();
    let rect = Rect { x: 2, y: 1, width: 1, height: 1 };
    crowd.set_walls(AgentView::from(&grid), Some(&[rect])).unwrap();
    let [x, y] = crowd.position(0);
    assert!(distance([x, y], [1.65, 1.5]) < 0.01, "{x} {y}");
}

/// Gates take memory, which tells when they were found.
#[test]
fn a_passage_that_an_edit_makes_is_known_at_the_next_tick() {
    let mut map = CellMap::new(16, 16);
    let mut grid = grid_of(&map);
    let mut crowd = Crowd::new(GridSize { width: 16, height: 16 });
    crowd.set_walls(AgentView::from(&grid), None).unwrap();
    crowd.add(AgentSettings::default(), [2.5, 2.5]).unwrap();
    crowd.tick(TICK, &[]).unwrap();
    let without = crowd.bytes();
    for y in (0..16).filter(|&y| y != 8) {
        map.set_obstacle(Cell::new(8, y), true);
        grid.edit(&Edit::set(Cell::new(8, y), CellType(1))).unwrap();
    }
    crowd.set_walls(AgentView::from(&grid), Some(&[Rect { x: 8, y: 0, width: 1, height: 16 }])).unwrap();
    assert_eq!(crowd.bytes(), without);
    crowd.tick(TICK, &[]).unwrap();
    assert!(crowd.bytes() > without, "the passage is not known");
}

/// Two agents who stand at one place, or side by side where a corridor has no room for both, come apart along it.
#[test]
fn two_in_one_place_of_a_corridor_come_apart() {
    for (width, height) in [(20, 1), (1, 20)] {
        for beside in [0.0, 0.2] {
            let mut crowd = Crowd::new(GridSize { width, height });
            crowd.set_walls(AgentView::from(&grid_of(&CellMap::new(width, height))), None).unwrap();
            let middle = [width as f32 / 2.0, height as f32 / 2.0];
            let side = if width == 1 { [middle[0] + beside, middle[1]] } else { [middle[0], middle[1] + beside] };
            let agents = [middle, side].map(|at| crowd.add(AgentSettings::default(), at).unwrap());
            (0..100).for_each(|_| crowd.tick(TICK, &[]).unwrap());
            let [one, other] = agents.map(|number| crowd.position(number));
            assert!(distance(one, other) > 0.68, "{width} x {height}, {beside} beside: {one:?}, {other:?}");
        }
    }
}

#[test]
fn an_agent_slides_along_a_wall_and_does_not_leave_the_map() {
    let map = CellMap::new(20, 3);
    let mut crowd = Crowd::new(GridSize { width: 20, height: 3 });
    crowd.set_walls(AgentView::from(&grid_of(&map)), None).unwrap();
    crowd.add(AgentSettings::default(), [2.0, 1.0]).unwrap();
    (0..300).for_each(|_| crowd.tick(TICK, &[[1.4, 1.4]]).unwrap());
    let [x, y] = crowd.position(0);
    assert!((x - 19.65).abs() < 0.01 && (y - 2.65).abs() < 0.01, "{x} {y}");
}
