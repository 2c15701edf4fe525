using System;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Grids that code hands to a <see cref="PathGridComponent"/>.</summary>
public class HandedGridTests
{
    private PathGridComponent _ground;

    [SetUp]
    public void MakeGround()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        _ground = new GameObject("Ground").AddComponent<PathGridComponent>();
        _ground.Width = 16;
        _ground.Height = 16;
        _ground.Rebuild();
    }

    [Test]
    public void A_follower_goes_on_upon_a_handed_grid_of_another_size()
    {
        PathFollower follower = new GameObject().AddComponent<PathFollower>();
        follower.transform.position = new Vector3(2.5f, 0f, 2.5f);
        follower.GridSource = _ground;
        follower.Speed = 6f;
        follower.TargetPosition = new Vector3(12.5f, 0f, 2.5f);
        Frames.Advance(0.05);
        PathGrid wide = new PathGrid(40, 20);
        wide.FillRect(6, 0, 1, 19, CellType.Obstacle);
        PathGrid before = _ground.Grid;
        wide.Scheduler.SearchesInBackground = false;
        _ground.SetGrid(wide);
        Assert.IsTrue(before.IsDisposed);
        Assert.AreSame(wide, _ground.Grid);
        Assert.AreEqual(new CellRect(0, 0, 40, 20), new CellRect(0, 0, _ground.Width, _ground.Height));
        follower.TargetPosition = new Vector3(35.5f, 0f, 2.5f);
        bool isThroughGap = false;
        for (int frame = 0; frame < 600; frame++)
        {
            Frames.Advance(0.05);
            isThroughGap |= follower.transform.position.z > 19f;
        }
        Assert.AreEqual(new Vector3(35.5f, 0f, 2.5f).ToString(), follower.transform.position.ToString());
        Assert.IsTrue(isThroughGap);
    }

    [Test]
    public void Obstacles_that_move_cover_a_handed_grid_and_a_scan_goes_by_its_size()
    {
        GameObject crate = new GameObject();
        crate.transform.position = new Vector3(5.5f, 0f, 5.5f);
        PathObstacle obstacle = crate.AddComponent<PathObstacle>();
        obstacle.GridSource = _ground;
        obstacle.CarveOnlyStationary = false;
        Frames.Advance(0.05);
        _ground.SetGrid(new PathGrid(24, 8));
        Frames.Advance(0.05);
        Assert.IsTrue(_ground.Grid.IsCovered(new GridCell(5, 5)));
        _ground.Grid.SetCell(20, 3, CellType.Obstacle);
        _ground.RefreshObstacles();
        Assert.AreEqual(CellType.Walkable, _ground.Grid.GetCell(20, 3), "the scene has no wall");
    }

    [Test]
    public void The_grid_keeps_its_place_unless_it_follows_the_object()
    {
        _ground.transform.position = new Vector3(100f, 0f, 50f);
        _ground.SetGrid(new PathGrid(new PathGridSettings { Width = 4, Height = 4, OriginX = 7f }));
        Frames.Advance(0.05);
        Assert.AreEqual(new Vector3(7f, 0f, 0f), _ground.Grid.GetCellCorner(new GridCell(0, 0)));
        _ground.FollowTransform = true;
        _ground.SetGrid(new PathGrid(4, 4));
        Assert.AreEqual(new Vector3(100f, 0f, 50f), _ground.Grid.GetCellCorner(new GridCell(0, 0)));
    }

    [Test]
    public void What_can_not_be_taken_changes_nothing()
    {
        PathGrid kept = _ground.Grid;
        PathGrid disposed = new PathGrid(4, 4);
        disposed.Dispose();
        Assert.Throws<ArgumentNullException>(() => _ground.SetGrid(null));
        Assert.Throws<ObjectDisposedException>(() => _ground.SetGrid(disposed));
        _ground.SetGrid(kept);
        Assert.IsFalse(kept.IsDisposed);
        Assert.AreEqual(16, _ground.Width);
        _ground.FollowTransform = true;
        _ground.transform.localScale = Vector3.zero;
        using (PathGrid other = new PathGrid(4, 4))
        {
            Assert.Catch<ArgumentException>(() => _ground.SetGrid(other));
        }
        Assert.AreSame(kept, _ground.Grid);
        Assert.IsFalse(kept.IsDisposed);
        Assert.AreEqual(16, _ground.Width);
    }

    [Test]
    public void The_component_disposes_the_grid()
    {
        PathGrid handed = new PathGrid(4, 4);
        _ground.SetGrid(handed);
        UnityEngine.Object.Destroy(_ground.gameObject);
        Assert.IsTrue(handed.IsDisposed);
    }
}
