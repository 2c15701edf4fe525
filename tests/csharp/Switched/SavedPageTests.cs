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
    public void The_nearest_shop_is_the_cheapest_of_all_and_lies_nearest_to_a_link_end_or_the_unit()
    {
        const int Seed = 11;
        Random random = new Random(Seed);
        for (int round = 0; round < 20; round++)
        {
            using (PathGrid low = new PathGrid(new CellMap(12, 12).AddRandomObstacles(0.3, (ulong)random.Next())))
            using (PathGrid high = new PathGrid(new CellMap(12, 12).AddRandomObstacles(0.3, (ulong)random.Next())))
            using (PathFloors floors = new PathFloors(low, high))
            {
                var ends = new List<FloorCell> { Any(random, 0) };
                for (int i = 0; i < 3; i++)
                {
                    FloorCell from = Any(random, 0), to = Any(random, 1);
                    floors.AddLink(from, to, 2.0);
                    ends.Add(from);
                    ends.Add(to);
                }
                List<FloorCell> shops = Enumerable.Range(0, 10).Select(i => Any(random, i % 2)).ToList();
                var path = new List<FloorStep>();
                int found = NearestShop.Find(floors, ends[0], shops, path);
                double[] costs = shops.Select(shop => floors.FindPath(ends[0], shop, new List<FloorStep>()))
                    .Select(result => result.Found ? result.Cost : double.PositiveInfinity).ToArray();
                string map = "seed " + Seed + ", round " + round;
                Assert.AreEqual(double.IsInfinity(costs.Min()), found < 0, map);
                Assert.AreEqual(found < 0, path.Count == 0, map);
                if (found >= 0)
                {
                    Assert.AreEqual(costs.Min(), costs[found], map);
                    Assert.AreEqual(shops[found], path[path.Count - 1].FloorCell, map);
                    double least = Nearest(new[] { low, high }, ends, shops).Min(shop => costs[shop]);
                    Assert.AreEqual(costs.Min(), least, 1e-9, map);
                }
            }
        }
    }

    /// <summary>The shops that are nearest to the cells on their floors.</summary>
    private static IEnumerable<int> Nearest(PathGrid[] grids, List<FloorCell> cells, List<FloorCell> shops)
    {
        foreach (FloorCell cell in cells)
        {
            int[] there = Enumerable.Range(0, shops.Count).Where(i => shops[i].Floor == cell.Floor).ToArray();
            var nearest = new List<GoalCost>();
            GridCell[] goals = there.Select(i => shops[i].Cell).ToArray();
            grids[cell.Floor].FindNearestGoals(cell.Cell, goals, nearest, default(PathQuery), 1);
            foreach (GoalCost one in nearest)
            {
                yield return there[one.Index];
            }
        }
    }

    private static FloorCell Any(Random random, int floor)
        => new FloorCell(floor, random.Next(12), random.Next(12));
}
