using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// The answers of <see cref="PathGrid.FindPaths(PathRequest[], PathQuery[], PathBatch)"/>, in the order of the
    /// requests. Keep the object and pass it again: its arrays grow to what the largest batch needed, and a warm call
    /// allocates nothing. One thread at a time.
    /// </summary>
    public sealed class PathBatch
    {
        private const int FirstCells = 1024;

        private PathReply[] _replies = new PathReply[16];
        private GridCell[] _cells = new GridCell[FirstCells];

        /// <summary>
        /// The last report of the native side. It is a field, because a reload of scripts can end a thread between two
        /// native calls: the finalizer then still knows the ticket of the first call.
        /// </summary>
        private GridstarTicketInfo _info;

        /// <summary>Frees the answers of a batch that were never taken.</summary>
        ~PathBatch()
        {
            Forget();
        }

        /// <summary>Number of answers.</summary>
        public int Count { get; private set; }

        /// <summary>The <see cref="PathGrid.Revision"/> of the grid that all searches saw.</summary>
        public ulong Revision { get; private set; }

        /// <summary>Sum of the expanded cells of all searches.</summary>
        public long Expansions { get; private set; }

        /// <summary>
        /// The cells of all paths, one path after another; see <see cref="PathReply.First"/>. Larger than needed. The
        /// next batch may replace the array.
        /// </summary>
        public GridCell[] Cells => _cells;

        /// <summary>The answer to a request.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such request.</exception>
        public PathReply this[int index]
        {
            get
            {
                if (index < 0 || index >= Count)
                {
                    throw new ArgumentOutOfRangeException(nameof(index), index, "There are " + Count + " answers.");
                }
                return _replies[index];
            }
        }

        /// <summary>Copies a path into a list.</summary>
        /// <param name="index">Index of the request.</param>
        /// <param name="path">List that is cleared and filled with the path's cells. Empty without a path.</param>
        /// <returns>The same as a single search returns.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">There is no such request.</exception>
        public PathResult CopyPath(int index, List<GridCell> path)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            PathReply reply = this[index];
            path.Clear();
            if (path.Capacity < reply.Length)
            {
                path.Capacity = Math.Max(reply.Length, 2 * path.Capacity);
            }
            for (int i = 0; i < reply.Length; i++)
            {
                path.Add(_cells[reply.First + i]);
            }
            return reply.ToResult(Revision);
        }

        /// <summary>Answers requests. Returns the status of the native call.</summary>
        internal int Find(ulong grid, PathRequest[] requests, uint count, GridstarQueryDef[] defs, uint defCount)
        {
            Count = 0;
            Reserve(ref _replies, count);
            _info = NewInfo();
            long began = CallWatch.BeginSearch(grid);
            int status = NativeMethods.gridstar_ticket_submit(
                grid,
                ref FirstElement.Of(requests),
                count,
                ref FirstElement.Of(defs),
                defCount,
                int.MaxValue,
                out ulong ticket);
            if (status >= 0)
            {
                _info.ticket = ticket;
                NativeMethods.gridstar_ticket_wait(ticket);
                status = Take();
            }
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                ReserveCells();
                status = Take();
            }
            CallWatch.EndSearches(began, grid, status, _info.count, _info.expansions);
            if (status >= 0)
            {
                Count = (int)_info.count;
                Revision = _info.revision;
                Expansions = (long)_info.expansions;
            }
            return status;
        }

        /// <summary>Makes room for the cells of all paths. Without memory, nobody asks for them.</summary>
        private void ReserveCells()
        {
            try
            {
                Reserve(ref _cells, _info.cell_count);
            }
            catch
            {
                Forget();
                throw;
            }
        }

        private int Take()
        {
            return NativeMethods.gridstar_ticket_take(
                _info.ticket,
                ref _replies[0],
                (uint)_replies.Length,
                ref _cells[0],
                (uint)_cells.Length,
                ref _info);
        }

        private void Forget()
        {
            if (_info.ticket != 0)
            {
                NativeMethods.gridstar_destroy(_info.ticket);
                _info.ticket = 0;
            }
        }

        internal static GridstarTicketInfo NewInfo()
        {
            GridstarTicketInfo info = default(GridstarTicketInfo);
            info.struct_size = GridstarTicketInfo.Size;
            return info;
        }

        /// <summary>Makes room. The old content is lost.</summary>
        internal static void Reserve<T>(ref T[] array, ulong count)
        {
            if (count > (ulong)array.Length)
            {
                // Half as much again, so that slowly growing batches do not allocate an array each.
                array = new T[checked((int)(count + count / 2))];
            }
        }
    }
}
