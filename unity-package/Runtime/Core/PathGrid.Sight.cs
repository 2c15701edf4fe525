using System;

namespace GridStar
{
    // Lines of sight.
    public sealed partial class PathGrid
    {
        /// <summary>
        /// Whether nothing blocks the straight line between the centers of two cells, with the grid's settings.
        /// </summary>
        /// <param name="from">The first cell: a cell of the grid. It may be an obstacle.</param>
        /// <param name="to">The last cell. A line to a cell outside the grid is blocked.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="from"/> lies outside the grid.</exception>
        public bool HasLineOfSight(GridCell from, GridCell to) => HasLineOfSight(from, to, default(PathQuery));

        /// <summary>
        /// Whether nothing blocks the straight line between the centers of two cells for an agent. See
        /// <see cref="Linecast(GridCell, GridCell, PathQuery, out GridCell, out GridCell)"/>.
        /// </summary>
        /// <param name="from">The first cell: a cell of the grid. It may be an obstacle.</param>
        /// <param name="to">The last cell. A line to a cell outside the grid is blocked.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="from"/> lies outside the grid, or a setting of
        /// the query is out of range.</exception>
        public bool HasLineOfSight(GridCell from, GridCell to, PathQuery query)
            => !Linecast(from, to, query, out _, out _);

        /// <summary>
        /// Follows the straight line between the centers of two cells to the first cell in the way, with the grid's
        /// settings. The overload with a query says more.
        /// </summary>
        /// <param name="from">The first cell: a cell of the grid. It may be an obstacle.</param>
        /// <param name="to">The last cell. A line to a cell outside the grid is blocked.</param>
        /// <param name="blocked">A cell that blocks the line; <paramref name="to"/> if nothing does.</param>
        /// <returns>Whether a cell blocks the line, as <c>Physics.Linecast</c> returns whether something is
        /// hit.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="from"/> lies outside the grid.</exception>
        public bool Linecast(GridCell from, GridCell to, out GridCell blocked)
            => Linecast(from, to, default(PathQuery), out blocked, out _);

        /// <summary>
        /// Follows the straight line between the centers of two cells to the first cell in an agent's way. Allocates
        /// nothing.
        /// </summary>
        /// <remarks>
        /// <para>The agent moves along the line with its body, so that blocked cells keep it away from their centers.
        /// Under <see cref="GridStar.DiagonalRule.BothFree"/> and <see cref="GridStar.DiagonalRule.Never"/>, no part of
        /// the agent's square, moved along the line, enters a blocked cell. Under the other rules a line keeps outside
        /// of the diamond between the centers of a blocked cell's four neighbors, so that corners are cut as by
        /// diagonal steps; only <see cref="GridStar.DiagonalRule.Always"/> lets a diagonal pass between two blocked
        /// cells. The first cell counts as walkable.</para>
        /// <para>With a <see cref="PathQuery.AgentSize"/> above 1, cells are the agent's lowest ones, and those at
        /// which it can't stand are blocked. Costs and penalties don't matter.</para>
        /// </remarks>
        /// <param name="from">The first cell: a cell of the grid. It may be an obstacle.</param>
        /// <param name="to">The last cell. A line to a cell outside the grid is blocked.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <param name="blocked">A cell that blocks the line, perhaps outside the grid; <paramref name="to"/> if
        /// nothing does.</param>
        /// <param name="last">The free cell nearest to the line in the last column of cells that it reaches, or the
        /// last row if it is longer along y; <paramref name="to"/> if nothing blocks the line.</param>
        /// <returns>Whether a cell blocks the line, as <c>Physics.Linecast</c> returns whether something is
        /// hit.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="from"/> lies outside the grid, or a setting of
        /// the query is out of range.</exception>
        public bool Linecast(GridCell from, GridCell to, PathQuery query, out GridCell blocked, out GridCell last)
        {
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_linecast(
                _id, ref from, ref to, ref def, out uint isFree, out last, out blocked);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw NativeErrors.Create(status, nameof(from), from);
            }
            query.ThrowIfMistake(status);
            return isFree == 0;
        }
    }
}
