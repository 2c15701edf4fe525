using System;
using System.Collections.Generic;

namespace GridStar
{
    // Costs to many goals.
    public sealed partial class PathGrid
    {
        [ThreadStatic]
        private static GoalCost[] t_goalCosts;

        /// <summary>
        /// Finds the goals nearest to a start by the costs of paths: the first ones by cost, and by index where costs
        /// are equal. Takes the time of a field up to the cost of the last of them.
        /// </summary>
        /// <param name="start">Where paths start: a cell of the grid. It may be an obstacle.</param>
        /// <param name="goals">The goals: cells of the grid.</param>
        /// <param name="nearest">List that is cleared and filled. Goals that can't be reached are left out.</param>
        /// <param name="query">Settings of the paths. With a <see cref="PathQuery.MaxCost"/>, dearer goals are left
        /// out.</param>
        /// <param name="maxCount">The most goals; 0 for all.</param>
        /// <exception cref="ArgumentOutOfRangeException">The start or a goal lies outside the grid, or a setting is out
        /// of range.</exception>
        public void FindNearestGoals(
            GridCell start,
            GridCell[] goals,
            List<GoalCost> nearest,
            PathQuery query = default(PathQuery),
            int maxCount = 0)
        {
            if (goals == null || nearest == null)
            {
                throw new ArgumentNullException(goals == null ? nameof(goals) : nameof(nearest));
            }
            if (maxCount < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(maxCount), maxCount, "Must not be negative.");
            }
            if (t_goalCosts == null || t_goalCosts.Length < goals.Length)
            {
                t_goalCosts = new GoalCost[Math.Max(goals.Length, 16)];
            }
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_find_nearest_goals(
                _id,
                ref start,
                ref FirstElement.Of(goals),
                (uint)goals.Length,
                ref def,
                ref t_goalCosts[0],
                (uint)(maxCount == 0 ? goals.Length : Math.Min(maxCount, goals.Length)),
                out uint count);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw Contains(start)
                    ? NativeErrors.Outside(nameof(goals), goals, this)
                    : NativeErrors.Outside(nameof(start), new[] { start }, this);
            }
            query.ThrowIfMistake(status);
            ListCopy.Fill(nearest, t_goalCosts, (int)count);
        }

        /// <summary>
        /// The costs of paths from each of many starts to each of many goals, on the worker threads and this one. Takes
        /// the time of a field for each start.
        /// </summary>
        /// <param name="starts">The starts: cells of the grid.</param>
        /// <param name="goals">The goals: cells of the grid.</param>
        /// <param name="costs">Receives the cost from start i to goal j at index i * goals.Length + j; positive
        /// infinity without a path. The rest stays unchanged.</param>
        /// <exception cref="ArgumentException"><paramref name="costs"/> is too short.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A start or a goal lies outside the grid, or a setting is out
        /// of range.</exception>
        public void GetCosts(
            GridCell[] starts, GridCell[] goals, double[] costs, PathQuery query = default(PathQuery))
        {
            if (starts == null || goals == null)
            {
                throw new ArgumentNullException(starts == null ? nameof(starts) : nameof(goals));
            }
            if (costs == null)
            {
                throw new ArgumentNullException(nameof(costs));
            }
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_get_cost_matrix(
                _id,
                ref FirstElement.Of(starts),
                (uint)starts.Length,
                ref FirstElement.Of(goals),
                (uint)goals.Length,
                ref def,
                ref FirstElement.Of(costs),
                (uint)costs.Length);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                uint needed = checked((uint)starts.Length * (uint)goals.Length);
                throw NativeErrors.TooShort(nameof(costs), costs.Length, needed);
            }
            if (status == (int)NativeStatus.CellOutside)
            {
                throw Array.TrueForAll(starts, Contains)
                    ? NativeErrors.Outside(nameof(goals), goals, this)
                    : NativeErrors.Outside(nameof(starts), starts, this);
            }
            query.ThrowIfMistake(status);
        }
    }
}
