//! Covers: what stands on the cells of a grid without being a part of its map.
//!
//! A cover belongs to a grid, whose [`CoverList`] ends its covers with it. Locks: a cover's, then the grid's list or
//! its states.

use crate::bits::bit_rows::reserved;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::pointers::{Out, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::{GridstarQueryDef, GridstarRect};
use crate::ffi::profile::agent;
use crate::grid::{CoverShape, Edit, MAX_COVERS, Rect};
use crate::handle_table::HandleTable;
use crate::index::GridView;
use crate::movement::Agent;
use crate::search::Query;
use crate::try_arc::TryArc;
use parking_lot::Mutex;

/// The most covers that a grid can have.
pub const GRIDSTAR_MAX_COVERS: u32 = 65535;

const _: () = assert!(GRIDSTAR_MAX_COVERS == MAX_COVERS);

/// Creates a cover that covers nothing yet: something that stands on cells of a grid without being a part of its map,
/// such as a unit or a crate. Cells under at least one cover are blocked for every agent, whatever their type and the
/// profile. Use one cover for each thing that moves: see gridstar_cover_set_rects.
///
/// Cell types do not change: calls that read and edit cells know the map only, under covers too. A cover ends with its
/// grid, which has at most GRIDSTAR_MAX_COVERS.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_cover_create(grid: u64, cover_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let cover_out = Out::new(cover_out)?;
        cover_out.ok(create(grid)?)
    })
}

/// Replaces what a cover covers by the cells of `count` rectangles, or by nothing with a count of 0. Rectangles may
/// overlap, be empty, and lie outside the grid: only cells of the grid count. The grid's revision rises if a cell
/// changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_cover_set_rects(
    cover: u64,
    rects: *const GridstarRect,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        let rects = input(rects, count)?;
        let mut list = reserved(rects.len())?;
        list.extend(rects.iter().map(|&rect| Rect::from(rect)));
        set_rects(cover, &list)
    })
}

pub(crate) static COVERS: HandleTable<CoverObject> = HandleTable::of_kind(GridstarKind::Cover as u8);

/// A cover as callers know it.
#[derive(Debug)]
pub(crate) struct CoverObject {
    /// The id of the grid.
    grid: u64,
    cells: Mutex<CoveredCells>,
}

/// Cells that a cover covers now.
#[derive(Debug)]
struct CoveredCells {
    shape: TryArc<CoverShape>,
    /// The edits that end the cover. They are made ahead, because destroying may take no memory.
    ending: Vec<Edit<'static>>,
    is_destroyed: bool,
}

impl CoverObject {
    /// The cover of an id. The table's lock is released on return.
    fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        COVERS.get(id).ok_or(GridstarStatus::InvalidCover)
    }
}

/// The covers of a grid. They end with it.
#[derive(Debug, Default)]
pub(crate) struct CoverList {
    ids: Vec<u64>,
    /// Whether the grid was destroyed.
    is_closed: bool,
}

impl CoverList {
    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.ids.capacity() * size_of::<u64>()) as u64
    }
}

/// Makes a cover of no cells and returns its id.
fn create(grid_id: u64) -> Result<u64, GridstarStatus> {
    let grid = GridObject::of(grid_id)?;
    let shape = TryArc::try_new(CoverShape::default())?;
    let cells = CoveredCells { shape, ending: Vec::new(), is_destroyed: false };
    let mut list = grid.covers.lock();
    if list.is_closed {
        return Err(GridstarStatus::InvalidId);
    }
    if list.ids.len() >= MAX_COVERS as usize {
        return Err(GridstarStatus::TooManyCovers);
    }
    list.ids.try_reserve(1)?;
    let id = COVERS.insert(CoverObject { grid: grid_id, cells: Mutex::new(cells) })?;
    list.ids.push(id);
    Ok(id)
}

/// Puts the cells of rectangles in the place of what a cover covers.
fn set_rects(id: u64, rects: &[Rect]) -> Result<(), GridstarStatus> {
    let cover = CoverObject::of(id)?;
    let grid = GridObject::of(cover.grid).map_err(|_| GridstarStatus::InvalidCover)?;
    let mut shape = CoverShape::of_rects(grid.grid.size(), rects)?;
    let mut cells = cover.cells.lock();
    if cells.is_destroyed {
        return Err(GridstarStatus::InvalidCover);
    }
    let edits = shape.edits_from(&cells.shape)?;
    if edits.is_empty() {
        return Ok(());
    }
    let ending = CoverShape::default().edits_from(&shape)?;
    shape.note_areas(&ending)?;
    let mut shape = TryArc::try_new(shape)?;
    let revision = grid.grid.edit_covers(edits, ending.len(), cells.ending.len())?;
    if let Some(shape) = shape.get_mut() {
        shape.set_revision(revision);
    }
    (cells.shape, cells.ending) = (shape, ending);
    Ok(())
}

/// Ends a cover that is no longer in the table: its cells are as the map and other covers say.
pub(crate) fn end(id: u64, cover: &CoverObject) {
    let Ok(grid) = GridObject::of(cover.grid) else { return };
    let mut cells = cover.cells.lock();
    cells.is_destroyed = true;
    let ending = std::mem::take(&mut cells.ending);
    let count = ending.len();
    // Fails only for a grid that refuses every call.
    let _ = grid.grid.edit_covers(ending, 0, count);
    drop(cells);
    let ids = &mut grid.covers.lock().ids;
    if let Some(place) = ids.iter().position(|&listed| listed == id) {
        ids.swap_remove(place);
    }
}

/// Ends the covers of a grid that was destroyed, and returns their number.
pub(crate) fn end_covers(grid: &GridObject) -> u32 {
    let mut list = grid.covers.lock();
    list.is_closed = true;
    std::mem::take(&mut list.ids).into_iter().filter_map(|id| COVERS.remove(id)).count() as u32
}

/// The state of a grid that a query sees, and the agent that asks. All of `agents` see the same state.
pub(crate) fn view_for(
    grid: (&GridObject, u64),
    agents: &mut [Agent],
    defs: &[GridstarQueryDef],
) -> Result<GridView, GridstarStatus> {
    let (object, id) = grid;
    loop {
        let view = object.grid.view()?;
        let mut is_later = false;
        for (agent, def) in agents.iter_mut().zip(defs).filter(|(_, def)| def.without_cover != 0) {
            let shape = shape_on(def.without_cover, id)?;
            // Another thread has changed the cover since: what this state has of it is not known any more.
            is_later |= shape.revision() > view.revision();
            agent.without = Some(shape);
        }
        if !is_later {
            return Ok(view);
        }
    }
}

/// Returns a view as [`view_for`] does, for one agent.
#[inline(always)]
pub(crate) fn view_and_agent(
    grid: (&GridObject, u64),
    def: &GridstarQueryDef,
) -> Result<(GridView, Agent), GridstarStatus> {
    let mut agent = agent(def)?;
    if def.without_cover == 0 {
        return Ok((grid.0.grid.view()?, agent));
    }
    let view = view_for(grid, std::slice::from_mut(&mut agent), std::slice::from_ref(def))?;
    Ok((view, agent))
}

/// Agent of a query, without a state of the grid.
pub(crate) fn check_agent(grid: u64, def: &GridstarQueryDef) -> Result<Agent, GridstarStatus> {
    let agent = agent(def)?;
    if def.without_cover != 0 {
        shape_on(def.without_cover, grid)?;
    }
    Ok(agent)
}

/// Cells that a cover of a grid covers now.
fn shape_on(id: u64, grid: u64) -> Result<TryArc<CoverShape>, GridstarStatus> {
    let cover = CoverObject::of(id)?;
    let cells = cover.cells.lock();
    if cover.grid == grid && !cells.is_destroyed { Ok(cells.shape.clone()) } else { Err(GridstarStatus::InvalidCover) }
}

/// Refuses limits of cost and queries that leave out a cover, for searches that know neither.
pub(crate) fn refuse_limit_and_cover(query: &Query, def: &GridstarQueryDef) -> Result<(), GridstarStatus> {
    if def.without_cover != 0 {
        CoverObject::of(def.without_cover)?;
    }
    let is_served = def.without_cover == 0 && query.max_cost.is_none();
    if is_served { Ok(()) } else { Err(GridstarStatus::UnsupportedQuery) }
}
