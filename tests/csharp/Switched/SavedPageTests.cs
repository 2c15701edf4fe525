using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using Pages.Floors;
using Pages.SavedGrids;
using UnityEngine;
using UnityEngine.Standin;
using Random = System.Random;

/// <summary>Runs scripts of saved-grids.md and floors.md, and replaces a grid of which others know.</summary>
public class SavedPageTests
{
    private PathGridComponent _ground;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        _ground = new GameObject().AddComponent<PathGridComponent>();
        _ground.Width = 16;
        _ground.Height = 12;
        _ground.Rebuild();
    }

    [TearDown]
    public void DestroyScene()
    {
        Scene.DestroyObjectOf(_ground);
    }

    [Test]
    public void A_save_game_of_a_baked_level_brings_back_what_has_changed()
    {
        PathGridAsset asset = ScriptableObject.CreateInstance<PathGridAsset>();
        Assert.Throws<InvalidOperationException>(() => asset.GetBytes());
        _ground.Grid.FillRect(8, 0, 1, 12, CellType.Obstacle);
        asset.Store(_ground.Grid);
        _ground.Baked = asset;
        BakedSaveGame game = _ground.gameObject.AddComponent<BakedSaveGame>();
        game.ground = _ground;
        _ground.Grid.SetCell(8, 5, CellType.Walkable);
        byte[] changes = game.Write();
        _ground.Grid.SetCell(8, 5, CellType.Obstacle);
        _ground.Grid.SetCell(3, 3, CellType.Obstacle);
        PathGrid before = _ground.Grid;
        game.Read(changes);
        Assert.IsTrue(before.IsDisposed);
        Assert.AreEqual(CellType.Walkable, _ground.Grid.GetCell(8, 5));
        Assert.AreEqual(CellType.Walkable, _ground.Grid.GetCell(3, 3));
        Assert.AreEqual(CellType.Obstacle, _ground.Grid.GetCell(8, 6));

        byte[] bytes = asset.GetBytes();
        Assert.AreEqual(asset.ByteCount, bytes.Length);
        bytes[0] ^= 1;
        asset.Load().Dispose();
        using (PathGrid read = SaveGame.Read(asset.GetBytes(), changes))
        {
            Assert.AreEqual(CellType.Walkable, read.GetCell(8, 5));
        }
    }

    [Test]
    public void Things_of_the_grid_before_end_as_the_page_says()
    {
        PathGrid before = _ground.Grid;
        PathField field = before.CreateField(new GridCell(15, 0));
        PathCrowd crowd = new PathCrowd(before);
        PathCover cover = before.CreateCover();
        PathReservations plans = new PathReservations(before, 16);
        PathFloors floors = new PathFloors(before);
        double cost = field.GetCost(new GridCell(0, 0));
        _ground.SetGrid(new PathGrid(16, 12));
        Assert.AreEqual(cost, field.GetCost(new GridCell(0, 0)));
        Assert.Throws<ObjectDisposedException>(() => field.Update());
        Assert.Throws<ObjectDisposedException>(() => crowd.Tick(0.05f, new float[0], new float[0], new float[0]));
        Assert.Throws<ObjectDisposedException>(() => cover.SetRect(new CellRect(0, 0, 1, 1)));
        var agents = new[] { new PlannedAgent(new GridCell(0, 0), new GridCell(1, 0)) };
        Assert.Throws<ObjectDisposedException>(() => plans.Plan(agents, 1, new PlanCell[17], new PlanResult[1]));
        floors.SetFloor(0, _ground.Grid);
        var path = new List<FloorStep>();
        Assert.IsTrue(floors.FindPath(new FloorCell(0, 0, 0), new FloorCell(0, 5, 5), path).Found);
        floors.Dispose();
        plans.Dispose();
        crowd.Dispose();
        field.Dispose();
    }

    [Test]
    public void The_way_to_the_nearest_shop_is_the_cheapest_of_all()
    {
        const int Seed = 11;
        Random random = new Random(Seed);
        for (int round = 0; round < 20; round++)
        {
            using (PathGrid low = new PathGrid(new CellMap(12, 12).AddRandomObstacles(0.3, (ulong)random.Next())))
            using (PathGrid high = new PathGrid(new CellMap(12, 12).AddRandomObstacles(0.3, (ulong)random.Next())))
            using (PathFloors floors = new PathFloors(low, high))
            {
                int link = 0;
                for (int i = 0; i < 3; i++)
                {
                    link = floors.AddLink(Any(random, 0), Any(random, 1), 2.0);
                }
                FloorCell here = Any(random, 0);
                FloorCell[] places = Enumerable.Range(0, 10).Select(i => Any(random, i % 2)).ToArray();
                Shops shops = new Shops(floors, places);
                for (int change = 0; change < 2; change++)
                {
                    double least = places.Select(shop => floors.FindPath(here, shop, new List<FloorStep>()))
                        .Where(result => result.Found).Select(result => result.Cost)
                        .DefaultIfEmpty(double.PositiveInfinity).Min();
                    string map = "seed " + Seed + ", round " + round;
                    var path = new List<FloorStep>();
                    Assert.AreEqual(!double.IsInfinity(least), shops.FindWay(here, path), map);
                    Assert.AreEqual(least, shops.StepFrom(here).Cost, 1e-9, map);
                    if (path.Count > 0)
                    {
                        Assert.Contains(path[path.Count - 1].FloorCell, places, map);
                    }
                    floors.SetLinkClosed(link, true);
                    shops.Update();
                }
            }
        }
    }

    private static FloorCell Any(Random random, int floor)
        => new FloorCell(floor, random.Next(12), random.Next(12));
}
