//! The enums of the ABI. Callers pass them as `uint32_t`, so that a function here checks every value.

use super::status::GridstarStatus;
use crate::field::Combination;
use crate::grid::{CellData, CellType, Layout, MAX_SIDE, Passage, Plane};
use crate::index::Engine;
use crate::movement::{Charge, DiagonalRule, Heuristic, MAX_AGENT_SIZE};
use crate::search::{CellState, ChangeKind, Order, PathForm};

/// The largest width and height of a grid, in cells.
pub const GRIDSTAR_MAX_SIDE: u32 = 16384;

const _: () = assert!(GRIDSTAR_MAX_SIDE == MAX_SIDE);

/// The type of a cell, from 0 to 255. The numbers from 2 up belong to the game, and are walkable without a profile.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarCellType {
    /// A path may enter the cell, unless a profile blocks the type.
    Walkable = 0,
    /// No path enters the cell, unless a profile gives the type a multiplier.
    Obstacle = 1,
}

const _: () = assert!(GridstarCellType::Walkable as u32 == CellType::WALKABLE.0 as u32);
const _: () = assert!(GridstarCellType::Obstacle as u32 == CellType::OBSTACLE.0 as u32);

/// A plane of cells, the `plane` of calls for cells: one byte for each cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarCellPlane {
    /// Types of cells: see GridstarCellType. All cells of a new grid are walkable.
    Types = 0,
    /// Extra costs, such as danger or crowding, in 1/16 of a straight step: from 0, as on a new grid, to 255. A step is
    /// charged half the penalty of each of its two cells, times its length; by a profile with the charge ENTERED, all
    /// of that of the cell it enters. While there are penalties, A* over cells answers queries that count them.
    Penalties = 1,
    /// Numbers of covers on the cells; 255 stands for 255 and more. They can only be read: UNSUPPORTED_QUERY for edits.
    Covers = 2,
    /// Closed steps of the sides that a cell shares with cells after it. Bits 0 and 1: no step to (x + 1, y), none
    /// back. Bits 2 and 3: to (x, y + 1) and back. Bits 4 and 5, on hexagons: to the third neighbor that comes later by
    /// rows, or by columns where these are shifted. Bits off the grid are left out.
    Passages = 3,
}

/// How two cells can be passed between that share a side.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarPassage {
    /// Both ways, as on a new grid.
    Open = 0,
    /// A wall: neither way.
    Wall = 1,
    /// From the first cell to the second one only.
    OneWay = 2,
    /// From the second cell to the first one only.
    OneWayBack = 3,
}

/// A side of a rectangle: where x is larger than in it.
pub const GRIDSTAR_SIDE_RIGHT: u32 = 1;

/// Where x is smaller.
pub const GRIDSTAR_SIDE_LEFT: u32 = 2;

/// Where y is larger.
pub const GRIDSTAR_SIDE_UP: u32 = 4;

/// Where y is smaller.
pub const GRIDSTAR_SIDE_DOWN: u32 = 8;

/// The plane of a grid in the world.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarPlane {
    /// Columns along the world's x axis, rows along z: the ground of a 3D world.
    Xz = 0,
    /// Columns along the world's x axis, rows along y: a 2D world.
    Xy = 1,
}

/// How the cells of a grid lie: x is the column and y the row in each layout. Shifted rows or columns of hexagons lie
/// half a cell towards larger coordinates.
///
/// On a hexagonal grid each step costs straight_cost. The rule is HEX and the engine A_STAR, which DEFAULT and AUTO
/// mean. OCTILE and MANHATTAN count steps. An agent has a size of 1, or of 3: a cell and its six neighbors. Way points
/// lie on lines of hexagons.
///
/// UNSUPPORTED_LAYOUT is the answer to other rules, engines and sizes, to the path forms STRAIGHTENED and ANY_ANGLE, to
/// gridstar_grid_linecast, gridstar_field_get_border, gridstar_grid_get_cell_corner and gridstar_grid_get_agent_size,
/// to agents of size 3 in reservations, and to floors with hexagons and squares.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarLayout {
    /// Squares in rows and columns.
    Square = 0,
    /// Hexagons with a corner on top. Rows with an odd y are shifted.
    HexOddRows = 1,
    /// Hexagons with a corner on top. Rows with an even y are shifted.
    HexEvenRows = 2,
    /// Hexagons with a side on top. Columns with an odd x are shifted.
    HexOddColumns = 3,
    /// Hexagons with a side on top. Columns with an even x are shifted.
    HexEvenColumns = 4,
}

/// When a diagonal step between two walkable cells is legal. It depends on the two cells beside the step, which share a
/// side with both its ends.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarDiagonalRule {
    /// In a grid def: ALWAYS, or HEX for a hexagonal grid. In a query def: the grid's rule.
    Default = 0,
    /// Always, even between two obstacles.
    Always = 1,
    /// If at most one of the two cells beside the step is an obstacle.
    AtMostOneBlocked = 2,
    /// If both cells beside the step are walkable. Paths cut no corners.
    BothFree = 3,
    /// Never: a cell has four neighbors.
    Never = 4,
    /// The only rule of hexagonal grids: a cell has six neighbors.
    Hex = 5,
}

/// Which open cell a search expands next, by g, its cost so far, and h, the heuristic's estimate of the rest. The path
/// costs at most this many times as much as an optimal one:
///
/// | order | heuristic | times |
/// | --- | --- | --- |
/// | A_STAR | MANHATTAN, but under NEVER | max(1, w * 2 * straight_cost / diagonal_cost) |
/// | A_STAR | any other | max(1, w), with w the heuristic_weight |
/// | DIJKSTRA | any | 1 |
/// | GREEDY_BEST_FIRST | any | no bound |
///
/// A weight above 1 makes long searches shorter, on open maps many times. `bound` of a result tells how far its path
/// can be from optimal.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarOrder {
    /// In a grid def: A_STAR. In a query def: the grid's order.
    Default = 0,
    /// A*: the smallest g + heuristic_weight * h.
    AStar = 1,
    /// Dijkstra: the smallest g. The heuristic only breaks ties.
    Dijkstra = 2,
    /// Greedy best-first search: the smallest h.
    GreedyBestFirst = 3,
}

/// How a search estimates the remaining cost to the goal. All but MANHATTAN never overestimate.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarHeuristic {
    /// In a grid def: OCTILE. In a query def: the grid's heuristic.
    Default = 0,
    /// The exact cost on a grid without obstacles, under the query's rule and costs.
    Octile = 1,
    /// The cost by straight steps only. Where diagonal steps are allowed, it overestimates.
    Manhattan = 2,
    /// The straight-line distance times the smaller of straight_cost and diagonal_cost / sqrt(2).
    Euclidean = 3,
    /// straight_cost times the larger of the remaining columns and rows.
    Chebyshev = 4,
    /// 0 for every cell.
    Zero = 5,
}

/// How a grid answers its queries. All engines find paths of the same cost; of several such paths, they may return
/// different ones. Where an engine does not serve a query, A* over cells answers, and the result says so.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarEngine {
    /// The best engine without landmarks for the query and what gridstar_grid_prepare_query has prepared. In a result:
    /// no search was needed.
    Auto = 0,
    /// A* over cells.
    AStar = 1,
    /// A* over jump points, the cells where an optimal path may have to turn. Serves A_STAR with OCTILE (or MANHATTAN
    /// under NEVER) and a weight from 1 up, without penalties; for a profile with different multipliers, only with the
    /// grid's costs and the charge MEAN. Takes up to 2.5 bytes per cell and diagonal rule.
    JumpPoints = 2,
    /// Jump points with estimates by eight landmarks, measured under the grid's rule and costs: 16 bytes a cell, on at
    /// most 2^26 cells. Of equal paths, earlier queries may decide. Jump points alone answer a rule or costs
    /// that allow cheaper paths, and a blocked start.
    Landmarks = 3,
    /// Only in results: the search for the path form ANY_ANGLE. A grid can't have this engine.
    AnyAngle = 4,
}

/// Which multipliers of a profile a step counts.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarCharge {
    /// The mean of both cells that the step joins. A path costs the same in both directions.
    Mean = 0,
    /// The multiplier of the cell that the step enters.
    Entered = 1,
}

/// Which cells of a path are written. The search is the same for all forms but ANY_ANGLE. A cell sees another if
/// gridstar_grid_linecast finds the line between them free.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarPathForm {
    /// CELLS.
    Default = 0,
    /// Each cell of the path.
    Cells = 1,
    /// The start, the cells at which the path turns, and the goal. Between them the path goes straight or diagonally.
    WayPoints = 2,
    /// The points of a string that is pulled tight along the path, over cells that charge the same: each point sees the
    /// next one. `cost` is the length of the lines times what their cells charge, times straight_cost.
    Straightened = 3,
    /// The cells at which an optimal path of straight lines at any angle turns, with both ends. Its cost is the length
    /// times straight_cost, times the profile's multiplier.
    ///
    /// UNSUPPORTED_QUERY: the rule NEVER, an order other than A_STAR, a weight other than 1, cells that charge
    /// differently, max_cost, max_cells and flags other than GRIDSTAR_QUERY_IGNORE_PENALTIES.
    AnyAngle = 4,
}

/// A flag of GridstarQueryDef: the grid's penalties cost the agent nothing.
pub const GRIDSTAR_QUERY_IGNORE_PENALTIES: u32 = 1;

/// A flag of GridstarQueryDef: if the goal can't be reached, is blocked or lies outside the grid, the answer is
/// PARTIAL_PATH, with an optimal path to the reachable cell nearest to it. Of equally near cells, the one that is
/// cheapest to reach comes first. The start is reachable.
pub const GRIDSTAR_QUERY_PARTIAL_PATH: u32 = 2;

/// A flag of GridstarQueryDef: a path from a blocked start first leaves the obstacle by its cheapest crossing of
/// blocked cells, whose steps cost their length and may be diagonal unless the rule is NEVER.
pub const GRIDSTAR_QUERY_LEAVE_BLOCKED: u32 = 4;

/// The largest radius of a search for the nearest cell, in cells.
pub const GRIDSTAR_MAX_RADIUS: u32 = 32768;

/// The largest agent, in cells.
pub const GRIDSTAR_MAX_AGENT_SIZE: u32 = 16;

const _: () = assert!(GRIDSTAR_MAX_AGENT_SIZE == MAX_AGENT_SIZE as u32);

/// The state of a cell in a search.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarSearchCellState {
    /// Not reached, or an obstacle.
    Unseen = 0,
    /// Reached, and in the open list.
    Open = 1,
    /// Expanded. A cell is expanded once.
    Closed = 2,
}

/// Effect of an expansion on a cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarSearchChangeKind {
    /// The cell was expanded and is closed now. The changes up to the next EXPANDED are the effects of this expansion.
    Expanded = 1,
    /// The cell was reached for the first time and is open now.
    Added = 2,
    /// A cheaper path to an open cell was found. Its g and its parent are new.
    Improved = 3,
}

/// How the weighted costs of several fields become one value of a cell: see gridstar_field_combine.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarFieldOperation {
    /// Their sum.
    Sum = 0,
    /// The smallest.
    Minimum = 1,
    /// The largest.
    Maximum = 2,
}

/// A value that callers name by the number of its twin in an enum of the ABI.
pub(crate) trait Numbered: Sized {
    fn of_number(number: u32) -> Result<Self, GridstarStatus>;
    fn number(self) -> u32;
}

/// Twins by value, and the status of a number without a twin.
macro_rules! twins {
    ($($inner:ident, $outer:ident { $($value:ident),* } else $mistake:ident)*) => {
        $(impl Numbered for $inner {
            #[inline(always)]
            fn of_number(number: u32) -> Result<Self, GridstarStatus> {
                match number {
                    $(n if n == $outer::$value as u32 => Ok(Self::$value),)*
                    _ => Err(GridstarStatus::$mistake),
                }
            }

            fn number(self) -> u32 {
                match self {
                    $(Self::$value => $outer::$value as u32,)*
                }
            }
        })*
    };
}

twins! {
    CellData, GridstarCellPlane { Types, Penalties, Covers, Passages } else UnknownPlane
    Passage, GridstarPassage { Open, Wall, OneWay, OneWayBack } else BadPassage
    CellState, GridstarSearchCellState { Unseen, Open, Closed } else BadFlag
    ChangeKind, GridstarSearchChangeKind { Expanded, Added, Improved } else BadFlag
    Combination, GridstarFieldOperation { Sum, Minimum, Maximum } else BadFlag
    Charge, GridstarCharge { Mean, Entered } else UnknownCharge
    DiagonalRule, GridstarDiagonalRule { Always, AtMostOneBlocked, BothFree, Never } else UnknownDiagonalRule
    Engine, GridstarEngine { Auto, AStar, JumpPoints, Landmarks, AnyAngle } else UnknownEngine
    Layout, GridstarLayout { Square, HexOddRows, HexEvenRows, HexOddColumns, HexEvenColumns } else UnknownLayout
    Heuristic, GridstarHeuristic { Octile, Manhattan, Euclidean, Chebyshev, Zero } else UnknownHeuristic
    Order, GridstarOrder { AStar, Dijkstra, GreedyBestFirst } else UnknownOrder
    PathForm, GridstarPathForm { Cells, WayPoints, Straightened, AnyAngle } else UnknownPathForm
    Plane, GridstarPlane { Xz, Xy } else UnknownPlane
}

/// The value that a def names. 0 leaves it open.
#[inline(always)]
pub(crate) fn or_default<T: Numbered>(number: u32, default: T) -> Result<T, GridstarStatus> {
    if number == 0 { Ok(default) } else { T::of_number(number) }
}

/// The rule for squares that a def names. 0 leaves it open.
#[inline(always)]
pub(crate) fn rule_or_default(number: u32, default: DiagonalRule) -> Result<DiagonalRule, GridstarStatus> {
    match number {
        0 => Ok(default),
        number if number == GridstarDiagonalRule::Hex as u32 => Err(GridstarStatus::UnsupportedLayout),
        number => DiagonalRule::of_number(number),
    }
}

/// Checks the rule that a def names for hexagons. 0 leaves it open.
pub(crate) fn check_hexagon_rule(number: u32) -> Result<(), GridstarStatus> {
    match number {
        0 => Ok(()),
        number if number == GridstarDiagonalRule::Hex as u32 => Ok(()),
        number => DiagonalRule::of_number(number).and(Err(GridstarStatus::UnsupportedLayout)),
    }
}

/// The engine of a grid.
pub(crate) fn engine(number: u32) -> Result<Engine, GridstarStatus> {
    match Engine::of_number(number)? {
        Engine::AnyAngle => Err(GridstarStatus::UnknownEngine),
        engine => Ok(engine),
    }
}

/// Whether a query's flags have one of them.
pub(crate) fn has_flag(flags: u32, flag: u32) -> Result<bool, GridstarStatus> {
    const ALL: u32 = GRIDSTAR_QUERY_IGNORE_PENALTIES | GRIDSTAR_QUERY_PARTIAL_PATH | GRIDSTAR_QUERY_LEAVE_BLOCKED;
    if flags & !ALL == 0 { Ok(flags & flag != 0) } else { Err(GridstarStatus::BadFlag) }
}

/// A radius in cells.
pub(crate) fn radius(number: i32) -> Result<u32, GridstarStatus> {
    u32::try_from(number).ok().filter(|&radius| radius <= GRIDSTAR_MAX_RADIUS).ok_or(GridstarStatus::BadRadius)
}

/// The most that a path may cost; `None` for 0.
pub(crate) fn max_cost(cost: f64) -> Result<Option<f64>, GridstarStatus> {
    match cost {
        0.0 => Ok(None),
        cost if cost.is_finite() && cost > 0.0 => Ok(Some(cost)),
        _ => Err(GridstarStatus::BadCostLimit),
    }
}

pub(crate) fn penalty(number: u32) -> Result<u8, GridstarStatus> {
    u8::try_from(number).map_err(|_| GridstarStatus::BadPenalty)
}

pub(crate) fn cell_type(number: u32) -> Result<CellType, GridstarStatus> {
    u8::try_from(number).map(CellType).map_err(|_| GridstarStatus::BadCellType)
}

/// 0 or 1.
pub(crate) fn flag(number: u32) -> Result<bool, GridstarStatus> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(GridstarStatus::BadFlag),
    }
}
