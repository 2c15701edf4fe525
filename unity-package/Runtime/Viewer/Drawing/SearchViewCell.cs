namespace GridStar
{
    /// <summary>
    /// How a <see cref="SearchView"/> shows a cell. <see cref="SearchView.GetText"/> returns its text.
    /// </summary>
    public struct SearchViewCell
    {
        internal SearchViewCell(SearchCell cell, SearchViewKind kind, bool isOnPath)
        {
            Search = cell;
            Kind = kind;
            IsOnPath = isOnPath;
        }

        /// <summary>The cell's state in the search, with its costs.</summary>
        public SearchCell Search { get; }

        /// <summary>Kind that decides the cell's color; see <see cref="SearchPalette"/>.</summary>
        public SearchViewKind Kind { get; }

        /// <summary>Whether the cell lies on the laid part of the path. The start counts as laid.</summary>
        public bool IsOnPath { get; }

        /// <summary>Whether to draw the mark of closed cells, which tells them apart without color.</summary>
        public bool IsClosed => Search.State == SearchCellState.Closed;

        /// <summary>Whether to draw an arrow from this cell to its parent.</summary>
        public bool HasArrow => Search.HasParent;

        /// <summary>The arrow's direction in columns: -1, 0 or 1.</summary>
        public int ArrowDx => Search.ParentDx;

        /// <summary>The arrow's direction in rows: -1, 0 or 1.</summary>
        public int ArrowDy => Search.ParentDy;
    }
}
