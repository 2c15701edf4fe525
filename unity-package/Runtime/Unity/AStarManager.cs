using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Finds paths on a <see cref="BaseGrid"/>: natively, or by a managed search that obeys the overrides of a subclass.
    /// </summary>
    /// <remarks>
    /// Thread rule: one thread per grid, for the nodes of a path are written. Any number of searches on one grid, from any thread, is
    /// what <see cref="PathGrid.FindPath(GridCell, GridCell, List{GridCell})"/> of <see cref="BaseGrid.Native"/> is for.
    /// </remarks>
    public partial class AStarManager
    {
        /// <summary>
        /// Cost of a straight step: finite, above 0. Paths are cheapest by this and <see cref="DiagonalCost"/>.
        /// </summary>
        public float StraightCost = 1f;

        /// <summary>Cost of a diagonal step: between one and two straight ones.</summary>
        public float DiagonalCost = 1.4f;

        /// <summary>Which cell is expanded next. Default: A*, with which paths are cheapest.</summary>
        public SearchOrder Order;

        /// <summary>How the cost that is left is estimated. Default: octile, with which paths are cheapest.</summary>
        public Heuristic Heuristic;

        /// <summary>
        /// By what the estimate is multiplied in the order A*: from 1/131072 to 1024; 0 stands for 1. Above 1 fewer
        /// cells are expanded, and a path can cost that many times as much as the cheapest one.
        /// </summary>
        public float HeuristicWeight = 1f;

        /// <summary>When a diagonal step is allowed. Default: always, also between two obstacles.</summary>
        public DiagonalRule DiagonalRule;

        private static AStarManager s_instance = new AStarManager();

        /// <summary>The shared manager.</summary>
        public static AStarManager Instance
        {
            get { return s_instance; }
        }

        private PathQuery Query
        {
            get
            {
                PathQuery query;
                // Not the grid's default: that of this manager.
                query.DiagonalRule = DiagonalRule == DiagonalRule.Default ? DiagonalRule.Always : DiagonalRule;
                query.StraightCost = StraightCost;
                query.DiagonalCost = DiagonalCost;
                query.Order = Order == SearchOrder.Default ? SearchOrder.AStar : Order;
                query.Heuristic = Heuristic == Heuristic.Default ? Heuristic.Octile : Heuristic;
                query.HeuristicWeight = Weight;
                query.MaxExpansions = 0;
                return query;
            }
        }

        /// <summary>Finds a cheapest path. See the overload that tells why there is none.</summary>
        /// <param name="startPos">A world position in the first cell.</param>
        /// <param name="endPos">A world position in the last cell.</param>
        /// <param name="grid">Where to search.</param>
        /// <returns>The nodes from start to end, both included, or null.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="grid"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The costs are out of range; a search steered by overrides takes any.</exception>
        /// <exception cref="InvalidOperationException">An override calls it for the grid on which it steers a search.</exception>
        public List<AStarNode> FindPath(Vector3 startPos, Vector3 endPos, BaseGrid grid)
        {
            PathReason reason;
            return FindPath(startPos, endPos, grid, out reason);
        }

        /// <summary>
        /// Finds a cheapest path. Both ends in one cell are a path of that cell; a start that is an obstacle can be left. A position
        /// outside the grid is logged. Each node's parent, g and h are written. Once warm, a native search allocates only the list.
        /// </summary>
        /// <param name="startPos">A world position in the first cell.</param>
        /// <param name="endPos">A world position in the last cell.</param>
        /// <param name="grid">Where to search.</param>
        /// <param name="reason">Whether there is a path, or why there is none.</param>
        /// <returns>The nodes from start to end, both included, or null.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="grid"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The costs are out of range; a search steered by overrides takes any.</exception>
        /// <exception cref="InvalidOperationException">An override calls it for the grid on which it steers a search.</exception>
        public List<AStarNode> FindPath(Vector3 startPos, Vector3 endPos, BaseGrid grid, out PathReason reason)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            if (grid.IsInManagedSearch)
            {
                throw new InvalidOperationException(
                    "An override has asked for a path on the grid on which it is steering a search. Use another grid, or PathGrid.FindPath of BaseGrid.Native.");
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
            AStarNode last = IsSteered(grid)
                ? FindManaged(grid, start, end, out reason)
                : FindNative(grid, start, end, out reason);
            return last == null ? null : GeneratePath(last);
        }

        /// <summary>
        /// Cost of the step between two neighbors: <see cref="DiagonalCost"/> when both column and row differ, else
        /// <see cref="StraightCost"/>. An override steers the search, which is then a managed and slower one; steps that cost NaN or
        /// infinity are not taken. The path is a cheapest one if no step costs less than <see cref="StraightCost"/> or, when diagonal,
        /// <see cref="DiagonalCost"/>, for the estimate counts with these: set them to the least that your steps cost.
        /// </summary>
        protected virtual float GetDistance(AStarNode nodeA, AStarNode nodeB)
        {
            return nodeA.gridX != nodeB.gridX && nodeA.gridY != nodeB.gridY ? DiagonalCost : StraightCost;
        }

        /// <summary>
        /// Makes the list that FindPath returns.
        /// </summary>
        /// <param name="endNode">The last node; the parents lead to the first one, whose parent is null.</param>
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

        internal static void ResetStatics()
        {
            s_instance = new AStarManager();
        }

        /// <summary>The path's last node, from which the parents lead back; null without a path.</summary>
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
            // In floats, rounding would add up along a path.
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
            node.h = Estimate(node, end);
        }

        private float Weight
        {
            get { return HeuristicWeight == 0 ? 1 : HeuristicWeight; }
        }

        /// <summary>The native search's estimate, in floats.</summary>
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
                : " lies outside a grid that has no cells: Init was not called, or its area is smaller than half a "
                    + "cell.";
            Debug.Log("GridStar: the " + name + " " + position + where);
        }
    }
}
