using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers on floors that keep apart, and take links by turns.</summary>
[Category("AnyUnity")]
public class FloorAvoidanceTests : FloorScene
{
    private const double Frame = 1.0 / 30.0;

    /// <summary>Radius of a follower on cells of 1, by default.</summary>
    private const float Radius = 0.35f;

    private readonly List<PathFollower> _followers = new List<PathFollower>();
    private readonly List<PathFollower> _onLink = new List<PathFollower>();
    private int _stairs;

    [SetUp]
    public void AddHouse()
    {
        _followers.Clear();
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 4f, 0f));
        foreach (PathGridComponent grid in new[] { Ground, Upper })
        {
            grid.Width = 16;
            grid.Height = 12;
            grid.Rebuild();
        }
        _stairs = Floors.AddLink(new Vector3(7.5f, 0f, 6.5f), new Vector3(10.5f, 4f, 6.5f), 3.0);
    }

    [TearDown]
    public void LeaveCrowds()
    {
        _followers.ForEach(follower => Scene.DestroyObjectOf(follower));
        DestroyScene();
        Assert.AreEqual(0, GridStarLibrary.LiveCrowdCount);
    }

    private PathFollower Add(Vector3 position, Vector3 target)
    {
        AddFollower(position, target);
        Follower.Avoidance = true;
        Follower.StoppingDistance = 0f;
        _followers.Add(Follower);
        return Follower;
    }

    /// <summary>Plays until a condition holds, and returns the least distance of two on one floor, off links.</summary>
    private float PlayUntil(Func<bool> isOver, int most)
    {
        float nearest = float.MaxValue;
        int frame = 0;
        for (; frame < most && !isOver(); frame++)
        {
            Frames.Advance(Frame);
            CheckLink("frame " + frame);
            nearest = Math.Min(nearest, NearestPair());
        }
        Assert.That(isOver(), Is.True, "after " + frame + " frames: " + string.Join(
            ", ", _followers.Select(follower => follower.transform.position.ToString()).ToArray()));
        return nearest;
    }

    private float NearestPair()
    {
        float nearest = float.MaxValue;
        for (int i = 0; i < _followers.Count; i++)
        {
            for (int j = 0; j < i; j++)
            {
                PathFollower one = _followers[i];
                PathFollower other = _followers[j];
                Vector3 way = one.transform.position - other.transform.position;
                bool isTogether = one.CurrentLink == 0 && other.CurrentLink == 0 && Math.Abs(way.y) < 1f;
                nearest = isTogether ? Math.Min(nearest, way.magnitude) : nearest;
            }
        }
        return nearest;
    }

    /// <summary>On the stairs, all go one way and keep apart.</summary>
    private void CheckLink(string when)
    {
        Floors.GetFollowersOn(_stairs, _onLink);
        Assert.AreEqual(_followers.Count(follower => follower.CurrentLink == _stairs), _onLink.Count, when);
        for (int i = 0; i < _onLink.Count; i++)
        {
            Assert.AreEqual(_onLink[0].FloorTracker.Next.FloorCell, _onLink[i].FloorTracker.Next.FloorCell, when);
            for (int j = 0; j < i; j++)
            {
                Vector3 way = _onLink[i].transform.position - _onLink[j].transform.position;
                Assert.That(way.magnitude, Is.GreaterThan(2f * Radius * 0.9f), when);
            }
        }
    }

    private bool HaveAllArrived() => _followers.TrueForAll(follower => follower.HasArrived);

    [Test]
    public void Two_that_meet_on_the_upper_floor_pass_each_other_and_one_above_another_does_not_count()
    {
        Add(new Vector3(1.5f, 4f, 2.5f), new Vector3(14.5f, 4f, 2.5f));
        Add(new Vector3(14.5f, 4f, 2.5f), new Vector3(1.5f, 4f, 2.5f));
        // Below them, one goes straight on.
        PathFollower below = Add(new Vector3(1.5f, 0f, 2.5f), new Vector3(14.5f, 0f, 2.5f));
        float off = 0f;
        float nearest = PlayUntil(
            () =>
            {
                off = Math.Max(off, Math.Abs(below.transform.position.z - 2.5f));
                return HaveAllArrived();
            },
            600);
        Assert.That(nearest, Is.GreaterThan(2f * Radius * 0.99f));
        Assert.That(off, Is.LessThan(0.01f));
        Assert.AreEqual(2, GridStarLibrary.LiveCrowdCount);
        Assert.That(_followers[0].transform.position.y, Is.EqualTo(4f).Within(1e-4f));
    }

    [Test]
    public void Two_who_meet_at_the_stairs_take_them_one_after_the_other()
    {
        Add(new Vector3(4.5f, 0f, 6.5f), new Vector3(13.5f, 4f, 6.5f));
        Add(new Vector3(13.5f, 4f, 6.5f), new Vector3(4.5f, 0f, 6.5f));
        List<int> links = new List<int>();
        PlayUntil(
            () =>
            {
                links.Add(Floors.GetFollowersOn(_stairs, _onLink));
                return HaveAllArrived();
            },
            900);
        Assert.AreEqual(1, links.Max());
        Assert.AreEqual(0, _followers[0].CurrentLink);
    }

    /// <summary>Twelve go up while twelve come down. Nobody is on the stairs against another one, and all arrive.
    /// </summary>
    [TestCase(true)]
    [TestCase(false)]
    public void Crowds_from_both_floors_pass_by_turns(bool sharesSearches)
    {
        for (int i = 0; i < 12; i++)
        {
            float x = 1.5f + i % 4;
            float z = 1.5f + 3f * (i / 4);
            Add(new Vector3(x, 0f, z), new Vector3(15.5f - x, 4f, z));
            Add(new Vector3(16f - x, 4f, z + 1f), new Vector3(x + 0.5f, 0f, z + 1f));
        }
        _followers.ForEach(follower => follower.SharesSearches = sharesSearches);
        int changes = 0;
        FloorCell last = FloorTracker.Nowhere;
        PlayUntil(
            () =>
            {
                if (Floors.GetFollowersOn(_stairs, _onLink) > 0)
                {
                    FloorCell to = _onLink[0].FloorTracker.Next.FloorCell;
                    changes += last != to ? 1 : 0;
                    last = to;
                }
                return HaveAllArrived();
            },
            6000);
        // Turns change, and several follow each other.
        Assert.That(changes, Is.InRange(3, 18));
    }

    [Test]
    public void Who_waits_leaves_the_foot_of_the_stairs_free()
    {
        Add(new Vector3(10.5f, 4f, 6.5f), new Vector3(1.5f, 0f, 6.5f)).Speed = 0.5f;
        Frames.Advance(Frame);
        Frames.Advance(Frame);
        for (int i = 0; i < 4; i++)
        {
            Add(new Vector3(2.5f + i, 0f, 6.5f), new Vector3(13.5f, 4f, 3.5f + i));
        }
        PathFollower down = _followers[0];
        int frames = 0;
        PlayUntil(
            () =>
            {
                if (down.CurrentLink != 0)
                {
                    foreach (PathFollower other in _followers.Skip(1))
                    {
                        Vector3 way = other.transform.position - new Vector3(7.5f, 0f, 6.5f);
                        // Those behind push at first.
                        float least = frames < 120 ? 2f * Radius : 1.3f;
                        Assert.That(way.magnitude, Is.GreaterThan(least), "it leaves room, frame " + frames);
                    }
                    frames++;
                }
                return HaveAllArrived();
            },
            2400);
    }

    /// <summary>The stairs' foot lies at the end of a corridor of one cell, in which nobody can step aside.</summary>
    [TestCase(8, 0)]
    [TestCase(0, 8)]
    [TestCase(4, 4)]
    public void All_go_through_a_corridor_that_ends_at_the_stairs(int up, int down)
    {
        Ground.Grid.FillRect(2, 5, 7, 1, CellType.Obstacle);
        Ground.Grid.FillRect(2, 7, 7, 1, CellType.Obstacle);
        Ground.Grid.SetCell(8, 6, CellType.Obstacle);
        for (int i = 0; i < up; i++)
        {
            Add(new Vector3(1.5f, 0f, 1.5f + i), new Vector3(12.5f, 4f, 1.5f + i));
        }
        for (int i = 0; i < down; i++)
        {
            Add(new Vector3(14.5f, 4f, 2.5f + i), new Vector3(11.5f, 0f, 2.5f + i));
        }
        float nearest = PlayUntil(HaveAllArrived, 3000);
        // Those who come down push those who wait back through the corridor.
        Assert.That(nearest, Is.GreaterThan(up == 0 || down == 0 ? 2f * Radius * 0.9f : 0f));
    }

    [Test]
    public void A_follower_that_is_disabled_on_the_stairs_frees_them()
    {
        PathFollower first = Add(new Vector3(7.5f, 0f, 6.5f), new Vector3(13.5f, 4f, 6.5f));
        PathFollower second = Add(new Vector3(13.5f, 4f, 8.5f), new Vector3(2.5f, 0f, 8.5f));
        PlayUntil(() => first.CurrentLink == _stairs, 60);
        first.enabled = false;
        Assert.AreEqual(0, first.CurrentLink);
        Assert.AreEqual(0, Floors.GetFollowersOn(_stairs, _onLink));
        PlayUntil(() => second.HasArrived, 900);
        Assert.Throws<ArgumentNullException>(() => Floors.GetFollowersOn(_stairs, null));
    }

    [Test]
    public void Without_avoidance_nobody_waits_and_the_link_is_told_all_the_same()
    {
        Add(new Vector3(7.5f, 0f, 6.5f), new Vector3(13.5f, 4f, 6.5f)).Avoidance = false;
        Add(new Vector3(10.5f, 4f, 6.5f), new Vector3(2.5f, 0f, 6.5f)).Avoidance = false;
        int most = 0;
        for (int frame = 0; frame < 300; frame++)
        {
            Frames.Advance(Frame);
            most = Math.Max(most, Floors.GetFollowersOn(_stairs, _onLink));
        }
        Assert.AreEqual(2, most);
        Assert.That(HaveAllArrived(), Is.True);
        Assert.AreEqual(0, GridStarLibrary.LiveCrowdCount);
    }

    [Test]
    public void Warm_frames_of_a_crowd_on_floors_allocate_nothing()
    {
        for (int i = 0; i < 6; i++)
        {
            Add(new Vector3(1.5f + i, 0f, 1.5f), new Vector3(1.5f + i, 4f, 9.5f)).Interval = 0.3f;
        }
        bool isUp = true;
        int fewest = int.MaxValue;
        for (int attempt = 0; attempt < 4 && fewest > 0; attempt++)
        {
            int before = GC.CollectionCount(0);
            for (int frame = 0; frame < 6000; frame++)
            {
                Frames.Advance(Frame);
                if (frame % 600 == 0)
                {
                    isUp = !isUp;
                    foreach (PathFollower follower in _followers)
                    {
                        Vector3 place = follower.Target.position;
                        follower.Target.position = new Vector3(place.x, isUp ? 4f : 0f, place.z);
                    }
                }
            }
            // Warm from the second attempt on.
            fewest = attempt == 0 ? int.MaxValue : Math.Min(fewest, GC.CollectionCount(0) - before);
        }
        Assert.AreEqual(0, fewest);
    }
}
