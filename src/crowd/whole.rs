//! A crowd on one map.

use super::agents::{AgentSettings, Agents};
use super::bins::Bins;
use super::contacts::{ContactLists, PART};
use super::gates::Gates;
use super::moves::{Step, Time};
use super::numbers::{LEAST_ACCELERATION, LEAST_RADIUS, MOST_RADIUS, MOST_SPEED, MOST_STEP, Point};
use super::parts::Parts;
use super::pushes::{PASSES, push};
use super::sorted::Sorted;
use super::velocities::Velocities;
use super::walls::Walls;
use crate::OutOfMemory;
use crate::bits::vectors;
use crate::grid::{GridSize, Rect};
use crate::held::{Held, held};
use crate::index::AgentView;

/// Why a crowd refuses a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrowdError {
    /// A setting of an agent, a wish or the time of a tick is out of its range, or not a number.
    Number,
    /// A position is not on the map.
    Outside,
    /// No agent has this number.
    Unknown,
    /// The other crowd is on a map of another size.
    OtherSize,
    /// Not enough memory.
    Memory,
}

impl From<OutOfMemory> for CrowdError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

/// The most steps into which a tick is cut, because agents move fast.
const MOST_STEPS: f32 = 16.0;

/// The longest tick, in seconds.
const MOST_SECONDS: f32 = 1.0;

/// Velocities, pushes, and writing back.
const PHASES: u32 = PASSES as u32 + 2;

/// Numbers for which there is room when there are some: doubled, so that adding agents one by one takes no time each.
fn room_for(slots: usize) -> usize {
    slots.next_power_of_two().max(64)
}

/// Agents that keep apart.
///
/// A tick is cut into steps ([`steps`](Self::steps)). The caller begins each step with [`begin`](Self::begin), has any
/// number of threads [`run`](Self::run) it, and ends it with [`end`](Self::end); [`tick`](Self::tick) does so on one
/// thread.
#[derive(Debug)]
pub struct Crowd {
    pub(super) size: GridSize,
    pub(super) agents: Agents,
    walls: Walls,
    pub(super) gates: Gates,
    bins: Bins,
    sorted: Sorted,
    contacts: ContactLists,
    parts: Parts,
    /// Numbers for which there is memory.
    reserved: usize,
    /// Steps so far.
    pub(super) step: u32,
    /// Whether agents were copied since walls were seen, and may stand in them.
    pub(super) awaits_walls: bool,
    /// The time of a step of the tick.
    time: Time,
    most_radius: f32,
    /// The speed of the fastest agent in the tick.
    pace: f32,
}

held!(Crowd: agents, walls, gates, bins, sorted, contacts, parts);

impl Crowd {
    /// A crowd without agents on a map of a size. Nobody moves before the first call of
    /// [`set_walls`](Self::set_walls).
    pub fn new(size: GridSize) -> Self {
        Self {
            size,
            agents: Agents::default(),
            walls: Walls::default(),
            gates: Gates::default(),
            bins: Bins::default(),
            sorted: Sorted::default(),
            contacts: ContactLists::default(),
            parts: Parts::default(),
            reserved: 0,
            step: 0,
            awaits_walls: false,
            time: Time::default(),
            most_radius: 0.0,
            pace: 0.0,
        }
    }

    /// The number of agents.
    pub fn count(&self) -> usize {
        self.agents.count()
    }

    /// How many numbers agents have or had. The numbers are below.
    pub fn slots(&self) -> usize {
        self.agents.slots()
    }

    /// The number of steps so far.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// Takes over the walls of a view, everywhere or where `changed` encloses all changes. Moves agents that are in a
    /// wall to the nearest free cell, if there is one.
    pub fn set_walls(&mut self, view: AgentView, changed: Option<&[Rect]>) -> Result<(), OutOfMemory> {
        self.gates.resize(self.size)?;
        if self.walls.update(view, changed, |rect| self.gates.forget(rect))? || self.awaits_walls {
            self.awaits_walls = false;
            for number in 0..self.agents.slots() {
                let at = self.agents.point(number);
                if self.agents.is_live(number) && self.walls.is_blocked(at.cell()) {
                    let free = self.free_point(at, self.agents.settings(number).radius);
                    if free != at {
                        self.agents.put(number, free);
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether agents were copied here, and may stand in walls until the next call of [`set_walls`](Self::set_walls).
    pub fn awaits_walls(&self) -> bool {
        self.awaits_walls
    }

    /// The point nearest to another one where an agent can stand.
    fn free_point(&self, at: Point, radius: f32) -> Point {
        if self.walls.is_blocked(at.cell()) { self.walls.nearest_free(at, radius).unwrap_or(at) } else { at }
    }

    fn point(&self, [x, y]: [f32; 2]) -> Result<Point, CrowdError> {
        if !(x.is_finite() && y.is_finite()) {
            return Err(CrowdError::Number);
        }
        let inside = |at: f32, cells: u32| (0.0..cells as f32).contains(&at);
        let is_inside = inside(x, self.size.width) && inside(y, self.size.height);
        if is_inside { Ok(Point::at(x, y)) } else { Err(CrowdError::Outside) }
    }

    /// Checks a position.
    pub fn check_position(&self, at: [f32; 2]) -> Result<(), CrowdError> {
        self.point(at).map(drop)
    }

    /// Checks settings and a position, of which nothing is taken over yet.
    pub fn check(&self, settings: &AgentSettings, at: [f32; 2]) -> Result<(), CrowdError> {
        let is_right = (LEAST_RADIUS..=MOST_RADIUS).contains(&settings.radius)
            && (0.0..=MOST_SPEED).contains(&settings.max_speed)
            && (LEAST_ACCELERATION..=f32::MAX).contains(&settings.max_acceleration)
            && (-128..128).contains(&settings.priority);
        if is_right { self.point(at).map(drop) } else { Err(CrowdError::Number) }
    }

    /// Reserves the memory for more agents.
    pub fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        let slots = self.agents.reserve(more)?;
        self.make_room(slots)
    }

    /// Reserves what ticks need for a number of numbers.
    pub(super) fn make_room(&mut self, slots: usize) -> Result<(), OutOfMemory> {
        if slots <= self.reserved {
            return Ok(());
        }
        let room = room_for(slots);
        self.sorted.reserve(room)?;
        self.contacts.reserve(room)?;
        self.parts.reserve(room.div_ceil(PART))?;
        self.gates.reserve(room)?;
        self.bins.reserve(room, self.size)?;
        self.reserved = room;
        Ok(())
    }

    /// Adds an agent and returns its number: that of the agent that was removed last, or the next one. If its cell is
    /// blocked, it comes to the nearest free one.
    pub fn add(&mut self, settings: AgentSettings, at: [f32; 2]) -> Result<u32, CrowdError> {
        self.check(&settings, at)?;
        self.reserve(1)?;
        let at = self.free_point(self.point(at)?, settings.radius);
        Ok(self.agents.add(settings, at) as u32)
    }

    fn known(&self, number: u32) -> Result<usize, CrowdError> {
        if self.agents.is_live(number as usize) { Ok(number as usize) } else { Err(CrowdError::Unknown) }
    }

    /// Whether a number has an agent.
    pub fn has(&self, number: u32) -> bool {
        self.agents.is_live(number as usize)
    }

    /// Removes an agent. A later one may get its number.
    pub fn remove(&mut self, number: u32) -> Result<(), CrowdError> {
        let number = self.known(number)?;
        self.agents.remove(number);
        Ok(())
    }

    /// Changes the settings of an agent.
    pub fn set(&mut self, number: u32, settings: AgentSettings) -> Result<(), CrowdError> {
        let number = self.known(number)?;
        self.check(&settings, [0.0; 2])?;
        self.agents.set(number, settings);
        Ok(())
    }

    /// Puts an agent to another place, where it stands.
    pub fn put(&mut self, number: u32, at: [f32; 2]) -> Result<(), CrowdError> {
        let number = self.known(number)?;
        let at = self.free_point(self.point(at)?, self.agents.settings(number).radius);
        self.agents.put(number, at);
        Ok(())
    }

    /// The position of an agent, in cells.
    pub fn position(&self, number: u32) -> [f32; 2] {
        self.agents.point(number as usize).position()
    }

    /// The velocity of an agent, in cells per second.
    pub fn velocity(&self, number: u32) -> [f32; 2] {
        self.agents.velocity(number as usize)
    }

    /// Takes over the wished velocities of a tick, by number, and returns the number of its steps and the seconds of
    /// each. Agents beyond the list wish to stand. Agents that move fast need several steps: none goes half a cell in
    /// one. Gates around agents are found, too; without memory for them nobody has moved.
    pub fn steps(&mut self, seconds: f32, wishes: &[[f32; 2]]) -> Result<(u32, f32), CrowdError> {
        let is_right = (1.0e-3..=MOST_SECONDS).contains(&seconds);
        // All of them, without an early end, so that the loop becomes vectors.
        let are_finite = wishes.as_flattened().iter().fold(true, |are_finite, wish| are_finite & wish.is_finite());
        if !(is_right && are_finite) {
            return Err(CrowdError::Number);
        }
        self.agents.set_wishes(wishes);
        self.pace = self.agents.pace();
        let steps = (self.pace * seconds / MOST_STEP).ceil().clamp(1.0, MOST_STEPS);
        self.gates.find(&self.walls, &self.agents, steps as u32)?;
        self.time = Time::new(seconds / steps, steps);
        Ok((steps as u32, seconds / steps))
    }

    /// Begins a step and returns how many threads can work on it at once.
    pub fn begin(&mut self, seconds: f32) -> u32 {
        self.most_radius = self.agents.most_radius();
        self.agents.begin(self.step, seconds);
        self.gates.steer(&mut self.agents, seconds);
        self.bins.fit(room_for(self.agents.slots()), self.size);
        self.sorted.sort(&self.agents, &mut self.bins, seconds, self.pace);
        let parts = self.sorted.count.div_ceil(PART);
        self.parts.begin(parts, PHASES);
        parts as u32
    }

    /// Works on a step until it has ended, beside any other threads that do.
    pub fn run(&self) {
        self.parts.run(|phase, part| self.run_part(phase, part));
    }

    fn run_part(&self, phase: u32, part: usize) {
        let places = part * PART..((part + 1) * PART).min(self.sorted.count);
        let [moved, pushed] = &self.sorted.moved;
        self.contacts.with(part, |contacts| match phase as usize {
            0 => vectors::run(Velocities {
                sorted: &self.sorted,
                bins: &self.bins,
                walls: &self.walls,
                places,
                time: self.time,
                most_radius: self.most_radius,
                contacts,
            }),
            pass @ 1..=PASSES => {
                let way = if pass % 2 == 1 { (&moved[..], &pushed[..]) } else { (&pushed[..], &moved[..]) };
                push((&self.sorted, &self.walls, &self.time), contacts, way);
            }
            _ => {
                for place in places {
                    let (aim, from, to) = (self.sorted.aim(place), self.sorted.point(place), moved[place].get());
                    let (chosen, wish, max_change) = (self.sorted.chosen[place].get(), aim.wish, aim.max_change);
                    let step = Step { from, to, chosen, wish, max_change };
                    self.agents.moved(aim.number as usize, &step, &self.time);
                }
            }
        });
    }

    /// Ends a step.
    pub fn end(&mut self) {
        self.step = self.step.wrapping_add(1);
        self.time.is_first = false;
    }

    /// A whole tick on the calling thread.
    pub fn tick(&mut self, seconds: f32, wishes: &[[f32; 2]]) -> Result<(), CrowdError> {
        let (steps, seconds) = self.steps(seconds, wishes)?;
        for _ in 0..steps {
            self.begin(seconds);
            self.run();
            self.end();
        }
        Ok(())
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (size_of::<Self>() + Held::bytes(self)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::vectors::Kernel;
    use crate::index::IndexedGrid;
    use crate::random::Random;

    /// The code for AVX2, if this processor has it, against the code for every processor.
    #[test]
    fn all_vectors_give_the_same_moves() {
        let (mut random, grid) = (Random::new(1), IndexedGrid::new(40, 40).unwrap());
        let mut crowd = Crowd::new(GridSize { width: 40, height: 40 });
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        for _ in 0..500 {
            let at = [0, 1].map(|_| random.below(4000) as f32 / 100.0);
            crowd.add(AgentSettings::default(), at).unwrap();
        }
        for _ in 0..20 {
            let wishes: Vec<[f32; 2]> =
                (0..500).map(|_| [0, 1].map(|_| random.below(400) as f32 / 100.0 - 2.0)).collect();
            crowd.tick(0.05, &wishes).unwrap();
            crowd.steps(0.05, &wishes).unwrap();
            crowd.begin(0.05);
            let moved = [false, true].map(|by_any| {
                let touching = crowd.contacts.with(0, |contacts| {
                    let velocities = Velocities {
                        sorted: &crowd.sorted,
                        bins: &crowd.bins,
                        walls: &crowd.walls,
                        places: 0..500,
                        time: crowd.time,
                        most_radius: crowd.most_radius,
                        contacts: &mut *contacts,
                    };
                    if by_any {
                        velocities.run()
                    } else {
                        vectors::run(velocities)
                    }
                    contacts.by_agent().map(|(place, contacts)| (place, contacts.to_vec())).collect::<Vec<_>>()
                });
                (touching, crowd.sorted.moved[0][..500].iter().map(|point| point.get()).collect::<Vec<_>>())
            });
            assert_eq!(moved[0], moved[1]);
        }
    }
}
