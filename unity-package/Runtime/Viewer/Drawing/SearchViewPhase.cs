namespace GridStar
{
    /// <summary>Effect of the next step of a <see cref="SearchView"/>.</summary>
    public enum SearchViewPhase
    {
        /// <summary>The step expands a cell.</summary>
        Searching = 0,

        /// <summary>The step lays the next cell of the path.</summary>
        LayingPath = 1,

        /// <summary>The step does nothing: the path is laid, or there is none.</summary>
        Ended = 2,
    }
}
