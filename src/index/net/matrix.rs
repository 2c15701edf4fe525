//! What is measured of a cluster.

/// The distances inside a cluster between its portals, row by row in the order of `Portals::of_cluster`.
#[derive(Debug)]
pub(crate) struct Matrix {
    pub(crate) count: usize,
    pub(super) distances: Vec<u16>,
}

impl Matrix {
    /// The distances from a portal.
    #[inline(always)]
    pub(crate) fn from(&self, portal: usize) -> &[u16] {
        &self.distances[portal * self.count..(portal + 1) * self.count]
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.distances.capacity() * size_of::<u16>()) as u64
    }
}
