//! The velocities of a part of the agents, and where they lead.

use super::bins::{Bins, MOST_RANGES};
use super::contacts::Contacts;
use super::half_planes::{ChosenVelocity, Others, Program};
use super::lanes::LANES;
use super::moves::{Time, led};
use super::neighbors::{AgentSight, Neighbors};
use super::numbers::{CELL, MOST_STEP, Point, SEPARATION, clean, larger, limited, smaller};
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

/// By how much two agents can come nearer in a step, in moves of the faster one.
const CONTACT_STEPS: f32 = 2.5;

/// Wishes below this speed, in cells per second and squared, turn nowhere.
const STANDING: f32 = 1.0e-4;

/// Chooses velocities for the agents of a range of places.
pub(super) struct Velocities<'a> {
    pub(super) sorted: &'a Sorted,
    pub(super) bins: &'a Bins,
    pub(super) walls: &'a Walls,
    pub(super) places: Range<usize>,
    pub(super) time: Time,
    /// The largest radius of all agents.
    pub(super) most_radius: f32,
    /// Whom the agents of the range can touch.
    pub(super) contacts: &'a mut Contacts,
}

impl Velocities<'_> {
    /// How far an agent looks for others, in bins: at everything that can touch it, and at what comes nearer to it
    /// within the horizon, where others are as fast as it.
    #[inline(always)]
    fn reach(&self, aim: &Aim) -> i32 {
        let bins = larger(self.most_radius + 0.25, smaller(aim.pace * HORIZON, MOST_REACH));
        let whole = bins as i32;
        (whole + i32::from(bins > whole as f32)).max(1)
    }
}

impl Kernel for Velocities<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (mut program, mut others, mut neighbors) = (Program::new(), Others::default(), Neighbors::new());
        let mut ranges = [const { 0..0 }; MOST_RANGES];
        let (mut known, mut range_count) = (None, 0);
        let seconds = self.time.seconds;
        let wall_horizon = larger(WALL_HORIZON, seconds);
        self.contacts.clear();
        for place in self.places.clone() {
            let (one, aim) = (self.sorted.body(place), self.sorted.aim(place));
            let (at, velocity) = (self.sorted.point(place), self.sorted.velocity(place));
            let (bin, reach) = (Bins::column_and_row(at), self.reach(aim));
            if known != Some((bin, reach)) {
                known = Some((bin, reach));
                range_count = self.bins.around(bin, reach, &mut ranges);
            }
            let seen = (2 * reach) as f32;
            let near = one.radius + self.most_radius + NEAR;
            let sight = AgentSight {
                at,
                velocity,
                ignored: one.ignored,
                seen_squared: seen * seen,
                near_squared: near * near,
                seconds: HORIZON,
            };
            neighbors.find(self.sorted, &ranges[..range_count], place, &sight);
            if let Some(thin) = self.walls.thin() {
                neighbors.keep(|other| !thin.hides(at, self.sorted.point(other)));
            }
            let slack = CONTACT_STEPS * smaller(larger(aim.pace, SEPARATION) * seconds, MOST_STEP);
            let has_contacts =
                describe(self.sorted, place, (one, aim, at), neighbors.all(), slack, &mut others, self.contacts);
            program.count = neighbors.all().len().min(LANES);
            let wish = wish(aim, velocity, self.sorted, &neighbors.all()[..program.count], &others);
            let home = (at, self.walls.around(at.cell()));
            program.has_walls =
                self.walls.half_planes(home, one.radius, aim.max_speed, wall_horizon, &mut program.blocks[0]);
            let chosen = choose(&mut program, &others, velocity, aim, wish);
            self.sorted.chosen[place].set(chosen);
            let (to, _) = led(at, chosen, aim.rest, self.time.units);
            let to = self.walls.slide(home, to, one.radius, self.sorted.bound(place, &self.time));
            let [moved, pushed] = &self.sorted.moved;
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

/// Wish of an agent within its limits. If it is slowed, it leans to the right, and to the side where those
/// ahead go its way: opposite streams then part into lanes.
#[inline(always)]
fn wish(aim: &Aim, velocity: (f32, f32), sorted: &Sorted, neighbors: &[u32], others: &Others) -> ChosenVelocity {
    let [mut x, mut y] = aim.wish;
    let mut squared = x * x + y * y;
    if squared > aim.pace * aim.pace {
        [x, y] = limited([x, y], aim.pace * aim.pace);
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
    // An agent may have become slower, or steps longer.
    [x, y] = limited([x, y], aim.max_speed * aim.max_speed);
    ChosenVelocity { x: clean(x), y: clean(y) }
}

/// The permitted velocity nearest to a wish.
#[inline(always)]
fn choose(program: &mut Program, others: &Others, velocity: (f32, f32), aim: &Aim, wish: ChosenVelocity) -> [f32; 2] {
    if program.count > 0 {
        let neighbors = &mut program.blocks[1];
        neighbors.set_neighbors(others, velocity, 1.0 / HORIZON);
        neighbors.clear(program.count);
    } else if !program.has_walls {
        return [wish.x, wish.y];
    }
    let (mut best, failed) = program.nearest(wish, wish, aim.max_speed * aim.max_speed);
    if failed < LANES + program.count {
        // Of velocities that are all wrong, a fast one may be the least wrong.
        best = program.least_violating(failed, best, aim.pace);
    }
    limited([best.x, best.y], aim.max_speed * aim.max_speed).map(clean)
}
