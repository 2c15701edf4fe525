using System;

namespace GridStar
{
    /// <summary>
    /// Object on cells of a grid that is no part of its map: a unit, a crate, a closed gate. The cells under
    /// at least one cover are blocked for every agent, whatever their type and the profile.
    /// <see cref="PathGrid.CreateCover"/> makes one.
    /// </summary>
    /// <remarks>
    /// <para>Cell types stay what the map says: reading and saving cells shows the map alone, and edits change the map
    /// alone, under covers too. So a cover leaves behind what the map then says. Use one cover for each thing that
    /// moves.</para>
    /// <para>An agent with a cover of its own leaves it out of its searches: <see cref="PathQuery.Without"/>.</para>
    /// <para>A cover lives until <see cref="Dispose"/> or until its grid is disposed. The garbage collector does not
    /// end it: its cells stay covered. Any thread may call any member at any time.</para>
    /// </remarks>
    public sealed class PathCover : IDisposable
    {
        /// <summary>The most covers of a grid.</summary>
        public const int MaxCount = 65535;

        [ThreadStatic]
        private static GridstarRect[] t_rects;

        private readonly ulong _id;
        private volatile bool _isDisposed;

        internal PathCover(PathGrid grid)
        {
            Grid = grid;
            int status = NativeMethods.gridstar_cover_create(grid.Id, out _id);
            GC.KeepAlive(grid);
            if (status == (int)NativeStatus.TooManyCovers)
            {
                throw new InvalidOperationException("The grid has " + MaxCount + " covers. Dispose some of them.");
            }
            NativeErrors.ThrowIfMistake(status, nameof(grid));
        }

        /// <summary>The native id; 0 once disposed, so that queries leave nothing out then.</summary>
        internal ulong Id => _isDisposed ? 0 : _id;

        /// <summary>The grid whose cells it covers.</summary>
        public PathGrid Grid { get; }

        /// <summary>Whether the cover or its grid was disposed.</summary>
        public bool IsDisposed => NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Cover) != 0;

        /// <summary>
        /// Covers the cells of a rectangle instead of what it covered, in one edit. The rectangle may lie outside the
        /// grid in part or entirely, and may be empty. A warm call allocates nothing.
        /// </summary>
        /// <exception cref="OutOfMemoryException">Not enough memory. Nothing has changed.</exception>
        public void SetRect(CellRect rect)
        {
            GridstarRect[] rects = Reserve(1);
            rects[0] = Native(rect);
            Set(rects, 1);
        }

        /// <summary>
        /// Covers the cells of rectangles instead of what it covered. A search sees the cells before or after the call.
        /// Rectangles may overlap, be empty, and lie outside the grid.
        /// </summary>
        /// <exception cref="OutOfMemoryException">Not enough memory. Nothing has changed.</exception>
        public void SetRects(params CellRect[] rects)
        {
            if (rects == null)
            {
                throw new ArgumentNullException(nameof(rects));
            }
            SetRects(rects, rects.Length);
        }

        /// <summary>Overload for the first rectangles of an array.</summary>
        internal void SetRects(CellRect[] rects, int count)
        {
            GridstarRect[] native = Reserve(Math.Max(1, count));
            for (int i = 0; i < count; i++)
            {
                native[i] = Native(rects[i]);
            }
            Set(native, count);
        }

        /// <summary>Covers nothing. The cover can be used again.</summary>
        public void Clear() => Set(Reserve(1), 0);

        /// <summary>Ends the cover: its cells are as the map and other covers say. Later calls do nothing.</summary>
        public void Dispose()
        {
            _isDisposed = true;
            NativeMethods.gridstar_destroy(_id);
        }

        private void Set(GridstarRect[] rects, int count)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = NativeMethods.gridstar_cover_set_rects(_id, ref rects[0], (uint)count);
            CallWatch.End(WatchedCall.Edit, began);
            GC.KeepAlive(Grid);
            if (status == (int)NativeStatus.InvalidCover)
            {
                throw new ObjectDisposedException(nameof(PathCover));
            }
            NativeErrors.ThrowIfMistake(status, nameof(rects));
        }

        private static GridstarRect[] Reserve(int count)
        {
            if (t_rects == null || t_rects.Length < count)
            {
                t_rects = new GridstarRect[Math.Max(count, 4)];
            }
            return t_rects;
        }

        private static GridstarRect Native(CellRect rect)
            => new GridstarRect { x = rect.X, y = rect.Y, width = (uint)rect.Width, height = (uint)rect.Height };
    }
}
