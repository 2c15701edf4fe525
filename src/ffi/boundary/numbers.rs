//! The numbers of the ABI: what callers write into the `uint32_t` fields and parameters, checked on the way in.

use super::status::GridstarStatus;
use crate::grid::{CellType, MAX_SIDE, Plane};
use crate::index::Engine;
use crate::movement::{DiagonalRule, Heuristic};
use crate::search::Order;

/// The largest width and height of a grid, in cells.
pub const GRIDSTAR_MAX_SIDE: u32 = 16384;

const _: () = assert!(GRIDSTAR_MAX_SIDE == MAX_SIDE);

/// What a cell is, in parameters and in buffers of one byte a cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarCellType {
    /// Can be entered.
    Walkable = 0,
    /// Can't be entered.
    Obstacle = 1,
}

const _: () = assert!(GridstarCellType::Walkable as u32 == CellType::Walkable as u32);
const _: () = assert!(GridstarCellType::Obstacle as u32 == CellType::Obstacle as u32);

/// The plane in which a grid lies.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarPlane {
    /// Columns along the world's x axis, rows along z: the ground of a 3D world.
    Xz = 0,
    /// Columns along the world's x axis, rows along y: a 2D world.
    Xy = 1,
}

/// When a diagonal step is allowed, by the two cells that lie straight beside it. The target must always be walkable.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarDiagonalRule {
    /// In a grid def: always. In a query def: the rule of the grid.
    Default = 0,
    /// Always, also between two obstacles.
    Always = 1,
    /// When at most one of the two straight cells is an obstacle.
    AtMostOneBlocked = 2,
    /// Only when both straight cells are walkable, so that no corner is cut.
    BothFree = 3,
    /// Never: four neighbours.
    Never = 4,
}

/// Which of the cells that were reached is expanded next. Of equal ones the one with the smaller h comes first, then the one that the
/// search came to later. g is the cost so far, h the estimate of what is left. No cell is expanded twice.
///
/// Which choices keep the path a cheapest one:
///
/// | order | heuristic | heuristic_weight | cost of the path |
/// | --- | --- | --- | --- |
/// | A_STAR | OCTILE, EUCLIDEAN, CHEBYSHEV, ZERO | up to 1 | the cheapest |
/// | A_STAR | the same | w > 1 | at most w times the cheapest |
/// | A_STAR | MANHATTAN, rule NEVER | w | as OCTILE, which it is |
/// | A_STAR | MANHATTAN, other rules | w | at most max(1, w * 2 * straight_cost / diagonal_cost) times the cheapest |
/// | DIJKSTRA | any | any | the cheapest |
/// | GREEDY_BEST_FIRST | any | any | no bound; the path is legal |
///
/// A_STAR with OCTILE (or what it is) and a weight of 1 is searched by the grid's engine; all else by A* over cells.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarOrder {
    /// In a grid def: A_STAR. In a query def: the order of the grid.
    Default = 0,
    /// The smallest g + heuristic_weight * h.
    AStar = 1,
    /// The smallest g. The heuristic only breaks ties.
    Dijkstra = 2,
    /// The smallest h. Few cells are expanded, and the path can be far from the cheapest.
    GreedyBestFirst = 3,
}

/// How a search estimates the cost that is left. GridstarOrder says with which of them paths are cheapest.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarHeuristic {
    /// In a grid def: OCTILE. In a query def: the heuristic of the grid.
    Default = 0,
    /// The exact cost on a grid without obstacles under the query's rule and costs. Paths are cheapest.
    Octile = 1,
    /// Straight steps only. Where diagonal steps are allowed it overestimates: fewer cells are expanded, and the path can cost
    /// more than the cheapest one.
    Manhattan = 2,
    /// The distance as the crow flies, times the smaller one of straight_cost and diagonal_cost / sqrt(2) so that it never
    /// overestimates (under NEVER times straight_cost). Rounded down to whole units, 1/5 of a straight step with costs of 1 and 1.4.
    /// Paths are cheapest.
    Euclidean = 3,
    /// straight_cost times the columns or rows that are left, whichever are more. Paths are cheapest.
    Chebyshev = 4,
    /// 0. Paths are cheapest.
    Zero = 5,
}

/// What answers the queries of a grid. All of them find paths of the same cost; which one of several equally cheap paths comes back
/// can differ.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarEngine {
    /// The grid chooses, by each query alone and never by time or threads: jump points, and A* where these don't hold. Landmarks
    /// are not chosen by themselves, for the memory they take. In a result: nothing had to be searched.
    Auto = 0,
    /// A* over cells. Derives nothing from them but connected components.
    AStar = 1,
    /// A* over jump points, the cells where a cheapest path may have to turn. They are derived from the cells by the first search
    /// under a diagonal rule and kept current by edits: 2.5 bytes a cell for each rule in use, 2 for BOTH_FREE and 1 for NEVER.
    /// A* over cells answers the queries that they are not right for: those with another order than A_STAR, another heuristic than OCTILE (or MANHATTAN under NEVER)
    /// or another weight than 1; those under the rule ALWAYS with a diagonal cost of two straight ones; and those with paths of more
    /// than about 500,000 straight steps, if the ratio of the costs has a large denominator (with costs of 1 and 1.4 there is no such
    /// limit).
    JumpPoints = 2,
    /// Jump points, with estimates by the distances from eight landmarks, which are measured by the first search or by
    /// gridstar_grid_prepare under the grid's own rule and costs: 16 bytes a cell more, for grids of at most 2^26 cells. Fewer
    /// cells are expanded where they hold. Not for queries under a rule with more steps than the grid's, with cheaper
    /// diagonal steps, or from a start that is an obstacle, nor after an edit that could not be repaired: jump points
    /// alone answer these, and the result says so.
    Landmarks = 3,
}

/// How far a search has come with a cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarSearchCellState {
    /// No expanded cell is next to it, or it is an obstacle.
    Unseen = 0,
    /// It was reached, and waits to be expanded.
    Open = 1,
    /// It was expanded. It never is again.
    Closed = 2,
}

/// What an expansion did to a cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarSearchChangeKind {
    /// It was expanded, and is closed from now on. What follows until the next EXPANDED is what this has done.
    Expanded = 1,
    /// It was reached for the first time, and is open now.
    Added = 2,
    /// It was open and still is; a cheaper way to it was found: g and parent are new.
    Improved = 3,
}

pub(crate) fn engine(number: u32) -> Result<Engine, GridstarStatus> {
    match number {
        n if n == GridstarEngine::Auto as u32 => Ok(Engine::Auto),
        n if n == GridstarEngine::AStar as u32 => Ok(Engine::AStar),
        n if n == GridstarEngine::JumpPoints as u32 => Ok(Engine::JumpPoints),
        n if n == GridstarEngine::Landmarks as u32 => Ok(Engine::Landmarks),
        _ => Err(GridstarStatus::UnknownEngine),
    }
}

pub(crate) fn engine_number(engine: Engine) -> u32 {
    let number = match engine {
        Engine::Auto => GridstarEngine::Auto,
        Engine::AStar => GridstarEngine::AStar,
        Engine::JumpPoints => GridstarEngine::JumpPoints,
        Engine::Landmarks => GridstarEngine::Landmarks,
    };
    number as u32
}

pub(crate) fn cell_type(number: u32) -> Result<CellType, GridstarStatus> {
    CellType::try_from(number).map_err(|()| GridstarStatus::UnknownCellType)
}

pub(crate) fn plane(number: u32) -> Result<Plane, GridstarStatus> {
    match number {
        n if n == GridstarPlane::Xz as u32 => Ok(Plane::Xz),
        n if n == GridstarPlane::Xy as u32 => Ok(Plane::Xy),
        _ => Err(GridstarStatus::UnknownPlane),
    }
}

pub(crate) fn plane_number(plane: Plane) -> u32 {
    match plane {
        Plane::Xz => GridstarPlane::Xz as u32,
        Plane::Xy => GridstarPlane::Xy as u32,
    }
}

pub(crate) fn diagonal_rule(number: u32, default: DiagonalRule) -> Result<DiagonalRule, GridstarStatus> {
    match number {
        n if n == GridstarDiagonalRule::Default as u32 => Ok(default),
        n if n == GridstarDiagonalRule::Always as u32 => Ok(DiagonalRule::Always),
        n if n == GridstarDiagonalRule::AtMostOneBlocked as u32 => Ok(DiagonalRule::AtMostOneBlocked),
        n if n == GridstarDiagonalRule::BothFree as u32 => Ok(DiagonalRule::BothFree),
        n if n == GridstarDiagonalRule::Never as u32 => Ok(DiagonalRule::Never),
        _ => Err(GridstarStatus::UnknownDiagonalRule),
    }
}

pub(crate) fn diagonal_rule_number(rule: DiagonalRule) -> u32 {
    let number = match rule {
        DiagonalRule::Always => GridstarDiagonalRule::Always,
        DiagonalRule::AtMostOneBlocked => GridstarDiagonalRule::AtMostOneBlocked,
        DiagonalRule::BothFree => GridstarDiagonalRule::BothFree,
        DiagonalRule::Never => GridstarDiagonalRule::Never,
    };
    number as u32
}

pub(crate) fn order(number: u32, default: Order) -> Result<Order, GridstarStatus> {
    match number {
        n if n == GridstarOrder::Default as u32 => Ok(default),
        n if n == GridstarOrder::AStar as u32 => Ok(Order::AStar),
        n if n == GridstarOrder::Dijkstra as u32 => Ok(Order::Dijkstra),
        n if n == GridstarOrder::GreedyBestFirst as u32 => Ok(Order::GreedyBestFirst),
        _ => Err(GridstarStatus::UnknownOrder),
    }
}

pub(crate) fn order_number(order: Order) -> u32 {
    let number = match order {
        Order::AStar => GridstarOrder::AStar,
        Order::Dijkstra => GridstarOrder::Dijkstra,
        Order::GreedyBestFirst => GridstarOrder::GreedyBestFirst,
    };
    number as u32
}

pub(crate) fn heuristic(number: u32, default: Heuristic) -> Result<Heuristic, GridstarStatus> {
    match number {
        n if n == GridstarHeuristic::Default as u32 => Ok(default),
        n if n == GridstarHeuristic::Octile as u32 => Ok(Heuristic::Octile),
        n if n == GridstarHeuristic::Manhattan as u32 => Ok(Heuristic::Manhattan),
        n if n == GridstarHeuristic::Euclidean as u32 => Ok(Heuristic::Euclidean),
        n if n == GridstarHeuristic::Chebyshev as u32 => Ok(Heuristic::Chebyshev),
        n if n == GridstarHeuristic::Zero as u32 => Ok(Heuristic::Zero),
        _ => Err(GridstarStatus::UnknownHeuristic),
    }
}

pub(crate) fn heuristic_number(heuristic: Heuristic) -> u32 {
    let number = match heuristic {
        Heuristic::Octile => GridstarHeuristic::Octile,
        Heuristic::Manhattan => GridstarHeuristic::Manhattan,
        Heuristic::Euclidean => GridstarHeuristic::Euclidean,
        Heuristic::Chebyshev => GridstarHeuristic::Chebyshev,
        Heuristic::Zero => GridstarHeuristic::Zero,
    };
    number as u32
}

pub(crate) fn flag(number: u32) -> Result<bool, GridstarStatus> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(GridstarStatus::BadFlag),
    }
}
