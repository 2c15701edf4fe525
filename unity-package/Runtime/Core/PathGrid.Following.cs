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

        /// <summary>Finds a path into this thread's buffer.</summary>
        internal PathResult FindPath(GridCell start, GridCell goal, PathQuery query, out CellBuffer buffer)
        {
            GridstarQueryDef def = query.ToDef();
            GridstarPathResult result = NewResult();
            buffer = CellBuffer.Path;
            int status = FindPath(start, goal, ref def, buffer.Cells, ref result);
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                buffer.Reserve(result.length);
                status = FindPath(start, goal, ref def, buffer.Cells, ref result);
            }
            query.ThrowIfMistake(status);
            return new PathResult(status, ref result);
        }

        /// <summary>Checks the cells of an array from one index to another: see the overload with a list.</summary>
        internal int CheckPath(GridCell[] path, int first, int end, PathQuery query, out ulong revision)
        {
            revision = 0;
            if (first == end)
            {
                return 0;
            }
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_check_path(
                _id, ref path[first], (uint)(end - first), ref def, out uint usable, out revision);
            GC.KeepAlive(this);
            query.ThrowIfMistake(status);
            return (int)usable;
        }
    }
}
