using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>
/// Runs the scripts that a reader of each coming-from page has after following it. Their code is that of the pages:
/// a namespace for each page.
/// </summary>
public class SwitchedTests
{
    private const int Wall = 8;
    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;

    private ConsoleLog _log;

    [SetUp]
    public void EmptyScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        _log = new ConsoleLog();
    }

    [TearDown]
    public void CloseLog()
    {
        _log.Dispose();
        Colliders.Clear();
    }

    [Test]
    public void Coming_from_BaseGrid_the_old_script_and_the_new_one_find_the_same()
    {
        Colliders.AddBox(new Vector3(0f, 0f, 2f), new Vector3(1f, 1f, 16f) * 0.45f, Wall);
        Transform target = new GameObject("Target").transform;
        target.position = new Vector3(8.5f, 0f, 0.5f);
        Pages.FromBasegrid.Walker walker = Add<Pages.FromBasegrid.Walker>(new Vector3(-7.5f, 0f, 0.5f));
        Pages.FromBasegrid.ModernWalker modern = Add<Pages.FromBasegrid.ModernWalker>(walker.transform.position);
        walker.target = modern.target = target;
        walker.walls = modern.walls = 1 << Wall;
        Frames.Advance(0.02);
        Assert.AreEqual(2, _log.Lines.Count, string.Join("\n", _log.Lines.ToArray()));
        string nodes = _log.Lines[0].Split(' ')[1];
        StringAssert.StartsWith("Log: " + nodes + " nodes, F = ", _log.Lines[0]);
        StringAssert.StartsWith("Log: " + nodes + " cells, cost ", _log.Lines[1]);
        Assert.That(int.Parse(nodes), Is.GreaterThanOrEqualTo(17));
        Assert.That(_log.Lines[0].Contains("F = 0"), Is.False, "the estimate of the first node");
        Destroy(walker, modern);
    }

    [Test]
    public void Coming_from_an_AStar_over_Vector2Int_the_path_goes_through_the_gap()
    {
        Pages.FromVector2intAstar.Search search = Add<Pages.FromVector2intAstar.Search>(Vector3.zero);
        Frames.Advance(0.02);
        Assert.AreEqual("Log: (0, 0)", _log.Lines.First());
        Assert.AreEqual("Log: (63, 63)", _log.Lines.Last());
        Assert.AreEqual(1, _log.Lines.Count(line => line.StartsWith("Log: (32, ")));
        Assert.That(_log.Lines, Has.Member("Log: (32, 5)"));
        Destroy(search);
    }

    [Test]
    public void Coming_from_an_AStar_over_Vector2Int_the_calls_can_stay()
    {
        KeptCalls kept = Add<KeptCalls>(Vector3.zero);
        Frames.Advance(0.02);
        Assert.AreEqual(new[] { "Log: GridStarSamples", "Log: 64 cells", "Log: no path" }, _log.Lines.ToArray());
        Destroy(kept);
    }

    [Test]
    public void Coming_from_a_cell_map_a_click_colors_the_cells_between_the_ends()
    {
        Pages.FromCellMap.Maze maze = Add<Pages.FromCellMap.Maze>(Vector3.zero);
        Frames.Advance(0.02);
        maze.OnClick();
        for (int frame = 0; frame < 10; frame++)
        {
            Frames.Advance(0.2);
        }
        Assert.AreEqual("Log: color the cell at " + new Vector3(1.5f, 0f, 3f), _log.Lines.Single());
        Destroy(maze);
    }

    [Test]
    public void Coming_from_a_step_viewer_F_advances_the_search()
    {
        Pages.FromStepViewer.Lesson lesson = Add<Pages.FromStepViewer.Lesson>(Vector3.zero);
        Frames.Advance(0.02);
        Frames.Advance(0.02);
        SearchViewer viewer = lesson.GetComponent<SearchViewer>();
        Assert.AreEqual(new GridCell(2, 8), viewer.View.Start);
        Keys.Press(KeyCode.F);
        Frames.Advance(0.02);
        Assert.AreEqual(1, viewer.View.Expansions);
        viewer.Finish();
        Assert.AreEqual(11, viewer.View.PathPoints);
        Destroy(lesson);
    }

    [Test]
    public void Coming_from_a_step_viewer_the_map_is_copied_before_DrawMap_flips_it()
    {
        Replaced.FromStepViewer.AStart old = Add<Replaced.FromStepViewer.AStart>(Vector3.zero);
        SearchViewer viewer = old.gameObject.AddComponent<SearchViewer>();
        MapOf(old)[8, 8] = true;
        Copy(old);
        string copied = viewer.Map;
        Assert.AreEqual(1, copied.Count(mark => mark == '#'), copied);
        Assert.AreEqual(DiagonalRule.Always, viewer.DiagonalRule);
        viewer.Begin();
        viewer.Finish();
        Assert.AreEqual(PathReason.Found, viewer.View.Reason);
        Assert.AreEqual(11, viewer.View.PathPoints);

        Frames.Advance(0.02);
        Copy(old);
        viewer.Begin();
        viewer.Finish();
        Assert.AreEqual(PathReason.NoPath, viewer.View.Reason);
        using (PathGrid grid = new PathGrid(new CellMap().Read(MapOf(old))))
        {
            PathResult late = grid.FindPath(new GridCell(2, 8), new GridCell(13, 7), new List<GridCell>());
            Assert.AreEqual(PathReason.GoalBlocked, late.Reason);
        }
        Destroy(old);
    }

    [Test]
    public void Coming_from_a_step_viewer_prefabs_of_ones_own_show_each_step()
    {
        OwnPrefabs own = Add<OwnPrefabs>(Vector3.zero);
        Frames.Advance(0.02);
        own.Step();
        Assert.AreEqual(1, own.Shown.Count(line => line.StartsWith("Expanded")));
        Assert.AreEqual(8, own.Shown.Count(line => line.StartsWith("Added")));
        Assert.That(own.Shown, Has.Member("Expanded " + new Vector3(2.5f, 8.5f, 0f) + " 0"));
        Assert.That(own.Shown, Has.Member("Added " + new Vector3(3.5f, 9.5f, 0f) + " 14"));
        Destroy(own);
    }

    [Test]
    public void Coming_from_a_GridManager_a_route_is_found_and_repeated()
    {
        foreach (string tag in new[] { "Start", "End", "Obstacle" })
        {
            Scene.DefineTag(tag);
        }
        Place("Obstacle", 2.5f, 0.5f);
        GameObject start = Place("Start", 0.5f, 0.5f);
        GameObject end = Place("End", 4.5f, 0.5f);
        Pages.FromGridManager.Routes routes = Add<Pages.FromGridManager.Routes>(Vector3.zero);
        Frames.Advance(0.02);
        Frames.Advance(0.02);
        Assert.AreEqual("Log: 5 cells", _log.Lines.First());
        Pages.FromGridManager.Route route = Add<Pages.FromGridManager.Route>(Vector3.zero);
        route.ground = routes.GetComponent<PathGridComponent>();
        route.from = start.transform;
        route.to = end.transform;
        Frames.Advance(0.02);
        Assert.AreEqual("Log: 5 cells", _log.Lines.Last());
        Destroy(route, routes);
    }

    [Test]
    public void Coming_from_a_GridManager_random_obstacles_get_a_prefab_each()
    {
        Scene.DefineTag("Obstacle");
        PathGridComponent ground = Add<PathGridComponent>(Vector3.zero);
        ground.RandomShare = 0.2f;
        ground.Rebuild();
        Pages.FromGridManager.RandomWalls walls = Add<Pages.FromGridManager.RandomWalls>(Vector3.zero);
        walls.ground = ground;
        walls.obstaclePrefab = new GameObject("Crate") { tag = "Obstacle" };
        Frames.Advance(0.02);
        GameObject[] crates = GameObject.FindGameObjectsWithTag("Obstacle")
            .Where(crate => crate != walls.obstaclePrefab).ToArray();
        Assert.That(crates.Length, Is.InRange(100, 320), "of 32 x 32 cells");
        foreach (GameObject crate in crates)
        {
            Assert.IsTrue(ground.Grid.TryGetCellAt(crate.transform.position, out GridCell cell));
            Assert.AreEqual(CellType.Obstacle, ground.Grid.GetCell(cell));
            Object.Destroy(crate);
        }
        Destroy(walls, ground);
    }

    [Test]
    public void Coming_from_a_GridManager_crates_move_and_walls_break()
    {
        PathGridComponent ground = Add<PathGridComponent>(Vector3.zero);
        ground.Width = 8;
        ground.Height = 8;
        ground.ObstacleLayers = 1 << Wall;
        BoxCollider wall = new GameObject("Wall") { layer = Wall }.AddComponent<BoxCollider>();
        wall.transform.position = new Vector3(5.5f, 0f, 5.5f);
        Physics.SyncTransforms();
        ground.Rebuild();
        Assert.AreEqual(CellType.Obstacle, ground.Grid.GetCell(5, 5));
        Pages.FromGridManager.Yard yard = Add<Pages.FromGridManager.Yard>(Vector3.zero);
        yard.ground = ground;
        yard.crate = new GameObject("Crate");
        yard.crate.transform.position = new Vector3(1.5f, 0f, 1.5f);
        yard.wall = wall;
        Frames.Advance(0.02);
        yard.crate.GetComponent<PathObstacle>().Size = Vector3.one * 0.5f;
        Frames.Advance(0.02);
        Frames.Advance(0.02);
        Assert.That(ground.Grid.IsCovered(1, 1), Is.True);
        yard.crate.transform.position = new Vector3(3.5f, 0f, 1.5f);
        Frames.Advance(0.02);
        Assert.That(ground.Grid.IsCovered(1, 1), Is.False);
        Assert.That(ground.Grid.IsCovered(3, 1), Is.True);
        yard.BreakWall();
        Frames.Advance(0.02);
        // The stand-in keeps colliders of inactive objects.
        Object.Destroy(wall.gameObject);
        ground.RefreshObstacles(new Bounds(new Vector3(5.5f, 0f, 5.5f), Vector3.one));
        Frames.Advance(0.02);
        Assert.AreEqual(CellType.Walkable, ground.Grid.GetCell(5, 5));
        Destroy(yard, ground);
    }

    private static bool[,] MapOf(Replaced.FromStepViewer.AStart old)
        => (bool[,])typeof(Replaced.FromStepViewer.AStart).GetField("GameMap", Hidden).GetValue(old);

    /// <summary>Calls the item in the component's menu.</summary>
    private static void Copy(Replaced.FromStepViewer.AStart old)
    {
        MethodInfo method = typeof(Replaced.FromStepViewer.AStart).GetMethod("CopyToSearchViewer", Hidden);
        Assert.AreEqual(1, method.GetCustomAttributes(typeof(ContextMenu), false).Length);
        method.Invoke(old, null);
    }

    private static T Add<T>(Vector3 position) where T : Component
    {
        GameObject owner = new GameObject();
        owner.transform.position = position;
        return owner.AddComponent<T>();
    }

    private static GameObject Place(string tag, float x, float z)
    {
        GameObject placed = new GameObject(tag) { tag = tag };
        placed.transform.position = new Vector3(x, 0f, z);
        return placed;
    }

    private static void Destroy(params Component[] components)
    {
        foreach (Component component in components)
        {
            Object.Destroy(component.gameObject);
        }
    }

    /// <summary>Parts that the page leaves to its reader.</summary>
    private sealed class OwnPrefabs : Pages.FromStepViewer.PrefabViewer
    {
        internal readonly List<string> Shown = new List<string>();

        protected override void Show(SearchChangeKind kind, Vector3 center, SearchCell cell)
            => Shown.Add(kind + " " + center + " " + cell.G);
    }
}
