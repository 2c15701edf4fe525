using System;
using System.Threading;

namespace GridStar
{
    // Members for trackers and their scheduler.
    public sealed partial class PathGrid
    {
        private PathScheduler _scheduler;

        /// <summary>Cells of the longest path that a tracker had to make room for.</summary>
        private int _longestPath;

        /// <summary>The scheduler that path followers on this grid share. Made when it is asked for.
        /// </summary>
        public PathScheduler Scheduler
        {
            get
            {
                if (_scheduler == null)
                {
                    Interlocked.CompareExchange(ref _scheduler, new PathScheduler(this), null);
                }
                return _scheduler;
            }
        }

        /// <summary>
        /// Notes the length of a path, and returns the length of the longest path so far. If two threads call at once,
        /// one length may be lost: only a little memory depends on it.
        /// </summary>
        internal int NoteLength(int count)
        {
            _longestPath = Math.Max(_longestPath, count);
            return _longestPath;
        }

        /// <summary>The rule of queries that name none.</summary>
        internal DiagonalRule DiagonalRule => (DiagonalRule)GetInfo().diagonal_rule;
    }
}
