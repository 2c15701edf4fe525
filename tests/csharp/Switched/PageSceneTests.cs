using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using Pages.Crowds;
using Pages.Fields;
using Pages.Floors;
using Pages.Following;
using Pages.Hexagons;
using Pages.Jobs;
using Pages.LargeAgents;
using Pages.Maps;
using Pages.Obstacles;
using Pages.Painting;
using Pages.Performance;
using Pages.Recipes;
using Pages.StraightPaths;
using Pages.Terrain;
using Pages.Tilemaps;
using Pages.UnreachableGoals;
using Pages.Viewer;
using Unity.Collections;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>Runs scripts of the manual that are components, in a scene.</summary>
public class PageSceneTests : PageScene
{
    [Test]
    public void First_scripts_find_their_paths()
    {
        Add<Pages.Concepts.Guard>(Vector3.zero);
        Add<FirstHexagons>(Vector3.zero);
        Wait(0.1f);
        Assert.That(_log.Lines.Single().StartsWith("Log: cost "), Is.True, _log.Lines.Single());
        Add<Tower>(new Vector3(2.5f, 4.5f, 2.5f));
        Wait(0.1f);
        Assert.That(_log.Lines.Contains("Log: on floor 1 (2, 2)"), Is.True, string.Join("\n", _log.Lines.ToArray()));
        Find<Tower>().PowerCut();
        Find<Tower>().PowerCut();
    }

    [Test]
    public void Jobs_measure_search_and_steer()
    {
        PathGrid grid = _ground.Grid;
        grid.FillRect(10, 0, 1, 19, CellType.Obstacle);
        Assert.AreEqual(9, Distances.Measure(grid, new GridCell(0, 0), new GridCell(9, 0)));
        grid.SetCell(10, 19, CellType.Obstacle);
        Assert.AreEqual(-1, Distances.Measure(grid, new GridCell(0, 0), new GridCell(19, 0)));
        using (NativeArray<GridCell> cells = new NativeArray<GridCell>(400, Allocator.TempJob))
        using (NativeArray<int> steps = new NativeArray<int>(1, Allocator.TempJob))
        {
            CountStepsJob count = new CountStepsJob
            {
                Grid = grid.Handle, From = new GridCell(0, 0), To = new GridCell(4, 2), Path = cells, Steps = steps,
            };
            count.Execute();
            Assert.AreEqual(4, steps[0]);
        }
        using (Scout scout = new Scout())
        {
            scout.Begin(grid, new GridCell(0, 0), new GridCell(19, 0));
            Assert.AreEqual(10, scout.End(), "as near as it gets");
        }
        using (PathField field = grid.CreateField(new GridCell(9, 0)))
        using (NativeArray<Vector3> positions = new NativeArray<Vector3>(1, Allocator.TempJob))
        using (NativeArray<Vector3> velocities = new NativeArray<Vector3>(1, Allocator.TempJob))
        {
            SteerJob job = new SteerJob
            {
                Field = field.Handle, Speed = 2f, Positions = positions, Velocities = velocities,
            };
            job.Execute();
            Assert.AreEqual(2f, velocities[0].magnitude, 1e-4f);
        }
    }

    [Test]
    public void A_giant_needs_room()
    {
        Giant giant = Add<Giant>(new Vector3(3f, 0f, 3f));
        giant.target = Add<Camera>(new Vector3(16f, 0f, 3f)).transform;
        Assert.That(giant.Plan(_ground.Grid).Found, Is.True);
        _ground.Grid.FillRect(10, 0, 1, 18, CellType.Obstacle);
        Assert.That(giant.Plan(_ground.Grid).Found, Is.False, "a gap of two cells");
        Assert.AreEqual(new Vector3(1.5f, 0f, 1.5f), giant.CenterOf(_ground.Grid, new GridCell(0, 0)));
    }

    [Test]
    public void Maps_of_a_scene_have_its_colliders_tags_tiles_and_pictures()
    {
        foreach (string tag in new[] { "Obstacle", "Start", "End" })
        {
            Scene.DefineTag(tag);
            Add<Camera>(new Vector3(tag.Length, 0f, 3f)).gameObject.tag = tag;
        }
        SceneSources sources = Add<SceneSources>(Vector3.zero);
        sources.obstacleLayers = 1 << 3;
        Colliders.AddBox(new Vector3(0.25f, 0f, 0.25f), new Vector3(0.4f, 1f, 0.4f), 3);
        using (PathGrid grid = sources.FromColliders())
        {
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(new GridCell(25, 20)));
            grid.FillRect(0, 0, 50, 40, CellType.Walkable);
            sources.AddBoxes(grid);
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(new GridCell(25, 20)));
        }
        UnityEngine.Grid layout = Add<UnityEngine.Grid>(Vector3.zero);
        sources.ground = Tilemap(layout);
        sources.walls = Tilemap(layout);
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        sources.ground.SetTile(new Vector3Int(0, 0, 0), tile);
        sources.ground.SetTile(new Vector3Int(4, 3, 0), tile);
        sources.walls.SetTile(new Vector3Int(2, 1, 0), tile);
        using (PathGrid grid = sources.FromTilemap())
        {
            Assert.AreEqual(5, grid.Width);
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(new GridCell(2, 1)));
            sources.TearDown(grid, new GridCell(2, 1));
            Assert.AreEqual(CellType.Walkable, grid.GetCell(new GridCell(2, 1)));
            Assert.That(sources.walls.HasTile(new Vector3Int(2, 1, 0)), Is.False);
        }
        sources.picture = new Texture2D(2, 1);
        sources.picture.SetPixels32(new[] { new Color32(255, 255, 255, 255), new Color32(0, 0, 0, 255) });
        using (PathGrid grid = sources.FromPicture())
        {
            Assert.AreEqual(CellType.Walkable, grid.GetCell(new GridCell(0, 0)));
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(new GridCell(1, 0)));
        }
    }

    [Test]
    public void A_crate_covers_cells_and_painted_roads_lie_over_the_scan()
    {
        CrateYard yard = Add<CrateYard>(Vector3.zero);
        yard.ground = _ground;
        BoxCollider crate = Add<BoxCollider>(new Vector3(5.5f, 0f, 5.5f));
        yard.crate = crate.gameObject;
        yard.wall = Add<BoxCollider>(new Vector3(8.5f, 0f, 8.5f));
        yard.wall.gameObject.layer = 3;
        _ground.ObstacleLayers = 1 << 3;
        Physics.SyncTransforms();
        _ground.RefreshObstacles();
        Assert.AreEqual(CellType.Obstacle, _ground.Grid.GetCell(new GridCell(8, 8)));
        Wait(0.2f);
        Assert.That(Covered(new GridCell(5, 5)), Is.True);
        crate.transform.position = new Vector3(9.5f, 0f, 5.5f);
        Physics.SyncTransforms();
        Wait(1f);
        Assert.That(Covered(new GridCell(5, 5)), Is.False);
        Assert.That(Covered(new GridCell(9, 5)), Is.True);
        // The stand-in's colliders stay where an object is switched off.
        Colliders.Clear();
        yard.BreakWall();
        Assert.That(yard.wall.gameObject.activeSelf, Is.False);
        Assert.AreEqual(CellType.Walkable, _ground.Grid.GetCell(new GridCell(8, 8)));
        PaintedRoad road = Add<PaintedRoad>(Vector3.zero);
        road.Level = _ground;
        Wait(0.1f);
        Assert.AreEqual((CellType)4, _ground.Grid.GetCell(new GridCell(2, 12)));
        Assert.AreEqual(CellType.Walkable, _ground.Grid.GetCell(new GridCell(11, 12)));
        byte[] penalties = new byte[400];
        _ground.Grid.GetPenalties(penalties);
        Assert.AreEqual(32, penalties[13 * 20 + 7]);
    }

    [Test]
    public void A_loading_screen_measures_landmarks()
    {
        Add<LoadingScreen>(Vector3.zero).Level = _ground.Grid;
        Wait(0.1f);
        Assert.That(_log.Lines.Single().Contains("Landmarks"), Is.True, _log.Lines.Single());
        Assert.AreEqual(SearchEngine.Landmarks, _ground.Grid.Engine);
    }

    [Test]
    public void Walkers_and_archers_go_and_shoot_straight()
    {
        StraightWalker walker = Add<StraightWalker>(new Vector3(1.5f, 0f, 1.5f));
        Archer archer = Add<Archer>(new Vector3(1.5f, 0f, 3.5f));
        Transform target = Add<Camera>(new Vector3(15.5f, 0f, 3.5f)).transform;
        walker.ground = archer.ground = _ground;
        walker.target = archer.target = target;
        Assert.That(archer.CanShoot(), Is.True);
        archer.Charge();
        Assert.That(_log.Lines, Is.Empty);
        _ground.Grid.FillRect(8, 2, 1, 6, CellType.Obstacle);
        Assert.That(archer.CanShoot(), Is.False);
        archer.Charge();
        Assert.That(_log.Lines.Single().StartsWith("Log: stopped at "), Is.True);
        Assert.That(walker.Plan(), Is.True);
        Wait(8f);
        Assert.That(Vector3.Distance(walker.transform.position, target.position), Is.LessThan(0.01f));
    }

    [Test]
    public void An_army_marches_drives_and_sails_each_on_its_ground()
    {
        Army army = Add<Army>(Vector3.zero);
        army.Level = _ground.Grid;
        Wait(0.1f);
        _ground.Grid.FillRect(0, 10, 20, 3, (CellType)5);
        GridCell low = new GridCell(2, 2), high = new GridCell(2, 17), sea = new GridCell(2, 11);
        Assert.That(army.March(low, high).Found, Is.False);
        Assert.That(army.Drive(low, new GridCell(15, 2)).Found, Is.True);
        Assert.That(army.Sail(sea, new GridCell(17, 11)).Found, Is.True);
        Assert.That(army.Sail(sea, low).Found, Is.False);
        Add<Terrains>(Vector3.zero);
        Wait(0.1f);
        Assert.AreEqual("Log: water is type 5", _log.Lines.Single());
    }

    [Test]
    public void A_meadow_of_tiles_has_the_types_of_its_tiles()
    {
        UnityEngine.Grid layout = Add<UnityEngine.Grid>(Vector3.zero);
        Meadow meadow = Add<Meadow>(Vector3.zero);
        meadow.ground = Tilemap(layout);
        meadow.walls = Tilemap(layout);
        TileBase[] tiles =
            Enumerable.Range(0, 5).Select(i => (TileBase)ScriptableObject.CreateInstance<Tile>()).ToArray();
        meadow.grassTile = tiles[0];
        meadow.roadTile = tiles[1];
        meadow.swampTile = tiles[2];
        meadow.waterTile = tiles[3];
        for (int i = 0; i < 5; i++)
        {
            meadow.ground.SetTile(new Vector3Int(i, 0, 0), tiles[i % 4]);
        }
        meadow.walls.SetTile(new Vector3Int(4, 0, 0), tiles[4]);
        using (PathGrid grid = meadow.Create())
        {
            CellType[] types = Enumerable.Range(0, 5).Select(x => grid.GetCell(new GridCell(x, 0))).ToArray();
            Assert.AreEqual(new[] { (CellType)2, (CellType)3, (CellType)4, (CellType)5, CellType.Obstacle }, types);
        }
    }

    [Test]
    public void A_deck_moves_with_its_ship_and_a_hero_walks_where_a_wall_was()
    {
        Deck deck = Add<Deck>(new Vector3(3f, 0f, 0f));
        Wait(0.1f);
        deck.transform.position = new Vector3(30f, 0f, 5f);
        Wait(0.1f);
        Assert.AreEqual(1, GridStarLibrary.LiveGridCount - 1, "the deck's and the ground's");
        UnityEngine.Grid layout = Add<UnityEngine.Grid>(Vector3.zero);
        IsometricHero script = Add<IsometricHero>(Vector3.zero);
        Tilemap tiles = Tilemap(layout);
        script.walls = Tilemap(layout);
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        for (int i = 0; i < 9; i++)
        {
            tiles.SetTile(new Vector3Int(i % 3, i / 3, 0), tile);
        }
        script.walls.SetTile(new Vector3Int(1, 1, 0), tile);
        script.level = layout.gameObject.AddComponent<TilemapGrid>();
        script.level.Ground.Add(tiles);
        script.level.Walls.Add(script.walls);
        script.hero = Add<PathFollower>(new Vector3(0.5f, 0.5f, 0f));
        Wait(0.1f);
        Assert.AreSame(script.level.Grid, script.hero.Grid);
        Assert.AreEqual(CellType.Obstacle, script.level.Grid.GetCell(new GridCell(1, 1)));
        script.TearDown(new Vector3Int(1, 1, 0));
        Assert.AreEqual(CellType.Walkable, script.level.Grid.GetCell(new GridCell(1, 1)));
    }

    [Test]
    public void Goals_that_cannot_be_reached_are_told_and_places_are_found_beside_them()
    {
        _ground.Grid.FillRect(10, 0, 1, 20, CellType.Obstacle);
        NearWalker walker = Add<NearWalker>(new Vector3(1.5f, 0f, 1.5f));
        walker.ground = _ground;
        walker.GoTo(new Vector3(15.5f, 0f, 1.5f));
        walker.transform.position = new Vector3(-5f, 0f, 1.5f);
        walker.GoTo(new Vector3(15.5f, 0f, 1.5f));
        walker.transform.position = new Vector3(1.5f, 0f, 1.5f);
        Assert.That(_log.Lines[0].StartsWith("Log: As near as I can get: "), Is.True, _log.Lines[0]);
        Assert.AreEqual("Log: No path: StartOutside", _log.Lines[1]);
        Transform item = Add<Camera>(new Vector3(10.5f, 0f, 5.5f)).transform;
        Assert.That(Placing.PutOnGround(_ground.Grid, item), Is.True);
        Assert.AreNotEqual(10, _ground.Grid.AnchorAt(item.position, 1).X);
        Vector3 from = walker.transform.position;
        Assert.That(Placing.CanComeNear(_ground.Grid, from, new Vector3(12.5f, 0f, 5.5f), 2), Is.False);
        Assert.That(Placing.CanComeNear(_ground.Grid, from, new Vector3(12.5f, 0f, 5.5f), 4), Is.True);
    }

    [Test]
    public void A_lesson_shows_a_search()
    {
        FirstLesson lesson = Add<FirstLesson>(Vector3.zero);
        Wait(0.5f);
        SearchViewer viewer = lesson.GetComponent<SearchViewer>();
        Assert.AreEqual(SearchOrder.GreedyBestFirst, viewer.Order);
        Wait(5f);
    }

    [Test]
    public void Hordes_waves_hounds_and_townsmen_come_to_their_goals()
    {
        Horde horde = Add<Horde>(Vector3.zero);
        horde.Ground = _ground;
        horde.Gate = new Vector2Int(15, 15);
        Wave wave = Add<Wave>(Vector3.zero);
        wave.ground = _ground;
        wave.gate = Add<Camera>(new Vector3(15.5f, 0f, 2.5f)).transform;
        wave.attackers = new[] { Add<Camera>(new Vector3(2.5f, 0f, 2.5f)).transform };
        Hound hound = Add<Hound>(new Vector3(1.5f, 0f, 8.5f), typeof(PathFollower));
        hound.ground = _ground;
        hound.player = Add<Camera>(new Vector3(12.5f, 0f, 8.5f)).transform;
        Townsman townsman = Add<Townsman>(new Vector3(5.5f, 0f, 15.5f), typeof(PathFollower));
        townsman.GetComponent<PathFollower>().GridSource = _ground;
        Wait(12f);
        Assert.That(townsman.GetComponent<PathFollower>().Avoidance, Is.True);
        Assert.AreEqual(new GridCell(15, 2), _ground.Grid.AnchorAt(wave.attackers[0].position, 1));
        Assert.That(_log.Lines.Contains("Log: caught"), Is.True, string.Join("\n", _log.Lines.ToArray()));
        Overlay overlay = Add<Overlay>(Vector3.zero);
        overlay.Ground = _ground;
        PathFieldView view = overlay.ShowRange(hound.player, 3f);
        for (int frame = 0; frame < 2000 && !view.IsShown; frame++)
        {
            // A thread of the library builds the range.
            Frames.Advance(0.05);
            System.Threading.Thread.Sleep(1);
        }
        Assert.That(view.IsShown, Is.True);
    }

    [Test]
    public void A_caretaker_locks_stairs_and_takes_a_ladder_away()
    {
        PathGridComponent upper = Add<PathGridComponent>(new Vector3(0f, 4f, 0f));
        upper.Rebuild();
        PathFloorsComponent house = Add<PathFloorsComponent>(Vector3.zero);
        house.Grids.Add(_ground);
        house.Grids.Add(upper);
        house.Links.Add(new FloorLinkSettings
        {
            FromPosition = new Vector3(2.5f, 0f, 2.5f), ToPosition = new Vector3(2.5f, 4f, 2.5f), Cost = 2f,
        });
        Caretaker caretaker = Add<Caretaker>(Vector3.zero);
        caretaker.house = house;
        caretaker.guest = Add<PathFollower>(new Vector3(5.5f, 0f, 5.5f));
        caretaker.ladderFoot = Add<Camera>(new Vector3(7.5f, 0f, 7.5f)).transform;
        caretaker.ladderHead = Add<Camera>(new Vector3(7.5f, 4f, 7.5f)).transform;
        Wait(0.1f);
        List<FloorStep> path = new List<FloorStep>();
        FloorCell from = new FloorCell(0, 7, 7), to = new FloorCell(1, 7, 7);
        Assert.AreEqual(8.0, house.Floors.FindPath(from, to, path).Cost, "by the ladder");
        caretaker.TakeLadderAway();
        Assert.That(house.Floors.FindPath(from, to, path).Cost, Is.GreaterThan(8.0), "by the stairs");
        caretaker.LockStairs(true);
        Assert.That(house.Floors.FindPath(from, to, path).Found, Is.False);
        caretaker.LockStairs(false);
        Assert.That(house.Floors.FindPath(from, to, path).Found, Is.True);
    }

    private bool Covered(GridCell cell)
    {
        List<GridCell> path = new List<GridCell>();
        return !_ground.Grid.FindPath(new GridCell(0, 19), cell, path).Found;
    }

    private static Tilemap Tilemap(UnityEngine.Grid layout)
    {
        GameObject child = new GameObject();
        child.transform.SetParent(layout.transform);
        return child.AddComponent<Tilemap>();
    }
}
