//! Where an agent can stand that is several cells wide: a square, anchored at its lowest cell.
//!
//! ```text
//!   map          anchors of a 2 x 2 agent
//!  . . . #         . . # #
//!  . . . .         . # # #       (the last row and column can hold no anchor)
//!  . . # .         # # # #
//! ```
//!
//! On hexagons, agents are rings: see [`rings`].
//!
//! The bits of walkable cells are combined with themselves, shifted: first along rows, then across rows, each in as
//! many steps as the size has bits. Blocks of 64 x 64 anchors are done at once, so an edit of one cell takes about as
//! long for each size.

use super::rings;
use crate::bits::bit_rows::BitRows;
use crate::grid::{CoveredMap, GridSize, Layout, Rect};
use crate::movement::MAX_AGENT_SIZE;

/// The rows of map cells that 64 rows of anchors cover, at most.
const ROWS: usize = 64 + MAX_AGENT_SIZE as usize - 1;

/// The rectangle of the anchors whose agents stand on a cell of `cells`, a rectangle of the map.
pub(crate) fn anchors_of(cells: Rect, map: GridSize, layout: Layout, size: u8) -> Rect {
    if rings::are_rings(layout, size) {
        return rings::middles_of(cells, map);
    }
    let reach = |first: i32| first.min(i32::from(size) - 1);
    let (left, down) = (reach(cells.x), reach(cells.y));
    Rect { x: cells.x - left, y: cells.y - down, width: cells.width + left as u32, height: cells.height + down as u32 }
}

/// Calls `visit` with words of anchors that cover `anchors`, a rectangle of the map: the row, the number of the word in
/// the row, a mask of the bits in the rectangle, and one bit for each anchor at which an agent of `size` cells can
/// stand. `pack` turns types of cells into bits, which are ones for walkable cells.
pub(super) fn visit_words(
    covered: CoveredMap,
    anchors: Rect,
    size: u8,
    pack: impl Fn(&[u8]) -> u128,
    mut visit: impl FnMut(usize, usize, u64, u64),
) {
    let (map, has_covers) = (covered.map, covered.map.has_covers());
    if rings::are_rings(map.layout(), size) {
        return rings::visit_words(covered, anchors, pack, visit);
    }
    let reach = usize::from(size) - 1;
    let (left, right) = (anchors.x as usize, anchors.x as usize + anchors.width as usize);
    let (first_row, end_row) = (anchors.y as usize, anchors.y as usize + anchors.height as usize);
    for word in left / 64..right.div_ceil(64) {
        let columns = (word * 64).max(left)..(word * 64 + 64).min(right);
        let mask = BitRows::mask(columns.start % 64, columns.len());
        // An agent stands on cells right of the last anchor too.
        let width = (columns.len() + reach).min(map.width() as usize - columns.start);
        for first in (first_row..end_row).step_by(64) {
            let count = (end_row - first).min(64);
            let height = (count + reach).min(map.height() as usize - first);
            let cells = Rect { x: columns.start as i32, y: first as i32, width: width as u32, height: height as u32 };
            // Cells outside the map are zeros: no agent stands there.
            let mut rows = [0; ROWS];
            for ((y, row), types) in (first..).zip(&mut rows).zip(map.rows(cells)) {
                let mut bits = pack(types);
                if has_covers {
                    bits &= !covered.covered(y, columns.start);
                }
                *row = along_row(bits, size) as u64;
            }
            across_rows(&mut rows[..count + reach], size);
            for (y, bits) in (first..).zip(&rows[..count]) {
                visit(y, word, mask, bits << (columns.start % 64) & mask);
            }
        }
    }
}

/// Each bit becomes a one if it and the next `size - 1` bits are ones.
fn along_row(mut bits: u128, size: u8) -> u128 {
    let mut done = 1;
    while done < size {
        let distance = done.min(size - done);
        bits &= bits >> distance;
        done += distance;
    }
    bits
}

/// Each row becomes the bits that it has in common with the next `size - 1` rows. The last rows have fewer rows after
/// them; they are no anchors.
fn across_rows(rows: &mut [u64], size: u8) {
    let mut done = 1;
    while done < usize::from(size) {
        let distance = done.min(usize::from(size) - done);
        for i in 0..rows.len() - distance {
            rows[i] &= rows[i + distance];
        }
        done += distance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellType, Edit, GridMap};
    use crate::index::test_maps::Random;
    use crate::index::walkable_cells::{LayerKind, WalkableCells};
    use crate::movement::Profile;

    /// Whether an agent can stand at a cell, cell by cell.
    fn stands(map: &GridMap, profile: &Profile, anchor: Cell, size: i32) -> bool {
        let covered = (0..size).flat_map(|dy| (0..size).map(move |dx| Cell::new(anchor.x + dx, anchor.y + dy)));
        covered.into_iter().all(|cell| map.get(cell).is_ok_and(|number| profile.multiplier(number).is_some()))
    }

    #[test]
    fn agents_of_every_size_stand_where_all_their_cells_can_be_entered_through_edits() {
        for seed in 0..120 {
            let mut random = Random::new(seed);
            let sides = [1, 3, 17, 63, 64, 65, 90];
            let (width, height) = (sides[random.below(7)], sides[random.below(7)]);
            let size = 1 + random.below(16) as u8;
            let mut profile = Profile::default();
            for number in [0, 2, 3] {
                let blocks = random.below(3) == 0;
                profile.set(CellType(number), (!blocks).then_some(crate::movement::Multiplier::ONE));
            }
            let mut map = GridMap::new(width, height).unwrap();
            let kind = LayerKind { blocked: profile.blocked(), size };
            let mut walkable = WalkableCells::new(&map, kind).unwrap();
            for edits in 0..8 {
                let (x, y) = (random.below(width as usize) as i32, random.below(height as usize) as i32);
                let largest = [1, 1, 5, 90][random.below(4)];
                let mut side = |room: u32| 1 + random.below(room.min(largest) as usize) as u32;
                let rect = Rect { x, y, width: side(width - x as u32), height: side(height - y as u32) };
                map.edit(&Edit::fill(rect, CellType(random.below(4) as u8))).unwrap();
                let wrong = |walkable: &WalkableCells| {
                    let cells = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Cell::new(x, y)));
                    let is_wrong = |cell: &Cell| {
                        let at = walkable.index_cell(*cell);
                        let by_columns = walkable.columns.get(at.y as usize, at.x as usize);
                        let by_rows = walkable.is_walkable(at.x as usize, at.y as usize);
                        assert_eq!(by_rows, by_columns, "{cell:?}, seed {seed}");
                        by_rows != stands(&map, &profile, *cell, size.into())
                    };
                    cells.filter(is_wrong).collect::<Vec<_>>()
                };
                let before = wrong(&walkable);
                let changed = walkable.changed_by(&map, rect);
                let enclosed = |cell: &Cell| changed.is_some_and(|changed| changed.contains(*cell));
                assert_eq!(before.is_empty(), changed.is_none(), "{rect:?}, size {size}, seed {seed}");
                assert!(before.iter().all(enclosed), "{changed:?} lacks a cell, size {size}, seed {seed}");
                if let Some(changed) = changed {
                    walkable.update(&map, if edits % 2 == 0 { changed } else { walkable.reach_of(rect) });
                }
                assert_eq!(wrong(&walkable), [], "{rect:?}, size {size}, {width} x {height}, seed {seed}");
            }
        }
    }
}
