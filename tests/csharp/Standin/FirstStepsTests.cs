using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>GameObject > GridStar: what the items make, where, and that Undo takes it back.</summary>
public class FirstStepsTests
{
    private const int Wall = 8;

    [SetUp]
    public void OpenScene()
    {
        FirstScene.Open();
        SceneView.lastActiveSceneView = ScriptableObject.CreateInstance<SceneView>();
    }

    [TearDown]
    public void CloseScene()
    {
        SceneView.lastActiveSceneView = null;
        FirstScene.Close();
    }

    [Test]
    public void A_grid_fits_the_selected_ground_and_scans_the_layers_of_the_walls()
    {
        GameObject ground = FirstScene.Box(new Vector3(16f, -0.5f, 12f), new Vector3(32f, 1f, 24f), 0);
        GameObject wall = FirstScene.Box(new Vector3(10.5f, 1f, 4.5f), new Vector3(1f, 2f, 1f), Wall);
        Selection.objects = new[] { ground, wall };
        FirstStepsMenu.GridFromSelection(new MenuCommand(null));
        PathGridComponent grid = Made<PathGridComponent>();
        Assert.AreEqual(32, grid.Width);
        Assert.AreEqual(24, grid.Height);
        Assert.AreEqual(1f, grid.CellSize);
        Assert.AreEqual(GridPlane.XZ, grid.Plane);
        Assert.AreEqual(1 << Wall, (int)grid.ObstacleLayers);
        Assert.AreEqual(new Vector3(0f, 0f, 0f), grid.transform.position);
        grid.Rebuild();
        Assert.That(!FirstScene.IsOpen(grid, 10, 4) && FirstScene.IsOpen(grid, 9, 4));
        SceneTools.PerformUndo();
        Assert.AreEqual(0, StageObjects.All<PathGridComponent>().Count);
    }

    [TestCase(2f, 0.25f, 8)]
    [TestCase(8f, 1f, 8)]
    [TestCase(20.5f, 1f, 21)]
    [TestCase(512f, 1f, 512)]
    [TestCase(2000f, 4f, 500)]
    public void Cells_are_doubled_or_halved_until_their_number_is_usual(float side, float cellSize, int cells)
    {
        GameObject ground = FirstScene.Box(new Vector3(3f, 0f, 5f), new Vector3(side, 1f, side), 0);
        SelectionGrid grid = SelectionGrid.Of(new[] { ground });
        Assert.AreEqual(cellSize, grid.CellSize);
        Assert.AreEqual(cells, grid.Width);
        Assert.AreEqual(cells, grid.Height);
    }

    [Test]
    public void What_is_2D_gets_a_grid_in_the_plane_XY()
    {
        GameObject floor = new GameObject("Floor");
        floor.AddComponent<SpriteRenderer>().bounds = new Bounds(new Vector3(5f, 5f, 2f), new Vector3(20f, 10f, 0f));
        GameObject wall = new GameObject("Wall") { layer = Wall };
        wall.transform.SetParent(floor.transform);
        wall.AddComponent<BoxCollider2D>().Place(new Bounds(new Vector3(5f, 5f, 0f), new Vector3(1f, 1f, 0f)));
        SelectionGrid grid = SelectionGrid.Of(new[] { floor });
        Assert.AreEqual(GridPlane.XY, grid.Plane);
        Assert.AreEqual(new Vector3(-5f, 0f, 2f), grid.Origin);
        Assert.AreEqual(20, grid.Width);
        Assert.AreEqual(10, grid.Height);
        Assert.AreEqual(1 << Wall, grid.ObstacleLayers);
    }

    [Test]
    public void Without_a_selection_a_grid_lies_around_the_middle_of_the_Scene_view()
    {
        SceneView.lastActiveSceneView.pivot = new Vector3(100f, 3f, 50f);
        FirstStepsMenu.GridFromSelection(new MenuCommand(null));
        PathGridComponent grid = Made<PathGridComponent>();
        Assert.AreEqual(32, grid.Width);
        Assert.AreEqual(new Vector3(84f, 3f, 34f), grid.transform.position);
    }

    [Test]
    public void Tilemaps_with_a_collider_are_walls()
    {
        Assert.IsFalse(FirstStepsMenu.HasTilemap());
        GameObject layout = new GameObject("Grid");
        Tilemap ground = FirstScene.TilemapIn(layout);
        Tilemap walls = FirstScene.TilemapIn(layout);
        walls.gameObject.AddComponent<BoxCollider2D>();
        Assert.That(FirstStepsMenu.HasTilemap());
        // Nothing of tilemaps is selected: those of the scene are taken.
        FirstStepsMenu.GridFromTilemap(new MenuCommand(null));
        TilemapGrid grid = Made<TilemapGrid>();
        Assert.AreSame(ground, grid.Ground.Single());
        Assert.AreSame(walls, grid.Walls.Single());
        SceneTools.PerformUndo();
        Assert.AreEqual(0, StageObjects.All<TilemapGrid>().Count);
    }

    [Test]
    public void An_agent_and_an_obstacle_stand_on_the_cell_nearest_to_the_middle_of_the_view()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, Wall);
        SceneView.lastActiveSceneView.pivot = new Vector3(4.2f, 9f, 200f);
        FirstStepsMenu.Agent(new MenuCommand(null));
        PathFollower agent = Made<PathFollower>();
        Assert.AreSame(grid, agent.GridSource);
        Assert.AreEqual(new Vector3(4.5f, 1f, 9.5f), agent.transform.position);
        Assert.IsNull(agent.GetComponent<Collider>());
        Assert.AreEqual(0, SetupCheck.Find().Count(problem => problem.Subject == agent));
        FirstStepsMenu.Obstacle(new MenuCommand(null));
        PathObstacle obstacle = Made<PathObstacle>();
        Assert.AreSame(grid, obstacle.GridSource);
        Assert.AreEqual(new Vector3(4.5f, 0.5f, 9.5f), obstacle.transform.position);
        Assert.IsNotNull(obstacle.GetComponent<Collider>());
    }

    [Test]
    public void A_clicked_object_becomes_the_parent_and_an_obstacle_stays_off_the_layers_of_walls()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, Wall);
        GameObject parent = new GameObject("Crates") { layer = Wall };
        parent.transform.position = new Vector3(7f, 0f, 7f);
        FirstStepsMenu.Obstacle(new MenuCommand(parent));
        PathObstacle obstacle = Made<PathObstacle>();
        Assert.AreSame(parent.transform, obstacle.transform.parent);
        Assert.AreEqual(parent.transform.position, obstacle.transform.position);
        Assert.AreEqual(0, obstacle.gameObject.layer);
        Assert.AreSame(grid, obstacle.GridSource);
    }

    [Test]
    public void A_click_on_several_objects_makes_one()
    {
        GameObject one = new GameObject("One");
        GameObject two = new GameObject("Two");
        Selection.objects = new[] { one, two };
        FirstStepsMenu.Agent(new MenuCommand(one));
        FirstStepsMenu.Agent(new MenuCommand(two));
        Assert.AreEqual(1, StageObjects.All<PathFollower>().Count);
        RunDelayed();
        FirstStepsMenu.Agent(new MenuCommand(two));
        Assert.AreEqual(2, StageObjects.All<PathFollower>().Count);
        Assert.AreNotEqual(StageObjects.All<PathFollower>()[0].name, StageObjects.All<PathFollower>()[1].name);
        RunDelayed();
    }

    [Test]
    public void In_the_plane_XY_an_agent_is_a_sprite_as_wide_as_a_cell()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, Wall);
        grid.Plane = GridPlane.XY;
        grid.CellSize = 0.5f;
        PathFollower agent = FirstSteps.MakeAgent(grid, null, new Vector3(1.1f, 1.1f, 4f));
        SpriteRenderer shown = agent.GetComponent<SpriteRenderer>();
        Assert.AreEqual(0.5f, shown.sprite.bounds.size.x * agent.transform.localScale.x, 1e-5f);
        Assert.AreEqual(new Vector3(1.25f, 1.25f, 0f), agent.transform.position);
    }

    [Test]
    public void Items_of_the_menu_show_in_the_Hierarchy_too()
    {
        List<MenuItem> items = new List<MenuItem>();
        foreach (MethodInfo method in typeof(FirstStepsMenu).GetMethods(BindingFlags.Static | BindingFlags.NonPublic))
        {
            items.AddRange(method.GetCustomAttributes(typeof(MenuItem), false).Cast<MenuItem>());
        }
        string[] names = items.FindAll(item => !item.validate).OrderBy(item => item.priority)
            .Select(item => item.menuItem).ToArray();
        Assert.AreEqual(
            new[] { "Grid from selection", "Grid from Tilemap", "Agent", "Obstacle", "Check setup" },
            Array.ConvertAll(names, name => name.Substring("GameObject/GridStar/".Length)));
        Assert.That(items.TrueForAll(item => item.validate || item.priority < 50));
    }

    /// <summary>The one new object is selected, in the open stage.</summary>
    private static T Made<T>() where T : Component
    {
        GameObject selected = Selection.activeGameObject;
        Assert.That(ProgressBar.Placed.Contains(selected));
        Assert.AreEqual(1, StageObjects.All<T>().Count);
        return selected.GetComponent<T>();
    }

    private static void RunDelayed()
    {
        EditorApplication.CallbackFunction delayed = EditorApplication.delayCall;
        EditorApplication.delayCall = null;
        if (delayed != null)
        {
            delayed();
        }
    }
}
