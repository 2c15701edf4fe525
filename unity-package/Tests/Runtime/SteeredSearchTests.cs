using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>
    /// Managers and grids with overrides. Each test that expects a warning has its own types, because warnings come
    /// once per type.
    /// </summary>
    public class SteeredSearchTests
    {
        private static readonly AsciiMap Open = new AsciiMap("......", "......", "......", "......");

        /// <summary>Has only straight neighbors.</summary>
        private class StraightGrid : BaseGrid
        {
            public override List<AStarNode> GetNeighbors(AStarNode node)
                => base.GetNeighbors(node).FindAll(other => other.gridX == node.gridX || other.gridY == node.gridY);
        }

        private sealed class StraightGridForWarning : StraightGrid
        {
        }

        /// <summary>Joins the left and right edges of the map.</summary>
        private sealed class RoundGrid : BaseGrid
        {
            public override List<AStarNode> GetNeighbors(AStarNode node)
            {
                List<AStarNode> neighbors = base.GetNeighbors(node);
                int last = _gridCountX - 1;
                if (node.gridX == 0 || node.gridX == last)
                {
                    neighbors.Add(grids[last - node.gridX, node.gridY]);
                }
                return neighbors;
            }
        }

        /// <summary>Row 1 is a swamp: a step into it costs 10 more.</summary>
        private sealed class SwampManager : AStarManager
        {
            protected override float GetDistance(AStarNode nodeA, AStarNode nodeB)
                => base.GetDistance(nodeA, nodeB) + (nodeB.gridY == 1 ? 10f : 0f);
        }

        private sealed class DistanceManagerForWarning : AStarManager
        {
            protected override float GetDistance(AStarNode nodeA, AStarNode nodeB) => base.GetDistance(nodeA, nodeB);
        }

        /// <summary>Greedy best-first search: orders by h alone.</summary>
        private sealed class GreedyManager : AStarManager
        {
            internal int Comparisons;

            protected override int CompareOpenList(AStarNode nodeA, AStarNode nodeB)
            {
                Comparisons++;
                return nodeA.h.CompareTo(nodeB.h);
            }
        }

        /// <summary>Dijkstra's algorithm: orders by g alone.</summary>
        private sealed class ByCostManager : AStarManager
        {
            protected override int CompareOpenList(AStarNode nodeA, AStarNode nodeB) => nodeA.g.CompareTo(nodeB.g);
        }

        private sealed class WithoutEndsManager : AStarManager
        {
            internal AStarNode Given;

            protected override List<AStarNode> GeneratePath(AStarNode endNode)
            {
                Given = endNode;
                List<AStarNode> path = base.GeneratePath(endNode);
                path.RemoveAt(path.Count - 1);
                path.RemoveAt(0);
                return path;
            }
        }

        /// <summary>Its world positions are scaled by ten.</summary>
        private sealed class ScaledGrid : BaseGrid
        {
            public override AStarNode GetByWorldPositionNode(Vector3 pos) => base.GetByWorldPositionNode(pos / 10f);
        }

        /// <summary>Overrides nothing that steers a search.</summary>
        private sealed class PlainManager : AStarManager
        {
            internal string Name = "plain";
        }

        /// <summary>Searches another grid for each expanded node.</summary>
        private sealed class SearchingGrid : BaseGrid
        {
            internal BaseGrid Other;

            public override List<AStarNode> GetNeighbors(AStarNode node)
            {
                if (Other != null
                    && AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(node.gridX, 0), Other) == null)
                {
                    return new List<AStarNode>();
                }
                return base.GetNeighbors(node);
            }
        }

        /// <summary>Throws in the middle of a search.</summary>
        private sealed class ThrowingGrid : BaseGrid
        {
            internal bool Throws;

            public override List<AStarNode> GetNeighbors(AStarNode node)
            {
                if (Throws && node.gridX > 1)
                {
                    throw new InvalidOperationException("on purpose");
                }
                return base.GetNeighbors(node);
            }
        }

        private sealed class ExpandingManager : AStarManager
        {
            internal void Expand(AStarNode center, AStarNode end) => AddNeighborsToOpenlist(center, end);
        }

        [Test]
        public void An_override_of_GetNeighbors_is_obeyed()
        {
            StraightGrid grid = MirrorMap.Fill(new StraightGrid(), Open);
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 3), grid);
            Assert.AreEqual(9, path.Count);
            Assert.AreEqual(8f, path[8].g);
            for (int i = 1; i < path.Count; i++)
            {
                Assert.AreEqual(
                    1, Math.Abs(path[i].gridX - path[i - 1].gridX) + Math.Abs(path[i].gridY - path[i - 1].gridY));
                Assert.That(path[i].parent, Is.SameAs(path[i - 1]));
            }
        }

        [Test]
        public void Neighbors_that_no_grid_has_are_obeyed_too()
        {
            RoundGrid grid = MirrorMap.Fill(new RoundGrid(), new AsciiMap("..#..", "..#.."));
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(1, 0), MirrorMap.At(3, 0), grid);
            Assert.AreEqual(
                new[] { new GridCell(1, 0), new GridCell(0, 0), new GridCell(4, 0), new GridCell(3, 0) },
                MirrorMap.Cells(path));
        }

        [Test]
        public void An_override_of_GetDistance_is_obeyed()
        {
            BaseGrid grid = MirrorMap.Create("......", "####..", "......");
            List<AStarNode> path = new SwampManager().FindPath(MirrorMap.At(0, 0), MirrorMap.At(0, 2), grid);
            // The path needs one step into row 1 and takes no more.
            Assert.AreEqual(1, path.FindAll(node => node.gridY == 1).Count);
            Assert.That(path[path.Count - 1].g, Is.EqualTo(6f + 2 * 1.4f + 10f).Within(1e-4));
        }

        [Test]
        public void An_override_of_CompareOpenList_is_obeyed()
        {
            // From S to G, the way above the wall costs 7.8. Greedy search takes the way below, which stays nearer to G
            // and costs 11.2.
            BaseGrid grid = MirrorMap.Create(
                "#####......",
                "#####.####.",
                "#####S...#G",
                "########.#.",
                "########.#.",
                "########.#.",
                "########...");
            GreedyManager greedy = new GreedyManager();
            List<AStarNode> byGreed = greedy.FindPath(MirrorMap.At(5, 4), MirrorMap.At(10, 4), grid);
            Assert.That(byGreed[byGreed.Count - 1].g, Is.EqualTo(11.2f).Within(1e-4));
            Assert.That(greedy.Comparisons, Is.GreaterThan(0));
            List<AStarNode> cheapest = AStarManager.Instance.FindPath(MirrorMap.At(5, 4), MirrorMap.At(10, 4), grid);
            Assert.That(cheapest[cheapest.Count - 1].g, Is.EqualTo(7.8f).Within(1e-4));
        }

        [Test]
        public void An_order_by_cost_alone_still_finds_a_cheapest_path()
        {
            BaseGrid grid = MirrorMap.Create("...#..", ".#.#..", ".#....", ".####.", "......");
            List<AStarNode> byCost = new ByCostManager().FindPath(MirrorMap.At(0, 4), MirrorMap.At(5, 0), grid);
            List<AStarNode> native = new AStarManager().FindPath(MirrorMap.At(0, 4), MirrorMap.At(5, 0), grid);
            Assert.That(byCost[byCost.Count - 1].g, Is.EqualTo(native[native.Count - 1].g).Within(1e-4));
        }

        [Test]
        public void Overrides_of_the_grid_and_of_the_manager_are_obeyed_together()
        {
            StraightGrid grid = MirrorMap.Fill(new StraightGrid(), new AsciiMap("....", "....", "####", "...."));
            grid.grids[3, 1].type = E_Node_Type.Walkable;
            List<AStarNode> path = new SwampManager().FindPath(MirrorMap.At(0, 0), MirrorMap.At(0, 3), grid);
            Assert.That(path[path.Count - 1].g, Is.EqualTo(3f + 3f + 3f + 10f).Within(1e-4));
        }

        [Test]
        public void An_override_of_GeneratePath_makes_the_list_and_leaves_the_search_native()
        {
            BaseGrid grid = MirrorMap.Fill(new BaseGrid(), Open);
            WithoutEndsManager manager = new WithoutEndsManager();
            using (RecordedLog log = new RecordedLog())
            {
                List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid);
                Assert.AreEqual(new[] { new GridCell(1, 0), new GridCell(2, 0) }, MirrorMap.Cells(path));
                Assert.That(manager.Given, Is.SameAs(grid.grids[3, 0]));
                Assert.AreEqual(0, log.Warnings.Count);
            }
        }

        [Test]
        public void An_override_of_GetByWorldPositionNode_finds_the_ends_and_leaves_the_search_native()
        {
            ScaledGrid grid = MirrorMap.Fill(new ScaledGrid(), Open);
            using (RecordedLog log = new RecordedLog())
            {
                List<AStarNode> path = AStarManager.Instance.FindPath(
                    10f * MirrorMap.At(1, 2), 10f * MirrorMap.At(4, 2), grid);
                Assert.AreEqual(4, path.Count);
                Assert.That(path[0], Is.SameAs(grid.grids[1, 2]));
                Assert.That(path[3], Is.SameAs(grid.grids[4, 2]));
                Assert.AreEqual(0, log.Warnings.Count);
            }
        }

        [Test]
        public void A_subclass_without_steering_overrides_is_searched_natively()
        {
            using (RecordedLog log = new RecordedLog())
            {
                PlainManager manager = new PlainManager();
                List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 3), MirrorMap.Create(Open));
                Assert.That(path, Is.Not.Null, manager.Name);
                Assert.AreEqual(0, log.Warnings.Count);
            }
        }

        [Test]
        public void One_warning_per_type_names_the_override_and_the_setting_that_would_replace_it()
        {
            using (RecordedLog log = new RecordedLog())
            {
                for (int i = 0; i < 3; i++)
                {
                    StraightGridForWarning grid = MirrorMap.Fill(new StraightGridForWarning(), Open);
                    new DistanceManagerForWarning().FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 3), grid);
                }
                Assert.AreEqual(2, log.Warnings.Count, string.Join("\n", log.Warnings.ToArray()));
                ExpectWarning(log.Warnings, "StraightGridForWarning", "GetNeighbors", "DiagonalRule");
                ExpectWarning(log.Warnings, "DistanceManagerForWarning", "GetDistance", "StraightCost");
                Assert.AreEqual(0, log.Errors.Count);
            }
        }

        private static void ExpectWarning(List<string> warnings, string type, string method, string setting)
        {
            bool isThere = warnings.Exists(
                text => text.Contains(type) && text.Contains(method) && text.Contains(setting));
            Assert.IsTrue(isThere, type + " in: " + string.Join("\n", warnings.ToArray()));
        }

        [Test]
        public void A_managed_search_has_the_ends_and_reasons_of_the_native_one()
        {
            StraightGrid grid = MirrorMap.Fill(new StraightGrid(), new AsciiMap("..#.", "..##"));
            AStarManager manager = AStarManager.Instance;
            List<AStarNode> path = manager.FindPath(
                MirrorMap.At(1, 1), MirrorMap.At(1, 1), grid, out PathReason reason);
            Assert.AreEqual(PathReason.Found, reason);
            Assert.AreEqual(new[] { new GridCell(1, 1) }, MirrorMap.Cells(path));
            Assert.That(path[0].parent, Is.Null);
            Assert.That(manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.GoalBlocked, reason);
            Assert.That(manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 1), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.NoPath, reason);
            Assert.That(manager.FindPath(MirrorMap.At(9, 0), MirrorMap.At(0, 0), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.StartOutside, reason);
            Assert.That(manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(0, 9), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.GoalOutside, reason);
            // A path may start on an obstacle.
            Assert.AreEqual(3, manager.FindPath(MirrorMap.At(2, 1), MirrorMap.At(0, 1), grid).Count);
        }

        [Test]
        public void A_managed_search_before_Init_and_on_a_grid_of_no_cells_is_null()
        {
            StraightGrid empty = new StraightGrid();
            empty.Init(Vector3.zero, Vector3.zero, MirrorMap.NoLayer);
            Assert.That(AStarManager.Instance.FindPath(Vector3.zero, Vector3.zero, new StraightGrid()), Is.Null);
            Assert.That(AStarManager.Instance.FindPath(Vector3.zero, Vector3.zero, empty), Is.Null);
        }

        [Test]
        public void A_managed_search_begins_with_a_clean_state()
        {
            StraightGrid grid = MirrorMap.Fill(new StraightGrid(), Open);
            GridCell[] expected = MirrorMap.Cells(
                AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 3), grid));
            AStarManager.Instance.FindPath(MirrorMap.At(5, 0), MirrorMap.At(0, 3), grid);
            foreach (AStarNode node in grid.grids)
            {
                node.g = -7f;
                node.h = -7f;
                node.parent = node;
            }
            List<AStarNode> again = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 3), grid);
            Assert.AreEqual(expected, MirrorMap.Cells(again));
            Assert.AreEqual(8f, again[8].g);
        }

        [Test]
        public void A_search_after_one_that_an_override_ended_by_an_exception_is_right()
        {
            ThrowingGrid grid = MirrorMap.Fill(new ThrowingGrid(), Open);
            grid.Throws = true;
            Assert.Throws<InvalidOperationException>(
                () => AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 0), grid));
            grid.Throws = false;
            Assert.AreEqual(6, AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 0), grid).Count);
        }

        [Test]
        public void An_override_may_search_another_grid_in_between()
        {
            StraightGrid other = MirrorMap.Fill(new StraightGrid(), Open);
            SearchingGrid grid = MirrorMap.Fill(new SearchingGrid(), Open);
            grid.Other = other;
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 3), grid);
            Assert.AreEqual(6, path.Count);
            Assert.That(path[5].g, Is.EqualTo(3 * 1.4f + 2f).Within(1e-4));
            // The other grid has no path from column 3 on, so nodes there have no neighbors.
            other.grids[3, 0].type = E_Node_Type.Obstacle;
            Assert.AreEqual(4, AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid).Count);
            Assert.That(AStarManager.Instance.FindPath(MirrorMap.At(3, 0), MirrorMap.At(0, 0), grid), Is.Null);
        }

        [Test]
        public void An_override_that_searches_its_own_grid_is_told_so()
        {
            SearchingGrid grid = MirrorMap.Fill(new SearchingGrid(), Open);
            grid.Other = grid;
            Assert.Throws<InvalidOperationException>(
                () => AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 3), grid));
            grid.Other = null;
            Assert.AreEqual(6, AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(5, 3), grid).Count);
        }

        [Test]
        public void The_diagonal_rule_holds_in_a_managed_search_too()
        {
            BaseGrid grid = MirrorMap.Create("..", ".#");
            ByCostManager manager = new ByCostManager { DiagonalRule = DiagonalRule.BothFree };
            Assert.AreEqual(3, manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid).Count);
            manager.DiagonalRule = DiagonalRule.AtMostOneBlocked;
            Assert.AreEqual(2, manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid).Count);
            manager.DiagonalRule = DiagonalRule.Never;
            Assert.AreEqual(3, manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid).Count);
        }

        [Test]
        public void Outside_a_search_there_is_no_open_list_to_add_to()
        {
            BaseGrid grid = MirrorMap.Create(Open);
            Assert.Throws<InvalidOperationException>(
                () => new ExpandingManager().Expand(grid.grids[0, 0], grid.grids[1, 1]));
        }
    }
}
