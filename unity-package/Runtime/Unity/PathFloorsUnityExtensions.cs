using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathFloors"/> with Unity's types. Any thread. Same exceptions as the members of
    /// <see cref="PathFloors"/>.
    /// </summary>
    public static class PathFloorsUnityExtensions
    {
        /// <summary>
        /// Finds the highest floor at or below a world position that has a cell there; see
        /// <see cref="PathFloors.TryGetCellAt(float, float, float, out FloorCell, float)"/>.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public static bool TryGetCellAt(
            this PathFloors floors, Vector3 position, out FloorCell cell, float tolerance = 0.1f)
            => NotNull(floors).TryGetCellAt(position.x, position.y, position.z, out cell, tolerance);

        /// <summary>The world position of a cell's center, at its floor's height.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The floor or the cell does not exist.</exception>
        public static Vector3 GetCellCenter(this PathFloors floors, FloorCell cell)
            => NotNull(floors).GetFloor(cell.Floor).GetCellCenter(cell.Cell);

        /// <summary>
        /// Finds a cheapest path between two world positions, with the settings of the start's floor.
        /// </summary>
        /// <param name="start">A position on or above a floor.</param>
        /// <param name="goal">A position on or above a floor.</param>
        /// <param name="path">List that is cleared and filled with the centers of the path's cells, both ends
        /// included.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public static FloorPathResult FindPath(this PathFloors floors, Vector3 start, Vector3 goal, List<Vector3> path)
            => FindPath(floors, start, goal, path, default(PathQuery));

        /// <summary>
        /// Finds a cheapest path between two world positions, each on the nearest floor at or below it. A position
        /// without a floor gives <see cref="PathReason.StartOutside"/> or <see cref="PathReason.GoalOutside"/>. A warm
        /// call allocates nothing.
        /// </summary>
        /// <param name="start">A position on or above a floor.</param>
        /// <param name="goal">A position on or above a floor.</param>
        /// <param name="path">List that is cleared and filled with the centers of the path's cells, both ends
        /// included.</param>
        /// <param name="query">Settings of the whole search; its defaults come from the grid of the start's
        /// floor.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate or a setting of the query is out of
        /// range.</exception>
        public static FloorPathResult FindPath(
            this PathFloors floors, Vector3 start, Vector3 goal, List<Vector3> path, PathQuery query)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            bool hasStart = floors.TryGetCellAt(start, out FloorCell startCell);
            bool hasGoal = floors.TryGetCellAt(goal, out FloorCell goalCell);
            path.Clear();
            if (!hasStart || !hasGoal)
            {
                PathReason reason = hasStart ? PathReason.GoalOutside : PathReason.StartOutside;
                return new FloorPathResult(reason, floors.Revision);
            }
            FloorCell from = floors.EndAt(startCell.Floor, start.x, start.y, start.z, query);
            FloorCell to = floors.EndAt(goalCell.Floor, goal.x, goal.y, goal.z, query);
            FloorPathResult result = floors.FindPath(from, to, query, out FloorStep[] steps);
            ThreadPoints.Reserve(result.Length);
            for (int first = 0; first < result.Length;)
            {
                first += floors.WriteCenters(steps, first, result.Length, query, ref ThreadPoints.Array[first].x);
            }
            ThreadPoints.CopyTo(path, result.Length);
            return result;
        }

        private static PathFloors NotNull(PathFloors floors)
        {
            if (floors == null)
            {
                throw new ArgumentNullException(nameof(floors));
            }
            return floors;
        }
    }
}
