//! The form in which a query wants its path.

use super::any_angle;
use super::cells::crossing::Crossing;
use super::query::{Path, PathForm, Query};
use super::scratch::Scratch;
use super::straighten;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::AgentView;
use crate::movement::PARTS_PER_UNIT;

/// The path whose corners are in the scratch, in the query's form. After a crossing, its corners begin at the exit.
/// Each cell of a crossing is a point.
#[inline(never)]
pub(super) fn in_form<'a>(
    view: &AgentView,
    query: &Query,
    cost: u64,
    crossing: Option<Crossing>,
    Scratch { corners, points, crossing: nodes, crossed, .. }: &'a mut Scratch,
) -> Result<Path<'a>, OutOfMemory> {
    crossed.clear();
    if let Some(crossing) = crossing {
        crossing.write_cells(nodes, crossed)?;
    }
    let crossing_cost = crossing.map_or(0, |crossing| crossing.cost);
    let whole_cost = crossing_cost * PARTS_PER_UNIT + cost;
    match query.form {
        PathForm::Cells => {
            put_before(crossed, corners)?;
            keep_first(corners, query.max_cells);
            Ok(Path::new(corners, whole_cost))
        }
        PathForm::WayPoints => {
            put_before(crossed, corners)?;
            keep_first(corners, query.max_cells);
            straighten::keep_turns(view.layer().layout(), corners);
            Ok(Path::of_points(corners, query.form, whole_cost, 0.0))
        }
        PathForm::Straightened => {
            let path = Path::new(corners, cost);
            let length = path.length() as usize;
            points.clear();
            points.try_reserve(length)?;
            points.resize(length, Cell::default());
            path.copy_to(points);
            let straight_steps = straighten::straighten(view, query.diagonal_rule, points);
            put_before(crossed, points)?;
            let crossed_steps = crossing_cost as f64 / f64::from(query.costs.straight_units());
            Ok(Path::of_points(points, query.form, whole_cost, crossed_steps + straight_steps))
        }
        PathForm::AnyAngle => {
            let multiplier = view.parts_per_unit() as f64 / PARTS_PER_UNIT as f64;
            let parts = u128::from(cost) * u128::from(query.costs.straight_units()) * u128::from(view.parts_per_unit());
            let parts = (parts >> any_angle::FRACTION_BITS) as u64;
            Ok(Path::of_points(corners, query.form, parts, any_angle::cells_of(cost) * multiplier))
        }
    }
}

fn put_before(cells: &[Cell], path: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
    path.try_reserve(cells.len())?;
    path.splice(0..0, cells.iter().copied());
    Ok(())
}

/// Cuts a path after a number of cells, if it has more.
fn keep_first(corners: &mut Vec<Cell>, max_cells: Option<u32>) {
    let Some(max_cells) = max_cells else { return };
    // Steps left for the cells after the first one.
    let mut left = max_cells - 1;
    for i in 1..corners.len() {
        let (from, to) = (corners[i - 1], corners[i]);
        let steps = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        if steps > left {
            let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
            corners[i] = Cell::new(from.x + dx * left as i32, from.y + dy * left as i32);
            // Without steps, the corner would be there twice.
            corners.truncate(if left == 0 { i } else { i + 1 });
            return;
        }
        left -= steps;
    }
}
