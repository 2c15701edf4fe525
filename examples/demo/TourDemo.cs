using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Small pictures of README that no other demo has: a path within a bound beside an optimal one in a
    /// huge world, a path over squares, and a saved grid with what has changed since.
    /// </summary>
    internal static class TourDemo
    {
        /// <summary>Copies of the map along the world's sides.</summary>
        private const int Columns = 16;
        private const int Rows = 9;

        private const double Bound = 1.1;

        /// <summary>Cells that a unit needs for now.</summary>
        private const int FirstCells = 16;

        /// <summary>Breaches in the walls of the island's castle, and ramparts.</summary>
        private static readonly CellRect[] Breaches =
        {
            new CellRect(184, 104, 5, 9), new CellRect(162, 148, 9, 5), new CellRect(204, 178, 5, 9),
        };

        private static readonly CellRect[] Ramparts =
        {
            new CellRect(172, 160, 20, 2), new CellRect(190, 150, 2, 12), new CellRect(206, 160, 18, 2),
        };

        public static void Run(string file, OctileMap map, PathEnds ends, TextWriter report)
        {
            string world = World(file, map);
            var settings = new PathGridSettings
            {
                Width = map.Width, Height = map.Height, DiagonalRule = DiagonalRule.BothFree,
            };
            using (var grid = new PathGrid(settings))
            {
                grid.SetCells(map.Cells);
                var path = new List<GridCell>();
                grid.FindPath(ends.Start, ends.Goal, path);
                byte[] saved = grid.Save();
                foreach (CellRect breach in Breaches)
                {
                    grid.FillRect(breach.X, breach.Y, breach.Width, breach.Height, CellType.Walkable);
                }
                foreach (CellRect rampart in Ramparts)
                {
                    grid.FillRect(rampart.X, rampart.Y, rampart.Width, rampart.Height, CellType.Obstacle);
                }
                byte[] changes = grid.SaveChanges(saved);
                using (PathGrid loaded = PathGrid.Load(saved))
                {
                    loaded.ApplyChanges(changes);
                    Console.WriteLine(Json.Text(
                        "{0}: {1:N0} bytes for {2:N0} cells, and {3:N0} for what has changed since", map.Name,
                        saved.Length, map.Cells.Length, changes.Length));
                    report.WriteLine(Json.Text(
                        "{{{0}, \"path\": {1}, \"saved\": {2}, \"changes\": {3}, \"opened\": {4}, \"closed\": {5}}}",
                        world,
                        Json.Cells(path),
                        saved.Length,
                        changes.Length,
                        Json.Cells(Changed(map, loaded, CellType.Walkable)),
                        Json.Cells(Changed(map, loaded, CellType.Obstacle))));
                }
            }
        }

        /// <summary>Cells that have a type now which the map does not give them.</summary>
        private static List<GridCell> Changed(OctileMap map, PathGrid grid, CellType type)
        {
            var changed = new List<GridCell>();
            for (int i = 0; i < map.Cells.Length; i++)
            {
                GridCell cell = map.CellAt(i);
                if (grid.GetCell(cell) == type && map.Cells[i] != (byte)type)
                {
                    changed.Add(cell);
                }
            }
            return changed;
        }

        /// <summary>A ship crosses a sea of many islands.</summary>
        private static string World(string file, OctileMap map)
        {
            string[] lines = File.ReadAllLines(file);
            int first = Array.IndexOf(lines, "map") + 1;
            int width = Columns * map.Width;
            int height = Rows * map.Height;
            var cells = new byte[width * height];
            for (int i = 0; i < cells.Length; i++)
            {
                bool isWater = lines[first + i / width % map.Height][i % width % map.Width] == 'W';
                cells[i] = (byte)(isWater ? CellType.Walkable : CellType.Obstacle);
            }
            using (var grid = new PathGrid(width, height))
            {
                grid.SetCells(cells);
                GridCell start = new GridCell(100, height - 8);
                GridCell goal = new GridCell(width - 100, 8);
                var best = new List<GridCell>();
                PathResult optimal = grid.FindPath(start, goal, best);
                var within = new List<GridCell>();
                PathResult bounded = grid.FindPath(
                    start, goal, within, new PathQuery { HeuristicWeight = Bound });
                PathResult begun = grid.FindPath(
                    start,
                    goal,
                    new List<GridCell>(),
                    new PathQuery { HeuristicWeight = Bound, MaxCells = FirstCells });
                if (!optimal.Found || !bounded.Found || !begun.Found || bounded.Cost > Bound * optimal.Cost)
                {
                    throw new DemoException("WRONG: " + bounded.Cost + " within " + Bound + " of " + optimal.Cost);
                }
                Console.WriteLine(Json.Text(
                    "{0:N0} x {1:N0} cells: an optimal path costs {2:F1} and expands {3:N0} cells; one within {4} "
                        + "costs {5:F1} and expands {6:N0}; its first {7} cells take {8:N0}",
                    width, height, optimal.Cost, optimal.Expansions, Bound, bounded.Cost, bounded.Expansions,
                    FirstCells, begun.Expansions));
                return Json.Text(
                    "\"columns\": {0}, \"rows\": {1}, \"best\": {2}, \"best_expansions\": {3}, \"within\": {4}, "
                        + "\"within_expansions\": {5}, \"bound\": {6}",
                    Columns,
                    Rows,
                    Json.Cells(Thinned(best)),
                    optimal.Expansions,
                    Json.Cells(Thinned(within)),
                    bounded.Expansions,
                    Bound);
            }
        }

        /// <summary>Every fourth cell and the last one: the picture shows no more.</summary>
        private static List<GridCell> Thinned(List<GridCell> path)
        {
            var thinned = new List<GridCell>();
            for (int i = 0; i < path.Count; i += 4)
            {
                thinned.Add(path[i]);
            }
            thinned.Add(path[path.Count - 1]);
            return thinned;
        }
    }
}
