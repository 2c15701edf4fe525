using System;
using System.Collections.Generic;
using System.Threading;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers of one target, which share a field.</summary>
[Category("AnyUnity")]
public class SharedFieldFollowerTests
{
    private const int Side = 64;
    private const double Frame = 1.0 / 30.0;

    private readonly List<PathFollower> _followers = new List<PathFollower>();
    private PathGridComponent _ground;
    private Transform _target;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        _followers.Clear();
        _ground = new GameObject("Ground").AddComponent<PathGridComponent>();
        _ground.Width = Side;
        _ground.Height = Side;
        _ground.Rebuild();
        _target = new GameObject("Target").transform;
        _target.position = new Vector3(60.5f, 0f, 60.5f);
    }

    [TearDown]
    public void DestroyGround()
    {
        if (_ground != null)
        {
            UnityEngine.Object.DestroyImmediate(_ground.gameObject);
        }
        Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
        Frames.Reset();
    }

    [Test]
    public void They_walk_around_walls_stop_before_the_target_and_tell_of_it()
    {
        _ground.Grid.FillRect(30, 4, 1, Side - 4, CellType.Obstacle);
        Add(40);
        int found = 0;
        int arrived = 0;
        foreach (PathFollower follower in _followers)
        {
            follower.StoppingDistance = 2f;
            follower.PathFound += sender => found++;
            follower.Arrived += sender => arrived++;
        }
        PlayUntil(() => _ground.Grid.Scheduler.Fields == 1 && _followers.TrueForAll(follower => follower.HasPath));
        PathFollower first = _followers[0];
        List<Vector3> path = new List<Vector3>();
        Assert.AreEqual(first.Tracker.Count, first.GetPath(path));
        Assert.AreEqual(_target.position, path[path.Count - 1]);
        Assert.That(first.RemainingDistance, Is.GreaterThan(80f));
        PlayUntil(() => _followers.TrueForAll(follower => follower.HasArrived));
        Assert.AreEqual(40, arrived);
        Assert.That(found, Is.AtLeast(40));
        foreach (PathFollower follower in _followers)
        {
            Assert.That(follower.RemainingDistance, Is.InRange(1.8f, 2.01f));
        }
    }

    [Test]
    public void A_fast_follower_does_not_run_into_a_wall_that_has_just_come()
    {
        Add(40);
        foreach (PathFollower follower in _followers)
        {
            // Twenty cells in each frame: more than the cells that are known at a time.
            follower.Speed = 600f;
        }
        Play(3);
        for (int frame = 0; frame < 60; frame++)
        {
            _ground.Grid.FillRect(20 + frame % 20, 0, 1, Side - 1, CellType.Obstacle);
            _ground.Grid.FillRect(20 + (frame + 19) % 20, 0, 1, Side - 1, CellType.Walkable);
            foreach (PathFollower follower in _followers)
            {
                if (CellTypeAt(follower) != CellType.Walkable)
                {
                    follower.transform.position = new Vector3(1.5f, 0f, 1.5f);
                }
            }
            Play(1);
            foreach (PathFollower follower in _followers)
            {
                Assert.AreEqual(CellType.Walkable, CellTypeAt(follower), "frame " + frame);
            }
        }
    }

    /// <summary>
    /// Most of them wait for their searches after they were put behind a wall. The straight way back crosses it.
    /// </summary>
    [Test]
    public void Followers_that_are_put_elsewhere_wait_for_a_path_from_there()
    {
        _ground.Grid.FillRect(30, 4, 1, Side - 4, CellType.Obstacle);
        _ground.Grid.Scheduler.SharesFields = false;
        _ground.Grid.Scheduler.SearchesPerUpdate = 1;
        Add(40);
        _followers.ForEach(follower => follower.transform.position += new Vector3(32f, 0f, 20f));
        PlayUntil(() => _followers.TrueForAll(follower => follower.HasPath));
        for (int i = 0; i < _followers.Count; i++)
        {
            _followers[i].Speed = 150f;
            _followers[i].transform.position = new Vector3(20.5f + i % 8, 0f, 30.5f + i / 8);
        }
        Play(1);
        foreach (PathFollower follower in _followers)
        {
            Assert.That(follower.transform.position.x, Is.LessThan(30f));
        }
        PlayUntil(() => _followers.TrueForAll(follower => follower.HasArrived));
    }

    [Test]
    public void A_scene_that_ends_while_a_field_is_built_leaves_nothing_behind()
    {
        _ground.Grid.Scheduler.SearchesInBackground = false;
        _ground.Grid.Scheduler.ExpansionsPerUpdate = 2;
        Add(40);
        Play(3);
        Assert.AreEqual(1, GridStarLibrary.LiveFieldCount);
        UnityEngine.Object.DestroyImmediate(_ground.gameObject);
        _ground = null;
        Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
        _followers.ForEach(follower => UnityEngine.Object.DestroyImmediate(follower.gameObject));
        Play(3);
        Assert.That(_followers.TrueForAll(follower => !follower.HasPath), Is.True);
    }

    [Test]
    public void Another_grid_and_switching_off_and_on_give_them_new_paths()
    {
        Add(40);
        PlayUntil(() => _followers.TrueForAll(follower => follower.HasPath));
        _ground.Rebuild();
        PlayUntil(() => _followers.TrueForAll(follower => follower.HasPath && follower.Tracker.Grid == _ground.Grid));
        foreach (PathFollower follower in _followers)
        {
            follower.enabled = false;
        }
        Assert.That(_followers.TrueForAll(follower => !follower.HasPath), Is.True);
        // Longer than a field lives that nobody uses.
        _followers[0].enabled = true;
        Play(200);
        Assert.AreEqual(0, _ground.Grid.Scheduler.Fields);
        _followers.ForEach(follower => follower.enabled = true);
        PlayUntil(() => _followers.TrueForAll(follower => follower.HasPath));
    }

    [Test]
    public void An_edit_far_ahead_turns_them_round_at_once()
    {
        _target.position = new Vector3(10.5f, 0f, 60.5f);
        _ground.Grid.FillRect(1, 32, Side - 2, 1, CellType.Obstacle);
        Add(40);
        foreach (PathFollower follower in _followers)
        {
            follower.Interval = 0f;
        }
        PathFollower last = _followers[39];
        PlayUntil(() => last.transform.position.x > 4f && last.HasPath);
        double before = last.RemainingDistance;
        // The gap on the left closes, twenty cells away; the one on the right stays.
        _ground.Grid.SetCell(0, 32, CellType.Obstacle);
        PlayUntil(() => last.RemainingDistance > before);
        PlayUntil(() => _followers.TrueForAll(follower => follower.HasArrived));
    }

    private CellType CellTypeAt(PathFollower follower)
    {
        Assert.That(_ground.Grid.TryGetCellAt(follower.transform.position, out GridCell cell), Is.True);
        return _ground.Grid.GetCell(cell);
    }

    private void Add(int count)
    {
        for (int i = 0; i < count; i++)
        {
            PathFollower follower = new GameObject().AddComponent<PathFollower>();
            follower.transform.position = new Vector3(0.5f + i % 10, 0f, 0.5f + i / 10);
            follower.GridSource = _ground;
            follower.Target = _target;
            follower.Speed = 5f;
            _followers.Add(follower);
        }
    }

    /// <summary>Plays until something is so. The threads of a busy machine answer late.</summary>
    private static void PlayUntil(Func<bool> isSo)
    {
        int frames = 0;
        while (!isSo())
        {
            Assert.That(frames++, Is.LessThan(2000));
            Play(1);
        }
    }

    private static void Play(int frames)
    {
        for (int frame = 0; frame < frames; frame++)
        {
            Frames.Advance(Frame);
            Thread.Sleep(1);
        }
    }
}
