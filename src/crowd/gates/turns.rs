//! Whose turn it is at each gate, and what agents there wish for meanwhile.

use super::blocks::Gates;
use super::gate::{Gate, INSIDE, LEAST_RADIUS, Passage, Role, Turn, ZONE};
use crate::OutOfMemory;
use crate::crowd::agents::Agents;
use crate::crowd::numbers::{CELL, Point, larger, smaller};
use crate::out_of_memory::refill;

/// How long a side may go on while the other one waits, in seconds.
const SECONDS: f32 = 8.0;

/// A gate acts when both sides want it, or this many agents do.
const MANY: u32 = 6;

/// The lane before a mouth that those who wait leave free, in cells.
const LANE: f32 = 6.0;

/// Priorities at a gate: of an agent inside, of one that comes out, of the next to enter, of those behind it (less for
/// each cell), and of one that waits.
const OF_INSIDE: i32 = 64;
const OF_LEAVING: i32 = 32;
const OF_NEXT: i32 = 96;
const OF_QUEUE: f32 = 36.0;
const OF_QUEUE_BY_CELL: f32 = 12.0;
const OF_WAITING: i32 = -32;

/// Distance from a mouth, in cells, within which an agent that is not next goes slowly, and by how much.
const BEHIND: f32 = 1.2;
const SLOWLY: f32 = 0.3;

/// Square of the slowest wish and of the smallest largest speed that count, in cells per second.
const STANDING: f32 = 1.0e-4;

const NOBODY: (u32, u32) = (u32::MAX, u32::MAX);

impl Gates {
    /// Reserves the memory for a number of agents.
    pub(in crate::crowd) fn reserve(&mut self, agents: usize) -> Result<(), OutOfMemory> {
        refill(&mut self.roles, agents, Role::None)
    }

    /// Changes the wishes and priorities of agents at gates. An agent that stands inside, because it wishes to or has
    /// been stuck for long, does not count: the other side would wait as long as it stands.
    pub(in crate::crowd) fn steer(&mut self, agents: &mut Agents, seconds: f32) {
        self.step = self.step.wrapping_add(1);
        std::mem::swap(&mut self.turns, &mut self.before);
        self.turns.clear();
        if self.blocks.gates == 0 {
            return;
        }
        let most_waited = (SECONDS / seconds) as u32;
        for number in 0..agents.slots() {
            self.roles[number] = Role::None;
            let (settings, at) = (agents.settings(number), agents.point(number));
            if settings.radius > LEAST_RADIUS
                && settings.max_speed * settings.max_speed > STANDING
                && let Some((gate, part)) = self.blocks.zone(at)
                && agents.is_live(number)
                && (part != INSIDE || agents.stuck(number) <= most_waited)
            {
                self.roles[number] = self.come(gate, part, at, number, agents.wish(number));
            }
        }
        self.turns.all_mut().iter_mut().for_each(|turn| turn.decide(most_waited));
        for number in 0..agents.slots() {
            let (role, at) = (self.roles[number], agents.point(number));
            if role != Role::None
                && let Some((gate, _)) = self.blocks.zone(at)
                && let Gate { passage, turn, .. } = self.known.get(gate)
                && let Some(turn) = self.turns.all().get(*turn as usize).filter(|turn| turn.is_busy)
            {
                let (radius, speed) = (agents.settings(number).radius, agents.settings(number).max_speed);
                let (wish, priority) = agents.steered_mut(number);
                AtGate { passage, turn }.steer(role, at, number as u32, (radius, speed), wish, priority);
            }
        }
    }

    /// Counts an agent at a gate.
    fn come(&mut self, gate: u32, part: u32, at: Point, number: usize, wish: [f32; 2]) -> Role {
        let gate = self.known.get_mut(gate);
        if gate.seen != self.step || gate.turn as usize >= self.turns.len() {
            // If no agent was here in the step before, the gate is as new.
            let was_here = gate.seen.wrapping_add(1) == self.step;
            let before = self.before.of_gate(gate.passage.first, was_here.then_some(gate.turn));
            (gate.seen, gate.turn) = (self.step, self.turns.len() as u32);
            self.turns.push(Turn::after(before, gate.passage.first));
        }
        let (passage, turn) = (&gate.passage, &mut self.turns.all_mut()[gate.turn as usize]);
        let [x, y] = wish;
        let squared = x * x + y * y;
        if squared <= STANDING {
            return Role::None;
        }
        if part == INSIDE {
            let [[first_x, first_y], [last_x, last_y]] = [0, 1].map(|side| passage.end(side));
            let along = x * passage.out(0)[0] + y * passage.out(0)[1];
            // Along a wall with a door others come by.
            if passage.is_door && along * along <= 0.5 * squared {
                return Role::None;
            }
            let goes_back = x * (last_x - first_x) + y * (last_y - first_y) < 0.0;
            turn.inside[usize::from(goes_back)] += 1;
            return Role::Inside(goes_back.into());
        }
        let side = part as usize & 1;
        let ([mouth_x, mouth_y], [out_x, out_y]) = (passage.way_in(side, at), passage.out(side));
        let (along, distance) = (x * mouth_x + y * mouth_y, mouth_x * mouth_x + mouth_y * mouth_y);
        // Within 45 degrees.
        if along > 0.0 && along * along > 0.5 * squared * distance {
            turn.wanting[side] += 1;
            let nearest = &mut turn.nearest[side];
            *nearest = (*nearest).min(((distance * 1024.0) as u32, number as u32));
            Role::Enters(side as u8)
        } else if x * out_x + y * out_y > 0.0 {
            Role::Leaves
        } else {
            Role::None
        }
    }
}

impl Turn {
    /// Begins a step after another one.
    fn after(before: Option<&Self>, first: u32) -> Self {
        let turn = before.cloned().unwrap_or_default();
        Self { first, inside: [0; 2], wanting: [0; 2], nearest: [NOBODY; 2], ..turn }
    }

    fn decide(&mut self, most_waited: u32) {
        let [first, second] = [0, 1].map(|side| self.inside[side] + self.wanting[side]);
        self.is_busy = (first > 0 && second > 0) || first + second >= MANY;
        // A larger crowd needs more room for those who come out.
        self.hold = smaller(2.5 + 0.15 * (first + second) as f32, ZONE as f32);
        let (open, other) = (self.open, 1 - self.open);
        if self.inside[other] + self.wanting[other] == 0 {
            (self.waited, self.is_closing) = (0, false);
            return;
        }
        self.waited += 1;
        self.is_closing |= self.waited > most_waited || self.wanting[open] == 0;
        if self.is_closing && self.inside[open] == 0 {
            (self.open, self.is_closing, self.waited) = (other, false, 0);
        }
    }
}

impl Passage {
    /// From a point to the mouth of a side, in cells.
    fn way_in(&self, side: usize, at: Point) -> [f32; 2] {
        let ([x, y], [out_x, out_y]) = (self.end(side), self.out(side));
        [x - out_x - at.x as f32 * CELL, y - out_y - at.y as f32 * CELL]
    }
}

/// A gate with agents.
struct AtGate<'a> {
    passage: &'a Passage,
    turn: &'a Turn,
}

impl AtGate<'_> {
    /// Changes the wish and the priority of an agent.
    fn steer(
        &self,
        role: Role,
        at: Point,
        number: u32,
        (radius, speed): (f32, f32),
        wish: &mut [f32; 2],
        priority: &mut i32,
    ) {
        let turn = self.turn;
        match role {
            Role::None => {}
            Role::Inside(side) => {
                let side = usize::from(side & 1);
                if side != turn.open && turn.inside[turn.open] > 0 {
                    // Back out of the others' way.
                    *wish = self.passage.out(side).map(|out| out * speed);
                } else {
                    *priority += OF_INSIDE;
                }
            }
            Role::Leaves => *priority += OF_LEAVING,
            Role::Enters(side) => {
                let side = usize::from(side & 1);
                let is_next = turn.nearest[side].1 == number;
                if side != turn.open || turn.is_closing {
                    self.wait(side, at, number, (radius, speed), wish, priority);
                } else if is_next {
                    *priority += OF_NEXT;
                } else {
                    let [x, y] = self.passage.way_in(side, at);
                    let distance = (x * x + y * y).sqrt();
                    *priority += larger(OF_QUEUE - distance * OF_QUEUE_BY_CELL, 0.0) as i32;
                    if distance < BEHIND {
                        *wish = wish.map(|wish| wish * SLOWLY);
                    }
                }
            }
        }
    }

    /// An agent near a mouth that is not open for it stands, beside the lane of those who come out.
    fn wait(
        &self,
        side: usize,
        at: Point,
        number: u32,
        (radius, speed): (f32, f32),
        wish: &mut [f32; 2],
        priority: &mut i32,
    ) {
        let ([end_x, end_y], [out_x, out_y]) = (self.passage.end(side), self.passage.out(side));
        let (x, y) = (at.x as f32 * CELL - end_x, at.y as f32 * CELL - end_y);
        if x * x + y * y > self.turn.hold * self.turn.hold {
            return;
        }
        *priority += OF_WAITING;
        let (along, across) = (out_x * x + out_y * y, out_x * y - out_y * x);
        let lane = self.passage.half() + 0.1 + radius;
        if across > lane || across < -lane || along > LANE {
            *wish = [0.0; 2];
            return;
        }
        let aside = if across > 0.0 || (across == 0.0 && number & 1 == 0) { 0.6 * speed } else { -0.6 * speed };
        let back = (if along < 0.5 { 0.7 } else { 0.2 }) * 0.6 * speed;
        *wish = [out_x * back - out_y * aside, out_y * back + out_x * aside];
    }
}
