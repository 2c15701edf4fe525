//! Slow lines of sight, as the header defines them: every cell near the line is asked whether the line crosses its
//! inside, in rational numbers. It shares no code with the library.

use super::cell_map::CellMap;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use std::cmp::Ordering;

/// A place on a line: 0 at its beginning, 1 at its end. The denominator is above 0.
#[derive(Clone, Copy, Debug)]
struct Place(i128, i128);

impl Place {
    fn compare(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn earlier(self, other: Self) -> Self {
        if self.compare(other).is_le() { self } else { other }
    }

    fn later(self, other: Self) -> Self {
        if self.compare(other).is_ge() { self } else { other }
    }
}

/// The cells whose insides a line crosses, in order, from its first to its last cell.
pub fn crossed_cells(from: Cell, to: Cell) -> Vec<Cell> {
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    let cells = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
    let mut crossed: Vec<_> = cells.filter_map(|cell| Some((places_in(from, to, cell)?.0, cell))).collect();
    crossed.sort_by(|(one, _), (other, _)| one.compare(*other));
    crossed.into_iter().map(|(_, cell)| cell).collect()
}

/// Where a line enters the inside of a cell and where it leaves it; `None` if it does not cross it.
fn places_in(from: Cell, to: Cell, cell: Cell) -> Option<(Place, Place)> {
    let along_x = places_between(from.x, to.x, cell.x)?;
    let along_y = places_between(from.y, to.y, cell.y)?;
    let (enters, leaves) = (along_x.0.later(along_y.0), along_x.1.earlier(along_y.1));
    enters.compare(leaves).is_lt().then_some((enters, leaves))
}

/// Where the line is nearer than half a cell to a column, or to a row.
fn places_between(from: i32, to: i32, at: i32) -> Option<(Place, Place)> {
    let (whole, part) = (i128::from(to) - i128::from(from), i128::from(at) - i128::from(from));
    if whole == 0 {
        return (part == 0).then_some((Place(0, 1), Place(1, 1)));
    }
    let (whole, part) = (whole.abs(), part * whole.signum());
    let enters = Place(2 * part - 1, 2 * whole).later(Place(0, 1));
    Some((enters, Place(2 * part + 1, 2 * whole).earlier(Place(1, 1))))
}

/// Whether a line may pass the corner between two cells that touch nowhere else.
fn passes_corner(map: &CellMap, rule: DiagonalRule, from: Cell, to: Cell) -> Result<(), Cell> {
    let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
    let blocked: Vec<Cell> = beside.into_iter().filter(|&cell| !map.is_walkable(cell)).collect();
    let passes = match rule {
        DiagonalRule::Always => true,
        DiagonalRule::AtMostOneBlocked => blocked.len() < 2,
        DiagonalRule::BothFree | DiagonalRule::Never => blocked.is_empty(),
    };
    if passes { Ok(()) } else { Err(blocked[0]) }
}

/// The last free cell of a line, and the first blocked one if there is one.
pub fn cast(map: &CellMap, rule: DiagonalRule, from: Cell, to: Cell) -> (Cell, Option<Cell>) {
    let mut last = from;
    for &cell in &crossed_cells(from, to)[1..] {
        if cell.x != last.x
            && cell.y != last.y
            && let Err(blocked) = passes_corner(map, rule, last, cell)
        {
            return (last, Some(blocked));
        }
        if !map.is_walkable(cell) {
            return (last, Some(cell));
        }
        last = cell;
    }
    (last, None)
}
