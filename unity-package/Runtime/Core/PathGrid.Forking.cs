using System;
using System.Threading;

namespace GridStar
{
    // Hashes, forks, and going back to a fork.
    public sealed partial class PathGrid
    {
        /// <summary>
        /// A hash of all that the grid's answers depend on: size, layout, costs and all other settings, engine, types,
        /// penalties, numbers of covers and walls between cells. Equal grids have equal hashes on every platform,
        /// however they came to be: by edits, a load, a fork or changes. Reading it takes less than a microsecond, but
        /// the first time after an edit of more than half of the cells it reads all cells.
        /// </summary>
        /// <remarks>The place in the world, revisions and prepared parts do not count.</remarks>
        public ulong Hash
        {
            get
            {
                int status = NativeMethods.gridstar_grid_get_hash(_id, out ulong hash);
                GC.KeepAlive(this);
                NativeErrors.ThrowIfMistake(status, null);
                return hash;
            }
        }

        /// <summary>
        /// Creates another grid with the same cells, covers, settings, place and revision, in a few microseconds at any
        /// size: both share their memory until one of them is edited. The first search after that copies what it needs.
        /// </summary>
        /// <remarks>
        /// <para>Dispose the fork as any grid. Forks can be forked, and disposed of in any order.</para>
        /// <para>A <see cref="PathCover"/> goes on belonging to the grid on which it was created. The fork has its
        /// cells as they are now, and a query on the fork may leave it out (<see cref="PathQuery.Without"/>).</para>
        /// </remarks>
        public PathGrid Fork()
        {
            // Read before the cells are: penalties that another thread edits meanwhile count as other ones.
            long mark = Interlocked.Read(ref _penaltiesMark);
            int status = NativeMethods.gridstar_grid_fork(_id, out ulong fork);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, null);
            return new PathGrid(fork) { _penaltiesMark = mark };
        }

        /// <summary>
        /// Gives this grid the cells, covers and engine that another one has now, in a few microseconds: as a rule a
        /// fork of it that was kept. Fields, crowds, followers and tickets go on with the grid, which keeps its place:
        /// they see an edit of what differs.
        /// </summary>
        /// <remarks>
        /// Each <see cref="PathCover"/> of this grid has the cells again that it had in the other grid, or none if it
        /// was created later. Covers that were disposed of since do not come back, and their cells are free of them.
        /// </remarks>
        /// <param name="from">Not changed. It can be restored from again.</param>
        /// <exception cref="ArgumentException">The grids differ in size, layout or settings.</exception>
        public void Restore(PathGrid from)
        {
            RefuseNull(from, nameof(from));
            long mark = Interlocked.Read(ref from._penaltiesMark);
            int status = NativeMethods.gridstar_grid_restore(_id, from._id);
            GC.KeepAlive(from);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(from));
            if (mark != Interlocked.Read(ref _penaltiesMark))
            {
                NotePenalties(mark);
            }
        }

        /// <summary>Throws unless another grid has the size and layout of this one.</summary>
        internal void RefuseOther(PathGrid other, string parameter)
        {
            if (other.Width != Width || other.Height != Height || other.Layout != Layout)
            {
                throw new ArgumentException("The grids differ in size or layout.", parameter);
            }
        }

        /// <summary>
        /// Finds the first cell at which the cells of two grids differ, or null: types first, then penalties, then
        /// numbers of covers, then walls between cells, each row by row. So two saves from two machines tell what went
        /// apart.
        /// </summary>
        /// <exception cref="ArgumentException">The grids differ in size, layout or settings.</exception>
        public GridDifference? FindDifference(PathGrid other)
        {
            RefuseNull(other, nameof(other));
            GridstarDifference found = default(GridstarDifference);
            found.struct_size = GridstarDifference.Size;
            int status = NativeMethods.gridstar_grid_find_difference(_id, other._id, ref found);
            GC.KeepAlive(other);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(other));
            if (found.is_different == 0)
            {
                return null;
            }
            return new GridDifference(
                (CellPlane)found.plane, new GridCell(found.x, found.y), (int)found.value, (int)found.other_value);
        }
    }
}
