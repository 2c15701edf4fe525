//! The engine of a grid: which search answers its queries.

/// The search that answers a grid's queries.
///
/// All engines find paths of the same cost. Where several paths have this cost, engines can return different ones.
#[repr(u8)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The grid chooses: jump points, or A* for queries to which jump points don't apply.
    ///
    /// The choice follows from each query and from what the game has prepared, never from earlier queries. In weighted
    /// terrain, the grid searches over cells, or by jumps that the game has prepared. It never chooses landmarks, which
    /// take 16 bytes a cell.
    #[default]
    Auto = 0,
    /// A* over cells. Derives nothing from the map.
    AStar = 1,
    /// Jump points, derived at the first search and kept current through edits.
    JumpPoints = 2,
    /// Jump points, with estimates by landmarks for queries to which landmarks apply.
    Landmarks = 3,
    /// Lines at any angle. Only queries for such paths are answered this way, on any grid: no grid has this engine.
    AnyAngle = 4,
}
