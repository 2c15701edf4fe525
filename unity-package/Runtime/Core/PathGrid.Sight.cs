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
        /// <param name="blocked">The first blocked cell; <paramref name="to"/> if nothing blocks the line.</param>
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
        /// <para>Every cell whose inside the line crosses must be walkable for the agent, except the first one. Where
        /// the line hits the corner of four cells exactly, the diagonal rule decides by the two cells beside it, as for
        /// a diagonal step. Under <see cref="GridStar.DiagonalRule.Never"/> both must be walkable.</para>
        /// <para>With a <see cref="PathQuery.AgentSize"/> above 1, cells are the agent's lowest ones, and the agent
        /// must be able to stand at each cell that the line crosses. Costs and penalties don't matter.</para>
        /// </remarks>
        /// <param name="from">The first cell: a cell of the grid. It may be an obstacle.</param>
        /// <param name="to">The last cell. A line to a cell outside the grid is blocked.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <param name="blocked">The first blocked cell, perhaps outside the grid; <paramref name="to"/> if nothing
        /// blocks the line. If a corner blocks it, this is a blocked cell beside the corner.</param>
        /// <param name="last">The last free cell; <paramref name="to"/> if nothing blocks the line.</param>
        /// <returns>Whether a cell blocks the line, as <c>Physics.Linecast</c> returns whether something is
        /// hit.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="from"/> lies outside the grid, or a setting of
        /// the query is out of range.</exception>
        public bool Linecast(GridCell from, GridCell to, PathQuery query, out GridCell blocked, out GridCell last)
        {
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_linecast(
                _id, from.X, from.Y, to.X, to.Y, ref def, out uint isFree, out last, out blocked);
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
