using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace GridStar.Demo
{
    /// <summary>
    /// Fog of war: walls were built since the start, and each of two players has a fork of the grid as it was then,
    /// with what the player's scouts have seen since. Asks one question of the true grid and of both forks, compares
    /// the costs with a plain search, and writes a report for a picture.
    /// </summary>
    internal static class ForksDemo
    {
        /// <summary>How far a scout sees, in cells.</summary>
        private const int Sight = 6;

        private static readonly GridCell Start = new GridCell(7, 16);
        private static readonly GridCell Goal = new GridCell(8, 2);

        private static readonly GridCell[][] Scouts =
        {
            new[] { new GridCell(4, 15), new GridCell(11, 15) },
            new[] { new GridCell(4, 6), new GridCell(11, 4) },
        };

        public static void Run(string file, TextWriter report)
        {
            string text = File.ReadAllText(file).Replace("\r", "");
            CellMap before = new CellMap().ReadText(text, new CellLegend(".#", "T"));
            CellMap now = new CellMap().ReadText(text, new CellLegend(".", "#T"));
            using (var grid = new PathGrid(before))
            {
                PathGrid[] forks = Array.ConvertAll(Scouts, scouts => grid.Fork());
                grid.SetCells(now);
                string truth = Ask(grid, "the true grid");
                var players = new List<string>();
                for (int i = 0; i < forks.Length; i++)
                {
                    List<GridCell> seen = Look(grid, Scouts[i]);
                    foreach (GridCell cell in seen)
                    {
                        forks[i].SetCell(cell, grid.GetCell(cell));
                    }
                    players.Add(Json.Text(
                        "{{\"scouts\": {0}, \"seen\": {1}, \"way\": {2}}}",
                        Json.Cells(Scouts[i].ToList()),
                        Json.Cells(seen),
                        Ask(forks[i], "the fork of player " + (i + 1))));
                    forks[i].Dispose();
                }
                report.WriteLine(Json.Text(
                    "{{\"rows\": {0}, \"start\": {1}, \"goal\": {2}, \"truth\": {3}, \"players\": {4}}}",
                    Json.Words(text.Trim().Split('\n')), Json.Cell(Start), Json.Cell(Goal), truth, Json.List(players)));
            }
        }

        private static string Ask(PathGrid grid, string what)
        {
            var path = new List<GridCell>();
            PathResult result = grid.FindPath(Start, Goal, path);
            double plain = PlainSearch.Cost(new CellMap().Read(grid), Start, Goal);
            if (!result.Found || Math.Abs(result.Cost - plain) > 1e-6)
            {
                throw new DemoException(
                    "WRONG: cost " + result.Cost + " on " + what + ", a plain search finds " + plain);
            }
            Console.WriteLine(Json.Text("  on {0} the path costs {1:0.0}", what, result.Cost));
            return Json.Text("{{\"cost\": {0}, \"cells\": {1}}}", result.Cost, Json.Cells(path));
        }

        /// <summary>The cells that a scout sees: those in a line of sight, and what stands beside them.</summary>
        private static List<GridCell> Look(PathGrid grid, GridCell[] scouts)
        {
            var thin = new PathQuery { DiagonalRule = DiagonalRule.Always };
            var seen = new List<GridCell>();
            for (int i = 0; i < grid.Width * grid.Height; i++)
            {
                var cell = new GridCell(i % grid.Width, i / grid.Width);
                bool isObstacle = grid.GetCell(cell) == CellType.Obstacle;
                if (scouts.Any(scout => IsNear(scout, cell) && Beside(grid, cell, isObstacle ? 1 : 0).Any(
                    place => grid.HasLineOfSight(scout, place, thin))))
                {
                    seen.Add(cell);
                }
            }
            return seen;
        }

        private static bool IsNear(GridCell scout, GridCell cell)
        {
            int dx = cell.X - scout.X;
            int dy = cell.Y - scout.Y;
            return dx * dx + dy * dy <= Sight * Sight;
        }

        /// <summary>The cells of the grid at most some columns and rows away.</summary>
        private static IEnumerable<GridCell> Beside(PathGrid grid, GridCell cell, int reach)
        {
            for (int y = cell.Y - reach; y <= cell.Y + reach; y++)
            {
                for (int x = cell.X - reach; x <= cell.X + reach; x++)
                {
                    if (grid.Contains(new GridCell(x, y)))
                    {
                        yield return new GridCell(x, y);
                    }
                }
            }
        }
    }
}
