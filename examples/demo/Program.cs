using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>
    /// Compares GridStar with two searches written in C# on one map and finds paths over its terrain, or shows searches
    /// step by step. Exit status 0: every answer is right, "no path" included. Exit status 1: an answer is wrong, or
    /// something failed.
    /// </summary>
    internal static class Program
    {
        private const int PathCount = 4;

        private static int Main(string[] arguments)
        {
            try
            {
                Run(DemoOptions.Parse(arguments));
                return 0;
            }
            catch (DemoException error)
            {
                return Fail(error.Message);
            }
            catch (GridStarException error)
            {
                return Fail(error.Message);
            }
            catch (OutOfMemoryException)
            {
                return Fail("the map is too large for the memory of this machine");
            }
        }

        private static int Fail(string message)
        {
            Console.Out.Flush();
            Console.Error.WriteLine("demo: " + message);
            return 1;
        }

        private static void Run(DemoOptions options)
        {
            OctileMap map = OctileMap.Load(options.MapFile);
            if (options.Crowd > 0)
            {
                CrowdDemo.Run(map, options);
                return;
            }
            List<PathEnds> paths = ChoosePaths(map, options);
            if (options.StepsFile != null)
            {
                StepsDemo.Run(map, paths[0], options);
                return;
            }
            var table = new ResultTable(Console.Out);
            table.Title(map);
            using (var report = new PictureReport(options.ReportFile))
            using (var bothFree = new Contest(map, table, StepRule.BothFree, options.LimitSeconds))
            using (var cornersCut = new Contest(map, table, StepRule.CornersCut, options.LimitSeconds))
            {
                foreach (PathEnds ends in paths)
                {
                    table.Path(ends);
                    cornersCut.Run(ends);
                    List<Measurement> rows = bothFree.Run(ends);
                    // In one picture, the expanded cells of several paths would cover each other.
                    bool isFirst = ends.Label == paths[0].Label;
                    report.Path(ends, rows[0], isFirst ? bothFree.Trace(ends, rows[0]) : null);
                }
                int terrainAnswers = TerrainDemo.Run(map, options, Console.Out);
                table.Closing(cornersCut.Answers + bothFree.Answers + terrainAnswers, options.LimitSeconds);
            }
        }

        private static List<PathEnds> ChoosePaths(OctileMap map, DemoOptions options)
        {
            if (!options.From.HasValue || !options.To.HasValue)
            {
                return EndPicker.Pick(map, PathCount);
            }
            RequireFree(map, "--from", options.From.Value);
            RequireFree(map, "--to", options.To.Value);
            return new List<PathEnds> { new PathEnds("A", options.From.Value, options.To.Value) };
        }

        private static void RequireFree(OctileMap map, string name, GridCell cell)
        {
            if (!map.Contains(cell))
            {
                throw new DemoException(name + " " + cell + " lies outside " + map.Name + ": columns go from 0 to " +
                    (map.Width - 1) + ", rows from 0 to " + (map.Height - 1));
            }
            if (!map.IsWalkable(cell))
            {
                throw new DemoException(name + " " + cell + " is an obstacle on " + map.Name);
            }
        }
    }
}
