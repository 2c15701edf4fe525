//! The legal steps from a cell of the map, one table lookup a cell.

use crate::bits::bit_rows::BitRows;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::Layer;
use crate::movement::DiagonalRule;

/// The legal steps on one layer under one rule.
pub(crate) struct Steps<'a> {
    /// The walkable cells, by the rows of the map.
    walkable: &'a BitRows,
    legal: &'static [u8; 512],
}

impl<'a> Steps<'a> {
    pub(crate) fn new(layer: &'a Layer, rule: DiagonalRule) -> Self {
        Self { walkable: layer.walkable().map_rows(), legal: rule.legal_neighbors() }
    }

    /// The legal steps from a cell of the map, in the order of [`NEIGHBOR_OFFSETS`]: the index there, and the target.
    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + use<> {
        let mut legal = self.legal[self.walkable.around(cell.x as usize, cell.y as usize)];
        std::iter::from_fn(move || {
            if legal == 0 {
                return None;
            }
            let neighbor = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let (dx, dy) = NEIGHBOR_OFFSETS[neighbor];
            Some((neighbor, Cell::new(cell.x + dx, cell.y + dy)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CellType, Edit};
    use crate::index::IndexedGrid;

    /// Around a cell of wide, high and square maps, with every set of obstacles, against the definitions of the rules.
    #[test]
    fn steps_are_legal_as_the_rules_say() {
        let middle = Cell::new(1, 1);
        for (obstacles, (width, height)) in (0..256_u32).flat_map(|set| [(set, (3, 3)), (set, (4, 3)), (set, (3, 4))]) {
            let mut grid = IndexedGrid::new(width, height).unwrap();
            let size = grid.map().size();
            for (direction, neighbor) in size.neighbors(middle).enumerate() {
                if obstacles >> direction & 1 == 1 {
                    grid.edit(&Edit::set(neighbor, CellType::OBSTACLE)).unwrap();
                }
            }
            let blocked = |x: i32, y: i32| grid.map().get(Cell::new(x, y)) == Ok(CellType::OBSTACLE);
            for rule in
                [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
            {
                let found: Vec<Cell> = Steps::new(grid.layer(), rule).from(middle).map(|(_, to)| to).collect();
                let expected: Vec<Cell> = size
                    .neighbors(middle)
                    .filter(|to| {
                        let corners = u32::from(blocked(to.x, 1)) + u32::from(blocked(1, to.y));
                        let straight = to.x == 1 || to.y == 1;
                        let allowed = match rule {
                            DiagonalRule::Always => true,
                            DiagonalRule::AtMostOneBlocked => corners < 2,
                            DiagonalRule::BothFree => corners == 0,
                            DiagonalRule::Never => false,
                        };
                        !blocked(to.x, to.y) && (straight || allowed)
                    })
                    .collect();
                assert_eq!(found, expected, "{rule:?}, {width} x {height}, obstacles {obstacles:#010b}");
            }
        }
    }
}
