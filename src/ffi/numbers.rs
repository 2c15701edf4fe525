//! The numbers of the ABI: what callers write into the `uint32_t` fields and parameters, checked on the way in.

use super::status::GridstarStatus;
use crate::grid::{CellType, MAX_SIDE, Plane};
use crate::index::Engine;
use crate::movement::{DiagonalRule, Heuristic};

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

/// How a search estimates the cost that is left.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarHeuristic {
    /// Octile.
    Default = 0,
    /// The exact cost on a grid without obstacles under the query's rule and costs. Paths are cheapest.
    Octile = 1,
    /// Straight steps only. Where diagonal steps are allowed it overestimates: fewer cells are expanded, and the path can cost
    /// more than the cheapest one.
    Manhattan = 2,
}

/// What answers the queries of a grid. All of them find paths of the same cost, but for the Manhattan heuristic; which one of several
/// equally cheap paths comes back can differ.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarEngine {
    /// The grid chooses, by each query alone and never by time or threads: jump points, and A* where these don't hold. Landmarks
    /// are not chosen by themselves, for the memory they take. In a result: nothing had to be searched.
    Auto = 0,
    /// A* over cells. Derives nothing from them but connected components.
    AStar = 1,
    /// A* over jump points, the cells where a cheapest path may have to turn. They are derived from the cells by the first search
    /// under a diagonal rule and kept current by edits: 2.5 bytes a cell for each rule in use, 1.25 for NEVER. A* over cells answers the
    /// queries that they are not right for: those with the Manhattan heuristic and diagonal steps; those under the rule ALWAYS with a
    /// diagonal cost of two straight ones; and those with paths of more than about 500,000 straight steps, if the ratio of the costs
    /// has a large denominator (with costs of 1 and 1.4 there is no such limit).
    JumpPoints = 2,
    /// Jump points, with estimates by the distances from eight landmarks, which are measured by the first search or by
    /// gridstar_grid_prepare under the grid's own rule and costs: 16 bytes a cell more, for grids of at most 2^26 cells. Fewer
    /// cells are expanded where they hold. Not for queries under a rule with more steps than the grid's, with cheaper
    /// diagonal steps, or from a start that is an obstacle, nor after an edit that could not be repaired: jump points
    /// alone answer these, and the result says so.
    Landmarks = 3,
}

pub(super) fn engine(number: u32) -> Result<Engine, GridstarStatus> {
    match number {
        n if n == GridstarEngine::Auto as u32 => Ok(Engine::Auto),
        n if n == GridstarEngine::AStar as u32 => Ok(Engine::AStar),
        n if n == GridstarEngine::JumpPoints as u32 => Ok(Engine::JumpPoints),
        n if n == GridstarEngine::Landmarks as u32 => Ok(Engine::Landmarks),
        _ => Err(GridstarStatus::UnknownEngine),
    }
}

pub(super) fn engine_number(engine: Engine) -> u32 {
    let number = match engine {
        Engine::Auto => GridstarEngine::Auto,
        Engine::AStar => GridstarEngine::AStar,
        Engine::JumpPoints => GridstarEngine::JumpPoints,
        Engine::Landmarks => GridstarEngine::Landmarks,
    };
    number as u32
}

pub(super) fn cell_type(number: u32) -> Result<CellType, GridstarStatus> {
    CellType::try_from(number).map_err(|()| GridstarStatus::UnknownCellType)
}

pub(super) fn plane(number: u32) -> Result<Plane, GridstarStatus> {
    match number {
        n if n == GridstarPlane::Xz as u32 => Ok(Plane::Xz),
        n if n == GridstarPlane::Xy as u32 => Ok(Plane::Xy),
        _ => Err(GridstarStatus::UnknownPlane),
    }
}

pub(super) fn plane_number(plane: Plane) -> u32 {
    match plane {
        Plane::Xz => GridstarPlane::Xz as u32,
        Plane::Xy => GridstarPlane::Xy as u32,
    }
}

pub(super) fn diagonal_rule(number: u32, default: DiagonalRule) -> Result<DiagonalRule, GridstarStatus> {
    match number {
        n if n == GridstarDiagonalRule::Default as u32 => Ok(default),
        n if n == GridstarDiagonalRule::Always as u32 => Ok(DiagonalRule::Always),
        n if n == GridstarDiagonalRule::AtMostOneBlocked as u32 => Ok(DiagonalRule::AtMostOneBlocked),
        n if n == GridstarDiagonalRule::BothFree as u32 => Ok(DiagonalRule::BothFree),
        n if n == GridstarDiagonalRule::Never as u32 => Ok(DiagonalRule::Never),
        _ => Err(GridstarStatus::UnknownDiagonalRule),
    }
}

pub(super) fn diagonal_rule_number(rule: DiagonalRule) -> u32 {
    let number = match rule {
        DiagonalRule::Always => GridstarDiagonalRule::Always,
        DiagonalRule::AtMostOneBlocked => GridstarDiagonalRule::AtMostOneBlocked,
        DiagonalRule::BothFree => GridstarDiagonalRule::BothFree,
        DiagonalRule::Never => GridstarDiagonalRule::Never,
    };
    number as u32
}

pub(super) fn heuristic(number: u32) -> Result<Heuristic, GridstarStatus> {
    match number {
        n if n == GridstarHeuristic::Default as u32 => Ok(Heuristic::default()),
        n if n == GridstarHeuristic::Octile as u32 => Ok(Heuristic::Octile),
        n if n == GridstarHeuristic::Manhattan as u32 => Ok(Heuristic::Manhattan),
        _ => Err(GridstarStatus::UnknownHeuristic),
    }
}
