using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Flat layers of one world, each a <see cref="PathGrid"/>, that are joined by links at single cells: stairs, lifts, ladders, doors. A
    /// path runs through floors and tells which links it takes.
    /// </summary>
    /// <remarks>
    /// <para>Floors are ordinary grids: they are edited and searched as ever, may differ in size and settings, and belong to whoever made
    /// them. They are kept from the collector while a <see cref="PathFloors"/> refers to them, and not disposed by it.</para>
    /// <para>Any thread may call any member at any time. A search sees floors and links as they were when it began, and of each grid one
    /// state that it had then; the states of two grids that are edited meanwhile need not be of the same moment.</para>
    /// <para>Every member can throw <see cref="GridStarException"/>, for an error inside the native library, and every one that needs the
    /// native floors throws <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>.</para>
    /// </remarks>
    public sealed partial class PathFloors : IDisposable
    {
        /// <summary>Zero until the native floors exist. Never changes afterwards: a stale id is refused by the native side.</summary>
        private readonly ulong _id;

        /// <summary>By the number of the floor. Also the lock under which floors are added, on both sides.</summary>
        private readonly List<PathGrid> _grids = new List<PathGrid>();

        /// <summary>Creates floors, the first grid being floor 0; more can be added.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="grids"/> or one of them is null.</exception>
        /// <exception cref="ObjectDisposedException">A grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        /// <exception cref="GridStarException">The native library is missing or of another version.</exception>
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

        /// <summary>Frees the native floors where nobody called <see cref="Dispose"/>.</summary>
        ~PathFloors()
        {
            Destroy();
        }

        /// <summary>How many floors there are; their numbers are the ones below.</summary>
        public int FloorCount
        {
            get { return (int)GetInfo().floor_count; }
        }

        /// <summary>How many links there are.</summary>
        public int LinkCount
        {
            get { return (int)GetInfo().link_count; }
        }

        /// <summary>Starts at 0 and grows by one with each change of the floors and links. Edits of their grids don't count.</summary>
        public ulong Revision
        {
            get { return GetInfo().revision; }
        }

        /// <summary>Whether the native floors are gone, by <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllFloors"/>.</summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_floors_is_valid(_id) == 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>
        /// Frees the native floors, and none of the grids; searches under way on other threads end as if nothing had happened. A second call
        /// does nothing.
        /// </summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>Makes a grid the next floor. One grid may be several floors.</summary>
        /// <returns>Its number: 0 for the first one, then 1, and so on.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="grid"/> is null.</exception>
        /// <exception cref="ObjectDisposedException">The floors or the grid are disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        public int AddFloor(PathGrid grid)
        {
            RefuseDisposed(grid);
            lock (_grids)
            {
                _grids.Add(grid);
                uint floor;
                int status = NativeMethods.gridstar_floors_add_floor(_id, grid.Id, out floor);
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
        /// Makes another grid a floor in place of the one before, which may be disposed. Links keep their cells; those that are outside
        /// the new grid are not taken.
        /// </summary>
        /// <exception cref="ArgumentNullException"><paramref name="grid"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">There is no such floor.</exception>
        /// <exception cref="ObjectDisposedException">The floors or the grid are disposed.</exception>
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
                    throw new ArgumentOutOfRangeException(nameof(floor), floor, "There are " + _grids.Count + " floors.");
                }
                return _grids[floor];
            }
        }

        /// <summary>
        /// The cell of the nearest floor at or below a world position: of all floors with a cell there that are not above it by more than
        /// <paramref name="tolerance"/>, the highest one. How high a floor lies is the coordinate of its grid's origin that is off the plane.
        /// </summary>
        /// <param name="x">World x.</param>
        /// <param name="y">World y.</param>
        /// <param name="z">World z.</param>
        /// <param name="cell">The cell; <c>default(FloorCell)</c> without one.</param>
        /// <param name="tolerance">In world units, so that rounding does not drop what stands on a floor to the one below.</param>
        /// <returns>Whether there is such a floor. A floor whose grid is disposed is none.</returns>
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
                    GridCell on;
                    if (grid.IsDisposed || !grid.TryGetCellAt(x, y, z, out on))
                    {
                        continue;
                    }
                    float height = HeightOf(grid, on);
                    if (height > highest && height <= (grid.Plane == GridPlane.XZ ? y : z) + tolerance)
                    {
                        highest = height;
                        cell = new FloorCell(floor, on);
                    }
                }
            }
            return highest > float.NegativeInfinity;
        }

        private static float HeightOf(PathGrid grid, GridCell cell)
        {
            float x;
            float y;
            float z;
            grid.GetCellCenter(cell, out x, out y, out z);
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

        /// <summary>Never throws: an id means that the library is there, and destroying a stale one is harmless.</summary>
        private void Destroy()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_floors_destroy(_id);
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
