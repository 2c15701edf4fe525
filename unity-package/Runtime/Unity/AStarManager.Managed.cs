using System;
using System.Collections.Generic;

namespace GridStar
{
    // The managed search, for subclasses with overrides that steer the search.
    public partial class AStarManager
    {
        /// <summary>The managed search that runs on this thread; null if none runs.</summary>
        [ThreadStatic]
        private static ManagedSearch t_search;

        private volatile SteeringOverrides _overrides;

        /// <summary>
        /// Adds the walkable neighbors of a node to the open list, or improves them there. Only a managed search may
        /// call this: the native search keeps no open list of nodes.
        /// </summary>
        /// <exception cref="InvalidOperationException">No managed search runs on this thread.</exception>
        protected void AddNeighborsToOpenlist(AStarNode centerNode, AStarNode endNode)
        {
            ManagedSearch search = t_search;
            if (search == null)
            {
                throw new InvalidOperationException(
                    "Only a managed search has an open list. Call this from an override.");
            }
            List<AStarNode> neighbors = search.Grid.GetNeighbors(centerNode);
            for (int i = 0; neighbors != null && i < neighbors.Count; i++)
            {
                AStarNode neighbor = neighbors[i];
                if (neighbor == null
                    || !CanEnter(neighbor)
                    || !IsAllowed(centerNode, neighbor, search.Grid))
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
        /// Decides which of two open nodes is expanded first: below 0 for <paramref name="nodeA"/>. This method prefers
        /// the smaller F, then the smaller h; on 0, the node reached first wins. An override steers the search, which
        /// is then a managed, slower one.
        /// </summary>
        protected virtual int CompareOpenList(AStarNode nodeA, AStarNode nodeB)
        {
            int byRank = Rank(nodeA).CompareTo(Rank(nodeB));
            return byRank != 0 ? byRank : nodeA.h.CompareTo(nodeB.h);
        }

        /// <summary>The value that <see cref="Order"/> minimizes: F under A* with a weight of 1.</summary>
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
                    // Assigned last: another thread, with a grid of its own, may be reading the field.
                    _overrides = found;
                }
                return _overrides;
            }
        }

        /// <summary>Whether overrides of the grid or of this manager steer the search.</summary>
        private bool IsSteered(BaseGrid grid)
        {
            grid.Overrides.WarnOnce();
            Overrides.WarnOnce();
            return grid.Overrides.Any || Overrides.Any;
        }

        /// <summary>The path's last node; its parents lead back to the start. Null without a path.</summary>
        private AStarNode FindManaged(BaseGrid grid, AStarNode start, AStarNode end, out PathReason reason)
        {
            if (!start.Equals(end) && !CanEnter(end))
            {
                reason = PathReason.GoalBlocked;
                return null;
            }
            // An override may search another grid meanwhile.
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

        /// <summary>Whether a path may enter the cell of a node.</summary>
        private bool CanEnter(AStarNode node)
            => Profile == null ? node.type == E_Node_Type.Walkable : !Profile.IsBlocked(node.CellType);

        private bool CanEnter(BaseGrid grid, int x, int y)
        {
            AStarNode node = grid.NodeOrNull(x, y);
            return node != null && CanEnter(node);
        }

        /// <summary>
        /// Applies the diagonal rule, unless an override of the grid decides which neighbors a node has.
        /// </summary>
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
                    return CanEnter(grid, to.gridX, from.gridY) || CanEnter(grid, from.gridX, to.gridY);
                case DiagonalRule.BothFree:
                    return CanEnter(grid, to.gridX, from.gridY) && CanEnter(grid, from.gridX, to.gridY);
                case DiagonalRule.Never:
                    return false;
                default:
                    return true;
            }
        }
    }
}
