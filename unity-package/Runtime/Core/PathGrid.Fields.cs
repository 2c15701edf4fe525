using System;

namespace GridStar
{
    // Fields: the costs of all cells at once.
    public sealed partial class PathGrid
    {
        /// <summary>Creates a field of one goal, with the grid's settings: see <see cref="PathField"/>.</summary>
        /// <param name="goal">The goal: a cell of the grid.</param>
        /// <exception cref="ArgumentOutOfRangeException">The goal lies outside the grid.</exception>
        public PathField CreateField(GridCell goal) => CreateField(new[] { goal }, default(PathQuery));

        /// <summary>Creates a field of one goal: see <see cref="PathField"/>.</summary>
        /// <param name="goal">The goal: a cell of the grid.</param>
        /// <param name="query">Who walks, and the rules. A <see cref="PathQuery.MaxCost"/> bounds the field.</param>
        /// <exception cref="ArgumentOutOfRangeException">The goal lies outside the grid, or a setting of the query is
        /// out of range.</exception>
        public PathField CreateField(GridCell goal, PathQuery query) => CreateField(new[] { goal }, query);

        /// <summary>
        /// Creates a field of several goals, each cell's path leading to its nearest one: see <see cref="PathField"/>.
        /// </summary>
        /// <param name="goals">The goals: cells of the grid.</param>
        /// <param name="query">Who walks, and the rules. A <see cref="PathQuery.MaxCost"/> bounds the field.</param>
        /// <param name="maxVisits">Number of cells after which the call returns, for
        /// <see cref="PathField.Advance"/> to go on; 0 builds the field in this call.</param>
        /// <exception cref="ArgumentException">The query asks for what a field does not know: a form other than
        /// <see cref="PathForm.Cells"/>, <see cref="PathQuery.AllowPartial"/> or <see cref="PathQuery.LeaveBlocked"/>.
        /// </exception>
        /// <exception cref="ArgumentOutOfRangeException">A goal lies outside the grid, or a setting is out of
        /// range.</exception>
        public PathField CreateField(GridCell[] goals, PathQuery query, int maxVisits = 0)
            => new PathField(this, _id, goals, 0, query, maxVisits);

        /// <summary>
        /// Creates the field of what can be reached from a start: the costs of the paths from there to all cells, for
        /// ranges of units. Otherwise like <see cref="CreateField(GridCell[], PathQuery, int)"/>.
        /// </summary>
        /// <param name="start">The start: a cell of the grid. It may be an obstacle.</param>
        /// <param name="query">Who walks, and the rules. <see cref="PathQuery.MaxCost"/> is what the unit can
        /// spend.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 builds the field in this
        /// call.</param>
        public PathField CreateRange(GridCell start, PathQuery query, int maxVisits = 0)
            => new PathField(this, _id, new[] { start }, GridstarFieldInfo.FromStarts, query, maxVisits);
    }
}
