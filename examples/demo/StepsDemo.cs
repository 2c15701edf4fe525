using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>Shows A* step by step, as the viewer in a scene does, on the map of the manual.</summary>
    /// <remarks>Each line of the report is a picture: title and size of the search, the colors of each kind of cells
    /// and of their text, the text beside the map, and all cells that are not plain walkable.</remarks>
    internal static class StepsDemo
    {
        private const int OpenLines = 12;

        private static readonly GridCell Start = new GridCell(4, 7);
        private static readonly GridCell Goal = new GridCell(14, 8);

        public static void Run(OctileMap map, TextWriter report)
        {
            var settings = new PathGridSettings
            {
                Width = map.Width,
                Height = map.Height,
                StraightCost = 10,
                DiagonalCost = 14,
            };
            using (var grid = new PathGrid(settings))
            {
                grid.SetCells(map.Cells);
                using (var view = new SearchView(grid, Start, Goal, new PathQuery()))
                {
                    do
                    {
                        WriteFrame(view, report);
                    }
                    while (view.Step());
                    Console.WriteLine("From {0} to {1} on {2}, costs 10 and 14:", Start, Goal, map.Name);
                    Console.WriteLine("  {0}: {1} expansions, cost {2}, {3} path points", view.Title, view.Expansions,
                        view.PathCost, view.PathPoints);
                }
            }
        }

        private static void WriteFrame(SearchView view, TextWriter report)
        {
            var cells = new List<string>();
            for (int i = 0; i < view.Width * view.Height; i++)
            {
                var place = new GridCell(i % view.Width, i / view.Width);
                SearchViewCell cell = view[place];
                if (cell.Kind != SearchViewKind.Walkable)
                {
                    cells.Add(Json.Text(
                        "{{\"x\": {0}, \"y\": {1}, \"kind\": \"{2}\", \"closed\": {3}, \"arrow\": [{4}, {5}], " +
                        "\"text\": \"{6}\"}}",
                        place.X, place.Y, cell.Kind, Say(cell.IsClosed), cell.ArrowDx, cell.ArrowDy,
                        OneLine(view.GetText(place))));
                }
            }
            report.WriteLine(
                "{{\"title\": \"{0}\", \"width\": {1}, \"height\": {2}, \"searching\": {3}, \"summary\": \"{4}\", " +
                "\"open\": \"{5}\", \"cells\": {6}, \"colors\": {{{7}}}}}",
                view.Title, view.Width, view.Height, Say(view.Phase == 0), OneLine(view.Summary),
                OneLine(view.GetOpenText(OpenLines)), Json.List(cells), Colors());
        }

        private static string Colors()
        {
            var palette = new SearchPalette(default(SearchColorScheme));
            var colors = new List<string>();
            foreach (SearchViewKind kind in Enum.GetValues(typeof(SearchViewKind)))
            {
                // The highest byte is the opacity.
                colors.Add(Json.Text(
                    "\"{0}\": [{1}, {2}]", kind, palette[kind] & 0xFFFFFF, palette.GetInk(kind) & 0xFFFFFF));
            }
            return string.Join(", ", colors);
        }

        private static string Say(bool value) => value ? "true" : "false";

        /// <summary>Ends of lines as JSON writes them.</summary>
        private static string OneLine(string text) => text.Replace("\n", "\\n");
    }
}
