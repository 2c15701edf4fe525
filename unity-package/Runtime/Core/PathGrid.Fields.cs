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
            => CreateRange(new[] { start }, query, maxVisits);

        /// <summary>
        /// The overload for several starts: costs are those of paths from the nearest one. For danger around towers,
        /// which may be obstacles.
        /// </summary>
        /// <param name="starts">The starts: cells of the grid. They may be obstacles.</param>
        /// <param name="query">Who walks, and the rules. <see cref="PathQuery.MaxCost"/> is how far the field
        /// reaches.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 builds the field in this
        /// call.</param>
        public PathField CreateRange(GridCell[] starts, PathQuery query, int maxVisits = 0)
            => new PathField(this, _id, starts, NativeConstants.FieldFromStarts, query, maxVisits);

        /// <summary>
        /// Creates a field that leads to the best place by what other fields of the grid tell: away from threats, or to
        /// where several agents meet soonest. It answers like a field of goals.
        /// </summary>
        /// <remarks>
        /// <para>Each cell has a value: the costs of the fields there, each times its weight, as one number. The cost
        /// of a cell is the least sum of a value and the cost of the path to the cell that has the value. Values count
        /// from the smallest one.</para>
        /// <para>Flight: one field of the threats and a weight of -1.2. Agents leave dead ends in time, and run past a
        /// threat if the far side is worth it. Meeting: the sum or the maximum of a field for each agent, with weights
        /// of 1. A field beyond its <see cref="PathQuery.MaxCost"/> counts as far as that cost.</para>
        /// <para><see cref="PathField.Update"/> takes up the grid and what the fields show by then: update them first.
        /// A combined field keeps its fields from the garbage collector; it throws once one was disposed.</para>
        /// </remarks>
        /// <param name="fields">Fields of this grid, built at least once, with the same step costs.</param>
        /// <param name="weights">A weight for each field, from -1024 to 1024.</param>
        /// <param name="query">Who walks, and the rules. It has no <see cref="PathQuery.MaxCost"/>.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 builds the field in this
        /// call.</param>
        /// <exception cref="ArgumentException">There are fewer weights than fields, a field is of another grid or has
        /// other step costs, or the query has a limit of cost or what a field does not know.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A weight, the operation or a setting is out of
        /// range.</exception>
        /// <exception cref="InvalidOperationException">A field was not built yet.</exception>
        public PathField CombineFields(
            FieldOperation operation,
            PathField[] fields,
            double[] weights,
            PathQuery query = default(PathQuery),
            int maxVisits = 0)
            => new PathField(this, _id, operation, fields, weights, query, maxVisits);
    }
}
