//! Crowds that keep apart: scenes, and what "apart" means in figures. Units are cells and seconds.

use crate::abi::{TestGrid, read};
use crate::cell_map::CellMap;
use crate::random_maps::Random;
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::ffi::*;
use gridstar::grid::{Edit, GridSize};
use gridstar::index::{AgentView, IndexedGrid};
use std::ptr::null;

pub const TICK: f32 = 0.05;
pub const RADIUS: f32 = 0.35;
pub const SPEED: f32 = 2.0;

/// An agent has arrived this near to its goal.
pub const ARRIVED: f32 = 0.6;

/// Agents with starts and goals.
pub struct Scene {
    pub map: CellMap,
    pub starts: Vec<[f32; 2]>,
    pub goals: Vec<[f32; 2]>,
    pub settings: Vec<AgentSettings>,
    /// The column of a wall with a door, and the rows of the door.
    door: Option<(f32, f32, f32)>,
    /// Whether an agent that arrives gets another goal.
    endless: bool,
    random: Random,
}

/// A number from 0 to `end`.
fn fraction(random: &mut Random, end: f32) -> f32 {
    random.below(1 << 20) as f32 / (1 << 20) as f32 * end
}

pub fn grid_of(map: &CellMap) -> IndexedGrid {
    let mut grid = IndexedGrid::new(map.width() as u32, map.height() as u32).unwrap();
    let bounds = grid.map().bounds();
    grid.edit(&Edit::write(bounds, &map.cell_types())).unwrap();
    grid
}

impl Scene {
    /// A map without agents.
    pub fn new(map: CellMap, seed: u64) -> Self {
        let (starts, goals, settings) = Default::default();
        Self { map, starts, goals, settings, door: None, endless: false, random: Random::new(seed) }
    }

    pub fn add(&mut self, start: [f32; 2], goal: [f32; 2]) {
        self.starts.push(start);
        self.goals.push(goal);
        self.settings.push(AgentSettings { radius: RADIUS, max_speed: SPEED, ..AgentSettings::default() });
    }

    /// Random goals on an open field, a new one on each arrival. `density`: agents a cell.
    pub fn open(count: usize, density: f32) -> Self {
        let side = (count as f32 / density).sqrt().ceil();
        let mut scene = Self::new(CellMap::new(side as u32, side as u32), 7);
        scene.endless = true;
        let columns = (count as f32).sqrt().ceil();
        let step = (side - 1.0) / columns;
        for number in 0..count {
            let (column, row) = (number as f32 % columns, (number as f32 / columns).floor());
            let start = [0.5 + (column + 0.5) * step, 0.5 + (row + 0.5) * step];
            let goal = scene.random_goal();
            scene.add(start, goal);
        }
        scene
    }

    fn random_goal(&mut self) -> [f32; 2] {
        let (width, height) = (self.map.width() as f32 - 2.0, self.map.height() as f32 - 2.0);
        [1.0 + fraction(&mut self.random, width), 1.0 + fraction(&mut self.random, height)]
    }

    /// Agents on a circle who all go to the other side.
    pub fn circle(count: usize) -> Self {
        let radius = count as f32 / std::f32::consts::TAU;
        let side = 2.0 * radius + 20.0;
        let mut scene = Self::new(CellMap::new(side as u32, side as u32), 0);
        for number in 0..count {
            let (sin, cos) = (number as f32 / count as f32 * std::f32::consts::TAU).sin_cos();
            let (middle, x, y) = (side / 2.0, cos * radius, sin * radius);
            scene.add([middle + x, middle + y], [middle - x, middle - y]);
        }
        scene
    }

    /// Two blocks of `side` x `side` agents whose ways cross at a right angle.
    pub fn crossing(side: usize, seed: u64) -> Self {
        let cells = 4 * side as u32 + 20;
        let mut scene = Self::new(CellMap::new(cells, cells), seed);
        let (middle, far) = ((cells as f32 - side as f32) / 2.0, cells as f32 - side as f32 - 4.0);
        for number in 0..side * side {
            let a = (number % side) as f32 + fraction(&mut scene.random, 0.25);
            let b = (number / side) as f32 + fraction(&mut scene.random, 0.25);
            scene.add([3.0 + a, middle + b], [far + a, middle + b]);
            scene.add([middle + b, 3.0 + a], [middle + b, far + a]);
        }
        scene
    }

    /// Two rooms, a door of `wide` cells, and `count` agents on each side who go to the other one; or on the first side
    /// alone.
    pub fn door(count: usize, wide: i32, both: bool, seed: u64) -> Self {
        let mut map = CellMap::new(81, 25);
        for y in (0..25).filter(|y| !(12..12 + wide).contains(y)) {
            map.set_obstacle(gridstar::grid::Cell::new(40, y), true);
        }
        let mut scene = Self::new(map, seed);
        scene.door = Some((40.0, 12.0, 12.0 + wide as f32));
        for number in 0..count {
            let a = (number / 10) as f32 * 1.05 + fraction(&mut scene.random, 0.3);
            let y = 7.5 + (number % 10) as f32 * 1.05 + fraction(&mut scene.random, 0.3);
            scene.add([36.0 - a, y], [62.0 + a, y]);
            if both {
                scene.add([45.0 + a, y], [19.0 - a, y]);
            }
        }
        scene
    }

    /// The velocity that an agent wishes for.
    pub fn wish(&mut self, number: usize, at: [f32; 2]) -> [f32; 2] {
        let mut to = self.goals[number];
        if let Some(between) = self.way_through_the_door(number, at) {
            to = between;
        } else if self.endless && distance(at, to) < 1.0 {
            to = self.random_goal();
            self.goals[number] = to;
        }
        let (way, speed) = (distance(at, to), self.settings[number].max_speed);
        if way < 1.0e-4 {
            return [0.0; 2];
        }
        let scale = speed.min(way / TICK * 0.5) / way;
        [(to[0] - at[0]) * scale, (to[1] - at[1]) * scale]
    }

    /// Where an agent goes that is not through the door yet: before it, then straight through.
    fn way_through_the_door(&self, number: usize, [x, y]: [f32; 2]) -> Option<[f32; 2]> {
        let (column, low, high) = self.door?;
        let goes_right = self.starts[number][0] < column;
        let is_through = if goes_right { x > column + 1.0 } else { x < column };
        if is_through {
            return None;
        }
        let row = y.clamp(low + RADIUS, high - RADIUS);
        let is_inside = (column..=column + 1.0).contains(&x);
        let is_lined_up = is_inside || (y - row).abs() < 0.1;
        let to = match (goes_right, is_lined_up) {
            (true, true) => column + 1.5,
            (true, false) => column - 0.1,
            (false, true) => column - 0.5,
            (false, false) => column + 1.1,
        };
        Some([to, row])
    }
}

pub fn distance([x, y]: [f32; 2], [to_x, to_y]: [f32; 2]) -> f32 {
    ((x - to_x) * (x - to_x) + (y - to_y) * (y - to_y)).sqrt()
}

/// A scene as it goes on.
pub struct Run {
    pub scene: Scene,
    pub crowd: Crowd,
    pub positions: Vec<[f32; 2]>,
    wishes: Vec<[f32; 2]>,
    /// The tick at which each agent first arrived.
    pub arrived: Vec<Option<u32>>,
    pub ticks: u32,
}

impl Run {
    pub fn new(scene: Scene) -> Self {
        let grid = grid_of(&scene.map);
        let size = GridSize { width: scene.map.width() as u32, height: scene.map.height() as u32 };
        let mut crowd = Crowd::new(size);
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        for (settings, &start) in scene.settings.iter().zip(&scene.starts) {
            crowd.add(*settings, start).unwrap();
        }
        let count = scene.starts.len();
        let (positions, wishes) = (scene.starts.clone(), vec![[0.0; 2]; count]);
        Self { scene, crowd, positions, wishes, arrived: vec![None; count], ticks: 0 }
    }

    /// The wishes of the next tick.
    pub fn wishes(&mut self) -> &[[f32; 2]] {
        for number in 0..self.positions.len() {
            self.wishes[number] = self.scene.wish(number, self.positions[number]);
        }
        &self.wishes
    }

    /// Looks where agents are after a tick.
    pub fn look(&mut self) {
        self.ticks += 1;
        for (number, at) in self.positions.iter_mut().enumerate() {
            *at = self.crowd.position(number as u32);
            if self.arrived[number].is_none() && distance(*at, self.scene.goals[number]) < ARRIVED {
                self.arrived[number] = Some(self.ticks);
            }
        }
    }

    pub fn tick(&mut self) {
        self.wishes();
        self.crowd.tick(TICK, &self.wishes).unwrap();
        self.look();
    }

    pub fn have_all_arrived(&self) -> bool {
        self.arrived.iter().all(Option::is_some)
    }

    /// Ticks until all have arrived, at most `most`.
    pub fn finish(&mut self, most: u32) -> Option<u32> {
        while !self.have_all_arrived() && self.ticks < most {
            self.tick();
        }
        self.have_all_arrived().then_some(self.ticks)
    }

    /// The deepest overlap of each agent with another one, in parts of the smaller radius; 0 without.
    pub fn overlaps(&self) -> Vec<f32> {
        let radius = |number: usize| self.scene.settings[number].radius;
        let of = |(a, &at): (usize, &[f32; 2])| {
            let others = self.positions.iter().enumerate().filter(|&(b, _)| a != b);
            let depths =
                others.map(|(b, &other)| (radius(a) + radius(b) - distance(at, other)) / radius(a).min(radius(b)));
            depths.fold(0.0, f32::max)
        };
        self.positions.iter().enumerate().map(of).collect()
    }

    /// The deepest that a disc is in a blocked cell or outside, in cells.
    pub fn deepest_in_walls(&self) -> f32 {
        let map = &self.scene.map;
        let of = |(number, &[x, y]): (usize, &[f32; 2])| {
            let radius = self.scene.settings[number].radius;
            let [left, right, low, high] = [x - radius, x + radius, y - radius, y + radius].map(|at| at.floor() as i32);
            let cells = (low..=high).flat_map(|y| (left..=right).map(move |x| gridstar::grid::Cell::new(x, y)));
            let depth = |cell: gridstar::grid::Cell| {
                let near = |at: f32, cell: i32| at.clamp(cell as f32, cell as f32 + 1.0);
                radius - distance([x, y], [near(x, cell.x), near(y, cell.y)])
            };
            cells.filter(|&cell| !map.is_walkable(cell)).map(depth).fold(0.0, f32::max)
        };
        self.positions.iter().enumerate().map(of).fold(0.0, f32::max)
    }
}

/// An agent of the C functions.
pub const fn crowd_agent(x: f32, y: f32) -> GridstarCrowdAgent {
    let (radius, max_speed, max_acceleration, priority, layers, ignored) = (RADIUS, SPEED, 0.0, 0, 0, 0);
    GridstarCrowdAgent { x, y, radius, max_speed, max_acceleration, priority, layers, ignored }
}

pub fn empty_crowd_info() -> GridstarCrowdInfo {
    let (agent_count, number_count, steps, grid, revision, hash, bytes) = Default::default();
    let struct_size = size_of::<GridstarCrowdInfo>() as u32;
    GridstarCrowdInfo { struct_size, agent_count, number_count, steps, grid, revision, hash, bytes }
}

/// x and y, by the numbers of agents.
pub type Pairs = Vec<[f32; 2]>;

/// A crowd behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestCrowd {
    id: u64,
}

impl TestCrowd {
    pub fn new(grid: &TestGrid) -> Self {
        let mut id = 0;
        // SAFETY: the pointers are null or come from references.
        let status = unsafe { gridstar_crowd_create(grid.id(), null(), &mut id) };
        assert_eq!(status, GridstarStatus::Ok);
        Self { id }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn add(&self, agents: &[GridstarCrowdAgent]) -> Result<Vec<u32>, GridstarStatus> {
        let (count, mut numbers) = (agents.len() as u32, vec![u32::MAX; agents.len()]);
        // SAFETY: pointers and lengths of a slice and a vector.
        let status = unsafe { gridstar_crowd_add_agents(self.id, agents.as_ptr(), count, numbers.as_mut_ptr(), count) };
        if status == GridstarStatus::Ok { Ok(numbers) } else { Err(status) }
    }

    pub fn remove(&self, numbers: &[u32]) -> GridstarStatus {
        // SAFETY: the pointer and length of a slice.
        unsafe { gridstar_crowd_remove_agents(self.id, numbers.as_ptr(), numbers.len() as u32) }
    }

    /// The positions and velocities after a tick.
    pub fn tick(&self, seconds: f32, wishes: &[[f32; 2]]) -> Result<(Pairs, Pairs), GridstarStatus> {
        let places = self.info()?.number_count as usize;
        let (mut positions, mut velocities) = (vec![[0.0; 2]; places], vec![[0.0; 2]; places]);
        match self.tick_into(seconds, wishes, &mut positions, &mut velocities) {
            GridstarStatus::Ok => Ok((positions, velocities)),
            mistake => Err(mistake),
        }
    }

    /// A tick alone. Both lists for results are equally long.
    pub fn tick_into(
        &self,
        seconds: f32,
        wishes: &[[f32; 2]],
        positions: &mut [[f32; 2]],
        velocities: &mut [[f32; 2]],
    ) -> GridstarStatus {
        assert_eq!(positions.len(), velocities.len());
        let (places, mut count) = (positions.len() as u32, 0);
        // SAFETY: pointers and lengths of slices; the last pointer comes from a reference.
        let status = unsafe {
            let (to, velocities) = (positions.as_mut_ptr().cast(), velocities.as_mut_ptr().cast());
            let (wish, wish_count) = (wishes.as_ptr().cast(), wishes.len() as u32);
            gridstar_crowd_tick(self.id, seconds, wish, wish_count, to, velocities, places, &mut count)
        };
        assert!(status != GridstarStatus::Ok || count <= places);
        status
    }

    pub fn hash(&self) -> Result<u64, GridstarStatus> {
        let mut hash = 0;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_crowd_get_hash(self.id, &mut hash) } {
            GridstarStatus::Ok => Ok(hash),
            mistake => Err(mistake),
        }
    }

    pub fn save(&self) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_crowd_save(self.id, out, capacity, count) })
    }

    pub fn load(grid: u64, bytes: &[u8]) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer and length of a slice; the others are null or come from references.
        match unsafe { gridstar_crowd_load(grid, null(), bytes.as_ptr(), bytes.len() as u32, &mut id) } {
            GridstarStatus::Ok => Ok(Self { id }),
            mistake => {
                assert_eq!(id, 0, "{mistake:?} wrote an id");
                Err(mistake)
            }
        }
    }

    pub fn info(&self) -> Result<GridstarCrowdInfo, GridstarStatus> {
        let mut info = empty_crowd_info();
        // SAFETY: the pointer of a living struct whose size is set.
        match unsafe { gridstar_crowd_get_info(self.id, &mut info) } {
            GridstarStatus::Ok => Ok(info),
            mistake => Err(mistake),
        }
    }
}

impl Drop for TestCrowd {
    fn drop(&mut self) {
        gridstar_destroy(self.id);
    }
}
