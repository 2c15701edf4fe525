using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class MirrorRandomMapTests
    {
        /// <summary>Uses the managed search, with the native search's order and costs.</summary>
        private sealed class ManagedManager : AStarManager
        {
            protected override float GetDistance(AStarNode nodeA, AStarNode nodeB) => base.GetDistance(nodeA, nodeB);
        }

        [Test]
        public void Native_paths_cost_what_the_reference_search_says_and_exist_when_it_finds_one()
        {
            Check(new AStarManager(), DiagonalRule.Always);
            Check(new AStarManager { DiagonalRule = DiagonalRule.BothFree }, DiagonalRule.BothFree);
        }

        [Test]
        public void Managed_paths_cost_what_the_reference_search_says_and_exist_when_it_finds_one()
        {
            Check(new ManagedManager(), DiagonalRule.Always);
            Check(new ManagedManager { DiagonalRule = DiagonalRule.AtMostOneBlocked }, DiagonalRule.AtMostOneBlocked);
        }

        /// <summary>Manhattan sometimes finds a longer path, which shows that the setting takes effect.</summary>
        [Test]
        public void A_manhattan_estimate_stays_selectable_and_without_it_the_path_is_always_a_cheapest_one()
        {
            AStarManager octile = new AStarManager();
            AStarManager manhattan = new AStarManager { Heuristic = Heuristic.Manhattan };
            PathQuery query = new PathQuery { Heuristic = Heuristic.Manhattan };
            List<GridCell> cells = new List<GridCell>();
            int longer = 0;
            for (int seed = 1; seed <= 300; seed++)
            {
                System.Random random = new System.Random(seed);
                AsciiMap map = AsciiMap.Random(random);
                BaseGrid grid = MirrorMap.Create(map);
                GridCell start = map.RandomCell(random);
                GridCell goal = map.RandomCell(random);
                List<AStarNode> cheapest = octile.FindPath(MirrorMap.At(start), MirrorMap.At(goal), grid);
                float cost = cheapest == null ? 0f : cheapest[cheapest.Count - 1].g;
                List<AStarNode> path = manhattan.FindPath(MirrorMap.At(start), MirrorMap.At(goal), grid);
                PathResult modern = grid.Native.FindPath(start, goal, cells, query);
                string situation = "seed " + seed + ", " + start + " to " + goal + "\n" + map;
                Assert.AreEqual(cheapest == null, path == null, situation);
                if (path != null)
                {
                    Assert.AreEqual(cells.ToArray(), MirrorMap.Cells(path), situation);
                    Assert.That(path[path.Count - 1].g, Is.EqualTo(modern.Cost).Within(1e-3), situation);
                    Assert.That(path[path.Count - 1].g, Is.GreaterThan(cost - 1e-3f), situation);
                    longer += path[path.Count - 1].g > cost + 0.1f ? 1 : 0;
                }
                grid.Dispose();
            }
            Assert.That(longer, Is.GreaterThan(0));
        }

        /// <summary>The mirror computes the cell of a position itself. Its rule must be the library's.</summary>
        [Test]
        public void A_position_has_the_node_of_the_cell_that_the_native_grid_finds()
        {
            for (int seed = 1; seed <= 300; seed++)
            {
                System.Random random = new System.Random(seed);
                float halfExtent = (float)Math.Pow(10.0, random.NextDouble() * 3.0 - 2.0);
                Vector3 corner = new Vector3(
                    Coordinate(random, 300.0), Coordinate(random, 9.0), Coordinate(random, 300.0));
                Vector3 size = 2f * halfExtent * new Vector3(random.Next(1, 40), 0f, random.Next(1, 40));
                BaseGrid grid = new BaseGrid();
                grid.Init(corner, corner + size, MirrorMap.NoLayer, halfExtent);
                for (int i = 0; i < 100; i++)
                {
                    Vector3 position = corner
                        + new Vector3(Around(random, size.x), Coordinate(random, 9.0), Around(random, size.z));
                    // Every fourth position lies on a computed edge.
                    if (i % 4 == 0)
                    {
                        position.x = grid.startPos.x + grid.Extent * random.Next(-1, 42);
                    }
                    bool inside = grid.Native.TryGetCellAt(position.x, position.y, position.z, out GridCell cell);
                    AStarNode node = grid.GetByWorldPositionNode(position);
                    string situation = "seed " + seed + ", position " + i + " in " + cell;
                    Assert.AreEqual(inside, node != null, situation);
                    if (inside)
                    {
                        Assert.AreEqual(cell, new GridCell(node.gridX, node.gridY), situation);
                    }
                }
                grid.Dispose();
            }
        }

        private static void Check(AStarManager manager, DiagonalRule rule)
        {
            for (int seed = 1; seed <= 120; seed++)
            {
                System.Random random = new System.Random(seed);
                AsciiMap map = AsciiMap.Random(random);
                BaseGrid grid = MirrorMap.Create(map);
                // Several searches on one grid: values that an earlier search left in the nodes must not matter.
                for (int i = 0; i < 4; i++)
                {
                    CheckOne(manager, grid, map, map.RandomCell(random), map.RandomCell(random), rule, seed);
                }
                grid.Dispose();
            }
        }

        private static void CheckOne(
            AStarManager manager,
            BaseGrid grid,
            AsciiMap map,
            GridCell start,
            GridCell goal,
            DiagonalRule rule,
            int seed)
        {
            string situation = "seed " + seed + ", " + start + " to " + goal + ", " + rule + "\n" + map;
            double? expected = ReferenceSearch.Cost(map, start, goal, rule, 1.0, 1.4);
            List<AStarNode> path = manager.FindPath(MirrorMap.At(start), MirrorMap.At(goal), grid);
            Assert.AreEqual(expected.HasValue, path != null, situation);
            if (path == null)
            {
                return;
            }
            GridCell[] cells = MirrorMap.Cells(path);
            Assert.AreEqual(start, cells[0], situation);
            Assert.AreEqual(goal, cells[cells.Length - 1], situation);
            Assert.That(path[cells.Length - 1].g, Is.EqualTo(expected.Value).Within(1e-3), situation);
            for (int i = 1; i < cells.Length; i++)
            {
                Assert.IsTrue(ReferenceSearch.IsStep(map, cells[i - 1], cells[i], rule), situation);
                Assert.That(path[i].parent, Is.SameAs(path[i - 1]), situation);
            }
        }

        private static float Coordinate(System.Random random, double limit)
            => (float)((random.NextDouble() * 2.0 - 1.0) * limit);

        /// <summary>From a fifth of the size below 0 to a fifth above the size.</summary>
        private static float Around(System.Random random, float size)
            => (float)((random.NextDouble() * 1.4 - 0.2) * size);
    }
}
