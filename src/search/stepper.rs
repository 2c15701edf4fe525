//! A search that can be watched: it expands as many cells as it is told to, and tells what it has done and how it
//! stands.
//!
//! It is the search of [`astar`](super::astar), left after some expansions and taken up again; nothing is searched in
//! another way because somebody looks. It keeps the grid as it was at its beginning and memory of its own: 4 bytes for
//! each cell of the map, touched only where it comes by, 24 bytes for each cell that it has reached, 16 for each entry
//! of its open list, and 16 for each change in the last advance.

use super::astar::{AStar, Progress, Unwatched, Watch};
use super::astar_memory::{AStarMemory, CellNode, Reached};
use super::find::{MayDerive, is_connected, refuse};
use super::query::{Outcome, Path, Query};
use crate::OutOfMemory;
use crate::grid::{Cell, GridMap, MapError, NEIGHBOR_OFFSETS, Rect};
use crate::index::IndexedGrid;
use crate::try_arc::TryArc;

/// What an expansion did to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was expanded, and is closed from now on. The changes that follow are what this expansion has done.
    Expanded,
    /// It was reached for the first time, and is open now.
    Added,
    /// A cheaper way to it was found; it was open, and still is.
    Improved,
}

/// Something that a search has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub cell: Cell,
    /// What happened to it.
    pub kind: ChangeKind,
    /// The number of the expansion, from 1; 0 for the start, which is open from the beginning.
    pub expansion: u32,
}

/// How far a search has come with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    /// No expanded cell is next to it.
    Unseen,
    /// It waits to be expanded.
    Open,
    /// It was expanded.
    Closed,
}

/// A cell as a search sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedCell {
    /// The cell.
    pub cell: Cell,
    /// How far the search has come with it. All that follows is 0 while it is unseen.
    pub state: CellState,
    /// Cost of the best way to it so far, in units of the query's costs.
    pub g: u64,
    /// Estimate of what is left, in the same units.
    pub h: u32,
    /// The step from it toward the cell before it on that way; (0, 0) at the start.
    pub to_parent: (i32, i32),
}

/// A search that is under way, or at its end.
#[derive(Debug)]
pub struct Stepper {
    grid: TryArc<IndexedGrid>,
    query: Query,
    memory: AStarMemory,
    expansions: u32,
    state: State,
    changes: Changes,
    /// The cells of the path.
    path: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Running,
    /// A path of this cost.
    Found(u64),
    Ended(Outcome<'static>),
}

impl Stepper {
    /// Begins a search. It may have ended already: with an end outside the map, or a goal that is an obstacle.
    pub fn new(grid: TryArc<IndexedGrid>, query: Query) -> Result<Self, OutOfMemory> {
        let mut memory = AStarMemory::default();
        let mut changes = Changes::default();
        let state = match refuse(grid.layer(), &query) {
            Some(outcome) => State::Ended(outcome),
            None => {
                AStar::begin(grid.layer(), &query, &mut memory)?;
                changes.reserve()?;
                changes.add(query.start, ChangeKind::Added);
                State::Running
            }
        };
        Ok(Self { grid, query, memory, expansions: 0, state, changes, path: Vec::new() })
    }

    /// Expands so many cells, or fewer where the search ends before, and notes what changes. Without memory it stands
    /// where it stood after its last whole expansion, and can go on.
    pub fn advance(&mut self, expansions: u32) -> Result<(), OutOfMemory> {
        let mut changes = std::mem::take(&mut self.changes);
        changes.list.clear();
        changes.expansion = self.expansions;
        let outcome = self.run(expansions, &mut changes);
        self.changes = changes;
        outcome
    }

    /// Runs to the end, and notes no changes: none are there then.
    pub fn finish(&mut self) -> Result<(), OutOfMemory> {
        self.changes.list.clear();
        self.run(u32::MAX, &mut Unwatched)
    }

    fn run(&mut self, expansions: u32, watch: &mut impl Watch) -> Result<(), OutOfMemory> {
        if !matches!(self.state, State::Running) {
            return Ok(());
        }
        let limit = self.query.max_expansions.unwrap_or(u32::MAX);
        let until = self.expansions.saturating_add(expansions).min(limit);
        let mut search = AStar::resume(self.grid.layer(), &self.query, &mut self.memory);
        self.state = match search.advance(&mut self.expansions, until, watch)? {
            Progress::Found { node, cost } => {
                search.write_path(node, &mut self.path)?;
                self.path.reverse();
                State::Found(cost)
            }
            Progress::NoPath => State::Ended(Outcome::NoPath),
            Progress::Paused if self.expansions < limit => State::Running,
            Progress::Paused => {
                // A goal out of reach is found to be that where the limit allows for it: as for any search.
                let may_derive = MayDerive::within(self.grid.layer(), self.query.max_expansions);
                let is_out_of_reach = may_derive.components && !is_connected(self.grid.layer(), &self.query)?;
                State::Ended(if is_out_of_reach { Outcome::NoPath } else { Outcome::LimitReached })
            }
        };
        Ok(())
    }

    /// How the search has ended; `None` while it runs.
    pub fn outcome(&self) -> Option<Outcome<'_>> {
        match self.state {
            State::Running => None,
            State::Found(cost) => Some(Outcome::Found(Path::new(&self.path, cost))),
            State::Ended(outcome) => Some(outcome),
        }
    }

    /// What is searched.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The map that is searched: as it was at the beginning.
    pub fn map(&self) -> &GridMap {
        self.grid.map()
    }

    /// How many cells are expanded, which is how many are closed.
    pub fn expansions(&self) -> u32 {
        self.expansions
    }

    /// How many cells are open.
    pub fn open_count(&self) -> u32 {
        self.memory.node_count() - self.expansions
    }

    /// What the last advance did, in order; after the beginning, that the start was added.
    pub fn changes(&self) -> &[Change] {
        &self.changes.list
    }

    /// The cells of a rectangle, row by row.
    pub fn cells(&self, rect: Rect) -> Result<impl Iterator<Item = SearchedCell> + '_, MapError> {
        self.map().size().check(rect)?;
        let columns = move |y: i32| (0..rect.width as i32).map(move |x| Cell::new(rect.x + x, rect.y + y));
        let cells = (0..rect.height as i32).flat_map(columns);
        Ok(cells.map(|cell| match self.memory.node_at(cell) {
            Some(node) => self.searched(node),
            None => SearchedCell { cell, state: CellState::Unseen, g: 0, h: 0, to_parent: (0, 0) },
        }))
    }

    /// The open cells that come first, in the order in which they would be expanded if nothing were added; at most
    /// `count`.
    pub fn open_cells(&self, count: usize) -> Result<impl Iterator<Item = SearchedCell> + '_, OutOfMemory> {
        let first = self.memory.first_open(count)?;
        Ok(first.map(|node| self.searched(node)))
    }

    /// Memory held, in bytes, but for the grid's.
    pub fn bytes(&self) -> u64 {
        let lists = self.changes.list.capacity() * size_of::<Change>() + self.path.capacity() * size_of::<Cell>();
        (size_of::<Self>() + self.memory.bytes() + lists) as u64
    }

    fn searched(&self, node: &CellNode) -> SearchedCell {
        let cell = node.cell();
        let to_parent = self.memory.parent(node).map_or((0, 0), |parent| {
            let parent = parent.cell();
            (parent.x - cell.x, parent.y - cell.y)
        });
        let state = if node.closed { CellState::Closed } else { CellState::Open };
        SearchedCell { cell, state, g: node.g, h: node.h, to_parent }
    }
}

#[derive(Debug, Default)]
struct Changes {
    list: Vec<Change>,
    /// The number of the expansion under way.
    expansion: u32,
}

impl Changes {
    fn add(&mut self, cell: Cell, kind: ChangeKind) {
        self.list.push(Change { cell, kind, expansion: self.expansion });
    }
}

impl Watch for Changes {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(self.list.try_reserve(1 + NEIGHBOR_OFFSETS.len())?)
    }

    fn expanding(&mut self, cell: Cell) {
        self.expansion += 1;
        self.add(cell, ChangeKind::Expanded);
    }

    fn reached(&mut self, cell: Cell, how: Reached) {
        match how {
            Reached::Added => self.add(cell, ChangeKind::Added),
            Reached::Improved => self.add(cell, ChangeKind::Improved),
            Reached::Kept => {}
        }
    }
}
