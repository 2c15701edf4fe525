namespace GridStar
{
    /// <summary>What an expansion did to a cell.</summary>
    public enum SearchChangeKind
    {
        /// <summary>It was expanded, and is closed from now on. What follows until the next one is what this has done.</summary>
        Expanded = 1,

        /// <summary>It was reached for the first time, and is open now.</summary>
        Added = 2,

        /// <summary>It was open and still is; a cheaper way to it was found: its g and its parent are new.</summary>
        Improved = 3,
    }
}
