//! Links between the cells of floors.

use super::object::FloorsObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::flag;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, read_def, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::floors::{FloorCell, Link};

/// Settings of a link between two cells. Fill it with gridstar_link_def_default.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarLinkDef {
    /// Size of this struct.
    pub struct_size: u32,
    /// Floor where the link begins. Default: 0.
    pub from_floor: u32,
    /// Column of the cell where the link begins. Default: 0.
    pub from_x: i32,
    /// Row of the cell where the link begins. Default: 0.
    pub from_y: i32,
    /// Floor where the link ends; may equal `from_floor`. Default: 0.
    pub to_floor: u32,
    /// Column of the cell where the link ends. Default: 0.
    pub to_x: i32,
    /// Row of the cell where the link ends. Default: 0.
    pub to_y: i32,
    /// 1: the link leads from its beginning to its end only. 0: it leads both ways. Default: 0.
    pub one_way: u32,
    /// Cost of taking the link, on the scale of the query's costs: finite, cost >= 0. More than 10^9 straight steps
    /// count as 10^9. Default: 0.
    pub cost: f64,
    /// 1: no path takes the link for now, like a closed door. 0: the link is open. Default: 0.
    pub closed: u32,
    /// Must be 0.
    pub reserved: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarLinkDef {
    const SIZES: &'static [u32] = &[48];
}

/// Fills a link def with the defaults: both ends at cell (0, 0) of floor 0, both ways, open, cost 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_link_def_default(def_out: *mut GridstarLinkDef, def_size: u32) -> GridstarStatus {
    fence(|| OutStruct::with_size(def_out, def_size)?.ok(GridstarLinkDef::DEFAULT))
}

/// Adds a link between cells of two floors (stairs, a lift, a ladder) or of one floor (a teleporter, a door), and
/// writes its number: 1, then 2, and so on. No number is used twice, and 0 is no link. FLOOR_WITHOUT_GRID tells that
/// the grid of one of its floors was destroyed.
///
/// Several links may join the same cells, and the ends may be obstacles. No path takes a link while it is closed or one
/// of its ends is blocked, outside its grid, or on a floor whose grid was destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_add_link(
    floors: u64,
    def: *const GridstarLinkDef,
    link_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (def, link_out) = (read_def(def)?, Out::new(link_out)?);
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

/// Removes a link.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_remove_link(floors: u64, link: u32) -> GridstarStatus {
    fence(|| {
        FloorsObject::of(floors)?.change(|plan| plan.links.remove(link).map(drop).ok_or(GridstarStatus::UnknownLink))
    })
}

/// Closes a link (`closed` is 1), so that no path takes it, or opens it (0).
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_set_link_closed(floors: u64, link: u32, closed: u32) -> GridstarStatus {
    fence(|| {
        let object = FloorsObject::of(floors)?;
        let closed = flag(closed)?;
        object.change(|plan| {
            plan.links.get_mut(link).ok_or(GridstarStatus::UnknownLink)?.closed = closed;
            Ok(())
        })
    })
}

/// Sets the cost of a link, as in GridstarLinkDef; for example of a busy lift.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_set_link_cost(floors: u64, link: u32, cost: f64) -> GridstarStatus {
    fence(|| {
        FloorsObject::of(floors)?
            .change(|plan| Ok(plan.links.get_mut(link).ok_or(GridstarStatus::UnknownLink)?.set_cost(cost)?))
    })
}

/// Writes the settings of a link.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_link(
    floors: u64,
    link: u32,
    def_out: *mut GridstarLinkDef,
) -> GridstarStatus {
    fence(|| {
        let def_out = OutStruct::new(def_out)?;
        let link = FloorsObject::of(floors)?.plan().links.get(link).copied();
        def_out.ok(def_of(&link.ok_or(GridstarStatus::UnknownLink)?))
    })
}

/// Writes the numbers of all links in ascending order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_links(
    floors: u64,
    links_out: *mut u32,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(links_out, capacity)?, Out::new(count_out)?);
        let object = FloorsObject::of(floors)?;
        let plan = object.plan();
        let links = plan.links.all();
        write_list(out, &count_out, links.len(), links.iter().map(|&(number, _)| number))
    })
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
