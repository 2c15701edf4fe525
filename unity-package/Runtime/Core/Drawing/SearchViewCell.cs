namespace GridStar
{
    /// <summary>How a cell is shown by a <see cref="SearchView"/>; <see cref="SearchView.GetText"/> has its text.</summary>
    public struct SearchViewCell
    {
        internal SearchViewCell(SearchCell cell, SearchViewKind kind, bool isOnPath)
        {
            Search = cell;
            Kind = kind;
            IsOnPath = isOnPath;
        }

        /// <summary>How the search stands with it.</summary>
        public SearchCell Search { get; }

        /// <summary>What decides its color; see <see cref="SearchPalette"/>.</summary>
        public SearchViewKind Kind { get; }

        /// <summary>Whether it belongs to the part of the path that is laid, the start among it.</summary>
        public bool IsOnPath { get; }

        /// <summary>Whether it gets the mark of closed cells, by which they are known without their color.</summary>
        public bool IsClosed
        {
            get { return Search.State == SearchCellState.Closed; }
        }

        /// <summary>Whether it gets an arrow, which points to the cell it was reached from.</summary>
        public bool HasArrow
        {
            get { return Search.HasParent; }
        }

        /// <summary>Where the arrow points, in columns: -1, 0 or 1.</summary>
        public int ArrowDx
        {
            get { return Search.ParentDx; }
        }

        /// <summary>The same, in rows.</summary>
        public int ArrowDy
        {
            get { return Search.ParentDy; }
        }
    }
}
