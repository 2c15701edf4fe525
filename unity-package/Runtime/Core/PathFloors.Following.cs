using System;
using System.Threading;

namespace GridStar
{
    // Members for trackers and their scheduler.
    public sealed partial class PathFloors
    {
        private PathScheduler _scheduler;

        /// <summary>Cells of the longest path that a tracker had to make room for.</summary>
        private int _longestPath;

        /// <summary>The scheduler that path followers on these floors share. Made when it is asked for.</summary>
        public PathScheduler Scheduler
        {
            get
            {
                if (_scheduler == null)
                {
                    Interlocked.CompareExchange(ref _scheduler, PathScheduler.Of(this), null);
                }
                return _scheduler;
            }
        }

        /// <summary>Notes the length of a path, and returns the length of the longest path so far.</summary>
        internal int NoteLength(int count)
        {
            _longestPath = Math.Max(_longestPath, count);
            return _longestPath;
        }
    }
}
