//! Fields that combine others.

use super::object::{CombinedParts, FIELDS, FieldObject};
use crate::OutOfMemory;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::structs::{GridstarQueryDef, query_def_or_default};
use crate::field::{Combination, Sense};

/// The largest weight of a field.
const MAX_WEIGHT: f64 = 1024.0;

/// Creates a field that leads to the best place by what other fields of the grid tell, and writes its id. It is read
/// like a field of goals: steps, velocities and whole paths lead to the place.
///
/// Each cell has a value: the costs of the `field_count` fields there, each times its weight, as one number by
/// `operation`, a value of GridstarFieldOperation. The cost of a cell is the least sum of a value and the cost of the
/// path to the cell that has the value. Values count from the smallest one, so that the best place of the grid costs 0.
/// A cell from which no other place is worth the way is a goal.
///
/// - Flee: one field of threats, and a weight of -1.2. Agents leave dead ends while it is time, and run past a threat
///   if the far side is worth it. The nearer the weight is to -1, the more they stay in dead ends.
/// - Meet: the sum or the maximum of fields from several agents, with weights of 1, leads to where they meet soonest.
/// - Choose: the minimum of fields leads to the nearest goal of any.
///
/// Values are rounded down, by less than 1/100 of the cost of a straight step, over squares and hexagons alike. A cell
/// beyond the max_cost of a field counts as far as that cost. A cell without a cost for another reason has no value,
/// but with MINIMUM if another field has one. Such cells can still be passed. -1024 <= weight <= 1024; weights count in
/// 1/65536.
///
/// `query_def` says who walks, as for gridstar_field_create; null means the grid's own settings, and a max_cost is
/// refused. gridstar_field_update reads the grid and the fields as they are then, and spreads all costs anew; if
/// nothing has changed, it does nothing. So update the others first. It fails with INVALID_ID if one of them was
/// destroyed, and the combined field answers as before.
///
/// - OK, STILL_RUNNING: as for gridstar_field_create, and `max_visits` means the same.
/// - INVALID_ID: the grid or a field does not exist.
/// - NOT_READY: a field was not built yet.
/// - UNSUPPORTED_QUERY: a field of another grid or with other step costs, a max_cost, or what gridstar_field_create
///   refuses.
/// - NULL_POINTER, BAD_WEIGHT, BAD_FLAG (an unknown operation), the errors of a query def: errors.
///
/// Source: Dijkstra, 1959; for flight, "The Incredible Power of Dijkstra Maps" on RogueBasin. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_combine(
    grid: u64,
    fields: *const u64,
    weights: *const f64,
    field_count: u32,
    operation: u32,
    max_visits: u32,
    query_def: *const GridstarQueryDef,
    field_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (ids, weights) = unsafe { (input(fields, field_count)?, input(weights, field_count)?) };
        // SAFETY: the caller upholds the contract of this function.
        let (def, field_out) = unsafe { (query_def_or_default(query_def)?, Out::new(field_out)?) };
        let how = Combination::of_number(operation)?;
        if !weights.iter().all(|weight| weight.abs() <= MAX_WEIGHT) {
            return Err(GridstarStatus::BadWeight);
        }
        let mut fields = Vec::new();
        fields.try_reserve_exact(ids.len()).map_err(OutOfMemory::from)?;
        fields.extend(ids.iter().copied().zip(weights.iter().copied()));
        let parts = Some(CombinedParts { how, fields });
        let (object, status) = FieldObject::begin(grid, &[], (Sense::ToGoals, parts), def, max_visits.into())?;
        field_out.write(FIELDS.insert(object)?);
        Ok(status)
    })
}
