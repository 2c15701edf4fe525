using System;
using System.Collections.Generic;

namespace GridStar
{
    // Finds paths through floors.
    public sealed partial class PathFloors
    {
        private const int FirstCapacity = 1024;

        /// <summary>
        /// One thread's memory for paths from the native side, kept so that a warm call allocates nothing.
        /// </summary>
        [ThreadStatic]
        private static FloorStep[] t_steps;

        /// <summary>
        /// Finds a cheapest path with the settings of the start's floor. The overload with a query says more.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The floor of the start or of the goal does not
        /// exist.</exception>
        public FloorPathResult FindPath(FloorCell start, FloorCell goal, List<FloorStep> path)
            => FindPath(start, goal, path, default(PathQuery));

        /// <summary>
        /// Finds a cheapest path of steps and links. For each link that it takes, the path has both ends, one after the
        /// other. If start and goal are the same cell, the path is this cell. A warm call allocates nothing.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included. It is empty
        /// without a path.</param>
        /// <param name="query">Settings of the whole search; its defaults come from the grid of the start's floor.
        /// <see cref="PathGrid.FindPath(GridCell, GridCell, List{GridCell}, PathQuery)"/> finds each leg with the same
        /// query. A query that gives up cheapest paths there gives them up here too. All options count but
        /// <see cref="PathForm.AnyAngle"/>.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The floor of the start or of the goal does not exist, or a
        /// setting of the query is out of range. The message names it.</exception>
        public FloorPathResult FindPath(FloorCell start, FloorCell goal, List<FloorStep> path, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            FloorPathResult result = FindPath(start, goal, query, out FloorStep[] steps);
            ListCopy.Fill(path, steps, result.Length);
            return result;
        }

        /// <summary>Finds a path into this thread's memory, which the next search overwrites.</summary>
        internal FloorPathResult FindPath(FloorCell start, FloorCell goal, PathQuery query, out FloorStep[] steps)
        {
            GridstarQueryDef def = query.ToDef();
            GridstarFloorPathResult result = NewResult();
            steps = StepsOfThread(0);
            int status = FindPath(start, goal, ref def, steps, ref result);
            // Twice at most, unless another thread changes something in between.
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                steps = StepsOfThread(result.length);
                status = FindPath(start, goal, ref def, steps, ref result);
            }
            ThrowIfPathMistake(status, start, goal, query);
            return new FloorPathResult(status, ref result);
        }

        /// <summary>
        /// Finds a cheapest path with the settings of the start's floor. The overload with a query says more.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">Receives the path's cells, both ends included, from index 0 on.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="path"/> is too short and stays unchanged. The message
        /// gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The floor of the start or of the goal does not
        /// exist.</exception>
        public FloorPathResult FindPath(FloorCell start, FloorCell goal, FloorStep[] path)
            => FindPath(start, goal, path, default(PathQuery));

        /// <summary>
        /// Finds a cheapest path and writes it straight into an array. Otherwise like the overload with a list.
        /// Allocates nothing.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">Receives the path's cells, both ends included, in its first
        /// <see cref="FloorPathResult.Length"/> elements. The rest stays unchanged.</param>
        /// <param name="query">Settings of the whole search; its defaults come from the grid of the start's
        /// floor.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="path"/> is too short and stays unchanged. The message
        /// gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The floor of the start or of the goal does not exist, or a
        /// setting of the query is out of range. The message names it.</exception>
        public FloorPathResult FindPath(FloorCell start, FloorCell goal, FloorStep[] path, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            GridstarQueryDef def = query.ToDef();
            GridstarFloorPathResult result = NewResult();
            int status = FindPath(start, goal, ref def, path, ref result);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(path), path.Length, result.length);
            }
            ThrowIfPathMistake(status, start, goal, query);
            return new FloorPathResult(status, ref result);
        }

        /// <summary>This thread's memory for a path, with room for some cells. The old content may be lost.</summary>
        internal static FloorStep[] StepsOfThread(uint count)
        {
            if (t_steps == null || t_steps.Length < count)
            {
                // Half as much again, so that slowly growing paths do not allocate an array each.
                t_steps = new FloorStep[Math.Max(FirstCapacity, checked((int)(count + count / 2)))];
            }
            return t_steps;
        }

        private int FindPath(
            FloorCell start,
            FloorCell goal,
            ref GridstarQueryDef def,
            FloorStep[] path,
            ref GridstarFloorPathResult result)
        {
            GridstarFloorCell from = NativeValues.Of(start);
            GridstarFloorCell to = NativeValues.Of(goal);
            int status = NativeMethods.gridstar_floors_find_path(
                _id,
                ref from,
                ref to,
                ref def,
                ref FirstElement.Of(path),
                (uint)path.Length,
                ref result);
            GC.KeepAlive(this);
            return status;
        }

        internal static void ThrowIfPathMistake(int status, FloorCell start, FloorCell goal, PathQuery query)
        {
            if (status == (int)NativeStatus.UnknownFloor)
            {
                ThrowIfMistake(status, "start or goal", start + " to " + goal);
            }
            if (status == (int)NativeStatus.InvalidId)
            {
                ThrowIfMistake(status, "query");
            }
            query.ThrowIfMistake(status);
        }

        internal static GridstarFloorPathResult NewResult()
        {
            GridstarFloorPathResult result = default(GridstarFloorPathResult);
            result.struct_size = GridstarFloorPathResult.Size;
            return result;
        }
    }
}
