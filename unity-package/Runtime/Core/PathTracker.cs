using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from a moving follower to a moving target on a changing grid. It knows the remaining cells, and
    /// searches again only for a reason; see <see cref="ReplanCause"/>.
    /// </summary>
    /// <remarks>
    /// <para>The tracker works in cells and seconds and has no clock of its own. It runs on a server too, and the same
    /// calls give the same paths everywhere.</para>
    /// <para>Call <see cref="Update"/> once a frame or step. It notices edits of the grid by the grid's revision, from
    /// whatever thread they come. An edit concerns the path if it comes near it (<see cref="PathGrid.GetChanges"/>);
    /// only then the path is checked, without a search. New penalties near the path and a change of the query's
    /// profile lead to a search. A newly opened shorter way goes unnoticed until the next search, and so do penalties
    /// that fall elsewhere: set an <see cref="TrackerBase.Interval"/> where this matters.</para>
    /// <para>Without a <see cref="TrackerBase.Scheduler"/> the tracker searches in <see cref="Update"/>, at once. Many
    /// trackers on one grid share a <see cref="PathScheduler"/>, which spreads their searches over frames.</para>
    /// <para>Trackers with one goal that share a scheduler can share a field of costs: see
    /// <see cref="PathScheduler.SharesFields"/>. The tracker then knows the next cells of its path, and finds the
    /// others when someone asks for them.</para>
    /// <para>Any number of trackers may use one grid. One tracker is for one thread at a time, and so are all trackers
    /// of a scheduler together. A warm call allocates nothing.</para>
    /// </remarks>
    public sealed partial class PathTracker : TrackerBase
    {
        /// <summary>Creates a tracker without a path. The first <see cref="Update"/> searches.</summary>
        public PathTracker(PathGrid grid)
            : base(new GridWorld(grid ?? throw new ArgumentNullException(nameof(grid))))
        {
            Grid = grid;
        }

        /// <summary>The grid on which paths are searched.</summary>
        public PathGrid Grid { get; }

        /// <summary>
        /// The outcome of the last search. If the path before was kept, this is not the path's outcome. For a path of a
        /// shared field, <see cref="PathResult.Length"/> counts its first cells, and no cell was expanded.
        /// </summary>
        public PathResult Result => _result;

        /// <summary>
        /// The next cell to walk to: the one after the last cell reached; the goal once it is reached.
        /// </summary>
        /// <exception cref="InvalidOperationException">There is no path.</exception>
        public GridCell Next => _cells[NextIndex()];

        /// <summary>A remaining cell of the path. Index 0 is the last cell reached.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or not below
        /// <see cref="TrackerBase.Count"/>.</exception>
        public GridCell this[int index] => _cells[IndexAt(index)];

        /// <summary>
        /// Takes the current cells of follower and target, and searches if there is a reason. With a
        /// <see cref="TrackerBase.Scheduler"/> it asks for a search instead, whose path comes in a later call.
        /// </summary>
        /// <param name="position">The follower's cell. From a cell outside the grid there is no path.</param>
        /// <param name="seconds">Seconds since the last call: finite, at least 0.</param>
        /// <returns>Whether the outcome of a search has come; <see cref="TrackerBase.Cause"/> then gives the reason of
        /// the search, and <see cref="Result"/> the outcome.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The time is negative, NaN or infinite, or a setting of
        /// <see cref="TrackerBase.Query"/> is out of range.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory for a search.</exception>
        public bool Update(GridCell position, GridCell target, double seconds)
            => UpdateAt(new FloorCell(0, position), new FloorCell(0, target), seconds);

        /// <summary>
        /// Drops the cells before a cell that the follower has reached. <see cref="Update"/> calls this for the
        /// follower's cell; call it yourself if the follower passes several cells in a frame.
        /// </summary>
        /// <returns>Whether the cell lies on the remaining path.</returns>
        public bool Advance(GridCell reached) => AdvanceTo(new FloorCell(0, reached));

        /// <summary>Replaces a list's content by the remaining cells of the path.</summary>
        public void CopyTo(List<GridCell> cells)
        {
            if (cells == null)
            {
                throw new ArgumentNullException(nameof(cells));
            }
            cells.Clear();
            int count = Count;
            for (int i = _first; i < _first + count; i++)
            {
                cells.Add(_cells[i]);
            }
        }
    }
}
