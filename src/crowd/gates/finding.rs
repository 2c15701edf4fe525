//! Finds the gates of a map.

use super::state::{At, End, Gate, Gates, INSIDE, NONE, PARTS, SEEN, ZONE};
use crate::OutOfMemory;
use crate::crowd::walls::{ABOVE, Around, BELOW, HERE, LEFT, RIGHT, Walls};
use crate::grid::Rect;
use crate::out_of_memory::refill;

/// Neighbors along rows and columns.
const WAYS: [At; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl End {
    fn at(&self) -> At {
        if self.way.0 != 0 { (self.along, self.across) } else { (self.across, self.along) }
    }
}

/// Whether a free cell lies in a row or column of at most two free cells.
fn is_narrow(walls: &Walls, (x, y): At, around: Around) -> bool {
    let is_blocked = |dx: i32, dy: i32| walls.is_blocked((x + dx, y + dy));
    let across = |low: Around, high: Around, dx: i32, dy: i32| match (around & low != 0, around & high != 0) {
        (true, true) => true,
        (true, false) => is_blocked(2 * dx, 2 * dy),
        (false, true) => is_blocked(-2 * dx, -2 * dy),
        (false, false) => false,
    };
    around & (HERE | LEFT | RIGHT | BELOW | ABOVE) != 0
        && around & HERE == 0
        && (across(LEFT, RIGHT, 1, 0) || across(BELOW, ABOVE, 0, 1))
}

impl Gates {
    /// Finds the gates anew, after changes that `changed` encloses; `None` for any changes. Those that were there
    /// before keep whose turn it is.
    pub(in crate::crowd) fn find(&mut self, walls: &Walls, changed: Option<&[Rect]>) -> Result<(), OutOfMemory> {
        let changed = changed.filter(|_| self.is_whole);
        self.is_whole = false;
        let cells = walls.width as usize * walls.height as usize;
        if let Some(changed) = changed {
            self.clear_zones(walls);
            for rect in changed {
                self.mark_narrow(walls, rect);
            }
        } else {
            self.zones.clear();
            refill(&mut self.narrow, cells.div_ceil(64), 0)?;
            self.mark_narrow(walls, &Rect { x: 0, y: 0, width: walls.width as u32, height: walls.height as u32 });
        }
        std::mem::swap(&mut self.tools.before, &mut self.gates);
        self.gates.clear();
        self.tools.queue.clear();
        for word in 0..self.narrow.len() {
            let mut bits = self.narrow[word];
            if bits != 0 && self.zones.is_empty() {
                refill(&mut self.zones, cells, NONE)?;
            }
            while bits != 0 {
                let index = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if self.zones[index] == NONE {
                    self.follow(walls, (index as i32 % walls.width, index as i32 / walls.width))?;
                }
            }
        }
        // For each tick: those take no memory.
        self.active.clear();
        self.active.try_reserve(self.gates.len())?;
        self.spread(walls)?;
        self.is_whole = true;
        Ok(())
    }

    /// Takes back all zones: those of narrow cells, and of the cells to which zones have spread.
    fn clear_zones(&mut self, walls: &Walls) {
        if self.zones.is_empty() {
            return;
        }
        for (word, &bits) in self.narrow.iter().enumerate() {
            if bits != 0 {
                let end = self.zones.len().min(word * 64 + 64);
                self.zones[word * 64..end].fill(NONE);
            }
        }
        for &(at, _, _) in &self.tools.queue {
            self.zones[walls.index(at)] = NONE;
        }
    }

    /// Notes which cells are narrow where cells have changed: up to two cells away.
    fn mark_narrow(&mut self, walls: &Walls, changed: &Rect) {
        for y in (changed.y - 2).max(0)..(changed.y + changed.height as i32 + 2).min(walls.height) {
            for x in (changed.x - 2).max(0)..(changed.x + changed.width as i32 + 2).min(walls.width) {
                let index = walls.index((x, y));
                let bit = 1 << (index % 64);
                let is_narrow = is_narrow(walls, (x, y), walls.around((x, y)));
                let word = &mut self.narrow[index / 64];
                *word = if is_narrow { *word | bit } else { *word & !bit };
            }
        }
    }

    /// Follows a passage from its first cell, and adds a gate if it has two mouths.
    fn follow(&mut self, walls: &Walls, first: At) -> Result<(), OutOfMemory> {
        let Self { zones, tools, gates, narrow, .. } = self;
        tools.part.clear();
        tools.ends.clear();
        tools.part.try_reserve(1)?;
        tools.part.push(first);
        zones[walls.index(first)] = SEEN;
        let mut next = 0;
        while let Some(&(x, y)) = tools.part.get(next) {
            next += 1;
            for way in WAYS {
                let to = (x + way.0, y + way.1);
                if walls.is_blocked(to) {
                    continue;
                }
                let index = walls.index(to);
                if narrow[index / 64] >> (index % 64) & 1 == 0 {
                    let (along, across) = if way.0 != 0 { to } else { (to.1, to.0) };
                    tools.ends.try_reserve(1)?;
                    tools.ends.push(End { way, along, across });
                } else if zones[index] == NONE {
                    zones[index] = SEEN;
                    tools.part.try_reserve(1)?;
                    tools.part.push(to);
                }
            }
        }
        tools.ends.sort_unstable();
        // Cells side by side, out of which the same way leads, are one mouth.
        let is_one = |a: &End, b: &End| (a.way, a.along, a.across + 1) == (b.way, b.along, b.across);
        let mut mouths = tools.ends.chunk_by(is_one);
        let (Some(one), Some(two), None) = (mouths.next(), mouths.next(), mouths.next()) else { return Ok(()) };
        let middle = |mouth: &[End]| {
            let ((x, y), (last_x, last_y)) = (mouth[0].at(), mouth[mouth.len() - 1].at());
            [(x + last_x + 1) as f32 * 0.5, (y + last_y + 1) as f32 * 0.5]
        };
        let out = |mouth: &[End]| [mouth[0].way.0 as f32, mouth[0].way.1 as f32];
        let number = gates.len() as u32;
        let first = walls.index(first) as u32;
        let ends = [middle(one), middle(two)];
        let known = tools.before.binary_search_by_key(&first, |gate| gate.first).ok();
        let turn = known.map(|at| &tools.before[at]).filter(|gate| gate.ends == ends).map(|gate| gate.turn.clone());
        let gate = Gate {
            first,
            ends,
            out: [out(one), out(two)],
            half: 0.5 * one.len() as f32,
            turn: turn.unwrap_or_default(),
        };
        gates.try_reserve(1)?;
        gates.push(gate);
        for &cell in &tools.part {
            zones[walls.index(cell)] = number * PARTS + INSIDE;
        }
        for (side, mouth) in [one, two].into_iter().enumerate() {
            tools.queue.try_reserve(mouth.len())?;
            tools.queue.extend(mouth.iter().map(|end| (end.at(), number * PARTS + side as u32, 0)));
        }
        Ok(())
    }

    /// Spreads the zones of all gates at once, so that each cell belongs to the nearest mouth.
    fn spread(&mut self, walls: &Walls) -> Result<(), OutOfMemory> {
        let Self { zones, tools, .. } = self;
        let mut next = 0;
        while let Some(&(at, zone, steps)) = tools.queue.get(next) {
            next += 1;
            let mark = &mut zones[walls.index(at)];
            if *mark < SEEN {
                continue;
            }
            *mark = zone;
            if steps == ZONE {
                continue;
            }
            for (dx, dy) in WAYS {
                let to = (at.0 + dx, at.1 + dy);
                if !walls.is_blocked(to) && zones[walls.index(to)] >= SEEN {
                    tools.queue.try_reserve(1)?;
                    tools.queue.push((to, zone, steps + 1));
                }
            }
        }
        Ok(())
    }
}
