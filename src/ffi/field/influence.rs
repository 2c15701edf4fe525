//! Values of a field, as penalties of its grid.

use super::object::FieldObject;
use super::reading::cost_of;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GridObject;
use crate::grid::{Cell, Edit};
use crate::out_of_memory::refill;

/// Writes the penalties of all cells of the field's grid from the costs that the field shows, in one atomic edit: the
/// influence of towers, of fire, of a crowd. Cells that cost at most `near_cost` get `near_penalty`, cells that cost
/// `far_cost` or more, or have no cost, get `far_penalty`. Between them the penalty goes evenly from one to the other,
/// rounded to the nearest number. 0 <= near_cost < far_cost, and 0 <= penalty <= 255.
///
/// A field with GRIDSTAR_FIELD_FROM_STARTS and a max_cost that is a little larger than `far_cost` takes little time on
/// a large map. GridstarCellPlane says what penalties are. They replace those that the grid had. If the
/// field's query counts penalties, its next update counts the new ones.
///
/// Fails with INVALID_ID (the field or its grid was destroyed), BAD_COST_LIMIT, BAD_PENALTY, NOT_READY, OUT_OF_MEMORY
/// or POISONED. Thread-safe; does not wait for searches.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_write_penalties(
    field: u64,
    near_cost: f64,
    near_penalty: u32,
    far_cost: f64,
    far_penalty: u32,
) -> GridstarStatus {
    fence(|| {
        let object = FieldObject::of(field)?;
        let near = numbers::max_cost(near_cost)?.unwrap_or(0.0);
        let far = numbers::max_cost(far_cost)?.filter(|&far| far > near).ok_or(GridstarStatus::BadCostLimit)?;
        let (first, last) = (numbers::penalty(near_penalty)?, numbers::penalty(far_penalty)?);
        let (grid, shown) = (GridObject::of(object.grid)?, object.shown()?);
        let size = shown.size();
        let mut penalties = Vec::new();
        refill(&mut penalties, size.cells(), last)?;
        let area = shown.area();
        for y in area.y..area.y + area.height as i32 {
            let row = &mut penalties[y as usize * size.width as usize + area.x as usize..][..area.width as usize];
            for (x, place) in (area.x..).zip(row) {
                let cost = cost_of(&shown, shown.cost(Cell::new(x, y)));
                let share = ((cost - near) / (far - near)).clamp(0.0, 1.0);
                *place = (f64::from(first) + (f64::from(last) - f64::from(first)) * share + 0.5) as u8;
            }
        }
        grid.grid.edit(&Edit::write_penalties(size.bounds(), &penalties))?;
        Ok(())
    })
}
