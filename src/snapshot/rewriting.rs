//! Changing cells of a grid by what they are now: all of them, or the walls around a rectangle.

use super::shared_grid::{EditError, SharedGrid};
use super::states::Retired;
use crate::bits::bit_rows::zeroed;
use crate::grid::{Cell, CellData, Edit, Layout, MapError, Passage, Rect, Sides};
use crate::sync::MutexGuard;

impl SharedGrid {
    /// Lets `rewrite` change the current types, penalties and passages of all cells, row by row. No other edit comes
    /// between, and no search sees a part. An error, also one of `rewrite`, changes nothing.
    pub(crate) fn rewrite<E: From<EditError>>(
        &self,
        layout: Layout,
        rewrite: impl FnOnce([&mut [u8]; 3]) -> Result<(), E>,
    ) -> Result<(), E> {
        let bounds = self.size().bounds();
        let plane = || zeroed(self.size().cells()).map_err(|_| EditError::Map(MapError::Memory));
        let (mut types, mut penalties, mut passages) = (plane()?, plane()?, plane()?);
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        let planes =
            [(CellData::Types, &mut types), (CellData::Penalties, &mut penalties), (CellData::Passages, &mut passages)];
        for (data, plane) in planes {
            states.latest().read(data, bounds, plane).map_err(EditError::Map)?;
        }
        rewrite([&mut types, &mut penalties, &mut passages])?;
        let mut edits = [None, None, None];
        let walls = Edit::write_passages(self.size(), layout, bounds, &passages).map_err(EditError::Map)?;
        let whole = [Edit::write(bounds, &types), Edit::write_penalties(bounds, &penalties), walls];
        for (edit, owned) in whole.iter().zip(&mut edits) {
            if let Some((changed, sum)) = states.changed_by(edit).map_err(EditError::Map)? {
                *owned = Some((sum, edit.owned_within(changed, &mut Vec::new()).map_err(EditError::Map)?));
            }
        }
        states.log.reserve_for(edits.len()).map_err(EditError::Map)?;
        self.changes.lock().reserve_all().map_err(|_| EditError::Map(MapError::Memory))?;
        self.make_all(&mut states, edits.into_iter().flatten(), &mut retired);
        // Searches that wait go before the next edit. Release the lock before `retired` drops its contents.
        MutexGuard::unlock_fair(states);
        Ok(())
    }

    /// Sets the passages of all edges between a cell of a rectangle and a neighbor outside it, on some sides, as the
    /// cell inside sees them. No other edit comes between, and no search sees a part. An error changes nothing.
    pub(crate) fn set_outline(
        &self,
        layout: Layout,
        rect: Rect,
        sides: Sides,
        passage: Passage,
    ) -> Result<(), EditError> {
        self.size().check(rect)?;
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        let mut edits = [None, None, None, None];
        for (band, made) in bands_around(rect, self.size().bounds()).into_iter().flatten().zip(&mut edits) {
            let mut bytes = zeroed(band.cells() as usize).map_err(|_| MapError::Memory)?;
            states.latest().read(CellData::Passages, band, &mut bytes)?;
            for (cell, byte) in band.each_cell().zip(&mut bytes) {
                for (dx, dy) in (0..layout.edges()).map(|edge| layout.edge_step(cell, edge)) {
                    let other = Cell::new(cell.x + dx, cell.y + dy);
                    let ends = if rect.contains(cell) { [cell, other] } else { [other, cell] };
                    let is_between = rect.contains(ends[0]) && !rect.contains(ends[1]);
                    if is_between
                        && sides.has_beyond(rect, ends[1])
                        && let Some(edge) = layout.edge_between(ends[0], ends[1])
                    {
                        *byte = *byte & !edge.mask() | edge.bits(passage);
                    }
                }
            }
            let edit = Edit::write_passages(self.size(), layout, band, &bytes)?;
            if let Some((changed, sum)) = states.changed_by(&edit)? {
                *made = Some((sum, edit.owned_within(changed, &mut Vec::new())?));
            }
        }
        states.log.reserve_for(edits.len())?;
        self.changes.lock().reserve_all().map_err(|_| MapError::Memory)?;
        self.make_all(&mut states, edits.into_iter().flatten(), &mut retired);
        MutexGuard::unlock_fair(states);
        Ok(())
    }
}

/// Rectangles, none of which has a cell of another one, that together have both ends of each edge around a rectangle.
fn bands_around(rect: Rect, bounds: Rect) -> [Option<Rect>; 4] {
    let Rect { x, y, width, height } = rect;
    let around = Rect { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
    if width < 4 || height < 4 {
        return [around.common(bounds), None, None, None];
    }
    let beside = Rect { x: x - 1, y: y + 1, width: 2, height: height - 2 };
    let bands = [
        Rect { height: 2, ..around },
        Rect { y: y + height as i32 - 1, height: 2, ..around },
        beside,
        Rect { x: x + width as i32 - 1, ..beside },
    ];
    bands.map(|band| band.common(bounds))
}
