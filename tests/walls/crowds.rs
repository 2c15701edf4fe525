//! Crowds among walls between cells: nobody's center ever goes over a closed side, discs keep off walls, and two
//! streams pass a door.

use common::abi::default_grid_def;
use common::avoidance::{TestCrowd, crowd_agent};
use common::random_maps::Random;
use common::walls::*;
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::ffi::{GridstarLayout, GridstarStatus};
use gridstar::grid::{Cell, CellType, Edit, GridSize, Layout, Passage, Rect};
use gridstar::index::{AgentView, IndexedGrid};

const TICK: f32 = 0.05;

pub(super) fn grid_of(map: &WalledMap) -> IndexedGrid {
    let mut grid = IndexedGrid::new(map.width as u32, map.height as u32).unwrap();
    for cell in map.cells() {
        grid.edit(&Edit::set(cell, CellType(map.types[map.index(cell)]))).unwrap();
        for next in [Cell::new(cell.x + 1, cell.y), Cell::new(cell.x, cell.y + 1)] {
            if map.contains(next) {
                put(&mut grid, map, cell, next);
            }
        }
    }
    grid
}

fn size_of(map: &WalledMap) -> GridSize {
    GridSize { width: map.width as u32, height: map.height as u32 }
}

/// Gives the grid the passage of the model.
fn put(grid: &mut IndexedGrid, map: &WalledMap, from: Cell, to: Cell) {
    let passage = match map.passage(from, to) {
        OPEN => Passage::Open,
        WALL => Passage::Wall,
        ONE_WAY => Passage::OneWay,
        _ => Passage::OneWayBack,
    };
    grid.edit(&Edit::set_passage(size_of(map), Layout::Square, [from, to], passage).unwrap()).unwrap();
}

fn cell_of([x, y]: [f32; 2]) -> Cell {
    Cell::new(x.floor() as i32, y.floor() as i32)
}

/// Whether the straight way of a center in one step goes over no closed side, by points close to each other. Between
/// two cells that touch at a corner, it may pass on either side of the corner.
fn may_come(map: &WalledMap, from: [f32; 2], to: [f32; 2]) -> bool {
    const PARTS: i32 = 256;
    let at = |part: i32| {
        let [x, y] = [0, 1].map(|axis| {
            let (from, to) = (f64::from(from[axis]), f64::from(to[axis]));
            (from + (to - from) * f64::from(part) / f64::from(PARTS)).floor() as i32
        });
        Cell::new(x, y)
    };
    let is_closed = |one: Cell, other: Cell| one != other && map.is_closed(one, other);
    (0..PARTS).all(|part| {
        let (one, next) = (at(part), at(part + 1));
        let ways = [Cell::new(one.x, next.y), Cell::new(next.x, one.y)];
        one == next || ways.iter().any(|&by| !is_closed(one, by) && !is_closed(by, next))
    })
}

/// A tick step by step, with a look at all positions after each.
fn tick(crowd: &mut Crowd, wishes: &[[f32; 2]], mut look: impl FnMut(&[[f32; 2]], &[[f32; 2]])) {
    let positions = |crowd: &Crowd| (0..crowd.count() as u32).map(|number| crowd.position(number)).collect::<Vec<_>>();
    let (steps, seconds) = crowd.steps(TICK, wishes).unwrap();
    for _ in 0..steps {
        let before = positions(crowd);
        crowd.begin(seconds);
        crowd.run();
        crowd.end();
        look(&before, &positions(crowd));
    }
}

const AGENTS: u32 = 40;

fn random_crowd(random: &mut Random, map: &WalledMap) -> Crowd {
    let mut crowd = Crowd::new(size_of(map));
    for _ in 0..AGENTS {
        let settings = AgentSettings {
            radius: [0.02, 0.1, 0.3, 0.45, 0.5, 0.9, 1.4][random.below(7) as usize],
            max_speed: [1.0, 2.0, 4.0, 12.0][random.below(4) as usize],
            priority: random.below(3) as i32 * 40,
            ..AgentSettings::default()
        };
        let at = [map.width, map.height].map(|side| random.below(side as u32 * 100) as f32 / 100.0);
        crowd.add(settings, at).unwrap();
    }
    crowd
}

/// Walls come and go between agents, and now and then cells. A second crowd looks at all anew after each edit, and does
/// the same.
#[test]
fn no_center_ever_goes_over_a_closed_side() {
    for seed in super::seeds(16) {
        let mut random = Random::new(seed);
        let side = 6 + random.below(18) as i32;
        let mut map = WalledMap::new(side, side, GridstarLayout::Square);
        let (obstacles, walls) = ([0, 5, 20][random.below(3) as usize], [5, 20, 50, 90][random.below(4) as usize]);
        map.scatter(&mut random, obstacles, walls, seed % 2 == 0);
        map.types[0] = 0;
        let mut grid = grid_of(&map);
        let (mut crowd, mut anew) =
            (random_crowd(&mut Random::new(seed), &map), random_crowd(&mut Random::new(seed), &map));
        for crowd in [&mut crowd, &mut anew] {
            crowd.set_walls(AgentView::from(&grid), None).unwrap();
        }
        let mut wishes = [[0.0; 2]; AGENTS as usize];
        for number in 0..500 {
            if random.percent(8) {
                let mut rects = Vec::new();
                for _ in 0..1 + random.below(4) {
                    let near = cell_of(crowd.position(random.below(AGENTS)));
                    let neighbors = map.straight_neighbors(near);
                    let next = neighbors[random.below(4) as usize];
                    if random.percent(5) {
                        let index = map.index(near);
                        map.types[index] = u8::from(index != 0 && map.types[index] == 0);
                        grid.edit(&Edit::set(near, CellType(map.types[index]))).unwrap();
                    } else if map.contains(next) {
                        map.set(near, next, random.below(4));
                        put(&mut grid, &map, near, next);
                        rects.push(Rect { x: next.x, y: next.y, width: 1, height: 1 });
                    }
                    rects.push(Rect { x: near.x, y: near.y, width: 1, height: 1 });
                }
                crowd.set_walls(AgentView::from(&grid), Some(&rects)).unwrap();
                anew.set_walls(AgentView::from(&grid), None).unwrap();
            }
            for wish in &mut wishes {
                if random.percent(10) {
                    *wish = [0, 1].map(|_| random.below(800) as f32 / 100.0 - 4.0);
                }
            }
            tick(&mut crowd, &wishes, |before, after| {
                for (agent, (&from, &to)) in before.iter().zip(after).enumerate() {
                    let about =
                        || format!("agent {agent} from {from:?} to {to:?} at tick {number}, seed {seed}\n{map}");
                    assert!(map.types[map.index(cell_of(to))] != 1, "in an obstacle: {}", about());
                    assert!(may_come(&map, from, to), "{}", about());
                }
            });
            anew.tick(TICK, &wishes).unwrap();
            assert_eq!(crowd.hash(), anew.hash(), "tick {number}, seed {seed}\n{map}");
        }
    }
}

/// How far a point is from the wall between a cell and a neighbor.
fn distance_to_side([x, y]: [f32; 2], one: Cell, other: Cell) -> f32 {
    let (left, top) = (one.x.min(other.x) as f32, one.y.min(other.y) as f32);
    let near =
        if one.y == other.y { [left + 1.0, y.clamp(top, top + 1.0)] } else { [x.clamp(left, left + 1.0), top + 1.0] };
    (x - near[0]).hypot(y - near[1])
}

/// Agents that begin in the middles of cells never overlap a wall by more than rounding, whatever they wish.
#[test]
fn discs_keep_off_walls() {
    let mut touched = 0;
    for seed in super::seeds(12) {
        let mut random = Random::new(seed);
        let mut map = WalledMap::new(14, 14, GridstarLayout::Square);
        map.scatter(&mut random, 3, 25, false);
        let grid = grid_of(&map);
        let mut crowd = Crowd::new(size_of(&map));
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        let free: Vec<Cell> = map.cells().into_iter().filter(|&cell| map.is_walkable(cell, 1)).step_by(3).collect();
        let radius = [0.2, 0.35, 0.45, 0.5][random.below(4) as usize];
        for cell in &free {
            let settings = AgentSettings { radius, max_speed: 3.0, ..AgentSettings::default() };
            crowd.add(settings, [cell.x as f32 + 0.5, cell.y as f32 + 0.5]).unwrap();
        }
        let walls: Vec<[Cell; 2]> = map
            .cells()
            .into_iter()
            .flat_map(|cell| map.straight_neighbors(cell).into_iter().map(move |next| [cell, next]))
            .filter(|&[one, other]| (one.x, one.y) < (other.x, other.y) && map.passage(one, other) == WALL)
            .collect();
        let mut wishes = vec![[0.0; 2]; free.len()];
        for number in 0..400 {
            for wish in &mut wishes {
                if random.percent(8) {
                    *wish = [0, 1].map(|_| random.below(600) as f32 / 100.0 - 3.0);
                }
            }
            tick(&mut crowd, &wishes, |_, after| {
                for &at in after {
                    for &[one, other] in &walls {
                        let distance = distance_to_side(at, one, other);
                        touched += u32::from(distance < radius + 0.01);
                        let about = || format!("{at:?} of radius {radius} at tick {number}, seed {seed}\n{map}");
                        assert!(distance > radius - 0.002, "{distance} from {one:?} {other:?}: {}", about());
                    }
                }
            });
        }
    }
    assert!(touched > 1000, "{touched}");
}

/// Two rooms with a wall of no width between them, and a door in it of one or two cells. As many agents in each wish to
/// be in the other one.
fn pass_a_door(wide: i32, both: bool, is_upright: bool, seed: u64) -> Option<u32> {
    const SIDE: i32 = 30;
    const DOOR: i32 = 15;
    let turned = |x: i32, y: i32| if is_upright { Cell::new(x, y) } else { Cell::new(y, x) };
    let mut map = WalledMap::new(SIDE, SIDE, GridstarLayout::Square);
    for y in (0..SIDE).filter(|y| !(DOOR..DOOR + wide).contains(y)) {
        map.set(turned(DOOR - 1, y), turned(DOOR, y), WALL);
    }
    let grid = grid_of(&map);
    let mut crowd = Crowd::new(size_of(&map));
    crowd.set_walls(AgentView::from(&grid), None).unwrap();
    let mut random = Random::new(seed);
    let flip = |[x, y]: [f32; 2]| if is_upright { [x, y] } else { [y, x] };
    let mut sides = Vec::new();
    for number in 0..60 {
        let is_left = number % 2 == 0 || !both;
        let across = random.below(2600) as f32 / 100.0 + 2.0;
        let depth = random.below(1000) as f32 / 100.0 + 1.0;
        let at = [if is_left { depth } else { SIDE as f32 - depth }, across];
        let settings = AgentSettings { radius: 0.35, max_speed: 2.0, ..AgentSettings::default() };
        crowd.add(settings, flip(at)).unwrap();
        sides.push(is_left);
    }
    let middle = DOOR as f32 + wide as f32 / 2.0;
    for number in 0..6000 {
        let mut is_done = true;
        let wishes: Vec<[f32; 2]> = sides
            .iter()
            .enumerate()
            .map(|(agent, &is_left)| {
                let [x, y] = flip(crowd.position(agent as u32));
                let (depth, sign) = if is_left { (DOOR as f32 - x, 1.0) } else { (x - DOOR as f32, -1.0) };
                is_done &= depth < -0.5;
                // Toward the door, and far on behind it.
                let target = if depth < -0.3 {
                    [DOOR as f32 + 12.0 * sign, y + 0.3 * (y - middle)]
                } else if depth < 1.0 && (y - middle).abs() > wide as f32 / 2.0 - 0.3 {
                    [DOOR as f32 - 0.6 * sign, middle]
                } else {
                    [DOOR as f32 + 0.5 * sign, middle]
                };
                let (dx, dy) = (target[0] - x, target[1] - y);
                let length = dx.hypot(dy).max(0.01);
                flip([2.0 * dx / length, 2.0 * dy / length])
            })
            .collect();
        if is_done {
            return Some(number);
        }
        tick(&mut crowd, &wishes, |before, after| {
            for (&from, &to) in before.iter().zip(after) {
                assert!(may_come(&map, from, to), "{from:?} to {to:?} at tick {number}, seed {seed}");
            }
        });
    }
    None
}

/// Works as with walls of cells (`tests/avoidance`): in three times the time of one stream.
#[test]
fn two_streams_pass_a_door_in_a_thin_wall() {
    for (wide, is_upright, seed) in [(1, true, 1), (1, false, 2), (2, true, 3), (2, false, 4)] {
        let one = pass_a_door(wide, false, is_upright, seed).expect("one stream is stuck");
        let two = pass_a_door(wide, true, is_upright, seed);
        println!("door of {wide}: one stream {one} ticks, two {two:?}");
        assert!(two.is_some_and(|two| two <= 3 * one), "{two:?} ticks, one stream {one}, door of {wide}, seed {seed}");
    }
}

/// An agent that stands where an obstacle comes to be goes to the nearest free cell on the same side of a wall.
#[test]
fn an_obstacle_throws_nobody_through_a_wall() {
    let mut map = WalledMap::new(9, 9, GridstarLayout::Square);
    for y in 0..9 {
        map.set(Cell::new(3, y), Cell::new(4, y), WALL);
    }
    let mut grid = grid_of(&map);
    let mut crowd = Crowd::new(size_of(&map));
    crowd.set_walls(AgentView::from(&grid), None).unwrap();
    crowd.add(AgentSettings::default(), [3.9, 4.5]).unwrap();
    let rect = Rect { x: 2, y: 3, width: 2, height: 3 };
    grid.edit(&Edit::fill(rect, CellType(1))).unwrap();
    crowd.set_walls(AgentView::from(&grid), Some(&[rect])).unwrap();
    let at = crowd.position(0);
    assert!(at[0] < 4.0 && !(3.0..6.0).contains(&at[1]) || at[0] < 2.0, "{at:?}");
}

/// Through the C functions: a wall that was set since the last tick counts at the next one, and so does an open door.
#[test]
fn edits_of_walls_count_at_the_next_tick() {
    let map = WalledMap::new(40, 6, GridstarLayout::Square);
    let grid = map.build(&default_grid_def(1, 1));
    let crowd = TestCrowd::new(&grid);
    crowd.add(&[crowd_agent(15.5, 2.5)]).unwrap();
    let ticks = |count: usize| (0..count).fold(0.0, |_, _| crowd.tick(0.05, &[[2.0, 0.0]]).unwrap().0[0][0]);
    assert!((ticks(20) - 17.3).abs() < 0.3);
    let (one, other) = (Cell::new(20, 2), Cell::new(21, 2));
    for y in 0..6 {
        assert_eq!(set_passage(&grid, Cell::new(20, y), Cell::new(21, y), WALL), GridstarStatus::Ok);
    }
    let before_wall = ticks(100);
    assert!(before_wall < 21.0 - 0.3 && before_wall > 20.0, "{before_wall}");
    assert_eq!(set_passage(&grid, one, other, ONE_WAY_BACK), GridstarStatus::Ok);
    assert!(ticks(20) < 21.0);
    assert_eq!(set_passage(&grid, one, other, ONE_WAY), GridstarStatus::Ok);
    assert!(ticks(60) > 23.0);
}

/// A crowd presses from all sides into a cell with four walls, or with four sides that only lead out. Diagonally at its
/// corners, a wall is no more than the end of two segments.
#[test]
fn nobody_gets_into_a_closed_cell() {
    for (seed, passage) in [(1, WALL), (2, ONE_WAY), (3, WALL), (4, ONE_WAY)] {
        let mut map = WalledMap::new(9, 9, GridstarLayout::Square);
        let middle = Cell::new(4, 4);
        for next in map.straight_neighbors(middle) {
            map.set(middle, next, passage);
        }
        let grid = grid_of(&map);
        let mut crowd = Crowd::new(size_of(&map));
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        let mut random = Random::new(seed);
        let count = 60;
        for _ in 0..count {
            let radius = if seed < 3 { [0.02, 0.05, 0.3][random.below(3) as usize] } else { 0.02 };
            let settings =
                AgentSettings { radius, max_speed: 8.0, max_acceleration: 1000.0, ..AgentSettings::default() };
            let at = [0, 1].map(|_| random.below(900) as f32 / 100.0);
            let is_inside = cell_of(at) == middle;
            crowd.add(settings, if is_inside { [0.5, 0.5] } else { at }).unwrap();
        }
        for number in 0..800 {
            let wishes: Vec<[f32; 2]> = (0..count)
                .map(|agent| {
                    let [x, y] = crowd.position(agent);
                    // Into the cell, or along its corners.
                    let aim = [
                        4.5 + (random.below(100) as f32 - 50.0) / 100.0,
                        4.5 + (random.below(100) as f32 - 50.0) / 100.0,
                    ];
                    [(aim[0] - x) * 20.0, (aim[1] - y) * 20.0]
                })
                .collect();
            tick(&mut crowd, &wishes, |before, after| {
                for (&from, &to) in before.iter().zip(after) {
                    assert!(cell_of(to) != middle, "{from:?} to {to:?}, tick {number}, seed {seed}");
                }
            });
        }
    }
}
