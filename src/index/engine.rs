//! Which search answers the queries of a grid.

/// What a grid's queries are answered with. All of them find paths of the same cost; which one of several equally cheap
/// paths comes back can differ.
#[repr(u8)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The grid chooses: jump points, and A* where they don't hold.
    ///
    /// The choice follows from each query alone, so that the same calls give the same paths whatever the threads do.
    /// Landmarks are not chosen by themselves: they take 16 bytes a cell.
    #[default]
    Auto = 0,
    /// A* over cells. Derives nothing from the map.
    AStar = 1,
    /// Jump points, derived at the first search and kept through edits.
    JumpPoints = 2,
    /// Jump points, with estimates by landmarks where these hold.
    Landmarks = 3,
}
