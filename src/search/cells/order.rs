//! The algorithms, as the order in which open cells are expanded.

use crate::index::AgentView;
use crate::movement::{HeuristicWeight, StepCosts};

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
    pub(in crate::search) fn priority(self, weight: HeuristicWeight) -> Priority {
        match self {
            Self::AStar => Priority { of_g: HeuristicWeight::default().units().into(), of_h: weight.units().into() },
            Self::Dijkstra => Priority { of_g: 1, of_h: 0 },
            Self::GreedyBestFirst => Priority { of_g: 0, of_h: 1 },
        }
    }
}

impl Order {
    /// Priority as [`priority`](Self::priority) has it, for `g` in parts. An estimate of one unit stands for the parts
    /// that a unit costs at least.
    pub(in crate::search) fn weighted_priority(
        self,
        weight: HeuristicWeight,
        view: &AgentView,
        costs: &StepCosts,
    ) -> Priority {
        let scale = view.least_parts_per_unit();
        match self {
            Self::AStar if weight == HeuristicWeight::default() => Priority { of_g: 1, of_h: scale },
            Self::AStar => {
                let size = view.layer().size();
                let most_g = size.cells() as u64 * u64::from(costs.diagonal_units()) * 2 * view.most_charge();
                let most_h = u64::from(size.width + size.height) * 2 * u64::from(costs.straight_units());
                let bits = |number: u64| u64::BITS - number.leading_zeros();
                let (one, weight) = (u64::from(HeuristicWeight::default().units()), u64::from(weight.units()));
                let needed = 1 + (bits(most_g) + bits(one)).max(bits(most_h) + bits(weight * scale));
                // On huge maps with large multipliers, a slightly smaller weight keeps keys below 2^64. It keeps the
                // bound of the path's cost too. 16 bits are enough: the factor of g is then 1, most_g below 2^64 -
                // 2^62, and the product of h below 2^61.
                let dropped = needed.saturating_sub(u64::BITS).min(one.ilog2());
                Priority { of_g: one >> dropped, of_h: (weight * scale) >> dropped }
            }
            Self::Dijkstra | Self::GreedyBestFirst => self.priority(weight),
        }
    }
}

/// An algorithm as two factors: the cell with the smallest `of_g * g + of_h * h` comes first.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct Priority {
    of_g: u64,
    of_h: u64,
}

impl Priority {
    /// Below 2^64. Where all cells weigh the same, g is below 2^42, h at most 2^28, and the factors are at most 2^16
    /// and 2^26.
    pub(in crate::search) fn key(self, g: u64, h: u32) -> u64 {
        self.of_g * g + self.of_h * u64::from(h)
    }
}
