using System;

namespace GridStar
{
    // Fields: the costs of all cells of all floors at once.
    public sealed partial class PathFloors
    {
        /// <summary>Creates a field of one goal: see <see cref="PathFloorField"/>.</summary>
        /// <param name="goal">The goal: a cell of a floor.</param>
        /// <param name="query">Who walks, and the rules; its defaults come from the grid of the goal's floor. A
        /// <see cref="PathQuery.MaxCost"/> bounds the field.</param>
        /// <exception cref="ArgumentOutOfRangeException">The goal lies on no floor, or a setting of the query is out of
        /// range.</exception>
        public PathFloorField CreateField(FloorCell goal, PathQuery query = default(PathQuery))
            => CreateField(new[] { goal }, query);

        /// <summary>
        /// Creates a field of several goals, each cell's path leading to its nearest one: see
        /// <see cref="PathFloorField"/>.
        /// </summary>
        /// <param name="goals">The goals: cells of floors.</param>
        /// <param name="query">Who walks, and the rules; its defaults come from the grid of the first goal's floor. A
        /// <see cref="PathQuery.MaxCost"/> bounds the field.</param>
        /// <param name="maxVisits">Number of cells after which the call returns, for
        /// <see cref="PathFloorField.Advance"/> to go on; 0 builds the field in this call.</param>
        /// <exception cref="ArgumentException">The query asks for what a field does not know: a form other than
        /// <see cref="PathForm.Cells"/>, <see cref="PathQuery.AllowPartial"/> or <see cref="PathQuery.LeaveBlocked"/>.
        /// Or a floor has more than 512 ends of links.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A goal lies on no floor, or a setting is out of
        /// range.</exception>
        public PathFloorField CreateField(FloorCell[] goals, PathQuery query = default(PathQuery), int maxVisits = 0)
            => new PathFloorField(this, _id, goals, query, maxVisits);
    }
}
