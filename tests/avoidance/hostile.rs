//! Random scenes beside the header's words: agents on corners and borders, in walls, in closed cells and at one point,
//! of all radii and speeds; ticks of changing lengths; wishes of any size; and walls that appear on agents.

use common::avoidance::{distance, grid_of};
use common::cell_map::CellMap;
use common::random_maps::{Random, repeats};
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::grid::{Cell, CellType, Edit, GridSize, Rect};
use gridstar::index::{AgentView, IndexedGrid};

/// A unit of positions.
const GRAIN: f32 = 1.0 / 65536.0;

/// Agents whose speed is lower come apart and out of walls this fast, in cells per second.
const SEPARATION: f32 = 0.5;

/// No agent goes farther in a step, in cells.
const MOST_STEP: f32 = 0.45;

/// Seeds of a test, or as many as the environment says for a longer run by hand.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let first = number("GRIDSTAR_FIRST_SEED").unwrap_or(0);
    first..first + number("GRIDSTAR_SEEDS").unwrap_or(usual)
}

fn fraction(random: &mut Random) -> f32 {
    random.below(1 << 20) as f32 / (1 << 20) as f32
}

fn one_of<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len() as u32) as usize]
}

/// A map whose first cell is free, so that everybody has a place.
fn random_map(random: &mut Random) -> CellMap {
    let (width, height) = (random.between(1, 18), random.between(1, 18));
    let (mut map, share) = (CellMap::new(width, height), one_of(random, &[0, 10, 30, 45, 60, 80]));
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(share));
    }
    map.set_obstacle(Cell::new(0, 0), false);
    map
}

fn random_settings(random: &mut Random) -> AgentSettings {
    AgentSettings {
        radius: if random.percent(80) { 0.05 + 0.45 * fraction(random) } else { 0.5 + 2.5 * fraction(random) },
        max_speed: one_of(random, &[0.0, 1.0e-3, 0.3, 1.0, 2.0, 2.0, 2.0, 12.0, 100.0, 1024.0]),
        max_acceleration: one_of(random, &[0.05, 4.0, 8.0, 8.0, 1.0e6, f32::MAX]),
        priority: random.below(256) as i32 - 128,
        layers: 1 + random.below(3),
        ignored: if random.percent(10) { random.below(4) } else { 0 },
    }
}

/// Anywhere on a map: on its borders of cells, at their corners and middles, in walls, or where `other` is.
fn random_start(random: &mut Random, map: &CellMap, other: Option<[f32; 2]>) -> [f32; 2] {
    if let Some(other) = other.filter(|_| random.percent(30)) {
        return other;
    }
    [map.width(), map.height()].map(|cells| {
        let cell = random.below(cells as u32) as f32;
        let inside = [0.0, 0.5, 1.0 - 2.0 * GRAIN, fraction(random)];
        (cell + one_of(random, &inside)).min(cells as f32 - GRAIN)
    })
}

fn random_wish(random: &mut Random) -> [f32; 2] {
    let most = one_of(random, &[0.0, 0.0, 1.0e-3, 0.5, 2.0, 2.0, 2.0, 12.0, 1000.0, 1.0e30, f32::MAX]);
    [0, 1].map(|_| (2.0 * fraction(random) - 1.0) * most)
}

/// How deep a disc is in blocked cells or outside of the map, in cells; below 0 if it is away from them.
fn depth(map: &CellMap, [x, y]: [f32; 2], radius: f32) -> f32 {
    let around = |at: f32| (at - radius).floor() as i32..=(at + radius).floor() as i32;
    let cells = around(y).flat_map(|row| around(x).map(move |column| Cell::new(column, row)));
    let near = |at: f32, cell: i32| at.clamp(cell as f32, cell as f32 + 1.0);
    let of = |cell: Cell| radius - distance([x, y], [near(x, cell.x), near(y, cell.y)]);
    cells.filter(|&cell| !map.is_walkable(cell)).map(of).fold(f32::MIN, f32::max)
}

struct World {
    map: CellMap,
    grid: IndexedGrid,
    crowd: Crowd,
    settings: Vec<AgentSettings>,
    /// By agent, for how long its disc has been in a wall, in seconds.
    inside: Vec<f32>,
}

impl World {
    fn new(map: CellMap) -> Self {
        let (grid, size) = (grid_of(&map), GridSize { width: map.width() as u32, height: map.height() as u32 });
        let mut crowd = Crowd::new(size);
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        Self { map, grid, crowd, settings: Vec::new(), inside: Vec::new() }
    }

    fn random(random: &mut Random) -> Self {
        let mut world = Self::new(random_map(random));
        let mut other = None;
        for _ in 0..random.between(1, 24) {
            let at = random_start(random, &world.map, other);
            other = Some(at);
            world.add(random_settings(random), at);
        }
        world
    }

    fn add(&mut self, settings: AgentSettings, at: [f32; 2]) {
        assert_eq!(self.crowd.add(settings, at).unwrap() as usize, self.settings.len());
        self.settings.push(settings);
        self.inside.push(0.0);
    }

    fn positions(&self) -> Vec<[f32; 2]> {
        (0..self.settings.len()).map(|number| self.crowd.position(number as u32)).collect()
    }

    /// Opens or closes a few cells, often around an agent.
    fn edit(&mut self, random: &mut Random) {
        let at = random.below(self.settings.len() as u32);
        let [x, y] = self.crowd.position(at).map(|part| part as i32);
        let (closes, width, height) = (random.percent(50), random.between(1, 2), random.between(1, 2));
        let (width, height) = (width.min((self.map.width() - x) as u32), height.min((self.map.height() - y) as u32));
        let rect = Rect { x, y, width, height };
        for (row, column) in (0..height as i32).flat_map(|row| (0..width as i32).map(move |column| (row, column))) {
            self.map.set_obstacle(Cell::new(x + column, y + row), closes);
        }
        self.map.set_obstacle(Cell::new(0, 0), false);
        self.grid.edit(&Edit::fill(rect, CellType(closes.into()))).unwrap();
        self.grid.edit(&Edit::set(Cell::new(0, 0), CellType(0))).unwrap();
        let all = [rect, Rect { x: 0, y: 0, width: 1, height: 1 }];
        self.crowd.set_walls(AgentView::from(&self.grid), Some(&all)).unwrap();
        self.inside.fill(0.0);
    }

    /// A tick, and what the header says of it.
    fn tick(&mut self, seconds: f32, wishes: &[[f32; 2]], note: &str) {
        let (before, begun) = (self.positions(), self.crowd.step());
        self.crowd.tick(seconds, wishes).unwrap();
        let steps = (self.crowd.step() - begun) as f32;
        assert!((1.0..=16.0).contains(&steps), "{steps} steps, {note}");
        for (number, (&from, settings)) in before.iter().zip(&self.settings).enumerate() {
            let (to, told) = (self.crowd.position(number as u32), self.crowd.velocity(number as u32));
            let note = || {
                format!("agent {number} of {settings:?} from {from:?} to {to:?} in {seconds} s, {note}\n{}", self.map)
            };
            let cell = Cell::new(to[0].floor() as i32, to[1].floor() as i32);
            assert!(self.map.is_walkable(cell), "in a wall: {}", note());
            let moved = distance(from, to);
            assert!(moved <= steps * (MOST_STEP + GRAIN), "{moved} in {steps} steps: {}", note());
            let most = settings.max_speed.max(SEPARATION) * seconds + 3.0 * steps * GRAIN;
            assert!(moved <= most * 1.0001, "{moved}, too fast: {}", note());
            let moved = [0, 1].map(|part| to[part] - from[part]);
            let wrong = distance(moved, told.map(|part| part * seconds));
            assert!(wrong < (3.0 + 0.01 * moved[0].abs().max(moved[1].abs())) * GRAIN, "told {told:?}: {}", note());
            if settings.radius <= 0.5 {
                let (was, is) = (depth(&self.map, from, settings.radius), depth(&self.map, to, settings.radius));
                let grains = 4.0 * GRAIN;
                assert!(is <= was.max(grains), "{is} deep in a wall, {was} before: {}", note());
                self.inside[number] = if is > grains { self.inside[number] + seconds } else { 0.0 };
                assert!(self.inside[number] < 2.0 + 4.0 * seconds, "{is} deep in a wall for long: {}", note());
            }
        }
    }

    /// Ticks that the header refuses.
    fn refused(&mut self) {
        let before = self.crowd.hash();
        for seconds in [0.0001, 2.0, -0.05, f32::NAN, f32::INFINITY] {
            assert!(self.crowd.tick(seconds, &[]).is_err(), "{seconds} s");
        }
        for part in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(self.crowd.tick(0.05, &[[0.0, part]]).is_err(), "a wish of {part}");
        }
        assert_eq!(self.crowd.hash(), before);
    }
}

#[test]
fn random_scenes_keep_what_the_header_says() {
    for seed in seeds(repeats(15)) {
        let mut random = Random::new(seed);
        let mut world = World::random(&mut random);
        let mut wishes = vec![[0.0; 2]; world.settings.len()];
        let lengths = [0.001, 0.0025, 1.0 / 120.0, 1.0 / 60.0, 1.0 / 60.0, 0.05, 0.3, 1.0];
        let (usual, changes) = (one_of(&mut random, &lengths), random.percent(50));
        for tick in 0..200 {
            if random.percent(3) {
                world.edit(&mut random);
            }
            if random.percent(2) {
                world.refused();
            }
            for wish in &mut wishes {
                if random.percent(5) {
                    *wish = random_wish(&mut random);
                }
            }
            let seconds = if changes { one_of(&mut random, &lengths) } else { usual };
            world.tick(seconds, &wishes, &format!("tick {tick} of seed {seed}"));
        }
    }
}

/// A single agent walks to the middles of neighbor cells.
#[test]
fn everyone_who_can_move_moves() {
    for seed in seeds(150) {
        let mut random = Random::new(seed);
        let mut world = World::new(random_map(&mut random));
        let start = random_start(&mut random, &world.map, None);
        let radius = one_of(&mut random, &[0.05, 0.2, 0.35, 0.45, 0.5]);
        let (max_speed, max_acceleration) =
            (one_of(&mut random, &[0.3, 2.0, 9.0]), one_of(&mut random, &[1.0, 8.0, 80.0]));
        world.add(AgentSettings { radius, max_speed, max_acceleration, ..AgentSettings::default() }, start);
        let mut goals = vec![world.positions()[0].map(|part| part.floor() + 0.5)];
        for _ in 0..4 {
            let [x, y] = goals[goals.len() - 1];
            let ways = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]].map(|[dx, dy]| [x + dx, y + dy]);
            let is_free = |&[x, y]: &[f32; 2]| world.map.is_walkable(Cell::new(x.floor() as i32, y.floor() as i32));
            let ways: Vec<_> = ways.into_iter().filter(is_free).collect();
            if !ways.is_empty() {
                goals.push(one_of(&mut random, &ways));
            }
        }
        for goal in goals {
            let mut time = 0.0;
            let begun = world.positions()[0];
            loop {
                let at = world.positions()[0];
                let left = distance(at, goal);
                if left < 0.05 {
                    break;
                }
                // Slow enough to brake in time.
                let speed = max_speed.min((0.5 * max_acceleration * left).sqrt()).min(4.0 * left);
                let wish = [0, 1].map(|part| (goal[part] - at[part]) * speed / left);
                let seconds = one_of(&mut random, &[0.001, 1.0 / 60.0, 0.05]);
                world.tick(seconds, &[wish], &format!("seed {seed}"));
                time += seconds;
                let most = 4.0 + 4.0 * distance(begun, goal) / max_speed + 4.0 * max_speed / max_acceleration;
                assert!(
                    time < most,
                    "at {at:?} after {time} s, from {begun:?} to {goal:?}, {:?}, seed {seed}\n{}",
                    world.settings[0],
                    world.map
                );
            }
        }
    }
}

/// On open ground with room for all of them, agents that wish to stand come apart.
#[test]
fn everybody_comes_apart_on_open_ground() {
    for seed in seeds(10) {
        let mut random = Random::new(seed);
        let mut world = World::new(CellMap::new(16, 16));
        let (mut at, mut area) = (None, 0.0);
        while area < 60.0 && world.settings.len() < 120 {
            at = Some(random_start(&mut random, &world.map, at));
            let settings = AgentSettings { layers: 1, ignored: 0, ..random_settings(&mut random) };
            area += 4.0 * settings.radius * settings.radius;
            world.add(settings, at.unwrap());
        }
        for tick in 0..1200 {
            let seconds = one_of(&mut random, &[0.0025, 1.0 / 60.0, 0.05, 0.3]);
            world.tick(seconds, &[], &format!("tick {tick} of seed {seed}"));
        }
        let at = world.positions();
        for (one, other) in (0..at.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let (a, b) = (world.settings[one].radius, world.settings[other].radius);
            let overlap = (a + b - distance(at[one], at[other])) / a.min(b);
            assert!(
                overlap <= 0.02,
                "{one} and {other} overlap by {overlap}: {a} at {:?}, {b} at {:?}, seed {seed}",
                at[one],
                at[other]
            );
        }
    }
}

/// Several parts of agents, so that threads share the ticks.
#[test]
fn random_scenes_give_the_same_bits_by_1_2_and_8_threads() {
    for seed in seeds(2) {
        let hashes = [1, 2, 8].map(|threads| {
            let mut random = Random::new(seed);
            let mut map = CellMap::new(50, 50);
            for cell in map.cells() {
                map.set_obstacle(cell, random.percent(15));
            }
            let mut world = World::new(map);
            for _ in 0..2300 {
                let at = random_start(&mut random, &world.map, None);
                let small =
                    AgentSettings { radius: 0.05 + 0.35 * fraction(&mut random), ..random_settings(&mut random) };
                world.add(small, at);
            }
            for _ in 0..6 {
                let wishes: Vec<_> = (0..2300).map(|_| random_wish(&mut random)).collect();
                let seconds = one_of(&mut random, &[0.0025, 1.0 / 60.0, 0.05]);
                let (steps, seconds) = world.crowd.steps(seconds, &wishes).unwrap();
                for _ in 0..steps {
                    world.crowd.begin(seconds);
                    let crowd = &world.crowd;
                    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(|| crowd.run()))));
                    world.crowd.end();
                }
            }
            world.crowd.hash()
        });
        assert_eq!(hashes, [hashes[0]; 3], "seed {seed}");
    }
}
