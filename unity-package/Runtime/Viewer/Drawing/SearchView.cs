using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Shows a search step by step or by the clock, then lays its path cell by cell. The view says what to show in each
    /// cell and beside the map. It draws nothing, so that scenes, pictures and tests share it.
    /// </summary>
    /// <remarks>
    /// <para>Meant for maps small enough to look at: the view takes about 60 bytes a cell, besides its
    /// <see cref="SearchStepper"/>.</para>
    /// <para>Once warm, a view allocates only the texts that have changed. One thread at a time.</para>
    /// <para>Members that search throw <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, and
    /// <see cref="OutOfMemoryException"/> without enough memory.</para>
    /// </remarks>
    public sealed partial class SearchView : IDisposable
    {
        private readonly PathGrid _grid;
        private readonly PathQuery _query;
        private readonly SearchCell[] _cells;

        /// <summary>Effect of the last step on each cell: a number of <see cref="SearchChangeKind"/>, or 0.</summary>
        private readonly byte[] _changeOf;
        private readonly bool[] _isOnPath;
        private readonly List<SearchChange> _changes = new List<SearchChange>();
        private readonly List<GridCell> _path = new List<GridCell>();
        private double _stepsPerSecond = 5.0;
        private double _secondsPerPathCell = 0.2;

        /// <summary>Seconds since the clock's last step.</summary>
        private double _waited;

        /// <summary>Begins a search and shows it before the first expansion.</summary>
        /// <param name="grid">The grid to search. Disposing the view does not dispose it.</param>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        public SearchView(PathGrid grid, GridCell start, GridCell goal, PathQuery query = default(PathQuery))
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            _grid = grid;
            _query = query;
            Start = start;
            Goal = goal;
            Width = grid.Width;
            Height = grid.Height;
            _cells = new SearchCell[Width * Height];
            _changeOf = new byte[_cells.Length];
            _isOnPath = new bool[_cells.Length];
            _texts = new string[_cells.Length];
            Restart();
        }

        /// <summary>Number of columns.</summary>
        public int Width { get; }

        /// <summary>Number of rows.</summary>
        public int Height { get; }

        /// <summary>The first cell of the path.</summary>
        public GridCell Start { get; }

        /// <summary>The last cell of the path.</summary>
        public GridCell Goal { get; }

        /// <summary>The search on display. Read it freely, but let the view advance it.</summary>
        public SearchStepper Stepper { get; private set; }

        /// <summary>
        /// Changes with each change of the picture. Redraw when it differs from the number of your last drawing.
        /// </summary>
        public int Version { get; private set; }

        /// <summary>Effect of the next <see cref="Step"/>.</summary>
        public SearchViewPhase Phase { get; private set; }

        /// <summary>How the search ended; <see cref="PathReason.StillRunning"/> until then.</summary>
        public PathReason Reason { get; private set; }

        /// <summary>
        /// Whether <see cref="Update"/> expands cells. <see cref="Update"/> lays a found path either way.
        /// </summary>
        public bool IsPlaying { get; set; }

        /// <summary>
        /// Cells that <see cref="Update"/> expands in a second while <see cref="IsPlaying"/>: above 0. Default: 5.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is 0, negative, NaN or infinite.</exception>
        public double StepsPerSecond
        {
            get => _stepsPerSecond;
            set => _stepsPerSecond = AboveZero(value);
        }

        /// <summary>Seconds between two cells of the path in <see cref="Update"/>: above 0. Default: 0.2.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is 0, negative, NaN or infinite.</exception>
        public double SecondsPerPathCell
        {
            get => _secondsPerPathCell;
            set => _secondsPerPathCell = AboveZero(value);
        }

        /// <summary>Number of expanded cells.</summary>
        public int Expansions { get; private set; }

        /// <summary>Number of cells on the open list.</summary>
        public int OpenCount { get; private set; }

        /// <summary>Number of cells on the closed list.</summary>
        public int ClosedCount => Expansions;

        /// <summary>
        /// Number of cells that the last step added to the open list; 0 after <see cref="Finish"/> and while the path
        /// is laid.
        /// </summary>
        public int AddedCount { get; private set; }

        /// <summary>Number of open cells to which the last step found a cheaper way.</summary>
        public int ImprovedCount { get; private set; }

        /// <summary>Number of the path's cells without the start; 0 until the path is found.</summary>
        public int PathPoints { get; private set; }

        /// <summary>Number of the path's cells laid so far, without the start.</summary>
        public int LaidPoints { get; private set; }

        /// <summary>Cost of the path; 0 until it is found.</summary>
        public double PathCost { get; private set; }

        /// <summary>Contents of a cell to draw.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public SearchViewCell this[GridCell cell]
        {
            get
            {
                int index = IndexOf(cell);
                return new SearchViewCell(_cells[index], KindOf(index), _isOnPath[index]);
            }
        }

        /// <summary>Begins the same search again on the grid as it is now, and pauses.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed. The view stays as it was.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory. The view stays as it was.</exception>
        public void Restart()
        {
            SearchStepper stepper = _grid.BeginSearch(Start, Goal, _query);
            Dispose();
            Stepper = stepper;
            Title = WriteTitle();
            _waited = 0.0;
            IsPlaying = false;
            Phase = SearchViewPhase.Searching;
            Reason = PathReason.StillRunning;
            Array.Clear(_isOnPath, 0, _isOnPath.Length);
            PathPoints = 0;
            LaidPoints = 0;
            PathCost = 0.0;
            Stepper.GetChanges(_changes);
            // A search can end without a step: with a blocked goal, an end outside the grid, or the goal as start.
            TakeEnd(Stepper.Advance(0));
            ReadAll();
        }

        /// <summary>Expands one cell, or lays the next cell of the path.</summary>
        /// <returns>False if the view had ended already; nothing changed then.</returns>
        /// <exception cref="OutOfMemoryException">Not enough memory. Nothing changed.</exception>
        public bool Step()
        {
            switch (Phase)
            {
                case SearchViewPhase.Searching:
                    PathReason reason = Stepper.Advance(1);
                    ForgetChanges();
                    Stepper.GetChanges(_changes);
                    TakeEnd(reason);
                    ReadChanges();
                    return true;
                case SearchViewPhase.LayingPath:
                    ForgetChanges();
                    Lay(LaidPoints + 1);
                    Version++;
                    return true;
                default:
                    return false;
            }
        }

        /// <summary>Runs the search to its end and lays the whole path at once.</summary>
        public void Finish()
        {
            if (Phase == SearchViewPhase.Ended)
            {
                return;
            }
            if (Phase == SearchViewPhase.Searching)
            {
                TakeEnd(Stepper.Advance(int.MaxValue));
            }
            ForgetChanges();
            Lay(PathPoints);
            ReadAll();
        }

        /// <summary>
        /// Advances the view by the clock: call it once a frame. It expands <see cref="StepsPerSecond"/> cells a second
        /// while <see cref="IsPlaying"/>, and lays a found path whether it plays or not.
        /// </summary>
        /// <param name="seconds">Seconds since the last call: finite, at least 0.</param>
        /// <returns>Whether the picture changed.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="seconds"/> is negative, NaN or
        /// infinite.</exception>
        public bool Update(double seconds)
        {
            if (!(seconds >= 0.0) || double.IsInfinity(seconds))
            {
                throw new ArgumentOutOfRangeException(nameof(seconds), seconds, "Must be finite and at least 0.");
            }
            int before = Version;
            _waited += seconds;
            while (IsMoving && _waited >= SecondsToNextStep)
            {
                _waited -= SecondsToNextStep;
                Step();
            }
            if (!IsMoving)
            {
                _waited = 0.0;
            }
            return Version != before;
        }

        /// <summary>Frees the native search. The picture stays, and the grid is not disposed.</summary>
        public void Dispose() => Stepper?.Dispose();

        private bool IsMoving
            => Phase == SearchViewPhase.LayingPath || (Phase == SearchViewPhase.Searching && IsPlaying);

        private double SecondsToNextStep
            => Phase == SearchViewPhase.LayingPath ? _secondsPerPathCell : 1.0 / _stepsPerSecond;

        /// <summary>Takes over the outcome once the search has ended.</summary>
        private void TakeEnd(PathReason reason)
        {
            Reason = reason;
            if (reason == PathReason.StillRunning)
            {
                return;
            }
            PathResult result = Stepper.Finish(_path);
            PathPoints = Math.Max(0, _path.Count - 1);
            PathCost = result.Cost;
            Lay(0);
        }

        /// <summary>
        /// Lays the path's first cells: the start and as many cells after it as given. All cells laid end the view.
        /// </summary>
        private void Lay(int points)
        {
            for (int i = 0; i < _path.Count && i <= points; i++)
            {
                _isOnPath[IndexOf(_path[i])] = true;
            }
            LaidPoints = points;
            Phase = points < PathPoints ? SearchViewPhase.LayingPath : SearchViewPhase.Ended;
        }

        /// <summary>Shows the cells of the last step as plain open or closed ones from now on.</summary>
        private void ForgetChanges()
        {
            foreach (SearchChange change in _changes)
            {
                _changeOf[IndexOf(change.Cell)] = 0;
            }
            _changes.Clear();
            AddedCount = 0;
            ImprovedCount = 0;
        }

        private void ReadAll()
        {
            Stepper.GetCells(0, 0, Width, Height, _cells);
            Array.Clear(_texts, 0, _texts.Length);
            Array.Clear(_changeOf, 0, _changeOf.Length);
            ReadChanges();
        }

        /// <summary>Reads the cells that the last step touched, and the counts.</summary>
        private void ReadChanges()
        {
            AddedCount = 0;
            ImprovedCount = 0;
            foreach (SearchChange change in _changes)
            {
                int index = IndexOf(change.Cell);
                _cells[index] = Stepper.GetCell(change.Cell);
                _texts[index] = null;
                _changeOf[index] = (byte)change.Kind;
                AddedCount += change.Kind == SearchChangeKind.Added ? 1 : 0;
                ImprovedCount += change.Kind == SearchChangeKind.Improved ? 1 : 0;
            }
            Expansions = Stepper.Expansions;
            OpenCount = Stepper.OpenCount;
            Version++;
        }

        private SearchViewKind KindOf(int index)
        {
            SearchCell cell = _cells[index];
            if (cell.Cell == Start || cell.Cell == Goal)
            {
                return cell.Cell == Start ? SearchViewKind.Start : SearchViewKind.Goal;
            }
            // A profile can open obstacles: a reached one is shown like any other cell.
            if (cell.Type == CellType.Obstacle && cell.State == SearchCellState.Unseen)
            {
                return SearchViewKind.Obstacle;
            }
            if (_isOnPath[index])
            {
                return SearchViewKind.Path;
            }
            switch ((SearchChangeKind)_changeOf[index])
            {
                case SearchChangeKind.Expanded:
                    return SearchViewKind.Expanded;
                case SearchChangeKind.Added:
                    return SearchViewKind.Added;
                case SearchChangeKind.Improved:
                    return SearchViewKind.Improved;
            }
            switch (cell.State)
            {
                case SearchCellState.Open:
                    return SearchViewKind.Open;
                case SearchCellState.Closed:
                    return SearchViewKind.Closed;
                default:
                    return SearchViewKind.Walkable;
            }
        }

        private int IndexOf(GridCell cell)
        {
            if ((uint)cell.X >= (uint)Width || (uint)cell.Y >= (uint)Height)
            {
                string size = "The grid has " + Width + " x " + Height + " cells.";
                throw new ArgumentOutOfRangeException(nameof(cell), cell, size);
            }
            return cell.Y * Width + cell.X;
        }

        private static double AboveZero(double value)
        {
            if (!(value > 0.0) || double.IsInfinity(value))
            {
                throw new ArgumentOutOfRangeException(nameof(value), value, "Must be a finite number above 0.");
            }
            return value;
        }
    }
}
