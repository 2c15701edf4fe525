using System;

namespace GridStar.Demo
{
    /// <summary>
    /// Shows searches step by step, as the viewer in a scene does: one for each algorithm, all on the same map.
    /// </summary>
    internal static class StepsDemo
    {
        /// <summary>Most columns and rows: the text of more cells would be unreadable.</summary>
        private const int MaxSide = 48;

        public static void Run(OctileMap map, PathEnds ends, DemoOptions options)
        {
            if (map.Width > MaxSide || map.Height > MaxSide)
            {
                throw new DemoException(map.Name + " has " + map.Width + " x " + map.Height
                    + " cells; steps can be shown on up to " + MaxSide + " columns and rows");
            }
            var settings = new PathGridSettings
            {
                Width = map.Width,
                Height = map.Height,
                StraightCost = 10,
                DiagonalCost = 14,
            };
            using (var grid = new PathGrid(settings))
            using (var report = new StepsReport(options.StepsFile, new SearchPalette(options.Colors)))
            {
                grid.SetCells(map.Cells);
                Console.WriteLine("From {0} to {1} on {2}, costs 10 and 14:", ends.Start, ends.Goal, map.Name);
                foreach (SearchOrder order in options.Orders)
                {
                    Show(grid, ends, order, report);
                }
            }
        }

        private static void Show(PathGrid grid, PathEnds ends, SearchOrder order, StepsReport report)
        {
            using (var view = new SearchView(grid, ends.Start, ends.Goal, new PathQuery { Order = order }))
            {
                do
                {
                    report.Frame(view);
                }
                while (view.Step());
                string end = view.Reason == PathReason.Found
                    ? "cost " + view.PathCost + ", path points " + view.PathPoints
                    : "no path (" + view.Reason + ")";
                Console.WriteLine("  {0,-28} expansions {1,4}, {2}", view.Title, view.Expansions, end);
            }
        }
    }
}
