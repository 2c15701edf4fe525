using System;
using System.Collections.Generic;

namespace GridStar.Tests
{
    /// <summary>
    /// Dijkstra's algorithm in its plainest form, to check searches against: the cheapest reached cell is settled next.
    /// </summary>
    public static class ReferenceSearch
    {
        /// <summary>The cost of a cheapest path; null without one.</summary>
        public static double? Cost(
            AsciiMap map, GridCell start, GridCell goal, DiagonalRule rule, double straight, double diagonal)
        {
            Dictionary<GridCell, double> reached = new Dictionary<GridCell, double> { { start, 0.0 } };
            HashSet<GridCell> settled = new HashSet<GridCell>();
            for (;;)
            {
                GridCell? cheapest = null;
                foreach (KeyValuePair<GridCell, double> one in reached)
                {
                    if (!settled.Contains(one.Key) && (cheapest == null || one.Value < reached[cheapest.Value]))
                    {
                        cheapest = one.Key;
                    }
                }
                if (cheapest == null)
                {
                    return null;
                }
                GridCell cell = cheapest.Value;
                if (cell == goal)
                {
                    return reached[cell];
                }
                settled.Add(cell);
                foreach (GridCell next in Steps(map, cell, rule))
                {
                    bool isDiagonal = next.X != cell.X && next.Y != cell.Y;
                    double cost = reached[cell] + (isDiagonal ? diagonal : straight);
                    if (!reached.TryGetValue(next, out double known) || cost < known)
                    {
                        reached[next] = cost;
                    }
                }
            }
        }

        /// <summary>Whether one legal step leads from one cell to the other.</summary>
        public static bool IsStep(AsciiMap map, GridCell from, GridCell to, DiagonalRule rule)
        {
            int dx = to.X - from.X;
            int dy = to.Y - from.Y;
            if (Math.Max(Math.Abs(dx), Math.Abs(dy)) != 1 || !map.IsWalkable(to.X, to.Y))
            {
                return false;
            }
            if (dx == 0 || dy == 0)
            {
                return true;
            }
            int free = (map.IsWalkable(to.X, from.Y) ? 1 : 0) + (map.IsWalkable(from.X, to.Y) ? 1 : 0);
            switch (rule)
            {
                case DiagonalRule.Never: return false;
                case DiagonalRule.BothFree: return free == 2;
                case DiagonalRule.AtMostOneBlocked: return free >= 1;
                default: return true;
            }
        }

        private static IEnumerable<GridCell> Steps(AsciiMap map, GridCell cell, DiagonalRule rule)
        {
            for (int x = cell.X - 1; x <= cell.X + 1; x++)
            {
                for (int y = cell.Y - 1; y <= cell.Y + 1; y++)
                {
                    GridCell next = new GridCell(x, y);
                    if (IsStep(map, cell, next, rule))
                    {
                        yield return next;
                    }
                }
            }
        }
    }
}
