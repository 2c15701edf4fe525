//! The profiles for which a game has prepared jumps.
//!
//! With the engine AUTO, jumps of terrain answer only such profiles. The calls of the game decide, and nothing that
//! searches have derived or dropped: jumps that are missing, after an edit of a large part of the map, are derived by
//! the next search that needs them.

use crate::OutOfMemory;
use crate::movement::{DiagonalRule, Profile};
use crate::try_arc::TryArc;
use parking_lot::RwLock;

/// The prepared profiles of a grid, as all copies of its map know them.
#[derive(Debug, Default)]
pub(crate) struct PreparedJumps(RwLock<Vec<PreparedAgent>>);

#[derive(Debug)]
struct PreparedAgent {
    /// The profile in one state: a change makes another one, which is not prepared.
    profile: TryArc<Profile>,
    /// Cells of the agent's side.
    size: u8,
    /// By the number of the diagonal rule.
    rules: [bool; 4],
}

impl PreparedJumps {
    /// Notes that jumps were prepared for a profile, for agents of a size under a rule.
    pub(crate) fn add(&self, profile: &TryArc<Profile>, size: u8, rule: DiagonalRule) -> Result<(), OutOfMemory> {
        let mut all = self.0.write();
        all.try_reserve(1)?;
        let at = all.iter().position(|one| one.is_for(profile, size)).unwrap_or(all.len());
        if at == all.len() {
            all.push(PreparedAgent { profile: profile.clone(), size, rules: [false; 4] });
        }
        all[at].rules[rule as usize] = true;
        Ok(())
    }

    /// By the number of the diagonal rule, whether jumps were prepared for a profile.
    pub(super) fn of(&self, profile: &TryArc<Profile>, size: u8) -> [bool; 4] {
        self.0.read().iter().find(|one| one.is_for(profile, size)).map_or([false; 4], |one| one.rules)
    }

    /// Forgets profiles that nobody else knows: they have changed or ended.
    pub(super) fn forget_ended(&self) {
        self.0.write().retain(|one| one.profile.owners() > 1);
    }

    /// Memory held besides the size of the value itself, in bytes. A profile that has ended counts here, because it
    /// lives only for this list.
    pub(super) fn bytes(&self) -> u64 {
        let all = self.0.read();
        let ended = all.iter().filter(|one| one.profile.owners() == 1).count();
        (all.capacity() * size_of::<PreparedAgent>() + ended * size_of::<Profile>()) as u64
    }
}

impl PreparedAgent {
    fn is_for(&self, profile: &TryArc<Profile>, size: u8) -> bool {
        self.size == size && TryArc::ptr_eq(&self.profile, profile)
    }
}
