//! A search that runs a number of expansions at a time, and shows its state and its changes in between.
//!
//! The search is the one of [`search`](super::search), interrupted and resumed: watching does not change the result. It
//! keeps the grid as it was at the beginning, and memory of its own: 4 bytes for each cell of the map, which the system
//! provides only where the search comes by, 24 bytes for each reached cell, 16 bytes for each entry of the open list,
//! and 16 bytes for each change of the last advance.

use super::legal::AStar;
use super::open_cells::CellReached;
use super::ordered::{CellNode, OrderedCells};
use super::search::{ExpansionWatch, Unwatched};
use crate::OutOfMemory;
use crate::grid::{Cell, GridMap, MapError, NEIGHBOR_OFFSETS, Rect};
use crate::held::Held;
use crate::index::{AgentLayers, GridView};
use crate::movement::Agent;
use crate::search::choose::{Choice, layers_for};
use crate::search::engine::{Progress, RunningEngine};
use crate::search::nearest::may_be_connected;
use crate::search::query::{Outcome, Path, Query};

/// Effect of an expansion on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// The cell was expanded, and is closed from now on. The changes that follow belong to this expansion.
    Expanded,
    /// The cell was reached for the first time, and is open now.
    Added,
    /// A cheaper way to the cell was found. It was open, and still is.
    Improved,
}

/// A change that the search made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The cell.
    pub cell: Cell,
    /// Effect of the expansion.
    pub kind: ChangeKind,
    /// The number of the expansion, from 1. It is 0 for the start, which is open from the beginning.
    pub expansion: u32,
}

/// The state of a cell in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    /// The search has not reached the cell.
    Unseen,
    /// The cell is in the open list.
    Open,
    /// The cell was expanded.
    Closed,
}

/// StepperState of a cell in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedCell {
    /// The cell.
    pub cell: Cell,
    /// The cell's state. All that follows is 0 while the cell is unseen.
    pub state: CellState,
    /// Cost of the best way to the cell so far, in parts: 3200 for a unit of the query's costs.
    pub g: u64,
    /// The estimate of the remaining cost, in parts.
    pub h: u64,
    /// The step from the cell toward the cell before it on this way; (0, 0) at the start.
    pub to_parent: (i32, i32),
}

/// A running or finished search.
#[derive(Debug)]
pub struct Stepper {
    grid: GridView,
    layers: AgentLayers,
    query: Query,
    memory: OrderedCells,
    expansions: u32,
    state: StepperState,
    changes: ChangeList,
    /// The cells of the path.
    path: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
enum StepperState {
    Running,
    /// A path of this cost. No path costs less than `least`.
    Found {
        cost: u64,
        least: u64,
    },
    Ended(Outcome<Path<'static>>),
}

impl Stepper {
    /// Begins a search. A start or goal outside the map, or a blocked goal, ends it at once.
    pub fn new(grid: GridView, agent: &Agent, query: Query) -> Result<Self, OutOfMemory> {
        let mut memory = OrderedCells::default();
        let mut changes = ChangeList::default();
        let layers = layers_for(&grid, agent, &query).map_err(|_| OutOfMemory)?;
        let view = layers.view(&grid);
        let state = match query.refusal(&view) {
            Some(outcome) => StepperState::Ended(outcome),
            None => {
                AStar { view: &view, query: &query, memory: &mut memory }.begin()?;
                changes.reserve()?;
                changes.add(query.start, ChangeKind::Added);
                StepperState::Running
            }
        };
        Ok(Self { grid, layers, query, memory, expansions: 0, state, changes, path: Vec::new() })
    }

    /// Expands `count` cells, or fewer if the search ends before, and records the changes. Without enough memory, the
    /// search stands where it stood after its last whole expansion, and can go on.
    pub fn advance(&mut self, expansions: u32) -> Result<(), OutOfMemory> {
        let mut changes = std::mem::take(&mut self.changes);
        changes.list.clear();
        changes.expansion = self.expansions;
        let outcome = self.run(expansions, &mut changes as &mut dyn ExpansionWatch);
        self.changes = changes;
        outcome
    }

    /// Runs to the end and records no changes.
    pub fn finish(&mut self) -> Result<(), OutOfMemory> {
        self.changes.list.clear();
        self.run(u32::MAX, &mut Unwatched)
    }

    fn run<W: ExpansionWatch + ?Sized>(&mut self, expansions: u32, watch: &mut W) -> Result<(), OutOfMemory> {
        if !matches!(self.state, StepperState::Running) {
            return Ok(());
        }
        let limit = self.query.max_expansions.unwrap_or(u32::MAX);
        let until = self.expansions.saturating_add(expansions).min(limit);
        let (view, query) = (self.layers.view(&self.grid), &self.query);
        let mut search = AStar { view: &view, query, memory: &mut self.memory };
        self.state = match search.run(&mut self.expansions, until, watch)? {
            Progress::Found { cost, least } => {
                self.path.clear();
                search.write_corners(&mut self.path)?;
                self.path.reverse();
                StepperState::Found { cost, least }
            }
            Progress::Paused if self.expansions < limit => StepperState::Running,
            Progress::Paused => {
                // As in any search, components tell that a goal is out of reach. They are asked if the limit of
                // expansions allows the time for labelling them.
                let is_out_of_reach = Choice::of(&view, query).may_label && !may_be_connected(view.layer(), query)?;
                StepperState::Ended(if is_out_of_reach { query.no_path() } else { Outcome::LimitReached })
            }
            Progress::NoPath | Progress::TooFar => StepperState::Ended(query.no_path()),
        };
        Ok(())
    }

    /// The end of the search; `None` while it runs.
    pub fn outcome(&self) -> Option<Outcome<Path<'_>>> {
        match self.state {
            StepperState::Running => None,
            StepperState::Found { cost, least } => {
                Some(Outcome::Found(Path::new(&self.path, cost).with_bound(self.query.bound_of(cost, least))))
            }
            StepperState::Ended(outcome) => Some(outcome),
        }
    }

    /// The question that the search answers.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Number of edits that the grid had seen when the search began.
    pub fn revision(&self) -> u64 {
        self.grid.revision()
    }

    /// The map that is searched, as it was at the beginning.
    pub fn map(&self) -> &GridMap {
        self.grid.map()
    }

    /// Number of expanded cells, which is the number of closed cells.
    pub fn expansions(&self) -> u32 {
        self.expansions
    }

    /// Number of open cells.
    pub fn open_count(&self) -> u32 {
        self.memory.node_count() - self.expansions
    }

    /// The changes of the last advance, in order. After the beginning: the start was added.
    pub fn changes(&self) -> &[CellChange] {
        &self.changes.list
    }

    /// The cells of a rectangle, row by row.
    pub fn cells(&self, rect: Rect) -> Result<impl Iterator<Item = SearchedCell> + '_, MapError> {
        self.map().size().check(rect)?;
        let columns = move |y: i32| (0..rect.width as i32).map(move |x| Cell::new(rect.x + x, rect.y + y));
        let cells = (0..rect.height as i32).flat_map(columns);
        let parts = self.parts();
        Ok(cells.map(move |cell| match self.memory.node_at(cell) {
            Some(node) => self.searched(node, parts),
            None => SearchedCell { cell, state: CellState::Unseen, g: 0, h: 0, to_parent: (0, 0) },
        }))
    }

    /// The first `count` open cells, in the order in which they would be expanded if no cell were added.
    pub fn open_cells(&self, count: usize) -> Result<impl Iterator<Item = SearchedCell> + '_, OutOfMemory> {
        let first = self.memory.first_open(count)?;
        let parts = self.parts();
        Ok(first.map(move |node| self.searched(node, parts)))
    }

    /// Memory held, in bytes, without the grid's.
    pub fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.memory.bytes() + self.changes.list.bytes() + self.path.bytes()) as u64
    }

    /// Parts in each unit of a node's g, and of its h.
    fn parts(&self) -> (u64, u64) {
        let view = self.layers.view(&self.grid);
        (if view.charges().is_some() { 1 } else { view.parts_per_unit() }, view.least_parts_per_unit())
    }

    fn searched(&self, node: &CellNode, (of_g, of_h): (u64, u64)) -> SearchedCell {
        let cell = node.cell();
        let to_parent = self.memory.parent(node).map_or((0, 0), |parent| {
            let parent = parent.cell();
            (parent.x - cell.x, parent.y - cell.y)
        });
        let state = if node.closed { CellState::Closed } else { CellState::Open };
        SearchedCell { cell, state, g: node.g * of_g, h: u64::from(node.h) * of_h, to_parent }
    }
}

#[derive(Debug, Default)]
struct ChangeList {
    list: Vec<CellChange>,
    /// The number of the current expansion.
    expansion: u32,
}

impl ChangeList {
    fn add(&mut self, cell: Cell, kind: ChangeKind) {
        self.list.push(CellChange { cell, kind, expansion: self.expansion });
    }
}

impl ExpansionWatch for ChangeList {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(self.list.try_reserve(1 + NEIGHBOR_OFFSETS.len())?)
    }

    fn expanding(&mut self, cell: Cell) {
        self.expansion += 1;
        self.add(cell, ChangeKind::Expanded);
    }

    fn reached(&mut self, cell: Cell, how: CellReached) {
        match how {
            CellReached::Added => self.add(cell, ChangeKind::Added),
            CellReached::Improved => self.add(cell, ChangeKind::Improved),
            CellReached::Kept => {}
        }
    }
}
