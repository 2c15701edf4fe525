using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Finds paths through a house with thin walls and down from its terrace, compares their costs with a plain search
    /// over the map's text, and writes a report for a picture.
    /// </summary>
    internal static class WallsDemo
    {
        private static readonly GridCell[] TerraceDoor = { new GridCell(11, 2), new GridCell(12, 2) };

        public static void Run(string file, TextWriter report)
        {
            CellMap map = new CellMap().ReadTextWithWalls(File.ReadAllText(file));
            using (var grid = new PathGrid(map))
            {
                Console.WriteLine(Json.Text("GridStar {0} on {1}: {2} x {3} cells with walls between them",
                    GridStarLibrary.Version, Path.GetFileName(file), map.Width, map.Height));
                var garden = new GridCell(14, 7);
                var terrace = new GridCell(13, 1);
                report.WriteLine(Json.Text(
                    "{{\"width\": {0}, \"height\": {1}, \"types\": {2}, \"sides\": {3}}}", map.Width, map.Height,
                    Json.List(Types(map)), Json.List(Sides(map))));
                Find(grid, map, "A", "garden to terrace, doors open", garden, terrace, report);
                var below = new GridCell(13, 6);
                Find(grid, map, "B", "terrace to garden: a jump down", new GridCell(13, 3), below, report);
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
            double plain = PlainSearch.Cost(map, start, goal);
            double found = result.Found ? result.Cost : double.PositiveInfinity;
            bool isRight = double.IsInfinity(plain) ? double.IsInfinity(found) : Math.Abs(found - plain) < 1e-6;
            for (int i = 1; i < path.Count && isRight; i++)
            {
                isRight = PlainSearch.IsLegal(
                    map, path[i - 1], path[i].X - path[i - 1].X, path[i].Y - path[i - 1].Y);
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

        /// <summary>Row by row: 0 for the garden, 2 for a room, 3 for the terrace.</summary>
        private static IEnumerable<string> Types(CellMap map)
        {
            for (int i = 0; i < map.Count; i++)
            {
                yield return Json.Text("{0}", (int)map[i % map.Width, i / map.Width]);
            }
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
    }
}
