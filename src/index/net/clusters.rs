//! The net: its portals, and the matrices of its clusters.

use super::lanes::{LANES, Lanes};
use super::large_clusters::{Clusters, LargeCluster, LargeLanes, LargeLayout};
use super::matrix::Matrix;
use super::portal_landmarks::PortalLandmarks;
use super::portals::Portals;
use super::terms::{MOST_PORTALS, NetCosts};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::grid::MapError;
use crate::index::derived::Derived;
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A net is measured while at most one of so many matrices is missing.
const MOST_MISSING: usize = 4;

/// The net of a map, under one rule and one pair of costs.
#[derive(Debug)]
pub(crate) struct Net {
    rule: DiagonalRule,
    costs: NetCosts,
    portals: Portals,
    /// By cluster.
    matrices: Vec<Derived<Matrix>>,
    /// By large cluster; none on small maps.
    large: Vec<Derived<LargeCluster>>,
    /// About the number of matrices and large clusters that are measured.
    measured: AtomicUsize,
    /// Locked while a matrix is measured, so that only one search measures it.
    measuring: Mutex<()>,
    landmarks: Option<PortalLandmarks>,
}

impl Net {
    /// The net of a map. Its matrices are measured by searches, or by [`measure_all`](Self::measure_all).
    pub(crate) fn new(rule: DiagonalRule, costs: &StepCosts, walkable: &WalkableCells) -> Result<Self, MapError> {
        let portals = Portals::new(walkable)?;
        let mut matrices = reserved(portals.clusters())?;
        matrices.resize_with(portals.clusters(), Derived::default);
        let count = LargeLayout::new(&portals).count();
        let mut large = reserved(count)?;
        large.resize_with(count, Derived::default);
        Ok(Self {
            rule,
            costs: NetCosts::new(costs),
            portals,
            matrices,
            large,
            measured: AtomicUsize::new(0),
            measuring: Mutex::new(()),
            landmarks: None,
        })
    }

    /// A copy that shares matrices and landmarks.
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        let mut matrices = reserved(self.matrices.len())?;
        matrices.extend(self.matrices.iter().map(Derived::share));
        let mut large = reserved(self.large.len())?;
        large.extend(self.large.iter().map(Derived::share));
        let landmarks = self.landmarks.as_ref().map(PortalLandmarks::try_clone).transpose()?;
        let (portals, measured) = (self.portals.try_clone()?, AtomicUsize::new(self.measured.load(Ordering::Relaxed)));
        Ok(Self {
            rule: self.rule,
            costs: self.costs,
            portals,
            matrices,
            large,
            measured,
            measuring: Mutex::new(()),
            landmarks,
        })
    }

    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    pub(crate) fn costs(&self) -> NetCosts {
        self.costs
    }

    pub(crate) fn portals(&self) -> &Portals {
        &self.portals
    }

    /// The landmarks, if there are any that tell something.
    pub(crate) fn landmarks(&self) -> Option<&PortalLandmarks> {
        self.landmarks.as_ref().filter(|landmarks| landmarks.is_usable())
    }

    /// The matrix of a cluster, measured now if it is missing.
    #[inline(always)]
    pub(crate) fn matrix(
        &self,
        cluster: usize,
        walkable: &WalkableCells,
        lanes: &mut Lanes<LANES>,
    ) -> Result<&Matrix, OutOfMemory> {
        match self.matrices[cluster].get() {
            Some(matrix) => Ok(matrix),
            None => self.measured(cluster, walkable, lanes),
        }
    }

    /// The number of the large cluster of a cluster.
    #[inline(always)]
    pub(crate) fn large_of(&self, cluster: usize) -> usize {
        LargeLayout::new(&self.portals).of_cluster(cluster)
    }

    /// Whether searches can pass most large clusters as a whole.
    pub(crate) fn has_large(&self) -> bool {
        2 * (0..self.large.len()).filter(|&number| self.large(number).is_some()).count() > self.large.len()
    }

    /// A large cluster, if it is measured and has portals.
    #[inline(always)]
    pub(crate) fn large(&self, number: usize) -> Option<&LargeCluster> {
        self.large.get(number)?.get().filter(|large| large.count() > 0)
    }

    #[inline(never)]
    fn measured(
        &self,
        cluster: usize,
        walkable: &WalkableCells,
        lanes: &mut Lanes<LANES>,
    ) -> Result<&Matrix, OutOfMemory> {
        lanes.begin(self.rule, self.costs)?;
        let measure = || {
            let matrix = TryArc::try_new(self.measure(cluster, walkable, lanes)?)?;
            self.measured.fetch_add(1, Ordering::Relaxed);
            Ok(matrix)
        };
        self.matrices[cluster].get_or_derive(&self.measuring, measure).map_err(|_| OutOfMemory)
    }

    fn measure(
        &self,
        cluster: usize,
        walkable: &WalkableCells,
        lanes: &mut Lanes<LANES>,
    ) -> Result<Matrix, OutOfMemory> {
        let (mut places, mut count) = ([(0, 0); MOST_PORTALS], 0);
        let origin = self.portals.origin(cluster);
        self.portals.of_cluster(cluster, |number, (x, y)| {
            places[number] = (x - origin.0, y - origin.1);
            count = number + 1;
        });
        let mut distances = reserved(count * count)?;
        lanes.load(walkable, (origin.0 as isize, origin.1 as isize));
        for sources in places[..count].chunks(LANES) {
            lanes.run(sources);
            for lane in 0..sources.len() {
                distances.extend(places[..count].iter().map(|&place| lanes.distance(place, lane)));
            }
        }
        Ok(Matrix { count, distances })
    }

    /// Measures the matrices and the large clusters that are missing.
    pub(crate) fn measure_all(&self, walkable: &WalkableCells) -> Result<(), OutOfMemory> {
        let (mut lanes, mut large_lanes) = (Lanes::default(), LargeLanes::default());
        (0..self.matrices.len()).try_for_each(|cluster| self.matrix(cluster, walkable, &mut lanes).map(drop))?;
        let clusters = Clusters { portals: &self.portals, matrices: &self.matrices, straight: self.costs.straight };
        self.large.iter().enumerate().try_for_each(|(number, large)| {
            let measure = || {
                let measured = TryArc::try_new(large_lanes.measure(clusters, number)?)?;
                self.measured.fetch_add(1, Ordering::Relaxed);
                Ok(measured)
            };
            large.get_or_derive(&self.measuring, measure).map(drop).map_err(|_| OutOfMemory)
        })
    }

    /// Whether nearly all matrices are measured: all but those of clusters that were edited since.
    pub(crate) fn is_measured(&self) -> bool {
        let count = self.matrices.len() + self.large.len();
        count.saturating_sub(self.measured.load(Ordering::Relaxed)) <= count / MOST_MISSING
    }

    /// To be called after an edit in a block of cells. Fails without memory; the net must then be dropped.
    pub(crate) fn after_edit(&mut self, walkable: &WalkableCells, block: Block) -> Result<(), OutOfMemory> {
        self.portals.after_edit(walkable, block);
        let (matrices, large, portals) = (&mut self.matrices, &mut self.large, &self.portals);
        let (measured, layout) = (self.measured.get_mut(), LargeLayout::new(portals));
        portals.clusters_at(block, |cluster| {
            *measured = measured.saturating_sub(usize::from(matrices[cluster].take().is_some()));
            layout.around_cluster(cluster, |number| {
                let was_measured = large.get_mut(number).is_some_and(|large| large.take().is_some());
                *measured = measured.saturating_sub(usize::from(was_measured));
            });
        });
        match &mut self.landmarks {
            Some(landmarks) => landmarks.after_edit((self.rule, self.costs), walkable, block),
            None => Ok(()),
        }
    }

    /// Shares the matrices that the net of another copy of the map, in the same state, has and this one lacks. A look
    /// at all of them takes about as long as an edit of a cell, and is taken only if the other net has more.
    pub(crate) fn adopt(&mut self, other: &Self) {
        if self.measured.load(Ordering::Relaxed) < other.measured.load(Ordering::Relaxed) {
            self.matrices.iter_mut().zip(&other.matrices).for_each(|(own, other)| own.adopt(other));
            self.large.iter_mut().zip(&other.large).for_each(|(own, other)| own.adopt(other));
            let matrices = self.matrices.iter().filter(|matrix| matrix.get().is_some()).count();
            *self.measured.get_mut() = matrices + self.large.iter().filter(|large| large.get().is_some()).count();
        }
    }

    /// Starts to use landmarks. The map may have been edited since they were measured. Fails without memory; the net
    /// must then be dropped.
    pub(crate) fn use_landmarks(
        &mut self,
        landmarks: PortalLandmarks,
        walkable: &WalkableCells,
    ) -> Result<(), OutOfMemory> {
        self.landmarks.insert(landmarks).catch_up((self.rule, self.costs), walkable)
    }

    /// Whether measuring the landmarks now would give the same ones.
    pub(crate) fn has_fresh_landmarks(&self) -> bool {
        self.landmarks.as_ref().is_some_and(PortalLandmarks::is_fresh)
    }

    /// The revision of the map when the landmarks were measured.
    pub(crate) fn landmarks_measured_at(&self) -> Option<u64> {
        self.landmarks.as_ref().map(PortalLandmarks::measured_at)
    }

    /// Memory held besides the size of the value itself, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let matrices = self.matrices.iter().map(|matrix| matrix.bytes(Matrix::bytes)).sum::<u64>();
        let large = self.large.iter().map(|large| large.bytes(LargeCluster::bytes)).sum::<u64>();
        let own = self.matrices.capacity() * size_of::<Derived<Matrix>>()
            + self.large.capacity() * size_of::<Derived<LargeCluster>>();
        matrices + large + own as u64 + self.portals.bytes() + self.landmarks.as_ref().map_or(0, PortalLandmarks::bytes)
    }

    /// The part of [`bytes`](Self::bytes) that another net shares.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let matrices = self.matrices.iter().zip(&other.matrices);
        let large = self.large.iter().zip(&other.large);
        let landmarks = self.landmarks.as_ref().zip(other.landmarks.as_ref());
        matrices.map(|(one, other)| one.bytes_shared_with(other, Matrix::bytes)).sum::<u64>()
            + large.map(|(one, other)| one.bytes_shared_with(other, LargeCluster::bytes)).sum::<u64>()
            + landmarks.map_or(0, |(one, other)| one.bytes_shared_with(other))
    }
}
