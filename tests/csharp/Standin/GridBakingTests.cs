using System;
using System.Linq;
using System.Reflection;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Grids that are baked into assets, loaded without a scan, and compared with the scene.</summary>
public class GridBakingTests
{
    private const int Wall = 8;

    private PathGridComponent _grid;
    private PathGridAsset _asset;

    [SetUp]
    public void MakeScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        ProgressBar.Clear();
        ProjectAssets.Clear();
        PlayMode.IsPlaying = false;
        _asset = ScriptableObject.CreateInstance<PathGridAsset>();
        _asset.name = "Level";
        _grid = Create("Ground");
        Colliders.AddBox(new Vector3(2.5f, 0f, 1.5f), new Vector3(3f, 1f, 1f) * 0.45f, Wall);
    }

    [TearDown]
    public void Leave()
    {
        PlayMode.IsPlaying = true;
        UnityEngine.Object.Destroy(_grid.gameObject);
        Colliders.Clear();
        ProgressBar.Clear();
        ProjectAssets.Clear();
        Plugins.Clear();
        EditorBuildSettings.scenes = new EditorBuildSettingsScene[0];
    }

    [Test]
    public void A_baked_grid_is_loaded_without_a_scan_and_equals_the_scan()
    {
        _grid.Rebuild();
        byte[] scanned = Cells(_grid.Grid);
        Assert.AreEqual(3, scanned.Count(type => type == 1));
        Assert.IsTrue(GridBaking.Bake(_grid));
        Assert.IsTrue(_asset.IsBaked);
        Assert.Greater(_asset.ByteCount, 0);
        // Without the wall, a scan would find nothing.
        Colliders.Clear();
        _grid.Rebuild();
        Assert.AreEqual(scanned, Cells(_grid.Grid));
        _grid.RefreshObstacles();
        Assert.AreEqual(0, Cells(_grid.Grid).Count(type => type == 1));
    }

    [Test]
    public void Landmarks_are_baked_too()
    {
        _asset.Engine = SearchEngine.Landmarks;
        GridBaking.Bake(_grid);
        using (PathGrid loaded = _asset.Load())
        {
            Assert.AreEqual(SearchEngine.Landmarks, loaded.Engine);
            Assert.AreNotEqual(PreparedParts.None, loaded.Prepared & PreparedParts.Landmarks);
        }
    }

    [Test]
    public void Names_of_cell_types_are_baked_too_and_are_the_assets_own()
    {
        _grid.TypeNames[(CellType)3] = "Swamp";
        GridBaking.Bake(_grid);
        Assert.AreEqual("Swamp", _asset.TypeNames[(CellType)3]);
        _grid.TypeNames[(CellType)3] = "Mud";
        Assert.AreEqual("Swamp", _asset.TypeNames[(CellType)3]);
    }

    [Test]
    public void A_loaded_grid_lies_where_its_object_is()
    {
        GridBaking.Bake(_grid);
        _grid.transform.position = new Vector3(100f, 5f, -20f);
        _grid.Rebuild();
        Assert.AreEqual(new Vector3(100.5f, 5f, -19.5f), _grid.Grid.GetCellCenter(new GridCell(0, 0)));
    }

    [Test]
    public void A_change_of_the_scene_or_of_the_settings_is_told()
    {
        Assert.AreEqual("Nothing was baked.", GridBaking.Differences(_grid));
        GridBaking.Bake(_grid);
        Assert.IsNull(GridBaking.Differences(_grid));
        _grid.transform.position = new Vector3(0f, 0.1f, 0f);
        Assert.IsNull(GridBaking.Differences(_grid));
        Colliders.AddBox(new Vector3(6.5f, 0f, 3.5f), new Vector3(1f, 1f, 1f) * 0.45f, Wall);
        Assert.AreEqual("1 cells have changed since the grid was baked.", GridBaking.Differences(_grid));
        GridBaking.Bake(_grid);
        _grid.DiagonalCost = 1.5f;
        StringAssert.StartsWith("Settings of paths", GridBaking.Differences(_grid));
        _grid.Width = 9;
        StringAssert.StartsWith("The size", GridBaking.Differences(_grid));
    }

    [Test]
    public void A_grid_of_another_size_is_scanned_with_a_warning()
    {
        GridBaking.Bake(_grid);
        _grid.Height = 5;
        using (ConsoleLog log = new ConsoleLog())
        {
            _grid.Rebuild();
            StringAssert.Contains("8 x 4 cells, and not 8 x 5", log.Lines.Single());
        }
        Assert.AreEqual(5, _grid.Grid.Height);
    }

    [Test]
    public void An_asset_that_can_not_be_read_is_a_warning_and_a_scan()
    {
        GridBaking.Bake(_grid);
        Bytes()[40] ^= 1;
        int live = GridStarLibrary.LiveGridCount;
        using (ConsoleLog log = new ConsoleLog())
        {
            _grid.Rebuild();
            StringAssert.Contains("can't be read", log.Lines.Single());
        }
        Assert.AreEqual(3, Cells(_grid.Grid).Count(type => type == 1));
        Assert.AreEqual(live + 1, GridStarLibrary.LiveGridCount);
    }

    [Test]
    public void A_comparison_that_is_cancelled_does_not_count_as_equal()
    {
        GridBaking.Bake(_grid);
        _grid.Width = 64;
        _grid.Height = 300;
        ProgressBar.CancelledAt = 0.5f;
        StringAssert.Contains("cancelled", GridBaking.Differences(_grid));
    }

    [Test]
    public void A_bake_that_is_cancelled_leaves_the_asset_as_it_was()
    {
        _grid.Width = 64;
        _grid.Height = 300;
        ProgressBar.CancelledAt = 0.5f;
        int live = GridStarLibrary.LiveGridCount;
        Assert.IsFalse(GridBaking.Bake(_grid));
        Assert.IsFalse(_asset.IsBaked);
        Assert.AreEqual(1, ProgressBar.Cleared);
        Assert.AreEqual(live, GridStarLibrary.LiveGridCount);
        Assert.That(ProgressBar.Shown, Is.Ordered);
        Assert.Less(ProgressBar.Shown.Last(), 0.9f);
        ProgressBar.CancelledAt = float.PositiveInfinity;
        Assert.IsTrue(GridBaking.Bake(_grid));
        using (PathGrid loaded = _asset.Load())
        {
            Assert.AreEqual(300, loaded.Height);
        }
    }

    [Test]
    public void An_asset_without_a_grid_says_so_and_is_not_needed()
    {
        Assert.Throws<InvalidOperationException>(() => _asset.Load());
        Assert.Throws<ArgumentNullException>(() => _asset.Store(null));
        _grid.Rebuild();
        Assert.AreEqual(3, Cells(_grid.Grid).Count(type => type == 1));
        _grid.Baked = null;
        Assert.Throws<InvalidOperationException>(() => GridBaking.Bake(_grid));
    }

    [TestCase(StaleBake.Refuse)]
    [TestCase(StaleBake.Rebake)]
    [TestCase(StaleBake.Build)]
    [TestCase(StaleBake.Warn)]
    public void A_build_refuses_warns_or_takes_what_is_stale_and_changes_no_asset(StaleBake whenStale)
    {
        GridBaking.Bake(_grid);
        Assert.AreEqual(StaleBake.Warn, _asset.WhenStale, "by default");
        _asset.WhenStale = whenStale;
        Assert.That(LogOf(ProcessScene), Is.Empty);
        byte[] before = Bytes();
        AddWall();
        ProjectAssets.Clear();
        if (whenStale == StaleBake.Refuse)
        {
            BuildFailedException refused = Assert.Throws<BuildFailedException>(ProcessScene);
            StringAssert.Contains("1 cells have changed", refused.Message);
        }
        else if (whenStale == StaleBake.Build)
        {
            Assert.That(LogOf(ProcessScene), Is.Empty);
        }
        else
        {
            StringAssert.StartsWith("Warning: GridStar: the grid \"Ground\"", LogOf(ProcessScene).Single());
        }
        Assert.AreEqual(before, Bytes());
        Assert.That(ProjectAssets.MadeEditable, Is.Empty);
        Assert.That(ProgressBar.Dirty, Is.Empty);
    }

    [Test]
    public void A_check_that_fails_itself_ends_the_build_and_names_every_grid()
    {
        GridBaking.Bake(_grid);
        PathGridComponent other = Create("Cave");
        other.Baked = ScriptableObject.CreateInstance<PathGridAsset>();
        other.Baked.name = "Deep";
        GridBaking.Bake(other);
        other.ObstacleTag = "NotDefined";
        Bytes()[40] ^= 1;
        BuildFailedException refused = Assert.Throws<BuildFailedException>(ProcessScene);
        StringAssert.Contains("the grid \"Ground\" with the asset \"Level\": The comparison failed.", refused.Message);
        StringAssert.Contains("the grid \"Cave\" with the asset \"Deep\": The comparison failed. Tag: NotDefined",
            refused.Message);
        _asset.WhenStale = other.Baked.WhenStale = StaleBake.Build;
        ProcessScene();
    }

    [Test]
    public void Only_play_mode_goes_without_a_check()
    {
        GridBaking.Bake(_grid);
        _asset.WhenStale = StaleBake.Refuse;
        AddWall();
        // Builds of asset bundles have no report.
        Assert.Throws<BuildFailedException>(() => ProcessScene(null));
        PlayMode.IsPlaying = true;
        ProcessScene(null);
        ProcessScene();
    }

    [Test]
    public void Rebaking_takes_place_before_the_build_and_where_it_is_asked_for_alone()
    {
        UseInBuild(StaleBake.Rebake);
        GridBaking.Bake(_grid);
        AddWall();
        ProjectAssets.Saved.Clear();
        UnityEngine.Object others = ScriptableObject.CreateInstance<TraversalProfileAsset>();
        EditorUtility.SetDirty(others);
        BeginBuild();
        Assert.IsNull(GridBaking.Differences(_grid));
        Assert.AreEqual(new[] { "Assets/One.unity" }, ProgressBar.Opened.ToArray());
        Assert.AreEqual(new UnityEngine.Object[] { _asset }, ProjectAssets.Saved.ToArray());
        Assert.AreEqual(new[] { others }, ProgressBar.Dirty.ToArray(), "the user's other work");
        Assert.That(ProjectAssets.MadeEditable, Has.Member("Assets/Level.asset"));
        Assert.AreEqual("Assets/Mine.unity", ProjectAssets.OpenScenes.Single().path);
        // Again: nothing has changed, so nothing is written.
        ProjectAssets.Saved.Clear();
        BeginBuild();
        Assert.That(ProjectAssets.Saved, Is.Empty);
        _asset.WhenStale = StaleBake.Warn;
        ProgressBar.Opened.Clear();
        AddWall();
        BeginBuild();
        Assert.That(ProgressBar.Opened, Is.Empty);
    }

    [Test]
    public void A_damaged_asset_is_baked_again()
    {
        UseInBuild(StaleBake.Rebake);
        GridBaking.Bake(_grid);
        Bytes()[40] ^= 1;
        BeginBuild();
        Assert.IsNull(GridBaking.Differences(_grid));
    }

    [Test]
    public void Rebaking_that_fails_ends_the_build_and_opens_the_scenes_again()
    {
        UseInBuild(StaleBake.Rebake);
        ProjectAssets.Locked.Add("Assets/Level.asset");
        StringAssert.Contains(
            "does not let the asset \"Level\" be changed", Assert.Throws<BuildFailedException>(BeginBuild).Message);
        Assert.IsFalse(_asset.IsBaked);
        ProjectAssets.Locked.Clear();
        ProgressBar.CancelledAt = 0f;
        _grid.Height = 5000;
        StringAssert.Contains("cancelled", Assert.Throws<BuildFailedException>(BeginBuild).Message);
        Assert.AreEqual("Assets/Mine.unity", ProjectAssets.OpenScenes.Single().path);
        ProgressBar.Opened.Clear();
        ProjectAssets.UserCancels = true;
        StringAssert.Contains("saved", Assert.Throws<BuildFailedException>(BeginBuild).Message);
        Assert.That(ProgressBar.Opened, Is.Empty);
    }

    [Test]
    public void A_scene_without_a_path_is_not_opened_again()
    {
        UseInBuild(StaleBake.Rebake);
        ProjectAssets.OpenScenes[0].path = "";
        BeginBuild();
        Assert.IsTrue(_asset.IsBaked);
        Assert.AreEqual("Assets/One.unity", ProjectAssets.OpenScenes.Single().path);
    }

    [Test]
    public void Baked_bytes_are_stored_as_bytes()
        => Assert.That(typeof(PathGridAsset).IsDefined(typeof(PreferBinarySerialization), false));

    [Test]
    public void A_build_server_bakes_the_scenes_of_the_build()
    {
        EditorBuildSettings.scenes = new[]
        {
            new EditorBuildSettingsScene("Assets/One.unity", true),
            new EditorBuildSettingsScene("Assets/Two.unity", false),
        };
        GridBaking.BakeBuildScenes();
        Assert.AreEqual(new[] { "Assets/One.unity" }, ProgressBar.Opened.ToArray());
        Assert.IsTrue(_asset.IsBaked);
    }

    private PathGridComponent Create(string name)
    {
        PathGridComponent grid = new GameObject(name).AddComponent<PathGridComponent>();
        // In edit mode, Unity does not call Awake.
        typeof(PathGridComponent).GetMethod("OnDestroy", BindingFlags.Instance | BindingFlags.NonPublic)
            .Invoke(grid, null);
        grid.Width = 8;
        grid.Height = 4;
        grid.ObstacleLayers = 1 << Wall;
        grid.Baked = _asset;
        return grid;
    }

    private static byte[] Cells(PathGrid grid)
    {
        byte[] cells = new byte[grid.Width * grid.Height];
        grid.GetCells(cells);
        return cells;
    }

    private byte[] Bytes()
    {
        FieldInfo bytes = typeof(PathGridAsset).GetField("_bytes", BindingFlags.Instance | BindingFlags.NonPublic);
        return (byte[])bytes.GetValue(_asset);
    }

    private static void AddWall()
        => Colliders.AddBox(new Vector3(6.5f, 0f, 3.5f), new Vector3(1f, 1f, 1f) * 0.45f, Wall);

    /// <summary>Puts the asset into the project, and a scene that uses it into the build.</summary>
    private void UseInBuild(StaleBake whenStale)
    {
        _asset.WhenStale = whenStale;
        Plugins.Clear();
        Plugins.Add("Plugins/Linux/libgridstar.so", BuildTarget.StandaloneLinux64, "x86_64", true);
        ProjectAssets.ByPath.Add("Assets/Level.asset", _asset);
        ProjectAssets.Needed.Add("Assets/One.unity", new[] { "Assets/Level.asset" });
        EditorBuildSettings.scenes = new[]
        {
            new EditorBuildSettingsScene("Assets/One.unity", true),
            new EditorBuildSettingsScene("Assets/Two.unity", true),
        };
        ProjectAssets.OpenScenes = new[]
        {
            new UnityEditor.SceneManagement.SceneSetup
            {
                path = "Assets/Mine.unity", isLoaded = true, isActive = true,
            },
        };
    }

    private static void BeginBuild() => Plugins.Build(
        BuildTarget.StandaloneLinux64, typeof(GridBaking).Assembly);

    private static string[] LogOf(TestDelegate action)
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            action();
            return log.Lines.ToArray();
        }
    }

    private static void ProcessScene() => ProcessScene(ProgressBar.NewReport());

    private static void ProcessScene(UnityEditor.Build.Reporting.BuildReport report)
    {
        Type check = typeof(GridBaking).Assembly.GetType("GridStar.Editor.BakedGridBuildCheck");
        IProcessSceneWithReport processor = (IProcessSceneWithReport)Activator.CreateInstance(check, true);
        processor.OnProcessScene(default(UnityEngine.SceneManagement.Scene), report);
    }
}
