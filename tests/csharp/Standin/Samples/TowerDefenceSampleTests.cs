using System;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class TowerDefenceSampleTests
{
    private TowerDefenceSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        Screens.PixelsPerUnit = 16f;
        _sample = SampleScene.Add<TowerDefenceSample>();
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
        Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
    }

    [TestCase(GridPlane.XY)]
    [TestCase(GridPlane.XZ)]
    public void A_thousand_attackers_come_to_the_gate_around_towers_and_never_through_walls(GridPlane plane)
    {
        _sample.plane = plane;
        _sample.transform.position = new Vector3(-18f, -8f, -5f);
        _sample.perSecond = 500f;
        _sample.speed = 8f;
        _sample.towerPrice = 0;
        _sample.towerRange = 0f;
        Frames.Advance(0.02);
        System.Random random = new System.Random(3);
        int most = 0;
        for (int frame = 0; frame < 3000 && _sample.Passed < 1000; frame++)
        {
            if (frame % 10 == 0 && _sample.Towers.Count < 60)
            {
                _sample.TryBuild(new GridCell(random.Next(36), random.Next(16)));
            }
            Frames.Advance(0.02);
            most = Math.Max(most, _sample.Attackers);
            RequireFree("frame " + frame);
        }
        Assert.AreEqual(1000, _sample.Passed);
        Assert.That(most, Is.GreaterThan(500));
        Assert.That(_sample.Towers.Count, Is.GreaterThan(30));
    }

    [Test]
    public void A_tower_that_would_shut_a_spawn_or_an_attacker_off_is_refused()
    {
        _sample.level = "a..#....\na..#...g\n........\n...#....\n";
        _sample.gold = 1000;
        Frames.Advance(0.02);
        ulong revision = _sample.Grid.Revision;
        Assert.That(_sample.TryBuild(new GridCell(3, 1)), Is.False, "the only gap");
        Assert.That(_sample.TryBuild(new GridCell(7, 2)), Is.False, "the gate");
        Assert.That(_sample.TryBuild(new GridCell(0, 3)), Is.False, "a spawn");
        Assert.That(_sample.TryBuild(new GridCell(3, 0)), Is.False, "rock");
        Assert.That(_sample.TryBuild(new GridCell(-1, 0)), Is.False, "off the map");
        Assert.AreEqual(revision, _sample.Grid.Revision);
        Assert.AreEqual(1000, _sample.gold);
        // An attacker in the lower right corner would be shut in.
        _sample.Positions[0] = _sample.Grid.GetCellCenter(new GridCell(7, 0));
        Assert.That(_sample.TryBuild(new GridCell(6, 0)), Is.True);
        Assert.That(_sample.TryBuild(new GridCell(7, 1)), Is.False, "an attacker behind it");
        Assert.AreEqual(980, _sample.gold);
    }

    [Test]
    public void Towers_shoot_who_comes_near_and_each_hit_brings_gold()
    {
        _sample.count = 60;
        _sample.perSecond = 100f;
        Frames.Advance(0.02);
        for (int x = 3; x < 10; x++)
        {
            Assert.That(_sample.TryBuild(new GridCell(x, 12)), Is.True);
        }
        Assert.AreEqual(60, _sample.gold);
        for (int frame = 0; frame < 2000 && _sample.Shot + _sample.Passed < 60; frame++)
        {
            Frames.Advance(0.02);
            RequireFree("frame " + frame);
        }
        Assert.That(_sample.Shot, Is.GreaterThan(40));
        Assert.AreEqual(60, _sample.Shot + _sample.Passed);
        Assert.AreEqual(60 + _sample.Shot, _sample.gold);
        Assert.AreEqual(0, _sample.Attackers);
    }

    [Test]
    public void A_click_builds_a_tower_and_costs_gold()
    {
        Frames.Advance(0.02);
        Clicks.PressAt(new Vector3(20.5f, 3.5f, 0f));
        Frames.Advance(0.02);
        Assert.AreEqual(new GridCell(20, 3), _sample.Towers[0]);
        Assert.AreEqual(1, SampleScene.Squares(_sample, "Tower").Count);
        Assert.AreEqual(CellType.Obstacle, _sample.Grid.GetCell(20, 3));
        Assert.AreEqual(180, _sample.gold);
        _sample.gold = 19;
        Assert.That(_sample.TryBuild(new GridCell(21, 3)), Is.False);
    }

    [Test]
    public void Attackers_take_the_road_though_it_is_longer()
    {
        _sample.level = "arrrrr\nm....r\nmmmm.r\nmmmm.g\n";
        _sample.count = 1;
        Frames.Advance(0.02);
        // In the last column the road turns, and an attacker cuts its corner.
        bool[] isOnRoad = new bool[5];
        for (int frame = 0; frame < 400 && _sample.Passed == 0; frame++)
        {
            Frames.Advance(0.02);
            if (_sample.Attackers > 0 && _sample.Grid.TryGetCellAt(_sample.Positions[0], out GridCell cell))
            {
                if (cell.X < isOnRoad.Length)
                {
                    isOnRoad[cell.X] |= cell.Y == 3;
                }
            }
        }
        Assert.AreEqual(1, _sample.Passed);
        Assert.That(Array.TrueForAll(isOnRoad, column => column), Is.True);
    }

    private void RequireFree(string history)
    {
        for (int i = 0; i < _sample.Attackers; i++)
        {
            Assert.That(_sample.Grid.TryGetCellAt(_sample.Positions[i], out GridCell cell), Is.True, history);
            Assert.That(_sample.Grid.GetCell(cell), Is.Not.EqualTo(CellType.Obstacle), history + ": " + cell);
        }
    }
}
