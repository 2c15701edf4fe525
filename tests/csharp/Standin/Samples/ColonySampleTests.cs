using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class ColonySampleTests
{
    private readonly List<PathFollower> _onLink = new List<PathFollower>();
    private ColonySample _sample;
    private int _objects;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _objects = LiveObjects;
        Screens.PixelsPerUnit = 32f;
        _sample = SampleScene.Add<ColonySample>();
    }

    private static int LiveObjects
        => GridStarLibrary.LiveFloorsCount + GridStarLibrary.LiveGridCount + GridStarLibrary.LiveCrowdCount;

    [TearDown]
    public void RemoveSample()
    {
        DrawnGui.Pressed = null;
        SampleScene.End(_sample);
        // What other tests have left may go meanwhile.
        Assert.That(LiveObjects, Is.AtMost(_objects));
    }

    [Test]
    public void Two_hundred_colonists_go_from_storey_to_storey_and_take_the_stairs_by_turns()
    {
        Frames.Advance(0.02);
        Assert.AreEqual(200, _sample.ColonistCount);
        Assert.AreEqual(6, _sample.StairsCount);
        int[] crossings = new int[200];
        int[] links = new int[200];
        for (int frame = 0; frame < 500; frame++)
        {
            Play(1);
            for (int i = 0; i < 200; i++)
            {
                int link = _sample.ColonistAt(i).CurrentLink;
                crossings[i] += link != 0 && links[i] == 0 ? 1 : 0;
                links[i] = link;
            }
        }
        Assert.That(crossings.Sum(), Is.GreaterThan(35));
        Assert.That(crossings.Count(number => number > 0), Is.GreaterThan(25));
        Assert.IsTrue(Enumerable.Range(0, 200).All(i => _sample.ColonistAt(i).enabled));
    }

    [Test]
    public void A_click_locks_stairs_and_another_one_opens_them()
    {
        _sample.count = 60;
        Play(50);
        Assert.IsFalse(_sample.IsLocked(1));
        Clicks.PressAt(_sample.FootOf(1));
        Play(1);
        Assert.IsTrue(_sample.IsLocked(1));
        int link = _sample.House.Floors.GetLinks()[1];
        Play(150);
        // Who was on them has left, and nobody else has come.
        for (int frame = 0; frame < 200; frame++)
        {
            Play(1);
            Assert.AreEqual(0, _sample.House.GetFollowersOn(link, _onLink), "frame " + frame);
        }
        Clicks.PressAt(_sample.FootOf(1));
        Play(1);
        Assert.IsFalse(_sample.IsLocked(1));
        int users = 0;
        for (int frame = 0; frame < 800 && users == 0; frame++)
        {
            Play(1);
            users += _sample.House.GetFollowersOn(link, _onLink);
        }
        Assert.That(users, Is.GreaterThan(0));
    }

    [Test]
    public void Loading_goes_back_to_what_was_saved()
    {
        _sample.count = 60;
        Play(120);
        _sample.SetLocked(2, true);
        ulong hash = _sample.House.Floors.Hash;
        Vector3[] places = Places();
        Press("Load");
        CollectionAssert.AreEqual(places, Places(), "nothing was saved yet");
        Press("Save");
        Vector3?[] jobs = Jobs();
        _sample.SetLocked(2, false);
        _sample.House.Floors.GetFloor(1).FillRect(3, 3, 4, 4, CellType.Obstacle);
        Play(200);
        CollectionAssert.AreNotEqual(places, Places());
        Press("Load");
        for (int i = 0; i < 60; i++)
        {
            Vector3 place = _sample.ColonistAt(i).transform.position;
            bool wasOnStairs = !_sample.House.TryGetCellAt(places[i], out _);
            Assert.That(place == places[i] || wasOnStairs, "colonist " + i);
            Assert.IsTrue(_sample.House.TryGetCellAt(place, out _), "colonist " + i);
        }
        CollectionAssert.AreEqual(jobs, Jobs());
        Assert.IsTrue(_sample.IsLocked(2));
        Assert.AreEqual(hash, _sample.House.Floors.Hash);
        int before = Enumerable.Range(0, 60).Count(i => _sample.ColonistAt(i).HasArrived);
        Play(400);
        Assert.IsTrue(Enumerable.Range(0, 60).All(i => _sample.ColonistAt(i).enabled));
        CollectionAssert.AreNotEqual(jobs, Jobs(), "they work on, " + before);
    }

    /// <summary>Advances frames, and expects that nobody walks in a wall, or meets another one on stairs.</summary>
    private void Play(int frames)
    {
        for (int frame = 0; frame < frames; frame++)
        {
            Frames.Advance(0.033);
            foreach (int link in _sample.House.Floors.GetLinks())
            {
                _sample.House.GetFollowersOn(link, _onLink);
                for (int i = 1; i < _onLink.Count; i++)
                {
                    Assert.AreEqual(_onLink[0].FloorTracker.Next.FloorCell, _onLink[i].FloorTracker.Next.FloorCell);
                }
            }
            for (int i = 0; i < _sample.ColonistCount; i++)
            {
                PathFollower colonist = _sample.ColonistAt(i);
                if (colonist.CurrentLink == 0)
                {
                    Vector3 place = colonist.transform.position;
                    Assert.IsTrue(_sample.House.TryGetCellAt(place, out FloorCell cell), "at " + place);
                    Assert.AreEqual(CellType.Walkable, _sample.House.Floors.GetFloor(cell.Floor).GetCell(cell.Cell));
                }
            }
        }
    }

    private Vector3[] Places()
        => Enumerable.Range(0, _sample.ColonistCount).Select(i => _sample.ColonistAt(i).transform.position).ToArray();

    private Vector3?[] Jobs()
        => Enumerable.Range(0, _sample.ColonistCount).Select(i => _sample.ColonistAt(i).TargetPosition).ToArray();

    private static void Press(string text)
    {
        DrawnGui.Pressed = text;
        Frames.DrawGui(EventType.Repaint);
        DrawnGui.Pressed = null;
    }
}
