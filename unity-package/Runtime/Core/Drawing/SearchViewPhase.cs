namespace GridStar
{
    /// <summary>What the next step of a <see cref="SearchView"/> does.</summary>
    public enum SearchViewPhase
    {
        /// <summary>It expands a cell.</summary>
        Searching = 0,

        /// <summary>It lays the next cell of the path.</summary>
        LayingPath = 1,

        /// <summary>Nothing: the path is laid, or there is none.</summary>
        Ended = 2,
    }
}
