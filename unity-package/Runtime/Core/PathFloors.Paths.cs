using System;
using System.Collections.Generic;

namespace GridStar
{
    // Searches.
    public sealed partial class PathFloors
    {
        private const int FirstCapacity = 1024;

        /// <summary>Memory of one thread into which the native side writes paths, kept so that a warm call allocates nothing.</summary>
        [ThreadStatic]
        private static FloorStep[] t_steps;

        /// <summary>Finds a cheapest path by the settings of the start's floor. See the overload with a query.</summary>
        /// <param name="start">The first cell; an obstacle can be left on foot.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">Is cleared, and filled with the path's cells, both ends included.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The floor of the start or of the goal is not there.</exception>
        /// <exception cref="ObjectDisposedException">The floors, or the grid of the start or goal, are disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public FloorPathResult FindPath(FloorCell start, FloorCell goal, List<FloorStep> path)
        {
            return FindPath(start, goal, path, default(PathQuery));
        }

        /// <summary>
        /// Finds a cheapest path of steps and links. A start that is the goal is a path of one cell. Both ends of a link that is taken are in
        /// the path, one after the other. A warm call allocates nothing.
        /// </summary>
        /// <param name="start">The first cell; an obstacle can be left on foot.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">Is cleared, and filled with the path's cells, both ends included. No path leaves it empty.</param>
        /// <param name="query">
        /// Settings of the whole search; what it leaves at its default is taken from the grid of the start's floor. Each stretch within a floor is
        /// one that <see cref="PathGrid.FindPath(GridCell, GridCell, List{GridCell}, PathQuery)"/> finds by the same query, so that a
        /// query by an order, heuristic or weight that does not promise cheapest paths gets one that may cost more.
        /// </param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">
        /// The floor of the start or of the goal is not there, or a setting of the query is out of range; the message says which.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The floors, or the grid of the start or goal, are disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public FloorPathResult FindPath(FloorCell start, FloorCell goal, List<FloorStep> path, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            GridstarQueryDef def = query.ToDef();
            GridstarFloorPathResult result = NewResult();
            FloorStep[] steps = t_steps ?? (t_steps = new FloorStep[FirstCapacity]);
            int status = FindPath(start, goal, ref def, steps, ref result);
            // More than once when another thread's edit makes the path longer in between.
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                // Half as much again: paths that grow slowly should not cost an array each.
                steps = t_steps = new FloorStep[checked((int)(result.length + result.length / 2))];
                status = FindPath(start, goal, ref def, steps, ref result);
            }
            ThrowIfPathMistake(status, start, goal);
            CopyTo(path, steps, (int)result.length);
            return new FloorPathResult(status, ref result);
        }

        /// <summary>Finds a cheapest path by the settings of the start's floor. See the overload with a query.</summary>
        /// <param name="start">The first cell; an obstacle can be left on foot.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">Gets the path's cells, both ends included, in its first places.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentException">
        /// <paramref name="path"/> is too short and was not touched; the message says how many places are needed.
        /// </exception>
        /// <exception cref="ArgumentOutOfRangeException">The floor of the start or of the goal is not there.</exception>
        /// <exception cref="ObjectDisposedException">The floors, or the grid of the start or goal, are disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public FloorPathResult FindPath(FloorCell start, FloorCell goal, FloorStep[] path)
        {
            return FindPath(start, goal, path, default(PathQuery));
        }

        /// <summary>
        /// Finds a cheapest path and writes it straight into an array. Otherwise as the overload with a list. Allocates nothing.
        /// </summary>
        /// <param name="start">The first cell; an obstacle can be left on foot.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">
        /// Gets the path's cells, both ends included, in its first <see cref="FloorPathResult.Length"/> places; the others are not touched.
        /// </param>
        /// <param name="query">Settings of the whole search; its defaults are those of the start's floor.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentException">
        /// <paramref name="path"/> is too short and was not touched; the message says how many places are needed.
        /// </exception>
        /// <exception cref="ArgumentOutOfRangeException">
        /// The floor of the start or of the goal is not there, or a setting of the query is out of range; the message says which.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The floors, or the grid of the start or goal, are disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
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
            ThrowIfPathMistake(status, start, goal);
            return new FloorPathResult(status, ref result);
        }

        private int FindPath(
            FloorCell start,
            FloorCell goal,
            ref GridstarQueryDef def,
            FloorStep[] path,
            ref GridstarFloorPathResult result)
        {
            int status = NativeMethods.gridstar_floors_find_path(
                _id,
                unchecked((uint)start.Floor),
                start.Cell.X,
                start.Cell.Y,
                unchecked((uint)goal.Floor),
                goal.Cell.X,
                goal.Cell.Y,
                ref def,
                ref FirstPlace.Of(path),
                (uint)path.Length,
                ref result);
            GC.KeepAlive(this);
            return status;
        }

        private static void ThrowIfPathMistake(int status, FloorCell start, FloorCell goal)
        {
            if (status == (int)NativeStatus.UnknownFloor)
            {
                ThrowIfMistake(status, "start or goal", start + " to " + goal);
            }
            ThrowIfMistake(status, "query");
        }

        private static void CopyTo(List<FloorStep> path, FloorStep[] steps, int count)
        {
            path.Clear();
            if (path.Capacity < count)
            {
                path.Capacity = Math.Max(count, 2 * path.Capacity);
            }
            for (int i = 0; i < count; i++)
            {
                path.Add(steps[i]);
            }
        }

        private static GridstarFloorPathResult NewResult()
        {
            GridstarFloorPathResult result = default(GridstarFloorPathResult);
            result.struct_size = GridstarFloorPathResult.Size;
            return result;
        }
    }
}
