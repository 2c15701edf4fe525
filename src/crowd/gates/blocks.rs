//! The gates around agents, found for the blocks of a map in which they are.

use super::finding::{CELLS, FindingTools, NONE};
use super::gate::{At, LEAST_RADIUS, PARTS, Role};
use super::ground::{BlockGround, SIDE};
use super::known::KnownGates;
use super::turn_list::Turns;
use crate::OutOfMemory;
use crate::crowd::agents::Agents;
use crate::crowd::numbers::Point;
use crate::crowd::walls::Walls;
use crate::grid::{GridSize, Rect};
use crate::held::{Held, held};
use crate::out_of_memory::refill;

/// A block that is not kept.
const GONE: u32 = u32::MAX;

/// Blocks where no agent was for this many ticks make room for others.
pub(super) const KEPT_TICKS: u32 = 600;

/// The gates around agents, and whose turn it is at each.
#[derive(Debug, Default)]
pub(in crate::crowd) struct Gates {
    pub(super) known: KnownGates,
    pub(super) blocks: Blocks,
    /// By agent, what it does at its gate in this step.
    pub(super) roles: Vec<Role>,
    /// Gates with agents in this step and in the one before.
    pub(super) turns: Turns,
    pub(super) before: Turns,
    pub(super) tools: FindingTools,
    /// Steps so far.
    pub(super) step: u32,
}

held!(Gates: turns, before, roles, known, blocks, tools);

/// Blocks of a map by number, row by row.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    columns: i32,
    /// By number of the block, its place in `kept`, or [`GONE`].
    places: Vec<u32>,
    kept: Vec<ZoneBlock>,
    /// Places in `kept` without a block.
    free: Vec<u32>,
    /// Ticks so far.
    tick: u32,
    /// Gates of the blocks of this tick, counted once for each block.
    pub(super) gates: usize,
    /// Blocks whose zones were found so far.
    #[cfg(test)]
    pub(super) found: u64,
}

impl Held for Blocks {
    fn bytes(&self) -> usize {
        let of_blocks = self.kept.iter().map(ZoneBlock::bytes).sum::<usize>();
        self.places.bytes() + self.free.bytes() + self.kept.bytes() + of_blocks
    }
}

/// The zones of a block.
#[derive(Debug)]
struct ZoneBlock {
    number: u32,
    /// By cell, the place of its gate in `gates`, times [`PARTS`], and the part; or [`NONE`]. Empty without gates.
    zones: Vec<u16>,
    gates: Vec<u32>,
    /// Encloses all cells on which the zones depend.
    read: Rect,
    /// The last tick in which an agent could come here.
    tick: u32,
}

held!(ZoneBlock: zones, gates);

impl Blocks {
    /// The zone of a point of the map: the number of the gate, and the part.
    #[inline]
    pub(super) fn zone(&self, at: Point) -> Option<(u32, u32)> {
        let (x, y) = at.cell();
        let place = *self.places.get((y / SIDE * self.columns + x / SIDE) as usize)?;
        let block = self.kept.get(place as usize).filter(|block| block.tick == self.tick)?;
        let zone = *block.zones.get((y % SIDE * SIDE + x % SIDE) as usize)?;
        (zone != NONE).then(|| (block.gates[usize::from(zone) / PARTS as usize], u32::from(zone) % PARTS))
    }

    /// Forgets blocks in which no agent was lately.
    fn forget_old(&mut self) {
        for place in 0..self.kept.len() {
            if self.tick.wrapping_sub(self.kept[place].tick) > KEPT_TICKS {
                self.forget(place);
            }
        }
    }

    fn forget(&mut self, place: usize) {
        let block = &mut self.kept[place];
        if block.number != GONE {
            self.places[block.number as usize] = GONE;
            block.number = GONE;
            block.zones.clear();
            block.gates.clear();
            self.free.push(place as u32);
        }
    }

    /// The place of a new block.
    fn new_place(&mut self) -> Result<u32, OutOfMemory> {
        if self.free.is_empty() {
            self.forget_old();
        }
        if let Some(place) = self.free.pop() {
            return Ok(place);
        }
        self.kept.try_reserve(1)?;
        self.free.try_reserve(self.kept.len() + 1)?;
        let read = Rect { x: 0, y: 0, width: 0, height: 0 };
        self.kept.push(ZoneBlock { number: GONE, zones: Vec::new(), gates: Vec::new(), read, tick: 0 });
        Ok(self.kept.len() as u32 - 1)
    }
}

impl Gates {
    /// Takes over the size of the map.
    pub(in crate::crowd) fn resize(&mut self, size: GridSize) -> Result<(), OutOfMemory> {
        let blocks = |cells: u32| cells.div_ceil(SIDE as u32);
        if self.blocks.places.is_empty() {
            let count = blocks(size.width) as usize * blocks(size.height) as usize;
            refill(&mut self.blocks.places, count, GONE)?;
            self.blocks.columns = blocks(size.width) as i32;
        }
        Ok(())
    }

    /// Forgets what depends on cells of a rectangle, whose walls have changed.
    pub(in crate::crowd) fn forget(&mut self, changed: Rect) {
        for place in 0..self.blocks.kept.len() {
            if self.blocks.kept[place].read.common(changed).is_some() {
                self.blocks.forget(place);
            }
        }
    }

    /// Finds the zones around agents for a tick of some steps, where they are not known. An agent goes less than two
    /// cells in a step.
    pub(in crate::crowd) fn find(&mut self, walls: &Walls, agents: &Agents, steps: u32) -> Result<(), OutOfMemory> {
        if self.blocks.places.is_empty() {
            return Ok(());
        }
        self.blocks.tick = self.blocks.tick.wrapping_add(1);
        self.blocks.gates = 0;
        let reach = 2 * (steps as i32 - 1);
        // Unsigned, so that a division is a shift.
        let block_of = |at: i32| (at as u32 / SIDE as u32) as i32;
        let mut visited = None;
        for number in 0..agents.slots() {
            if agents.is_live(number) && agents.settings(number).radius > LEAST_RADIUS {
                let (x, y) = agents.point(number).cell();
                let near = |at: i32, end: i32| [(at - reach).max(0), (at + reach).min(end - 1)].map(block_of);
                let blocks = [near(y, walls.height), near(x, walls.width)];
                if visited.replace(blocks) == Some(blocks) {
                    continue;
                }
                for row in blocks[0][0]..=blocks[0][1] {
                    for column in blocks[1][0]..=blocks[1][1] {
                        self.visit(walls, (column, row))?;
                    }
                }
            }
        }
        // Each agent is at one gate at the most.
        let most = self.blocks.gates.min(agents.slots());
        for turns in [&mut self.turns, &mut self.before] {
            turns.reserve(most)?;
        }
        Ok(())
    }

    /// Notes that an agent can come to a block in this tick.
    fn visit(&mut self, walls: &Walls, block: At) -> Result<(), OutOfMemory> {
        let number = (block.1 * self.blocks.columns + block.0) as usize;
        if self.blocks.places[number] == GONE {
            let place = self.found(walls, block)?;
            self.blocks.kept[place as usize].number = number as u32;
            self.blocks.places[number] = place;
        }
        let kept = &mut self.blocks.kept[self.blocks.places[number] as usize];
        if kept.tick != self.blocks.tick {
            kept.tick = self.blocks.tick;
            self.blocks.gates += kept.gates.len();
        }
        Ok(())
    }

    /// Finds the zones of a block and returns its place.
    fn found(&mut self, walls: &Walls, block: At) -> Result<u32, OutOfMemory> {
        #[cfg(test)]
        (self.blocks.found += 1);
        let mut ground = BlockGround::new(walls, block);
        self.tools.find(&mut ground)?;
        let place = self.blocks.new_place()?;
        self.blocks.kept[place as usize].read = ground.read;
        let filled = if self.tools.passages.is_empty() { Ok(()) } else { self.fill(place as usize, &ground) };
        if filled.is_err() {
            self.blocks.free.push(place);
        }
        filled.map(|()| place)
    }

    /// Gives a block the zones that were found for it.
    fn fill(&mut self, place: usize, ground: &BlockGround) -> Result<(), OutOfMemory> {
        let gates = self.tools.spread(ground)?;
        if gates == 0 {
            return Ok(());
        }
        if !self.known.has_room(gates) {
            let used = self.blocks.kept.iter().flat_map(|block| block.gates.iter().copied());
            self.known.sweep(used, self.step);
        }
        self.known.reserve(gates)?;
        let block = &mut self.blocks.kept[place];
        refill(&mut block.zones, CELLS, NONE)?;
        block.gates.try_reserve_exact(gates)?;
        block.gates.extend(self.tools.chosen().map(|passage| self.known.number_of(*passage)));
        self.tools.write(&mut block.zones);
        Ok(())
    }
}
