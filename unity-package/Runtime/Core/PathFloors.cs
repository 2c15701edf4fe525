using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Finds paths through several grids joined by links at single cells: stairs, lifts, ladders, doors. The path says
    /// which links it takes.
    /// </summary>
    /// <remarks>
    /// <para>Each floor is an ordinary <see cref="PathGrid"/>, and is edited and searched as such. Floors may differ in
    /// size and settings. The <see cref="PathFloors"/> object keeps its grids from the garbage collector, but does not
    /// dispose them.</para>
    /// <para>Any thread may call any member at any time. A search sees floors and links as they were when it began. It
    /// sees one state of each grid; if two grids are edited meanwhile, their states may be of different moments.</para>
    /// <para>Members name only exceptions of their own. Every member can throw these:
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, and if a grid that the call needs is
    /// disposed; <see cref="ArgumentNullException"/> for an argument that is null; <see cref="OutOfMemoryException"/>
    /// without enough memory; <see cref="GridStarException"/> for an error inside the native library, and if it is
    /// missing or has another ABI version.</para>
    /// </remarks>
    public sealed partial class PathFloors : IDisposable
    {
        /// <summary>Zero until the native floors exist, then constant. The native side refuses a stale id.</summary>
        private readonly ulong _id;

        /// <summary>The grids, indexed by floor. Also the lock for adding floors here and on the native side.</summary>
        private readonly List<PathGrid> _grids = new List<PathGrid>();

        /// <summary>Creates floors from grids: the first one is floor 0. <see cref="AddFloor"/> adds more.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="grids"/> or one of its elements is null.</exception>
        public PathFloors(params PathGrid[] grids)
        {
            RefuseNull(grids, nameof(grids));
            foreach (PathGrid grid in grids)
            {
                RefuseNull(grid, nameof(grids));
            }
            GridStarLibrary.EnsureLoaded();
            ThrowIfMistake(NativeMethods.gridstar_floors_create(out _id), "floors");
            foreach (PathGrid grid in grids)
            {
                AddFloor(grid);
            }
        }

        /// <summary>Frees the native floors if <see cref="Dispose"/> was never called.</summary>
        ~PathFloors()
        {
            Destroy();
        }

        /// <summary>Number of floors. Floors are numbered from 0 on.</summary>
        public int FloorCount => (int)GetInfo().floor_count;

        /// <summary>Number of links.</summary>
        public int LinkCount => (int)GetInfo().link_count;

        /// <summary>Number of changes of floors and links so far: 0 at first. Edits of the grids don't count.</summary>
        public ulong Revision => GetInfo().revision;

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllFloors"/> has freed the native floors.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Floors) != 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>
        /// Frees the native floors, but none of the grids. Searches that run on other threads finish normally. Later
        /// calls do nothing.
        /// </summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>Makes a grid the next floor. One grid may be several floors.</summary>
        /// <returns>The floor's number: 0 for the first floor, then 1, and so on.</returns>
        public int AddFloor(PathGrid grid)
        {
            RefuseDisposed(grid);
            lock (_grids)
            {
                _grids.Add(grid);
                int status = NativeMethods.gridstar_floors_add_floor(_id, grid.Id, out uint floor);
                if (status < 0)
                {
                    _grids.RemoveAt(_grids.Count - 1);
                }
                GC.KeepAlive(this);
                ThrowIfMistake(status, nameof(grid));
                return (int)floor;
            }
        }

        /// <summary>
        /// Replaces the grid of a floor; the old grid may already be disposed. Links keep their cells; paths skip links
        /// with an end outside the new grid.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such floor.</exception>
        public void SetFloor(int floor, PathGrid grid)
        {
            RefuseDisposed(grid);
            lock (_grids)
            {
                int status = NativeMethods.gridstar_floors_set_floor(_id, unchecked((uint)floor), grid.Id);
                GC.KeepAlive(this);
                ThrowIfMistake(status, nameof(floor), floor);
                _grids[floor] = grid;
            }
        }

        /// <summary>The grid of a floor.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such floor.</exception>
        public PathGrid GetFloor(int floor)
        {
            lock (_grids)
            {
                if (floor < 0 || floor >= _grids.Count)
                {
                    throw new ArgumentOutOfRangeException(
                        nameof(floor), floor, "There are " + _grids.Count + " floors.");
                }
                return _grids[floor];
            }
        }

        /// <summary>
        /// Finds the highest floor at or below a world position that has a cell there. A floor may lie above the
        /// position by at most <paramref name="tolerance"/>. A floor's height is that of its plane at the position, on
        /// the axis off the plane: y in the XZ plane, z in the XY plane.
        /// </summary>
        /// <param name="cell">The cell; <c>default(FloorCell)</c> if there is none.</param>
        /// <param name="tolerance">In world units. It keeps rounding from dropping an object on a floor to the floor
        /// below.</param>
        /// <returns>Whether such a floor exists. A floor whose grid is disposed does not count.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public bool TryGetCellAt(float x, float y, float z, out FloorCell cell, float tolerance = 0.1f)
        {
            cell = default(FloorCell);
            float highest = float.NegativeInfinity;
            lock (_grids)
            {
                for (int floor = 0; floor < _grids.Count; floor++)
                {
                    PathGrid grid = _grids[floor];
                    if (grid.IsDisposed || !grid.TryGetCellAt(x, y, z, out GridCell on))
                    {
                        continue;
                    }
                    float height = grid.IsTurned ? HeightAt(grid, x, y, z) : HeightOf(grid, on);
                    if (height > highest && height <= (grid.Plane == GridPlane.XZ ? y : z) + tolerance)
                    {
                        highest = height;
                        cell = new FloorCell(floor, on);
                    }
                }
            }
            return highest > float.NegativeInfinity;
        }

        /// <summary>
        /// The height of a floor's plane at a world position, along y or z. A floor that is tilted has another one at
        /// each position.
        /// </summary>
        internal static float HeightAt(PathGrid grid, float x, float y, float z)
        {
            if (!grid.IsTurned)
            {
                return HeightOf(grid, default(GridCell));
            }
            GridPlace place = grid.Place;
            // The normal of the plane, of any length.
            double acrossX = (double)place.RowAxisY * place.ColumnAxisZ - (double)place.RowAxisZ * place.ColumnAxisY;
            double acrossY = (double)place.RowAxisZ * place.ColumnAxisX - (double)place.RowAxisX * place.ColumnAxisZ;
            double acrossZ = (double)place.RowAxisX * place.ColumnAxisY - (double)place.RowAxisY * place.ColumnAxisX;
            double wayX = (double)x - place.OriginX;
            if (grid.Plane == GridPlane.XZ)
            {
                return (float)(place.OriginY - (wayX * acrossX + ((double)z - place.OriginZ) * acrossZ) / acrossY);
            }
            return (float)(place.OriginZ - (wayX * acrossX + ((double)y - place.OriginY) * acrossY) / acrossZ);
        }

        private static float HeightOf(PathGrid grid, GridCell cell)
        {
            grid.GetCellCenter(cell, out _, out float y, out float z);
            return grid.Plane == GridPlane.XZ ? y : z;
        }

        private GridstarFloorsInfo GetInfo()
        {
            GridstarFloorsInfo info = default(GridstarFloorsInfo);
            info.struct_size = GridstarFloorsInfo.Size;
            int status = NativeMethods.gridstar_floors_get_info(_id, ref info);
            GC.KeepAlive(this);
            ThrowIfMistake(status, "floors");
            return info;
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

        private static void RefuseDisposed(PathGrid grid)
        {
            RefuseNull(grid, nameof(grid));
            if (grid.IsDisposed)
            {
                throw new ObjectDisposedException(nameof(PathGrid));
            }
        }

        private static void RefuseNull(object argument, string parameter)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }

        private static void ThrowIfMistake(int status, string parameter, object value = null)
        {
            if (status == (int)NativeStatus.InvalidId)
            {
                throw new ObjectDisposedException(nameof(PathFloors));
            }
            if (status < 0)
            {
                throw NativeErrors.Create(status, parameter, value);
            }
        }
    }
}
