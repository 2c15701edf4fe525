//! Changing all cells of a grid by what they are now.

use super::shared_grid::{EditError, SharedGrid};
use super::states::Retired;
use crate::bits::bit_rows::zeroed;
use crate::grid::{CellData, Edit, MapError};
use crate::sync::MutexGuard;

impl SharedGrid {
    /// Lets `rewrite` change the current types and penalties of all cells, row by row. No other edit comes between, and
    /// no search sees a part. An error, also one of `rewrite`, changes nothing.
    pub(crate) fn rewrite<E: From<EditError>>(
        &self,
        rewrite: impl FnOnce([&mut [u8]; 2]) -> Result<(), E>,
    ) -> Result<(), E> {
        let bounds = self.size().bounds();
        let plane = || zeroed(self.size().cells()).map_err(|_| EditError::Map(MapError::Memory));
        let (mut types, mut penalties) = (plane()?, plane()?);
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        for (data, plane) in [(CellData::Types, &mut types), (CellData::Penalties, &mut penalties)] {
            states.latest().read(data, bounds, plane).map_err(EditError::Map)?;
        }
        rewrite([&mut types, &mut penalties])?;
        let mut edits = [None, None];
        let whole = [Edit::write(bounds, &types), Edit::write_penalties(bounds, &penalties)];
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
}
