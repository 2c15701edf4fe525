using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>Nodes that a subclass creates itself.</summary>
    public class AdoptedNodeTests
    {
        private static readonly Vector3 Corner = new Vector3(4f, 0f, 3f);

        /// <summary>Calls the base, then replaces a node, as a subclass with special cells does.</summary>
        private sealed class ReplacingGrid : BaseGrid
        {
            internal AStarNode Replacement;

            protected override void CreateGrid()
            {
                base.CreateGrid();
                Vector3 center = grids[1, 1].worldPos;
                Replacement = new OwnNode(1, 1, center, E_Node_Type.Obstacle);
                grids[1, 1] = Replacement;
            }
        }

        /// <summary>Fills its own array in Init and never calls the base.</summary>
        private sealed class OwnInitGrid : BaseGrid
        {
            internal bool CallsBase;

            public override void Init(Vector3 startPos, Vector3 endPos, LayerMask layer, float halfExtent = 0.5f)
            {
                if (CallsBase)
                {
                    base.Init(startPos, endPos, layer, halfExtent);
                }
                this.startPos = startPos;
                this.halfExtent = halfExtent;
                grids = new AStarNode[3, 1];
                for (int i = 0; i < 3; i++)
                {
                    Vector3 center = startPos + new Vector3(i * Extent + halfExtent, 0f, halfExtent);
                    grids[i, 0] = new OwnNode(i, 0, center, i == 1 ? E_Node_Type.Obstacle : E_Node_Type.Walkable);
                }
            }
        }

        /// <summary>Calls the base, then puts its own nodes into the array that it finds.</summary>
        private sealed class ElementsInitGrid : BaseGrid
        {
            public override void Init(Vector3 startPos, Vector3 endPos, LayerMask layer, float halfExtent = 0.5f)
            {
                base.Init(startPos, endPos, layer, halfExtent);
                for (int y = 0; y < _gridCountY; y++)
                {
                    grids[1, y] = new OwnNode(1, y, grids[1, y].worldPos, E_Node_Type.Obstacle);
                }
            }
        }

        [Test]
        public void Nodes_that_CreateGrid_makes_without_the_base_are_those_of_the_path()
        {
            OwnNodesGrid grid = new OwnNodesGrid { Obstacles = new[] { new GridCell(1, 0), new GridCell(1, 1) } };
            grid.Init(Vector3.zero, Corner, MirrorMap.NoLayer);
            Assert.That(grid.Native, Is.Not.Null);
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(1, 1));
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid);
            GridCell[] expected =
                { new GridCell(0, 0), new GridCell(0, 1), new GridCell(1, 2), new GridCell(2, 1), new GridCell(2, 0) };
            Assert.AreEqual(expected, MirrorMap.Cells(path));
            foreach (AStarNode node in path)
            {
                Assert.That(node, Is.InstanceOf<OwnNode>());
                Assert.That(node, Is.SameAs(grid.grids[node.gridX, node.gridY]));
            }
        }

        [Test]
        public void Setting_the_type_of_a_node_that_was_adopted_reaches_the_native_grid()
        {
            OwnNodesGrid grid = new OwnNodesGrid();
            grid.Init(Vector3.zero, Corner, MirrorMap.NoLayer);
            grid.grids[2, 1].type = E_Node_Type.Obstacle;
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(2, 1));
            grid.grids[2, 1].type = E_Node_Type.Walkable;
            Assert.AreEqual(CellType.Walkable, grid.Native.GetCell(2, 1));
        }

        [Test]
        public void A_node_that_CreateGrid_replaces_after_the_base_is_adopted()
        {
            ReplacingGrid grid = new ReplacingGrid();
            grid.Init(Vector3.zero, Corner, MirrorMap.NoLayer);
            Assert.That(grid.grids[1, 1], Is.SameAs(grid.Replacement));
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(1, 1));
            Assert.That(grid.GetByWorldPositionNode(MirrorMap.At(1, 1)), Is.SameAs(grid.Replacement));
            PathReason reason;
            Assert.That(
                AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 1), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.GoalBlocked, reason);
        }

        [TestCase(false)]
        [TestCase(true)]
        public void Nodes_that_Init_makes_are_adopted_at_the_first_search(bool callsBase)
        {
            OwnInitGrid grid = new OwnInitGrid { CallsBase = callsBase };
            grid.Init(Vector3.zero, Corner, MirrorMap.NoLayer);
            PathReason reason;
            Assert.That(
                AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.NoPath, reason);
            grid.grids[1, 0].type = E_Node_Type.Walkable;
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid);
            Assert.AreEqual(3, path.Count);
            Assert.That(path[1], Is.SameAs(grid.grids[1, 0]).And.InstanceOf<OwnNode>());
        }

        [Test]
        public void Elements_that_Init_replaces_are_adopted_when_the_native_grid_is_asked_for()
        {
            ElementsInitGrid grid = new ElementsInitGrid();
            grid.Init(Vector3.zero, Corner, MirrorMap.NoLayer);
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(1, 0));
        }

        [Test]
        public void Elements_that_Init_replaces_are_adopted_at_the_first_search()
        {
            ElementsInitGrid grid = new ElementsInitGrid();
            grid.Init(Vector3.zero, Corner, MirrorMap.NoLayer);
            PathReason reason;
            Assert.That(
                AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid, out reason), Is.Null);
            Assert.AreEqual(PathReason.NoPath, reason);
            grid.grids[1, 1].type = E_Node_Type.Walkable;
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid);
            Assert.That(path[1], Is.SameAs(grid.grids[1, 1]).And.InstanceOf<OwnNode>());
        }

        [Test]
        public void A_second_Init_asks_the_subclass_anew()
        {
            OwnNodesGrid grid = new OwnNodesGrid { Obstacles = new[] { new GridCell(1, 0) } };
            grid.Init(Vector3.zero, new Vector3(3f, 0f, 1f), MirrorMap.NoLayer);
            Assert.That(AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid), Is.Null);
            PathGrid first = grid.Native;
            grid.Obstacles = new GridCell[0];
            grid.Init(Vector3.zero, new Vector3(5f, 0f, 1f), MirrorMap.NoLayer);
            Assert.AreEqual(5, AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(4, 0), grid).Count);
            Assert.That(first.IsDisposed, Is.True);
        }

        [Test]
        public void An_array_that_a_script_sets_replaces_the_grid()
        {
            BaseGrid grid = MirrorMap.Create("...", "...");
            AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 1), grid);
            AStarNode[,] own = new AStarNode[2, 1];
            own[0, 0] = new OwnNode(0, 0, MirrorMap.At(0, 0), E_Node_Type.Walkable);
            own[1, 0] = new OwnNode(1, 0, MirrorMap.At(1, 0), E_Node_Type.Walkable);
            grid.grids = own;
            Assert.That(grid.grids, Is.SameAs(own));
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(1, 0), grid);
            Assert.AreEqual(new AStarNode[] { own[0, 0], own[1, 0] }, path.ToArray());
            Assert.AreEqual(2, grid.Native.Width);
            Assert.That(AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 1), grid), Is.Null);
        }

        [Test]
        public void Elements_that_are_replaced_later_need_Refresh()
        {
            BaseGrid grid = MirrorMap.Create("...");
            Assert.AreEqual(3, AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid).Count);
            OwnNode replacement = new OwnNode(1, 0, MirrorMap.At(1, 0), E_Node_Type.Obstacle);
            grid.grids[1, 0] = replacement;
            grid.Refresh();
            Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(1, 0));
            Assert.That(AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid), Is.Null);
            replacement.type = E_Node_Type.Walkable;
            List<AStarNode> path = AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid);
            Assert.That(path[1], Is.SameAs(replacement));
        }

        [Test]
        public void Refresh_keeps_the_types_that_were_set_before()
        {
            BaseGrid grid = MirrorMap.Create(".#.");
            grid.Native.SetCell(0, 0, CellType.Obstacle);
            grid.Refresh();
            Assert.AreEqual(E_Node_Type.Obstacle, grid.grids[0, 0].type);
            Assert.AreEqual(E_Node_Type.Obstacle, grid.grids[1, 0].type);
            Assert.AreEqual(E_Node_Type.Walkable, grid.grids[2, 0].type);
            new BaseGrid().Refresh();
        }

        [Test]
        public void A_missing_node_is_an_obstacle()
        {
            BaseGrid grid = MirrorMap.Create("...", "...");
            grid.grids[1, 0] = null;
            grid.grids[1, 1] = null;
            Assert.That(AStarManager.Instance.FindPath(MirrorMap.At(0, 0), MirrorMap.At(2, 0), grid), Is.Null);
            Assert.That(grid.GetByWorldPositionNode(MirrorMap.At(1, 0)), Is.Null);
            Assert.AreEqual(1, grid.GetNeighbors(grid.grids[0, 0]).Count);
        }

        [Test]
        public void A_node_of_one_grid_can_move_to_another()
        {
            BaseGrid from = MirrorMap.Create("..");
            BaseGrid to = MirrorMap.Create("..");
            AStarNode node = from.grids[0, 0];
            node.type = E_Node_Type.Obstacle;
            to.grids[0, 0] = node;
            to.Refresh();
            Assert.AreEqual(CellType.Obstacle, to.Native.GetCell(0, 0));
            node.type = E_Node_Type.Walkable;
            Assert.AreEqual(CellType.Walkable, to.Native.GetCell(0, 0));
        }
    }
}
