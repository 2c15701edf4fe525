//! A profile that its owner changes and destroys, while grids keep data that they have derived for it.

use super::Profile;
use crate::OutOfMemory;
use crate::try_arc::TryArc;
use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of moments at which derived data may have lost the last profile that wanted it.
static MOMENTS: AtomicU64 = AtomicU64::new(0);

/// A profile as its owner knows it. A query shares the profile as it is when the query begins; a change replaces it.
///
/// Grids note the living profiles for which they have derived data, and let go of data that none of them stands for.
#[derive(Debug)]
pub struct LivingProfile {
    /// `None` after the end.
    current: RwLock<Option<TryArc<Profile>>>,
    /// Locked while a change is made, so that changes come one after another.
    changing: Mutex<()>,
}

impl LivingProfile {
    /// Begins the life of a profile.
    pub fn new(profile: Profile) -> Result<Self, OutOfMemory> {
        Ok(Self { current: RwLock::new(Some(TryArc::try_new(profile)?)), changing: Mutex::new(()) })
    }

    /// The profile in its current state; `None` after its end.
    pub fn current(&self) -> Option<TryArc<Profile>> {
        self.current.read().clone()
    }

    /// Makes a change that either succeeds as a whole or changes nothing. Queries see the profile before or after it.
    /// After the end it changes nothing.
    pub fn change<E: From<OutOfMemory>>(&self, change: impl FnOnce(&mut Profile) -> Result<(), E>) -> Result<(), E> {
        let _changing = self.changing.lock();
        let Some(current) = self.current() else { return Ok(()) };
        let mut changed = Profile::clone(&current);
        change(&mut changed)?;
        if changed == *current {
            return Ok(());
        }
        self.replace(Some(TryArc::try_new(changed)?));
        Ok(())
    }

    /// Ends the life of the profile. Queries that have begun continue with the profile as it was.
    pub fn end(&self) {
        let _changing = self.changing.lock();
        self.replace(None);
    }

    fn replace(&self, profile: Option<TryArc<Profile>>) {
        let replaced = std::mem::replace(&mut *self.current.write(), profile);
        note_unwanted();
        // The lock is released: the last owner frees the profile.
        drop(replaced);
    }
}

/// Notes that a grid may hold data which nobody wants any more.
pub(crate) fn note_unwanted() {
    MOMENTS.fetch_add(1, Ordering::Release);
}

/// The number of [notes](note_unwanted) so far. A grid that has seen this number has nothing to let go.
#[inline(always)]
pub(crate) fn unwanted_notes() -> u64 {
    MOMENTS.load(Ordering::Acquire)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CellType;
    use crate::movement::Multiplier;

    #[test]
    fn a_change_replaces_the_profile_and_is_noted_and_a_change_to_the_same_is_not() {
        let living = LivingProfile::new(Profile::default()).unwrap();
        let first = living.current().unwrap();
        let set = |multiplier: f64| {
            living.change::<OutOfMemory>(|profile| {
                profile.set(CellType(2), Multiplier::new(multiplier).ok());
                Ok(())
            })
        };
        set(1.0).unwrap();
        assert!(TryArc::ptr_eq(&living.current().unwrap(), &first));
        let before = unwanted_notes();
        set(3.0).unwrap();
        assert!(!TryArc::ptr_eq(&living.current().unwrap(), &first) && unwanted_notes() > before);
        let before = unwanted_notes();
        living.end();
        assert!(living.current().is_none() && unwanted_notes() > before);
        set(2.0).unwrap();
        assert!(living.current().is_none());
    }
}
