using System;
using System.Threading;

namespace GridStar
{
    /// <summary>A native grid of cells, each of one <see cref="CellType"/>, that finds paths.</summary>
    /// <remarks>
    /// <para>Any thread may call any member at any time. Searches run at once, each on the grid's state at its
    /// beginning. An edit waits for no search.</para>
    /// <para><see cref="Dispose"/> frees the native memory: about 4 bytes a cell after the first searches, 16 more with
    /// landmarks; see <see cref="Bytes"/>. Without a call, the finalizer frees it some time after the last reference is
    /// gone. Dispose grids that you create often, because the garbage collector does not see their native
    /// memory.</para>
    /// <para>Members name only exceptions of their own. Every member can throw these:
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, and for a query whose profile is disposed;
    /// <see cref="ArgumentNullException"/> for an argument that is null; <see cref="OutOfMemoryException"/> without
    /// enough memory; <see cref="GridStarException"/> for an error inside the native library, and if it is missing or
    /// has another ABI version.</para>
    /// </remarks>
    public sealed partial class PathGrid : IDisposable
    {
        /// <summary>Zero until the native grid exists, then constant. The native side refuses a stale id.</summary>
        private readonly ulong _id;

        /// <summary>Creates a grid of walkable cells of 1 world unit, at the origin of the XZ plane.</summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public PathGrid(int width, int height)
            : this(new PathGridSettings { Width = width, Height = height })
        {
        }

        /// <summary>Creates a grid of walkable cells. The settings are copied.</summary>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range. The message names it.</exception>
        public PathGrid(PathGridSettings settings)
        {
            if (settings == null)
            {
                throw new ArgumentNullException(nameof(settings));
            }
            GridStarLibrary.EnsureLoaded();
            Width = settings.Width;
            Height = settings.Height;
            Layout = settings.Layout;
            GridstarGridDef def = settings.ToDef();
            int status = NativeMethods.gridstar_grid_create(ref def, out _id);
            if (status < 0)
            {
                object size = status == (int)NativeStatus.BadSize ? Width + " x " + Height : null;
                throw NativeErrors.Create(status, nameof(settings), size);
            }
            LiveObjects.Grids.Add(this);
            if (settings.Place.HasValue)
            {
                ReadPlane(settings.Place.Value);
            }
            else
            {
                _plane = (int)settings.Plane;
                _cellSize = settings.CellSize;
            }
        }

        /// <summary>
        /// Creates a grid with a map's size and cells, at the origin of the XZ plane, with cells of 1 world unit.
        /// </summary>
        /// <exception cref="ArgumentException">The map has no cells yet.</exception>
        public PathGrid(CellMap map)
            : this(map, new PathGridSettings())
        {
        }

        /// <summary>Creates a grid with a map's size and cells. The settings are copied.</summary>
        /// <param name="settings">Width and height may stay 0 to take those of the map.</param>
        /// <exception cref="ArgumentException">The map has no cells yet, or the settings give another size than the
        /// map.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range. The message names it.</exception>
        public PathGrid(CellMap map, PathGridSettings settings)
            : this(SettingsFor(map, settings))
        {
            SetCells(map);
        }

        internal ulong Id => _id;

        /// <summary>Frees the native grid if <see cref="Dispose"/> was never called.</summary>
        ~PathGrid()
        {
            Destroy();
        }

        /// <summary>
        /// Names the grid in jobs, with Burst or without. It does not keep the grid alive. Valid until the grid is
        /// disposed.
        /// </summary>
        public PathGridHandle Handle => new PathGridHandle(_id);

        /// <summary>Number of columns.</summary>
        public int Width { get; }

        /// <summary>Number of rows.</summary>
        public int Height { get; }

        /// <summary>How the cells lie.</summary>
        public CellLayout Layout { get; }

        /// <summary>Number of edits so far that changed at least one cell.</summary>
        public ulong Revision
        {
            get
            {
                // No revision is later, so no rectangle is written.
                return GetChanges(ulong.MaxValue, ChangeBuffer, out _);
            }
        }

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllGrids"/> has freed the native grid.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Grid) != 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>
        /// Frees the native grid. Searches that run on other threads finish normally. Later calls do nothing.
        /// </summary>
        public void Dispose()
        {
            Destroy();
            Volatile.Read(ref _scheduler)?.Free();
            GC.SuppressFinalize(this);
        }

        /// <summary>Whether the cell lies on the grid.</summary>
        public bool Contains(GridCell cell) => cell.X >= 0 && cell.X < Width && cell.Y >= 0 && cell.Y < Height;

        /// <summary>
        /// Finds the cell at a world position: floor((position - origin) / cell size) on both axes of the plane. A cell
        /// contains its lower edges, not its upper edges. The coordinate off the plane is ignored. On axes of its own
        /// (see <see cref="GridPlace"/>) the cell is the floor of the position's two coordinates along them, in cells.
        /// </summary>
        /// <remarks>
        /// A position within rounding below an edge lies on the edge, so it belongs to the upper cell: with cells of
        /// 0.1, the position 0.5 is in cell 5. Within rounding means at most (|origin| + |edge - origin| + cell size) /
        /// 2^22 below, and at most a quarter of a cell. The rule is the same on every platform. Each cell contains its
        /// center and its corner.
        /// </remarks>
        /// <param name="cell">The cell, even if it lies outside the grid. Its coordinates are clamped to 32
        /// bits.</param>
        /// <returns>Whether the cell lies on the grid.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public bool TryGetCellAt(float x, float y, float z, out GridCell cell)
        {
            int status = NativeMethods.gridstar_grid_get_cell_at(_id, x, y, z, out cell);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, "position", "(" + x + ", " + y + ", " + z + ")");
            }
            return status == (int)NativeStatus.Ok;
        }

        /// <summary>The world position of a cell's center. Off the plane it is the origin's coordinate.</summary>
        /// <param name="cell">A cell of the grid.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public void GetCellCenter(GridCell cell, out float x, out float y, out float z)
        {
            int status = NativeMethods.gridstar_grid_get_cell_center(_id, cell.X, cell.Y, out x, out y, out z);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(cell), cell);
            }
        }

        /// <summary>
        /// The world position of a cell's lowest corner. Off the plane it is the origin's coordinate. X may be
        /// <see cref="Width"/> and Y may be <see cref="Height"/>, for the grid's upper edges. <see
        /// cref="TryGetCellAt"/> finds the cell by its corner.
        /// </summary>
        /// <param name="cell">A cell of the grid, or one just beyond its last column or row.</param>
        /// <exception cref="ArgumentOutOfRangeException">The grid has no such corner.</exception>
        public void GetCellCorner(GridCell cell, out float x, out float y, out float z)
        {
            int status = NativeMethods.gridstar_grid_get_cell_corner(_id, cell.X, cell.Y, out x, out y, out z);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(cell), cell);
            }
        }

        /// <summary>The index of a cell in buffers of one value a cell, row by row: Y * Width + X.</summary>
        /// <param name="cell">A cell of the grid.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public int GetIndex(GridCell cell)
        {
            if (!Contains(cell))
            {
                throw NativeErrors.Create((int)NativeStatus.CellOutside, nameof(cell), cell);
            }
            return cell.Y * Width + cell.X;
        }

        /// <summary>The cell at an index of such a buffer: X = index % Width, Y = index / Width.</summary>
        /// <param name="index">From 0 to Width * Height - 1.</param>
        /// <exception cref="ArgumentOutOfRangeException">The index is out of range.</exception>
        public GridCell GetCellAtIndex(int index)
        {
            if (index < 0 || index >= Width * Height)
            {
                string range = "A grid of " + Width + " x " + Height + " has cells 0 to " + (Width * Height - 1) + ".";
                throw new ArgumentOutOfRangeException(nameof(index), index, range);
            }
            return new GridCell(index % Width, index / Width);
        }

        private static PathGridSettings SettingsFor(CellMap map, PathGridSettings settings)
        {
            RefuseNull(map, nameof(map));
            RefuseNull(settings, nameof(settings));
            if (map.Count == 0)
            {
                throw new ArgumentException("The map has no cells yet.", nameof(map));
            }
            return settings.For(map);
        }

        /// <summary>
        /// Never throws: a nonzero id means that the library is loaded, and destroying a stale id is harmless.
        /// </summary>
        private void Destroy()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_destroy(_id);
            }
        }
    }
}
