//! The algorithms, as the order in which open cells are expanded.

use crate::movement::HeuristicWeight;

/// The order in which a search expands cells. Of cells with equal keys, the one with the smaller estimate comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// A*: the smallest `f = g + weight * h` (Hart, Nilsson and Raphael, 1968; weighted: Pohl, "Heuristic search viewed
    /// as path finding in a graph", 1970). With a consistent estimate, the path is optimal up to a weight of 1. With a
    /// larger weight it costs at most `weight` times as much as an optimal path (Likhachev, Gordon and Thrun, "ARA*",
    /// 2003, for searches that expand no cell twice).
    #[default]
    AStar,
    /// Dijkstra's algorithm: the smallest `g` (Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959). The
    /// path is optimal. The estimate only breaks ties.
    Dijkstra,
    /// Greedy best-first search: the smallest `h`. The path is legal; its cost has no bound.
    GreedyBestFirst,
}

impl Order {
    pub(super) fn priority(self, weight: HeuristicWeight) -> Priority {
        match self {
            Self::AStar => Priority { of_g: HeuristicWeight::default().units().into(), of_h: weight.units().into() },
            Self::Dijkstra => Priority { of_g: 1, of_h: 0 },
            Self::GreedyBestFirst => Priority { of_g: 0, of_h: 1 },
        }
    }
}

/// An algorithm as two factors: the cell with the smallest `of_g * g + of_h * h` comes first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Priority {
    of_g: u64,
    of_h: u64,
}

impl Priority {
    /// Below 2^59: g is below 2^42, h at most 2^28, and the factors are at most 2^16 and 2^26.
    pub(super) fn key(self, g: u64, h: u32) -> u64 {
        self.of_g * g + self.of_h * u64::from(h)
    }
}
