//! A gate: its passage, the zones at it, and whose turn it is.

/// A column and a row.
pub(super) type At = (i32, i32);

/// How far a zone reaches, in steps along rows and columns.
pub(super) const ZONE: u32 = 12;

/// The part of a gate in a zone number, beside the numbers of both sides.
pub(super) const INSIDE: u32 = 2;
pub(super) const PARTS: u32 = 4;

/// Smaller discs pass each other in one cell.
pub(super) const LEAST_RADIUS: f32 = 0.25;

/// State of an agent at a gate.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    /// The index of the first narrow cell, by which a gate is known again.
    pub(super) first: u32,
    /// The middles of the cells before each mouth, in half cells.
    pub(super) ends: [[u16; 2]; 2],
    /// Directions out of each mouth.
    pub(super) out: [[i8; 2]; 2],
    /// The width of the first mouth, in cells.
    pub(super) wide: u8,
    /// Whether it is an opening in a wall between cells: others come by its inner cells without going through.
    pub(super) is_door: bool,
}

/// A passage, and where it is told whose turn it is.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    pub(super) passage: Passage,
    /// The last step with an agent, and the place in its `turns`.
    pub(super) seen: u32,
    pub(super) turn: u32,
}

/// Whose turn it is at a gate.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The first cell of the gate's passage.
    pub(super) first: u32,
    /// The side that may enter.
    pub(super) open: usize,
    /// Whether nobody enters any more until the gate is empty.
    pub(super) is_closing: bool,
    /// Steps since the other side has begun to wait.
    pub(super) waited: u32,
    pub(super) inside: [u32; 2],
    pub(super) wanting: [u32; 2],
    /// By side, the agent nearest to the mouth: its squared distance and its number.
    pub(super) nearest: [(u32, u32); 2],
    pub(super) is_busy: bool,
    /// How far away the other side waits, in cells.
    pub(super) hold: f32,
}

impl Passage {
    /// The middle of the cells before the mouth of a side, in cells.
    pub(super) fn end(&self, side: usize) -> [f32; 2] {
        self.ends[side].map(|at| f32::from(at) * 0.5)
    }

    /// The direction out of the mouth of a side.
    pub(super) fn out(&self, side: usize) -> [f32; 2] {
        self.out[side].map(f32::from)
    }

    /// Half the width of the first mouth.
    pub(super) fn half(&self) -> f32 {
        0.5 * f32::from(self.wide)
    }
}
