using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Questions of a grid to Unity's physics, and what it does with the answers.</summary>
public class PhysicsTests
{
    private const int Wall = 8;
    private const int Water = 4;

    [SetUp]
    public void EmptyScene()
    {
        Colliders.Clear();
    }

    [Test]
    public void A_cell_whose_sphere_touches_a_collider_is_an_obstacle()
    {
        // Around the center of cell (1, 1), whose sphere has a radius of 1. The neighbor spheres end at x = 2 and x =
        // 4.
        Colliders.AddBox(new Vector3(3f, 0f, 3f), new Vector3(1.9f, 1f, 0.2f), Wall);
        BaseGrid grid = Create(1 << Wall);
        Assert.AreEqual(E_Node_Type.Obstacle, grid.grids[1, 1].type);
        Assert.AreEqual(CellType.Obstacle, grid.Native.GetCell(1, 1));
        foreach (AStarNode node in grid.grids)
        {
            Assert.AreEqual(node == grid.grids[1, 1], node.type == E_Node_Type.Obstacle);
        }
    }

    [Test]
    public void A_collider_reaches_the_cells_whose_spheres_it_touches()
    {
        Colliders.AddBox(new Vector3(3f, 0f, 3f), new Vector3(2.2f, 1f, 0.2f), Wall);
        BaseGrid grid = Create(1 << Wall);
        List<string> obstacles = new List<string>();
        foreach (AStarNode node in grid.grids)
        {
            if (node.type == E_Node_Type.Obstacle)
            {
                obstacles.Add(node.gridX + " " + node.gridY);
            }
        }
        Assert.AreEqual(new[] { "0 1", "1 1", "2 1" }, obstacles.ToArray());
    }

    [Test]
    public void A_corner_of_a_cell_that_the_sphere_does_not_reach_is_no_obstacle()
    {
        Colliders.AddBox(new Vector3(2.1f, 0f, 2.1f), new Vector3(0.1f, 0.1f, 0.1f), Wall);
        Assert.AreEqual(E_Node_Type.Walkable, Create(1 << Wall).grids[1, 1].type);
    }

    [Test]
    public void Only_colliders_of_the_layers_count()
    {
        Colliders.AddBox(new Vector3(1f, 0f, 1f), Vector3.one, Wall);
        Colliders.AddBox(new Vector3(3f, 0f, 1f), Vector3.one, Water);
        Assert.AreEqual(E_Node_Type.Walkable, Create(1 << Wall).grids[1, 0].type);
        Assert.AreEqual(E_Node_Type.Obstacle, Create(1 << Wall).grids[0, 0].type);
        Assert.AreEqual(E_Node_Type.Obstacle, Create(1 << Water | 1 << Wall).grids[0, 0].type);
        Assert.AreEqual(E_Node_Type.Obstacle, Create(1 << Water | 1 << Wall).grids[1, 0].type);
        Assert.AreEqual(E_Node_Type.Walkable, Create(0).grids[0, 0].type);
    }

    [Test]
    public void Each_cell_is_asked_once_and_only_by_Init()
    {
        BaseGrid grid = Create(1 << Wall);
        Assert.AreEqual(4 * 3, Colliders.Checks);
        AStarManager.Instance.FindPath(new Vector3(1f, 0f, 1f), new Vector3(7f, 0f, 5f), grid);
        Assert.AreEqual(12, grid.grids.Length);
        Assert.AreEqual(4 * 3, Colliders.Checks);
    }

    [Test]
    public void A_second_Init_asks_anew()
    {
        BaseGrid grid = Create(1 << Wall);
        Colliders.AddBox(new Vector3(1f, 0f, 1f), Vector3.one, Wall);
        Assert.AreEqual(E_Node_Type.Walkable, grid.grids[0, 0].type);
        grid.Init(grid.startPos, new Vector3(8f, 0f, 6f), 1 << Wall, 1f);
        Assert.AreEqual(E_Node_Type.Obstacle, grid.grids[0, 0].type);
    }

    [Test]
    public void The_height_of_the_lower_corner_is_where_is_asked()
    {
        Colliders.AddBox(new Vector3(1f, 20f, 1f), Vector3.one, Wall);
        BaseGrid grid = new BaseGrid();
        grid.Init(new Vector3(0f, 25f, 0f), new Vector3(8f, 20f, 6f), 1 << Wall, 1f);
        Assert.AreEqual(E_Node_Type.Obstacle, grid.grids[0, 0].type);
        grid.Init(new Vector3(0f, 25f, 0f), new Vector3(8f, 25f, 6f), 1 << Wall, 1f);
        Assert.AreEqual(E_Node_Type.Walkable, grid.grids[0, 0].type);
    }

    /// <summary>4 x 3 cells of 2 units.</summary>
    private static BaseGrid Create(LayerMask layer)
    {
        BaseGrid grid = new BaseGrid();
        grid.Init(Vector3.zero, new Vector3(8f, 0f, 6f), layer, 1f);
        return grid;
    }
}
