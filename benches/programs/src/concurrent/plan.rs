//! The edits and queries of a run. No edit touches the start or goal of a query. Each change is undone a little later,
//! so that the map stays the same on the whole.

use crate::generated::{Kind, queries};
use crate::grid::BenchGrid;
use anyhow::{Result, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::grid::{Cell, Rect};
use std::collections::{HashSet, VecDeque};
use std::time::Duration;

const QUERIES: usize = 1000;
/// A changed cell is restored after this many further changes.
const DELAY: usize = 16;
const RECT_SIDE: u32 = 64;
const RECTS: usize = 16;

/// Effect of one edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A random cell.
    Cells,
    /// A rectangle, first filled with obstacles and then restored.
    Rects,
    /// Always the same cell.
    Door,
}

impl What {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cells => "a cell each ms",
            Self::Rects => "64 x 64 each 16 ms",
            Self::Door => "a door each 0.2 s",
        }
    }

    pub(crate) fn period(self) -> Duration {
        Duration::from_millis(match self {
            Self::Cells => 1,
            Self::Rects => 16,
            Self::Door => 200,
        })
    }
}

/// The edits and queries of one row.
pub(crate) struct Plan {
    pub(crate) what: What,
    /// The current cells of the grid.
    pub(crate) map: CellMap,
    pub(crate) queries: Vec<(Cell, Cell)>,
    ends: HashSet<(i32, i32)>,
    random: Random,
    /// Changed cells, the oldest first.
    changed: VecDeque<Cell>,
    rects: Vec<Rect>,
    door: Cell,
    edits: usize,
}

/// One call.
#[derive(Debug)]
pub(crate) enum Edit {
    Cell(Cell, bool),
    Fill(Rect),
    Set(Rect, Vec<u8>),
}

impl Edit {
    pub(crate) fn make(&self, grid: &mut BenchGrid) -> Result<()> {
        match self {
            Self::Cell(cell, is_obstacle) => grid.set_cell(*cell, *is_obstacle),
            Self::Fill(rect) => grid.fill_rect(*rect, true),
            Self::Set(rect, types) => grid.set_rect(*rect, types),
        }
    }
}

impl Plan {
    pub(crate) fn new(kind: Kind, side: u32, what: What) -> Result<Self> {
        let map = kind.map(side);
        let mut random = Random::new(u64::from(side) + 7);
        let gates = kind.gates(side);
        let rect_side = RECT_SIDE.min(side / 8);
        let mut corner = || random.below(side - rect_side) as i32;
        let mut rect = || Rect { x: corner(), y: corner(), width: rect_side, height: rect_side };
        let rects: Vec<Rect> = if what == What::Rects { (0..RECTS).map(|_| rect()).collect() } else { Vec::new() };
        let door = gates[gates.len() / 2];
        let is_edited = |cell: Cell| match what {
            What::Cells => false,
            What::Rects => rects.iter().any(|rect| contains(rect, cell)),
            What::Door => cell == door,
        };
        let mut queries = queries(&map, QUERIES)?;
        queries.retain(|&(start, goal)| !is_edited(start) && !is_edited(goal));
        ensure!(queries.len() > QUERIES / 4, "the rectangles leave too few cells for queries");
        let ends = queries.iter().flat_map(|(start, goal)| [(start.x, start.y), (goal.x, goal.y)]).collect();
        Ok(Self { what, map, queries, ends, random, changed: VecDeque::new(), rects, door, edits: 0 })
    }

    /// The next edit. Each edit changes at least one cell.
    pub(crate) fn next(&mut self) -> Edit {
        self.edits += 1;
        match self.what {
            What::Door => self.toggle(self.door),
            What::Cells => {
                if self.changed.len() == DELAY
                    && let Some(oldest) = self.changed.pop_front()
                {
                    return self.toggle(oldest);
                }
                let cell = loop {
                    let cell = self.random.cell(&self.map);
                    if !self.ends.contains(&(cell.x, cell.y)) && !self.changed.contains(&cell) {
                        break cell;
                    }
                };
                self.changed.push_back(cell);
                self.toggle(cell)
            }
            What::Rects => {
                // The first edit of a pair fills a rectangle, the second restores it.
                let rect = self.rects[(self.edits - 1) / 2 % self.rects.len()];
                if self.edits % 2 == 1 { Edit::Fill(rect) } else { Edit::Set(rect, self.types(rect)) }
            }
        }
    }

    fn toggle(&mut self, cell: Cell) -> Edit {
        let is_obstacle = self.map.is_walkable(cell);
        self.map.set_obstacle(cell, is_obstacle);
        Edit::Cell(cell, is_obstacle)
    }

    fn types(&self, rect: Rect) -> Vec<u8> {
        let rows = rect.y..rect.y + rect.height as i32;
        let cells = rows.flat_map(|y| (rect.x..rect.x + rect.width as i32).map(move |x| Cell::new(x, y)));
        cells.map(|cell| u8::from(!self.map.is_walkable(cell))).collect()
    }
}

fn contains(rect: &Rect, cell: Cell) -> bool {
    let (x, y) = (cell.x - rect.x, cell.y - rect.y);
    (0..rect.width as i32).contains(&x) && (0..rect.height as i32).contains(&y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_changed_back_and_no_end_of_a_query_is_touched() {
        let kind = Kind::Dense;
        let mut plan = Plan::new(kind, 128, What::Cells).unwrap();
        let before = kind.map(128);
        for number in 0..3000 {
            let Edit::Cell(cell, is_obstacle) = plan.next() else { panic!("not a cell") };
            assert_eq!(plan.map.is_walkable(cell), !is_obstacle);
            let changed = before.cells().filter(|&cell| before.is_walkable(cell) != plan.map.is_walkable(cell)).count();
            assert!(changed <= DELAY, "{changed} cells differ after edit {number}");
            assert!(
                plan.queries.iter().all(|&(start, goal)| plan.map.is_walkable(start) && plan.map.is_walkable(goal))
            );
        }
    }
}
