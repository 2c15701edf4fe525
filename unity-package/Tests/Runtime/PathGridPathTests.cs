using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridPathTests
    {
        private readonly List<GridCell> _path = new List<GridCell>();

        [Test]
        public void A_path_holds_both_ends_and_the_result_tells_its_length_and_cost()
        {
            using (PathGrid grid = new AsciiMap("....", ".##.", "....").ToGrid())
            {
                PathResult result = grid.FindPath(new GridCell(0, 1), new GridCell(3, 1), _path);
                Assert.AreEqual(PathReason.Found, result.Reason);
                Assert.That(result.Found, Is.True);
                Assert.AreEqual(6, result.Length);
                Assert.AreEqual(6, _path.Count);
                Assert.AreEqual(new GridCell(0, 1), _path[0]);
                Assert.AreEqual(new GridCell(3, 1), _path[5]);
                Assert.AreEqual(5.0, result.Cost);
                Assert.That(result.Expansions, Is.GreaterThan(0));
                Assert.AreEqual(grid.Revision, result.Revision);
            }
        }

        [Test]
        public void A_start_that_is_the_goal_is_a_path_of_one_cell()
        {
            using (PathGrid grid = new AsciiMap(".#").ToGrid())
            {
                foreach (GridCell cell in new[] { new GridCell(0, 0), new GridCell(1, 0) })
                {
                    PathResult result = grid.FindPath(cell, cell, _path);
                    Assert.That(result.Found, Is.True);
                    Assert.AreEqual(0.0, result.Cost);
                    Assert.AreEqual(new[] { cell }, _path.ToArray());
                }
            }
        }

        [Test]
        public void A_blocked_start_can_be_left()
        {
            using (PathGrid grid = new AsciiMap("#..").ToGrid())
            {
                Assert.AreEqual(3, grid.FindPath(new GridCell(0, 0), new GridCell(2, 0), _path).Length);
            }
        }

        [TestCase(0, 0, 4, 0, PathReason.NoPath)]
        [TestCase(-1, 0, 0, 0, PathReason.StartOutside)]
        [TestCase(0, 0, 0, 1, PathReason.GoalOutside)]
        [TestCase(9, 0, 0, -9, PathReason.StartOutside)]
        [TestCase(0, 0, 2, 0, PathReason.GoalBlocked)]
        public void Without_a_path_the_reason_is_told_and_the_list_is_empty(
            int x, int y, int goalX, int goalY, PathReason reason)
        {
            using (PathGrid grid = new AsciiMap("..#..").ToGrid())
            {
                _path.Add(new GridCell(7, 7));
                PathResult result = grid.FindPath(new GridCell(x, y), new GridCell(goalX, goalY), _path);
                Assert.AreEqual(reason, result.Reason);
                Assert.That(result.Found, Is.False);
                Assert.AreEqual(0, result.Length);
                Assert.AreEqual(0.0, result.Cost);
                Assert.AreEqual(0, _path.Count);
                GridCell[] array = { new GridCell(7, 7) };
                Assert.AreEqual(reason, grid.FindPath(new GridCell(x, y), new GridCell(goalX, goalY), array).Reason);
                Assert.AreEqual(new GridCell(7, 7), array[0]);
            }
        }

        [Test]
        public void The_list_is_cleared_before_it_is_filled()
        {
            using (PathGrid grid = new PathGrid(3, 1))
            {
                _path.AddRange(new GridCell[20]);
                grid.FindPath(new GridCell(2, 0), new GridCell(0, 0), _path);
                Assert.AreEqual(new[] { new GridCell(2, 0), new GridCell(1, 0), new GridCell(0, 0) }, _path.ToArray());
            }
        }

        [Test]
        public void An_array_gets_the_path_in_its_first_places()
        {
            using (PathGrid grid = new PathGrid(3, 1))
            {
                GridCell[] array = { new GridCell(7, 7), new GridCell(7, 7), new GridCell(7, 7), new GridCell(7, 7) };
                PathResult result = grid.FindPath(new GridCell(0, 0), new GridCell(2, 0), array);
                Assert.AreEqual(3, result.Length);
                GridCell[] expected =
                    { new GridCell(0, 0), new GridCell(1, 0), new GridCell(2, 0), new GridCell(7, 7) };
                Assert.AreEqual(expected, array);
            }
        }

        [Test]
        public void An_array_that_is_too_short_is_refused_with_the_needed_places_and_not_touched()
        {
            using (PathGrid grid = new PathGrid(30, 1))
            {
                GridCell[] array = new GridCell[29];
                array[0] = new GridCell(7, 7);
                Refused.Array("path", "29 elements; 30 are needed",
                    () => grid.FindPath(new GridCell(0, 0), new GridCell(29, 0), array));
                Assert.AreEqual(new GridCell(7, 7), array[0]);
                Assert.AreEqual(new GridCell(0, 0), array[1]);
                Refused.Array("path", "0 elements; 1 are needed",
                    () => grid.FindPath(new GridCell(0, 0), new GridCell(0, 0), new GridCell[0]));
            }
        }

        [Test]
        public void A_path_longer_than_any_before_is_whole()
        {
            using (PathGrid grid = new PathGrid(5000, 1))
            {
                PathResult result = grid.FindPath(new GridCell(4999, 0), new GridCell(0, 0), _path);
                Assert.AreEqual(5000, result.Length);
                for (int i = 0; i < 5000; i++)
                {
                    Assert.AreEqual(new GridCell(4999 - i, 0), _path[i]);
                }
            }
        }

        [Test]
        public void A_diagonal_step_between_two_obstacles_is_allowed_unless_the_rule_forbids_it()
        {
            using (PathGrid grid = new AsciiMap("#.", ".#").ToGrid())
            {
                GridCell start = new GridCell(0, 0);
                GridCell goal = new GridCell(1, 1);
                PathQuery always = new PathQuery { DiagonalRule = DiagonalRule.Always };
                Assert.That(grid.FindPath(start, goal, _path, always).Cost, Is.EqualTo(1.4).Within(1e-9));
                DiagonalRule[] rules = { DiagonalRule.AtMostOneBlocked, DiagonalRule.BothFree, DiagonalRule.Never };
                foreach (DiagonalRule rule in rules)
                {
                    PathQuery query = new PathQuery { DiagonalRule = rule };
                    Assert.AreEqual(
                        PathReason.NoPath, grid.FindPath(start, goal, _path, query).Reason, rule.ToString());
                }
            }
        }

        /// <summary>The mirrored grid alone keeps the rule of the scripts that it replaces.</summary>
        [Test]
        public void A_grid_made_by_code_cuts_no_corner_and_a_mirrored_grid_does()
        {
            GridCell start = new GridCell(0, 0);
            GridCell goal = new GridCell(1, 1);
            PathGridSettings[] settings =
            {
                new PathGridSettings { Width = 2, Height = 2 },
                new PathGridSettings { Width = 2, Height = 2, DiagonalRule = DiagonalRule.Default },
            };
            foreach (PathGridSettings setting in settings)
            {
                using (PathGrid grid = new PathGrid(setting))
                {
                    grid.SetCell(1, 0, CellType.Obstacle);
                    Assert.AreEqual(3, grid.FindPath(start, goal, _path).Length);
                }
            }
            using (BaseGrid mirrored = MirrorMap.Create(new AsciiMap("..", ".#")))
            {
                Assert.AreEqual(2, mirrored.Native.FindPath(start, goal, _path).Length);
            }
        }

        [Test]
        public void The_octile_estimate_is_the_default_and_manhattan_can_be_chosen()
        {
            // Two ways lead around the wall. The cheaper one first moves away from the goal.
            PathQuery octile = new PathQuery { Heuristic = Heuristic.Octile };
            PathQuery manhattan = new PathQuery { Heuristic = Heuristic.Manhattan };
            // One engine for both searches, because expansions of different engines don't compare.
            using (PathGrid grid = new PathGrid(
                new PathGridSettings { Width = 60, Height = 60, Engine = SearchEngine.AStar }))
            {
                GridCell start = new GridCell(5, 5);
                GridCell goal = new GridCell(50, 50);
                grid.FillRect(20, 3, 1, 40, CellType.Obstacle);
                PathResult byDefault = grid.FindPath(start, goal, _path);
                PathResult byOctile = grid.FindPath(start, goal, _path, octile);
                PathResult byManhattan = grid.FindPath(start, goal, _path, manhattan);
                Assert.AreEqual(byOctile.Cost, byDefault.Cost);
                Assert.AreEqual(byOctile.Expansions, byDefault.Expansions);
                Assert.That(byManhattan.Expansions, Is.LessThan(byOctile.Expansions));
                Assert.That(byManhattan.Cost, Is.GreaterThanOrEqualTo(byOctile.Cost - 1e-9));
            }
        }

        [Test]
        public void A_trace_is_the_same_path_with_the_cells_that_were_expanded()
        {
            using (PathGrid grid = new AsciiMap(".....", ".###.", ".....").ToGrid())
            {
                GridCell start = new GridCell(0, 1);
                GridCell goal = new GridCell(4, 1);
                List<GridCell> traced = new List<GridCell>();
                List<GridCell> expanded = new List<GridCell> { new GridCell(7, 7) };
                PathResult found = grid.FindPath(start, goal, _path);
                PathResult result = grid.TracePath(start, goal, traced, expanded, default(PathQuery));
                Assert.AreEqual(_path, traced);
                Assert.AreEqual(found.Cost, result.Cost);
                Assert.AreEqual(found.Expansions, result.Expansions);
                Assert.AreEqual(result.Expansions, expanded.Count);
                Assert.AreEqual(start, expanded[0]);
                Assert.That(expanded.Contains(goal), Is.False);
                Assert.AreEqual(expanded.Count, new HashSet<GridCell>(expanded).Count);
                Assert.That(expanded.TrueForAll(cell => grid.GetCell(cell) == CellType.Walkable), Is.True);
            }
        }

        [Test]
        public void A_goal_out_of_reach_leaves_both_lists_of_a_trace_empty()
        {
            using (PathGrid grid = new AsciiMap("...#.").ToGrid())
            {
                List<GridCell> expanded = new List<GridCell> { new GridCell(7, 7) };
                _path.Add(new GridCell(7, 7));
                PathResult result = grid.TracePath(
                    new GridCell(0, 0), new GridCell(4, 0), _path, expanded, default(PathQuery));
                Assert.AreEqual(PathReason.NoPath, result.Reason);
                Assert.AreEqual(0, result.Expansions);
                Assert.AreEqual(0, _path.Count);
                Assert.AreEqual(0, expanded.Count);
            }
        }

        [Test]
        public void A_trace_to_the_limit_of_expansions_tells_what_was_expanded()
        {
            using (PathGrid grid = new PathGrid(
                new PathGridSettings { Width = 9, Height = 1, Engine = SearchEngine.AStar }))
            {
                List<GridCell> expanded = new List<GridCell>();
                PathQuery query = new PathQuery { MaxExpansions = 3 };
                PathResult result = grid.TracePath(new GridCell(0, 0), new GridCell(8, 0), _path, expanded, query);
                Assert.AreEqual(PathReason.LimitReached, result.Reason);
                Assert.AreEqual(
                    new[] { new GridCell(0, 0), new GridCell(1, 0), new GridCell(2, 0) }, expanded.ToArray());
            }
        }

        [Test]
        public void A_trace_larger_than_any_before_is_whole()
        {
            using (PathGrid grid = new PathGrid(
                new PathGridSettings { Width = 200, Height = 200, Engine = SearchEngine.AStar }))
            {
                // The goal lies behind a wall whose only gap is far away.
                grid.FillRect(198, 0, 1, 199, CellType.Obstacle);
                List<GridCell> expanded = new List<GridCell>();
                PathResult result = grid.TracePath(
                    new GridCell(0, 0), new GridCell(199, 0), _path, expanded, default(PathQuery));
                Assert.That(result.Found, Is.True);
                Assert.AreEqual(result.Expansions, expanded.Count);
                Assert.That(expanded.Count, Is.GreaterThan(5000));
                Assert.AreEqual(expanded.Count, new HashSet<GridCell>(expanded).Count);
                Assert.AreEqual(new GridCell(0, 0), expanded[0]);
                Assert.That(expanded.TrueForAll(cell => grid.GetCell(cell) == CellType.Walkable), Is.True);
            }
        }

        [Test]
        public void Null_and_one_list_for_both_are_refused_by_name()
        {
            using (PathGrid grid = new PathGrid(2, 2))
            {
                GridCell cell = new GridCell(0, 0);
                Refused.Null("path", () => grid.FindPath(cell, cell, (List<GridCell>)null));
                Refused.Null("path", () => grid.FindPath(cell, cell, (GridCell[])null));
                Refused.Null("path", () => grid.TracePath(cell, cell, null, _path, default(PathQuery)));
                Refused.Null("expanded", () => grid.TracePath(cell, cell, _path, null, default(PathQuery)));
                Refused.Array(
                    "expanded", "two lists", () => grid.TracePath(cell, cell, _path, _path, default(PathQuery)));
            }
        }

        [Test]
        public void Cells_are_equal_by_their_column_and_row()
        {
            GridCell cell = new GridCell(3, -4);
            Assert.That(cell == new GridCell(3, -4), Is.True);
            Assert.That(cell != new GridCell(-4, 3), Is.True);
            Assert.That(cell.Equals((object)new GridCell(3, -4)), Is.True);
            Assert.That(cell.Equals("(3, -4)"), Is.False);
            Assert.AreEqual(cell.GetHashCode(), new GridCell(3, -4).GetHashCode());
            Assert.AreEqual("(3, -4)", cell.ToString());
        }
    }
}
