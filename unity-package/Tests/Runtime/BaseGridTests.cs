using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class BaseGridTests
    {
        private sealed class CountingGrid : BaseGrid
        {
            internal int CountX { get { return _gridCountX; } }
            internal int CountY { get { return _gridCountY; } }
        }

        [Test]
        public void A_new_grid_has_no_nodes_and_knows_no_positions()
        {
            BaseGrid grid = new BaseGrid();
            Assert.That(grid.grids, Is.Null);
            Assert.That(grid.Native, Is.Null);
            Assert.That(grid.GetByWorldPositionNode(Vector3.zero), Is.Null);
        }

        [TestCase(0f, 0f, 6f, 4f)]
        [TestCase(6f, 4f, 0f, 0f)]
        [TestCase(6f, 0f, 0f, 4f)]
        [TestCase(0f, 4f, 6f, 0f)]
        public void Init_takes_two_opposite_corners_in_any_order(float x, float z, float endX, float endZ)
        {
            CountingGrid grid = new CountingGrid();
            grid.Init(new Vector3(x - 2f, 3f, z - 1f), new Vector3(endX - 2f, 1f, endZ - 1f), MirrorMap.NoLayer);
            Assert.AreEqual(new Vector3(-2f, 1f, -1f), grid.startPos);
            Assert.AreEqual(new Vector2(6f, 4f), grid.gridSize);
            Assert.AreEqual(6, grid.CountX);
            Assert.AreEqual(4, grid.CountY);
            Assert.AreEqual(6, grid.grids.GetLength(0));
            Assert.AreEqual(4, grid.grids.GetLength(1));
            Assert.AreEqual(new Vector3(-1.5f, 1f, -0.5f), grid.grids[0, 0].worldPos);
        }

        /// <summary>Halves round to the even number, as in Mathf.RoundToInt.</summary>
        [TestCase(0.5f, 2.4f, 2)]
        [TestCase(0.5f, 2.5f, 2)]
        [TestCase(0.5f, 2.6f, 3)]
        [TestCase(0.5f, 3.5f, 4)]
        [TestCase(1.5f, 10f, 3)]
        [TestCase(0.25f, 0.75f, 2)]
        [TestCase(0.25f, 0.2f, 0)]
        public void Counts_are_rounded_to_whole_cells(float halfExtent, float side, int count)
        {
            CountingGrid grid = new CountingGrid();
            grid.Init(Vector3.zero, new Vector3(side, 0f, 4f * halfExtent), MirrorMap.NoLayer, halfExtent);
            Assert.AreEqual(count, grid.CountX);
            Assert.AreEqual(2, grid.CountY);
            Assert.AreEqual(halfExtent, grid.halfExtent);
            Assert.AreEqual(2f * halfExtent, grid.Extent);
        }

        [Test]
        public void Half_a_cell_is_half_a_unit_unless_said_otherwise()
        {
            Assert.AreEqual(0.5f, MirrorMap.Create("..").halfExtent);
            Assert.AreEqual(1f, MirrorMap.Create("..").Extent);
        }

        [Test]
        public void Nodes_know_their_indices_and_the_center_of_their_cell()
        {
            BaseGrid grid = new BaseGrid();
            grid.Init(new Vector3(10f, 2f, -4f), new Vector3(19f, 2f, 2f), MirrorMap.NoLayer, 1.5f);
            Assert.AreEqual(3, grid.grids.GetLength(0));
            Assert.AreEqual(2, grid.grids.GetLength(1));
            for (int x = 0; x < 3; x++)
            {
                for (int y = 0; y < 2; y++)
                {
                    AStarNode node = grid.grids[x, y];
                    Assert.AreEqual(x, node.gridX);
                    Assert.AreEqual(y, node.gridY);
                    Assert.AreEqual(new Vector3(11.5f + 3f * x, 2f, -2.5f + 3f * y), node.worldPos);
                    Assert.AreEqual(E_Node_Type.Walkable, node.type);
                }
            }
        }

        [Test]
        public void A_position_belongs_to_the_cell_that_holds_it_whatever_its_y()
        {
            BaseGrid grid = MirrorMap.Create("...", "...");
            Assert.That(grid.GetByWorldPositionNode(new Vector3(2.99f, 77f, 1f)), Is.SameAs(grid.grids[2, 1]));
            Assert.That(grid.GetByWorldPositionNode(new Vector3(0f, 0f, 0f)), Is.SameAs(grid.grids[0, 0]));
        }

        [TestCase(0.05f, 0f)]
        [TestCase(0.08f, 0f)]
        [TestCase(0.08f, -100f)]
        [TestCase(0.035f, 12.3f)]
        [TestCase(0.5f, -7f)]
        public void A_position_on_an_edge_belongs_to_the_upper_cell_as_in_the_native_grid(
            float halfExtent, float origin)
        {
            const int Side = 100;
            BaseGrid grid = new BaseGrid();
            Vector3 start = new Vector3(origin, 0f, origin);
            float extent = 2f * halfExtent;
            grid.Init(start, start + new Vector3(Side * extent, 0f, 2f * extent), MirrorMap.NoLayer, halfExtent);
            for (int x = 0; x < Side; x++)
            {
                Vector3 corner = grid.Native.GetCellCorner(new GridCell(x, 1));
                float[] edges = { corner.x, origin + x * extent, (float)((double)origin + x * (double)extent) };
                foreach (float edge in edges)
                {
                    var position = new Vector3(edge, 0f, corner.z);
                    Assert.That(grid.GetByWorldPositionNode(position), Is.SameAs(grid.grids[x, 1]));
                }
                for (int i = -40; i < 40; i++)
                {
                    Vector3 near = corner + new Vector3(i * 1e-6f, 0f, i * 1e-6f);
                    bool isInside = grid.Native.TryGetCellAt(near, out GridCell cell);
                    AStarNode expected = isInside ? grid.grids[cell.X, cell.Y] : null;
                    Assert.That(grid.GetByWorldPositionNode(near), Is.SameAs(expected), near.x.ToString("R"));
                }
            }
        }

        [TestCase(-0.01f, 0.5f)]
        [TestCase(-0.99f, 0.5f)]
        [TestCase(0.5f, -0.5f)]
        [TestCase(3f, 0.5f)]
        [TestCase(0.5f, 2f)]
        [TestCase(1e9f, 0f)]
        [TestCase(float.NaN, 0f)]
        [TestCase(0f, float.PositiveInfinity)]
        public void A_position_outside_has_no_node(float x, float z)
        {
            BaseGrid grid = MirrorMap.Create("...", "...");
            Assert.That(grid.GetByWorldPositionNode(new Vector3(x, 0f, z)), Is.Null);
        }

        [Test]
        public void Neighbors_come_in_the_documented_order_and_obstacles_are_among_them()
        {
            BaseGrid grid = MirrorMap.Create("#..", "...", "...");
            List<AStarNode> neighbors = grid.GetNeighbors(grid.grids[1, 1]);
            GridCell[] expected =
            {
                new GridCell(2, 2), new GridCell(2, 1), new GridCell(2, 0), new GridCell(1, 2),
                new GridCell(1, 0), new GridCell(0, 2), new GridCell(0, 1), new GridCell(0, 0),
            };
            Assert.AreEqual(expected, MirrorMap.Cells(neighbors));
            foreach (AStarNode neighbor in neighbors)
            {
                Assert.That(neighbor, Is.SameAs(grid.grids[neighbor.gridX, neighbor.gridY]));
            }
        }

        [Test]
        public void Neighbors_outside_the_grid_are_left_out()
        {
            BaseGrid grid = MirrorMap.Create("..", "..");
            GridCell[] expected = { new GridCell(1, 1), new GridCell(1, 0), new GridCell(0, 1) };
            Assert.AreEqual(expected, MirrorMap.Cells(grid.GetNeighbors(grid.grids[0, 0])));
            Assert.AreEqual(0, MirrorMap.Create(".").GetNeighbors(MirrorMap.Create(".").grids[0, 0]).Count);
        }

        [Test]
        public void The_nodes_are_the_same_objects_each_time()
        {
            // A node requested before the array must be in the array.
            BaseGrid grid = new BaseGrid();
            grid.Init(Vector3.zero, new Vector3(5f, 0f, 5f), MirrorMap.NoLayer);
            AStarNode early = grid.GetByWorldPositionNode(MirrorMap.At(2, 3));
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(4, 4), grid);
            AStarNode neighbor = grid.GetNeighbors(early)[0];
            Assert.That(grid.grids, Is.SameAs(grid.grids));
            Assert.That(grid.grids[2, 3], Is.SameAs(early));
            Assert.That(grid.grids[3, 4], Is.SameAs(neighbor));
            Assert.That(grid.GetByWorldPositionNode(MirrorMap.At(2, 3)), Is.SameAs(early));
            foreach (AStarNode node in path)
            {
                Assert.That(node, Is.SameAs(grid.grids[node.gridX, node.gridY]));
            }
        }

        [Test]
        public void Setting_the_type_of_a_node_reaches_the_native_grid()
        {
            BaseGrid grid = MirrorMap.Create("...", "...");
            grid.grids[2, 1].type = E_Node_Type.Obstacle;
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(2, 1));
            grid.grids[2, 1].type = E_Node_Type.Walkable;
            Assert.AreEqual(CellType.Walkable, grid.Native.GetCell(2, 1));
        }

        [Test]
        public void A_change_of_the_native_grid_shows_in_the_nodes()
        {
            BaseGrid grid = MirrorMap.Create("...", "...");
            AStarNode node = grid.grids[1, 0];
            grid.Native.SetCell(1, 0, CellType.Obstacle);
            Assert.AreEqual(E_Node_Type.Obstacle, node.type);
        }

        [Test]
        public void The_native_grid_lies_where_the_mirrored_one_does()
        {
            BaseGrid grid = new BaseGrid();
            grid.Init(new Vector3(10f, 2f, -4f), new Vector3(19f, 2f, 2f), MirrorMap.NoLayer, 1.5f);
            Assert.That(grid.Native.TryGetCellAt(13.5f, 0f, -1.5f, out GridCell cell), Is.True);
            Assert.AreEqual(new GridCell(1, 0), cell);
            float x, y, z;
            grid.Native.GetCellCenter(cell, out x, out y, out z);
            Assert.AreEqual(grid.grids[1, 0].worldPos, new Vector3(x, y, z));
        }

        [Test]
        public void A_second_Init_replaces_the_first_grid()
        {
            BaseGrid grid = MirrorMap.Create("##", "##");
            PathGrid first = grid.Native;
            AStarNode old = grid.grids[0, 0];
            grid.Init(new Vector3(5f, 0f, 5f), new Vector3(8f, 0f, 9f), MirrorMap.NoLayer);
            Assert.That(first.IsDisposed, Is.True);
            Assert.AreEqual(3, grid.grids.GetLength(0));
            Assert.AreEqual(4, grid.grids.GetLength(1));
            Assert.That(grid.grids[0, 0], Is.Not.SameAs(old));
            Assert.AreEqual(E_Node_Type.Walkable, grid.grids[0, 0].type);
            Assert.AreEqual(new Vector3(5.5f, 0f, 5.5f), grid.grids[0, 0].worldPos);

            // The old node keeps its own type and no longer changes the grid.
            Assert.AreEqual(E_Node_Type.Obstacle, old.type);
            old.type = E_Node_Type.Walkable;
            old.type = E_Node_Type.Obstacle;
            Assert.AreEqual(E_Node_Type.Obstacle, old.type);
            Assert.AreEqual(CellType.Walkable, grid.Native.GetCell(0, 0));
        }

        [TestCase(0f, 5f)]
        [TestCase(5f, 0f)]
        [TestCase(0f, 0f)]
        [TestCase(0.4f, 5f)]
        public void A_grid_of_no_cells_has_no_nodes_and_no_positions(float width, float depth)
        {
            BaseGrid grid = new BaseGrid();
            grid.Init(Vector3.zero, new Vector3(width, 0f, depth), MirrorMap.NoLayer);
            Assert.That(grid.grids, Is.Not.Null);
            Assert.AreEqual(0, grid.grids.Length);
            Assert.That(grid.Native, Is.Null);
            Assert.That(grid.GetByWorldPositionNode(Vector3.zero), Is.Null);
        }

        [Test]
        public void Dispose_frees_the_native_grid_and_Init_may_come_again()
        {
            BaseGrid grid = MirrorMap.Create("..");
            PathGrid native = grid.Native;
            AStarNode node = grid.grids[0, 0];
            grid.Dispose();
            grid.Dispose();
            Assert.That(native.IsDisposed, Is.True);
            Assert.That(grid.grids, Is.Null);
            Assert.That(grid.GetByWorldPositionNode(MirrorMap.At(0, 0)), Is.Null);
            node.type = E_Node_Type.Obstacle;
            Assert.AreEqual(E_Node_Type.Obstacle, node.type);

            grid.Init(Vector3.zero, new Vector3(2f, 0f, 1f), MirrorMap.NoLayer);
            Assert.AreEqual(2, grid.grids.Length);
        }

        [Test]
        public void Nobody_has_to_call_Dispose()
        {
            Garbage.Collect();
            int before = GridStarLibrary.LiveGridCount;
            const int Count = 100;
            // Another thread, so that its stack keeps no grid alive. It must not use physics, which is for the main
            // thread.
            Thread thread = new Thread(() =>
            {
                for (int i = 0; i < Count; i++)
                {
                    new OwnNodesGrid().Init(Vector3.zero, new Vector3(2f, 0f, 2f), MirrorMap.NoLayer);
                }
            });
            thread.Start();
            thread.Join();
            Garbage.Collect();
            // A conservative garbage collector may take a number for a reference to a grid or two.
            Assert.That(GridStarLibrary.LiveGridCount, Is.LessThanOrEqualTo(before + Count / 10));
        }

        [Test]
        public void What_can_be_no_grid_is_refused_and_the_grid_stays_as_it_was()
        {
            BaseGrid grid = MirrorMap.Create("..#");
            PathGrid native = grid.Native;
            Vector3 far = new Vector3(10f, 0f, 10f);
            Refused.Argument("halfExtent", "above 0", () => grid.Init(Vector3.zero, far, MirrorMap.NoLayer, 0f));
            Refused.Argument("halfExtent", "above 0", () => grid.Init(Vector3.zero, far, MirrorMap.NoLayer, -1f));
            Refused.Argument("halfExtent", "above 0", () => grid.Init(Vector3.zero, far, MirrorMap.NoLayer, float.NaN));
            Refused.Argument("halfExtent", "16384", () => grid.Init(Vector3.zero, far, MirrorMap.NoLayer, 0.0001f));
            Vector3 odd = new Vector3(float.NaN, 0f, 0f);
            Refused.Argument("startPos", "NaN", () => grid.Init(odd, far, MirrorMap.NoLayer));
            Refused.Argument("endPos", "NaN", () => grid.Init(far, odd, MirrorMap.NoLayer));
            Assert.That(grid.Native, Is.SameAs(native));
            Assert.AreEqual(E_Node_Type.Obstacle, grid.grids[2, 0].type);
            Assert.Throws<ArgumentNullException>(() => grid.GetNeighbors(null));
        }
    }
}
