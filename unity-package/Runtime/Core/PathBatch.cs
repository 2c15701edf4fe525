using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// The answers of <see cref="PathGrid.FindPaths(PathRequest[], PathQuery[], PathBatch)"/>, or of
    /// <see cref="PathFloors.FindPaths(FloorPathRequest[], PathQuery[], PathBatch)"/>, in the order of the requests.
    /// Keep the object and pass it again: its arrays grow to what the largest batch needed, and a warm call allocates
    /// nothing. One thread at a time.
    /// </summary>
    public sealed class PathBatch
    {
        private readonly SearchTicket _ticket = new SearchTicket(16, 1024);

        /// <summary>Number of answers.</summary>
        public int Count { get; private set; }

        /// <summary>The <see cref="PathGrid.Revision"/> or <see cref="PathFloors.Revision"/> that all searches saw.
        /// </summary>
        public ulong Revision => _ticket.Revision;

        /// <summary>Sum of the expanded cells of all searches.</summary>
        public long Expansions => (long)_ticket.Expansions;

        /// <summary>
        /// The cells of all paths, one path after another; see <see cref="PathReply.First"/>. Larger than needed. The
        /// next batch may replace the array.
        /// </summary>
        public GridCell[] Cells => _ticket.Cells;

        /// <summary>The cells of all paths through floors, one path after another, likewise.</summary>
        public FloorStep[] Steps => _ticket.Steps;

        /// <summary>The answer to a request on a grid.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such request.</exception>
        /// <exception cref="InvalidOperationException">The requests went through floors.</exception>
        public PathReply this[int index]
        {
            get
            {
                RefuseOutside(index);
                _ticket.RefuseKind(false);
                return _ticket[index];
            }
        }

        /// <summary>The answer to a request through floors.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such request.</exception>
        /// <exception cref="InvalidOperationException">The requests were on a grid.</exception>
        public FloorPathReply GetFloorReply(int index)
        {
            RefuseOutside(index);
            _ticket.RefuseKind(true);
            return _ticket.FloorReplyAt(index);
        }

        /// <summary>Copies a path through floors into a list.</summary>
        /// <param name="path">List that is cleared and filled with the path's cells. Empty without a path.</param>
        /// <returns>The same as a single search returns, but for <see cref="FloorPathResult.Walks"/>.</returns>
        /// <exception cref="ArgumentOutOfRangeException">There is no such request.</exception>
        /// <exception cref="InvalidOperationException">The requests were on a grid.</exception>
        public FloorPathResult CopyPath(int index, List<FloorStep> path)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            RefuseOutside(index);
            _ticket.CopyPath(index, path);
            return _ticket.FloorResultAt(index);
        }

        /// <summary>Copies a path into a list.</summary>
        /// <param name="path">List that is cleared and filled with the path's cells. Empty without a path.</param>
        /// <returns>The same as a single search returns.</returns>
        /// <exception cref="ArgumentOutOfRangeException">There is no such request.</exception>
        public PathResult CopyPath(int index, List<GridCell> path)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            RefuseOutside(index);
            _ticket.CopyPath(index, path, int.MaxValue);
            return _ticket.ResultAt(index);
        }

        /// <summary>Answers requests, before all that others wait for. Returns the status of the native calls.
        /// </summary>
        internal int Find(ulong grid, PathRequest[] requests, int count, GridstarQueryDef[] defs, int defCount)
        {
            Count = 0;
            long began = CallWatch.BeginSearch(grid);
            int status = _ticket.Begin(
                grid, ref FirstElement.Of(requests), count, ref FirstElement.Of(defs), defCount, int.MaxValue);
            if (status >= 0)
            {
                status = _ticket.WaitAndTake();
            }
            CallWatch.EndSearches(began, grid, status, _ticket.Count, _ticket.Expansions);
            Count = status < 0 ? 0 : _ticket.Count;
            return status;
        }

        /// <summary>Answers requests through floors, likewise.</summary>
        internal int Find(
            PathFloors floors, FloorPathRequest[] requests, int count, GridstarQueryDef[] defs, int defCount)
        {
            Count = 0;
            int status = floors.Submit(
                _ticket, ref FirstElement.Of(requests), count, ref FirstElement.Of(defs), defCount, int.MaxValue);
            if (status >= 0)
            {
                status = _ticket.WaitAndTake();
                CallWatch.NoteAnswers(status, _ticket.Count, _ticket.Expansions);
            }
            Count = status < 0 ? 0 : _ticket.Count;
            return status;
        }

        private void RefuseOutside(int index)
        {
            if (index < 0 || index >= Count)
            {
                throw new ArgumentOutOfRangeException(nameof(index), index, "There are " + Count + " answers.");
            }
        }
    }
}
