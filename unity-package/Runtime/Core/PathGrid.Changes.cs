using System;
using System.Collections.Generic;

namespace GridStar
{
    // Where edits have changed cells.
    public sealed partial class PathGrid
    {
        /// <summary>The most rectangles of <see cref="GetChanges"/>.</summary>
        public const int MaxChangedRects = 8;

        [ThreadStatic]
        private static GridstarRect[] t_changed;

        private static GridstarRect[] ChangePlaces => t_changed ?? (t_changed = new GridstarRect[MaxChangedRects]);

        /// <summary>
        /// Lists where edits have changed cells since an earlier revision: a few rectangles that together contain every
        /// cell whose type or penalty has changed. The call is short on grids of all sizes. A warm call allocates
        /// nothing.
        /// </summary>
        /// <remarks>
        /// The grid keeps the rectangles of its last edits. After up to 64 edits the answer encloses them and no more;
        /// after more edits it can contain earlier edits too; after more than about 4000 edits it is the whole grid.
        /// </remarks>
        /// <param name="sinceRevision">A <see cref="Revision"/> of this grid, such as
        /// <see cref="PathResult.Revision"/>.</param>
        /// <param name="rects">List that is cleared and filled with at most <see cref="MaxChangedRects"/> rectangles:
        /// none if nothing has changed since. None contains another one.</param>
        /// <returns>The current revision.</returns>
        public ulong GetChanges(ulong sinceRevision, List<CellRect> rects)
        {
            RefuseNull(rects, nameof(rects));
            GridstarRect[] places = ChangePlaces;
            ulong revision = GetChanges(sinceRevision, places, out uint count);
            rects.Clear();
            for (int i = 0; i < count; i++)
            {
                GridstarRect rect = places[i];
                rects.Add(new CellRect(rect.x, rect.y, (int)rect.width, (int)rect.height));
            }
            return revision;
        }

        /// <summary>As below, into this thread's own places, which the next call overwrites.</summary>
        internal ulong GetChanges(ulong sinceRevision, out GridstarRect[] places, out uint count)
        {
            places = ChangePlaces;
            return GetChanges(sinceRevision, places, out count);
        }

        /// <summary>Writes at most as many rectangles as the array has places, and returns the revision.</summary>
        internal ulong GetChanges(ulong sinceRevision, GridstarRect[] places, out uint count)
        {
            int status = NativeMethods.gridstar_grid_get_changes(
                _id, sinceRevision, ref places[0], (uint)places.Length, out count, out ulong revision);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(sinceRevision));
            return revision;
        }
    }
}
