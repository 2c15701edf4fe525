namespace GridStar
{
    /// <summary>How far a search has come with a cell.</summary>
    public enum SearchCellState
    {
        // GridstarSearchCellState of gridstar.h.

        /// <summary>The search has not reached the cell. Obstacles other than the start stay unseen.</summary>
        Unseen = 0,

        /// <summary>The cell is on the open list: it waits to be expanded.</summary>
        Open = 1,

        /// <summary>The cell is on the closed list: it was expanded, and is never expanded again.</summary>
        Closed = 2,
    }
}
