using System;
using System.Collections.Generic;

namespace GridStar
{
    // The search for subclasses whose overrides steer it.
    public partial class AStarManager
    {
        /// <summary>The managed search that this thread is in; null outside one.</summary>
        [ThreadStatic]
        private static ManagedSearch t_search;

        private volatile SteeringOverrides _overrides;

        /// <summary>
        /// Puts the neighbors of a node that can be entered into the open list, or improves them there. Works only in a managed search:
        /// the native one needs no open list of nodes.
        /// </summary>
        /// <param name="centerNode">The node that is expanded.</param>
        /// <param name="endNode">Where the search goes.</param>
        /// <exception cref="InvalidOperationException">No managed search is under way on this thread.</exception>
        protected void AddNeighborsToOpenlist(AStarNode centerNode, AStarNode endNode)
        {
            ManagedSearch search = t_search;
            if (search == null)
            {
                throw new InvalidOperationException("There is an open list only within a search that obeys overrides.");
            }
            List<AStarNode> neighbors = search.Grid.GetNeighbors(centerNode);
            for (int i = 0; neighbors != null && i < neighbors.Count; i++)
            {
                AStarNode neighbor = neighbors[i];
                if (neighbor == null || neighbor.type == E_Node_Type.Obstacle || !IsAllowed(centerNode, neighbor, search.Grid))
                {
                    continue;
                }
                float g = centerNode.g + GetDistance(centerNode, neighbor);
                if (search.Improves(ref neighbor, g))
                {
                    Reach(neighbor, centerNode, g, endNode);
                    search.PutInOrder(neighbor);
                }
            }
        }

        /// <summary>
        /// Which of two open nodes is expanded first: the one with the smaller F, then the smaller h; below 0 for
        /// <paramref name="nodeA"/>. Of equal ones the one that was reached first comes first. An override steers the search, which is
        /// then a managed and slower one.
        /// </summary>
        protected virtual int CompareOpenList(AStarNode nodeA, AStarNode nodeB)
        {
            int byRank = Rank(nodeA).CompareTo(Rank(nodeB));
            return byRank != 0 ? byRank : nodeA.h.CompareTo(nodeB.h);
        }

        /// <summary>What <see cref="Order"/> goes by: the smallest comes first. F, but for other orders than A* and other weights than 1.</summary>
        private float Rank(AStarNode node)
        {
            switch (Order)
            {
                case SearchOrder.Dijkstra:
                    return node.g;
                case SearchOrder.GreedyBestFirst:
                    return node.h;
                default:
                    return node.g + Weight * node.h;
            }
        }

        private SteeringOverrides Overrides
        {
            get
            {
                if (_overrides == null)
                {
                    Func<AStarNode, AStarNode, float> distance = GetDistance;
                    Comparison<AStarNode> order = CompareOpenList;
                    SteeringOverrides found = new SteeringOverrides(GetType());
                    found.Look(distance, typeof(AStarManager), "AStarManager.StraightCost and DiagonalCost");
                    found.Look(order, typeof(AStarManager), "AStarManager.Order, Heuristic and HeuristicWeight");
                    // Last: another thread, with a grid of its own, may be looking.
                    _overrides = found;
                }
                return _overrides;
            }
        }

        /// <summary>Whether an override of the grid or of this manager wants a say in the search.</summary>
        private bool IsSteered(BaseGrid grid)
        {
            grid.Overrides.WarnOnce();
            Overrides.WarnOnce();
            return grid.Overrides.Any || Overrides.Any;
        }

        /// <summary>The path's last node, from which the parents lead back; null without a path.</summary>
        private AStarNode FindManaged(BaseGrid grid, AStarNode start, AStarNode end, out PathReason reason)
        {
            if (!start.Equals(end) && end.type == E_Node_Type.Obstacle)
            {
                reason = PathReason.GoalBlocked;
                return null;
            }
            // An override may search another grid in between.
            ManagedSearch outer = t_search;
            ManagedSearch search = new ManagedSearch(grid, CompareOpenList);
            t_search = search;
            grid.IsInManagedSearch = true;
            try
            {
                search.Improves(ref start, 0);
                Reach(start, null, 0, end);
                search.PutInOrder(start);
                AStarNode node = search.TakeFirst();
                while (node != null && !node.Equals(end))
                {
                    AddNeighborsToOpenlist(node, end);
                    node = search.TakeFirst();
                }
                reason = node == null ? PathReason.NoPath : PathReason.Found;
                return node;
            }
            finally
            {
                t_search = outer;
                grid.IsInManagedSearch = false;
            }
        }

        /// <summary>The diagonal rule, where the grid itself says which neighbors there are.</summary>
        private bool IsAllowed(AStarNode from, AStarNode to, BaseGrid grid)
        {
            bool isDiagonal = from.gridX != to.gridX && from.gridY != to.gridY;
            if (!isDiagonal || grid.Overrides.Any)
            {
                return true;
            }
            switch (DiagonalRule)
            {
                case DiagonalRule.AtMostOneBlocked:
                    return grid.IsWalkable(to.gridX, from.gridY) || grid.IsWalkable(from.gridX, to.gridY);
                case DiagonalRule.BothFree:
                    return grid.IsWalkable(to.gridX, from.gridY) && grid.IsWalkable(from.gridX, to.gridY);
                case DiagonalRule.Never:
                    return false;
                default:
                    return true;
            }
        }
    }
}
