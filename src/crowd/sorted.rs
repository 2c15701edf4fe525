//! The agents of a tick in the order of their bins, so that neighbors lie side by side in memory.

use super::agents::Agents;
use super::bins::Bins;
use super::lanes::{LANES, Lanes};
use super::moves::Time;
use super::numbers::{MOST_STEP, ONE, Point, SEPARATION, SharedPoint, SharedVelocity, larger, smaller};
use super::walls::WallBound;
use crate::OutOfMemory;
use crate::held::held;
use crate::out_of_memory::refill;

/// Eight agents side by side: x, y, both parts of the velocity, and layers.
pub(super) type AgentLanes<'a> = (&'a Lanes<i32>, &'a Lanes<i32>, &'a Lanes<f32>, &'a Lanes<f32>, &'a Lanes<u32>);

/// Agents by place.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    /// Fields that the search for neighbors reads, eight at a time. Eight more lie after the last agent.
    x: Vec<i32>,
    y: Vec<i32>,
    velocity_x: Vec<f32>,
    velocity_y: Vec<f32>,
    layers: Vec<u32>,
    bodies: Vec<Body>,
    aims: Vec<Aim>,
    /// Where agents are after the last push, and after the one before, in turn.
    pub(super) moved: [Vec<SharedPoint>; 2],
    /// The velocities that agents have chosen.
    pub(super) chosen: Vec<SharedVelocity>,
    pub(super) count: usize,
}

held!(Sorted: x, y, layers, velocity_x, velocity_y, bodies, aims, moved, chosen);

/// The part of an agent that other agents near it need. Each pass of pushes reads it of all agents, so it is small.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Body {
    pub(super) radius: f32,
    pub(super) priority: i32,
    pub(super) ignored: u32,
}

/// Where an agent wishes to go, and how fast it may. `number` is that of the caller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aim {
    pub(super) number: u32,
    pub(super) max_speed: f32,
    /// The part of its largest speed that anybody in the crowd moves at.
    pub(super) pace: f32,
    /// How much its velocity may change in the step.
    pub(super) max_change: f32,
    pub(super) wish: [f32; 2],
    /// The rest of its position below a unit.
    pub(super) rest: [f32; 2],
}

impl Sorted {
    /// Memory for a number of agents.
    pub(super) fn reserve(&mut self, agents: usize) -> Result<(), OutOfMemory> {
        let padded = agents + LANES;
        refill(&mut self.x, padded, 0)?;
        refill(&mut self.y, padded, 0)?;
        refill(&mut self.velocity_x, padded, 0.0)?;
        refill(&mut self.velocity_y, padded, 0.0)?;
        refill(&mut self.layers, padded, 0)?;
        refill(&mut self.bodies, agents, Body::default())?;
        refill(&mut self.aims, agents, Aim::default())?;
        for moved in &mut self.moved {
            moved.try_reserve(agents.saturating_sub(moved.len()))?;
            moved.resize_with(agents, SharedPoint::default);
        }
        self.chosen.try_reserve(agents.saturating_sub(self.chosen.len()))?;
        self.chosen.resize_with(agents, SharedVelocity::default);
        Ok(())
    }

    /// Sorts the agents by bins, and by number in each bin. None moves faster than `pace`.
    pub(super) fn sort(&mut self, agents: &Agents, bins: &mut Bins, seconds: f32, pace: f32) {
        let live = (0..agents.slots()).filter(|&number| agents.is_live(number));
        bins.clear();
        live.clone().for_each(|number| bins.count(agents.point(number)));
        bins.sum();
        let most_speed = MOST_STEP / seconds;
        self.count = agents.count();
        for number in live {
            let (settings, at) = (agents.settings(number), agents.point(number));
            let place = bins.place(at);
            (self.x[place], self.y[place]) = (at.x, at.y);
            [self.velocity_x[place], self.velocity_y[place]] = agents.kept(number);
            self.layers[place] = settings.layers;
            self.bodies[place] =
                Body { radius: settings.radius, priority: agents.priority(number), ignored: settings.ignored };
            let max_speed = smaller(settings.max_speed, most_speed);
            self.aims[place] = Aim {
                number: number as u32,
                max_speed,
                pace: smaller(max_speed, pace),
                max_change: settings.max_acceleration * seconds,
                wish: agents.wish(number),
                rest: agents.rest(number),
            };
        }
    }

    #[inline(always)]
    pub(super) fn point(&self, place: usize) -> Point {
        Point { x: self.x[place], y: self.y[place] }
    }

    /// How far the agent may come in a step, with one and a half units for rounding.
    #[inline(always)]
    pub(super) fn bound(&self, place: usize, time: &Time) -> WallBound {
        let most = larger(self.aims[place].max_speed, SEPARATION) * time.units;
        WallBound { began: self.point(place), most: smaller(most, MOST_STEP * ONE as f32) + 1.5 }
    }

    #[inline(always)]
    pub(super) fn velocity(&self, place: usize) -> (f32, f32) {
        (self.velocity_x[place], self.velocity_y[place])
    }

    #[inline(always)]
    pub(super) fn layers(&self, place: usize) -> u32 {
        self.layers[place]
    }

    #[inline(always)]
    pub(super) fn body(&self, place: usize) -> &Body {
        &self.bodies[place]
    }

    #[inline(always)]
    pub(super) fn aim(&self, place: usize) -> &Aim {
        &self.aims[place]
    }

    /// Eight agents from a place on.
    #[inline(always)]
    pub(super) fn lanes(&self, place: usize) -> Option<AgentLanes<'_>> {
        // One comparison for each list.
        let lanes = place..place + LANES;
        Some((
            self.x.get(lanes.clone())?.first_chunk()?,
            self.y.get(lanes.clone())?.first_chunk()?,
            self.velocity_x.get(lanes.clone())?.first_chunk()?,
            self.velocity_y.get(lanes.clone())?.first_chunk()?,
            self.layers.get(lanes)?.first_chunk()?,
        ))
    }
}

/// The part that an agent takes of what a pair has to change: half for equals, less for the higher priority. The two
/// parts of a pair add up to 1.
#[inline(always)]
pub(super) fn share(mine: i32, of_other: i32) -> f32 {
    const MOST: i32 = 64;
    0.5 + (of_other - mine).clamp(-MOST, MOST) as f32 * (0.45 / MOST as f32)
}
