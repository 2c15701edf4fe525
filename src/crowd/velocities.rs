//! The velocities of a part of the agents, and where they lead.

use super::bins::{Bins, MOST_RANGES};
use super::contacts::Contacts;
use super::half_planes::{Chosen, Others, Program};
use super::lanes::LANES;
use super::neighbors::{Neighbors, Sight};
use super::numbers::{CELL, ONE, Point, SharedPoint, clean, larger, smaller};
use super::sorted::{Aim, Body, Sorted, share};
use super::walls::Walls;
use crate::bits::vectors::Kernel;
use std::ops::Range;

/// How far ahead agents look at each other, in seconds.
const HORIZON: f32 = 0.5;

/// Fast agents see each other this far, in bins.
const MOST_REACH: f32 = 4.0;

/// How far ahead they look at walls, in seconds.
const WALL_HORIZON: f32 = 0.15;

/// The part of its speed with which an agent may lean against one that yields to it: else it could not start towards
/// one that stands.
const PRESS: f32 = 0.5;

/// The gap, in cells, below which neighbors matter even if they don't come near.
const NEAR: f32 = 0.4;

/// How far to the right a slowed agent turns, as part of its wish, and how much those ahead that go its way count.
const RIGHT_HAND: f32 = 0.3;
const LANE: f32 = 0.5;

/// An agent is slowed if it lacks this part of its speed.
const SLOWED: f32 = 0.05;

/// By how much two agents can come nearer in a tick, in steps of the faster one.
const CONTACT_STEPS: f32 = 2.5;

/// Wishes below this speed, in cells per second and squared, turn nowhere.
const STANDING: f32 = 1.0e-4;

/// Chooses velocities for the agents of a range of places.
pub(super) struct Velocities<'a> {
    pub(super) sorted: &'a Sorted,
    pub(super) bins: &'a Bins,
    pub(super) walls: &'a Walls,
    pub(super) places: Range<usize>,
    pub(super) seconds: f32,
    /// The largest radius and speed of all agents.
    pub(super) most_radius: f32,
    pub(super) most_speed: f32,
    /// Whom the agents of the range can touch.
    pub(super) contacts: &'a mut Contacts,
    /// By place, where it goes, and the same where nobody pushes.
    pub(super) moved: &'a [Vec<SharedPoint>; 2],
}

impl Kernel for Velocities<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (mut program, mut others, mut neighbors) = (Program::new(), Others::default(), Neighbors::new());
        let mut ranges = [const { 0..0 }; MOST_RANGES];
        let (mut bin, mut range_count) = (None, 0);
        // Bins that reach everything that can touch, and what two agents can come nearer within the horizon.
        let approaching = smaller(self.most_speed * HORIZON, MOST_REACH);
        let reach = larger(larger(self.most_radius + 0.25, approaching).ceil(), 1.0) as i32;
        let seen = (2 * reach) as f32;
        let units = self.seconds * ONE as f32;
        self.contacts.clear();
        for place in self.places {
            let (one, aim) = (self.sorted.body(place), self.sorted.aim(place));
            let (at, velocity) = (self.sorted.point(place), self.sorted.velocity(place));
            let of_bin = Bins::column_and_row(at);
            if bin != Some(of_bin) {
                bin = Some(of_bin);
                range_count = self.bins.around(of_bin, reach, &mut ranges);
            }
            let near = one.radius + self.most_radius + NEAR;
            let sight = Sight {
                at,
                velocity,
                ignored: one.ignored,
                seen_squared: seen * seen,
                near_squared: near * near,
                seconds: HORIZON,
            };
            neighbors.find(self.sorted, &ranges[..range_count], place, &sight);
            let slack = CONTACT_STEPS * aim.max_speed * self.seconds;
            let has_contacts =
                describe(self.sorted, place, (one, aim, at), neighbors.all(), slack, &mut others, self.contacts);
            program.count = neighbors.all().len().min(LANES);
            let wish = wish(aim, velocity, self.sorted, &neighbors.all()[..program.count], &others);
            program.has_walls =
                self.walls.half_planes(at, one.radius, aim.max_speed, WALL_HORIZON, &mut program.blocks[0]);
            let chosen = choose(&mut program, &others, velocity, aim.max_speed, wish, self.seconds);
            let to = Point { x: at.x + (chosen.x * units) as i32, y: at.y + (chosen.y * units) as i32 };
            let to = self.walls.slide(at, to, one.radius);
            let [moved, pushed] = self.moved;
            moved[place].set(to);
            if !has_contacts {
                pushed[place].set(to);
            }
        }
    }
}

/// Describes the neighbors that matter most, and notes all that can touch. Returns whether any can.
#[inline(always)]
fn describe(
    sorted: &Sorted,
    place: usize,
    (one, aim, at): (&Body, &Aim, Point),
    neighbors: &[u32],
    slack: f32,
    others: &mut Others,
    contacts: &mut Contacts,
) -> bool {
    let layers = sorted.layers(place);
    for (number, &neighbor) in neighbors.iter().enumerate() {
        let (other, point) = (sorted.body(neighbor as usize), sorted.point(neighbor as usize));
        let (x, y) = ((point.x - at.x) as f32 * CELL, (point.y - at.y) as f32 * CELL);
        let radius = one.radius + other.radius;
        if number < LANES {
            (others.x[number], others.y[number], others.radius[number]) = (x, y, radius);
            (others.velocity_x[number], others.velocity_y[number]) = sorted.velocity(neighbor as usize);
            // One that does not avoid the agent does nothing for its part.
            let is_avoided = layers & !other.ignored != 0;
            let share = if is_avoided { share(one.priority, other.priority) } else { 1.0 };
            others.share[number] = share;
            others.press[number] = larger(0.5 - share, 0.0) * 2.0 * PRESS * aim.max_speed;
        }
        let touching = radius + slack;
        if x * x + y * y < touching * touching {
            contacts.add(neighbor);
        }
    }
    contacts.end_agent(place)
}

/// What an agent wishes for within its limits. If it is slowed, it leans to the right, and to the side where those
/// ahead go its way: opposite streams then part into lanes.
#[inline(always)]
fn wish(aim: &Aim, velocity: (f32, f32), sorted: &Sorted, neighbors: &[u32], others: &Others) -> Chosen {
    let [mut x, mut y] = aim.wish;
    let mut squared = x * x + y * y;
    if squared > aim.max_speed * aim.max_speed {
        let scale = aim.max_speed / squared.sqrt();
        (x, y) = (x * scale, y * scale);
        squared = x * x + y * y;
    }
    if squared > STANDING && !neighbors.is_empty() {
        let speed = squared.sqrt();
        let inverse = 1.0 / speed;
        let (ahead_x, ahead_y) = (x * inverse, y * inverse);
        let lack = (speed - (velocity.0 * ahead_x + velocity.1 * ahead_y)) / aim.max_speed;
        if lack > SLOWED {
            let mut lanes = 0.0;
            for (lane, &neighbor) in neighbors.iter().enumerate().take(LANES) {
                let (dx, dy) = (others.x[lane], others.y[lane]);
                if dx * ahead_x + dy * ahead_y > 0.0 {
                    let [wish_x, wish_y] = sorted.aim(neighbor as usize).wish;
                    let (side, along) = (ahead_x * dy - ahead_y * dx, wish_x * ahead_x + wish_y * ahead_y);
                    lanes += side * along / (dx * dx + dy * dy);
                }
            }
            let turn = (RIGHT_HAND + LANE * lanes) * smaller(lack, 1.0);
            let turn = larger(smaller(turn, 1.0), -1.0);
            let (to_x, to_y) = (x - y * turn, y + x * turn);
            let scale = speed / (to_x * to_x + to_y * to_y).sqrt();
            (x, y) = (to_x * scale, to_y * scale);
        }
    }
    let (change_x, change_y) = (x - velocity.0, y - velocity.1);
    let squared = change_x * change_x + change_y * change_y;
    if squared > aim.max_change * aim.max_change {
        let scale = aim.max_change / squared.sqrt();
        (x, y) = (velocity.0 + change_x * scale, velocity.1 + change_y * scale);
    }
    Chosen { x: clean(x), y: clean(y) }
}

/// The permitted velocity nearest to a wish.
#[inline(always)]
fn choose(
    program: &mut Program,
    others: &Others,
    velocity: (f32, f32),
    max_speed: f32,
    wish: Chosen,
    seconds: f32,
) -> Chosen {
    if program.count > 0 {
        let neighbors = &mut program.blocks[1];
        neighbors.set_neighbors(others, velocity, 1.0 / HORIZON, 1.0 / seconds);
        neighbors.clear(program.count);
    } else if !program.has_walls {
        return wish;
    }
    let (mut best, failed) = program.nearest(wish, wish, max_speed * max_speed);
    if failed < LANES + program.count {
        best = program.least_violating(failed, best, max_speed);
    }
    let squared = best.x * best.x + best.y * best.y;
    if squared > max_speed * max_speed {
        let scale = max_speed / squared.sqrt();
        best = Chosen { x: best.x * scale, y: best.y * scale };
    }
    best
}
