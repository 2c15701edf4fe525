using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class MirroredTerrainTests
    {
        private static readonly CellType Grass = (CellType)2;

        [Test]
        public void A_mirrored_grid_has_terrain_beside_its_node_types()
        {
            using (BaseGrid grid = MirrorMap.Create("...", "..."))
            {
                grid.SetCellType(2, 1, (CellType)255);
                Assert.AreEqual((CellType)255, grid.GetCellType(2, 1));
                Assert.AreEqual((CellType)255, grid.Native.GetCell(2, 1));
                Assert.AreEqual(E_Node_Type.Walkable, grid.grids[2, 1].type);
                grid.SetCellType(2, 1, CellType.Obstacle);
                Assert.AreEqual(E_Node_Type.Obstacle, grid.grids[2, 1].type);
                Assert.AreEqual(CellType.Walkable, grid.GetCellType(0, 0));
            }
        }

        [Test]
        public void Terrain_is_refused_outside_the_grid_and_before_Init()
        {
            using (BaseGrid grid = MirrorMap.Create("..."))
            {
                Refused.Argument("cell", "(3, 0)", () => grid.SetCellType(3, 0, Grass));
                Refused.Argument("cell", "(0, -1)", () => grid.GetCellType(0, -1));
            }
            BaseGrid none = new BaseGrid();
            Assert.Throws<InvalidOperationException>(() => none.SetCellType(0, 0, Grass));
            Assert.Throws<InvalidOperationException>(() => none.GetCellType(0, 0));
        }

        [Test]
        public void A_node_keeps_the_terrain_of_its_cell()
        {
            using (BaseGrid grid = MirrorMap.Create("..."))
            {
                AStarNode node = grid.grids[1, 0];
                grid.SetCellType(1, 0, Grass);
                node.type = E_Node_Type.Walkable;
                Assert.AreEqual(Grass, grid.GetCellType(1, 0));
                node.type = E_Node_Type.Obstacle;
                Assert.AreEqual(CellType.Obstacle, grid.GetCellType(1, 0));
                node.type = E_Node_Type.Obstacle;
                node.type = E_Node_Type.Walkable;
                Assert.AreEqual(Grass, grid.GetCellType(1, 0));
                grid.SetCellType(1, 0, CellType.Obstacle);
                node.type = E_Node_Type.Walkable;
                Assert.AreEqual(CellType.Walkable, grid.GetCellType(1, 0));
            }
        }

        [Test]
        public void Replaced_nodes_keep_the_terrain_of_walkable_cells()
        {
            using (BaseGrid grid = MirrorMap.Create("...."))
            {
                grid.SetCellType(1, 0, Grass);
                grid.SetCellType(2, 0, Grass);
                grid.SetCellType(3, 0, CellType.Obstacle);
                for (int x = 1; x < 4; x++)
                {
                    E_Node_Type type = x == 2 ? E_Node_Type.Obstacle : E_Node_Type.Walkable;
                    grid.grids[x, 0] = new AStarNode(x, 0, MirrorMap.At(x, 0), type);
                }
                grid.Refresh();
                Assert.AreEqual(Grass, grid.GetCellType(1, 0));
                Assert.AreEqual(CellType.Obstacle, grid.GetCellType(2, 0));
                Assert.AreEqual(CellType.Walkable, grid.GetCellType(3, 0));
            }
        }

        /// <summary>An override that changes nothing, so that the managed search answers.</summary>
        private sealed class SteeredManager : AStarManager
        {
            protected override int CompareOpenList(AStarNode nodeA, AStarNode nodeB)
                => base.CompareOpenList(nodeA, nodeB);
        }

        [Test]
        public void A_managers_profile_says_what_terrain_costs()
        {
            using (TraversalProfile profile = new TraversalProfile().SetCost(Grass, 4))
            using (BaseGrid grid = MirrorMap.Create("..."))
            {
                grid.SetCellType(1, 0, Grass);
                foreach (AStarManager manager in new[] { new AStarManager(), new SteeredManager() })
                {
                    manager.Profile = profile;
                    List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid);
                    Assert.AreEqual(2.5f, path[1].g, manager.GetType().Name);
                    Assert.AreEqual(5f, path[2].g, manager.GetType().Name);
                    manager.Profile = null;
                    path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid);
                    Assert.AreEqual(2f, path[2].g, manager.GetType().Name);
                    manager.Profile = profile.Block(Grass);
                    manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid, out PathReason reason);
                    Assert.AreEqual(PathReason.NoPath, reason, manager.GetType().Name);
                    manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 0), grid, out reason);
                    Assert.AreEqual(PathReason.GoalBlocked, reason, manager.GetType().Name);
                    profile.SetCost(Grass, 4);
                }
            }
        }

        [TestCase(DiagonalRule.Always, TraversalCharge.Mean)]
        [TestCase(DiagonalRule.AtMostOneBlocked, TraversalCharge.Entered)]
        [TestCase(DiagonalRule.BothFree, TraversalCharge.Mean)]
        [TestCase(DiagonalRule.Never, TraversalCharge.Entered)]
        public void Native_and_managed_searches_find_paths_of_one_cost(DiagonalRule rule, TraversalCharge charge)
        {
            SteeredManager steered = new SteeredManager { DiagonalRule = rule };
            AStarManager native = new AStarManager { DiagonalRule = rule };
            int found = 0;
            for (ulong seed = 1; seed <= 20; seed++)
            {
                ulong state = seed;
                CellMap map = new CellMap().ReadTypes(
                    12, 9, (x, y) => (CellType)(CellMap.SplitMix64(ref state) % 6));
                string where = "seed " + seed + "\n" + map;
                using (TraversalProfile profile = new TraversalProfile())
                using (BaseGrid grid = new BaseGrid())
                {
                    profile.SetCost(2, 0.5).SetCost(3, 3).SetCost(4, 7.25).Block(5).Charge = charge;
                    steered.Profile = profile;
                    native.Profile = profile;
                    grid.Init(Vector3.zero, new Vector3(12f, 0f, 9f), MirrorMap.NoLayer);
                    grid.Native.SetCells(map);
                    List<AStarNode> path = native.FindPath(MirrorMap.At(0, 0), MirrorMap.At(11, 8), grid);
                    float cost = path == null ? -1f : path[path.Count - 1].g;
                    double direct = grid.Native.FindPath(
                        new GridCell(0, 0),
                        new GridCell(11, 8),
                        new List<GridCell>(),
                        new PathQuery { Profile = profile, DiagonalRule = rule, StraightCost = 1, DiagonalCost = 1.4 })
                        .Cost;
                    path = steered.FindPath(MirrorMap.At(0, 0), MirrorMap.At(11, 8), grid);
                    Assert.AreEqual(cost, path == null ? -1f : path[path.Count - 1].g, 1e-4f, where);
                    Assert.AreEqual(cost < 0f ? 0.0 : cost, direct, 1e-4, where);
                    found += path == null ? 0 : 1;
                }
            }
            Assert.That(found, Is.GreaterThan(3));
        }

        /// <summary>Each comparison searches another grid by another manager.</summary>
        private sealed class NestingManager : AStarManager
        {
            internal BaseGrid OtherGrid;
            internal AStarManager Other;

            protected override int CompareOpenList(AStarNode nodeA, AStarNode nodeB)
            {
                Other.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), OtherGrid);
                return base.CompareOpenList(nodeA, nodeB);
            }
        }

        [Test]
        public void A_search_inside_a_search_keeps_its_estimates()
        {
            using (TraversalProfile cheap = new TraversalProfile())
            using (TraversalProfile dear = new TraversalProfile())
            using (BaseGrid grid = MirrorMap.Create("....", "...."))
            using (BaseGrid other = MirrorMap.Create("..."))
            {
                float[] costs = new float[TraversalProfile.TypeCount];
                for (int type = 0; type < costs.Length; type++)
                {
                    costs[type] = 8f;
                }
                dear.SetCosts(costs);
                cheap.SetCost(Grass, 0.25);
                NestingManager manager = new NestingManager
                {
                    Profile = cheap,
                    OtherGrid = other,
                    Other = new AStarManager { Profile = dear },
                };
                List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(3, 0), grid);
                // A quarter of three straight steps, and of two.
                Assert.AreEqual(0.75f, path[0].h);
                Assert.AreEqual(0.5f, path[1].h);
                Assert.AreEqual(3f, path[3].g);
            }
        }

        [Test]
        public void The_manager_walks_over_terrain_and_around_obstacles()
        {
            using (BaseGrid grid = MirrorMap.Create(".....", ".....", "....."))
            {
                for (int y = 0; y < 3; y++)
                {
                    grid.SetCellType(2, y, y == 1 ? CellType.Obstacle : (CellType)(40 + y));
                }
                AStarManager manager = new AStarManager();
                List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 1), MirrorMap.At(4, 1), grid);
                Assert.AreEqual(5, path.Count);
                foreach (AStarNode node in path)
                {
                    Assert.AreEqual(E_Node_Type.Walkable, node.type);
                }
                grid.SetCellType(4, 1, (CellType)200);
                Assert.That(manager.FindPath(MirrorMap.At(0, 1), MirrorMap.At(4, 1), grid), Is.Not.Null);
            }
        }
    }
}
