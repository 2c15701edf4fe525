//! The size of clusters, how many portals lines have, and what steps cost in the net.

use crate::movement::{DiagonalRule, StepCosts};

/// The side of a cluster. Tests use small ones, so that small maps have many.
pub(crate) const SIDE: usize = if cfg!(test) { 8 } else { 32 };

/// The side of a large cluster, in clusters.
pub(crate) const LARGE: usize = if cfg!(test) { 2 } else { 8 };

/// A cluster has at most this many portals.
pub(crate) const MOST_PORTALS: usize = 4 * SIDE;

/// Portals of a run lie at most this far apart.
pub(super) const APART: usize = 8;

/// A run of at most this many cells has one portal.
pub(super) const SHORT: usize = 4;

/// Portals keep their distances from at most this many groups of landmarks.
pub(super) const MOST_GROUPS: usize = 4;

/// Distances of portals that are not connected inside a cluster.
pub(crate) const FAR: u16 = u16::MAX;

/// The costs of steps in the net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NetCosts {
    pub(crate) straight: u16,
    pub(crate) diagonal: u16,
    straight_units: u32,
    diagonal_units: u32,
}

/// The largest costs of a straight and of a diagonal step. A shortest way touches at most about 2/3 of the cells of a
/// cluster by straight steps, and 1/2 by diagonal ones: its cost fits 16 bits.
const LARGEST_COSTS: [u32; 2] = [80, 112];

impl NetCosts {
    pub(super) fn new(costs: &StepCosts) -> Self {
        let (straight_units, diagonal_units) = (costs.straight_units(), costs.diagonal_units());
        let diagonal = |straight: u32| (straight * diagonal_units).div_ceil(straight_units);
        // The ratio nearest to the real one from above; of equal ones the largest costs.
        let is_nearer = |one: u32, other: u32| diagonal(one) * other <= diagonal(other) * one;
        let fitting = (1..=LARGEST_COSTS[0]).filter(|&one| diagonal(one) <= LARGEST_COSTS[1]);
        let straight = fitting.fold(1, |best, one| if is_nearer(one, best) { one } else { best });
        Self { straight: straight as u16, diagonal: diagonal(straight) as u16, straight_units, diagonal_units }
    }

    /// The most units that a way of this net cost costs.
    pub(crate) fn most_units(self, cost: u32) -> u64 {
        (u64::from(cost) * u64::from(self.straight_units)).div_ceil(u64::from(self.straight))
    }

    /// A net cost for a number of units, rounded down.
    pub(crate) fn of_units(self, units: u32) -> u32 {
        (u64::from(units) * u64::from(self.straight) / u64::from(self.straight_units)) as u32
    }

    /// The least units between two cells on a map without obstacles.
    pub(crate) fn open_units(self, rule: DiagonalRule, dx: u32, dy: u32) -> u32 {
        let (long, short) = (dx.max(dy), dx.min(dy));
        match rule {
            DiagonalRule::Never => (long + short) * self.straight_units,
            _ => (long - short) * self.straight_units + short * self.diagonal_units,
        }
    }

    /// The net cost between two cells on a map without obstacles.
    pub(crate) fn open(self, rule: DiagonalRule, dx: u32, dy: u32) -> u32 {
        let (long, short) = (dx.max(dy), dx.min(dy));
        match rule {
            DiagonalRule::Never => (long + short) * u32::from(self.straight),
            _ => (long - short) * u32::from(self.straight) + short * u32::from(self.diagonal),
        }
    }
}
