//! The links between floors: adding, changing, removing and reading them.

use super::object::FloorsObject;
use super::structs::GridstarLinkDef;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::flag;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, read_def, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::floors::{FloorCell, Link};

/// Fills a link def with the defaults: both ends at cell (0, 0) of floor 0, both ways, open, cost 0. Set both ends
/// before gridstar_floors_add_link.
///
/// `def_size` must be sizeof(GridstarLinkDef). The call writes at most `def_size` bytes.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or BAD_STRUCT_SIZE. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_link_def_default(def_out: *mut GridstarLinkDef, def_size: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { OutStruct::with_size(def_out, def_size) }?.ok(GridstarLinkDef::DEFAULT)
    })
}

/// Adds a link between cells of two floors (stairs, a lift, a ladder) or of one floor (a teleporter, a door), and
/// writes its number: 1 for the first link, then 2, and so on. A number is never used twice, and 0 is no link. The def
/// is copied.
///
/// Several links may join the same cells, and a cell may be an end of several links. The ends may be obstacles. No path
/// takes a link while the link is closed, or while one of its ends is an obstacle, outside its floor's grid, or on a
/// floor whose grid was destroyed.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, UNKNOWN_FLOOR, FLOOR_WITHOUT_GRID,
/// CELL_OUTSIDE, BAD_LINK_COST, BAD_FLAG or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_add_link(
    floors: u64,
    def: *const GridstarLinkDef,
    link_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (def, link_out) = unsafe { (read_def(def)?, Out::new(link_out)?) };
        let object = FloorsObject::of(floors)?;
        let link = link_of(&def)?;
        let number = object.change(|plan| {
            plan.check(link.from)?;
            plan.check(link.to)?;
            Ok(plan.links.add(link)?)
        })?;
        link_out.ok(number)
    })
}

/// Removes a link. Its number is never used again.
///
/// Fails with INVALID_ID or UNKNOWN_LINK. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_remove_link(floors: u64, link: u32) -> GridstarStatus {
    fence(|| {
        FloorsObject::of(floors)?.change(|plan| plan.links.remove(link).map(drop).ok_or(GridstarStatus::UnknownLink))
    })
}

/// Closes a link (`closed` is 1), so that no path takes it, or opens it (`closed` is 0). For doors and for lifts out of
/// order.
///
/// Fails with INVALID_ID, UNKNOWN_LINK or BAD_FLAG. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_set_link_closed(floors: u64, link: u32, closed: u32) -> GridstarStatus {
    fence(|| {
        let closed = flag(closed)?;
        change_link(floors, link, |link| {
            link.closed = closed;
            Ok(())
        })
    })
}

/// Sets the cost of a link: finite, cost >= 0 (see GridstarLinkDef). For example for a busy lift.
///
/// Fails with INVALID_ID, UNKNOWN_LINK or BAD_LINK_COST. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_set_link_cost(floors: u64, link: u32, cost: f64) -> GridstarStatus {
    fence(|| change_link(floors, link, |link| Ok(link.set_cost(cost)?)))
}

/// Writes the settings of a link. Set `def_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or UNKNOWN_LINK. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_link(
    floors: u64,
    link: u32,
    def_out: *mut GridstarLinkDef,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let def_out = unsafe { OutStruct::new(def_out) }?;
        let object = FloorsObject::of(floors)?;
        let link = object.plan().links.get(link).copied().ok_or(GridstarStatus::UnknownLink)?;
        def_out.ok(def_of(&link))
    })
}

/// Writes the numbers of all links, in ascending order, and their count.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID or BUFFER_TOO_SMALL (only `count_out` is written).
/// Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_links(
    floors: u64,
    links_out: *mut u32,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(links_out, capacity)?, Out::new(count_out)?) };
        let object = FloorsObject::of(floors)?;
        let plan = object.plan();
        let links = plan.links.all();
        write_list(out, &count_out, links.len(), links.iter().map(|&(number, _)| number))
    })
}

fn change_link(
    floors: u64,
    link: u32,
    change: impl FnOnce(&mut Link) -> Result<(), GridstarStatus>,
) -> Result<(), GridstarStatus> {
    FloorsObject::of(floors)?.change(|plan| change(plan.links.get_mut(link).ok_or(GridstarStatus::UnknownLink)?))
}

fn link_of(def: &GridstarLinkDef) -> Result<Link, GridstarStatus> {
    let from = FloorCell::new(def.from_floor, def.from_x, def.from_y);
    let to = FloorCell::new(def.to_floor, def.to_x, def.to_y);
    if def.reserved != 0 {
        return Err(GridstarStatus::BadFlag);
    }
    let mut link = Link::new(from, to, def.cost)?;
    (link.one_way, link.closed) = (flag(def.one_way)?, flag(def.closed)?);
    Ok(link)
}

fn def_of(link: &Link) -> GridstarLinkDef {
    GridstarLinkDef {
        from_floor: link.from.floor,
        from_x: link.from.cell.x,
        from_y: link.from.cell.y,
        to_floor: link.to.floor,
        to_x: link.to.cell.x,
        to_y: link.to.cell.y,
        one_way: link.one_way.into(),
        cost: link.cost(),
        closed: link.closed.into(),
        ..GridstarLinkDef::DEFAULT
    }
}
