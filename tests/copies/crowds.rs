//! Some ticks, a copy, more ticks, and the same ticks again from the copy: positions, velocities and hashes are equal
//! bit by bit, with any number of threads, at doors whose turns are under way, with agents that are stuck, and with
//! agents that come and go. (After the sync test of GGPO.)

use common::avoidance::{RADIUS, Scene, TICK, grid_of};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::crowd::{AgentSettings, Crowd, CrowdError};
use gridstar::grid::{Cell, CellType, Edit, GridSize, Rect};
use gridstar::index::{AgentView, IndexedGrid};
use std::collections::BTreeSet;

/// Two rooms of 30 x 21 cells, a wall with a door of one cell and one of two, and a dead end in which agents get stuck.
fn doors() -> CellMap {
    let mut map = CellMap::new(61, 21);
    for y in (0..21).filter(|y| ![6, 13, 14].contains(y)) {
        map.set_obstacle(Cell::new(30, y), true);
    }
    for (x, y) in [(8, 0), (8, 1), (8, 2), (9, 2), (10, 2), (10, 1), (10, 0)] {
        map.set_obstacle(Cell::new(x, y), true);
    }
    map
}

/// A map with a crowd, whose agents go to and fro between the rooms.
struct World {
    map: CellMap,
    grid: IndexedGrid,
    crowd: Crowd,
    threads: u32,
}

impl World {
    fn new(seed: u64, threads: u32, agents: usize) -> Self {
        let (map, mut random) = (doors(), Random::new(seed));
        let mut world = Self { grid: grid_of(&map), crowd: empty_crowd(&map), map, threads };
        world.see();
        for _ in 0..agents {
            world.add(&mut random);
        }
        world
    }

    fn see(&mut self) {
        self.crowd.set_walls(AgentView::from(&self.grid), None).unwrap();
    }

    fn add(&mut self, random: &mut Random) -> u32 {
        let settings = AgentSettings {
            radius: [RADIUS, 0.2, 0.45, 0.3][random.below(4) as usize],
            max_speed: [2.0, 3.0, 1.5, 9.0][random.below(4) as usize],
            priority: [0, -32, 32][random.below(3) as usize],
            layers: 1 << random.below(3),
            ignored: [0, 0, 4][random.below(3) as usize],
            ..AgentSettings::default()
        };
        let part = |random: &mut Random, cells: f32| random.below(1 << 16) as f32 / 65536.0 * cells;
        let at = [part(random, 60.9), part(random, 20.9)];
        self.crowd.add(settings, at).unwrap()
    }

    fn live(&self) -> Vec<u32> {
        (0..self.crowd.slots() as u32).filter(|&number| self.crowd.has(number)).collect()
    }

    /// A wish by the place and the number of an agent alone: through the doors to the other side and back. Those with
    /// numbers that 7 divides run against a wall.
    fn wish(&self, number: u32) -> [f32; 2] {
        let [x, y] = self.crowd.position(number);
        if number.is_multiple_of(7) {
            return [-3.0, -3.0];
        }
        let goes_right = (number + self.crowd.step() / 400).is_multiple_of(2);
        let (door, to) = (if number.is_multiple_of(3) { 13.7 } else { 6.5 }, if goes_right { 55.0 } else { 5.0 });
        let is_before = if goes_right { x < 30.0 } else { x > 31.0 };
        let [dx, dy] = if is_before || (29.0..32.0).contains(&x) {
            [if goes_right { 31.5 - x } else { 29.5 - x }, (door - y) * 3.0]
        } else {
            [to - x, 0.5]
        };
        let scale = 3.0 / (dx * dx + dy * dy).sqrt().max(0.1);
        [dx * scale, dy * scale]
    }

    fn tick(&mut self) {
        let wishes: Vec<[f32; 2]> = (0..self.crowd.slots() as u32).map(|number| self.wish(number)).collect();
        let (steps, seconds) = self.crowd.steps(TICK, &wishes).unwrap();
        for _ in 0..steps {
            self.crowd.begin(seconds);
            std::thread::scope(|scope| {
                (1..self.threads).for_each(|_| drop(scope.spawn(|| self.crowd.run())));
                self.crowd.run();
            });
            self.crowd.end();
        }
    }

    /// Ticks, between which agents come and go and cells open and close, as a random number says.
    fn go_on(&mut self, ticks: u32, random: &mut Random) -> Vec<u64> {
        let mut seen = Vec::new();
        for _ in 0..ticks {
            match random.below(30) {
                0 => drop(self.add(random)),
                1 => {
                    let live = self.live();
                    self.crowd.remove(live[random.below(live.len() as u32) as usize]).unwrap();
                }
                2 => self.edit(random),
                _ => {}
            }
            self.tick();
            seen.extend(self.seen());
        }
        seen
    }

    /// Opens or closes cells, often at a door.
    fn edit(&mut self, random: &mut Random) {
        let (x, y) = match random.below(3) {
            0 => (30, 4 + random.below(5) as i32),
            1 => (30, 12 + random.below(5) as i32),
            _ => (random.below(61) as i32, random.below(21) as i32),
        };
        let rect = Rect { x, y, width: 1, height: 1 };
        let is_blocked = random.percent(40);
        self.map.set_obstacle(Cell::new(x, y), is_blocked);
        self.grid.edit(&Edit::fill(rect, CellType(is_blocked.into()))).unwrap();
        self.crowd.set_walls(AgentView::from(&self.grid), Some(&[rect])).unwrap();
    }

    /// All that a caller can see, in bits.
    fn seen(&self) -> Vec<u64> {
        let bits = |[x, y]: [f32; 2]| u64::from(x.to_bits()) << 32 | u64::from(y.to_bits());
        let of = |number: u32| [bits(self.crowd.position(number)), bits(self.crowd.velocity(number))];
        let all = self.live().into_iter().flat_map(of);
        all.chain([self.crowd.hash(), u64::from(self.crowd.step()), self.crowd.slots() as u64]).collect()
    }

    /// The map as it is, with a crowd without agents that has seen other walls and other agents before.
    fn beside(&self, random: &mut Random) -> Self {
        let (mut grid, mut crowd) = (grid_of(&doors()), empty_crowd(&self.map));
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        let mut world = Self { map: doors(), crowd, threads: self.threads, grid: grid_of(&doors()) };
        for _ in 0..random.below(200) {
            world.add(random);
        }
        for _ in 0..random.below(40) {
            world.tick();
        }
        grid.edit(&Edit::write(grid.map().bounds(), &self.map.cell_types())).unwrap();
        world.crowd.set_walls(AgentView::from(&grid), None).unwrap();
        Self { map: self.map.clone(), grid, ..world }
    }
}

fn empty_crowd(map: &CellMap) -> Crowd {
    Crowd::new(GridSize { width: map.width() as u32, height: map.height() as u32 })
}

/// Back to a copy in the same crowd, and on in another one over equal cells.
#[test]
fn restored_is_never_left() {
    let mut hashes = Vec::new();
    for threads in [1, 2, 8] {
        let mut of_threads = Vec::new();
        for seed in 0..3 {
            let mut random = Random::new(seed);
            let mut world = World::new(seed, threads, 60 + 40 * seed as usize);
            let mut kept = empty_crowd(&world.map);
            for round in 0..6 {
                world.go_on(20 + random.below(50), &mut random);
                kept.copy_from(&world.crowd).unwrap();
                assert_eq!(kept.hash(), world.crowd.hash());
                let (map, grid) = (world.map.clone(), world.map.cell_types());
                let mut other = world.beside(&mut random);
                other.crowd.copy_from(&world.crowd).unwrap();
                let again = random.below(1 << 20).into();
                let first = world.go_on(40, &mut Random::new(again));
                let beside = other.go_on(40, &mut Random::new(again));
                assert!(first == beside, "another crowd, seed {seed}, round {round}, {threads} threads\n{map}");
                world.crowd.copy_from(&kept).unwrap();
                world.map = map.clone();
                world.grid.edit(&Edit::write(world.grid.map().bounds(), &grid)).unwrap();
                world.see();
                let second = world.go_on(40, &mut Random::new(again));
                assert!(first == second, "seed {seed}, round {round}, {threads} threads\n{map}");
                of_threads.push(world.crowd.hash());
            }
        }
        hashes.push(of_threads);
    }
    assert!(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

/// A copy at each tick of two streams at a door goes on alike. All that decides is copied: without turns, most fail.
#[test]
fn turns_at_a_door_that_are_under_way_are_copied() {
    for wide in [1, 2] {
        let scene = Scene::door(30, wide, true, 3);
        let (mut run, grid) = (common::avoidance::Run::new(scene), grid_of(&Scene::door(1, wide, true, 3).map));
        let mut other = empty_crowd(&run.scene.map);
        other.set_walls(AgentView::from(&grid), None).unwrap();
        for tick in 0..600 {
            let wishes = run.wishes().to_vec();
            other.copy_from(&run.crowd).unwrap();
            other.set_walls(AgentView::from(&grid), None).unwrap();
            run.crowd.tick(TICK, &wishes).unwrap();
            other.tick(TICK, &wishes).unwrap();
            assert_eq!(run.crowd.hash(), other.hash(), "door of {wide}, tick {tick}");
            run.look();
        }
    }
}

/// The hash tells each part of the state from another one, also what shows only later.
#[test]
fn the_hash_sees_what_positions_do_not_show() {
    let start = || {
        let mut world = World::new(1, 1, 20);
        world.tick();
        world
    };
    let settings = AgentSettings { radius: 0.3, ..AgentSettings::default() };
    let changes: [&dyn Fn(&mut Crowd); 9] = [
        &|_| {},
        &|crowd| crowd.set(3, settings).unwrap(),
        &|crowd| crowd.set(3, AgentSettings { max_speed: 1.0, ..settings }).unwrap(),
        &|crowd| crowd.set(3, AgentSettings { max_acceleration: 1.0, ..settings }).unwrap(),
        &|crowd| crowd.set(3, AgentSettings { priority: 1, ..settings }).unwrap(),
        &|crowd| crowd.set(3, AgentSettings { layers: 4, ..settings }).unwrap(),
        &|crowd| crowd.set(3, AgentSettings { ignored: 4, ..settings }).unwrap(),
        &|crowd| [4, 5].into_iter().for_each(|number| crowd.remove(number).unwrap()),
        &|crowd| [5, 4].into_iter().for_each(|number| crowd.remove(number).unwrap()),
    ];
    let hashes: BTreeSet<u64> = changes
        .iter()
        .map(|change| {
            let mut world = start();
            change(&mut world.crowd);
            world.crowd.hash()
        })
        .collect();
    assert_eq!(hashes.len(), changes.len());
    assert_eq!(start().crowd.hash(), start().crowd.hash());
}

/// An agent in a cell that the other map blocks comes out at the next tick, whatever the order of copy and edit.
#[test]
fn walls_are_those_of_the_own_map() {
    let mut world = World::new(5, 1, 50);
    world.go_on(30, &mut Random::new(5));
    let mut other = empty_crowd(&world.map);
    let full = grid_of(&{
        let mut map = CellMap::new(61, 21);
        map.cells().filter(|cell| cell.x < 40).for_each(|cell| map.set_obstacle(cell, true));
        map
    });
    other.set_walls(AgentView::from(&full), None).unwrap();
    other.copy_from(&world.crowd).unwrap();
    assert!(other.awaits_walls());
    assert_eq!(other.hash(), world.crowd.hash(), "nobody has moved yet");
    other.set_walls(AgentView::from(&full), Some(&[])).unwrap();
    assert!(!other.awaits_walls());
    world.live().into_iter().for_each(|number| assert!(other.position(number)[0] >= 40.0));
}

#[test]
fn a_crowd_of_another_size_is_refused_and_nothing_changes() {
    let world = World::new(5, 1, 5);
    let mut other = Crowd::new(GridSize { width: 21, height: 61 });
    let before = other.hash();
    assert_eq!(other.copy_from(&world.crowd), Err(CrowdError::OtherSize));
    assert_eq!((other.hash(), other.count()), (before, 0));
}

/// Agents at a door do not depend on memory that other agents have left behind.
#[test]
fn bins_are_those_of_the_numbers_and_not_of_the_memory() {
    let (mut small, mut large) = (World::new(7, 1, 50), World::new(7, 1, 50));
    large.crowd.reserve(5000).unwrap();
    for tick in 0..100 {
        small.tick();
        large.tick();
        assert_eq!(small.crowd.hash(), large.crowd.hash(), "tick {tick}");
    }
}
