using System;

namespace GridStar
{
    /// <summary>The first cells of many paths, read from a field in one pass. A warm pass allocates nothing.</summary>
    internal sealed class FieldSteps
    {
        /// <summary>Cells of a path, the first one included.</summary>
        internal const int Most = PathTracker.CellsOfField;

        private const int FirstPaths = 96;

        private SearchRequest[] _requests = new SearchRequest[FirstPaths];
        private GridCell[] _here = new GridCell[FirstPaths];
        private FieldCell[] _next = new FieldCell[FirstPaths];
        private int[] _lengths = new int[FirstPaths];
        private double[] _costs = new double[FirstPaths];

        internal int Count { get; private set; }

        /// <summary>The paths' cells; each path begins at a multiple of <see cref="Most"/>.</summary>
        internal GridCell[] Cells { get; private set; } = new GridCell[FirstPaths * Most];

        internal SearchRequest RequestAt(int index) => _requests[index];

        internal double CostAt(int index) => _costs[index];

        internal int LengthAt(int index) => _lengths[index];

        internal void Begin()
        {
            // So that nothing keeps a tracker alive.
            Array.Clear(_requests, 0, Count);
            Count = 0;
        }

        internal void Add(SearchRequest request)
        {
            if (Count == _requests.Length)
            {
                int length = 2 * Count;
                Array.Resize(ref _requests, length);
                _here = new GridCell[length];
                _next = new FieldCell[length];
                _lengths = new int[length];
                _costs = new double[length];
                Cells = new GridCell[length * Most];
            }
            _requests[Count] = request;
            Count++;
        }

        /// <summary>Finds the paths of all requests.</summary>
        internal void Find(PathField field)
        {
            GridCell[] cells = Cells;
            for (int i = 0; i < Count; i++)
            {
                _here[i] = _requests[i].From.Cell;
                cells[i * Most] = _here[i];
            }
            field.GetSteps(_here, Count, _next);
            for (int i = 0; i < Count; i++)
            {
                _costs[i] = _next[i].Cost;
                _lengths[i] = 1;
            }
            for (int step = 2; TakeSteps() && step < Most; step++)
            {
                field.GetSteps(_here, Count, _next);
            }
        }

        /// <summary>
        /// Adds a cell to each path that goes on. Returns whether there is one. A path that has ended may go on after
        /// all: a thread may have moved the field's goal between two calls.
        /// </summary>
        private bool TakeSteps()
        {
            GridCell[] cells = Cells;
            bool goesOn = false;
            for (int i = 0; i < Count; i++)
            {
                GridCell next = _next[i].Cell;
                if (next.X != _here[i].X || next.Y != _here[i].Y)
                {
                    _here[i] = next;
                    cells[i * Most + _lengths[i]] = next;
                    _lengths[i]++;
                    goesOn = true;
                }
            }
            return goesOn;
        }
    }
}
