//! Finds the gates of a map.

use super::state::{At, End, Gate, Gates, INSIDE, NONE, PARTS, SEEN, ZONE};
use crate::OutOfMemory;
use crate::crowd::walls::{ABOVE, Around, BELOW, HERE, LEFT, RIGHT, Walls};
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
    /// Finds the gates anew. Those that were there before keep whose turn it is.
    pub(in crate::crowd) fn find(&mut self, walls: &Walls) -> Result<(), OutOfMemory> {
        std::mem::swap(&mut self.tools.before, &mut self.gates);
        self.gates.clear();
        self.tools.queue.clear();
        let mut has_marks = false;
        for y in 0..walls.height {
            for x in 0..walls.width {
                let around = walls.around((x, y));
                if !is_narrow(walls, (x, y), around) {
                    continue;
                }
                if !has_marks {
                    refill(&mut self.zones, walls.width as usize * walls.height as usize, NONE)?;
                    has_marks = true;
                }
                if self.zones[walls.index((x, y))] == NONE {
                    self.follow(walls, (x, y))?;
                }
            }
        }
        if !has_marks {
            self.zones.clear();
        }
        // For each tick: those take no memory.
        self.active.clear();
        self.active.try_reserve(self.gates.len())?;
        self.spread(walls)
    }

    /// Follows a passage from its first cell, and adds a gate if it has two mouths.
    fn follow(&mut self, walls: &Walls, first: At) -> Result<(), OutOfMemory> {
        let Self { zones, tools, gates, .. } = self;
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
                let around = walls.around(to);
                if around & HERE != 0 {
                    continue;
                }
                if !is_narrow(walls, to, around) {
                    let (along, across) = if way.0 != 0 { to } else { (to.1, to.0) };
                    tools.ends.try_reserve(1)?;
                    tools.ends.push(End { way, along, across });
                } else if zones[walls.index(to)] == NONE {
                    zones[walls.index(to)] = SEEN;
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
