using System;
using System.Linq;

namespace GridStar.Demo
{
    /// <summary>A slow search over a map with walls, against which the demo checks the library.</summary>
    internal static class PlainSearch
    {
        private const double Diagonal = 1.4;

        /// <summary>The cost of a cheapest path; infinity if there is none.</summary>
        public static double Cost(CellMap map, GridCell start, GridCell goal)
        {
            double[] costs = Unreached(map);
            costs[start.Y * map.Width + start.X] = 0.0;
            bool hasImproved = true;
            while (hasImproved)
            {
                hasImproved = Improve(map, costs);
            }
            return costs[goal.Y * map.Width + goal.X];
        }

        public static double[] Unreached(CellMap map) =>
            Enumerable.Repeat(double.PositiveInfinity, map.Width * map.Height).ToArray();

        /// <summary>Lets each cell improve the costs of its neighbors. Returns whether any cost has changed.</summary>
        public static bool Improve(CellMap map, double[] costs)
        {
            bool hasImproved = false;
            for (int i = 0; i < costs.Length * 9; i++)
            {
                int dx = i % 9 % 3 - 1;
                int dy = i % 9 / 3 - 1;
                var cell = new GridCell(i / 9 % map.Width, i / 9 / map.Width);
                if (double.IsInfinity(costs[i / 9]) || !IsLegal(map, cell, dx, dy))
                {
                    continue;
                }
                int next = (cell.Y + dy) * map.Width + cell.X + dx;
                double cost = costs[i / 9] + (dx != 0 && dy != 0 ? Diagonal : 1.0);
                hasImproved |= cost < costs[next] - 1e-9;
                costs[next] = Math.Min(cost, costs[next]);
            }
            return hasImproved;
        }

        /// <summary>Whether a step is legal: a diagonal one if both ways around the corner are.</summary>
        public static bool IsLegal(CellMap map, GridCell cell, int dx, int dy)
        {
            var across = new GridCell(cell.X + dx, cell.Y);
            var beside = new GridCell(cell.X, cell.Y + dy);
            var end = new GridCell(cell.X + dx, cell.Y + dy);
            if (dx == 0 || dy == 0)
            {
                return cell != end && CanPass(map, cell, end);
            }
            return CanPass(map, cell, across) && CanPass(map, across, end) && CanPass(map, cell, beside)
                && CanPass(map, beside, end);
        }

        private static bool CanPass(CellMap map, GridCell from, GridCell to)
        {
            if (!map.Contains(from) || !map.Contains(to) || map[to] == CellType.Obstacle)
            {
                return false;
            }
            Passage passage = map.GetPassage(from, to);
            return passage == Passage.Open || passage == Passage.OneWay;
        }
    }
}
