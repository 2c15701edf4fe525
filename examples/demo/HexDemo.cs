using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Takes a map's cells for hexagons, whose odd rows are shifted, and compares GridStar with A* in C# on them:
    /// costs, times and a report for a picture.
    /// </summary>
    internal static class HexDemo
    {
        public static void Run(OctileMap map, PathEnds[] paths, TextWriter report)
        {
            Print("GridStar {0} on {1}: {2} x {3} hexagons, odd rows shifted, each step costs 1\n",
                GridStarLibrary.Version, map.Name, map.Width, map.Height);
            Print("  {0,-34}{1,6}{2,12}{3,12}{4,14}{5,14}", "", "cost", "expansions", "time", "in C#: exp.", "time");
            double own = 0.0;
            double other = 0.0;
            using (var grid = new HexGridEngine(map))
            {
                var heap = new HexHeapEngine(map);
                foreach (PathEnds ends in paths)
                {
                    var row = new Measurement(grid, ends);
                    var inCSharp = new Measurement(heap, ends);
                    Check(map, ends, row);
                    Check(map, ends, inCSharp);
                    if (row.Answer.Found != inCSharp.Answer.Found || row.Answer.Cost != inCSharp.Answer.Cost)
                    {
                        throw new DemoException("WRONG: " + ends + ": GridStar finds a cost of " + row.Answer.Cost
                            + ", A* in C# of " + inCSharp.Answer.Cost);
                    }
                    own += row.Seconds;
                    other += inCSharp.Seconds;
                    Print("  {0,-34}{1,6}{2,12:N0}{3,9:N1} us{4,14:N0}{5,11:N1} us", ends,
                        row.Answer.Found ? row.Answer.Cost.ToString() : "none", row.Answer.Expansions,
                        row.Seconds * 1e6, inCSharp.Answer.Expansions, inCSharp.Seconds * 1e6);
                    bool isFirst = ends.Label == paths[0].Label;
                    report.WriteLine(Json.Text(
                        "{{\"label\": \"{0}\", \"start\": {1}, \"goal\": {2}, \"cost\": {3}, \"expansions\": {4}, " +
                        "\"cells\": {5}, \"expanded\": {6}}}",
                        ends.Label,
                        Json.Cell(ends.Start),
                        Json.Cell(ends.Goal),
                        row.Answer.Found ? Json.Text("{0}", row.Answer.Cost) : "null",
                        row.Answer.Expansions,
                        Json.Cells(row.Path),
                        Json.Cells(isFirst ? grid.Trace() : new List<GridCell>())));
                }
            }
            Print("\n{0} answers checked: every step leads to a neighbor, and both searches agree on the cost.",
                2 * paths.Length);
            Print("All paths together: GridStar is {0:0.0} x as fast as A* in C# with a binary heap.", other / own);
        }

        /// <summary>Throws unless the path leads from start to goal over neighbors.</summary>
        private static void Check(OctileMap map, PathEnds ends, Measurement row)
        {
            List<GridCell> path = row.Path;
            bool isWhole = !row.Answer.Found
                || (path.Count > 0 && path[0] == ends.Start && path[path.Count - 1] == ends.Goal
                    && path.Count - 1 == row.Answer.Cost);
            for (int i = 1; i < path.Count && isWhole; i++)
            {
                isWhole = map.IsWalkable(path[i]) && AreNeighbors(path[i - 1], path[i]);
            }
            if (!isWhole)
            {
                throw new DemoException("WRONG: " + ends + ", \"" + row.Engine.Name + "\": the path is not legal");
            }
        }

        /// <summary>By the distance of their centers, in half cells and rows.</summary>
        private static bool AreNeighbors(GridCell one, GridCell other)
        {
            int halves = Math.Abs(2 * (one.X - other.X) + (one.Y & 1) - (other.Y & 1));
            int rows = Math.Abs(one.Y - other.Y);
            return (rows == 0 && halves == 2) || (rows == 1 && halves == 1);
        }

        private static void Print(string format, params object[] values) =>
            Console.WriteLine(Json.Text(format, values).TrimEnd());
    }

    /// <summary>Searches by GridStar on hexagons.</summary>
    internal sealed class HexGridEngine : Engine
    {
        private readonly PathGrid _grid;
        private readonly List<GridCell> _path = new List<GridCell>();
        private PathResult _result;

        public HexGridEngine(OctileMap map) : base("GridStar, PathGrid", null)
        {
            _grid = new PathGrid(new PathGridSettings
            {
                Width = map.Width, Height = map.Height, Layout = CellLayout.HexOddRows,
            });
            _grid.SetCells(map.Cells);
        }

        public override void Run() => _result = _grid.FindPath(Start, Goal, _path);

        public override EngineAnswer Read(List<GridCell> path)
        {
            path.AddRange(_path);
            return new EngineAnswer { Found = _result.Found, Cost = _result.Cost, Expansions = _result.Expansions };
        }

        /// <summary>The cells that the search expands, in order.</summary>
        public List<GridCell> Trace()
        {
            var expanded = new List<GridCell>();
            _grid.TracePath(Start, Goal, _path, expanded, default(PathQuery));
            return expanded;
        }

        public override void Dispose() => _grid.Dispose();
    }
}
