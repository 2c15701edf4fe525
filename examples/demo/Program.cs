using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace GridStar.Demo
{
    /// <summary>
    /// Compares GridStar with two searches written in C# on one map and finds paths over its terrain, or shows paths
    /// over hexagons, a house with thin walls, storeys, forks, a search step by step, a field, a crowd or what the
    /// small pictures of README need. Exit status 0: every answer is right. Exit status 1: an answer is wrong, or
    /// something failed.
    /// </summary>
    internal static class Program
    {
        private const string Usage =
            "usage: Demo FILE.map REPORT "
            + "[X,Y X,Y | --hex | --steps | --field | --walls | --floors | --forks | --tour | --crowd COUNT "
            + "| --avoid COUNT]";

        /// <summary>Paths across the project's island, far apart.</summary>
        private static readonly PathEnds[] IslandPaths =
        {
            new PathEnds("A", new GridCell(26, 245), new GridCell(238, 18)),
            new PathEnds("B", new GridCell(231, 112), new GridCell(119, 85)),
            new PathEnds("C", new GridCell(152, 196), new GridCell(248, 108)),
            new PathEnds("D", new GridCell(185, 113), new GridCell(5, 143)),
        };

        /// <summary>Demos whose maps are not in the format of MovingAI.</summary>
        private static readonly Dictionary<string, Action<string, TextWriter>> TextScenes =
            new Dictionary<string, Action<string, TextWriter>>
            {
                { "--walls", WallsDemo.Run }, { "--floors", FloorsDemo.Run }, { "--forks", ForksDemo.Run },
            };

        private static int Main(string[] arguments)
        {
            try
            {
                Run(arguments);
                return 0;
            }
            catch (Exception error) when (error is DemoException || error is GridStarException || error is IOException
                || error is FormatException || error is UnauthorizedAccessException || error is OutOfMemoryException)
            {
                Console.Out.Flush();
                Console.Error.WriteLine("demo: " + error.Message);
                return 1;
            }
        }

        private static void Run(string[] arguments)
        {
            if (arguments.Length < 2)
            {
                throw new DemoException(Usage);
            }
            if (arguments.Length > 2 && TextScenes.TryGetValue(arguments[2], out Action<string, TextWriter> scene))
            {
                using (var report = new StreamWriter(arguments[1]))
                {
                    scene(arguments[0], report);
                }
                return;
            }
            OctileMap map = OctileMap.Load(arguments[0]);
            using (var report = new StreamWriter(arguments[1]))
            {
                switch (arguments.Length > 2 ? arguments[2] : "")
                {
                    case "":
                        Compare(map, IslandPaths, report);
                        using (var terrain = new StreamWriter(Path.ChangeExtension(arguments[1], "terrain")))
                        {
                            TerrainDemo.Run(arguments[0], terrain);
                        }
                        break;
                    case "--steps":
                        StepsDemo.Run(map, report);
                        break;
                    case "--hex":
                        HexDemo.Run(map, map.Name == "island.map" ? IslandPaths : FarApart(map), report);
                        break;
                    case "--field":
                        FieldDemo.Run(map, report);
                        break;
                    case "--tour":
                        TourDemo.Run(arguments[0], map, IslandPaths[1], report);
                        break;
                    case "--crowd":
                        CrowdDemo.Run(map, int.Parse(arguments[3], CultureInfo.InvariantCulture), report);
                        break;
                    case "--avoid":
                        AvoidDemo.Run(map, int.Parse(arguments[3], CultureInfo.InvariantCulture), report);
                        break;
                    default:
                        GridCell[] ends = Array.ConvertAll(new[] { arguments[2], arguments[3] }, map.ParseWalkable);
                        Compare(map, new[] { new PathEnds("A", ends[0], ends[1]) }, report);
                        break;
                }
            }
        }

        /// <summary>One path on another map: between its first and its last walkable cell.</summary>
        private static PathEnds[] FarApart(OctileMap map)
        {
            int first = Array.IndexOf(map.Cells, (byte)CellType.Walkable);
            if (first < 0)
            {
                throw new DemoException(map.Name + " has no walkable cell");
            }
            int last = Array.LastIndexOf(map.Cells, (byte)CellType.Walkable);
            return new[] { new PathEnds("A", map.CellAt(first), map.CellAt(last)) };
        }

        private static void Compare(OctileMap map, PathEnds[] paths, TextWriter report)
        {
            Contest.Title(map);
            using (var bothFree = new Contest(map, StepRule.BothFree))
            using (var cornersCut = new Contest(map, StepRule.CornersCut))
            {
                foreach (PathEnds ends in paths)
                {
                    Console.WriteLine("\n{0}", ends);
                    cornersCut.Run(ends);
                    Measurement row = bothFree.Run(ends);
                    // In one picture, the expanded cells of several paths would cover each other.
                    bool isFirst = ends.Label == paths[0].Label;
                    List<GridCell> expanded = isFirst ? bothFree.Trace(ends, row) : new List<GridCell>();
                    report.WriteLine(Json.Text(
                        "{{\"label\": \"{0}\", \"start\": {1}, \"goal\": {2}, \"cost\": {3}, \"expansions\": {4}, " +
                        "\"cells\": {5}, \"expanded\": {6}}}",
                        ends.Label,
                        Json.Cell(ends.Start),
                        Json.Cell(ends.Goal),
                        row.Answer.Found ? Json.Text("{0}", row.Answer.Cost) : "null",
                        row.Answer.Expansions,
                        Json.Cells(row.Path),
                        Json.Cells(expanded)));
                }
                Contest.Closing(cornersCut.Answers + bothFree.Answers);
            }
        }
    }

    /// <summary>Ends the demo. The message tells the user the reason.</summary>
    internal sealed class DemoException : Exception
    {
        public DemoException(string message) : base(message)
        {
        }
    }

    /// <summary>Text for reports: a JSON object a line.</summary>
    internal static class Json
    {
        /// <summary>With numbers as every country reads them.</summary>
        public static string Text(string format, params object[] values) =>
            string.Format(CultureInfo.InvariantCulture, format, values);

        public static string Cell(GridCell cell) => Text("[{0}, {1}]", cell.X, cell.Y);

        public static string Cells(List<GridCell> cells) => List(cells.ConvertAll(Cell));

        public static string Words(IEnumerable<string> words) =>
            List(words.Select(word => "\"" + word + "\""));

        public static string List(IEnumerable<string> values) => "[" + string.Join(", ", values) + "]";
    }
}
