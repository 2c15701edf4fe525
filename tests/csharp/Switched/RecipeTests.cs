using System.Collections.Generic;
using System.IO;
using System.Linq;
using GridStar;
using NUnit.Framework;
using Pages.MoreRecipes;
using Pages.Recipes;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Runs the scripts of recipes.md and more-recipes.md.</summary>
public class RecipeTests
{
    private static readonly List<GridCell> Path = new List<GridCell>();

    [SetUp]
    public void EmptyScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        Screens.PixelsPerUnit = 20f;
    }

    [Test]
    public void A_click_moves_the_hero_and_one_on_a_wall_moves_it_beside_the_wall()
    {
        PathGridComponent ground = Ground(GridPlane.XY);
        ground.Grid.FillRect(8, 0, 3, 15, CellType.Obstacle);
        new GameObject("Camera") { tag = "MainCamera" }.AddComponent<Camera>();
        ClickToMove2D script = Add<ClickToMove2D>(Vector3.zero);
        script.ground = ground;
        script.hero = Follower(ground, new Vector3(2.5f, 2.5f, 0f));
        Click(new Vector3(14.5f, 3.5f, 0f));
        Wait(20);
        Assert.AreEqual(new GridCell(14, 3), CellOf(ground, script.hero));
        Click(new Vector3(9.5f, 3.5f, 0f));
        Wait(20);
        Assert.AreEqual(3, CellOf(ground, script.hero).Y);
        Assert.That(CellOf(ground, script.hero).X, Is.EqualTo(7).Or.EqualTo(11));
        Click(new Vector3(-2f, 3.5f, 0f));
        Wait(20);
        Assert.AreEqual(new GridCell(0, 3), CellOf(ground, script.hero));
    }

    [Test]
    public void A_click_in_3D_moves_the_hero_until_it_is_stopped()
    {
        PathGridComponent ground = Ground(GridPlane.XZ);
        ground.Grid.FillRect(8, 0, 3, 15, CellType.Obstacle);
        GameObject eye = new GameObject("Camera") { tag = "MainCamera" };
        eye.AddComponent<Camera>();
        eye.transform.eulerAngles = new Vector3(90f, 0f, 0f);
        ClickToMove script = Add<ClickToMove>(Vector3.zero);
        script.ground = ground;
        script.hero = Follower(ground, new Vector3(2.5f, 0f, 2.5f));
        Click(new Vector3(5.5f, 9.5f, 0f));
        Wait(20);
        Assert.AreEqual(new GridCell(5, 9), CellOf(ground, script.hero));
        Click(new Vector3(14.5f, 3.5f, 0f));
        Wait(1);
        Assert.IsTrue(script.hero.HasPath);
        script.Stop();
        Frames.Advance(0.05);
        GridCell stopped = CellOf(ground, script.hero);
        Wait(20);
        Assert.AreEqual(stopped, CellOf(ground, script.hero));
        Assert.IsFalse(script.hero.HasPath);
    }

    [Test]
    public void A_sentry_chases_whom_it_sees_and_returns_to_its_post()
    {
        PathGridComponent ground = Ground(GridPlane.XZ);
        ground.Grid.FillRect(8, 0, 1, 12, CellType.Obstacle);
        Transform player = new GameObject("Player").transform;
        player.position = new Vector3(5.5f, 0f, 2.5f);
        PathFollower follower = Follower(ground, new Vector3(2.5f, 0f, 2.5f));
        Sentry sentry = follower.gameObject.AddComponent<Sentry>();
        sentry.follower = follower;
        sentry.player = player;
        Wait(5);
        Assert.That(Vector3.Distance(follower.transform.position, player.position), Is.LessThan(1.5f));
        player.position = new Vector3(10.5f, 0f, 2.5f);
        Wait(5);
        Assert.AreEqual(new GridCell(2, 2), CellOf(ground, follower), "the wall hides the player");
    }

    [Test]
    public void A_building_is_refused_where_it_shuts_the_last_way()
    {
        PathGridComponent ground = Ground(GridPlane.XZ);
        Builder builder = Add<Builder>(Vector3.zero);
        builder.ground = ground;
        builder.spawn = new GameObject("Spawn").transform;
        builder.home = new GameObject("Home").transform;
        builder.spawn.position = new Vector3(1.5f, 0f, 1.5f);
        builder.home.position = new Vector3(14.5f, 0f, 1.5f);
        ground.Grid.FillRect(8, 0, 1, 5, (CellType)4);
        Assert.IsTrue(builder.TryBuild(new CellRect(7, 0, 2, 9)));
        ulong revision = ground.Grid.Revision;
        CellRect last = new CellRect(7, 9, 2, 7);
        Assert.IsFalse(builder.TryBuild(last), "it would shut the way");
        Assert.AreEqual(CellType.Walkable, ground.Grid.GetCell(7, 9));
        Assert.AreEqual(revision, ground.Grid.Revision, "the question changes nothing");
        Assert.IsFalse(builder.TryBuild(new CellRect(1, 1, 2, 2)), "the spawn");
        Assert.IsFalse(builder.TryBuild(new CellRect(14, 0, 2, 2)), "the base");
        Assert.IsFalse(builder.TryBuild(new CellRect(6, 0, 2, 2)), "another building");
        Assert.IsFalse(builder.TryBuild(new CellRect(15, 5, 2, 2)), "beyond the edge");
        builder.Remove(new CellRect(7, 0, 2, 9));
        Assert.AreEqual((CellType)4, ground.Grid.GetCell(8, 4), "the swamp came back");
        Assert.AreEqual(CellType.Walkable, ground.Grid.GetCell(8, 5));
        Assert.IsTrue(builder.TryBuild(last));
        Assert.IsTrue(builder.TryBuildAt(new Vector3(3.7f, 0f, 8.2f)), "a click");
        Assert.AreEqual(CellType.Obstacle, ground.Grid.GetCell(3, 8));
        Assert.AreEqual(CellType.Obstacle, ground.Grid.GetCell(4, 9));
        Assert.AreEqual(CellType.Walkable, ground.Grid.GetCell(5, 9));
        Assert.IsFalse(builder.TryBuildAt(new Vector3(-0.5f, 0f, 8.2f)), "a click off the grid");
    }

    [Test]
    public void The_range_has_each_cell_that_costs_no_more_than_the_points()
    {
        using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 30, Height = 30, DiagonalCost = 1.5 }))
        using (TraversalProfile profile = new TraversalProfile().SetCost(2, 2).SetCost(3, 0.5))
        {
            grid.FillRect(0, 14, 30, 1, (CellType)3);
            grid.FillRect(10, 5, 4, 8, (CellType)2);
            grid.FillRect(18, 10, 1, 12, CellType.Obstacle);
            GridCell from = new GridCell(14, 13);
            grid.SetCell(from, CellType.Obstacle);
            foreach (double points in new[] { 0.0, 0.5, 3.0, 5.0, 6.25 })
            {
                Dictionary<GridCell, double> expected = PlainRange(grid, from, points, profile);
                Dictionary<GridCell, double> range = new Dictionary<GridCell, double>();
                MoveRange.Find(grid, from, points, profile, range);
                expected.Remove(from);
                range.Remove(from);
                Assert.That(range, Is.EquivalentTo(expected), points + " points");
            }
            Assert.That(PlainRange(grid, from, 5.0, profile).Keys.Any(cell => cell.X == 5), "the road leads farther");
        }
    }

    [Test]
    public void A_board_game_charges_the_entered_cell()
    {
        using (PathGrid grid = new PathGrid(8, 8))
        using (TraversalProfile board = MoveRange.BoardGame())
        {
            grid.FillRect(3, 0, 1, 8, (CellType)2);
            Dictionary<GridCell, double> range = new Dictionary<GridCell, double>();
            MoveRange.Find(grid, new GridCell(2, 2), 3.0, board, range);
            Assert.AreEqual(2.0, range[new GridCell(3, 2)], 1e-6, "into the forest");
            Assert.AreEqual(3.0, range[new GridCell(4, 2)], 1e-6, "out of it");
            Assert.IsFalse(range.ContainsKey(new GridCell(5, 2)));
        }
    }

    [Test]
    public void A_tank_is_not_in_its_own_way_and_is_in_that_of_others()
    {
        using (PathGrid grid = new PathGrid(16, 16))
        {
            grid.FillRect(0, 0, 16, 16, (CellType)4);
            grid.FillRect(8, 0, 1, 14, CellType.Obstacle);
            Tank tank = new Tank(grid, new GridCell(2, 2));
            Tank other = new Tank(grid, new GridCell(12, 2));
            Assert.IsTrue(tank.TryMove(new GridCell(12, 5), Path));
            Assert.AreEqual(new GridCell(12, 5), tank.Anchor);
            Assert.AreEqual((CellType)4, grid.GetCell(2, 2), "the ground under it came back");
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(13, 6));
            Assert.IsFalse(tank.TryMove(new GridCell(12, 3), Path), "the other one stands there");
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(13, 6), "it stays where it was");
            Assert.AreEqual(new GridCell(12, 2), other.Anchor);
            grid.FillRect(0, 14, 16, 1, CellType.Obstacle);
            Assert.IsFalse(tank.TryMove(new GridCell(2, 2), Path), "a gap one cell wide");
            Assert.IsTrue(tank.TryMove(new GridCell(13, 6), Path), "a place that overlaps its own");
        }
    }

    [Test]
    public void A_walker_takes_the_stairs()
    {
        House house = Add<House>(Vector3.zero);
        FloorWalker walker = Add<FloorWalker>(new Vector3(1.5f, 0f, 1.5f));
        walker.house = house;
        Assert.IsFalse(walker.GoTo(new Vector3(90f, 0f, 1f)));
        Assert.IsTrue(walker.GoTo(new Vector3(15.5f, 3f, 15.5f)));
        Wait(20);
        Assert.AreEqual(new Vector3(15.5f, 3f, 15.5f).ToString(), walker.transform.position.ToString());
        Object.Destroy(house.gameObject);
    }

    [Test]
    public void Units_that_gather_end_in_cells_of_their_own()
    {
        PathGridComponent ground = Ground(GridPlane.XZ);
        ground.Grid.FillRect(9, 0, 1, 12, CellType.Obstacle);
        List<PathFollower> units = new List<PathFollower>();
        for (int i = 0; i < 20; i++)
        {
            units.Add(Follower(ground, new Vector3(1.5f + i % 5, 0f, 1.5f + i / 5)));
        }
        Gathering.Send(ground.Grid, new Vector3(12.5f, 0f, 3.5f), units);
        Wait(30);
        Assert.AreEqual(20, units.Select(unit => CellOf(ground, unit)).Distinct().Count());
        foreach (PathFollower unit in units)
        {
            Assert.That(Vector3.Distance(unit.transform.position, new Vector3(12.5f, 0f, 3.5f)), Is.LessThan(5f));
        }
    }

    [Test]
    public void Gathering_searches_no_path_also_where_no_unit_can_come()
    {
        PathGridComponent ground = Ground(GridPlane.XZ);
        ground.Grid.FillRect(7, 0, 9, 16, CellType.Obstacle);
        ground.Grid.FillRect(10, 4, 3, 3, CellType.Walkable);
        List<PathFollower> units = new List<PathFollower>();
        for (int i = 0; i < 20; i++)
        {
            units.Add(Follower(ground, new Vector3(1.5f + i % 5, 0f, 1.5f + i / 5)));
        }
        CallWatch.Start();
        try
        {
            Frames.Advance(0.05);
            long before = CallWatch.Totals.Searches;
            Gathering.Send(ground.Grid, new Vector3(11.5f, 0f, 5.5f), units);
            Assert.AreEqual(before, CallWatch.Totals.Searches);
            Assert.AreEqual(20, units.Count(unit => unit.TargetPosition.HasValue));
            Wait(20);
            Assert.AreEqual(20, units.Select(unit => CellOf(ground, unit)).Distinct().Count());
            Assert.AreEqual(6, units.Max(unit => CellOf(ground, unit).X), "beside the wall");

            // Nothing is in reach: units that are shut in keep their targets, and nothing is searched.
            ground.Grid.FillRect(0, 0, 16, 16, CellType.Obstacle);
            ground.Grid.FillRect(10, 4, 3, 3, CellType.Walkable);
            foreach (PathFollower unit in units)
            {
                unit.TargetPosition = null;
            }
            Wait(1);
            before = CallWatch.Totals.Searches;
            Gathering.Send(ground.Grid, new Vector3(11.5f, 0f, 5.5f), units);
            Assert.AreEqual(0, units.Count(unit => unit.TargetPosition.HasValue));
            Assert.AreEqual(before, CallWatch.Totals.Searches);
        }
        finally
        {
            CallWatch.Stop();
        }
    }

    [Test]
    public void Units_of_all_sizes_gather_without_overlapping()
    {
        PathGridComponent ground = Ground(GridPlane.XZ);
        ground.Grid.FillRect(9, 0, 1, 11, CellType.Obstacle);
        List<PathFollower> units = new List<PathFollower>();
        for (int i = 0; i < 9; i++)
        {
            units.Add(Follower(ground, new Vector3(3f + i % 3, 0f, 3f + i / 3)));
            units[i].AgentSize = 1 + i % 3;
        }
        Gathering.Send(ground.Grid, new Vector3(12.5f, 0f, 5.5f), units);
        Wait(40);
        HashSet<GridCell> taken = new HashSet<GridCell>();
        foreach (PathFollower unit in units)
        {
            GridCell anchor = ground.Grid.AnchorAt(unit.transform.position, unit.AgentSize);
            Assert.IsTrue(unit.HasArrived, anchor.ToString());
            for (int i = 0; i < unit.AgentSize * unit.AgentSize; i++)
            {
                GridCell cell = new GridCell(anchor.X + i % unit.AgentSize, anchor.Y + i / unit.AgentSize);
                Assert.AreNotEqual(CellType.Obstacle, ground.Grid.GetCell(cell));
                Assert.IsTrue(taken.Add(cell), cell + " is taken twice");
            }
        }
    }

    [Test]
    public void A_loaded_level_comes_into_its_component()
    {
        string file = System.IO.Path.GetTempFileName();
        try
        {
            PathGridComponent ground = Ground(GridPlane.XZ);
            ground.Grid.FillRect(8, 0, 1, 15, CellType.Obstacle);
            SavedLevel.Save(ground, file);
            ground.Grid.FillRect(8, 0, 1, 16, CellType.Obstacle);
            PathFollower hero = Follower(ground, new Vector3(2.5f, 0f, 2.5f));
            hero.TargetPosition = new Vector3(13.5f, 0f, 2.5f);
            Wait(3);
            PathGrid before = ground.Grid;
            SavedLevel.Load(ground, file);
            ground.Grid.Scheduler.SearchesInBackground = false;
            Assert.IsTrue(before.IsDisposed);
            Assert.AreEqual(CellType.Walkable, ground.Grid.GetCell(8, 15));
            Wait(20);
            Assert.AreEqual(new GridCell(13, 2), CellOf(ground, hero), "through the gap of the loaded level");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Test]
    public void A_loaded_grid_is_the_saved_one()
    {
        PathGrid saved = new PathGrid(20, 10);
        PathGrid loaded = new PathGrid(20, 10);
        saved.FillRect(5, 2, 3, 4, CellType.Obstacle);
        saved.SetCell(1, 1, (CellType)200);
        loaded.FillPenalties(0, 0, 2, 2, 9);
        Pass(saved, loaded);
        AssertSame(saved, loaded);
        saved.FillPenalties(8, 3, 4, 4, 77);
        Pass(saved, loaded);
        AssertSame(saved, loaded);
        Assert.Throws<InvalidDataException>(() => Pass(saved, new PathGrid(10, 20)));
        saved.Dispose();
        loaded.Dispose();
    }

    private static void Pass(PathGrid saved, PathGrid loaded)
    {
        using (MemoryStream file = new MemoryStream())
        {
            SavedGrid.Save(saved, new BinaryWriter(file));
            file.Position = 0;
            SavedGrid.Load(loaded, new BinaryReader(file));
        }
    }

    private static void AssertSame(PathGrid saved, PathGrid loaded)
    {
        byte[] expected = new byte[200], found = new byte[200];
        saved.GetCells(expected);
        loaded.GetCells(found);
        Assert.AreEqual(expected, found);
        saved.GetPenalties(expected);
        loaded.GetPenalties(found);
        Assert.AreEqual(expected, found);
    }

    /// <summary>A search for each cell of the map, without a limit.</summary>
    private static Dictionary<GridCell, double> PlainRange(
        PathGrid grid, GridCell from, double points, TraversalProfile profile)
    {
        Dictionary<GridCell, double> range = new Dictionary<GridCell, double>();
        for (int index = 0; index < grid.Width * grid.Height; index++)
        {
            GridCell to = grid.GetCellAtIndex(index);
            PathResult result = grid.FindPath(from, to, Path, new PathQuery { Profile = profile });
            if (result.Found && result.Cost <= points)
            {
                range.Add(to, result.Cost);
            }
        }
        return range;
    }

    private static PathGridComponent Ground(GridPlane plane)
    {
        PathGridComponent ground = Add<PathGridComponent>(Vector3.zero);
        ground.Width = 16;
        ground.Height = 16;
        ground.Plane = plane;
        ground.Rebuild();
        ground.Grid.Scheduler.SearchesInBackground = false;
        return ground;
    }

    private static PathFollower Follower(PathGridComponent ground, Vector3 position)
    {
        PathFollower follower = Add<PathFollower>(position);
        follower.GridSource = ground;
        follower.Speed = 6f;
        return follower;
    }

    private static GridCell CellOf(PathGridComponent ground, Component walker)
    {
        Assert.IsTrue(ground.Grid.TryGetCellAt(walker.transform.position, out GridCell cell));
        return cell;
    }

    private static void Click(Vector3 place)
    {
        Clicks.PressAt(place);
        Frames.Advance(0.02);
    }

    private static void Wait(int seconds)
    {
        for (int frame = 0; frame < 20 * seconds; frame++)
        {
            Frames.Advance(0.05);
        }
    }

    private static T Add<T>(Vector3 position) where T : Component
    {
        GameObject owner = new GameObject();
        owner.transform.position = position;
        return owner.AddComponent<T>();
    }
}
