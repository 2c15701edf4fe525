using System;
using System.Threading;

namespace GridStar
{
    // What trackers and their scheduler need.
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
        /// Notes the length of a path, and returns that of the longest so far. Of two threads at once, one may be
        /// forgotten: no more than a little memory depends on it.
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
