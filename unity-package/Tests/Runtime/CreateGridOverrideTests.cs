using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>
    /// Overrides of CreateGrid that a subclass may have. OwnNodesGrid covers overrides that fill the array without the
    /// base. </summary>
    public class CreateGridOverrideTests
    {
        private const int Width = 4;
        private const int Height = 3;

        private static readonly Vector3 Corner = new Vector3(Width, 0f, Height);

        /// <summary>Its CreateGrid runs the test's script.</summary>
        private class ScriptedGrid : BaseGrid
        {
            internal Action<ScriptedGrid> Script = grid => { };

            protected override void CreateGrid() => Script(this);

            internal void CallBase() => base.CreateGrid();

            /// <summary>Fills the array with own nodes. Those of column 1 are obstacles, except the top one.</summary>
            internal void FillAll()
            {
                for (int x = 0; x < grids.GetLength(0); x++)
                {
                    for (int y = 0; y < grids.GetLength(1); y++)
                    {
                        grids[x, y] = Make(x, y);
                    }
                }
            }

            internal static OwnNode Make(int x, int y)
            {
                bool isObstacle = x == 1 && y < Height - 1;
                return new OwnNode(x, y, MirrorMap.At(x, y), isObstacle ? E_Node_Type.Obstacle : E_Node_Type.Walkable);
            }
        }

        /// <summary>Fills the array in Init, after a base call whose CreateGrid does nothing.</summary>
        private sealed class FilledAfterInitGrid : ScriptedGrid
        {
            public override void Init(Vector3 startPos, Vector3 endPos, LayerMask layer, float halfExtent = 0.5f)
            {
                base.Init(startPos, endPos, layer, halfExtent);
                FillAll();
            }
        }

        /// <summary>A type of its own, because warnings come once per type.</summary>
        private sealed class HoledGrid : ScriptedGrid
        {
        }

        private sealed class OtherHoledGrid : ScriptedGrid
        {
        }

        [Test]
        public void CreateGrid_finds_an_array_of_nulls_as_large_as_the_grid()
        {
            int seen = 0;
            ScriptedGrid grid = new ScriptedGrid
            {
                Script = created =>
                {
                    Assert.AreEqual(Width, created.grids.GetLength(0));
                    Assert.AreEqual(Height, created.grids.GetLength(1));
                    Assert.That(created.grids, Is.SameAs(created.grids));
                    foreach (AStarNode node in created.grids)
                    {
                        Assert.That(node, Is.Null);
                        seen++;
                    }
                    created.FillAll();
                },
            };
            Init(grid);
            Assert.AreEqual(Width * Height, seen);
            AssertWayAroundOwnNodes(grid);
        }

        [Test]
        public void CreateGrid_of_a_grid_of_no_cells_finds_an_empty_array()
        {
            ScriptedGrid grid = new ScriptedGrid { Script = created => created.FillAll() };
            grid.Init(Vector3.zero, new Vector3(0.4f, 0f, 3f), MirrorMap.NoLayer);
            Assert.AreEqual(0, grid.grids.Length);
            Assert.AreEqual(3, grid.grids.GetLength(1));
            Assert.That(grid.Native, Is.Null);
        }

        [Test]
        public void An_override_that_calls_the_base_first_finds_its_nodes_and_may_replace_them()
        {
            ScriptedGrid grid = new ScriptedGrid
            {
                Script = created =>
                {
                    created.CallBase();
                    Assert.AreEqual(MirrorMap.At(2, 1), created.grids[2, 1].worldPos);
                    created.FillAll();
                },
            };
            Init(grid);
            AssertWayAroundOwnNodes(grid);
        }

        /// <summary>Writes every element, as the original class does.</summary>
        [TestCase(false)]
        [TestCase(true)]
        public void An_override_that_calls_the_base_last_ends_with_the_nodes_of_the_base(bool replacesArray)
        {
            AStarNode[,] array = null;
            ScriptedGrid grid = new ScriptedGrid
            {
                Script = created =>
                {
                    if (replacesArray)
                    {
                        created.grids = new AStarNode[Width, Height];
                    }
                    array = created.grids;
                    created.FillAll();
                    created.CallBase();
                },
            };
            Init(grid);
            Assert.That(grid.grids, Is.SameAs(array));
            foreach (AStarNode node in array)
            {
                Assert.That(node, Is.Not.Null.And.Not.InstanceOf<OwnNode>());
            }
            Assert.AreEqual(3, Path(grid).Count);
            array[1, 1].type = E_Node_Type.Obstacle;
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(1, 1));
        }

        [Test]
        public void An_override_may_replace_the_array()
        {
            AStarNode[,] array = null;
            ScriptedGrid grid = new ScriptedGrid
            {
                Script = created =>
                {
                    created.grids[0, 0] = ScriptedGrid.Make(0, 0);
                    array = created.grids = new AStarNode[Width, Height];
                    created.FillAll();
                },
            };
            Init(grid);
            Assert.That(grid.grids, Is.SameAs(array));
            AssertWayAroundOwnNodes(grid);
        }

        [Test]
        public void An_array_of_another_size_makes_a_grid_of_that_size()
        {
            ScriptedGrid grid = new ScriptedGrid
            {
                Script = created =>
                {
                    created.grids = new AStarNode[Width + 2, Height];
                    created.FillAll();
                },
            };
            Init(grid);
            Assert.AreEqual(Width + 2, grid.Native.Width);
            AssertWayAroundOwnNodes(grid);

            // The base knows only the size counted by Init.
            grid.Script = created =>
            {
                created.grids = new AStarNode[Width + 2, Height];
                created.CallBase();
            };
            Init(grid);
            Assert.AreEqual(Width, grid.grids.GetLength(0));
            Assert.That(grid.grids[Width - 1, Height - 1], Is.Not.Null);
        }

        [Test]
        public void A_node_that_the_override_leaves_null_is_an_obstacle_and_its_position_is_outside()
        {
            ScriptedGrid grid = new ScriptedGrid { Script = FillBut(new GridCell(2, 1), new GridCell(2, 2)) };
            Init(grid);
            Assert.That(grid.grids[2, 1], Is.Null);
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(2, 1));
            Assert.That(grid.GetByWorldPositionNode(MirrorMap.At(2, 1)), Is.Null);
            GridCell[] neighbors = { new GridCell(3, 1), new GridCell(2, 0) };
            Assert.AreEqual(neighbors, MirrorMap.Cells(grid.GetNeighbors(grid.grids[3, 0])));
            Vector3 start = MirrorMap.At(0, 0);
            Assert.That(AStarManager.Instance.FindPath(
                start, MirrorMap.At(3, 0), grid, out PathReason reason), Is.Null);
            Assert.AreEqual(PathReason.NoPath, reason);
            using (RecordedLog log = new RecordedLog())
            {
                Assert.That(AStarManager.Instance.FindPath(start, MirrorMap.At(2, 1), grid, out reason), Is.Null);
                Assert.AreEqual(PathReason.GoalOutside, reason);
                Assert.AreEqual(1, log.Messages.Count);
                StringAssert.Contains("no node", log.Messages[0]);
                StringAssert.Contains("grids[2, 1]", log.Messages[0]);
            }
        }

        [Test]
        public void Nodes_that_the_override_leaves_null_are_warned_of_once_per_type_at_the_first_search()
        {
            // An Editor that keeps statics has already warned in an earlier run.
            NodeTable.ResetStatics();
            using (RecordedLog log = new RecordedLog())
            {
                HoledGrid grid = new HoledGrid { Script = FillBut(new GridCell(2, 1), new GridCell(3, 0)) };
                Init(grid);
                Assert.AreEqual(0, log.Warnings.Count);
                Path(grid);
                Assert.AreEqual(1, log.Warnings.Count);
                StringAssert.Contains("2 of 12", log.Warnings[0]);
                StringAssert.Contains("HoledGrid", log.Warnings[0]);
                StringAssert.Contains("grids[3, 0]", log.Warnings[0]);
                StringAssert.Contains("CreateGrid", log.Warnings[0]);
                Init(grid);
                Path(grid);
                Assert.AreEqual(1, log.Warnings.Count);
                OtherHoledGrid other = new OtherHoledGrid();
                Init(other);
                Path(other);
                Assert.AreEqual(2, log.Warnings.Count);
                StringAssert.Contains("12 of 12", log.Warnings[1]);
                Assert.AreEqual(0, log.Errors.Count);
            }
        }

        [Test]
        public void Init_may_fill_what_CreateGrid_has_left_null()
        {
            using (RecordedLog log = new RecordedLog())
            {
                FilledAfterInitGrid grid = new FilledAfterInitGrid();
                Init(grid);
                AssertWayAroundOwnNodes(grid);
                Assert.AreEqual(0, log.Warnings.Count);
            }
        }

        [Test]
        public void Nodes_can_be_looked_up_while_CreateGrid_fills_the_array()
        {
            ScriptedGrid grid = new ScriptedGrid
            {
                Script = created =>
                {
                    Assert.That(created.GetByWorldPositionNode(MirrorMap.At(1, 1)), Is.Null);
                    created.grids[1, 1] = ScriptedGrid.Make(1, 1);
                    Assert.That(created.GetByWorldPositionNode(MirrorMap.At(1, 1)), Is.SameAs(created.grids[1, 1]));
                    Assert.AreEqual(0, created.GetNeighbors(created.grids[1, 1]).Count);
                    created.FillAll();
                    Assert.AreEqual(8, created.GetNeighbors(created.grids[1, 1]).Count);
                },
            };
            Init(grid);
            AssertWayAroundOwnNodes(grid);
        }

        [Test]
        public void A_second_Init_hands_CreateGrid_another_array()
        {
            ScriptedGrid grid = new ScriptedGrid { Script = created => created.FillAll() };
            Init(grid);
            AStarNode[,] first = grid.grids;
            AStarNode node = first[2, 2];
            Init(grid);
            Assert.That(grid.grids, Is.Not.SameAs(first));
            Assert.That(first[2, 2], Is.SameAs(node));
            AssertWayAroundOwnNodes(grid);
        }

        [Test]
        public void After_a_CreateGrid_that_throws_there_is_no_grid()
        {
            ScriptedGrid grid = new ScriptedGrid { Script = created => created.FillAll() };
            Init(grid);
            grid.Script = created =>
            {
                created.grids[0, 0] = ScriptedGrid.Make(0, 0);
                throw new NotSupportedException();
            };
            Assert.Throws<NotSupportedException>(() => Init(grid));
            Assert.That(grid.grids, Is.Null);
            Assert.That(grid.Native, Is.Null);
            Assert.That(Path(grid), Is.Null);
        }

        private static void Init(BaseGrid grid) => grid.Init(Vector3.zero, Corner, MirrorMap.NoLayer);

        private static List<AStarNode> Path(BaseGrid grid)
            => AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid);

        private static Action<ScriptedGrid> FillBut(params GridCell[] holes)
        {
            return grid =>
            {
                grid.FillAll();
                foreach (GridCell hole in holes)
                {
                    grid.grids[hole.X, hole.Y] = null;
                }
            };
        }

        private static void AssertWayAroundOwnNodes(BaseGrid grid)
        {
            List<AStarNode> path = Path(grid);
            GridCell[] expected =
            {
                new GridCell(0, 0), new GridCell(0, 1), new GridCell(1, 2), new GridCell(2, 1), new GridCell(2, 0),
            };
            Assert.AreEqual(expected, MirrorMap.Cells(path));
            foreach (AStarNode node in path)
            {
                Assert.That(node, Is.InstanceOf<OwnNode>().And.SameAs(grid.grids[node.gridX, node.gridY]));
            }
        }
    }
}
