//! Gates that are found around agents, beside a plain model of the whole map.

use super::Gates;
use super::blocks::KEPT_TICKS;
use super::gate::{At, INSIDE, ZONE};
use super::ground::SIDE;
use super::passages::MOST_CELLS;
use crate::crowd::agents::{AgentSettings, Agents};
use crate::crowd::numbers::Point;
use crate::crowd::walls::Walls;
use crate::grid::{Cell, CellType, Edit, GridSize, Rect};
use crate::held::Held;
use crate::index::{AgentView, IndexedGrid};
use crate::random::{Random, repeats};
use std::collections::{BTreeSet, VecDeque};
use std::fmt;

/// A map with the gates around agents.
struct Scene {
    grid: IndexedGrid,
    size: GridSize,
    walls: Walls,
    gates: Gates,
    agents: Agents,
}

impl Scene {
    fn new(width: u32, height: u32) -> Self {
        let (grid, size) = (IndexedGrid::new(width, height).unwrap(), GridSize { width, height });
        let mut scene =
            Self { grid, size, walls: Walls::default(), gates: Gates::default(), agents: Agents::default() };
        scene.gates.resize(size).unwrap();
        scene.see(None);
        scene
    }

    fn see(&mut self, changed: Option<&[Rect]>) {
        let view = AgentView::from(&self.grid);
        self.walls.update(view, changed, |rect| self.gates.forget(rect)).unwrap();
    }

    fn fill(&mut self, x: i32, y: i32, width: u32, height: u32, is_blocked: bool) {
        let Some(rect) = (Rect { x, y, width, height }).common(self.size.bounds()) else { return };
        self.grid.edit(&Edit::fill(rect, CellType(is_blocked.into()))).unwrap();
        self.see(Some(&[rect]));
    }

    fn is_free(&self, (x, y): At) -> bool {
        self.size.contains(Cell::new(x, y)) && self.grid.map().get(Cell::new(x, y)) == Ok(CellType::WALKABLE)
    }

    fn cells(&self) -> impl Iterator<Item = At> + use<> {
        let (width, height) = (self.size.width as i32, self.size.height as i32);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// An agent in the middle of a cell.
    fn add_agent(&mut self, (x, y): At) -> usize {
        self.agents.reserve(1).unwrap();
        self.agents.add(AgentSettings::default(), Point::at(x as f32 + 0.5, y as f32 + 0.5))
    }

    fn find(&mut self, steps: u32) {
        self.gates.find(&self.walls, &self.agents, steps).unwrap();
    }

    /// The zone of a cell: the gate's first cell and ends, and the part.
    fn zone(&self, (x, y): At) -> Option<Zone> {
        let (gate, part) = self.gates.blocks.zone(Point::at(x as f32 + 0.5, y as f32 + 0.5))?;
        let passage = &self.gates.known.get(gate).passage;
        Some((passage.first, passage.ends.map(|end| end.map(i32::from)), part))
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.size.height as i32 {
            let row = (0..self.size.width as i32).map(|x| if self.is_free((x, y)) { '.' } else { '#' });
            writeln!(f, "{}", row.collect::<String>())?;
        }
        Ok(())
    }
}

/// A gate's first cell, twice the middles of its mouths, and the part.
type Zone = (u32, [[i32; 2]; 2], u32);

const WAYS: [At; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// All zones of a map, row by row, from the words at the head of `gates/mod.rs`.
fn model(scene: &Scene) -> Vec<Option<Zone>> {
    let (width, height) = (scene.size.width as i32, scene.size.height as i32);
    let free: Vec<bool> = scene.cells().map(|cell| scene.is_free(cell)).collect();
    let index = |(x, y): At| (y * width + x) as usize;
    let is_free = |(x, y): At| (0..width).contains(&x) && (0..height).contains(&y) && free[index((x, y))];
    // How many free cells in a row or a column hang together with a cell.
    let run = |(x, y): At, (dx, dy): At| {
        let one_way =
            |sign: i32| (1..4).take_while(|step| is_free((x + sign * dx * step, y + sign * dy * step))).count();
        1 + one_way(1) + one_way(-1)
    };
    let is_narrow = |&cell: &At| is_free(cell) && (run(cell, (1, 0)) <= 2 || run(cell, (0, 1)) <= 2);
    let narrow: BTreeSet<At> = scene.cells().filter(is_narrow).collect();
    let beside = |(x, y): At| WAYS.map(|(dx, dy)| (x + dx, y + dy));
    let (mut seen, mut zones, mut sources) = (BTreeSet::new(), vec![None; free.len()], Vec::new());
    // By rows, so that gates are in the order of their first cells.
    for cell in scene.cells().filter(|cell| narrow.contains(cell)) {
        if !seen.insert(cell) {
            continue;
        }
        let (mut part, mut next) = (vec![cell], 0);
        while next < part.len() {
            part.extend(beside(part[next]).into_iter().filter(|to| narrow.contains(to) && seen.insert(*to)));
            next += 1;
        }
        // The cells before its mouths, with the way out.
        let outside = |&(x, y): &At| WAYS.map(|(dx, dy)| ((dx, dy), (x + dx, y + dy)));
        let is_end = |(_, to): &(At, At)| is_free(*to) && !narrow.contains(to);
        let ends: BTreeSet<(At, At)> = part.iter().flat_map(outside).filter(is_end).collect();
        let mut mouths: Vec<Vec<(At, At)>> = Vec::new();
        for &(way, (x, y)) in &ends {
            let side = if way.0 != 0 { (x, y - 1) } else { (x - 1, y) };
            match mouths.iter_mut().find(|mouth| mouth.contains(&(way, side))) {
                Some(mouth) => mouth.push((way, (x, y))),
                None => mouths.push(vec![(way, (x, y))]),
            }
        }
        if part.len() > MOST_CELLS || mouths.len() != 2 {
            continue;
        }
        let middle = |mouth: &Vec<(At, At)>| {
            let (x, y) = mouth.iter().fold((0, 0), |(x, y), (_, at)| (x + 2 * at.0 + 1, y + 2 * at.1 + 1));
            [x / mouth.len() as i32, y / mouth.len() as i32]
        };
        let (first, middles) = (index(cell) as u32, [middle(&mouths[0]), middle(&mouths[1])]);
        part.iter().for_each(|&cell| zones[index(cell)] = Some((first, middles, INSIDE)));
        for (side, mouth) in mouths.iter().enumerate() {
            sources.push((mouth.iter().map(|&(_, at)| at).collect::<Vec<_>>(), (first, middles, side as u32)));
        }
    }
    // One flood for each mouth, the nearest one wins.
    let inside = zones.clone();
    let mut nearest = vec![(u32::MAX, 0); free.len()];
    for (source, (mouth, _)) in sources.iter().enumerate() {
        let mut reached: BTreeSet<At> = mouth.iter().copied().collect();
        let mut queue: VecDeque<(At, u32)> = mouth.iter().map(|&cell| (cell, 0)).collect();
        while let Some((cell, steps)) = queue.pop_front() {
            nearest[index(cell)] = nearest[index(cell)].min((steps, source));
            let may_enter = |to: &At| steps < ZONE && is_free(*to) && inside[index(*to)].is_none();
            for to in beside(cell).into_iter().filter(may_enter) {
                if reached.insert(to) {
                    queue.push_back((to, steps + 1));
                }
            }
        }
    }
    for (zone, (steps, source)) in zones.iter_mut().zip(nearest) {
        if steps != u32::MAX {
            *zone = Some(sources[source].1);
        }
    }
    zones
}

/// Scattered cells, rooms with doors, a maze, or caves.
fn draw(scene: &mut Scene, random: &mut Random) {
    let (width, height) = (scene.size.width as i32, scene.size.height as i32);
    let percent = 5 + random.below(41);
    match random.below(4) {
        0 => scatter(scene, random, percent),
        1 => {
            let (wide, tall) = (4 + random.below(14) as i32, 4 + random.below(14) as i32);
            (0..width).step_by(wide as usize).for_each(|x| scene.fill(x, 0, 1, height as u32, true));
            (0..height).step_by(tall as usize).for_each(|y| scene.fill(0, y, width as u32, 1, true));
            for _ in 0..(width / wide + 1) * (height / tall + 1) * 2 {
                let (x, y) = (random.below(width as usize) as i32, random.below(height as usize) as i32);
                let (dx, dy) = (1 + random.below(2) as u32, 1 + random.below(3) as u32);
                scene.fill(x - x % wide, y, dx, dy, false);
                scene.fill(x, y - y % tall, dy, dx, false);
            }
        }
        2 => {
            // Corridors of one or two cells, cut out of the rock.
            let wide = 1 + random.below(2) as i32;
            scene.fill(0, 0, width as u32, height as u32, true);
            let (mut x, mut y) = (random.below(width as usize) as i32, random.below(height as usize) as i32);
            for _ in 0..(width * height / 20).min(400) {
                let (dx, dy) = WAYS[random.below(4)];
                let steps = (wide + 1) * (1 + random.below(3) as i32);
                for _ in 0..steps {
                    (x, y) = ((x + dx).clamp(0, width - 1), (y + dy).clamp(0, height - 1));
                    scene.fill(x, y, wide as u32, wide as u32, false);
                }
                if random.below(12) == 0 {
                    scene.fill(x - 3, y - 3, 7, 7, false);
                }
            }
        }
        _ => {
            scatter(scene, random, 35 + percent / 4);
            // Smoothed once: a cell is as most of the nine around it.
            let rock: Vec<bool> = scene
                .cells()
                .map(|(x, y)| {
                    let around = (-1..2).flat_map(|dy| (-1..2).map(move |dx| (x + dx, y + dy)));
                    around.filter(|&cell| !scene.is_free(cell)).count() > 4
                })
                .collect();
            scene.write(&rock);
        }
    }
}

impl Scene {
    fn write(&mut self, are_blocked: &[bool]) {
        let types: Vec<u8> = are_blocked.iter().map(|&is_blocked| is_blocked.into()).collect();
        self.grid.edit(&Edit::write(self.size.bounds(), &types)).unwrap();
        self.see(None);
    }
}

fn scatter(scene: &mut Scene, random: &mut Random, percent: usize) {
    let are_blocked: Vec<bool> = scene.cells().map(|_| random.below(100) < percent).collect();
    scene.write(&are_blocked);
}

/// Agents in some cells, or in all blocks.
fn spread(scene: &mut Scene, random: &mut Random) {
    for number in 0..scene.agents.slots() {
        if scene.agents.is_live(number) {
            scene.agents.remove(number);
        }
    }
    let all: Vec<At> = scene.cells().filter(|&cell| scene.is_free(cell)).collect();
    for _ in 0..[1, 3, 40][random.below(3)].min(all.len()) {
        scene.add_agent(all[random.below(all.len())]);
    }
}

/// Whether an agent can come to the block of a cell in a tick of some steps.
fn is_near(scene: &Scene, (x, y): At, steps: u32) -> bool {
    let reach = 2 * (steps as i32 - 1);
    (0..scene.agents.slots()).filter(|&number| scene.agents.is_live(number)).any(|number| {
        let (at_x, at_y) = scene.agents.point(number).cell();
        let near = |at: i32, cell: i32| (at - reach).max(0) / SIDE <= cell / SIDE && cell / SIDE <= (at + reach) / SIDE;
        near(at_x, x) && near(at_y, y)
    })
}

/// Thousands of maps with edits: what is found around agents, in any order, is what the whole map has there.
#[test]
fn zones_around_agents_are_those_of_the_whole_map() {
    let (mut with_zone, mut gates) = (0, BTreeSet::new());
    for seed in 0..repeats(400, 2) as u64 {
        let mut random = Random::new(seed);
        let side = |random: &mut Random| [1, 7, 31, 32, 33, 64, 70, 100][random.below(8)];
        let mut scene = Scene::new(side(&mut random), side(&mut random));
        draw(&mut scene, &mut random);
        for round in 0..5 {
            let right = model(&scene);
            for _ in 0..2 {
                spread(&mut scene, &mut random);
                let steps = 1 + random.below(16) as u32;
                scene.find(steps);
                for cell in scene.cells() {
                    let right = right[(cell.1 * scene.size.width as i32 + cell.0) as usize]
                        .filter(|_| is_near(&scene, cell, steps));
                    let found = scene.zone(cell);
                    assert_eq!(found, right, "{cell:?}, seed {seed}, round {round}\n{scene}");
                    with_zone += u32::from(found.is_some());
                    gates.extend(found.map(|zone| (seed, zone.0)));
                }
            }
            for _ in 0..1 + random.below(4) {
                let cell = |random: &mut Random, end: u32| random.below(end as usize) as i32;
                let (x, y) = (cell(&mut random, scene.size.width), cell(&mut random, scene.size.height));
                let (width, height) = (1 + random.below(3) as u32, 1 + random.below(3) as u32);
                scene.fill(x, y, width, height, random.below(2) == 0);
            }
        }
    }
    assert!(cfg!(miri) || with_zone > 100_000 && gates.len() > 2000, "{with_zone} cells, {} gates", gates.len());
}

/// Rooms of 16 cells on a large map.
fn rooms(side: u32) -> Scene {
    let mut scene = Scene::new(side, side);
    let is_wall = |(x, y): At| (x % 16 == 0 && y % 16 != 8) || (y % 16 == 0 && x % 16 != 8);
    let are_blocked: Vec<bool> = scene.cells().map(is_wall).collect();
    scene.write(&are_blocked);
    scene
}

#[test]
fn a_tick_looks_at_the_blocks_around_agents_at_any_size_of_the_map() {
    let mut bytes = Vec::new();
    for side in [256, 1024] {
        let mut scene = rooms(side);
        let agent = scene.add_agent((100, 100));
        scene.find(1);
        assert_eq!(scene.gates.blocks.found, 1, "the first tick");
        assert!(scene.zone((100, 100)).is_some());
        scene.find(1);
        assert_eq!(scene.gates.blocks.found, 1, "nothing has changed");
        // A door that closes, near and far away.
        scene.fill(112, 104, 1, 1, true);
        scene.find(1);
        assert_eq!(scene.gates.blocks.found, 2, "one edit, one block");
        scene.fill(200, 200, 1, 1, true);
        scene.find(1);
        assert_eq!(scene.gates.blocks.found, 2, "an edit where nobody is");
        // Where a type changes and walls do not.
        scene.grid.edit(&Edit::set(Cell::new(100, 100), CellType(7))).unwrap();
        scene.see(None);
        scene.find(1);
        assert_eq!(scene.gates.blocks.found, 2, "no wall has changed");
        scene.agents.put(agent, Point::at(128.5, 100.5));
        scene.find(2);
        assert_eq!(scene.gates.blocks.found, 3, "one more block, and the one before");
        bytes.push(scene.gates.bytes() - scene.gates.blocks.bytes());
    }
    assert_eq!(bytes[0], bytes[1]);
}

/// A bit a cell for walls, and 4 bytes for 1,024 cells; the rest is of blocks with agents.
#[test]
fn memory_is_at_most_eight_bytes_a_cell_where_agents_are_and_a_bit_elsewhere() {
    for percent in [5, 10, 15, 20, 25, 30, 35, 40] {
        let mut scene = Scene::new(320, 320);
        scatter(&mut scene, &mut Random::new(percent as u64), percent);
        scene.add_agent((5, 5));
        scene.find(1);
        let cells = 320 * 320;
        let few = scene.gates.bytes() + scene.walls.bytes();
        for cell in scene.cells().filter(|(x, y)| x % SIDE == 0 && y % SIDE == 0) {
            scene.add_agent(cell);
        }
        scene.find(1);
        assert_eq!(scene.gates.blocks.found, 100);
        let all = scene.gates.bytes() + scene.walls.bytes() - (80 << 10);
        println!("{percent} % blocked: {few} bytes for one agent, {} a cell for all", all as f64 / cells as f64);
        assert!(few <= cells / 8 + (80 << 10), "{percent} % blocked: {few}");
        assert!(all <= 8 * cells, "{percent} % blocked: {} a cell", all as f64 / cells as f64);
    }
}

/// An agent that walks on leaves no memory behind, and gates of the way are given up.
#[test]
fn blocks_and_gates_of_long_ago_make_room() {
    let mut scene = rooms(1024);
    let agent = scene.add_agent((8, 8));
    let mut bytes = 0;
    for round in 0..6 {
        for block in 0..32 {
            scene.agents.put(agent, Point::at(block as f32 * 32.0 + 8.5, 8.5 + 32.0 * round as f32));
            (0..KEPT_TICKS / 8).for_each(|_| scene.find(1));
        }
        if round == 1 {
            bytes = scene.gates.bytes();
        }
    }
    assert_eq!(scene.gates.blocks.found, 6 * 32);
    assert!(scene.gates.bytes() <= bytes, "{} bytes, and {bytes} before", scene.gates.bytes());
}
