using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from a moving follower to a moving target through <see cref="PathFloors"/>, as a
    /// <see cref="PathTracker"/> does on one grid: both are one <see cref="TrackerBase"/>, and differ only in their
    /// cells.
    /// </summary>
    /// <remarks>
    /// <para>A link of the path that is closed or removed, or whose end is blocked, blocks the path; a new cost of such
    /// a link leads to a search. Newly opened shorter ways go unnoticed until the next search: set an
    /// <see cref="TrackerBase.Interval"/> where this matters.</para>
    /// <para>Without a <see cref="TrackerBase.Scheduler"/> the tracker searches in <see cref="Update"/>, at once. Many
    /// trackers on the same floors share <see cref="PathFloors.Scheduler"/>, which spreads their searches over
    /// frames.</para>
    /// <para>One tracker is for one thread at a time, and so are all trackers of a scheduler together. A warm call
    /// allocates nothing.</para>
    /// </remarks>
    public sealed class FloorTracker : TrackerBase
    {
        /// <summary>Creates a tracker without a path. The first <see cref="Update"/> searches.</summary>
        public FloorTracker(PathFloors floors)
            : base(new FloorsWorld(floors ?? throw new ArgumentNullException(nameof(floors))))
        {
            Floors = floors;
        }

        /// <summary>The cell of a follower or a target that is on no floor.</summary>
        public static FloorCell Nowhere => new FloorCell(-1, default(GridCell));

        /// <summary>The floors through which paths are searched.</summary>
        public PathFloors Floors { get; }

        /// <summary>
        /// Whether the follower is between the ends of the link to <see cref="Next"/>. You set it, and
        /// <see cref="Advance"/> ends it. Meanwhile <see cref="Update"/> neither searches nor looks where the follower
        /// is: a link that is begun is finished.
        /// </summary>
        public bool IsOnLink
        {
            get => OnLink;
            set => OnLink = value;
        }

        /// <summary>The outcome of the last search. If the path before was kept, this is not the path's
        /// outcome.</summary>
        public FloorPathResult Result => _floorResult;

        /// <summary>
        /// The next cell to walk to, and the link that leads there, if one does; the goal once it is reached.
        /// </summary>
        /// <exception cref="InvalidOperationException">There is no path.</exception>
        public FloorStep Next => StepAt(NextIndex() - _first);

        /// <summary>A remaining cell of the path. Index 0 is the last cell reached.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or not below
        /// <see cref="TrackerBase.Count"/>.</exception>
        public FloorStep this[int index] => StepAt(index);

        /// <summary>
        /// Takes the current cells of follower and target, and searches if there is a reason. With a
        /// <see cref="TrackerBase.Scheduler"/> it asks for a search instead, whose path comes in a later call.
        /// </summary>
        /// <param name="position">The follower's cell; <see cref="Nowhere"/> if it is on no floor.</param>
        /// <param name="target">The target's cell; <see cref="Nowhere"/> if it is on no floor.</param>
        /// <param name="seconds">Seconds since the last call: finite, at least 0.</param>
        /// <returns>Whether the outcome of a search has come; <see cref="TrackerBase.Cause"/> then gives the reason,
        /// and <see cref="Result"/> the outcome.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The time is negative, NaN or infinite, or a setting of
        /// <see cref="TrackerBase.Query"/> is out of range.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory for a search.</exception>
        public bool Update(FloorCell position, FloorCell target, double seconds)
            => UpdateAt(position, target, seconds);

        /// <summary>
        /// Drops the cells before a cell that the follower has reached. <see cref="Update"/> calls this for the
        /// follower's cell; call it yourself if the follower passes several cells in a frame, or has come to the end of
        /// a link.
        /// </summary>
        /// <returns>Whether the cell lies on the remaining path.</returns>
        public bool Advance(FloorCell reached) => AdvanceTo(reached);

        /// <summary>Replaces a list's content by the remaining cells of the path.</summary>
        public void CopyTo(List<FloorStep> steps)
        {
            if (steps == null)
            {
                throw new ArgumentNullException(nameof(steps));
            }
            steps.Clear();
            for (int i = 0; i < Count; i++)
            {
                steps.Add(StepAt(i));
            }
        }

        private FloorStep StepAt(int index) => new FloorStep(PlaceAt(index), LinkAt(index));
    }
}
