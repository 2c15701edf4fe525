using System.Collections.Generic;
using System.Threading;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class MarketSampleTests
{
    /// <summary>In which everybody crosses, also on a slow machine.</summary>
    private const int Long = 20000;

    private MarketSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _sample = SampleScene.Add<MarketSample>();
        _sample.count = 40;
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
        Assert.AreEqual(0, GridStarLibrary.LiveCrowdCount);
    }

    [TestCase(1)]
    [TestCase(2)]
    public void Everybody_crosses_and_nobody_runs_into_walls_or_stands_in_another_one(int gateWidth)
    {
        _sample.gateWidth = gateWidth;
        float nearest = PlayUntilAllHaveCrossed();
        // Discs of 0.35 cells, which a jam presses a little.
        Assert.That(nearest, Is.GreaterThan(0.7f * 0.8f));
        Assert.AreEqual(15, SampleScene.Squares(_sample, "Stall").Count);
    }

    [Test]
    public void The_streams_cross_a_map_of_your_own()
    {
        PathGridComponent ground = new GameObject("Ground").AddComponent<PathGridComponent>();
        ground.Width = 20;
        ground.Height = 20;
        ground.CellSize = 2f;
        ground.Rebuild();
        // Of another type than most cells, and with a wall.
        ground.Grid.FillRect(0, 0, 20, 20, (CellType)7);
        ground.Grid.FillRect(9, 0, 2, 8, CellType.Obstacle);
        _sample.ground = ground;
        _sample.count = 20;
        PlayUntilAllHaveCrossed();
        Assert.AreSame(ground, _sample.Walkers[0].GridSource);
        // They go on where the map is built anew.
        ground.Rebuild();
        PlayUntilAllHaveCrossed();
        Object.DestroyImmediate(ground.gameObject);
    }

    [TestCase(CellLayout.Square, "obstacle")]
    [TestCase(CellLayout.HexOddRows, "hexagons")]
    public void A_map_on_which_nobody_can_walk_is_told(CellLayout layout, string told)
    {
        PathGridComponent ground = new GameObject("Ground").AddComponent<PathGridComponent>();
        ground.Width = 6;
        ground.Height = 6;
        ground.Layout = layout;
        ground.Rebuild();
        ground.Grid.FillRect(0, 0, 6, 6, CellType.Obstacle);
        _sample.ground = ground;
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(1.0 / 30.0);
            Assert.AreEqual(1, log.Lines.Count);
            StringAssert.Contains(told, log.Lines[0]);
        }
        Assert.That(_sample.Walkers, Is.Empty);
        Object.DestroyImmediate(ground.gameObject);
    }

    /// <summary>Returns the smallest distance of two walkers, after they have come apart from where they began.
    /// </summary>
    private float PlayUntilAllHaveCrossed()
    {
        float nearest = float.PositiveInfinity;
        HashSet<PathFollower> crossed = new HashSet<PathFollower>();
        for (int frame = 0; frame < Long; frame++)
        {
            Frames.Advance(1.0 / 30.0);
            Thread.Sleep(0);
            for (int i = 0; i < _sample.Walkers.Count; i++)
            {
                PathFollower walker = _sample.Walkers[i];
                if (frame == 0)
                {
                    walker.Arrived += arrived => crossed.Add(arrived);
                }
                Assert.That(_sample.Grid.TryGetCellAt(walker.transform.position, out GridCell cell), Is.True);
                Assert.AreNotEqual(CellType.Obstacle, _sample.Grid.GetCell(cell), "frame " + frame);
                for (int k = 0; k < i && frame > 60; k++)
                {
                    nearest = Mathf.Min(nearest, Vector3.Distance(
                        walker.transform.position, _sample.Walkers[k].transform.position));
                }
            }
            if (crossed.Count == _sample.Walkers.Count)
            {
                return nearest;
            }
        }
        Assert.Fail(crossed.Count + " have crossed in " + Long + " frames");
        return nearest;
    }
}
