//! Large clusters: squares of [`LARGE`] x [`LARGE`] clusters, for the first cells of a long path.
//!
//! A large cluster has the distances through the net between *kept* portals on the lines that it shares with others.
//! A portal on such a line is left out if a kept one is near it in the clusters on both sides of the line: a path that
//! crosses the line at the first can cross it at the second. So kept portals connect all that the net connects.
//!
//! Where many portals are left, as in mazes one cell wide, none is kept, and searches go through the clusters.
//!
//! An edit drops the large clusters of its clusters and of the clusters around them. Searches then go through their
//! clusters, until the net is measured anew.
//!
//! Distances are measured from up to [`LANES`] portals at once. Each cluster passes them on between its portals, by its
//! matrix, and clusters take turns until nothing changes.

use super::lanes::LANES;
use super::matrix::Matrix;
use super::portals::{Portal, Portals, packed_portal, unpacked_portal};
use super::terms::{FAR, LARGE, MOST_PORTALS, SIDE};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::bits::vectors::{self, Kernel};
use crate::index::derived::Derived;
use crate::out_of_memory::refill;
use std::ops::Range;

/// A portal is left out if a kept one is at most this number of straight steps away, on both sides of the line.
const NEAR: u16 = if cfg!(test) { 6 } else { 24 };

/// With more kept portals a large cluster is not measured, as in mazes one cell wide. Distances between 256 portals
/// would take 2 bytes for each cell.
const MOST_KEPT: usize = if cfg!(test) { 14 } else { 128 };

/// Distances are kept in 16 bits, as multiples of this net cost, rounded up.
const GRAIN: u32 = 8;

/// A map with fewer large clusters a side has none: searches go through the clusters around start and goal anyway.
const FEWEST: usize = 3;

/// The side of a large cluster in cells.
const LARGE_SIDE: usize = SIDE * LARGE;

/// No distance yet. Another distance can be added to it.
const NONE: u32 = u32::MAX / 2;

/// Kept portals, and the distances between them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LargeCluster {
    /// Packed, in rising order.
    portals: Vec<u32>,
    distances: Vec<u16>,
}

impl LargeCluster {
    pub(crate) fn count(&self) -> usize {
        self.portals.len()
    }

    /// The number of a portal, if it is kept.
    #[inline(always)]
    pub(crate) fn number(&self, portal: Portal) -> Option<usize> {
        self.portals.binary_search(&packed_portal(portal)).ok()
    }

    /// The portals that can be reached from one, and the net costs of the ways.
    #[inline(always)]
    pub(crate) fn from(&self, number: usize) -> impl Iterator<Item = (Portal, u32)> {
        let distances = &self.distances[number * self.count()..(number + 1) * self.count()];
        let ways = self.portals.iter().zip(distances).filter(|&(_, &distance)| distance != FAR);
        ways.map(|(&portal, &distance)| (unpacked_portal(portal), u32::from(distance) * GRAIN))
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.portals.capacity() * size_of::<u32>() + self.distances.capacity() * size_of::<u16>()) as u64
    }
}

/// Where the large clusters of a net lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct LargeLayout {
    /// Number of clusters in a row and in a column.
    clusters: (usize, usize),
    /// The same of large clusters.
    across: usize,
    down: usize,
}

impl LargeLayout {
    pub(super) fn new(portals: &Portals) -> Self {
        let (across, down) = portals.shape();
        Self { clusters: (across, down), across: across.div_ceil(LARGE), down: down.div_ceil(LARGE) }
    }

    /// Number of large clusters; 0 if the map is too small for them.
    pub(super) fn count(&self) -> usize {
        if self.across.max(self.down) < FEWEST { 0 } else { self.across * self.down }
    }

    /// The large cluster of a cluster.
    #[inline(always)]
    pub(super) fn of_cluster(&self, cluster: usize) -> usize {
        let (x, y) = (cluster % self.clusters.0, cluster / self.clusters.0);
        y / LARGE * self.across + x / LARGE
    }

    /// Calls `visit` with the large clusters of a cluster and of those around it, some of them more than once.
    pub(super) fn around_cluster(&self, cluster: usize, mut visit: impl FnMut(usize)) {
        let (x, y) = (cluster % self.clusters.0, cluster / self.clusters.0);
        let span = |at: usize, count: usize| at.saturating_sub(1) / LARGE..=(at + 1).min(count - 1) / LARGE;
        for row in span(y, self.clusters.1) {
            span(x, self.clusters.0).for_each(|column| visit(row * self.across + column));
        }
    }

    /// The clusters of a large cluster, as columns and rows of clusters.
    fn clusters(&self, large: usize) -> [Range<usize>; 2] {
        let span = |at: usize, count: usize| at * LARGE..(at * LARGE + LARGE).min(count);
        [span(large % self.across, self.clusters.0), span(large / self.across, self.clusters.1)]
    }
}

/// The clusters of a net, from which large ones are measured.
#[derive(Clone, Copy)]
pub(super) struct Clusters<'a> {
    pub(super) portals: &'a Portals,
    /// All of them are measured.
    pub(super) matrices: &'a [Derived<Matrix>],
    /// The net cost of a straight step.
    pub(super) straight: u16,
}

impl Clusters<'_> {
    #[inline(always)]
    fn matrix(&self, cluster: usize) -> Option<&Matrix> {
        self.matrices[cluster].get()
    }

    /// The clusters of a large one, as columns and rows of clusters.
    fn of_large(&self, large: usize) -> [Range<usize>; 2] {
        LargeLayout::new(self.portals).clusters(large)
    }
}

/// Where a cluster has a portal: the cluster's index in the large cluster, and the portal's number in the cluster.
type Use = (u16, u16);

const NO_USE: Use = (u16::MAX, 0);

/// A cluster of the large cluster at hand.
#[derive(Clone, Copy, Debug)]
struct Inner {
    cluster: usize,
    /// Where its portals begin in [`LargeLanes::members`].
    first: usize,
    count: usize,
    /// Its portals whose distances it has to pass on.
    fresh: u128,
}

const _: () = assert!(MOST_PORTALS <= 128);

/// The memory in which distances are measured.
#[derive(Debug, Default)]
pub(super) struct LargeLanes {
    /// By place on the lines of clusters: the number of the portal there.
    numbers: Vec<u16>,
    inner: Vec<Inner>,
    /// The portals of all clusters, one cluster after another.
    members: Vec<u16>,
    /// By portal.
    uses: Vec<[Use; 4]>,
    distances: Vec<[u32; LANES]>,
    /// The portals of a line, and those that are kept.
    line: Vec<Portal>,
    kept: Vec<u32>,
}

impl LargeLanes {
    /// Measures a large cluster. It has no portals if it would have too many.
    pub(super) fn measure(&mut self, net: Clusters, large: usize) -> Result<LargeCluster, OutOfMemory> {
        self.load(net, large)?;
        self.keep(net, large)?;
        if self.kept.len() > MOST_KEPT {
            self.kept.clear();
        }
        let [columns, rows] = net.of_large(large);
        let origin = (columns.start * SIDE, rows.start * SIDE);
        let number = |numbers: &[u16], portal: u32| {
            let (x, y) = unpacked_portal(portal);
            usize::from(numbers[place((x - origin.0, y - origin.1))])
        };
        let count = self.kept.len();
        let mut distances = reserved(count * count)?;
        for first in (0..count).step_by(LANES) {
            let sources = &self.kept[first..count.min(first + LANES)];
            self.distances.fill([NONE; LANES]);
            for (lane, &portal) in sources.iter().enumerate() {
                let number = number(&self.numbers, portal);
                self.distances[number][lane] = 0;
                for (user, at) in self.uses[number].into_iter().take_while(|&one| one != NO_USE) {
                    self.inner[usize::from(user)].fresh |= 1 << at;
                }
            }
            let (inner, members, uses) = (&mut self.inner[..], &self.members[..], &self.uses[..]);
            vectors::run(Spreading { net, inner, members, uses, distances: &mut self.distances });
            for lane in 0..sources.len() {
                distances.extend(self.kept.iter().map(|&portal| {
                    let distance = self.distances[number(&self.numbers, portal)][lane];
                    u16::try_from(distance.div_ceil(GRAIN)).unwrap_or(FAR)
                }));
            }
        }
        let mut portals = reserved(count)?;
        portals.extend_from_slice(&self.kept);
        Ok(LargeCluster { portals, distances })
    }

    /// Reads the portals of the large cluster's clusters.
    fn load(&mut self, net: Clusters, large: usize) -> Result<(), OutOfMemory> {
        let Self { numbers, inner, members, uses, .. } = self;
        refill(numbers, 2 * (LARGE + 1) * (LARGE_SIDE + 1), u16::MAX)?;
        let [columns, rows] = net.of_large(large);
        let origin = (columns.start * SIDE, rows.start * SIDE);
        let across = net.portals.shape().0;
        inner.clear();
        members.clear();
        uses.clear();
        inner.try_reserve(LARGE * LARGE)?;
        for cluster in rows.flat_map(|row| columns.clone().map(move |column| row * across + column)) {
            members.try_reserve(MOST_PORTALS)?;
            uses.try_reserve(MOST_PORTALS)?;
            let (index, first) = (inner.len() as u16, members.len());
            net.portals.of_cluster(cluster, |at, (x, y)| {
                let number = &mut numbers[place((x - origin.0, y - origin.1))];
                if *number == u16::MAX {
                    *number = uses.len() as u16;
                    uses.push([NO_USE; 4]);
                }
                let free = uses[usize::from(*number)].iter_mut().find(|one| **one == NO_USE);
                free.into_iter().for_each(|one| *one = (index, at as u16));
                members.push(*number);
            });
            inner.push(Inner { cluster, first, count: members.len() - first, fresh: 0 });
        }
        refill(&mut self.distances, uses.len(), [NONE; LANES])
    }

    /// Chooses the portals to keep.
    fn keep(&mut self, net: Clusters, large: usize) -> Result<(), OutOfMemory> {
        let (portals, [columns, rows]) = (net.portals, net.of_large(large));
        let (across, down) = portals.shape();
        self.kept.clear();
        for line in [rows.start, rows.end].into_iter().filter(|&line| line > 0 && line < down) {
            let sides = |(x, _): Portal| [line - 1, line].map(|row| row * across + (x / SIDE).min(across - 1));
            self.line.clear();
            self.line.try_reserve(LARGE_SIDE + 1)?;
            portals.along_row(line, columns.clone(), |portal| self.line.push(portal));
            self.keep_on_line(net, &sides)?;
        }
        for line in [columns.start, columns.end].into_iter().filter(|&line| line > 0 && line < across) {
            let sides = |(_, y): Portal| [line - 1, line].map(|column| (y / SIDE).min(down - 1) * across + column);
            self.line.clear();
            self.line.try_reserve(LARGE_SIDE + 1)?;
            portals.along_column(line, rows.clone(), |portal| self.line.push(portal));
            self.keep_on_line(net, &sides)?;
        }
        self.kept.sort_unstable();
        self.kept.dedup();
        Ok(())
    }

    /// Chooses the portals to keep on a line. `sides` returns the two clusters that begin at a portal or before it.
    /// The choice depends on nothing else, so that both large clusters of a line keep the same ones.
    fn keep_on_line(&mut self, net: Clusters, sides: &dyn Fn(Portal) -> [usize; 2]) -> Result<(), OutOfMemory> {
        let line = &self.line[..];
        let most = NEAR * net.straight;
        let is_near = |first: usize, second: usize| {
            let (one, other) = (line[first], line[second]);
            let is_in_reach = one.0 / SIDE * SIDE + SIDE >= other.0 && one.1 / SIDE * SIDE + SIDE >= other.1;
            is_in_reach
                && sides(one).into_iter().all(|cluster| {
                    let number = |portal| net.portals.number(cluster, portal);
                    net.matrix(cluster).is_some_and(|matrix| matrix.from(number(one))[number(other)] <= most)
                })
        };
        // Where large clusters meet, more than two share a portal.
        let is_corner = |at: usize| line[at].0.is_multiple_of(LARGE_SIDE) && line[at].1.is_multiple_of(LARGE_SIDE);
        self.kept.try_reserve(line.len())?;
        let mut at = 0;
        while at < line.len() {
            let mut kept = at;
            while kept + 1 < line.len() && !is_corner(kept) && (at..=kept).all(|one| is_near(one, kept + 1)) {
                kept += 1;
            }
            self.kept.push(packed_portal(line[kept]));
            at = kept + 1;
            while at < line.len() && !is_corner(at) && is_near(kept, at) {
                at += 1;
            }
        }
        Ok(())
    }
}

/// The place of a portal, relative to the large cluster's first cell, on a line along x or y.
fn place((x, y): Portal) -> usize {
    let along = |line: usize, at: usize| line / SIDE * (LARGE_SIDE + 1) + at;
    if y.is_multiple_of(SIDE) { along(y, x) } else { along(LARGE_SIDE + SIDE, 0) + along(x, y) }
}

/// Passes distances on until nothing changes.
struct Spreading<'a> {
    net: Clusters<'a>,
    inner: &'a mut [Inner],
    members: &'a [u16],
    uses: &'a [[Use; 4]],
    distances: &'a mut [[u32; LANES]],
}

impl Kernel for Spreading<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let mut known = [[NONE; LANES]; MOST_PORTALS];
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for turn in 0..2 * self.inner.len() {
                let index = turn.min(2 * self.inner.len() - 1 - turn);
                if self.inner[index].fresh != 0 {
                    has_changed = true;
                    self.pass_on(index, &mut known);
                }
            }
        }
    }
}

impl Spreading<'_> {
    /// Passes the fresh distances of a cluster on between its portals.
    #[inline(always)]
    fn pass_on(&mut self, index: usize, known: &mut [[u32; LANES]; MOST_PORTALS]) {
        let Inner { cluster, first, count, .. } = self.inner[index];
        let mut fresh = std::mem::take(&mut self.inner[index].fresh);
        let Some(matrix) = self.net.matrix(cluster) else { return };
        let members = &self.members[first..first + count];
        for (known, &member) in known.iter_mut().zip(members) {
            *known = self.distances[usize::from(member)];
        }
        while fresh != 0 {
            let from = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let source = self.distances[usize::from(members[from])];
            for (known, &cost) in known.iter_mut().zip(matrix.from(from)) {
                if cost != FAR {
                    for (known, source) in known.iter_mut().zip(source) {
                        *known = (*known).min(source + u32::from(cost));
                    }
                }
            }
        }
        for (known, &member) in known.iter().zip(members) {
            let distances = &mut self.distances[usize::from(member)];
            let changed = known.iter().zip(distances.iter()).fold(0, |all, (one, other)| all | (one ^ other));
            if changed != 0 {
                *distances = *known;
                for (user, at) in self.uses[usize::from(member)] {
                    if user != NO_USE.0 && usize::from(user) != index {
                        self.inner[usize::from(user)].fresh |= 1 << at;
                    }
                }
            }
        }
    }
}
