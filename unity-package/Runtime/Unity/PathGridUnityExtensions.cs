using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathGrid"/> with Unity's types. Any thread. Same exceptions as the members of <see cref="PathGrid"/>.
    /// </summary>
    public static class PathGridUnityExtensions
    {
        /// <summary>The cell as a vector: x is the column, y the row.</summary>
        public static Vector2Int ToVector2Int(this GridCell cell) => new Vector2Int(cell.X, cell.Y);

        /// <summary>The vector as a cell: x is the column, y the row.</summary>
        public static GridCell ToGridCell(this Vector2Int cell) => new GridCell(cell.x, cell.y);

        /// <summary>The type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public static CellType GetCell(this PathGrid grid, Vector2Int cell) => NotNull(grid).GetCell(cell.ToGridCell());

        /// <summary>Sets the type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public static void SetCell(this PathGrid grid, Vector2Int cell, CellType type)
            => NotNull(grid).SetCell(cell.ToGridCell(), type);

        /// <summary>
        /// How two cells that share a side can be passed between. See
        /// <see cref="PathGrid.GetPassage(GridCell, GridCell)"/>.
        /// </summary>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell lies outside the grid.</exception>
        public static Passage GetPassage(this PathGrid grid, Vector2Int from, Vector2Int to)
            => NotNull(grid).GetPassage(from.ToGridCell(), to.ToGridCell());

        /// <summary>
        /// Sets how two cells that share a side can be passed between. See
        /// <see cref="PathGrid.SetPassage(GridCell, GridCell, Passage)"/>.
        /// </summary>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell lies outside the grid, or the passage is
        /// unknown.</exception>
        public static void SetPassage(this PathGrid grid, Vector2Int from, Vector2Int to, Passage passage)
            => NotNull(grid).SetPassage(from.ToGridCell(), to.ToGridCell(), passage);

        /// <summary>Finds the cell at a world position. Returns whether it lies on the grid.</summary>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public static bool TryGetCellAt(this PathGrid grid, Vector3 position, out GridCell cell)
            => NotNull(grid).TryGetCellAt(position.x, position.y, position.z, out cell);

        /// <summary>The world position of a cell's center. Off the plane it is the origin's coordinate.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public static Vector3 GetCellCenter(this PathGrid grid, GridCell cell)
        {
            NotNull(grid).GetCellCenter(cell, out float x, out float y, out float z);
            return new Vector3(x, y, z);
        }

        /// <summary>
        /// The world position of a cell's lowest corner. x may be the grid's width and y its height, for the grid's
        /// upper edges.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The grid has no such corner.</exception>
        public static Vector3 GetCellCorner(this PathGrid grid, GridCell cell)
        {
            NotNull(grid).GetCellCorner(cell, out float x, out float y, out float z);
            return new Vector3(x, y, z);
        }

        /// <summary>
        /// The lowest cell of an agent whose center is nearest to a world position: the cell to start or end a path of
        /// this agent. Near an edge of the grid it is the nearest place inside. For a position outside the grid it is a
        /// cell outside; a search then says so.
        /// </summary>
        /// <param name="agentSize">Cells that the agent is wide and high: 1 to
        /// <see cref="PathGrid.MaxAgentSize"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the size is out of
        /// range.</exception>
        public static GridCell AnchorAt(this PathGrid grid, Vector3 position, int agentSize)
        {
            bool isInside =
                NotNull(grid).TryGetAnchorAt(position.x, position.y, position.z, agentSize, out GridCell anchor);
            if (!isInside && grid.Contains(anchor))
            {
                // The agent stands over an upper edge, with its center outside.
                grid.TryGetCellAt(position, out anchor);
            }
            return anchor;
        }

        /// <summary>
        /// The world position of the center of an agent. Off the plane it is the origin's coordinate.
        /// </summary>
        /// <param name="anchor">The agent's lowest cell, as in a path: a cell of the grid.</param>
        /// <param name="agentSize">Cells that the agent is wide and high: 1 to
        /// <see cref="PathGrid.MaxAgentSize"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid, or the size is out of
        /// range.</exception>
        public static Vector3 AgentCenter(this PathGrid grid, GridCell anchor, int agentSize)
        {
            NotNull(grid).GetAgentCenter(anchor, agentSize, out float x, out float y, out float z);
            return new Vector3(x, y, z);
        }

        /// <summary>
        /// Whether nothing blocks the straight line between the cells of two world positions, with the grid's settings.
        /// The line runs between the centers of the cells.
        /// </summary>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the first cell lies
        /// outside the grid.</exception>
        public static bool HasLineOfSight(this PathGrid grid, Vector3 from, Vector3 to)
            => HasLineOfSight(grid, from, to, default(PathQuery));

        /// <summary>
        /// Whether nothing blocks the straight line between the cells of two world positions for an agent. With a
        /// <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center.
        /// </summary>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, the first cell lies outside
        /// the grid, or a setting of the query is out of range.</exception>
        public static bool HasLineOfSight(this PathGrid grid, Vector3 from, Vector3 to, PathQuery query)
            => !Linecast(grid, from, to, query, out _, out _);

        /// <summary>
        /// Follows the straight line between the cells of two world positions to the first cell in the way, with the
        /// grid's settings. The line runs between the centers of the cells.
        /// </summary>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <param name="blocked">The first blocked cell, perhaps outside the grid; the last cell if nothing blocks the
        /// line.</param>
        /// <returns>Whether a cell blocks the line.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the first cell lies
        /// outside the grid.</exception>
        public static bool Linecast(this PathGrid grid, Vector3 from, Vector3 to, out GridCell blocked)
            => Linecast(grid, from, to, default(PathQuery), out blocked, out _);

        /// <summary>
        /// Follows the straight line between the cells of two world positions to the first cell in an agent's way. With
        /// a <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center. See
        /// <see cref="PathGrid.Linecast(GridCell, GridCell, PathQuery, out GridCell, out GridCell)"/>.
        /// </summary>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <param name="blocked">The first blocked cell, perhaps outside the grid; the last cell if nothing blocks the
        /// line.</param>
        /// <returns>Whether a cell blocks the line.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, the first cell lies outside
        /// the grid, or a setting of the query is out of range.</exception>
        public static bool Linecast(
            this PathGrid grid, Vector3 from, Vector3 to, PathQuery query, out GridCell blocked, out GridCell last)
        {
            int size = SizeOf(query);
            return NotNull(grid).Linecast(
                grid.AnchorAt(from, size), grid.AnchorAt(to, size), query, out blocked, out last);
        }

        /// <summary>
        /// Whether an agent can walk from the cell of one world position to that of another, with the grid's settings.
        /// </summary>
        /// <param name="from">A position in the first cell. It may lie off the grid.</param>
        /// <param name="to">A position in the last cell. It may lie off the grid.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public static bool IsReachable(this PathGrid grid, Vector3 from, Vector3 to)
            => IsReachable(grid, from, to, default(PathQuery));

        /// <summary>
        /// Whether the query's agent can walk from the cell of one world position to that of another. With a
        /// <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center. See
        /// <see cref="PathGrid.IsReachable(GridCell, GridCell, PathQuery)"/>.
        /// </summary>
        /// <param name="from">A position in the first cell. It may lie off the grid.</param>
        /// <param name="to">A position in the last cell. It may lie off the grid.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or a setting of the query is
        /// out of range.</exception>
        public static bool IsReachable(this PathGrid grid, Vector3 from, Vector3 to, PathQuery query)
        {
            int size = SizeOf(query);
            return NotNull(grid).IsReachable(grid.AnchorAt(from, size), grid.AnchorAt(to, size), query);
        }

        /// <summary>
        /// Finds the center of the walkable cell nearest to the cell of a world position, with the grid's settings. See
        /// <see cref="PathGrid.TryFindNearest(GridCell, int, PathQuery, out GridCell)"/>.
        /// </summary>
        /// <param name="position">The position. It may lie off the grid.</param>
        /// <param name="radius">The largest distance, in cells: 0 to <see cref="PathGrid.MaxRadius"/>.</param>
        /// <param name="center">The cell's center; <paramref name="position"/> if there is none.</param>
        /// <returns>Whether there is a walkable cell within the radius.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate or the radius is out of range.</exception>
        public static bool TryFindNearest(this PathGrid grid, Vector3 position, int radius, out Vector3 center)
            => TryFindNearest(grid, position, radius, default(PathQuery), out center);

        /// <summary>
        /// Finds where the query's agent can stand nearest to the cell of a world position. With a
        /// <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center.
        /// </summary>
        /// <param name="position">The position. It may lie off the grid.</param>
        /// <param name="radius">The largest distance, in cells: 0 to <see cref="PathGrid.MaxRadius"/>.</param>
        /// <param name="query">Only its profile and agent size matter.</param>
        /// <param name="center">The agent's center there; <paramref name="position"/> if there is no such cell.</param>
        /// <returns>Whether there is such a cell within the radius.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate, the radius or a setting of the query is out of
        /// range.</exception>
        public static bool TryFindNearest(
            this PathGrid grid, Vector3 position, int radius, PathQuery query, out Vector3 center)
        {
            int size = SizeOf(query);
            GridCell anchor = NearestAnchor(NotNull(grid), position, size);
            bool isFound = grid.TryFindNearest(anchor, radius, query, out GridCell nearest);
            center = isFound ? grid.AgentCenter(nearest, size) : position;
            return isFound;
        }

        /// <summary>
        /// Finds where the query's agent can stand nearest to the cell of a world position, of all cells that paths
        /// from another position reach. With a <see cref="PathQuery.AgentSize"/> above 1, positions are those of the
        /// agent's center.
        /// </summary>
        /// <param name="position">The position. It may lie off the grid.</param>
        /// <param name="radius">The largest distance, in cells: 0 to <see cref="PathGrid.MaxRadius"/>.</param>
        /// <param name="start">Where paths start: a position on the grid.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <param name="center">The agent's center there; <paramref name="position"/> if there is no such cell.</param>
        /// <returns>Whether there is such a cell within the radius.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate, the radius or a setting of the query is out of
        /// range, or the start lies outside the grid.</exception>
        public static bool TryFindNearestReachable(
            this PathGrid grid, Vector3 position, int radius, Vector3 start, PathQuery query, out Vector3 center)
        {
            int size = SizeOf(query);
            bool isFound = NotNull(grid).TryFindNearestReachable(
                NearestAnchor(grid, position, size), radius, grid.AnchorAt(start, size), query, out GridCell nearest);
            center = isFound ? grid.AgentCenter(nearest, size) : position;
            return isFound;
        }

        /// <summary>Finds a cheapest path between two world positions, with the grid's settings.</summary>
        /// <param name="path">List that is cleared and filled with the centers of the path's cells, both ends
        /// included.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public static PathResult FindPath(this PathGrid grid, Vector3 start, Vector3 goal, List<Vector3> path)
            => FindPath(grid, start, goal, path, default(PathQuery));

        /// <summary>
        /// Finds a cheapest path between two world positions. A warm call allocates nothing. With a
        /// <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center.
        /// </summary>
        /// <param name="path">List that is cleared and filled with the centers of the path's cells, both ends
        /// included.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate or a setting of the query is out of
        /// range.</exception>
        public static PathResult FindPath(
            this PathGrid grid, Vector3 start, Vector3 goal, List<Vector3> path, PathQuery query)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            NotNull(grid);
            WorldSearch search = Search(start, goal, query);
            int status = grid.Find(ref search, ref ThreadPoints.Array[0].x, ThreadPoints.Array.Length);
            // Twice at most, unless another thread edits the grid in between.
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                ThreadPoints.Reserve(search.Needed);
                status = grid.Find(ref search, ref ThreadPoints.Array[0].x, ThreadPoints.Array.Length);
            }
            PathResult result = search.Result(status);
            ThreadPoints.CopyTo(path, result.Length);
            return result;
        }

        /// <summary>
        /// Finds a cheapest path between two world positions and writes it straight into an array. Otherwise like the
        /// overload with a list. Allocates nothing.
        /// </summary>
        /// <param name="path">Receives the centers of the path's cells, both ends included, in its first
        /// <see cref="PathResult.Length"/> elements. The rest stays unchanged.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="path"/> is too short and stays unchanged. The message
        /// gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate or a setting of the query is out of
        /// range.</exception>
        public static PathResult FindPath(
            this PathGrid grid, Vector3 start, Vector3 goal, Vector3[] path, PathQuery query = default(PathQuery))
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            NotNull(grid);
            WorldSearch search = Search(start, goal, query);
            int status = grid.Find(ref search, ref FirstElement.Of(path).x, path.Length);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(path), path.Length, (uint)search.Needed);
            }
            return search.Result(status);
        }

        /// <summary>Finds a cheapest path between two cells, with vectors as cells. A warm call allocates
        /// nothing.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included. It is empty
        /// without a path.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        public static PathResult FindPath(
            this PathGrid grid,
            Vector2Int start,
            Vector2Int goal,
            List<Vector2Int> path,
            PathQuery query = default(PathQuery))
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            List<GridCell> cells = ThreadCells.List;
            PathResult result = NotNull(grid).FindPath(start.ToGridCell(), goal.ToGridCell(), cells, query);
            path.Clear();
            if (path.Capacity < cells.Count)
            {
                path.Capacity = Math.Max(cells.Count, 2 * path.Capacity);
            }
            for (int i = 0; i < cells.Count; i++)
            {
                path.Add(cells[i].ToVector2Int());
            }
            return result;
        }

        /// <summary>
        /// The size of the query's agent. 1 if it is out of range: the query's call then refuses it.
        /// </summary>
        internal static int SizeOf(PathQuery query)
            => query.AgentSize >= 1 && query.AgentSize <= PathGrid.MaxAgentSize ? query.AgentSize : 1;

        /// <summary>The lowest cell of the agent at a position, over the grid's edge if the position is
        /// outside.</summary>
        private static GridCell NearestAnchor(PathGrid grid, Vector3 position, int size)
        {
            grid.TryGetAnchorAt(position.x, position.y, position.z, size, out GridCell anchor);
            return anchor;
        }

        private static WorldSearch Search(Vector3 start, Vector3 goal, PathQuery query)
            => new WorldSearch(start.x, start.y, start.z, goal.x, goal.y, goal.z, query);

        private static PathGrid NotNull(PathGrid grid)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            return grid;
        }
    }
}
