using System;

namespace GridStar
{
    // The nearest cell at which an agent can stand, and whether it can walk from one cell to another.
    public sealed partial class PathGrid
    {
        /// <summary>The largest radius of a search for the nearest cell: GRIDSTAR_MAX_RADIUS.</summary>
        public const int MaxRadius = NativeConstants.MaxRadius;

        /// <summary>
        /// Finds the walkable cell nearest to a cell, with the grid's settings. The overload with a query says more.
        /// </summary>
        /// <param name="cell">The cell to look around. It may lie outside the grid.</param>
        /// <param name="radius">The largest distance, in cells: 0 to <see cref="MaxRadius"/>.</param>
        /// <param name="nearest">The nearest cell; <paramref name="cell"/> if there is none.</param>
        /// <returns>Whether there is a walkable cell within the radius.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="radius"/> is out of range.</exception>
        public bool TryFindNearest(GridCell cell, int radius, out GridCell nearest)
            => TryFindNearest(cell, radius, default(PathQuery), out nearest);

        /// <summary>
        /// Finds the cell nearest to a cell at which the query's agent can stand. The distance is the Euclidean one
        /// between centers. Of equally near cells, the one with the smallest row wins, then the one with the smallest
        /// column. Allocates nothing.
        /// </summary>
        /// <param name="cell">The cell to look around. It may lie outside the grid.</param>
        /// <param name="radius">The largest distance, in cells: 0 to <see cref="MaxRadius"/>.</param>
        /// <param name="query">Only its profile and agent size matter. An agent of several cells stands at its lowest
        /// one.</param>
        /// <param name="nearest">The nearest cell; <paramref name="cell"/> if there is none.</param>
        /// <returns>Whether there is such a cell within the radius.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="radius"/> or a setting of the query is out of
        /// range.</exception>
        public bool TryFindNearest(GridCell cell, int radius, PathQuery query, out GridCell nearest)
        {
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_find_nearest(_id, cell.X, cell.Y, radius, ref def, out nearest);
            GC.KeepAlive(this);
            return IsNearestFound(status, query, radius);
        }

        /// <summary>
        /// Finds the cell nearest to a cell that a path of the query's agent from a start can reach. Otherwise like
        /// <see cref="TryFindNearest(GridCell, int, PathQuery, out GridCell)"/>.
        /// </summary>
        /// <param name="cell">The cell to look around. It may lie outside the grid.</param>
        /// <param name="radius">The largest distance, in cells: 0 to <see cref="MaxRadius"/>.</param>
        /// <param name="start">Where paths start: a cell of the grid. It may be an obstacle, which paths leave and
        /// never enter.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <param name="nearest">The nearest cell; <paramref name="cell"/> if there is none.</param>
        /// <returns>Whether there is such a cell within the radius.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> lies outside the grid, or
        /// <paramref name="radius"/> or a setting of the query is out of range.</exception>
        public bool TryFindNearestReachable(
            GridCell cell, int radius, GridCell start, PathQuery query, out GridCell nearest)
        {
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_find_nearest_reachable(
                _id, ref cell, radius, ref start, ref def, out nearest);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw NativeErrors.Create(status, nameof(start), start);
            }
            return IsNearestFound(status, query, radius);
        }

        /// <summary>
        /// Whether an agent can walk from one cell to another, with the grid's settings. The overload with a query says
        /// more.
        /// </summary>
        /// <param name="from">The first cell. It may lie outside the grid.</param>
        /// <param name="to">The last cell. It may lie outside the grid.</param>
        public bool IsReachable(GridCell from, GridCell to) => IsReachable(from, to, default(PathQuery));

        /// <summary>
        /// Whether the query's agent can walk from one cell to another: it can stand at both, and a legal path joins
        /// them. Compares connected areas, and searches no path. Allocates nothing.
        /// </summary>
        /// <remarks>
        /// <para>Unlike the start of a path, a blocked cell is reachable from nowhere, not even from itself, and leads
        /// nowhere. So a building on top of a spawn closes the spawn. Cells outside the grid are blocked.</para>
        /// <para>The first call after an edit that changed where the agent can stand labels the areas of the grid,
        /// about a nanosecond for each cell. All others take a fraction of a microsecond.</para>
        /// </remarks>
        /// <param name="from">The first cell. An agent of several cells stands at its lowest one.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        public bool IsReachable(GridCell from, GridCell to, PathQuery query)
        {
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_is_reachable(
                _id, ref from, ref to, ref def, out uint isReachable);
            GC.KeepAlive(this);
            query.ThrowIfMistake(status);
            return isReachable == 1;
        }

        private static bool IsNearestFound(int status, PathQuery query, int radius)
        {
            if (status == (int)NativeStatus.BadRadius)
            {
                throw NativeErrors.Create(status, nameof(radius), radius);
            }
            query.ThrowIfMistake(status);
            return status == (int)NativeStatus.Ok;
        }
    }
}
