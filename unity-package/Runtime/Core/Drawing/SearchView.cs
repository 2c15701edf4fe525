using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// A search as it is shown to people: advanced step by step or by the clock, its path laid cell by cell, with what is to be drawn in each cell
    /// and said beside the map. It draws nothing: the viewer in a scene, the pictures of the documentation and the tests show the same view.
    /// </summary>
    /// <remarks>
    /// For maps that one can look at: it keeps about 60 bytes for each cell, besides what its <see cref="SearchStepper"/> keeps. Once warm
    /// nothing is allocated but texts of what has changed. One thread at a time.
    /// </remarks>
    public sealed partial class SearchView : IDisposable
    {
        private readonly PathGrid _grid;
        private readonly PathQuery _query;
        private readonly SearchCell[] _cells;

        /// <summary>What the last step did to each cell: a <see cref="SearchChangeKind"/>, or 0.</summary>
        private readonly byte[] _changeOf;
        private readonly bool[] _isOnPath;
        private readonly List<SearchChange> _changes = new List<SearchChange>();
        private readonly List<GridCell> _path = new List<GridCell>();
        private double _stepsPerSecond = 5.0;
        private double _secondsPerPathCell = 0.2;

        /// <summary>Seconds since the last step that the clock has made.</summary>
        private double _waited;

        /// <summary>Begins to show a search; nothing is expanded yet.</summary>
        /// <param name="grid">The grid, which is not disposed with the view.</param>
        /// <param name="start">The first cell of the path.</param>
        /// <param name="goal">The last cell of the path.</param>
        /// <param name="query">Settings of the search.</param>
        /// <exception cref="ArgumentNullException"><paramref name="grid"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
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

        /// <summary>The search that is shown. Look at it, but leave it to the view to advance it.</summary>
        public SearchStepper Stepper { get; private set; }

        /// <summary>Another number after each change of what is to be drawn: who has drawn this one has nothing to do.</summary>
        public int Version { get; private set; }

        /// <summary>What the next step does.</summary>
        public SearchViewPhase Phase { get; private set; }

        /// <summary>How the search ended; <see cref="PathReason.StillRunning"/> before.</summary>
        public PathReason Reason { get; private set; }

        /// <summary>Whether the clock makes steps of the search (<see cref="Update"/>). It lays the path in any case.</summary>
        public bool IsPlaying { get; set; }

        /// <summary>How many cells the clock expands in a second, while <see cref="IsPlaying"/>: above 0. Default: 5.</summary>
        /// <exception cref="ArgumentOutOfRangeException">It is set to 0 or less, or no number.</exception>
        public double StepsPerSecond
        {
            get { return _stepsPerSecond; }
            set { _stepsPerSecond = AboveZero(value); }
        }

        /// <summary>Seconds from one cell of the path to the next: above 0. Default: 0.2.</summary>
        /// <exception cref="ArgumentOutOfRangeException">It is set to 0 or less, or no number.</exception>
        public double SecondsPerPathCell
        {
            get { return _secondsPerPathCell; }
            set { _secondsPerPathCell = AboveZero(value); }
        }

        /// <summary>How many cells were expanded.</summary>
        public int Expansions { get; private set; }

        /// <summary>How many cells are open.</summary>
        public int OpenCount { get; private set; }

        /// <summary>How many cells are closed.</summary>
        public int ClosedCount
        {
            get { return Expansions; }
        }

        /// <summary>How many cells the last step added to the open ones; 0 after <see cref="Finish"/> and while the path is laid.</summary>
        public int AddedCount { get; private set; }

        /// <summary>To how many open cells the last step found a cheaper way.</summary>
        public int ImprovedCount { get; private set; }

        /// <summary>How many cells the path has, without the start; 0 before it is found.</summary>
        public int PathPoints { get; private set; }

        /// <summary>How many of them are laid.</summary>
        public int LaidPoints { get; private set; }

        /// <summary>What the path costs; 0 before it is found.</summary>
        public double PathCost { get; private set; }

        /// <summary>How a cell is to be drawn.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public SearchViewCell this[GridCell cell]
        {
            get
            {
                int index = IndexOf(cell);
                return new SearchViewCell(_cells[index], KindOf(index), _isOnPath[index]);
            }
        }

        /// <summary>
        /// Begins anew, by the same query, on the grid as it is now; stands still then.
        /// </summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed. The view stays as it was.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had. The view stays as it was.</exception>
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
            // It may have ended without a step: an end that is no cell, or a start that is the goal.
            TakeEnd(Stepper.Advance(0));
            ReadAll();
        }

        /// <summary>Expands a cell, or lays the next cell of the path.</summary>
        /// <returns>False: it has ended, and nothing changed.</returns>
        /// <exception cref="ObjectDisposedException">The view is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had. Nothing changed.</exception>
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

        /// <summary>Shows the end: the whole search and the whole path at once.</summary>
        /// <exception cref="ObjectDisposedException">The view is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
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
        /// Lets time pass. While <see cref="IsPlaying"/> it makes <see cref="StepsPerSecond"/> steps of the search; a path that was found is laid
        /// whether it plays or not.
        /// </summary>
        /// <param name="seconds">Seconds since the last call: not negative.</param>
        /// <returns>Whether something changed.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="seconds"/> is negative or no number.</exception>
        /// <exception cref="ObjectDisposedException">The view is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        public bool Update(double seconds)
        {
            if (!(seconds >= 0.0) || double.IsInfinity(seconds))
            {
                throw new ArgumentOutOfRangeException(nameof(seconds), seconds, "Time must not run backwards.");
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

        /// <summary>Ends the search. What is shown stays; the grid is not disposed.</summary>
        public void Dispose()
        {
            if (Stepper != null)
            {
                Stepper.Dispose();
            }
        }

        private bool IsMoving
        {
            get { return Phase == SearchViewPhase.LayingPath || (Phase == SearchViewPhase.Searching && IsPlaying); }
        }

        private double SecondsToNextStep
        {
            get { return Phase == SearchViewPhase.LayingPath ? _secondsPerPathCell : 1.0 / _stepsPerSecond; }
        }

        /// <summary>Notes how the search has ended, if it has.</summary>
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

        /// <summary>Lays the path up to so many cells behind the start; all of them is the end.</summary>
        private void Lay(int points)
        {
            for (int i = 0; i < _path.Count && i <= points; i++)
            {
                _isOnPath[IndexOf(_path[i])] = true;
            }
            LaidPoints = points;
            Phase = points < PathPoints ? SearchViewPhase.LayingPath : SearchViewPhase.Ended;
        }

        /// <summary>Cells of the last step are open or closed like any other from now on.</summary>
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

        /// <summary>Reads what the last step has touched, and the counts.</summary>
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
            if (cell.Type == CellType.Obstacle)
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
                throw new ArgumentOutOfRangeException(nameof(cell), cell, "The grid has " + Width + " x " + Height + " cells.");
            }
            return cell.Y * Width + cell.X;
        }

        private static double AboveZero(double value)
        {
            if (!(value > 0.0) || double.IsInfinity(value))
            {
                throw new ArgumentOutOfRangeException(nameof(value), value, "It must be above 0.");
            }
            return value;
        }
    }
}
