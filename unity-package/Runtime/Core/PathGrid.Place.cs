using System;
using System.Threading;

namespace GridStar
{
    // Where the grid lies in the world.
    public sealed partial class PathGrid
    {
        private int _plane;
        private float _cellSize;
        private int _isTurned;
        private int _moves;

        /// <summary>The plane in which the grid lies, or the one of both to which its plane is nearer.</summary>
        public GridPlane Plane => (GridPlane)Volatile.Read(ref _plane);

        /// <summary>
        /// Side of a cell, in world units. For cells that are no squares, the distance of the two nearer opposite
        /// edges. For hexagons, the distance of neighbors in one row or column.
        /// </summary>
        public float CellSize => Volatile.Read(ref _cellSize);

        /// <summary>Whether the cells are something else than squares along two axes of the world.</summary>
        internal bool IsTurned => Volatile.Read(ref _isTurned) != 0 || Layout != CellLayout.Square;

        /// <summary>How often the grid has come to a place. It is where it was while this number is the same.</summary>
        internal int Moves => Volatile.Read(ref _moves);

        /// <summary>Where the grid lies in the world now.</summary>
        public GridPlace Place
        {
            get
            {
                GridstarPlace place = default(GridstarPlace);
                place.struct_size = GridstarPlace.Size;
                int status = NativeMethods.gridstar_grid_get_place(_id, ref place);
                GC.KeepAlive(this);
                if (status < 0)
                {
                    throw NativeErrors.Create(status, null, null);
                }
                return new GridPlace(ref place);
            }
        }

        /// <summary>
        /// Moves the grid to another place in the world: a ship, a world whose origin shifts, a map that is turned.
        /// Cells, and what searches have derived from them, stay as they are, and no search waits.
        /// </summary>
        /// <remarks>
        /// Every later call with world positions uses the new place, also on fields and floors of the grid. A call that
        /// runs meanwhile uses one of both places. World positions that were found earlier, and paths in them, are
        /// those of the earlier place. Step costs do not depend on the place.
        /// </remarks>
        /// <exception cref="ArgumentOutOfRangeException">The grid can't lie at this place: see <see
        /// cref="GridPlace"/>. It stays where it was.</exception>
        public void SetPlace(GridPlace place)
        {
            int status = MoveTo(place);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(place), place);
            }
        }

        /// <summary>Works as <see cref="SetPlace"/>. Returns the status, of which one below 0 has left the grid where
        /// it was.</summary>
        internal int MoveTo(GridPlace place)
        {
            GridstarPlace native = place.ToNative();
            int status = NativeMethods.gridstar_grid_set_place(_id, ref native);
            GC.KeepAlive(this);
            if (status >= 0)
            {
                ReadPlane(place);
            }
            return status;
        }

        /// <summary>Takes plane and cell size from the native grid.</summary>
        private void ReadPlane(GridPlace place)
        {
            Volatile.Write(ref _isTurned, place.IsTurned ? 1 : 0);
            GridstarGridInfo info = GetInfo();
            Volatile.Write(ref _plane, (int)info.plane);
            Volatile.Write(ref _cellSize, info.cell_size);
            Interlocked.Increment(ref _moves);
        }
    }
}
