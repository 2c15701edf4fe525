//! The agents of a crowd by number: their settings, where they are, and what they wish for.

use super::moves::{Motion, Step, Time};
use super::numbers::{Point, SharedPoint, clean, clean_wish, larger, smaller};
use crate::OutOfMemory;
use crate::held::held;
use std::sync::atomic::{AtomicU32, Ordering};

/// Settings of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentSettings {
    /// In cells.
    pub radius: f32,
    /// In cells per second.
    pub max_speed: f32,
    /// In cells per second, each second.
    pub max_acceleration: f32,
    /// Agents of higher priority give way less, from -128 to 127.
    pub priority: i32,
    /// The layers on which the agent is, as bits.
    pub layers: u32,
    /// The layers of agents that it does not avoid, as bits.
    pub ignored: u32,
}

impl Default for AgentSettings {
    fn default() -> Self {
        let (radius, max_speed, max_acceleration) = (0.35, 2.0, 8.0);
        Self { radius, max_speed, max_acceleration, priority: 0, layers: 1, ignored: 0 }
    }
}

/// The part of an agent that threads change.
#[derive(Debug, Default)]
struct Moving {
    at: SharedPoint,
    motion: Motion,
    /// Ticks for which it has stood although it wishes to move.
    stuck: AtomicU32,
}

/// After this many seconds of standing against its wish, an agent is stuck.
const PATIENCE: f32 = 2.0;

/// The additional priority of some of the agents that are stuck.
const STIRRED: i32 = 16;

/// Other agents are stirred after 2^5 ticks.
const STIRRED_TICKS: u32 = 5;

/// An agent stands whose speed towards its wish is below this part of it, and whose wish is at least this fast.
const STANDING: f32 = 0.15;
const WISHING: f32 = 1.0e-4;

#[derive(Debug, Default)]
pub(super) struct Agents {
    settings: Vec<AgentSettings>,
    /// Whether the number has an agent.
    are_live: Vec<bool>,
    moving: Vec<Moving>,
    /// Wishes of the caller.
    wishes: Vec<[f32; 2]>,
    /// Wishes and priorities after gates and the time in a jam have changed them.
    steered: Vec<[f32; 2]>,
    priorities: Vec<i32>,
    /// Numbers without an agent. The last one is given next.
    free: Vec<u32>,
    /// The largest radius.
    most_radius: Option<f32>,
}

held!(Agents: settings, are_live, moving, wishes, steered, priorities, free);

/// All of an agent on which later ticks depend.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentState {
    pub(super) settings: AgentSettings,
    pub(super) at: Point,
    pub(super) kept: [f32; 2],
    pub(super) told: [f32; 2],
    pub(super) rest: [f32; 2],
    pub(super) stuck: u32,
}

/// An agent is stuck for no more ticks than these.
pub(super) const MOST_STUCK: u32 = 1 << 16;

impl Agents {
    /// How many numbers there are, with and without an agent.
    pub(super) fn slots(&self) -> usize {
        self.settings.len()
    }

    /// The number of agents.
    pub(super) fn count(&self) -> usize {
        self.settings.len() - self.free.len()
    }

    /// Reserves the memory for more agents, and returns for how many numbers there is memory.
    pub(super) fn reserve(&mut self, more: usize) -> Result<usize, OutOfMemory> {
        let more = more.saturating_sub(self.free.len());
        let slots = self.slots() + more;
        self.settings.try_reserve(more)?;
        self.are_live.try_reserve(more)?;
        self.moving.try_reserve(more)?;
        self.wishes.try_reserve(more)?;
        self.steered.try_reserve(more)?;
        self.priorities.try_reserve(more)?;
        self.free.try_reserve(slots - self.free.len())?;
        Ok(slots)
    }

    /// Reserves the memory for a number of numbers in all.
    pub(super) fn reserve_slots(&mut self, slots: usize) -> Result<(), OutOfMemory> {
        self.reserve((slots.saturating_sub(self.slots())) + self.free.len()).map(drop)
    }

    /// Takes over the agents of another crowd, for whose numbers there is memory. What ticks derive is not copied.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.clear();
        self.settings.extend_from_slice(&other.settings);
        self.are_live.extend_from_slice(&other.are_live);
        self.free.extend_from_slice(&other.free);
        self.fill_up();
        for (to, from) in self.moving.iter().zip(&other.moving) {
            to.at.set(from.at.get());
            to.motion.copy_from(&from.motion);
            to.stuck.store(from.stuck.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Begins with numbers for which there is memory: `free` has those without an agent, the last of which is given
    /// next, and [`set_state`](Self::set_state) gives each other one its agent. Returns false if a free number is above
    /// all, or free twice.
    pub(super) fn begin_states(&mut self, slots: usize, free: impl Iterator<Item = u32>) -> bool {
        self.clear();
        self.settings.resize(slots, AgentSettings::default());
        self.are_live.resize(slots, true);
        self.moving.clear();
        self.fill_up();
        for number in free {
            match self.are_live.get_mut(number as usize) {
                Some(is_live) if *is_live => *is_live = false,
                _ => return false,
            }
            self.free.push(number);
        }
        true
    }

    /// Forgets all agents and keeps the memory.
    fn clear(&mut self) {
        self.settings.clear();
        self.are_live.clear();
        self.free.clear();
        self.most_radius = None;
    }

    /// Gives all lists the length of the settings.
    fn fill_up(&mut self) {
        let slots = self.settings.len();
        self.moving.resize_with(slots, Moving::default);
        self.wishes.resize(slots, [0.0; 2]);
        self.steered.resize(slots, [0.0; 2]);
        self.priorities.resize(slots, 0);
        self.wishes.fill([0.0; 2]);
    }

    /// Numbers without an agent. The last one is given next.
    pub(super) fn free(&self) -> &[u32] {
        &self.free
    }

    pub(super) fn state(&self, number: usize) -> AgentState {
        let Moving { at, motion, stuck } = &self.moving[number];
        AgentState {
            settings: self.settings[number],
            at: at.get(),
            kept: motion.kept.get(),
            told: motion.told.get(),
            rest: motion.rest.get(),
            stuck: stuck.load(Ordering::Relaxed),
        }
    }

    pub(super) fn set_state(&mut self, number: usize, state: &AgentState) {
        self.set(number, state.settings);
        let moving = &self.moving[number];
        moving.at.set(state.at);
        moving.motion.kept.set(state.kept);
        moving.motion.told.set(state.told);
        moving.motion.rest.set(state.rest);
        moving.stuck.store(state.stuck, Ordering::Relaxed);
    }

    /// Adds an agent, for which there is memory, and returns its number.
    pub(super) fn add(&mut self, settings: AgentSettings, at: Point) -> usize {
        let number = self.free.pop().unwrap_or_else(|| {
            self.settings.push(settings);
            self.are_live.push(true);
            self.moving.push(Moving::default());
            self.wishes.push([0.0; 2]);
            self.steered.push([0.0; 2]);
            self.priorities.push(0);
            self.settings.len() as u32 - 1
        });
        let number = number as usize;
        self.moving[number] = Moving::default();
        self.wishes[number] = [0.0; 2];
        self.are_live[number] = true;
        self.set(number, settings);
        self.moving[number].at.set(at);
        number
    }

    pub(super) fn remove(&mut self, number: usize) {
        self.are_live[number] = false;
        (self.wishes[number], self.moving[number]) = ([0.0; 2], Moving::default());
        self.free.push(number as u32);
        self.most_radius = None;
    }

    pub(super) fn set(&mut self, number: usize, settings: AgentSettings) {
        self.settings[number] = AgentSettings { max_speed: clean(settings.max_speed), ..settings };
        self.most_radius = None;
    }

    /// Puts an agent to another place, where it stands.
    pub(super) fn put(&mut self, number: usize, at: Point) {
        self.moving[number] = Moving::default();
        self.moving[number].at.set(at);
    }

    pub(super) fn is_live(&self, number: usize) -> bool {
        self.are_live.get(number) == Some(&true)
    }

    #[inline(always)]
    pub(super) fn settings(&self, number: usize) -> &AgentSettings {
        &self.settings[number]
    }

    #[inline(always)]
    pub(super) fn point(&self, number: usize) -> Point {
        self.moving[number].at.get()
    }

    /// How the agent has moved in the last tick.
    pub(super) fn velocity(&self, number: usize) -> [f32; 2] {
        self.moving[number].motion.told.get()
    }

    /// The velocity with which the agent begins its next step.
    #[inline(always)]
    pub(super) fn kept(&self, number: usize) -> [f32; 2] {
        self.moving[number].motion.kept.get()
    }

    /// The rest of the agent's position, below a unit.
    #[inline(always)]
    pub(super) fn rest(&self, number: usize) -> [f32; 2] {
        self.moving[number].motion.rest.get()
    }

    #[inline(always)]
    pub(super) fn wish(&self, number: usize) -> [f32; 2] {
        self.steered[number]
    }

    #[inline(always)]
    pub(super) fn priority(&self, number: usize) -> i32 {
        self.priorities[number]
    }

    /// Steps for which the agent has stood although it wishes to move.
    pub(super) fn stuck(&self, number: usize) -> u32 {
        self.moving[number].stuck.load(Ordering::Relaxed)
    }

    pub(super) fn steered_mut(&mut self, number: usize) -> (&mut [f32; 2], &mut i32) {
        (&mut self.steered[number], &mut self.priorities[number])
    }

    /// The largest radius.
    pub(super) fn most_radius(&mut self) -> f32 {
        *self.most_radius.get_or_insert_with(|| {
            let live = self.settings.iter().zip(&self.are_live).filter(|&(_, &is_live)| is_live);
            live.fold(0.0, |radius, (one, _)| larger(one.radius, radius))
        })
    }

    /// The speed of the fastest agent, as it moves or wishes to move within its limit. Who stands may have any limit.
    pub(super) fn pace(&self) -> f32 {
        let squared = |[x, y]: [f32; 2]| x * x + y * y;
        let all = self.settings.iter().zip(&self.moving).zip(&self.wishes).zip(&self.are_live);
        let of_live = all.filter(|&(_, &is_live)| is_live).map(|(((settings, moving), &wish), _)| {
            let fastest = larger(squared(wish), squared(moving.motion.kept.get()));
            smaller(fastest, settings.max_speed * settings.max_speed)
        });
        of_live.fold(0.0, |pace, squared| larger(squared, pace)).sqrt()
    }

    /// Takes over wishes. Agents beyond the list wish to stand.
    pub(super) fn set_wishes(&mut self, wishes: &[[f32; 2]]) {
        let given = wishes.len().min(self.wishes.len());
        for (wish, &given) in self.wishes.iter_mut().zip(wishes) {
            *wish = clean_wish(given);
        }
        self.wishes[given..].fill([0.0; 2]);
    }

    /// Begins a tick: wishes as given, and priorities, some of them higher where agents are stuck.
    pub(super) fn begin(&mut self, tick: u32, seconds: f32) {
        self.steered.copy_from_slice(&self.wishes);
        let patience = (PATIENCE / seconds) as u32;
        for (number, (priority, settings)) in self.priorities.iter_mut().zip(&self.settings).enumerate() {
            let is_stuck = self.moving[number].stuck.load(Ordering::Relaxed) > patience;
            let is_stirred = is_stuck && is_one_in_four(number as u32, tick >> STIRRED_TICKS);
            *priority = settings.priority + if is_stirred { STIRRED } else { 0 };
        }
    }

    /// Notes a step of an agent.
    #[inline(always)]
    pub(super) fn moved(&self, number: usize, step: &Step, time: &Time) {
        let (moving, wish) = (&self.moving[number], step.wish);
        let velocity = moving.motion.stepped(step, time);
        moving.at.set(step.to);
        let squared = wish[0] * wish[0] + wish[1] * wish[1];
        let towards = velocity[0] * wish[0] + velocity[1] * wish[1];
        let before = moving.stuck.load(Ordering::Relaxed);
        let is_standing = squared > WISHING && towards < STANDING * squared;
        let stuck = if is_standing { before.saturating_add(1).min(MOST_STUCK) } else { before.saturating_sub(4) };
        moving.stuck.store(stuck, Ordering::Relaxed);
    }
}

/// One in four of all numbers, by a hash (the finalizer of MurmurHash3).
fn is_one_in_four(number: u32, round: u32) -> bool {
    let mut hash = number.wrapping_add(round.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash >> 30 == 0
}
