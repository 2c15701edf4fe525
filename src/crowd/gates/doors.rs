//! Doors: openings of one or two cells in a wall between cells. No cell there is narrow, so that both rows of cells
//! beside the opening are what is inside the gate.
//!
//! ```text
//!   . . 0 . .      The cells at the opening = are inside. 0 and 1 are before the mouths.
//!   0 0 = 0 0
//!  -----   -----
//!   1 1 = 1 1
//!   . . 1 . .
//! ```

use super::gate::{At, Passage};
use super::ground::{BlockGround, WIDEST_DOOR};

/// An opening in a wall: its first cell before the wall, the way through, and the number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Door {
    first: At,
    way: At,
    wide: usize,
}

fn moved((x, y): At, (dx, dy): At, times: i32) -> At {
    (x + dx * times, y + dy * times)
}

/// Whether both sides of a step are free and no wall is between.
fn is_open(ground: &BlockGround, cell: At, way: At) -> bool {
    let next = moved(cell, way, 1);
    ground.is_free(cell) && ground.is_free(next) && !ground.parts(cell, next)
}

/// Whether a wall between cells stands between two free cells.
fn is_wall(ground: &BlockGround, cell: At, way: At) -> bool {
    let next = moved(cell, way, 1);
    ground.is_free(cell) && ground.is_free(next) && ground.parts(cell, next)
}

impl Door {
    /// The opening at a cell of the side before the wall.
    fn opening(ground: &BlockGround, cell: At, way: At) -> Option<Self> {
        let along = (way.1, way.0);
        if !is_open(ground, cell, way) {
            return None;
        }
        let ends =
            [-1, 1].map(|step| (1..=WIDEST_DOOR as i32).find(|&i| !is_open(ground, moved(cell, along, step * i), way)));
        let [Some(before), Some(after)] = ends else { return None };
        let wide = (before + after - 1) as usize;
        let has_wall = [-before, after].iter().any(|&at| is_wall(ground, moved(cell, along, at), way));
        (wide <= WIDEST_DOOR && has_wall).then(|| Self { first: moved(cell, along, 1 - before), way, wide })
    }

    /// The door at a cell of the side before the wall, if there is room before and behind it.
    pub(super) fn at(ground: &mut BlockGround, cell: At, way: At) -> Option<Self> {
        let door = Self::opening(ground, cell, way)?;
        let back = (-way.0, -way.1);
        let has_room = door.cells().all(|(cell, is_behind)| {
            let (out, others) = if is_behind { (way, back) } else { (back, way) };
            let along = [(way.1, way.0), (-way.1, -way.0)];
            // A cell at two doors would belong to both.
            let is_of_another = along.into_iter().chain([out]).any(|way| Self::through(ground, cell, way));
            debug_assert!(is_open(ground, cell, others));
            is_open(ground, cell, out) && !is_of_another && !ground.is_narrow(cell)
        });
        has_room.then_some(door)
    }

    /// Whether an opening lies beside a cell.
    fn through(ground: &BlockGround, cell: At, way: At) -> bool {
        let is_forth = way.0 + way.1 > 0;
        let (before, forth) = if is_forth { (cell, way) } else { (moved(cell, way, 1), (-way.0, -way.1)) };
        Self::opening(ground, before, forth).is_some()
    }

    /// The cells at the opening, and whether each is behind the wall.
    pub(super) fn cells(self) -> impl Iterator<Item = (At, bool)> {
        let along = (self.way.1, self.way.0);
        (0..2 * self.wide).map(move |number| {
            let is_behind = number >= self.wide;
            let cell = moved(self.first, along, (number % self.wide) as i32);
            (moved(cell, self.way, is_behind.into()), is_behind)
        })
    }

    pub(super) fn passage(self, ground: &BlockGround) -> Passage {
        let Self { first, way, wide } = self;
        let last = moved(first, (way.1, way.0), wide as i32 - 1);
        // The middle of the cells some steps along the way, in half cells.
        let middle = |steps: i32| {
            let [(x, y), (last_x, last_y)] = [first, last].map(|cell| moved(cell, way, steps));
            [(x + last_x + 1) as u16, (y + last_y + 1) as u16]
        };
        let out = [[-way.0 as i8, -way.1 as i8], [way.0 as i8, way.1 as i8]];
        Passage { first: ground.index(first), ends: [middle(-1), middle(2)], out, wide: wide as u8, is_door: true }
    }
}
