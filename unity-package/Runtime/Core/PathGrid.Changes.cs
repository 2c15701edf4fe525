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

        private static GridstarRect[] ChangeBuffer => t_changed ?? (t_changed = new GridstarRect[MaxChangedRects]);

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
            GridstarRect[] changed = ChangeBuffer;
            ulong revision = GetChanges(sinceRevision, changed, out uint count);
            rects.Clear();
            for (int i = 0; i < count; i++)
            {
                GridstarRect rect = changed[i];
                rects.Add(new CellRect(rect.x, rect.y, (int)rect.width, (int)rect.height));
            }
            return revision;
        }

        /// <summary>Writes into an array of this thread, which the next call overwrites.</summary>
        internal ulong GetChanges(ulong sinceRevision, out GridstarRect[] changed, out uint count)
        {
            changed = ChangeBuffer;
            return GetChanges(sinceRevision, changed, out count);
        }

        /// <summary>Writes at most as many rectangles as the array is long. Returns the revision.</summary>
        internal ulong GetChanges(ulong sinceRevision, GridstarRect[] changed, out uint count)
        {
            int status = NativeMethods.gridstar_grid_get_changes(
                _id, sinceRevision, ref changed[0], (uint)changed.Length, out count, out ulong revision);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(sinceRevision));
            return revision;
        }
    }
}
