using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace GridStar.Demo
{
    /// <summary>
    /// Finds paths through a house with thin walls and down from its terrace, compares their costs with a plain search
    /// over the map's text, and writes a report for a picture.
    /// </summary>
    internal static class WallsDemo
    {
        private const double Diagonal = 1.4;

        private static readonly GridCell[] TerraceDoor = { new GridCell(9, 2), new GridCell(10, 2) };

        public static void Run(string file, TextWriter report)
        {
            CellMap map = new CellMap().ReadTextWithWalls(File.ReadAllText(file));
            using (var grid = new PathGrid(map))
            {
                Console.WriteLine(Json.Text("GridStar {0} on {1}: {2} x {3} cells with walls between them",
                    GridStarLibrary.Version, Path.GetFileName(file), map.Width, map.Height));
                var garden = new GridCell(0, 7);
                var terrace = new GridCell(10, 0);
                report.WriteLine(Json.Text("{{\"width\": {0}, \"height\": {1}, \"sides\": {2}}}",
                    map.Width, map.Height, Json.List(Sides(map))));
                Find(grid, map, "A", "garden to terrace, doors open", garden, terrace, report);
                var below = new GridCell(11, 6);
                Find(grid, map, "B", "terrace to garden: a jump down", new GridCell(11, 0), below, report);
                // A door that closes is one edit.
                grid.SetPassage(TerraceDoor[0], TerraceDoor[1], Passage.Wall);
                map.SetPassage(TerraceDoor[0], TerraceDoor[1], Passage.Wall);
                Find(grid, map, "C", "as A, the terrace's door closed", garden, terrace, report);
            }
        }

        private static void Find(
            PathGrid grid, CellMap map, string label, string what, GridCell start, GridCell goal, TextWriter report)
        {
            var path = new List<GridCell>();
            PathResult result = grid.FindPath(start, goal, path);
            double plain = PlainCost(map, start, goal);
            double found = result.Found ? result.Cost : double.PositiveInfinity;
            bool isRight = double.IsInfinity(plain) ? double.IsInfinity(found) : Math.Abs(found - plain) < 1e-6;
            for (int i = 1; i < path.Count && isRight; i++)
            {
                isRight = IsLegal(map, path[i - 1], path[i].X - path[i - 1].X, path[i].Y - path[i - 1].Y);
            }
            if (!isRight)
            {
                throw new DemoException("WRONG: " + what + ": cost " + found + ", a plain search finds " + plain);
            }
            string cost = result.Found ? Json.Text("{0:0.0}", result.Cost) : "none";
            Console.WriteLine(Json.Text("  {0}  {1,-34}{2,8}{3,6} expanded", label, what, cost, result.Expansions));
            report.WriteLine(Json.Text(
                "{{\"label\": \"{0}\", \"what\": \"{1}\", \"start\": {2}, \"goal\": {3}, \"cost\": {4}, " +
                "\"cells\": {5}}}",
                label, what, Json.Cell(start), Json.Cell(goal), result.Found ? Json.Text("{0}", result.Cost) : "null",
                Json.Cells(result.Found ? path : new List<GridCell>())));
        }

        /// <summary>The sides that are not open: both cells, and 1 for a wall or 2 for one way.</summary>
        private static IEnumerable<string> Sides(CellMap map)
        {
            for (int i = 0; i < map.Width * map.Height; i++)
            {
                var cell = new GridCell(i % map.Width, i / map.Width);
                foreach (GridCell other in new[] { new GridCell(cell.X + 1, cell.Y), new GridCell(cell.X, cell.Y + 1) })
                {
                    Passage passage = map.Contains(other) ? map.GetPassage(cell, other) : Passage.Open;
                    bool isBack = passage == Passage.OneWayBack;
                    if (passage != Passage.Open)
                    {
                        yield return Json.List(new[]
                        {
                            Json.Cell(isBack ? other : cell), Json.Cell(isBack ? cell : other),
                            passage == Passage.Wall ? "[1, 0]" : "[2, 0]",
                        });
                    }
                }
            }
        }

        /// <summary>The cost of a cheapest path, by improving all cells until none gets cheaper.</summary>
        private static double PlainCost(CellMap map, GridCell start, GridCell goal)
        {
            double[] costs = Enumerable.Repeat(double.PositiveInfinity, map.Width * map.Height).ToArray();
            costs[start.Y * map.Width + start.X] = 0.0;
            bool hasImproved = true;
            while (hasImproved)
            {
                hasImproved = false;
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
            }
            return costs[goal.Y * map.Width + goal.X];
        }

        /// <summary>Whether a step is legal: a diagonal one if both ways around the corner are.</summary>
        private static bool IsLegal(CellMap map, GridCell cell, int dx, int dy)
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
