//! Random maps of cell types, and random profiles. The seed alone determines them, on every platform.

use super::profile::TestProfile;
use super::random_maps::{Random, random_map};
use super::terrain::{ProfileModel, Terrain};
use gridstar::ffi::{GridstarCharge, GridstarStatus};
use gridstar::grid::{Cell, Rect};

/// The types on a random map. Type 1 is among them, and types of each half of the range.
pub const PALETTE: [u8; 8] = [0, 1, 2, 7, 64, 127, 200, 255];

/// The largest side of a random map of types.
const MAX_SIDE: u32 = 70;

/// A random map without penalties. Consecutive seeds give different kinds: scattered types, rooms, a maze, patches,
/// noise, regular tiles.
pub fn random_terrain(seed: u64) -> Terrain {
    let mut random = Random::new(seed ^ 0x7e44_a11e);
    let random = &mut random;
    match seed % 6 {
        0 => scattered(random),
        // The walls of these maps are obstacles.
        1 => over_obstacles(Terrain::of_map(&random_map(8 * seed + 2).map), random),
        2 => over_obstacles(Terrain::of_map(&random_map(8 * seed + 3).map), random),
        3 => patches(random),
        4 => noise(random),
        _ => tiles(random),
    }
}

pub fn any_type(random: &mut Random) -> u8 {
    PALETTE[random.below(PALETTE.len() as u32) as usize]
}

fn empty(random: &mut Random) -> Terrain {
    let side =
        |random: &mut Random| if random.percent(15) { random.between(1, 3) } else { random.between(4, MAX_SIDE) };
    Terrain::new(side(random), side(random))
}

fn scattered(random: &mut Random) -> Terrain {
    let mut terrain = empty(random);
    let share = random.between(2, 40);
    for place in 0..terrain.types.len() {
        if random.percent(share) {
            terrain.types[place] = any_type(random);
        }
    }
    terrain
}

/// Paints patches over the cells that are no obstacles.
fn over_obstacles(mut terrain: Terrain, random: &mut Random) -> Terrain {
    let obstacles = terrain.types.clone();
    for _ in 0..random.between(3, 20) {
        paint(&mut terrain, random);
    }
    for (cell_type, obstacle) in terrain.types.iter_mut().zip(obstacles) {
        if obstacle == 1 {
            *cell_type = 1;
        }
    }
    terrain
}

fn patches(random: &mut Random) -> Terrain {
    let mut terrain = empty(random);
    for _ in 0..random.between(3, 40) {
        paint(&mut terrain, random);
    }
    terrain
}

fn paint(terrain: &mut Terrain, random: &mut Random) {
    let (rect, cell_type) = (random_rect(terrain, 12, random), any_type(random));
    fill(terrain.width, &mut terrain.types, rect, cell_type);
}

fn noise(random: &mut Random) -> Terrain {
    let mut terrain = empty(random);
    terrain.types.iter_mut().for_each(|cell_type| *cell_type = any_type(random));
    terrain
}

/// A tile of types, repeated, each row of tiles shifted.
fn tiles(random: &mut Random) -> Terrain {
    let mut terrain = empty(random);
    let (width, height) = (random.between(1, 6), random.between(1, 6));
    let shift = random.below(width);
    let tile: Vec<u8> = (0..width * height).map(|_| if random.percent(50) { 0 } else { any_type(random) }).collect();
    for cell in terrain.cells() {
        let (x, y) = (cell.x as u32, cell.y as u32);
        let index = terrain.index(cell);
        terrain.types[index] = tile[(y % height * width + (x + shift * (y / height)) % width) as usize];
    }
    terrain
}

/// A rectangle of a map with sides of at most `largest`.
pub fn random_rect(terrain: &Terrain, largest: u32, random: &mut Random) -> Rect {
    let corner = random_cell(terrain, random);
    let side = |from: i32, side: i32, random: &mut Random| random.between(1, largest.min((side - from) as u32));
    Rect {
        x: corner.x,
        y: corner.y,
        width: side(corner.x, terrain.width, random),
        height: side(corner.y, terrain.height, random),
    }
}

pub fn random_cell(terrain: &Terrain, random: &mut Random) -> Cell {
    Cell::new(random.below(terrain.width as u32) as i32, random.below(terrain.height as u32) as i32)
}

/// Sets the bytes of a rectangle's cells.
pub fn fill(width: i32, bytes: &mut [u8], rect: Rect, byte: u8) {
    for row in rect.y..rect.y + rect.height as i32 {
        let first = (row * width + rect.x) as usize;
        bytes[first..first + rect.width as usize].fill(byte);
    }
}

/// Multipliers between and at the ends of the range, most of which are rounded.
const MULTIPLIERS: [f64; 12] = [1.0 / 64.0, 1.0 / 128.0, 0.1, 0.25, 1.0, 1.0, 1.5, 2.0, 3.3, 7.0, 64.0, 1024.0];

pub fn any_multiplier(random: &mut Random) -> f64 {
    MULTIPLIERS[random.below(MULTIPLIERS.len() as u32) as usize]
}

/// A profile behind the C functions, and its model.
#[derive(Debug)]
pub struct ProfileTwin {
    pub profile: TestProfile,
    pub model: ProfileModel,
}

impl ProfileTwin {
    pub fn new() -> Self {
        Self { profile: TestProfile::new(), model: ProfileModel::default() }
    }

    /// One of several kinds: as new, moderate, with extremes, with equal multipliers, with all types blocked or open.
    pub fn random(random: &mut Random) -> Self {
        let mut twin = Self::new();
        let kind = random.below(12);
        let multipliers: Vec<f64> = (0..256_u32)
            .map(|number| match kind {
                0 => f64::from(number != 1),
                // The types of the palette cost more than 1, and all others 1.
                1 | 2 if PALETTE.contains(&(number as u8)) => [0.0, 1.0, 1.25, 2.0, 4.0][random.below(5) as usize],
                1 | 2 => 1.0,
                3 | 4 => {
                    if random.percent(15) {
                        0.0
                    } else {
                        any_multiplier(random)
                    }
                }
                5 | 6 => [1.0 / 64.0, 1024.0][random.below(2) as usize],
                7 => {
                    if number % 4 == 3 {
                        0.0
                    } else {
                        2.5
                    }
                }
                8 => 1.0 / 64.0,
                9 => 0.0,
                10 => {
                    if number == 0 {
                        3.0
                    } else {
                        0.0
                    }
                }
                _ => [0.0, 1.0, 1.0, 1.5, 2.0, 3.0][random.below(6) as usize],
            })
            .collect();
        if kind > 0 {
            twin.set_costs(0, &multipliers);
        }
        if random.percent(30) {
            twin.set_charge(true);
        }
        twin
    }

    pub fn set_costs(&mut self, first: u32, multipliers: &[f64]) {
        assert_eq!(self.profile.set_costs(first, multipliers), GridstarStatus::Ok);
        for (cell_type, &multiplier) in (first as usize..).zip(multipliers) {
            self.model.set(cell_type, multiplier);
        }
    }

    pub fn set_cost(&mut self, cell_type: u32, multiplier: f64) {
        assert_eq!(self.profile.set_cost(cell_type, multiplier), GridstarStatus::Ok);
        self.model.set(cell_type as usize, multiplier);
    }

    pub fn set_charge(&mut self, charges_entered: bool) {
        let charge = if charges_entered { GridstarCharge::Entered } else { GridstarCharge::Mean };
        assert_eq!(self.profile.set_charge(charge), GridstarStatus::Ok);
        self.model.charges_entered = charges_entered;
    }

    /// One random change.
    pub fn change(&mut self, random: &mut Random) {
        match random.below(4) {
            0 => self.set_charge(!self.model.charges_entered),
            1 => {
                let first = random.below(256);
                let count = random.between(1, (256 - first).min(70));
                let multipliers: Vec<f64> = (0..count).map(|_| any_multiplier(random)).collect();
                self.set_costs(first, &multipliers);
            }
            2 => self.set_cost(any_type(random).into(), 0.0),
            _ => self.set_cost(any_type(random).into(), any_multiplier(random)),
        }
    }
}
