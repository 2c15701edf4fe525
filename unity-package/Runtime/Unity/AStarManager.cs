using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Finds paths on a <see cref="BaseGrid"/>. The native search answers, unless a subclass has overrides that steer
    /// the search; then a managed search obeys them.
    /// </summary>
    /// <remarks>
    /// Threads: one thread per grid, because a search writes the nodes of its path. To search one grid from many
    /// threads, use <see cref="PathGrid.FindPath(GridCell, GridCell, List{GridCell})"/> of
    /// <see cref="BaseGrid.Native"/>.
    /// </remarks>
    public partial class AStarManager
    {
        /// <summary>Cost of a straight step: finite, above 0.</summary>
        public float StraightCost = 1f;

        /// <summary>Cost of a diagonal step: between one and two straight costs.</summary>
        public float DiagonalCost = 1.4f;

        /// <summary>Search algorithm: which cell is expanded next. Default: A*, which finds cheapest paths.</summary>
        public SearchOrder Order;

        /// <summary>How the remaining cost is estimated. Default: octile, with which paths are cheapest.</summary>
        public Heuristic Heuristic;

        /// <summary>
        /// Factor of the estimate in A*: from 1/131072 to 1024; 0 means 1. A weight above 1 expands fewer cells, and
        /// allows paths of up to that many times the cheapest cost.
        /// </summary>
        public float HeuristicWeight = 1f;

        /// <summary>When a diagonal step is allowed. Default: always, even between two obstacles.</summary>
        public DiagonalRule DiagonalRule;

        /// <summary>
        /// Costs of cells by their types; null, the default: obstacles are blocked, and every other type costs 1.
        /// <see cref="BaseGrid.SetCellType"/> gives cells their types. The manager does not dispose the profile.
        /// </summary>
        public TraversalProfile Profile;

        /// <summary>The least cost of <see cref="Profile"/> during a search of this thread.</summary>
        [ThreadStatic]
        private static float t_leastCost;

        private static AStarManager s_instance = new AStarManager();

        /// <summary>The shared manager.</summary>
        public static AStarManager Instance => s_instance;

        private PathQuery Query
        {
            get
            {
                PathQuery query = default(PathQuery);
                // The default here is this manager's, not the grid's.
                query.DiagonalRule = DiagonalRule == DiagonalRule.Default ? DiagonalRule.Always : DiagonalRule;
                query.StraightCost = StraightCost;
                query.DiagonalCost = DiagonalCost;
                query.Order = Order == SearchOrder.Default ? SearchOrder.AStar : Order;
                query.Heuristic = Heuristic == Heuristic.Default ? Heuristic.Octile : Heuristic;
                query.HeuristicWeight = Weight;
                query.Profile = Profile;
                return query;
            }
        }

        /// <summary>Finds a cheapest path. The overload with a reason says more.</summary>
        /// <param name="startPos">A world position in the first cell.</param>
        /// <param name="endPos">A world position in the last cell.</param>
        /// <returns>The nodes from start to end, both included; null without a path.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The costs are out of range. A search steered by overrides
        /// accepts any costs.</exception>
        /// <exception cref="InvalidOperationException">An override called this for the grid whose search it
        /// steers.</exception>
        public List<AStarNode> FindPath(Vector3 startPos, Vector3 endPos, BaseGrid grid)
            => FindPath(startPos, endPos, grid, out _);

        /// <summary>
        /// Finds a cheapest path, and says why there is none. If both positions lie in one cell, the path is this cell.
        /// The start may be an obstacle. A position outside the grid is logged. The search writes parent, g and h of
        /// the path's nodes. Once warm, a native search allocates only the list.
        /// </summary>
        /// <param name="startPos">A world position in the first cell.</param>
        /// <param name="endPos">A world position in the last cell.</param>
        /// <returns>The nodes from start to end, both included; null without a path.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The costs are out of range. A search steered by overrides
        /// accepts any costs.</exception>
        /// <exception cref="InvalidOperationException">An override called this for the grid whose search it
        /// steers.</exception>
        public List<AStarNode> FindPath(Vector3 startPos, Vector3 endPos, BaseGrid grid, out PathReason reason)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            if (grid.IsInManagedSearch)
            {
                throw new InvalidOperationException(
                    "An override called FindPath for the grid whose search it steers. Use another grid, or "
                        + "PathGrid.FindPath of BaseGrid.Native.");
            }
            grid.AdoptBeforeSearch();
            AStarNode start = grid.GetByWorldPositionNode(startPos);
            AStarNode end = grid.GetByWorldPositionNode(endPos);
            if (start == null || end == null)
            {
                LogOutside(start == null ? "start" : "end", start == null ? startPos : endPos, grid);
                reason = start == null ? PathReason.StartOutside : PathReason.GoalOutside;
                return null;
            }
            AStarNode last = Find(grid, start, end, out reason);
            return last == null ? null : GeneratePath(last);
        }

        private AStarNode Find(BaseGrid grid, AStarNode start, AStarNode end, out PathReason reason)
        {
            // An override may search another grid by another manager meanwhile.
            float outer = t_leastCost;
            t_leastCost = Profile == null ? 1f : (float)Profile.LeastCost();
            try
            {
                return IsSteered(grid)
                    ? FindManaged(grid, start, end, out reason)
                    : FindNative(grid, start, end, out reason);
            }
            finally
            {
                t_leastCost = outer;
            }
        }

        /// <summary>
        /// Cost of the step between two neighbors: <see cref="DiagonalCost"/> if both column and row differ, else
        /// <see cref="StraightCost"/>; with a <see cref="Profile"/>, times what the two cells cost. Penalties don't
        /// count.
        /// </summary>
        /// <remarks>
        /// <para>An override steers the search, which is then a managed, slower one. Steps that cost NaN or infinity
        /// are not taken.</para>
        /// <para>The estimate uses <see cref="StraightCost"/> and <see cref="DiagonalCost"/>: set them to the least
        /// that your steps cost. Otherwise the path may not be a cheapest one.</para>
        /// </remarks>
        protected virtual float GetDistance(AStarNode nodeA, AStarNode nodeB)
        {
            float length = nodeA.gridX != nodeB.gridX && nodeA.gridY != nodeB.gridY ? DiagonalCost : StraightCost;
            return Profile == null ? length : length * (float)Profile.CostOfStep(nodeA.CellType, nodeB.CellType);
        }

        /// <summary>Builds the list that FindPath returns.</summary>
        /// <param name="endNode">The last node. Its parents lead to the first node, whose parent is null.</param>
        protected virtual List<AStarNode> GeneratePath(AStarNode endNode)
        {
            int length = 0;
            for (AStarNode node = endNode; node != null; node = node.parent)
            {
                length++;
            }
            List<AStarNode> path = new List<AStarNode>(length);
            for (AStarNode node = endNode; node != null; node = node.parent)
            {
                path.Add(node);
            }
            path.Reverse();
            return path;
        }

        internal static void ResetStatics() => s_instance = new AStarManager();

        /// <summary>The path's last node; its parents lead back to the start. Null without a path.</summary>
        private AStarNode FindNative(BaseGrid grid, AStarNode start, AStarNode end, out PathReason reason)
        {
            PathGrid native = grid.Native;
            if (native == null)
            {
                reason = PathReason.NoPath;
                return null;
            }
            List<GridCell> cells = ThreadCells.List;
            GridCell startCell = new GridCell(start.gridX, start.gridY);
            GridCell endCell = new GridCell(end.gridX, end.gridY);
            reason = native.FindPath(startCell, endCell, cells, Query).Reason;
            AStarNode last = null;
            // Double, because float rounding errors would add up along a path.
            double cost = 0;
            foreach (GridCell cell in cells)
            {
                AStarNode node = grid.NodeAt(cell);
                cost += last == null ? 0 : GetDistance(last, node);
                Reach(node, last, (float)cost, end);
                last = node;
            }
            return last;
        }

        private void Reach(AStarNode node, AStarNode parent, float g, AStarNode end)
        {
            node.parent = parent;
            node.g = g;
            node.h = t_leastCost * Estimate(node, end);
        }

        private float Weight => HeuristicWeight == 0 ? 1 : HeuristicWeight;

        /// <summary>The estimate of the native search, in floats.</summary>
        private float Estimate(AStarNode node, AStarNode end)
        {
            int dx = Math.Abs(node.gridX - end.gridX);
            int dy = Math.Abs(node.gridY - end.gridY);
            bool hasDiagonals = DiagonalRule != DiagonalRule.Never;
            switch (Heuristic)
            {
                case Heuristic.Zero:
                    return 0;
                case Heuristic.Chebyshev:
                    return Math.Max(dx, dy) * StraightCost;
                case Heuristic.Euclidean:
                    double slanted = hasDiagonals ? Math.Min(StraightCost, DiagonalCost / Math.Sqrt(2)) : StraightCost;
                    return (float)(slanted * Math.Sqrt((double)dx * dx + (double)dy * dy));
                default:
                    int diagonalSteps = Math.Min(dx, dy);
                    bool isOctile = hasDiagonals && Heuristic != Heuristic.Manhattan;
                    float diagonalCost = isOctile ? DiagonalCost : 2 * StraightCost;
                    return (Math.Max(dx, dy) - diagonalSteps) * StraightCost + diagonalSteps * diagonalCost;
            }
        }

        private static void LogOutside(string name, Vector3 position, BaseGrid grid)
        {
            string missing = grid.MissingNodeAt(position);
            string where = missing != null ? " lies in a cell that has no node: " + missing + " is null."
                : grid.Native != null ? " lies outside the grid."
                : " lies outside: the grid has no cells. Init was not called, or its area is smaller than half a cell.";
            Debug.Log("GridStar: the " + name + " " + position + where);
        }
    }
}
