using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// A field of costs to one goal on a map and a unit's range: times, searches that check the costs, and a report for
    /// a picture.
    /// </summary>
    internal static class FieldDemo
    {
        /// <summary>Relative: fields and searches count in the same integers, and print in floats.</summary>
        private const double Tolerance = 1e-6;

        /// <summary>Number of cells whose cost a search checks.</summary>
        private const int Checks = 200;
        private const int Agents = 1000;
        private const int Builds = 5;

        /// <summary>Columns and rows from one arrow to the next, for a map of this many cells a side.</summary>
        private const int ArrowSpacing = 10;
        private const int ArrowSide = 256;

        /// <summary>The village on the project's island.</summary>
        private const string Island = "island.map";
        private static readonly GridCell Village = new GridCell(152, 196);

        public static void Run(OctileMap map, TextWriter report)
        {
            var settings = new PathGridSettings
            {
                Width = map.Width, Height = map.Height, Plane = GridPlane.XY, DiagonalRule = DiagonalRule.BothFree,
            };
            using (var grid = new PathGrid(settings))
            {
                grid.SetCells(map.Cells);
                GridCell goal = map.Name == Island ? Village : FindGoal(map, grid);
                var cells = new List<FieldCell>();
                using (PathField field = grid.CreateField(goal))
                {
                    field.GetRange(cells, 0.0, RangeOrder.Costs);
                    double most = cells[cells.Count - 1].Cost;
                    Print("{0}, {1} x {2} cells: a field of costs to {3} reaches {4} of them, the farthest for {5:F1}",
                        map.Name, map.Width, map.Height, goal, cells.Count, most);
                    Print("  built in {0:F2} ms; {1} agents are told their next cell in {2:F0} ns each",
                        BuildMilliseconds(field, goal, cells), Agents, StepNanoseconds(field, cells));
                    Check(grid, goal, cells);
                    Print("  {0} costs are those of searches", Checks);
                    Report(grid, field, cells, report);
                }
            }
        }

        /// <summary>The first cell, from the map's middle on, that a quarter of the walkable cells reaches.</summary>
        private static GridCell FindGoal(OctileMap map, PathGrid grid)
        {
            int walkable = Array.FindAll(map.Cells, cell => cell == (byte)CellType.Walkable).Length;
            var reached = new List<FieldCell>();
            for (int i = 0; i < map.Cells.Length; i++)
            {
                GridCell cell = map.CellAt((i + map.Cells.Length / 2 + map.Width / 2) % map.Cells.Length);
                if (!map.IsWalkable(cell))
                {
                    continue;
                }
                using (PathField field = grid.CreateField(cell))
                {
                    field.GetRange(reached);
                }
                if (4 * reached.Count >= walkable)
                {
                    return cell;
                }
            }
            throw new DemoException(map.Name + " has no large part");
        }

        /// <summary>The least of several builds: the goal goes away and comes back.</summary>
        private static double BuildMilliseconds(PathField field, GridCell goal, List<FieldCell> cells)
        {
            double least = double.PositiveInfinity;
            for (int i = 0; i < Builds; i++)
            {
                field.SetGoal(cells[cells.Count / 2].Cell);
                Stopwatch clock = Stopwatch.StartNew();
                field.SetGoal(goal);
                least = Math.Min(least, clock.Elapsed.TotalMilliseconds);
            }
            return least;
        }

        private static double StepNanoseconds(PathField field, List<FieldCell> cells)
        {
            var agents = new GridCell[Agents];
            var steps = new FieldCell[Agents];
            for (int i = 0; i < Agents; i++)
            {
                agents[i] = cells[(int)((long)i * cells.Count / Agents)].Cell;
            }
            double least = double.PositiveInfinity;
            for (int i = 0; i < 20; i++)
            {
                Stopwatch clock = Stopwatch.StartNew();
                field.GetSteps(agents, Agents, steps);
                least = Math.Min(least, clock.Elapsed.TotalMilliseconds * 1e6 / Agents);
            }
            return least;
        }

        /// <summary>Searches from cells far and near. A wrong cost ends the program.</summary>
        private static void Check(PathGrid grid, GridCell goal, List<FieldCell> cells)
        {
            var path = new List<GridCell>();
            for (int i = 0; i < Checks; i++)
            {
                FieldCell told = cells[(int)((long)i * cells.Count / Checks)];
                PathResult search = grid.FindPath(told.Cell, goal, path);
                if (!search.Found || Math.Abs(search.Cost - told.Cost) > Tolerance * Math.Max(1.0, told.Cost))
                {
                    throw new DemoException("the field says " + told + ", and a search " + search.Cost);
                }
            }
        }

        private static void Report(PathGrid grid, PathField field, List<FieldCell> cells, TextWriter report)
        {
            double most = cells[cells.Count - 1].Cost;
            // A unit halfway, with points for an eighth of the longest way.
            GridCell unit = cells[cells.Count / 2].Cell;
            double points = Math.Max(1.0, most / 8.0);
            var border = new List<GridCell>();
            var range = new List<FieldCell>();
            using (PathField reach = grid.CreateRange(unit, new PathQuery { MaxCost = points }))
            {
                reach.GetBorder(border);
                reach.GetRange(range);
            }
            Print("  a unit at {0} reaches {1} cells for {2:F1}", unit, range.Count, points);
            report.WriteLine(Json.Text(
                "{{\"goal\": {0}, \"unit\": {1}, \"points\": {2:F1}, \"reached\": {3}, \"most\": {4:F2}, "
                    + "\"cells\": {5}, \"costs\": {6}, \"arrows\": {7}, \"border\": {8}}}",
                Json.Cell(field.GetStep(cells[0].Cell).Cell),
                Json.Cell(unit),
                points,
                range.Count,
                most,
                Json.Cells(cells.ConvertAll(cell => cell.Cell)),
                Json.List(cells.ConvertAll(cell => Json.Text("{0:F2}", cell.Cost))),
                Json.List(Arrows(grid, field)),
                Json.Cells(border)));
        }

        /// <summary>Where agents go, at cells in a raster: column, row and the direction of each.</summary>
        private static List<string> Arrows(PathGrid grid, PathField field)
        {
            int spacing = Math.Max(2, ArrowSpacing * Math.Max(grid.Width, grid.Height) / ArrowSide);
            var arrows = new List<string>();
            var position = new float[3];
            var velocity = new float[3];
            for (int y = spacing / 2; y < grid.Height; y += spacing)
            {
                for (int x = spacing / 2; x < grid.Width; x += spacing)
                {
                    position[0] = x + 0.5f;
                    position[1] = y + 0.5f;
                    bool isOpen = grid.GetCell(x, y) == CellType.Walkable;
                    field.GetVelocities(position, 1, 1f, velocity);
                    if (isOpen && (velocity[0] != 0f || velocity[1] != 0f))
                    {
                        arrows.Add(Json.Text("[{0}, {1}, {2:F2}, {3:F2}]", x, y, velocity[0], velocity[1]));
                    }
                }
            }
            return arrows;
        }

        private static void Print(string format, params object[] values) =>
            Console.WriteLine(Json.Text(format, values));
    }
}
