using System;
using System.Collections.Generic;
using System.Linq;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class SearchViewTests
    {
        private static readonly GridCell Start = new GridCell(0, 0);

        /// <summary>The map of the documentation, with the numbers stated there.</summary>
        private static readonly string[] Documented =
        {
            "................",
            "................",
            "................",
            "........###.....",
            "..........#.....",
            "..........#.....",
            "..........#.....",
            "....S.....#.....",
            "..........#...G.",
            "....#######.....",
            "................",
            "................",
            "................",
            "................",
            "................",
            "................",
        };

        [Test]
        public void A_step_shows_what_it_has_done_and_the_next_one_what_that_has()
        {
            using (PathGrid grid = TenFourteen("....", "....", "...."))
            using (SearchView view = new SearchView(grid, Start, new GridCell(3, 0)))
            {
                Assert.AreEqual("A*, Octile", view.Title);
                Assert.AreEqual(SearchViewPhase.Searching, view.Phase);
                Assert.AreEqual("0\n30\n30", view.GetText(Start));
                Assert.AreEqual("", view.GetText(new GridCell(1, 1)));

                Assert.That(view.Step(), Is.True);
                Assert.AreEqual("S+.G\n++..\n....\n", Kinds(view));
                Assert.AreEqual(
                    "expansions: 1\nopen: 3\nclosed: 1\nadded: 3\nimproved: 0\npath points: 0", view.Summary);
                Assert.AreEqual("(1, 0)  g 10\n(1, 1)  g 14\n(0, 1)  g 10", view.GetOpenText(10));
                Assert.AreEqual("(1, 0)  g 10\nand 2 more", view.GetOpenText(1));
                Assert.AreEqual("14\n24\n38", view.GetText(new GridCell(1, 1)));
                SearchViewCell diagonal = view[new GridCell(1, 1)];
                Assert.That(diagonal.HasArrow && !diagonal.IsClosed && !diagonal.IsOnPath, Is.True);
                Assert.AreEqual(-1, diagonal.ArrowDx);
                Assert.AreEqual(-1, diagonal.ArrowDy);
                Assert.That(view[Start].IsClosed && !view[Start].HasArrow, Is.True);

                view.Step();
                Assert.AreEqual("SX+G\noo+.\n....\n", Kinds(view));
                Assert.AreEqual(2, view.AddedCount);
                view.Step();
                Assert.AreEqual("SxXG\nooo+\n....\n", Kinds(view));
                Assert.AreEqual(PathReason.Found, view.Reason);
                Assert.AreEqual(SearchViewPhase.LayingPath, view.Phase);
                Assert.AreEqual(3, view.PathPoints);
                Assert.AreEqual(30, view.PathCost);
            }
        }

        [Test]
        public void The_path_is_laid_cell_by_cell_behind_the_search()
        {
            using (PathGrid grid = TenFourteen("....", "....", "...."))
            using (SearchView view = new SearchView(grid, Start, new GridCell(3, 0)))
            {
                while (view.Phase == SearchViewPhase.Searching)
                {
                    view.Step();
                }
                Assert.That(view[Start].IsOnPath && !view[new GridCell(1, 0)].IsOnPath, Is.True);
                view.Step();
                Assert.AreEqual("SPxG\noooo\n....\n", Kinds(view));
                Assert.AreEqual(0, view.AddedCount);
                StringAssert.EndsWith("path points: 1 of 3\ncost: 30", view.Summary);
                view.Step();
                Assert.AreEqual("SPPG\noooo\n....\n", Kinds(view));
                Assert.AreEqual(SearchViewPhase.LayingPath, view.Phase);
                view.Step();
                Assert.That(view[new GridCell(3, 0)].IsOnPath, Is.True);
                Assert.AreEqual(SearchViewPhase.Ended, view.Phase);
                int version = view.Version;
                Assert.That(view.Step() || view.Update(10.0), Is.False);
                Assert.AreEqual(version, view.Version);
            }
        }

        [Test]
        public void A_cheaper_way_is_shown_with_its_new_text_and_arrow()
        {
            // The search goes around the wall, and reaches some cells first by the dearer way.
            using (PathGrid grid = TenFourteen(Documented))
            using (SearchView view = new SearchView(
                grid, new GridCell(4, 7), new GridCell(14, 8), new PathQuery { Order = SearchOrder.GreedyBestFirst }))
            {
                while (view.ImprovedCount == 0)
                {
                    Assert.That(view.Step() && view.Phase == SearchViewPhase.Searching, Is.True);
                }
                List<SearchChange> changes = new List<SearchChange>();
                view.Stepper.GetChanges(changes);
                GridCell improved = changes.First(change => change.Kind == SearchChangeKind.Improved).Cell;
                Assert.AreEqual(SearchViewKind.Improved, view[improved].Kind);
                Assert.AreEqual(changes[0].Cell, view[improved].Search.Parent);
                StringAssert.StartsWith(view.Stepper.GetCell(improved).G + "\n", view.GetText(improved));
            }
        }

        /// <summary>Checks all cells against the search itself after every step.</summary>
        [TestCase(SearchOrder.AStar, 50, 152)]
        [TestCase(SearchOrder.Dijkstra, 221, 152)]
        [TestCase(SearchOrder.GreedyBestFirst, 32, 200)]
        public void On_the_documented_map_each_order_expands_what_is_documented(
            SearchOrder order, int expansions, double cost)
        {
            using (PathGrid grid = TenFourteen(Documented))
            using (SearchView view = new SearchView(
                grid, new GridCell(4, 7), new GridCell(14, 8), new PathQuery { Order = order }))
            {
                int steps = 0;
                for (; view.Phase == SearchViewPhase.Searching; steps++)
                {
                    view.Step();
                    for (int i = 0; i < 256; i++)
                    {
                        GridCell cell = new GridCell(i % 16, i / 16);
                        Assert.AreEqual(view.Stepper.GetCell(cell), view[cell].Search, "step " + steps);
                        bool isReached = view[cell].Search.State != SearchCellState.Unseen;
                        Assert.AreEqual(
                            isReached ? view[cell].Search.G.ToString() : "", view.GetText(cell).Split('\n')[0]);
                    }
                }
                Assert.AreEqual(expansions, steps);
                Assert.AreEqual(expansions, view.Expansions);
                Assert.AreEqual(cost, view.PathCost);
            }
        }

        [Test]
        public void The_end_can_be_shown_at_once()
        {
            using (PathGrid grid = TenFourteen("....", ".##.", "...."))
            using (SearchView stepped = new SearchView(grid, Start, new GridCell(3, 2)))
            using (SearchView view = new SearchView(grid, Start, new GridCell(3, 2)))
            {
                while (stepped.Step())
                {
                }
                view.Step();
                view.Finish();
                Assert.AreEqual(SearchViewPhase.Ended, view.Phase);
                Assert.AreEqual(Kinds(stepped), Kinds(view));
                Assert.AreEqual(stepped.Summary, view.Summary);
                Assert.AreEqual(view.PathPoints, view.LaidPoints);
                int version = view.Version;
                view.Finish();
                Assert.AreEqual(version, view.Version);
                view.Restart();
                view.Step();
                while (view.Phase == SearchViewPhase.Searching)
                {
                    view.Step();
                }
                view.Step();
                view.Finish();
                Assert.AreEqual(Kinds(stepped), Kinds(view));
            }
        }

        [Test]
        public void Time_plays_the_search_and_lays_the_path()
        {
            using (PathGrid grid = TenFourteen("....", "....", "...."))
            using (SearchView view = new SearchView(grid, Start, new GridCell(3, 0)))
            {
                Assert.That(view.Update(100.0), Is.False);
                view.IsPlaying = true;
                view.StepsPerSecond = 4.0;
                Assert.That(view.Update(0.125), Is.False);
                Assert.That(view.Update(0.125), Is.True);
                Assert.AreEqual(1, view.Expansions);
                view.IsPlaying = false;
                Assert.That(view.Update(1.0), Is.False);
                view.IsPlaying = true;
                Assert.That(view.Update(0.5), Is.True);
                Assert.AreEqual(3, view.Expansions);
                view.IsPlaying = false;
                view.SecondsPerPathCell = 0.25;
                view.Update(0.5);
                Assert.AreEqual(2, view.LaidPoints);
                view.Update(1e9);
                Assert.AreEqual(SearchViewPhase.Ended, view.Phase);
            }
        }

        [Test]
        public void It_begins_anew_on_the_grid_as_it_is_then()
        {
            using (PathGrid grid = TenFourteen("...", "..."))
            using (SearchView view = new SearchView(grid, Start, new GridCell(2, 0)))
            {
                view.Finish();
                Assert.AreEqual("SPG\n", Kinds(view).Substring(0, 4));
                grid.SetCell(1, 0, CellType.Obstacle);
                view.IsPlaying = true;
                view.Restart();
                Assert.That(view.IsPlaying, Is.False);
                Assert.AreEqual("S#G\n...\n", Kinds(view));
                Assert.AreEqual("", view.GetText(new GridCell(1, 1)));
                Assert.AreEqual(
                    "expansions: 0\nopen: 1\nclosed: 0\nadded: 1\nimproved: 0\npath points: 0", view.Summary);
                view.Finish();
                Assert.AreEqual("S#G\nPPP\n", Kinds(view));
                grid.Dispose();
                Assert.Throws<ObjectDisposedException>(() => view.Restart());
                Assert.AreEqual(SearchViewPhase.Ended, view.Phase);
            }
        }

        [TestCase(0, 2, 3, PathReason.NoPath, 2)]
        [TestCase(0, 9, 9, PathReason.GoalOutside, 0)]
        [TestCase(-1, 0, 0, PathReason.StartOutside, 0)]
        [TestCase(0, 0, 1, PathReason.GoalBlocked, 0)]
        [TestCase(0, 0, 0, PathReason.Found, 0)]
        public void Without_a_path_to_lay_it_ends_and_says_why(
            int x, int goalX, int goalY, PathReason reason, int expansions)
        {
            using (PathGrid grid = TenFourteen("..#", "###", "...", "..."))
            using (SearchView view = new SearchView(grid, new GridCell(x, 0), new GridCell(goalX, goalY)))
            {
                Assert.AreEqual(expansions > 0, view.Phase == SearchViewPhase.Searching);
                while (view.Step())
                {
                }
                Assert.AreEqual(reason, view.Reason);
                Assert.AreEqual(expansions, view.Expansions);
                Assert.AreEqual(0, view.PathPoints);
                string end = reason == PathReason.Found ? "0 of 0\ncost: 0" : "0\nno path: " + reason;
                StringAssert.EndsWith("path points: " + end, view.Summary);
            }
        }

        [Test]
        public void Looking_again_when_nothing_has_changed_allocates_nothing()
        {
            using (PathGrid grid = TenFourteen("....", "....", "...."))
            using (SearchView view = new SearchView(grid, Start, new GridCell(3, 0)))
            {
                view.Step();
                int length = 0;
                Assert.AreEqual(0, Garbage.During(() =>
                {
                    view.Update(0.01);
                    GridCell cell = new GridCell(1, 1);
                    length += view[cell].ArrowDx + view.GetText(cell).Length + view.Summary.Length
                        + view.GetOpenText(20).Length + view.Title.Length;
                }));
                Assert.Greater(length, 0);
            }
        }

        [Test]
        public void Mistakes_throw()
        {
            using (PathGrid grid = TenFourteen("..", ".."))
            using (SearchView view = new SearchView(grid, Start, Start))
            {
                Refused.Null("grid", () => new SearchView(null, Start, Start));
                Refused.Argument("cell", "2 x 2", () => view.GetText(new GridCell(2, 0)));
                Refused.Argument("cell", "2 x 2", () => view[new GridCell(0, -1)].ToString());
                Refused.Argument("seconds", "at least 0", () => view.Update(-1.0));
                Refused.Argument("value", "above 0", () => view.StepsPerSecond = 0.0);
                Refused.Argument("value", "above 0", () => view.SecondsPerPathCell = double.NaN);
                Refused.Argument("maxLines", "above 0", () => view.GetOpenText(0));
                Refused.Argument("scheme", "SearchColorScheme", () => new SearchPalette((SearchColorScheme)7));
                Refused.Argument("kind", "SearchViewKind", () => new SearchPalette().GetInk((SearchViewKind)99));
                Refused.Argument("value", "0xRRGGBB", () => new SearchPalette()[SearchViewKind.Path] = -1);
            }
        }

        /// <summary>The Web Content Accessibility Guidelines ask for a contrast of 4.5.</summary>
        [TestCase(SearchColorScheme.OkabeIto)]
        [TestCase(SearchColorScheme.Classic)]
        public void Text_stands_out_from_every_color(SearchColorScheme scheme)
        {
            SearchPalette palette = new SearchPalette(scheme);
            foreach (SearchViewKind kind in Enum.GetValues(typeof(SearchViewKind)))
            {
                double color = Luminance(palette[kind]) + 0.05;
                double ink = Luminance(palette.GetInk(kind)) + 0.05;
                Assert.Greater(Math.Max(color, ink) / Math.Min(color, ink), 4.5, kind.ToString());
            }
        }

        /// <summary>
        /// Any two colors must differ for people without one kind of cones. The projections: F. Viénot, H. Brettel and
        /// J. Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats", 1999.
        /// </summary>
        [TestCase(0)]
        [TestCase(1)]
        public void The_default_colors_are_told_apart_without_red_or_green_cones(int missing)
        {
            SearchPalette palette = new SearchPalette();
            SearchViewKind[] kinds = (SearchViewKind[])Enum.GetValues(typeof(SearchViewKind));
            foreach (SearchViewKind left in kinds)
            {
                foreach (SearchViewKind right in kinds.Where(kind => kind > left))
                {
                    double[] a = Seen(palette[left], missing);
                    double[] b = Seen(palette[right], missing);
                    double distance = Math.Sqrt(a.Zip(b, (x, y) => (x - y) * (x - y)).Sum());
                    Assert.Greater(distance, 0.12, left + " and " + right);
                }
            }
        }

        private static PathGrid TenFourteen(params string[] rows)
        {
            CellMap map = new CellMap().ReadText(string.Join("\n", rows));
            return new PathGrid(map, new PathGridSettings { StraightCost = 10, DiagonalCost = 14 });
        }

        /// <summary>One character a cell, row 0 first.</summary>
        private static string Kinds(SearchView view)
        {
            const string Characters = ".oxX+!P#GS";
            string text = "";
            for (int i = 0; i < view.Width * view.Height; i++)
            {
                text += Characters[(int)view[new GridCell(i % view.Width, i / view.Width)].Kind];
                text += i % view.Width == view.Width - 1 ? "\n" : "";
            }
            return text;
        }

        private static double[] Linear(int color) => new[] { color >> 16, (color >> 8) & 0xFF, color & 0xFF }
            .Select(channel => channel / 255.0)
            .Select(value => value <= 0.03928 ? value / 12.92 : Math.Pow((value + 0.055) / 1.055, 2.4)).ToArray();

        private static double Luminance(int color)
        {
            double[] rgb = Linear(color);
            return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
        }

        /// <summary>
        /// Red, green and blue from 0 to 1, as seen without cones for long (0) or middle (1) wavelengths.
        /// </summary>
        private static double[] Seen(int color, int missing)
        {
            double[] rgb = Linear(color);
            double red = missing == 0 ? 0.11238 * rgb[0] + 0.88762 * rgb[1] : 0.29275 * rgb[0] + 0.70725 * rgb[1];
            double blue = missing == 0
                ? 0.00401 * rgb[0] - 0.00401 * rgb[1] + rgb[2]
                : -0.02234 * rgb[0] + 0.02234 * rgb[1] + rgb[2];
            return new[] { red, red, blue }.Select(value => Math.Pow(Math.Max(0.0, value), 1 / 2.2)).ToArray();
        }
    }
}
