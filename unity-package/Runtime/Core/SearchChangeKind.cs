namespace GridStar
{
    /// <summary>Effect of an expansion on a cell.</summary>
    public enum SearchChangeKind
    {
        // GridstarSearchChangeKind of gridstar.h.

        /// <summary>
        /// The cell was expanded and is now closed. Its expansion made the changes after this one, up to the next
        /// <see cref="Expanded"/>.
        /// </summary>
        Expanded = 1,

        /// <summary>The cell was reached for the first time and is now open.</summary>
        Added = 2,

        /// <summary>The search found a cheaper way to the open cell, which has a new g and a new parent.</summary>
        Improved = 3,
    }
}
