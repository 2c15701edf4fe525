//! Agents on hexagons that are three cells wide: a cell and the six cells around it. The cell in the middle stands for
//! the agent in queries and paths.
//!
//! ```text
//!     / \ / \
//!    | o | o |           The agent stands where it can enter all seven cells. At an edge of the map it has no place,
//!   / \ / \ / \          because a part of it would be outside.
//!  | o | A | o |
//!   \ / \ / \ /
//!    | o | o |
//!     \ / \ /
//! ```

use crate::bits::bit_rows::BitRows;
use crate::grid::{CoveredMap, GridSize, Layout, NEIGHBOR_OFFSETS, Rect, is_hexagon_step};

/// Whether agents of this size are rings in a layout.
pub(super) fn are_rings(layout: Layout, size: u8) -> bool {
    layout.is_hexagonal() && size > 1
}

/// The rectangle of the cells from which an agent may reach into `cells`, a rectangle of the map.
pub(super) fn middles_of(cells: Rect, map: GridSize) -> Rect {
    let (left, top) = ((cells.x - 1).max(0), (cells.y - 1).max(0));
    let right = (cells.x + cells.width as i32 + 1).min(map.width as i32);
    let bottom = (cells.y + cells.height as i32 + 1).min(map.height as i32);
    Rect { x: left, y: top, width: right.abs_diff(left), height: bottom.abs_diff(top) }
}

/// Visits words as `clearance::visit_words` does, for agents of three cells.
pub(super) fn visit_words(
    covered: CoveredMap,
    middles: Rect,
    pack: impl Fn(&[u8]) -> u128,
    mut visit: impl FnMut(usize, usize, u64, u64),
) {
    let layout = covered.map.layout();
    let (left, right) = (middles.x as usize, middles.x as usize + middles.width as usize);
    for word in left / 64..right.div_ceil(64) {
        let columns = (word * 64).max(left)..(word * 64 + 64).min(right);
        let mask = BitRows::mask(columns.start % 64, columns.len());
        for y in middles.y..middles.y + middles.height as i32 {
            let rows = [y - 1, y, y + 1].map(|y| around_columns(covered, y, columns.start, columns.len(), &pack));
            let bits = ring_words(layout, rows, columns.start as i32, y);
            visit(y as usize, word, mask, bits << (columns.start % 64) & mask);
        }
    }
}

/// A one for each walkable cell of a row: bit 1 is the column `first`. Cells outside the map are zeros.
fn around_columns(covered: CoveredMap, y: i32, first: usize, count: usize, pack: impl Fn(&[u8]) -> u128) -> u128 {
    let map = covered.map;
    if y < 0 || y >= map.height() as i32 {
        return 0;
    }
    let begin = first.saturating_sub(1);
    let end = (first + count + 1).min(map.width() as usize);
    let row = Rect { x: begin as i32, y, width: (end - begin) as u32, height: 1 };
    let bits = map.rows(row).next().map_or(0, pack) & !covered.covered(y as usize, begin);
    if first == 0 { bits << 1 } else { bits }
}

/// A one for each of 64 cells of a row from `first` on that is walkable with its neighbors. `rows` are the walkable
/// cells of three rows, from the column before on.
fn ring_words(layout: Layout, rows: [u128; 3], first: i32, y: i32) -> u64 {
    let is_line_shifted = |bit: i32| layout.is_shifted(if layout.shifts_columns() { first + bit } else { y });
    let shifted = match (is_line_shifted(0), is_line_shifted(1)) {
        (true, true) => !0,
        (true, false) => 0x5555_5555_5555_5555,
        (false, true) => 0xaaaa_aaaa_aaaa_aaaa,
        (false, false) => 0,
    };
    let mut walkable = (rows[1] >> 1) as u64;
    for ((dx, dy), is_shifted) in NEIGHBOR_OFFSETS.into_iter().flat_map(|step| [(step, false), (step, true)]) {
        if is_hexagon_step(layout.shifts_columns(), is_shifted, (dx, dy)) {
            let others = if is_shifted { !shifted } else { shifted };
            walkable &= (rows[(dy + 1) as usize] >> (dx + 1)) as u64 | others;
        }
    }
    walkable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellType, Edit, GridMap};
    use crate::index::test_maps::Random;
    use crate::index::walkable_cells::{LayerKind, WalkableCells};

    #[test]
    fn a_ring_stands_where_all_its_seven_cells_can_be_entered_through_edits() {
        let mut stood = 0;
        for (layout, seed) in Layout::HEXAGONS.into_iter().flat_map(|layout| (0..60).map(move |seed| (layout, seed))) {
            let mut random = Random::new(seed);
            let sides = [1, 2, 3, 17, 64, 65, 130];
            let (width, height) = (sides[random.below(7)], sides[random.below(7)]);
            let mut map = GridMap::new(width, height).unwrap().in_layout(layout);
            let mut walkable = WalkableCells::new(&map, LayerKind { size: 3, ..LayerKind::DEFAULT }).unwrap();
            for _ in 0..12 {
                let (x, y) = (random.below(width as usize) as i32, random.below(height as usize) as i32);
                let mut side = |room: u32| 1 + random.below(room.min(4) as usize) as u32;
                let rect = Rect { x, y, width: side(width - x as u32), height: side(height - y as u32) };
                map.edit(&Edit::fill(rect, CellType(random.below(2) as u8))).unwrap();
                if let Some(changed) = walkable.changed_by(&map, rect) {
                    walkable.update(&map, changed);
                }
                for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
                    let middle = Cell::new(x, y);
                    let is_free = |cell: Cell| map.get(cell) == Ok(CellType::WALKABLE);
                    // The definition, by distances in cube coordinates.
                    let near = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| Cell::new(x + dx, y + dy)));
                    let mut ring = near.filter(|&cell| layout.steps_between(middle, cell) <= 1);
                    let stands = ring.all(is_free);
                    stood += u32::from(stands);
                    let index = walkable.index_cell(middle);
                    let found = walkable.is_walkable(index.x as usize, index.y as usize);
                    let by_columns = walkable.columns.get(index.y as usize, index.x as usize);
                    assert_eq!((found, by_columns), (stands, stands), "{layout:?}, {middle:?}, seed {seed}");
                }
            }
        }
        assert!(stood > 10_000, "{stood}");
    }
}
