using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class AStarManagerTests
    {
        private sealed class OpenManager : AStarManager
        {
            internal float Distance(AStarNode a, AStarNode b) => GetDistance(a, b);

            internal int Compare(AStarNode a, AStarNode b) => CompareOpenList(a, b);

            internal List<AStarNode> Generate(AStarNode end) => GeneratePath(end);
        }

        [Test]
        public void There_is_one_shared_manager()
        {
            Assert.That(AStarManager.Instance, Is.Not.Null);
            Assert.That(AStarManager.Instance, Is.SameAs(AStarManager.Instance));
        }

        [Test]
        public void A_path_runs_from_the_start_cell_to_the_goal_cell_both_included()
        {
            BaseGrid grid = MirrorMap.Create("....", ".##.", "....");
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 1), MirrorMap.At(3, 1), grid);
            Assert.AreEqual(4, path.Count);
            Assert.That(path[0], Is.SameAs(grid.grids[0, 1]));
            Assert.That(path[3], Is.SameAs(grid.grids[3, 1]));
        }

        [Test]
        public void Each_parent_points_one_back_and_the_first_one_is_null()
        {
            BaseGrid grid = MirrorMap.Create(".....", ".###.", ".....");
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(1, 0), MirrorMap.At(3, 2), grid);
            Assert.That(path[0].parent, Is.Null);
            for (int i = 1; i < path.Count; i++)
            {
                Assert.That(path[i].parent, Is.SameAs(path[i - 1]));
            }
        }

        [Test]
        public void On_the_path_g_is_the_cost_so_far_and_h_the_estimate()
        {
            BaseGrid grid = MirrorMap.Create("...#.", "..##.", ".....");
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 2), MirrorMap.At(4, 2), grid);
            GridCell[] expected =
            {
                new GridCell(0, 2), new GridCell(1, 1), new GridCell(2, 0), new GridCell(3, 0), new GridCell(4, 1),
                new GridCell(4, 2),
            };
            Assert.AreEqual(expected, MirrorMap.Cells(path));
            float[] g = { 0f, 1.4f, 2.8f, 3.8f, 5.2f, 6.2f };
            float[] h = { 4f, 3.4f, 2.8f, 2.4f, 1f, 0f };
            for (int i = 0; i < path.Count; i++)
            {
                Assert.That(path[i].g, Is.EqualTo(g[i]).Within(1e-5), "g of " + expected[i]);
                Assert.That(path[i].h, Is.EqualTo(h[i]).Within(1e-5), "h of " + expected[i]);
                Assert.AreEqual(path[i].g + path[i].h, path[i].F);
            }
        }

        [Test]
        public void Diagonal_steps_are_allowed_also_between_two_obstacles()
        {
            BaseGrid grid = MirrorMap.Create("#.", ".#");
            Assert.AreEqual(2, AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid).Count);
        }

        [Test]
        public void Both_ends_in_one_cell_are_a_path_of_that_cell()
        {
            BaseGrid grid = MirrorMap.Create("..", "..");
            AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid);
            Vector3 end = MirrorMap.At(1, 1) + new Vector3(0.4f, 0f, -0.4f);
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(1, 1), end, grid, out PathReason reason);
            Assert.AreEqual(PathReason.Found, reason);
            Assert.AreEqual(1, path.Count);
            Assert.That(path[0], Is.SameAs(grid.grids[1, 1]));
            Assert.That(path[0].parent, Is.Null);
            Assert.AreEqual(0f, path[0].F);
        }

        [Test]
        public void A_goal_inside_an_obstacle_is_null_at_once_with_a_reason()
        {
            BaseGrid grid = MirrorMap.Create("...#");
            PathReason reason;
            Assert.That(
                AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.GoalBlocked, reason);
        }

        [Test]
        public void A_blocked_start_can_be_left()
        {
            BaseGrid grid = MirrorMap.Create("#..");
            Assert.AreEqual(3, AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid).Count);
        }

        [Test]
        public void A_goal_that_cannot_be_reached_is_null_with_a_reason()
        {
            BaseGrid grid = MirrorMap.Create("..#.");
            PathReason reason;
            Assert.That(
                AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.NoPath, reason);
            Assert.That(AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid), Is.Null);
        }

        /// <summary>Truncation toward zero would put the first two points inside the grid.</summary>
        [TestCase(-0.5f, 0.5f, 1.5f, 0.5f, PathReason.StartOutside)]
        [TestCase(0.5f, 0.5f, 1.5f, -0.5f, PathReason.GoalOutside)]
        [TestCase(3.5f, 0.5f, 0.5f, 0.5f, PathReason.StartOutside)]
        [TestCase(0.5f, 0.5f, 0.5f, 3.5f, PathReason.GoalOutside)]
        [TestCase(-9f, 9f, 9f, -9f, PathReason.StartOutside)]
        public void A_point_outside_is_logged_and_gives_null(
            float x, float z, float endX, float endZ, PathReason expected)
        {
            BaseGrid grid = MirrorMap.Create("...", "...", "...");
            using (RecordedLog log = new RecordedLog())
            {
                Vector3 start = new Vector3(x, 0f, z);
                Vector3 end = new Vector3(endX, 0f, endZ);
                Assert.That(AStarManager.Instance.FindPath(start, end, grid, out PathReason reason), Is.Null);
                Assert.AreEqual(expected, reason);
                Assert.AreEqual(1, log.Messages.Count);
                Assert.IsTrue(log.Messages[0].Contains("outside"), log.Messages[0]);
                Assert.AreEqual(0, log.Warnings.Count + log.Errors.Count);
            }
        }

        [Test]
        public void A_search_before_Init_and_on_a_grid_of_no_cells_is_null()
        {
            BaseGrid empty = new BaseGrid();
            empty.Init(Vector3.zero, Vector3.zero, MirrorMap.NoLayer);
            foreach (BaseGrid grid in new[] { new BaseGrid(), empty })
            {
                Assert.That(AStarManager.Instance.FindPath(Vector3.zero, Vector3.zero, grid), Is.Null);
                Assert.That(AStarManager.Instance.FindPath(
                    Vector3.zero, Vector3.zero, grid, out PathReason reason), Is.Null);
                Assert.That(reason, Is.Not.EqualTo(PathReason.Found));
            }
        }

        [Test]
        public void A_changed_type_changes_the_next_path()
        {
            BaseGrid grid = MirrorMap.Create("...", "...", "...");
            AStarManager manager = new AStarManager();
            Assert.AreEqual(3, manager.FindPath(MirrorMap.At(0, 1), MirrorMap.At(2, 1), grid).Count);
            grid.grids[1, 0].type = E_Node_Type.Obstacle;
            grid.grids[1, 1].type = E_Node_Type.Obstacle;
            List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 1), MirrorMap.At(2, 1), grid);
            Assert.AreEqual(
                new[] { new GridCell(0, 1), new GridCell(1, 2), new GridCell(2, 1) }, MirrorMap.Cells(path));
            grid.grids[1, 2].type = E_Node_Type.Obstacle;
            Assert.That(manager.FindPath(MirrorMap.At(0, 1), MirrorMap.At(2, 1), grid), Is.Null);
            grid.grids[1, 1].type = E_Node_Type.Walkable;
            Assert.AreEqual(3, manager.FindPath(MirrorMap.At(0, 1), MirrorMap.At(2, 1), grid).Count);
        }

        [Test]
        public void Lists_that_were_returned_earlier_stay_right()
        {
            BaseGrid grid = MirrorMap.Create("....", "....", "....");
            List<AStarNode> first = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid);
            GridCell[] before = MirrorMap.Cells(first);
            AStarNode[] nodes = first.ToArray();
            List<AStarNode> second = AStarManager.Instance.FindPath(MirrorMap.At(3, 0), MirrorMap.At(0, 0), grid);
            grid.grids[1, 0].type = E_Node_Type.Obstacle;
            Assert.That(AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(0, 2), grid), Is.Not.Null);
            Assert.That(second, Is.Not.SameAs(first));
            Assert.AreEqual(before, MirrorMap.Cells(first));
            Assert.AreEqual(nodes, first.ToArray());
        }

        [Test]
        public void The_estimate_is_a_setting_of_the_manager_and_shows_in_h()
        {
            BaseGrid grid = MirrorMap.Create("......", "......", "......", "......", "......");
            AStarManager manager = new AStarManager();
            Assert.AreEqual(Heuristic.Default, manager.Heuristic);
            List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 4), grid);
            Assert.That(path[0].h, Is.EqualTo(4 * 1.4f + 1f).Within(1e-5));
            manager.Heuristic = Heuristic.Manhattan;
            path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 4), grid);
            Assert.AreEqual(9f, path[0].h);
        }

        [Test]
        public void G_does_not_gather_rounding_errors_along_a_path()
        {
            BaseGrid grid = new BaseGrid();
            grid.Init(Vector3.zero, new Vector3(300f, 0f, 300f), 0);
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(299, 299), grid);
            // A sum in floats would be about 418.5985.
            Assert.AreEqual(418.6f, path[299].g);
        }

        [Test]
        public void Costs_are_settings_of_the_manager()
        {
            BaseGrid grid = MirrorMap.Create("...", "...", "...");
            AStarManager manager = new AStarManager();
            Assert.AreEqual(1f, manager.StraightCost);
            Assert.AreEqual(1.4f, manager.DiagonalCost);
            manager.StraightCost = 10f;
            manager.DiagonalCost = 14f;
            List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 1), grid);
            Assert.AreEqual(24f, path[path.Count - 1].g);
            manager.DiagonalCost = 9f;
            Assert.Throws<ArgumentOutOfRangeException>(
                () => manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 1), grid));
        }

        [Test]
        public void The_diagonal_rule_is_a_setting_of_the_manager()
        {
            BaseGrid grid = MirrorMap.Create("..", ".#");
            AStarManager manager = new AStarManager { DiagonalRule = DiagonalRule.Never };
            Assert.AreEqual(3, manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid).Count);
            manager.DiagonalRule = DiagonalRule.BothFree;
            Assert.AreEqual(3, manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid).Count);
            manager.DiagonalRule = DiagonalRule.AtMostOneBlocked;
            Assert.AreEqual(2, manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid).Count);
        }

        [Test]
        public void A_null_grid_is_refused_by_name()
        {
            Refused.Null("grid", () => AStarManager.Instance.FindPath(Vector3.zero, Vector3.zero, null));
        }

        [Test]
        public void A_straight_step_is_1_and_a_diagonal_one_1_4()
        {
            OpenManager manager = new OpenManager();
            BaseGrid grid = MirrorMap.Create("..", "..");
            Assert.AreEqual(1f, manager.Distance(grid.grids[0, 0], grid.grids[1, 0]));
            Assert.AreEqual(1f, manager.Distance(grid.grids[0, 1], grid.grids[0, 0]));
            Assert.AreEqual(1.4f, manager.Distance(grid.grids[1, 0], grid.grids[0, 1]));
        }

        [TestCase(1f, 1f, 1f, 2f, -1)]
        [TestCase(2f, 2f, 1f, 1f, 1)]
        [TestCase(3f, 1f, 1f, 3f, -1)]
        [TestCase(1f, 3f, 3f, 1f, 1)]
        [TestCase(2f, 2f, 2f, 2f, 0)]
        public void The_open_list_prefers_the_smallest_F_then_the_smallest_h(
            float g, float h, float otherG, float otherH, int sign)
        {
            AStarNode node = new AStarNode(0, 0, Vector3.zero, E_Node_Type.Walkable) { g = g, h = h };
            AStarNode other = new AStarNode(1, 0, Vector3.zero, E_Node_Type.Walkable) { g = otherG, h = otherH };
            Assert.AreEqual(sign, Math.Sign(new OpenManager().Compare(node, other)));
        }

        [Test]
        public void GeneratePath_follows_the_parents_back()
        {
            AStarNode first = new AStarNode(0, 0, Vector3.zero, E_Node_Type.Walkable);
            AStarNode second = new AStarNode(1, 0, Vector3.zero, E_Node_Type.Walkable) { parent = first };
            AStarNode third = new AStarNode(2, 0, Vector3.zero, E_Node_Type.Walkable) { parent = second };
            Assert.AreEqual(new[] { first, second, third }, new OpenManager().Generate(third).ToArray());
        }

        [Test]
        public void The_nodes_of_a_path_are_right_whatever_was_left_in_them()
        {
            BaseGrid grid = MirrorMap.Create("....", "....");
            foreach (AStarNode node in grid.grids)
            {
                node.g = -7f;
                node.h = -7f;
                node.parent = node;
            }
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid);
            Assert.AreEqual(new[] { 0f, 1f, 2f, 3f }, path.ConvertAll(node => node.g).ToArray());
            Assert.AreEqual(new[] { 3f, 2f, 1f, 0f }, path.ConvertAll(node => node.h).ToArray());
            Assert.AreEqual(new[] { null, path[0], path[1], path[2] }, path.ConvertAll(node => node.parent).ToArray());
        }

        [Test]
        public void Only_the_list_is_allocated_once_warm()
        {
            BaseGrid grid = MirrorMap.Create("...", "...");
            Vector3 start = MirrorMap.At(0, 0);
            Vector3 end = MirrorMap.At(2, 1);
            List<AStarNode> path = AStarManager.Instance.FindPath(start, end, grid);
            long ofLists = Garbage.During(() => path = new List<AStarNode>(path));
            long ofSearches = Garbage.During(() => path = AStarManager.Instance.FindPath(start, end, grid));
            Assert.That(ofSearches, Is.LessThanOrEqualTo(ofLists + 1));
        }

        [Test]
        public void Threads_can_search_a_grid_each_through_the_shared_manager()
        {
            List<string> faults = new List<string>();
            List<Thread> threads = new List<Thread>();
            for (int i = 0; i < 4; i++)
            {
                int side = 10 + i;
                BaseGrid grid = new BaseGrid();
                grid.Init(Vector3.zero, new Vector3(side, 0f, side), MirrorMap.NoLayer);
                Thread thread = new Thread(() => SearchDiagonals(grid, side, faults));
                threads.Add(thread);
                thread.Start();
            }
            threads.ForEach(thread => thread.Join());
            Assert.AreEqual(0, faults.Count, string.Join("\n", faults.ToArray()));
        }

        private static void SearchDiagonals(BaseGrid grid, int side, List<string> faults)
        {
            try
            {
                for (int i = 0; i < 500; i++)
                {
                    int last = 1 + i % (side - 1);
                    List<AStarNode> path = AStarManager.Instance.FindPath(
                        MirrorMap.At(0, 0), MirrorMap.At(last, last), grid);
                    if (path.Count != last + 1 || path[last] != grid.grids[last, last] || path[0].parent != null)
                    {
                        throw new InvalidOperationException("a wrong path to " + last + " of " + side);
                    }
                }
            }
            catch (Exception exception)
            {
                lock (faults)
                {
                    faults.Add(exception.ToString());
                }
            }
        }
    }
}
