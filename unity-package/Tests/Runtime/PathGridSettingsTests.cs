using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridSettingsTests
    {
        [TestCase(0, 5)]
        [TestCase(5, 0)]
        [TestCase(-1, 5)]
        [TestCase(16385, 1)]
        [TestCase(1, int.MaxValue)]
        public void A_size_out_of_range_is_refused(int width, int height)
        {
            int before = GridStarLibrary.LiveGridCount;
            Refused.Argument("settings", width + " x " + height, () => new PathGrid(width, height));
            Assert.That(GridStarLibrary.LiveGridCount, Is.LessThanOrEqualTo(before));
        }

        [Test]
        public void The_largest_side_is_accepted()
        {
            using (PathGrid grid = new PathGrid(PathGridSettings.MaxSide, 1))
            {
                Assert.AreEqual(CellType.Walkable, grid.GetCell(PathGridSettings.MaxSide - 1, 0));
            }
        }

        [TestCase(0f)]
        [TestCase(-1f)]
        [TestCase(float.NaN)]
        [TestCase(float.PositiveInfinity)]
        public void A_cell_size_that_is_not_a_finite_number_above_0_is_refused(float cellSize)
        {
            Refused.Argument(
                "settings", "cell size", () => new PathGrid(With(settings => settings.CellSize = cellSize)));
        }

        [TestCase(float.NaN)]
        [TestCase(float.NegativeInfinity)]
        public void An_origin_that_is_not_finite_is_refused(float coordinate)
        {
            Refused.Argument(
                "settings", "NaN or infinite", () => new PathGrid(With(settings => settings.OriginX = coordinate)));
            Refused.Argument(
                "settings", "NaN or infinite", () => new PathGrid(With(settings => settings.OriginY = coordinate)));
            Refused.Argument(
                "settings", "NaN or infinite", () => new PathGrid(With(settings => settings.OriginZ = coordinate)));
        }

        [TestCase(0.0, 1.0)]
        [TestCase(1.0, 0.0)]
        [TestCase(-1.0, -1.4)]
        [TestCase(1.0, 0.9)]
        [TestCase(1.0, 2.1)]
        [TestCase(double.NaN, 1.4)]
        [TestCase(1.0, double.NaN)]
        [TestCase(double.PositiveInfinity, double.PositiveInfinity)]
        public void Costs_out_of_range_are_refused_in_settings_and_queries(double straight, double diagonal)
        {
            PathGridSettings settings = With(one => one.StraightCost = straight);
            settings.DiagonalCost = diagonal;
            Refused.Argument("settings", "cost", () => new PathGrid(settings));
            PathQuery query = new PathQuery { StraightCost = straight, DiagonalCost = diagonal };
            RefusedQuery(query, "cost");
        }

        [Test]
        public void Unknown_numbers_of_enums_are_refused_in_settings_and_queries()
        {
            Refused.Argument("settings", "plane", () => new PathGrid(With(settings => settings.Plane = (GridPlane)2)));
            Refused.Argument(
                "settings", "plane", () => new PathGrid(With(settings => settings.Plane = (GridPlane)(-1))));
            Refused.Argument("settings", "diagonal rule",
                () => new PathGrid(With(settings => settings.DiagonalRule = (DiagonalRule)6)));
            Refused.Argument(
                "settings", "layout", () => new PathGrid(With(settings => settings.Layout = (CellLayout)5)));
            Refused.Argument(
                "settings", "engine", () => new PathGrid(With(settings => settings.Engine = (SearchEngine)4)));
            Refused.Argument(
                "settings", "engine", () => new PathGrid(With(settings => settings.Engine = (SearchEngine)(-1))));
            RefusedQuery(new PathQuery { DiagonalRule = (DiagonalRule)(-1) }, "diagonal rule");
            RefusedQuery(new PathQuery { Heuristic = (Heuristic)6 }, "heuristic");
            RefusedQuery(new PathQuery { Order = (SearchOrder)4 }, "order");
            foreach (double weight in new[] { -1, 1024.5, double.NaN, double.PositiveInfinity })
            {
                RefusedQuery(new PathQuery { HeuristicWeight = weight }, "weight");
            }
        }

        [Test]
        public void A_hexagonal_grid_has_six_neighbors_one_cost_and_one_rule()
        {
            PathGridSettings settings =
                new PathGridSettings { Width = 5, Height = 5, Layout = CellLayout.HexOddRows, StraightCost = 2 };
            using (PathGrid grid = new PathGrid(settings))
            {
                Assert.AreEqual(CellLayout.HexOddRows, grid.Layout);
                List<GridCell> path = new List<GridCell>();
                // From row to row, every second step leads to the same column.
                PathResult found = grid.FindPath(new GridCell(1, 0), new GridCell(3, 4), path);
                Assert.IsTrue(found.Found);
                Assert.AreEqual(5, path.Count);
                Assert.AreEqual(8.0, found.Cost);
                PathQuery query = new PathQuery { DiagonalRule = DiagonalRule.BothFree };
                Assert.Throws<System.ArgumentException>(
                    () => grid.FindPath(new GridCell(0, 0), new GridCell(4, 4), path, query));
            }
            settings.DiagonalRule = DiagonalRule.Always;
            Assert.Throws<System.ArgumentException>(() => new PathGrid(settings));
            settings.DiagonalRule = DiagonalRule.Hex;
            new PathGrid(settings).Dispose();
        }

        [Test]
        public void A_negative_limit_is_refused_in_settings_and_queries()
        {
            Refused.Argument(
                "settings", "MaxExpansions", () => new PathGrid(With(settings => settings.MaxExpansions = -1)));
            RefusedQuery(new PathQuery { MaxExpansions = int.MinValue }, "MaxExpansions");
        }

        [Test]
        public void Settings_are_copied_and_null_is_refused()
        {
            PathGridSettings settings = With(one => one.CellSize = 2f);
            using (PathGrid grid = new PathGrid(settings))
            {
                settings.Width = 9;
                settings.CellSize = 3f;
                Assert.AreEqual(4, grid.Width);
                Assert.AreEqual(2f, grid.CellSize);
                Assert.That(grid.TryGetCellAt(7.9f, 0f, 0f, out GridCell cell), Is.True);
                Assert.AreEqual(new GridCell(3, 0), cell);
            }
            Refused.Null("settings", () => new PathGrid((PathGridSettings)null));
        }

        [Test]
        public void The_settings_of_a_grid_are_those_of_queries_that_say_nothing()
        {
            PathGridSettings settings = With(one => one.DiagonalRule = DiagonalRule.Never);
            settings.StraightCost = 10;
            settings.DiagonalCost = 14;
            List<GridCell> path = new List<GridCell>();
            using (PathGrid grid = new PathGrid(settings))
            {
                PathResult own = grid.FindPath(new GridCell(0, 0), new GridCell(3, 3), path);
                Assert.AreEqual(60.0, own.Cost);
                PathQuery query = new PathQuery { DiagonalRule = DiagonalRule.Always };
                Assert.AreEqual(42.0, grid.FindPath(new GridCell(0, 0), new GridCell(3, 3), path, query).Cost);
                query = new PathQuery { DiagonalRule = DiagonalRule.BothFree, StraightCost = 1, DiagonalCost = 1.5 };
                Assert.AreEqual(4.5, grid.FindPath(new GridCell(0, 0), new GridCell(3, 3), path, query).Cost);
            }
        }

        [Test]
        public void A_limit_of_expansions_ends_a_search_and_a_query_can_raise_it()
        {
            PathGridSettings settings = With(one => one.MaxExpansions = 2);
            settings.Engine = SearchEngine.AStar;
            List<GridCell> path = new List<GridCell> { new GridCell(0, 0) };
            using (PathGrid grid = new PathGrid(settings))
            {
                PathResult result = grid.FindPath(new GridCell(0, 0), new GridCell(3, 3), path);
                Assert.AreEqual(PathReason.LimitReached, result.Reason);
                Assert.AreEqual(2, result.Expansions);
                Assert.AreEqual(0, path.Count);
                PathQuery query = new PathQuery { MaxExpansions = 3 };
                Assert.That(grid.FindPath(new GridCell(0, 0), new GridCell(3, 3), path, query).Found, Is.True);
            }
        }

        private static void RefusedQuery(PathQuery query, string said)
        {
            using (PathGrid grid = new PathGrid(4, 4))
            {
                GridCell start = new GridCell(0, 0);
                GridCell goal = new GridCell(3, 3);
                List<GridCell> list = new List<GridCell>();
                Refused.Argument("query", said, () => grid.FindPath(start, goal, list, query));
                Refused.Argument("query", said, () => grid.FindPath(start, goal, new GridCell[16], query));
                Refused.Argument("query", said, () => grid.TracePath(start, goal, list, new List<GridCell>(), query));
            }
        }

        private static PathGridSettings With(System.Action<PathGridSettings> change)
        {
            PathGridSettings settings = new PathGridSettings { Width = 4, Height = 4 };
            change(settings);
            return settings;
        }
    }
}
