//! A net of portals over clusters, for paths within a bound on large maps.
//!
//! A cluster is a square of [`SIDE`](terms::SIDE) cells a side. Clusters share their border lines. A step changes x and
//! y by at most 1, so a path that crosses a line has a cell on the line, under every diagonal rule.
//!
//! ```text
//!    c-----p----c-------c      c  a corner of clusters: a portal if it is walkable
//!    |          |       |      p  a portal of a line between two clusters
//!    |          p       |      The map's edge is no line. Where a line meets the edge,
//!    |          |       |      there is a corner.
//!    c---p------c---p---c
//! ```
//!
//! Each run of walkable cells on a line has portals: one in its middle if the run is short, else one at both ends and
//! at least one for [`APART`](terms::APART) cells. For each cluster, a [`Matrix`](matrix::Matrix) has the exact
//! distances inside the cluster between its portals. It is measured when the first search needs it. An edit places the
//! portals of its lines anew and drops the matrices of its clusters, and nothing else.
//!
//! *Nothing is missed.* Cut a path at each cell on a line. A part between two cuts stays in one cluster. The cells of a
//! run are connected along the line, which belongs to the clusters on both sides: the portal of a run is connected to
//! every cell of the run in both clusters. Hence portals of consecutive cuts are connected inside a cluster.
//!
//! Clusters with entrances on their borders come from Botea, Müller and Schaeffer, "Near Optimal Hierarchical
//! Path-Finding" (HPA*, Journal of Game Development 2004). There, clusters do not share lines.
//!
//! Distances are in net costs: a straight step is `straight` and a diagonal one `diagonal`. Their ratio is at least
//! that of the real costs, so that a distance, scaled, is at least the real cost of the way
//! ([`NetCosts`](terms::NetCosts)).

mod clusters;
mod debts;
mod lanes;
mod large_clusters;
mod matrix;
mod portal_landmarks;
mod portals;
mod terms;
#[cfg(test)]
mod tests;

pub(crate) use clusters::Net;
pub(crate) use lanes::{LANES, Lanes};
pub(crate) use portal_landmarks::{NetGoal, PortalLandmarks};
pub(crate) use portals::{Portal, packed_portal, unpacked_portal};
pub(crate) use terms::{FAR, MOST_PORTALS};
