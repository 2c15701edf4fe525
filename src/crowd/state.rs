//! The state of a crowd: all on which later ticks depend, besides the walls, which are the map's. It is copied, hashed,
//! written as bytes and read again.
//!
//! ```text
//! bytes     steps u32 | numbers u32 | free numbers u32 | each free number u32
//!           | agents by ascending number | turns by ascending first cell
//! agent     13 words: radius, max_speed, max_acceleration, layers, ignored, position, kept, told, rest
//!           | priority i8 | stuck, in groups of 7 bits
//! turn      first cell u32 | waited * 4 + closing * 2 + open, in groups of 7 bits
//! ```
//!
//! Wishes and the time belong to a tick. Bins, contacts, blocks and zones are found anew: they follow from positions
//! and walls, and their shapes from the number of numbers.

use super::agents::{AgentSettings, AgentState, MOST_STUCK};
use super::gates::TurnState;
use super::numbers::{Point, clean};
use super::whole::{Crowd, CrowdError};
use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter, ReadError};
use crate::grid::{GridSize, WordHash};

/// The words of an agent's bytes, before priority and stuck.
const WORDS: usize = 13;

/// The most bytes of an agent.
const MOST_BYTES: usize = 4 * WORDS + 4;

/// Faster than any agent moves in a step, pushes included, in cells per second.
const MOST_MOVED: f32 = 1.0e4;

/// The kinds of hashes.
const CROWD: u64 = 0x4352_4f57;
const TURN: u64 = 0x5455_524e;

impl Crowd {
    /// The size of the map.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// Takes over all of another crowd on which later ticks depend, but not its walls. Over the same walls, equal calls
    /// have equal results from then on, bit by bit. Uses the memory that is there; after an error nothing has changed.
    pub fn copy_from(&mut self, other: &Self) -> Result<(), CrowdError> {
        if self.size != other.size {
            return Err(CrowdError::OtherSize);
        }
        let turns = other.gates.turns();
        self.make_room_for_state(other.slots(), turns.clone().count())?;
        self.agents.copy_from(&other.agents);
        self.gates.set_turns(turns);
        (self.step, self.awaits_walls) = (other.step, true);
        Ok(())
    }

    fn make_room_for_state(&mut self, slots: usize, turns: usize) -> Result<(), OutOfMemory> {
        self.agents.reserve_slots(slots)?;
        self.gates.reserve_turns(turns)?;
        self.make_room(slots)
    }

    fn live(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.agents.slots()).filter(|&number| self.agents.is_live(number))
    }

    /// A hash of all that [`copy_from`](Self::copy_from) copies, the same on every platform.
    pub fn hash(&self) -> u64 {
        let head = [[self.size.width, self.size.height], [self.step, self.slots() as u32]];
        let hash = head.into_iter().fold(WordHash::new(CROWD), |hash, pair| hash.with(joined(pair)));
        let hash = self.agents.free().iter().fold(hash, |hash, &number| hash.with(number.into()));
        let hash = self.live().fold(hash, |hash, number| {
            let state = self.agents.state(number);
            let words = words_of(&state);
            let (pairs, last) = words.as_chunks();
            let rest = [[last[0], number as u32], [state.settings.priority as u32, state.stuck]];
            pairs.iter().chain(&rest).fold(hash, |hash, &pair| hash.with(joined(pair)))
        });
        // Turns are in no order.
        let turns =
            self.gates.turns().map(|turn| WordHash::new(TURN).with(joined([turn.first, packed(&turn)])).finish());
        hash.with(turns.fold(0, u64::wrapping_add)).finish()
    }

    /// Writes all that [`copy_from`](Self::copy_from) copies.
    pub(crate) fn write_state(&self, out: &mut ByteWriter) -> Result<(), OutOfMemory> {
        let free = self.agents.free();
        let head = [self.step, self.slots() as u32, free.len() as u32];
        out.reserve(4 * (head.len() + free.len()) + MOST_BYTES * self.count())?;
        head.iter().chain(free).try_for_each(|&number| out.put_u32(number))?;
        for number in self.live() {
            let state = self.agents.state(number);
            let bytes = words_of(&state).map(u32::to_le_bytes);
            out.put(bytes.as_flattened())?;
            out.put(&[state.settings.priority as u8])?;
            out.put_short(state.stuck)?;
        }
        let mut turns = Vec::new();
        turns.try_reserve_exact(self.gates.turns().count())?;
        turns.extend(self.gates.turns());
        turns.sort_unstable_by_key(|turn| turn.first);
        for turn in turns {
            out.put_u32(turn.first)?;
            out.put_short(packed(&turn))?;
        }
        Ok(())
    }

    /// Takes over a state that [`write_state`](Self::write_state) has written for a map of this size. All of it is
    /// checked. An error may leave other agents behind than there were.
    pub(crate) fn read_state(&mut self, mut bytes: ByteReader) -> Result<(), ReadError> {
        let [Some(step), Some(slots), Some(free_count)] = [(); 3].map(|()| bytes.u32()) else {
            return Err(ReadError::Damaged);
        };
        let (slots, free_count) = (slots as usize, free_count as usize);
        let live = slots.checked_sub(free_count).ok_or(ReadError::Damaged)?;
        let free = bytes.take(free_count.checked_mul(4).ok_or(ReadError::Damaged)?).ok_or(ReadError::Damaged)?;
        // So that no memory is taken for agents that are not there.
        if bytes.clone().rest().len() / (4 * WORDS) < live {
            return Err(ReadError::Damaged);
        }
        let free = free.as_chunks().0.iter().map(|&number| u32::from_le_bytes(number));
        self.make_room_for_state(slots, 0)?;
        if !self.agents.begin_states(slots, free) {
            return Err(ReadError::Damaged);
        }
        for number in 0..slots {
            if self.agents.is_live(number) {
                let state = self.read_agent(&mut bytes).ok_or(ReadError::Damaged)?;
                self.agents.set_state(number, &state);
            }
        }
        let turns = self.read_turns(bytes)?;
        self.gates.reserve_turns(turns.len())?;
        self.gates.set_turns(turns.into_iter());
        (self.step, self.awaits_walls) = (step, true);
        Ok(())
    }

    fn read_agent(&self, bytes: &mut ByteReader) -> Option<AgentState> {
        let mut words = [0; WORDS];
        for word in &mut words {
            *word = bytes.u32()?;
        }
        let [radius, max_speed, max_acceleration, layers, ignored, x, y, rest @ ..] = words;
        let [radius, max_speed, max_acceleration] = [radius, max_speed, max_acceleration].map(f32::from_bits);
        let [priority] = bytes.array()?;
        let settings =
            AgentSettings { radius, max_speed, max_acceleration, priority: (priority as i8).into(), layers, ignored };
        let [kept_x, kept_y, told_x, told_y, rest_x, rest_y] = rest.map(f32::from_bits);
        let (kept, told, rest) = ([kept_x, kept_y], [told_x, told_y], [rest_x, rest_y]);
        let state =
            AgentState { settings, at: Point { x: x as i32, y: y as i32 }, kept, told, rest, stuck: bytes.short()? };
        self.is_possible(&state).then_some(state)
    }

    /// Whether an agent of a crowd can have this state.
    fn is_possible(&self, state: &AgentState) -> bool {
        let (column, row) = state.at.cell();
        let is_inside = |cell: i32, cells: u32| (0..cells as i32).contains(&cell);
        let are_within = |numbers: [f32; 2], most: f32| numbers.iter().all(|number| number.abs() <= most);
        self.check(&state.settings, [0.0; 2]).is_ok()
            && clean(state.settings.max_speed) == state.settings.max_speed
            && is_inside(column, self.size.width)
            && is_inside(row, self.size.height)
            && are_within(state.kept, MOST_MOVED)
            && are_within(state.told, MOST_MOVED)
            && are_within(state.rest, 1.0)
            && state.stuck <= MOST_STUCK
    }

    /// Turns by ascending first cell, up to the end of the bytes.
    fn read_turns(&self, mut bytes: ByteReader) -> Result<Vec<TurnState>, ReadError> {
        let (mut turns, mut next) = (Vec::new(), 0);
        while !bytes.is_at_end() {
            let (first, packed) = bytes.u32().zip(bytes.short()).ok_or(ReadError::Damaged)?;
            if first < next || first as usize >= self.size.cells() || packed == 0 {
                return Err(ReadError::Damaged);
            }
            next = first + 1;
            turns.try_reserve(1).map_err(OutOfMemory::from)?;
            let (open, is_closing, waited) = (packed & 1, packed & 2 != 0, packed >> 2);
            turns.push(TurnState { first, open, is_closing, waited });
        }
        Ok(turns)
    }
}

fn joined([high, low]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn words_of(state: &AgentState) -> [u32; WORDS] {
    let AgentState { settings, at, kept, told, rest, .. } = state;
    let [radius, speed, acceleration] =
        [settings.radius, settings.max_speed, settings.max_acceleration].map(f32::to_bits);
    let ([kept_x, kept_y], [told_x, told_y]) = (kept.map(f32::to_bits), told.map(f32::to_bits));
    let ([rest_x, rest_y], [x, y]) = (rest.map(f32::to_bits), [at.x as u32, at.y as u32]);
    let (layers, ignored) = (settings.layers, settings.ignored);
    [radius, speed, acceleration, layers, ignored, x, y, kept_x, kept_y, told_x, told_y, rest_x, rest_y]
}

/// A turn but its first cell, as a number that is not 0. Nobody waits for 2^30 steps.
fn packed(turn: &TurnState) -> u32 {
    turn.waited.min(u32::MAX >> 2) << 2 | u32::from(turn.is_closing) << 1 | turn.open
}
