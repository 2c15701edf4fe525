using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>
    /// Dijkstra's algorithm over terrain, in exact integers and as plainly as possible: the reference for costs of
    /// GridStar.
    /// </summary>
    internal static class TerrainSearch
    {
        /// <summary>The least cost from start to goal, or null if there is no path.</summary>
        public static double? LeastCost(TerrainMap map, Agent agent, StepRule rule, PathEnds ends)
        {
            var costs = new long[map.Cells.Length];
            for (int i = 0; i < costs.Length; i++)
            {
                costs[i] = long.MaxValue;
            }
            var isClosed = new bool[map.Cells.Length];
            var open = new OpenHeap();
            costs[map.Map.Index(ends.Start)] = 0;
            open.Push(0, 0, map.Map.Index(ends.Start));
            int index;
            while (open.TryPop(out index))
            {
                GridCell from = map.Map.CellAt(index);
                if (from == ends.Goal)
                {
                    return InSteps(costs[index], rule);
                }
                if (isClosed[index])
                {
                    continue;
                }
                isClosed[index] = true;
                for (int direction = 0; direction < 9; direction++)
                {
                    var to = new GridCell(from.X + direction % 3 - 1, from.Y + direction / 3 - 1);
                    if (to == from || !agent.Allows(rule.Rule, map, from, to))
                    {
                        continue;
                    }
                    int reached = map.Map.Index(to);
                    long cost = costs[index] + Units(map, agent, rule, from, to);
                    if (cost < costs[reached])
                    {
                        costs[reached] = cost;
                        open.Push(cost, 0, reached);
                    }
                }
            }
            return null;
        }

        /// <summary>The cost of a path, or null if the agent can't walk it.</summary>
        public static double? CostOf(TerrainMap map, Agent agent, StepRule rule, List<GridCell> path)
        {
            long units = 0;
            for (int i = 1; i < path.Count; i++)
            {
                GridCell from = path[i - 1];
                GridCell to = path[i];
                bool touches = Math.Max(Math.Abs(to.X - from.X), Math.Abs(to.Y - from.Y)) == 1;
                if (!touches || !agent.Allows(rule.Rule, map, from, to))
                {
                    return null;
                }
                units += Units(map, agent, rule, from, to);
            }
            return InSteps(units, rule);
        }

        /// <summary>A step's length times the mean of the costs of its two cells, as an integer.</summary>
        private static long Units(TerrainMap map, Agent agent, StepRule rule, GridCell from, GridCell to)
        {
            bool isStraight = from.X == to.X || from.Y == to.Y;
            long length = isStraight ? rule.StraightUnits : rule.DiagonalUnits;
            return length * (agent.CostIn64ths(map[from]) + agent.CostIn64ths(map[to]));
        }

        /// <summary>In straight steps on cells of cost 1.</summary>
        private static double InSteps(long units, StepRule rule)
        {
            return units / (2.0 * 64.0 * rule.StraightUnits);
        }
    }
}
