using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridEngineTests
    {
        private static readonly SearchEngine[] Engines =
        {
            SearchEngine.Auto, SearchEngine.AStar, SearchEngine.JumpPoints, SearchEngine.Landmarks,
        };

        private static readonly GridCell Start = new GridCell(0, 0);
        private static readonly GridCell Goal = new GridCell(47, 39);

        private readonly List<GridCell> _path = new List<GridCell>();

        [Test]
        public void Every_engine_finds_a_path_of_the_same_cost_and_the_result_names_it()
        {
            SearchEngine[] answering =
            {
                SearchEngine.JumpPoints, SearchEngine.AStar, SearchEngine.JumpPoints, SearchEngine.Landmarks,
            };
            double cost = 0;
            for (int i = 0; i < Engines.Length; i++)
            {
                using (PathGrid grid = WithWalls(Engines[i]))
                {
                    Assert.AreEqual(Engines[i], grid.Engine);
                    PathResult result = grid.FindPath(Start, Goal, _path);
                    Assert.That(result.Found, Is.True);
                    Assert.AreEqual(answering[i], result.Engine);
                    Assert.That(result.Cost, Is.EqualTo(i == 0 ? result.Cost : cost).Within(1e-9));
                    cost = result.Cost;
                }
            }
        }

        [Test]
        public void What_needs_no_search_and_what_A_star_has_to_answer_is_told()
        {
            using (PathGrid grid = WithWalls(SearchEngine.Landmarks))
            {
                Assert.AreEqual(SearchEngine.Auto, grid.FindPath(Start, Start, _path).Engine);
                Assert.AreEqual(SearchEngine.Auto, grid.FindPath(Start, new GridCell(-1, 0), _path).Engine);
                PathQuery query = new PathQuery { Heuristic = Heuristic.Manhattan };
                Assert.AreEqual(SearchEngine.AStar, grid.FindPath(Start, Goal, _path, query).Engine);
            }
        }

        [Test]
        public void Preparing_derives_what_an_engine_needs_and_gives_the_memory_of_landmarks_back()
        {
            using (PathGrid grid = WithWalls(SearchEngine.Auto))
            {
                Assert.AreEqual(PreparedParts.None, grid.Prepared);
                long plain = grid.Bytes;
                grid.Prepare(SearchEngine.Landmarks);
                Assert.AreEqual(SearchEngine.Landmarks, grid.Engine);
                Assert.AreEqual(PreparedParts.JumpPoints | PreparedParts.Landmarks, grid.Prepared);
                Assert.That(grid.LandmarkBytes, Is.GreaterThanOrEqualTo(16L * grid.Width * grid.Height));
                Assert.That(grid.Bytes, Is.GreaterThan(plain + grid.LandmarkBytes));
                Assert.AreEqual(SearchEngine.Landmarks, grid.FindPath(Start, Goal, _path).Engine);
                grid.Prepare(SearchEngine.JumpPoints);
                Assert.AreEqual(PreparedParts.JumpPoints, grid.Prepared);
                Assert.AreEqual(0, grid.LandmarkBytes);
                grid.Prepare(SearchEngine.AStar);
                Assert.AreEqual(PreparedParts.None, grid.Prepared);
                Assert.AreEqual(plain, grid.Bytes);
            }
        }

        [Test]
        public void Changes_since_landmarks_were_measured_are_counted_until_they_are_measured_anew()
        {
            using (PathGrid grid = WithWalls(SearchEngine.Landmarks))
            {
                Assert.AreEqual(0, grid.LandmarkChanges);
                grid.Prepare(SearchEngine.Landmarks);
                grid.SetCell(1, 1, CellType.Obstacle);
                grid.SetCell(1, 1, CellType.Obstacle);
                grid.SetCell(1, 1, CellType.Walkable);
                Assert.AreEqual(2, grid.LandmarkChanges);
                grid.Prepare(SearchEngine.Landmarks);
                Assert.AreEqual(0, grid.LandmarkChanges);
            }
        }

        [Test]
        public void A_goal_out_of_reach_makes_the_grid_keep_components()
        {
            using (PathGrid grid = new AsciiMap("..#.", "..#.", "..#.").ToGrid())
            {
                PathResult result = grid.FindPath(Start, new GridCell(3, 0), _path);
                Assert.AreEqual(PathReason.NoPath, result.Reason);
                Assert.AreEqual(0, result.Expansions);
                Assert.AreEqual(PreparedParts.Components, grid.Prepared & PreparedParts.Components);
                grid.SetCell(2, 1, CellType.Walkable);
                Assert.That(grid.FindPath(Start, new GridCell(3, 0), _path).Found, Is.True);
            }
        }

        [Test]
        public void A_preparation_in_the_background_ends_while_searches_go_on()
        {
            using (PathGrid grid = WithWalls(SearchEngine.Auto))
            {
                double cost = grid.FindPath(Start, Goal, _path).Cost;
                grid.Prepare(SearchEngine.Landmarks, inBackground: true);
                while (grid.IsPreparing)
                {
                    Assert.That(grid.FindPath(Start, Goal, _path).Cost, Is.EqualTo(cost).Within(1e-9));
                    Thread.Yield();
                }
                Assert.AreEqual(SearchEngine.Landmarks, grid.Engine);
                Assert.AreEqual(PreparedParts.JumpPoints | PreparedParts.Landmarks, grid.Prepared);
                Assert.That(grid.FindPath(Start, Goal, _path).Cost, Is.EqualTo(cost).Within(1e-9));
            }
        }

        [Test]
        public void Waiting_for_background_work_ends_when_no_grid_is_being_prepared()
        {
            using (PathGrid one = WithWalls(SearchEngine.Auto))
            using (PathGrid other = WithWalls(SearchEngine.Auto))
            {
                one.Prepare(SearchEngine.Landmarks, inBackground: true);
                other.Prepare(SearchEngine.AStar, inBackground: true);
                GridStarLibrary.WaitForBackgroundWork();
                Assert.That(one.IsPreparing || other.IsPreparing, Is.False);
                Assert.AreEqual(SearchEngine.Landmarks, one.Engine);
                Assert.AreEqual(SearchEngine.AStar, other.Engine);
            }
        }

        [Test]
        public void A_grid_disposed_during_a_preparation_is_gone_at_once()
        {
            PathGrid grid = WithWalls(SearchEngine.Auto);
            grid.Prepare(SearchEngine.Landmarks, true);
            grid.Dispose();
            Assert.That(grid.IsDisposed, Is.True);
        }

        [Test]
        public void An_unknown_engine_and_a_grid_too_large_for_landmarks_are_refused()
        {
            using (PathGrid grid = WithWalls(SearchEngine.Auto))
            {
                Refused.Argument("engine", "engine", () => grid.Prepare((SearchEngine)4));
                Refused.Argument("engine", "engine", () => grid.Prepare((SearchEngine)(-1), true));
                Assert.AreEqual(SearchEngine.Auto, grid.Engine);
            }
            PathGridSettings settings =
                new PathGridSettings { Width = 8193, Height = 8193, Engine = SearchEngine.Landmarks };
            Refused.Argument("settings", "too large for landmarks", () => new PathGrid(settings));
        }

        /// <summary>48 x 40 cells, with walls in the direct way.</summary>
        private static PathGrid WithWalls(SearchEngine engine)
        {
            PathGrid grid = new PathGrid(new PathGridSettings { Width = 48, Height = 40, Engine = engine });
            grid.FillRect(10, 0, 1, 35, CellType.Obstacle);
            grid.FillRect(20, 3, 2, 37, CellType.Obstacle);
            grid.FillRect(30, 10, 18, 1, CellType.Obstacle);
            return grid;
        }
    }
}
