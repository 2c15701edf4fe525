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
        public static Vector2Int ToVector2Int(this GridCell cell)
        {
            return new Vector2Int(cell.X, cell.Y);
        }

        /// <summary>The vector as a cell: x is the column, y the row.</summary>
        public static GridCell ToGridCell(this Vector2Int cell)
        {
            return new GridCell(cell.x, cell.y);
        }

        /// <summary>The type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public static CellType GetCell(this PathGrid grid, Vector2Int cell)
        {
            return NotNull(grid).GetCell(cell.ToGridCell());
        }

        /// <summary>Sets the type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public static void SetCell(this PathGrid grid, Vector2Int cell, CellType type)
        {
            NotNull(grid).SetCell(cell.ToGridCell(), type);
        }

        /// <summary>Finds the cell at a world position. Returns whether it lies on the grid.</summary>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public static bool TryGetCellAt(this PathGrid grid, Vector3 position, out GridCell cell)
        {
            return NotNull(grid).TryGetCellAt(position.x, position.y, position.z, out cell);
        }

        /// <summary>The world position of a cell's center. Off the plane it is the origin's coordinate.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public static Vector3 GetCellCenter(this PathGrid grid, GridCell cell)
        {
            float x;
            float y;
            float z;
            NotNull(grid).GetCellCenter(cell, out x, out y, out z);
            return new Vector3(x, y, z);
        }

        /// <summary>
        /// The world position of a cell's lowest corner. x may be the grid's width and y its height, for the grid's
        /// upper edges.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The grid has no such corner.</exception>
        public static Vector3 GetCellCorner(this PathGrid grid, GridCell cell)
        {
            float x;
            float y;
            float z;
            NotNull(grid).GetCellCorner(cell, out x, out y, out z);
            return new Vector3(x, y, z);
        }

        /// <summary>
        /// The lowest cell of an agent whose center is nearest to a world position: the cell to start or end a path of
        /// this agent. It may lie outside the grid; a search then says so.
        /// </summary>
        /// <param name="grid">The grid.</param>
        /// <param name="position">The agent's center.</param>
        /// <param name="agentSize">Cells that the agent is wide and high: 1 to
        /// <see cref="PathGrid.MaxAgentSize"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the size is out of
        /// range.</exception>
        public static GridCell AnchorAt(this PathGrid grid, Vector3 position, int agentSize)
        {
            GridCell anchor;
            NotNull(grid).TryGetAnchorAt(position.x, position.y, position.z, agentSize, out anchor);
            return anchor;
        }

        /// <summary>
        /// The world position of the center of an agent. Off the plane it is the origin's coordinate.
        /// </summary>
        /// <param name="grid">The grid.</param>
        /// <param name="anchor">The agent's lowest cell, as in a path: a cell of the grid.</param>
        /// <param name="agentSize">Cells that the agent is wide and high: 1 to
        /// <see cref="PathGrid.MaxAgentSize"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid, or the size is out of
        /// range.</exception>
        public static Vector3 AgentCenter(this PathGrid grid, GridCell anchor, int agentSize)
        {
            float x;
            float y;
            float z;
            NotNull(grid).GetAgentCenter(anchor, agentSize, out x, out y, out z);
            return new Vector3(x, y, z);
        }

        /// <summary>
        /// Whether nothing blocks the straight line between the cells of two world positions, with the grid's settings.
        /// The line runs between the centers of the cells.
        /// </summary>
        /// <param name="grid">The grid.</param>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <param name="to">A position in the last cell.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the first cell lies
        /// outside the grid.</exception>
        public static bool HasLineOfSight(this PathGrid grid, Vector3 from, Vector3 to)
        {
            return HasLineOfSight(grid, from, to, default(PathQuery));
        }

        /// <summary>
        /// Whether nothing blocks the straight line between the cells of two world positions for an agent. With a
        /// <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center.
        /// </summary>
        /// <param name="grid">The grid.</param>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <param name="to">A position in the last cell.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, the first cell lies outside
        /// the grid, or a setting of the query is out of range.</exception>
        public static bool HasLineOfSight(this PathGrid grid, Vector3 from, Vector3 to, PathQuery query)
        {
            GridCell blocked;
            GridCell last;
            return !Linecast(grid, from, to, query, out blocked, out last);
        }

        /// <summary>
        /// Follows the straight line between the cells of two world positions to the first cell in the way, with the
        /// grid's settings. The line runs between the centers of the cells.
        /// </summary>
        /// <param name="grid">The grid.</param>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <param name="to">A position in the last cell.</param>
        /// <param name="blocked">The first blocked cell, perhaps outside the grid; the last cell if nothing blocks the
        /// line.</param>
        /// <returns>Whether a cell blocks the line.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the first cell lies
        /// outside the grid.</exception>
        public static bool Linecast(this PathGrid grid, Vector3 from, Vector3 to, out GridCell blocked)
        {
            GridCell last;
            return Linecast(grid, from, to, default(PathQuery), out blocked, out last);
        }

        /// <summary>
        /// Follows the straight line between the cells of two world positions to the first cell in an agent's way. With
        /// a <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center. See
        /// <see cref="PathGrid.Linecast(GridCell, GridCell, PathQuery, out GridCell, out GridCell)"/>.
        /// </summary>
        /// <param name="grid">The grid.</param>
        /// <param name="from">A position in the first cell, which must lie on the grid.</param>
        /// <param name="to">A position in the last cell.</param>
        /// <param name="query">Only its diagonal rule, profile and agent size matter.</param>
        /// <param name="blocked">The first blocked cell, perhaps outside the grid; the last cell if nothing blocks the
        /// line.</param>
        /// <param name="last">The last free cell.</param>
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

        /// <summary>Finds a cheapest path between two world positions, with the grid's settings.</summary>
        /// <param name="grid">The grid to search.</param>
        /// <param name="start">A position in the first cell.</param>
        /// <param name="goal">A position in the last cell.</param>
        /// <param name="path">List that is cleared and filled with the centers of the path's cells, both ends
        /// included.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentNullException">The grid or <paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public static PathResult FindPath(this PathGrid grid, Vector3 start, Vector3 goal, List<Vector3> path)
        {
            return FindPath(grid, start, goal, path, default(PathQuery));
        }

        /// <summary>
        /// Finds a cheapest path between two world positions. A warm call allocates nothing. With a
        /// <see cref="PathQuery.AgentSize"/> above 1, positions are those of the agent's center.
        /// </summary>
        /// <param name="grid">The grid to search.</param>
        /// <param name="start">A position in the first cell.</param>
        /// <param name="goal">A position in the last cell.</param>
        /// <param name="path">List that is cleared and filled with the centers of the path's cells, both ends
        /// included.</param>
        /// <param name="query">Settings of this search. <c>default(PathQuery)</c> takes those of the grid.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentNullException">The grid or <paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate or a setting of the query is out of
        /// range.</exception>
        public static PathResult FindPath(
            this PathGrid grid, Vector3 start, Vector3 goal, List<Vector3> path, PathQuery query)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            int size = SizeOf(query);
            // A cell outside the grid is fine here: the search reports which end it is.
            GridCell startCell = grid.AnchorAt(start, size);
            GridCell goalCell = grid.AnchorAt(goal, size);
            List<GridCell> cells = ThreadCells.List;
            PathResult result = grid.FindPath(startCell, goalCell, cells, query);
            path.Clear();
            foreach (GridCell cell in cells)
            {
                path.Add(grid.AgentCenter(cell, size));
            }
            return result;
        }

        /// <summary>
        /// The size of the query's agent. 1 if it is out of range: the query's call then refuses it.
        /// </summary>
        private static int SizeOf(PathQuery query)
        {
            return query.AgentSize >= 1 && query.AgentSize <= PathGrid.MaxAgentSize ? query.AgentSize : 1;
        }

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
