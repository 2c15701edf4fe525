//! The other ends that lie nearest to each end of a floor. What the ways to them cost is searched before rows are made:
//! where a short way shows that a path does better by another end, no path needs to take a link from the first one.

use super::way::Way;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::held::Held;
use crate::sorting::keep_first;
use crate::try_arc::TryArc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Number of near ends of each end.
const NEAR: usize = 8;

/// Number of a floor's ends from which on near ways are searched: with fewer, looking at all ways takes little time.
const FEW: usize = 48;

/// The near ends of each end of a floor, and which of the ways to them were asked for.
#[derive(Debug, Default)]
pub(super) struct NearEnds {
    /// By end, [`NEAR`] ends; those that are missing are the end itself.
    list: OnceLock<TryArc<Vec<u16>>>,
    next: AtomicUsize,
}

impl NearEnds {
    /// The near ends of the same floor in another state, of which the same ends are near.
    pub(super) fn following(old: &Self) -> Self {
        Self { list: old.list.clone(), next: AtomicUsize::new(0) }
    }

    /// The next way from a near end to its end of which `way` does not know the cost, on a floor of `count` ends.
    pub(super) fn next_pair(
        &self,
        count: usize,
        way: impl Fn(usize, usize) -> Way,
    ) -> Result<Option<(usize, usize)>, OutOfMemory> {
        if count < FEW || self.next.load(Relaxed) >= count * NEAR {
            return Ok(None);
        }
        if self.list.get().is_none() {
            // Another thread may have made the same one.
            let _ = self.list.set(TryArc::try_new(nearest(count, &way)?)?);
        }
        let Some(list) = self.list.get() else { return Ok(None) };
        loop {
            let place = self.next.fetch_add(1, Relaxed);
            let Some(&near) = list.get(place) else { return Ok(None) };
            let pair = (usize::from(near), place / NEAR);
            if !way(pair.0, pair.1).is_exact() {
                return Ok(Some(pair));
            }
        }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.list.get().map_or(0, |list| list.bytes())
    }
}

/// The ends nearest to each of `count` ends, by what is known of the ways.
fn nearest(count: usize, way: impl Fn(usize, usize) -> Way) -> Result<Vec<u16>, OutOfMemory> {
    let (mut list, mut others) = (reserved(count * NEAR)?, reserved(count)?);
    for end in 0..count {
        others.clear();
        let ways = (0..count).filter(|&other| other != end).map(|other| (other, way(other, end)));
        others.extend(ways.filter_map(|(other, way)| Some(u128::from(way.parts()?) << 16 | other as u128)));
        keep_first(&mut others, NEAR);
        list.extend(others.iter().map(|&other| other as u16));
        list.resize((end + 1) * NEAR, end as u16);
    }
    Ok(list)
}
