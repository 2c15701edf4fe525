//! The profiles for which a game has prepared jumps.
//!
//! With the engine AUTO, jumps of terrain answer only such profiles. The calls of the game decide, and nothing that
//! searches have derived or dropped: jumps that are missing, after an edit of a large part of the map, are derived by
//! the next search that needs them.

use crate::OutOfMemory;
use crate::held::Held;
use crate::movement::{DiagonalRule, MAX_AGENT_SIZE, Profile};
use crate::try_arc::TryArc;
use parking_lot::RwLock;

/// The prepared profiles of a grid, as all copies of its map know them.
#[derive(Debug, Default)]
pub(crate) struct PreparedJumps(RwLock<Vec<PreparedAgent>>);

#[derive(Debug)]
struct PreparedAgent {
    /// The profile in one state: a change makes another one, which is not prepared.
    profile: TryArc<Profile>,
    /// By the agent's size, less 1, a bit for the number of each diagonal rule. All sizes stand here, so that a profile
    /// with one owner is one that only this list knows.
    rules: [u8; MAX_AGENT_SIZE as usize],
}

impl PreparedJumps {
    /// Notes that jumps were prepared for a profile, for agents of a size under a rule. Forgets profiles that nobody
    /// else knows: they have changed or ended.
    pub(crate) fn add(&self, profile: &TryArc<Profile>, size: u8, rule: DiagonalRule) -> Result<(), OutOfMemory> {
        let mut all = self.0.write();
        all.retain(|one| one.profile.owners() > 1);
        all.try_reserve(1)?;
        let at = all.iter().position(|one| one.is_for(profile)).unwrap_or(all.len());
        if at == all.len() {
            all.push(PreparedAgent { profile: profile.clone(), rules: [0; MAX_AGENT_SIZE as usize] });
        }
        all[at].rules[usize::from(size) - 1] |= 1 << rule as u32;
        Ok(())
    }

    /// By the number of the diagonal rule, whether jumps were prepared for a profile.
    pub(super) fn of(&self, profile: &TryArc<Profile>, size: u8) -> [bool; 4] {
        let all = self.0.read();
        let bits = all.iter().find(|one| one.is_for(profile)).map_or(0, |one| one.rules[usize::from(size) - 1]);
        std::array::from_fn(|rule| bits >> rule & 1 == 1)
    }
}

impl Held for PreparedJumps {
    /// Also counts the profiles that have ended, which live only for this list.
    fn bytes(&self) -> usize {
        let all = self.0.read();
        all.bytes() + all.iter().filter(|one| one.profile.owners() == 1).count() * size_of::<Profile>()
    }
}

impl PreparedAgent {
    fn is_for(&self, profile: &TryArc<Profile>) -> bool {
        TryArc::ptr_eq(&self.profile, profile)
    }
}
