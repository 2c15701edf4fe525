//! The enums of the ABI. Callers pass them as `uint32_t`, so that a function here checks every value.

use super::status::GridstarStatus;
use crate::field::Combination;
use crate::grid::{CellData, CellType, Layout, MAX_SIDE, Plane};
use crate::index::Engine;
use crate::movement::{Charge, DiagonalRule, Heuristic, MAX_AGENT_SIZE};
use crate::search::{CellState, ChangeKind, Order, PathForm};

/// The largest width and height of a grid, in cells.
pub const GRIDSTAR_MAX_SIDE: u32 = 16384;

const _: () = assert!(GRIDSTAR_MAX_SIDE == MAX_SIDE);

/// The type of a cell: 0 <= type <= 255, one byte per cell in buffers. The numbers from 2 up belong to the game: grass,
/// road, water, a door of team 2. Without a profile, cells of these types are walkable.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarCellType {
    /// Walkable: a path may enter the cell, unless a profile blocks the type.
    Walkable = 0,
    /// An obstacle: no path enters the cell, unless a profile gives the type a multiplier.
    Obstacle = 1,
}

const _: () = assert!(GridstarCellType::Walkable as u32 == CellType::WALKABLE.0 as u32);
const _: () = assert!(GridstarCellType::Obstacle as u32 == CellType::OBSTACLE.0 as u32);

/// A plane of cells: one byte for each cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarCellPlane {
    /// The types of cells: see GridstarCellType. All cells of a new grid are walkable.
    Types = 0,
    /// Extra costs of cells, such as danger or crowding, in 1/16 of a straight step: 0 <= penalty <= 255, and 0 on a
    /// new grid. A penalty is charged like a multiplier: half by a step that leaves the cell and half by a step that
    /// enters it, times the step's length. A query with GRIDSTAR_QUERY_IGNORE_PENALTIES ignores penalties.
    ///
    /// While one penalty is not 0, the grid takes 1 byte more per cell, and 5 more for each profile and size that its
    /// queries use, and A* over cells answers its queries, with estimates by landmarks if the engine is LANDMARKS. Once
    /// all penalties are 0 again, the grid is as one that never had any. Edits of penalties leave all derived data as
    /// it is.
    Penalties = 1,
    /// How many covers the cells have; 255 stands for 255 and more. Covers change by gridstar_cover_set_rects and can
    /// only be read here.
    Covers = 2,
}

/// The plane of a grid in the world.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarPlane {
    /// Columns along the world's x axis, rows along z: the ground of a 3D world.
    Xz = 0,
    /// Columns along the world's x axis, rows along y: a 2D world.
    Xy = 1,
}

/// How the cells of a grid lie. Hexagonal grids keep the coordinates of the game: x is the column and y the row of a
/// cell, and half of the rows or columns are shifted by half a cell towards larger coordinates.
///
/// On a hexagonal grid:
///
/// - A cell has six neighbors. Each step to a walkable one is legal and costs straight_cost; diagonal_cost must be
///   legal and does not count. A path costs as little as any.
/// - The diagonal rule is HEX, which DEFAULT means. Other rules are refused, as HEX is on a grid of squares.
/// - The engine is A_STAR, which AUTO means: A* over cells answers. Other engines are refused. Where all cells cost the
///   same, an optimal search with the heuristic OCTILE tries one of several equally cheap paths; of cells with equal f
///   it takes the one that was reached later. A stepper may then find another path of the same cost.
/// - OCTILE and MANHATTAN are the number of steps without obstacles, EUCLIDEAN is the distance between centers of
///   cells, and CHEBYSHEV is what it is on squares. None overestimates.
/// - Distances between cells are those between their centers, where neighbors are 1 apart: in partial paths,
///   gridstar_grid_find_nearest and its like.
/// - Agents have a size of 1, or of 3: the cell in the middle and its six neighbors. The cell in the middle stands for
///   the agent, where it is the lowest cell on squares. Other sizes are refused.
/// - Way points lie on lines of hexagons. gridstar_grid_check_path takes points for such lines, in each of the six
///   directions.
///
/// UNSUPPORTED_LAYOUT is the answer to these: the path forms STRAIGHTENED and ANY_ANGLE, gridstar_grid_linecast, agents
/// of size 3 in reservations, floors of which some are hexagonal and some are not, gridstar_field_get_border,
/// gridstar_grid_get_cell_corner and gridstar_grid_get_agent_size. All else is as on squares. For where hexagons lie in
/// the world, see gridstar_grid_set_place.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarLayout {
    /// Squares in rows and columns.
    Square = 0,
    /// Hexagons with a corner on top, in rows. Rows with an odd y are shifted towards larger x.
    HexOddRows = 1,
    /// Hexagons with a corner on top, in rows. Rows with an even y are shifted towards larger x.
    HexEvenRows = 2,
    /// Hexagons with a side on top, in columns. Columns with an odd x are shifted towards larger y.
    HexOddColumns = 3,
    /// Hexagons with a side on top, in columns. Columns with an even x are shifted towards larger y.
    HexEvenColumns = 4,
}

/// When a diagonal step is legal. It depends on the two cells beside the step, which share a side with both its ends.
/// Every step must also end on a walkable cell.
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
    /// The only rule of hexagonal grids: a cell has six neighbors. See GridstarLayout.
    Hex = 5,
}

/// The search algorithm: which open cell is expanded next. g is the cost so far, h the heuristic's estimate of the
/// remaining cost. Ties go to the smaller h, then to the cell that was reached later. No cell is expanded twice.
///
/// The cost of the path, compared with an optimal path:
///
/// | order | heuristic | heuristic_weight | cost of the path |
/// | --- | --- | --- | --- |
/// | A_STAR | OCTILE, EUCLIDEAN, CHEBYSHEV, ZERO | up to 1 | optimal |
/// | A_STAR | OCTILE, EUCLIDEAN, CHEBYSHEV, ZERO | w > 1 | at most w times optimal |
/// | A_STAR | MANHATTAN, rule NEVER | w | as OCTILE, which it equals there |
/// | A_STAR | MANHATTAN, other rules | w | at most max(1, w * 2 * straight_cost / diagonal_cost) times optimal |
/// | DIJKSTRA | any | any | optimal |
/// | GREEDY_BEST_FIRST | any | any | no bound; the path is legal |
///
/// The grid's engine answers queries by A_STAR with OCTILE (or MANHATTAN under the rule NEVER) and a weight of 1 or
/// more. A* over cells answers all others, and weights above 1 on grids with penalties.
///
/// A weight above 1 makes long searches shorter: on a map of 8192 x 8192 cells, 10 % of them blocked at random, a
/// weight of 1.1 takes about a fiftieth of the expansions, and the path costs 2 to 4 % more than an optimal one. Where
/// ways cost much more than their estimates, as in mazes, a search notices early that the weight gains nothing, and an
/// optimal search answers. A path is found exactly if there is one. With a limit of cost, it is found exactly if one
/// within the limit exists. `bound` of a result tells how far the path that was found can be from optimal, often less
/// than the weight allows.
///
/// Sources: A*: Hart, Nilsson and Raphael, 1968. Weighted A*: Pohl, 1970; the bound without expanding a cell twice:
/// Likhachev, Gordon and Thrun, 2003; the order below a weight of 1.25: Chen and Sturtevant, 2021. Dijkstra, 1959.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarOrder {
    /// In a grid def: A_STAR. In a query def: the grid's order.
    Default = 0,
    /// A*: the smallest g + heuristic_weight * h.
    AStar = 1,
    /// Dijkstra: the smallest g. The heuristic only breaks ties.
    Dijkstra = 2,
    /// Greedy best-first search: the smallest h. It expands few cells; the path can cost far more than an optimal one.
    GreedyBestFirst = 3,
}

/// How a search estimates the remaining cost to the goal. "Optimal" here means with the order A_STAR and a weight of at
/// most 1; GridstarOrder lists all combinations.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarHeuristic {
    /// In a grid def: OCTILE. In a query def: the grid's heuristic.
    Default = 0,
    /// The exact cost on a grid without obstacles, under the query's rule and costs. Paths are optimal.
    Octile = 1,
    /// The cost by straight steps only. Where diagonal steps are allowed, it overestimates: the search expands fewer
    /// cells, and the path can cost more than an optimal one.
    Manhattan = 2,
    /// The straight-line distance times the smaller of straight_cost and diagonal_cost / sqrt(2) (under NEVER: times
    /// straight_cost), so that it never overestimates. It is rounded down to whole cost units: with costs of 1 and 1.4
    /// a unit is 1/5 of a straight step. Paths are optimal.
    Euclidean = 3,
    /// straight_cost times the larger of the remaining columns and rows. Paths are optimal.
    Chebyshev = 4,
    /// 0 for every cell. Paths are optimal.
    Zero = 5,
}

/// How a grid answers its queries. All engines find paths of the same cost. Among several paths of that cost, engines
/// may return different ones. The number 5 is unknown: versions 0.3.0 to 0.3.4 had another engine by this number.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarEngine {
    /// The grid chooses for each query: jump points, or A* over cells where jump points do not apply. The choice
    /// depends on the query and on what the game has prepared, never on time, threads or earlier queries. AUTO never
    /// chooses landmarks, because of their memory. In a result: no search was needed.
    ///
    /// For a profile with different multipliers, AUTO searches over cells. It derives nothing that takes longer than a
    /// search, and uses what was prepared: once gridstar_grid_prepare_query has prepared jump points for the profile,
    /// they answer queries without a limit of expansions. The engines JUMP_POINTS and LANDMARKS derive them at the
    /// first such search.
    Auto = 0,
    /// A* over cells. Of derived data, it uses connected components only.
    AStar = 1,
    /// A* over jump points, the cells where an optimal path may have to turn. The first search under a diagonal rule
    /// derives them from the cells, and edits keep them current. Each rule in use takes 2.5 bytes per cell (BOTH_FREE:
    /// 2, NEVER: 1).
    ///
    /// A* over cells answers these queries instead:
    ///
    /// - An order other than A_STAR, a heuristic other than OCTILE (or MANHATTAN under NEVER), or a weight below 1.
    /// - The rule ALWAYS with diagonal_cost = 2 * straight_cost.
    /// - Paths of more than about 500,000 straight steps, if the ratio of the costs has a large denominator. With costs
    ///   of 1 and 1.4 no such limit exists.
    /// - Any query while the grid has penalties, unless the query ignores them. With a weight of 1, LANDMARKS help.
    /// - Profiles with different multipliers, if the query's costs are not the grid's, if the charge is ENTERED, or if
    ///   the path could cost 2^32 units: 1/3200 of a cost unit or more, by what divides all multipliers. Multipliers
    ///   that are all multiples of 1/10, or of 1/4, are reached by longer paths than others.
    ///
    /// Source: jump point search, Harabor and Grastien, 2011 and 2014.
    JumpPoints = 2,
    /// Jump points with better estimates: the distances from eight landmarks. The search expands fewer cells. Landmarks
    /// take 16 more bytes per cell, on grids of at most 2^26 cells. The first search or gridstar_grid_prepare measures
    /// them, under the grid's own rule and costs.
    ///
    /// Jump points alone answer these queries instead, and the result says so:
    ///
    /// - A diagonal rule that allows more steps than the grid's rule, or cheaper diagonal steps than the grid's.
    /// - A start that is an obstacle, without a profile that has different multipliers.
    /// - All queries while an edit has left the landmarks unusable: see gridstar_grid_prepare.
    ///
    /// Source: differential heuristics, Sturtevant, Felner, Barrer, Schaeffer and Burch, 2009.
    Landmarks = 3,
    /// Only in results: the search that answers queries with the path form ANY_ANGLE, whatever the grid's engine is. A
    /// grid can't have this engine.
    ///
    /// Source: Anya, Harabor, Grastien, Öz and Aksakalli, 2016.
    AnyAngle = 4,
}

/// Which multipliers of a profile a step counts.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarCharge {
    /// The mean of the multipliers of the two cells that the step joins. A path costs the same in both directions.
    Mean = 0,
    /// The multiplier of the cell that the step enters, for scripts that count in this way. A* over cells answers all
    /// queries.
    Entered = 1,
}

/// Which cells gridstar_grid_find_path and gridstar_grid_trace_path write as the path. The search is the same for all
/// forms but ANY_ANGLE. Cells between consecutive points are not written. Below, a cell sees another if
/// gridstar_grid_linecast finds the line between them free.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarPathForm {
    /// CELLS.
    Default = 0,
    /// Each cell of the path.
    Cells = 1,
    /// The start, the cells at which the path turns, and the goal. Between them the path goes straight or diagonally.
    /// `cost` is that of the path.
    WayPoints = 2,
    /// The points of a string that is pulled tight along the path. From the start on, each point is followed by the
    /// farthest later cell of the path that it sees, as long as the path goes back in neither x nor y on its way there.
    /// Each point sees the next one, and the string is never longer than the path. It need not be the shortest path at
    /// any angle.
    ///
    /// Where cells charge differently, by multipliers or penalties, a line replaces a part of the path only if all
    /// cells of the part charge the same, and all cells whose diamonds (see gridstar_grid_linecast) the line enters.
    /// Where the charge changes, the path keeps its steps.
    ///
    /// `cost` is the Euclidean length of all lines in cells, each times what its cells charge, times straight_cost; a
    /// kept step counts the mean of both cells, or the entered cell, as GridstarCharge says. diagonal_cost does not
    /// count: a diagonal step is sqrt(2) long. So `cost` can be above the cost of the path in CELLS if diagonal_cost is
    /// below sqrt(2) * straight_cost. Square roots are rounded to the nearest double and added from the start on, so
    /// that all platforms get the same number.
    Straightened = 3,
    /// The cells at which an optimal path of straight lines at any angle turns, with both ends. Another search finds
    /// it, over ground where all cells cost the same.
    ///
    /// - Each point sees the next one, but a blocked start is left by a step. The path is optimal among all paths of
    ///   such lines: from a walkable start it is no longer than a straightened one.
    /// - The cost is straight_cost times the length in cells, times the multiplier of the profile. The diagonal cost
    ///   and the heuristic do not matter. Lengths of lines are rounded up to a multiple of 2^-32 cells, and the path is
    ///   optimal in these lengths.
    /// - UNSUPPORTED_QUERY: the rule is NEVER, the order is not A_STAR, the weight is not 1, cells cost differently by
    ///   the profile or by penalties, or `max_cost`, `max_cells`, a partial path or a way out of an obstacle is asked
    ///   for.
    AnyAngle = 4,
}

/// A flag of GridstarQueryDef: the grid's penalties cost the agent nothing.
pub const GRIDSTAR_QUERY_IGNORE_PENALTIES: u32 = 1;

/// A flag of GridstarQueryDef: if the goal can't be reached, the answer is an optimal path to the reachable cell
/// nearest to the goal, with the status PARTIAL_PATH. See gridstar_grid_find_path. Steppers and floors refuse it
/// (UNSUPPORTED_QUERY).
pub const GRIDSTAR_QUERY_PARTIAL_PATH: u32 = 2;

/// A flag of GridstarQueryDef: if the start is blocked for the agent, the path first leaves the obstacle. See
/// gridstar_grid_find_path. Steppers, floors, plans of reservations and the path form ANY_ANGLE refuse it
/// (UNSUPPORTED_QUERY).
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
    /// The search has not reached the cell, or the cell is an obstacle.
    Unseen = 0,
    /// The cell was reached and is in the open list.
    Open = 1,
    /// The cell was expanded. It is never expanded again.
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
    CellData, GridstarCellPlane { Types, Penalties, Covers } else UnknownPlane
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
