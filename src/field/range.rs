//! Cells within a cost.

use super::whole::Field;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::sorting::keep_first;

impl Field {
    /// The first cells that cost at most `most` parts, each after its cost: by cost, or by rows.
    pub fn range(
        &self,
        most: u64,
        by_cost: bool,
        first: usize,
    ) -> Result<impl ExactSizeIterator<Item = (u64, Cell)>, OutOfMemory> {
        // `cost << 64 | y << 32 | x`.
        let mut cells = Vec::new();
        for cell in self.cells() {
            if let Some(cost) = self.cost(cell).filter(|&cost| cost <= most) {
                if !by_cost && cells.len() == first {
                    break;
                }
                cells.try_reserve(1)?;
                cells.push(u128::from(cost) << 64 | (cell.y as u128) << 32 | cell.x as u128);
            }
        }
        if by_cost {
            keep_first(&mut cells, first);
        }
        let unpacked = |cell: u128| ((cell >> 64) as u64, Cell::new(cell as u32 as i32, (cell >> 32) as u32 as i32));
        Ok(cells.into_iter().map(unpacked))
    }

    /// The straight parts of the border of the cells that cost at most `most` parts: two corners each.
    pub fn border(&self, most: u64) -> Result<Vec<Cell>, OutOfMemory> {
        let area = self.area();
        let is_in = |x: i32, y: i32| self.cost(Cell::new(x, y)).is_some_and(|cost| cost <= most);
        let (width, height) = (area.width as i32, area.height as i32);
        let mut corners = Vec::new();
        // Along x between two rows, then along y between two columns.
        for turned in [false, true] {
            let (lines, length) = if turned { (width, height) } else { (height, width) };
            for line in 0..=lines {
                let place = |along: i32, across: i32| {
                    let (x, y) = if turned { (across, along) } else { (along, across) };
                    Cell::new(area.x + x, area.y + y)
                };
                let sides = |along: i32| {
                    [line - 1, line].map(|across| {
                        let cell = place(along, across);
                        is_in(cell.x, cell.y)
                    })
                };
                let mut begun: Option<(i32, [bool; 2])> = None;
                for along in 0..=length {
                    let here = if along < length { sides(along) } else { [false; 2] };
                    if let Some((first, sides)) = begun.filter(|&(_, sides)| sides != here) {
                        corners.try_reserve(2)?;
                        corners.extend([place(first, line), place(along, line)]);
                        debug_assert!(sides[0] != sides[1]);
                        begun = None;
                    }
                    if begun.is_none() && here[0] != here[1] {
                        begun = Some((along, here));
                    }
                }
            }
        }
        Ok(corners)
    }

    /// The cells of the area, row by row.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let area = self.area();
        let columns = area.x..area.x + area.width as i32;
        (area.y..area.y + area.height as i32).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }
}
