//! The gates of a map, and what is known of each.

use crate::crowd::numbers::Point;

/// A column and a row.
pub(super) type At = (i32, i32);

/// How far a zone reaches, in steps along rows and columns.
pub(super) const ZONE: u32 = 12;

/// A cell without a gate, and a narrow one that belongs to none.
pub(super) const NONE: u32 = u32::MAX;
pub(super) const SEEN: u32 = u32::MAX - 1;

/// The part of a gate in a zone number, beside the numbers of both sides.
pub(super) const INSIDE: u32 = 2;
pub(super) const PARTS: u32 = 4;

/// Smaller discs pass each other in one cell.
pub(super) const LEAST_RADIUS: f32 = 0.25;

/// The gates of a map, and whose turn it is at each.
#[derive(Debug, Default)]
pub(in crate::crowd) struct Gates {
    pub(super) gates: Vec<Gate>,
    /// By cell: [`NONE`], [`SEEN`], or `gate * PARTS` and the side or [`INSIDE`]. Empty until a cell is narrow.
    pub(super) zones: Vec<u32>,
    /// The narrow cells, a bit each.
    pub(super) narrow: Vec<u64>,
    /// Whether `narrow`, `zones` and the queue of `tools` belong together. A lack of memory can come between.
    pub(super) is_whole: bool,
    /// By agent, what it does at its gate in this tick.
    pub(super) roles: Vec<Role>,
    /// Gates with agents in this tick.
    pub(super) active: Vec<u32>,
    pub(super) tools: Tools,
    pub(super) tick: u32,
}

/// What an agent does at a gate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    None,
    /// It is inside and comes from this side.
    Inside(u8),
    /// It wants to enter from this side.
    Enters(u8),
    /// It has come out.
    Leaves,
}

/// A passage with two mouths.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    /// The first narrow cell, by which a gate is known again after edits.
    pub(super) first: u32,
    /// The middles of the cells before each mouth, in cells.
    pub(super) ends: [[f32; 2]; 2],
    /// Directions out of each mouth.
    pub(super) out: [[f32; 2]; 2],
    /// Half the width of the first mouth.
    pub(super) half: f32,
    pub(super) turn: Turn,
}

/// Whose turn it is at a gate.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The side that may enter.
    pub(super) open: usize,
    /// Whether nobody enters any more until the gate is empty.
    pub(super) is_closing: bool,
    /// Ticks since the other side has begun to wait.
    pub(super) waited: u32,
    pub(super) inside: [u32; 2],
    pub(super) wanting: [u32; 2],
    /// By side, the agent nearest to the mouth: its squared distance and its number.
    pub(super) nearest: [(u32, u32); 2],
    /// The last tick with an agent.
    pub(super) seen: u32,
    pub(super) is_busy: bool,
    /// How far away the other side waits, in cells.
    pub(super) hold: f32,
}

impl Gates {
    /// The zone of a point of the map.
    #[inline]
    pub(super) fn zone(&self, width: i32, at: Point) -> Option<(u32, u32)> {
        let (x, y) = at.cell();
        let zone = self.zones.get((y * width + x) as usize).copied().unwrap_or(NONE);
        (zone < SEEN).then_some((zone / PARTS, zone % PARTS))
    }

    /// Memory held, in bytes.
    pub(in crate::crowd) fn bytes(&self) -> u64 {
        let lists = self.gates.capacity() * size_of::<Gate>()
            + (self.zones.capacity() + self.active.capacity()) * size_of::<u32>()
            + self.narrow.capacity() * size_of::<u64>()
            + self.roles.capacity() * size_of::<Role>();
        lists as u64 + self.tools.bytes()
    }
}

/// Memory of [`Gates::find`].
#[derive(Debug, Default)]
pub(super) struct Tools {
    /// The gates before an edit, by first cell.
    pub(super) before: Vec<Gate>,
    /// The narrow cells of a passage.
    pub(super) part: Vec<At>,
    /// The cells before its mouths.
    pub(super) ends: Vec<End>,
    /// Cells of zones, with the zone and the steps to it.
    pub(super) queue: Vec<(At, u32, u32)>,
}

/// A cell that is not narrow beside one that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct End {
    /// Out of the passage.
    pub(super) way: At,
    /// Where the cell is along the way, and across it.
    pub(super) along: i32,
    pub(super) across: i32,
}

impl Tools {
    pub(super) fn bytes(&self) -> u64 {
        let lists = self.before.capacity() * size_of::<Gate>()
            + self.part.capacity() * size_of::<At>()
            + self.ends.capacity() * size_of::<End>()
            + self.queue.capacity() * size_of::<(At, u32, u32)>();
        lists as u64
    }
}
