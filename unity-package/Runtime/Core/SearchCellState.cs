namespace GridStar
{
    /// <summary>How far a search has come with a cell.</summary>
    public enum SearchCellState
    {
        /// <summary>No expanded cell is next to it, or it is an obstacle.</summary>
        Unseen = 0,

        /// <summary>It was reached, and waits to be expanded.</summary>
        Open = 1,

        /// <summary>It was expanded. It never is again.</summary>
        Closed = 2,
    }
}
