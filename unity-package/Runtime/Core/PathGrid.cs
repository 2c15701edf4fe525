using System;

namespace GridStar
{
    /// <summary>
    /// A native grid of walkable cells and obstacles on which paths are found.
    /// </summary>
    /// <remarks>
    /// <para>Any thread may call any member at any time: any number of searches run at once, each on the state that the grid had when
    /// it began, and an edit waits for no search.</para>
    /// <para>The native memory (<see cref="Bytes"/>: about 4 bytes a cell after the first searches, 16 more with landmarks) is freed by
    /// <see cref="Dispose"/>, or else some time after the last reference is gone: dispose grids that you make often, for the collector
    /// does not see how large they are. After <see cref="Dispose"/> every member that needs the native grid throws
    /// <see cref="ObjectDisposedException"/>.</para>
    /// <para>Every member can throw <see cref="GridStarException"/>, for an error inside the native library.</para>
    /// </remarks>
    public sealed partial class PathGrid : IDisposable
    {
        /// <summary>Zero until the native grid exists. Never changes afterwards: a stale id is refused by the native side.</summary>
        private readonly ulong _id;

        /// <summary>Creates a grid of walkable cells of 1 world unit at the origin of the XZ plane.</summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        /// <exception cref="GridStarException">The native library is missing or of another version.</exception>
        public PathGrid(int width, int height)
            : this(new PathGridSettings { Width = width, Height = height })
        {
        }

        /// <summary>Creates a grid of walkable cells. The settings are copied.</summary>
        /// <param name="settings">Size, place in the world, and what queries take where they say nothing.</param>
        /// <exception cref="ArgumentNullException"><paramref name="settings"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range; the message says which.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        /// <exception cref="GridStarException">The native library is missing or of another version.</exception>
        public PathGrid(PathGridSettings settings)
        {
            if (settings == null)
            {
                throw new ArgumentNullException(nameof(settings));
            }
            GridStarLibrary.EnsureLoaded();
            Width = settings.Width;
            Height = settings.Height;
            Plane = settings.Plane;
            CellSize = settings.CellSize;
            GridstarGridDef def = settings.ToDef();
            int status = NativeMethods.gridstar_grid_create(ref def, out _id);
            if (status < 0)
            {
                object size = status == (int)NativeStatus.BadSize ? Width + " x " + Height : null;
                throw NativeErrors.Create(status, nameof(settings), size);
            }
        }

        /// <summary>Creates a grid of a map's size with its cells, at the origin of the XZ plane in cells of 1 world unit.</summary>
        /// <param name="map">Is copied.</param>
        /// <exception cref="ArgumentNullException"><paramref name="map"/> is null.</exception>
        /// <exception cref="ArgumentException">The map has no cells yet.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        /// <exception cref="GridStarException">The native library is missing or of another version.</exception>
        public PathGrid(CellMap map)
            : this(map, new PathGridSettings())
        {
        }

        /// <summary>Creates a grid of a map's size with its cells. The settings are copied.</summary>
        /// <param name="map">Is copied.</param>
        /// <param name="settings">Width and height may be left 0: they are the map's.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">The map has no cells yet, or the settings say another size than the map.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range; the message says which.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        /// <exception cref="GridStarException">The native library is missing or of another version.</exception>
        public PathGrid(CellMap map, PathGridSettings settings)
            : this(SettingsFor(map, settings))
        {
            SetCells(map);
        }

        /// <summary>The id of the native grid.</summary>
        internal ulong Id
        {
            get { return _id; }
        }

        /// <summary>Frees the native grid where nobody called <see cref="Dispose"/>.</summary>
        ~PathGrid()
        {
            Destroy();
        }

        /// <summary>Number of columns.</summary>
        public int Width { get; }

        /// <summary>Number of rows.</summary>
        public int Height { get; }

        /// <summary>The plane in which the grid lies.</summary>
        public GridPlane Plane { get; }

        /// <summary>Side of a cell in world units.</summary>
        public float CellSize { get; }

        /// <summary>Starts at 0 and grows by one with each edit that changed at least one cell.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public ulong Revision
        {
            get { return GetInfo().revision; }
        }

        /// <summary>
        /// Whether the native grid is gone, by <see cref="Dispose"/> or by <see cref="GridStarLibrary.DestroyAllGrids"/>.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_grid_is_valid(_id) == 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>
        /// Frees the native grid; searches under way on other threads end as if nothing had happened. A second call does nothing.
        /// </summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>Whether the cell lies on the grid.</summary>
        public bool Contains(GridCell cell)
        {
            return cell.X >= 0 && cell.X < Width && cell.Y >= 0 && cell.Y < Height;
        }

        /// <summary>
        /// The cell at a world position: floor((position - origin) / cell size) on both axes of the plane. A cell holds its lower
        /// edges and not its upper ones; the coordinate off the plane is not looked at.
        /// </summary>
        /// <param name="x">World x.</param>
        /// <param name="y">World y.</param>
        /// <param name="z">World z.</param>
        /// <param name="cell">The cell, also where it lies outside the grid; it is clamped to 32 bits.</param>
        /// <returns>Whether the cell lies on the grid.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
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

        /// <summary>The world position of a cell's center; off the plane it is the origin's.</summary>
        /// <param name="cell">A cell of the grid.</param>
        /// <param name="x">World x.</param>
        /// <param name="y">World y.</param>
        /// <param name="z">World z.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
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
        /// The world position of a cell's lowest corner; off the plane it is the origin's. X may also be <see cref="Width"/> and Y
        /// <see cref="Height"/>, so that the grid's upper edges can be had. Rounded to 32 bits, the corner can lie a hair's breadth
        /// outside the cell.
        /// </summary>
        /// <param name="cell">A cell of the grid, or one beyond its last column or row.</param>
        /// <param name="x">World x.</param>
        /// <param name="y">World y.</param>
        /// <param name="z">World z.</param>
        /// <exception cref="ArgumentOutOfRangeException">There is no such corner.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public void GetCellCorner(GridCell cell, out float x, out float y, out float z)
        {
            int status = NativeMethods.gridstar_grid_get_cell_corner(_id, cell.X, cell.Y, out x, out y, out z);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(cell), cell);
            }
        }

        /// <summary>The place of a cell in buffers that hold one value a cell, row by row: Y * Width + X.</summary>
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

        /// <summary>The cell at a place in such buffers: X = index % Width is its column, Y = index / Width its row.</summary>
        /// <param name="index">From 0 to Width * Height - 1.</param>
        /// <exception cref="ArgumentOutOfRangeException">There is no such place.</exception>
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
                throw new ArgumentException("The map has no cells: nothing was read into it yet.", nameof(map));
            }
            return settings.For(map);
        }

        /// <summary>Never throws: an id means that the library is there, and destroying a stale one is harmless.</summary>
        private void Destroy()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_grid_destroy(_id);
            }
        }
    }
}
