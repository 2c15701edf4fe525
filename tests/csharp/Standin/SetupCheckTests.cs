using System.Linq;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>Problems that the setup check names, and what its offers do.</summary>
public class SetupCheckTests
{
    private const int Stones = 8;

    [SetUp]
    public void OpenScene()
    {
        FirstScene.Open();
        new GameObject("Main Camera") { tag = "MainCamera" }.AddComponent<Camera>();
    }

    [TearDown]
    public void CloseScene() => FirstScene.Close();

    [Test]
    public void A_scene_in_which_an_agent_can_walk_lacks_nothing()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, Stones);
        FirstScene.Box(new Vector3(5f, -0.5f, 5f), new Vector3(10f, 1f, 10f), 0);
        FirstScene.Box(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), Stones);
        FirstSteps.MakeAgent(grid, null, Vector3.zero);
        FirstSteps.MakeObstacle(grid, null, new Vector3(8f, 0f, 8f));
        Physics.SyncTransforms();
        Assert.AreEqual(new string[0], Texts());
    }

    [Test]
    public void A_layer_of_thin_walls_is_taken_out_of_the_layers_of_obstacles()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, Stones);
        FirstScene.Box(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), Stones);
        grid.WallLayers = 1 << Stones;
        Mend("among its ObstacleLayers and its WallLayers");
        Assert.AreEqual(0, (int)grid.ObstacleLayers);
        Assert.AreEqual(0, SetupCheck.Find().Count, "walls are enough");
    }

    [Test]
    public void A_platform_without_a_library_is_named()
    {
        FirstScene.Grid(10, 10, -1).RandomShare = 0.1f;
        Assert.AreEqual(0, SetupCheck.Find().Count);
        EditorUserBuildSettings.activeBuildTarget = BuildTarget.PS5;
        SetupProblem problem = SetupCheck.Find().Single();
        StringAssert.Contains("no native library for PS5", problem.Text);
        Assert.IsNull(problem.Offer);
    }

    [Test]
    public void A_scene_without_a_grid_gets_one_of_the_selection()
    {
        GameObject ground = FirstScene.Box(new Vector3(5f, 0f, 5f), new Vector3(10f, 1f, 10f), 0);
        Selection.activeGameObject = ground;
        Mend("has no grid");
        Assert.AreEqual(10, StageObjects.All<PathGridComponent>().Single().Width);
    }

    [Test]
    public void A_scene_of_tilemaps_without_a_grid_gets_one_of_them()
    {
        Tilemap tilemap = FirstScene.TilemapIn(new GameObject("Layout"));
        Mend("has no grid");
        Assert.AreSame(tilemap, StageObjects.All<TilemapGrid>().Single().Ground.Single());
        Assert.AreEqual(0, SetupCheck.Find().Count);
    }

    [Test]
    public void A_grid_of_no_tilemaps_takes_those_of_the_scene()
    {
        TilemapGrid grid = new GameObject("Tiles").AddComponent<TilemapGrid>();
        StringAssert.Contains("no tilemap", SetupCheck.Find().Single().Text);
        Tilemap tilemap = FirstScene.TilemapIn(new GameObject("Layout"));
        Mend("has no tilemaps");
        Assert.AreSame(tilemap, grid.Ground.Single());
        SceneTools.PerformUndo();
        Assert.AreEqual(0, grid.Ground.Count);
    }

    [Test]
    public void Without_obstacle_layers_the_layers_of_what_stands_on_the_grid_are_offered()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, -1);
        FirstScene.Box(new Vector3(5f, -0.5f, 5f), new Vector3(10f, 1f, 10f), 0);
        FirstScene.Box(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), Stones);
        FirstScene.Box(new Vector3(30f, 1f, 3f), new Vector3(2f, 2f, 2f), 4);
        SetupProblem problem = SetupCheck.Find().Single();
        Assert.AreEqual("Scan the layers Stones", problem.Offer);
        problem.Mend();
        Assert.AreEqual(1 << Stones, (int)grid.ObstacleLayers);
        Assert.AreEqual(0, SetupCheck.Find().Count);
        SceneTools.PerformUndo();
        Assert.AreEqual(0, (int)grid.ObstacleLayers);
    }

    [Test]
    public void Walls_on_the_layer_of_the_ground_move_to_a_layer_of_their_own()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, -1);
        GameObject ground = FirstScene.Box(new Vector3(5f, -0.5f, 5f), new Vector3(10f, 1f, 10f), 0);
        GameObject wall = FirstScene.Box(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), 0);
        Mend("on the layer of the ground");
        Assert.AreEqual("Walls", Layers.Names[9], "8 is taken");
        Assert.AreEqual(9, wall.layer);
        Assert.AreEqual(0, ground.layer);
        Assert.AreEqual(1 << 9, (int)grid.ObstacleLayers);
        Assert.AreEqual(0, SetupCheck.Find().Count);
        while (SceneTools.UndoCount > 0)
        {
            SceneTools.PerformUndo();
        }
        Assert.AreEqual(0, wall.layer);
    }

    [Test]
    public void Visible_walls_without_colliders_get_them()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, -1);
        GameObject wall = FirstScene.Bare(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), 0);
        Mend("1 object above it without a collider");
        Assert.IsNotNull(wall.GetComponent<BoxCollider>());
        Physics.SyncTransforms();
        grid.Rebuild();
        Assert.That(!FirstScene.IsOpen(grid, 2, 2) && FirstScene.IsOpen(grid, 5, 5));
        Assert.AreEqual(0, SetupCheck.Find().Count);
    }

    [Test]
    public void Layers_without_colliders_are_named()
    {
        FirstScene.Grid(10, 10, Stones);
        GameObject wall = FirstScene.Bare(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), Stones);
        Mend("No collider on the layers Stones stands on the grid 'Ground'");
        Assert.IsNotNull(wall.GetComponent<BoxCollider>());
        Physics.SyncTransforms();
        Assert.AreEqual(0, SetupCheck.Find().Count);
    }

    [Test]
    public void A_ground_that_is_scanned_is_put_on_another_layer()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, Stones);
        GameObject ground = FirstScene.Box(new Vector3(5f, -0.5f, 5f), new Vector3(10f, 1f, 10f), Stones);
        FirstScene.Box(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), Stones);
        Mend("every cell is an obstacle");
        Assert.AreEqual(0, ground.layer);
        Physics.SyncTransforms();
        grid.Rebuild();
        Assert.That(FirstScene.IsOpen(grid, 8, 8));
        Assert.AreEqual(0, SetupCheck.Find().Count);
    }

    [Test]
    public void Agents_and_obstacles_without_a_grid_get_the_scenes()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, -1);
        grid.RandomShare = 0.1f;
        PathFollower agent = new GameObject("Agent").AddComponent<PathFollower>();
        // On floors, a follower needs no grid of its own.
        new GameObject("Porter").AddComponent<PathFollower>().Floors =
            new GameObject("House").AddComponent<PathFloorsComponent>();
        PathObstacle obstacle = new GameObject("Crate") { layer = Stones }.AddComponent<PathObstacle>();
        obstacle.gameObject.AddComponent<BoxCollider>();
        Mend("'Agent' has no GridSource");
        Assert.AreSame(grid, agent.GridSource);
        Mend("'Crate' has no GridSource");
        Assert.AreSame(grid, obstacle.GridSource);
        grid.ObstacleLayers = 1 << Stones;
        Mend("'Crate' is a Path Obstacle on one of the ObstacleLayers");
        Assert.AreEqual(0, obstacle.gameObject.layer);
        Assert.AreEqual(0, SetupCheck.Find().Count);
    }

    [Test]
    public void A_scene_without_a_camera_gets_one_that_sees_the_grid()
    {
        Object.Destroy(Scene.Named("Main Camera").Single());
        FirstScene.Grid(10, 20, -1).RandomShare = 0.1f;
        Mend("no camera");
        Assert.AreEqual(10f, Camera.main.orthographicSize);
        Assert.That(ProgressBar.Placed, Has.Member(Camera.main.gameObject), "in the prefab that is open, if one is");
        Assert.AreEqual(new Vector3(5f, 20f, 10f), Camera.main.transform.position);
        Assert.AreEqual(0, SetupCheck.Find().Count);
    }

    [Test]
    public void The_window_mends_by_a_click_and_looks_again()
    {
        PathGridComponent grid = FirstScene.Grid(10, 10, -1);
        FirstScene.Box(new Vector3(3f, 1f, 3f), new Vector3(2f, 2f, 2f), Stones);
        FirstStepsMenu.CheckSetup();
        GridStarWindow window = EditorWindow.GetWindow<GridStarWindow>("GridStar");
        Windows.Draw(window);
        StringAssert.Contains("has no ObstacleLayers", DrawnInspector.Messages.Single());
        DrawnGui.Pressed = "Scan the layers Stones";
        Windows.Draw(window);
        Assert.AreEqual(1 << Stones, (int)grid.ObstacleLayers);
        DrawnInspector.Clear();
        Windows.Draw(window);
        Assert.AreEqual("Nothing is missing.", DrawnInspector.Messages.Single());
    }

    private static string[] Texts() => SetupCheck.Find().Select(problem => problem.Text).ToArray();

    /// <summary>Finds the problem with these words, and takes its offer.</summary>
    private static void Mend(string words)
    {
        SetupProblem problem = SetupCheck.Find().SingleOrDefault(found => found.Text.Contains(words));
        Assert.IsNotNull(problem, words + ": " + string.Join("\n", Texts()));
        Assert.IsNotNull(problem.Offer);
        problem.Mend();
    }
}
