//! Covers: what stands on the cells of a grid without being a part of its map.
//!
//! A cover belongs to a grid, whose [`CoverList`] ends its covers with it. Locks: the grid's list while its covers
//! change, then a cover's, then the grid's states.
//!
//! A fork of a grid has the covered cells, and knows what each cover covered: the covers of other grids are
//! *inherited*. A grid that is restored gives each of its covers the cells that it had in the other grid.

pub(super) mod object;

use crate::bits::bit_rows::reserved;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::{GridstarQueryDef, GridstarRect};
use crate::ffi::profile::agent;
use crate::grid::{CoverShape, Edit, MAX_COVERS, Rect};
use crate::index::GridView;
use crate::movement::Agent;
use crate::search::Query;
use crate::snapshot::Content;
use crate::try_arc::TryArc;
use object::{COVERS, CoverObject, CoveredCells, KnownCover, KnownCovers};
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

/// Makes a cover of no cells and returns its id.
fn create(grid_id: u64) -> Result<u64, GridstarStatus> {
    let grid = GridObject::of(grid_id)?;
    let shape = TryArc::try_new(CoverShape::default())?;
    let cells = CoveredCells { shape, since: 0, ending: Vec::new(), is_destroyed: false };
    let mut list = grid.covers.lock();
    if list.is_closed {
        return Err(GridstarStatus::InvalidId);
    }
    if list.ids.len() + list.inherited().len() >= MAX_COVERS as usize {
        return Err(GridstarStatus::TooManyCovers);
    }
    list.ids.try_reserve(1)?;
    let id = COVERS.insert(CoverObject { grid: grid_id, cells: Mutex::new(cells) })?;
    list.ids.push(id);
    list.known = None;
    Ok(id)
}

/// Puts the cells of rectangles in the place of what a cover covers.
fn set_rects(id: u64, rects: &[Rect]) -> Result<(), GridstarStatus> {
    let cover = CoverObject::of(id)?;
    let grid = GridObject::of(cover.grid).map_err(|_| GridstarStatus::InvalidCover)?;
    let mut shape = CoverShape::of_rects(grid.grid.size(), rects)?;
    let mut list = grid.covers.lock();
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
    let shape = TryArc::try_new(shape)?;
    cells.since = grid.grid.edit_covers(edits, ending.len(), cells.ending.len())?;
    (cells.shape, cells.ending) = (shape, ending);
    list.known = None;
    Ok(())
}

/// Ends a cover that is no longer in the table: its cells are as the map and other covers say.
pub(crate) fn end(id: u64, cover: &CoverObject) {
    let Ok(grid) = GridObject::of(cover.grid) else { return };
    let mut list = grid.covers.lock();
    let mut cells = cover.cells.lock();
    cells.is_destroyed = true;
    let ending = std::mem::take(&mut cells.ending);
    let count = ending.len();
    // Fails only for a grid that refuses every call.
    let _ = grid.grid.edit_covers(ending, 0, count);
    drop(cells);
    if let Some(place) = list.ids.iter().position(|&listed| listed == id) {
        list.ids.swap_remove(place);
    }
    let known = list.known.take();
    // Freed after the lock is released.
    drop((list, known));
}

/// The content of a grid at one moment, with its covers, for a fork or for a grid that is `related`.
pub(crate) fn content(
    grid: &GridObject,
    related: Option<&GridObject>,
) -> Result<(KnownCovers, Content), GridstarStatus> {
    let mut list = grid.covers.lock();
    let covers = list.known()?;
    let content = grid.grid.content(related.map(|related| &related.grid))?;
    Ok((covers, content))
}

/// A cover that gets other cells, because its grid is restored.
struct Restored {
    cover: TryArc<CoverObject>,
    shape: TryArc<CoverShape>,
    ending: Vec<Edit<'static>>,
    /// Since when it has had its cells so far.
    since: u64,
}

/// Gives the grid of an id the content of another one. On an error nothing has changed.
pub(crate) fn restore(grid: &GridObject, id: u64, from: &GridObject) -> Result<(), GridstarStatus> {
    let (covers, content) = content(from, Some(grid))?;
    let mut list = grid.covers.lock();
    if list.is_closed {
        return Err(GridstarStatus::InvalidId);
    }
    let known = covers.0.as_deref().map_or(&[] as &[KnownCover], Vec::as_slice);
    let is_as_before = match (&list.known, &covers.0) {
        (Some(one), Some(other)) => TryArc::ptr_eq(one, other),
        (_, covers) => covers.is_none() && list.ids.is_empty(),
    };
    if is_as_before {
        grid.grid.restore(content, 0, 0, Vec::new())?;
        if covers.0.is_none() {
            (list.inherited, list.known) = (None, None);
        }
        return Ok(());
    }
    let none = TryArc::try_new(CoverShape::default())?;
    let mut restored = reserved(list.ids.len())?;
    let (mut more, mut fewer, mut all_known) = (0, 0, true);
    for &own in &list.ids {
        let Some(cover) = COVERS.get(own) else { continue };
        let place = known.binary_search_by_key(&own, |known| known.id).ok();
        all_known &= place.is_some();
        let shape = place.map_or(&none, |place| &known[place].shape);
        let cells = cover.cells.lock();
        let (is_same, since, before) = (TryArc::ptr_eq(shape, &cells.shape), cells.since, cells.ending.len());
        drop(cells);
        if !is_same {
            let ending = CoverShape::default().edits_from(shape)?;
            (more, fewer) = (more + ending.len(), fewer + before);
            restored.push(Restored { cover, shape: shape.clone(), ending, since });
        }
    }
    // What covers covered that were destroyed since.
    let mut orphaned = Vec::new();
    let mut inherited = reserved(known.len())?;
    for one in known {
        if one.grid != id {
            inherited.push(one.clone());
        } else if COVERS.get(one.id).is_none() {
            all_known = false;
            let edits = CoverShape::default().edits_from(&one.shape)?;
            orphaned.try_reserve(edits.len())?;
            orphaned.extend(edits);
        }
    }
    let inherited = if inherited.is_empty() { None } else { Some(TryArc::try_new(inherited)?) };
    // A query that leaves out one of these covers waits until both its cells and the grid are restored.
    restored.iter().for_each(|one| one.cover.cells.lock().since = u64::MAX);
    let done = grid.grid.restore(content, more, fewer, orphaned);
    for Restored { cover, shape, ending, since } in restored {
        let mut cells = cover.cells.lock();
        match done {
            Ok(revision) => (cells.shape, cells.ending, cells.since) = (shape, ending, revision),
            Err(_) => cells.since = since,
        }
    }
    done?;
    list.inherited = inherited;
    list.known = covers.0.filter(|_| all_known);
    Ok(())
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
    loop {
        let view = grid.0.grid.view()?;
        let mut is_later = false;
        for (agent, def) in agents.iter_mut().zip(defs).filter(|(_, def)| def.without_cover != 0) {
            let (shape, since) = shape_on(def.without_cover, grid)?;
            // Another thread has changed the cover since: what this state has of it is not known any more.
            is_later |= since > view.revision();
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
pub(crate) fn check_agent(grid: (&GridObject, u64), def: &GridstarQueryDef) -> Result<Agent, GridstarStatus> {
    let agent = agent(def)?;
    if def.without_cover != 0 {
        shape_on(def.without_cover, grid)?;
    }
    Ok(agent)
}

/// Cells that a cover covers on a grid, and since which revision.
fn shape_on(id: u64, (grid, grid_id): (&GridObject, u64)) -> Result<(TryArc<CoverShape>, u64), GridstarStatus> {
    let cover = CoverObject::of(id)?;
    if cover.grid != grid_id {
        let list = grid.covers.lock();
        let inherited = list.inherited();
        let place = inherited.binary_search_by_key(&id, |known| known.id);
        return place.map(|place| (inherited[place].shape.clone(), 0)).map_err(|_| GridstarStatus::InvalidCover);
    }
    let cells = cover.cells.lock();
    if cells.is_destroyed { Err(GridstarStatus::InvalidCover) } else { Ok((cells.shape.clone(), cells.since)) }
}

/// Refuses limits of cost and queries that leave out a cover, for searches that know neither.
pub(crate) fn refuse_limit_and_cover(query: &Query, def: &GridstarQueryDef) -> Result<(), GridstarStatus> {
    if def.without_cover != 0 {
        CoverObject::of(def.without_cover)?;
    }
    let is_served = def.without_cover == 0 && query.max_cost.is_none();
    if is_served { Ok(()) } else { Err(GridstarStatus::UnsupportedQuery) }
}
