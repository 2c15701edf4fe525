using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers in a scene whose grid goes back to earlier states.</summary>
public class FollowerRollbackTests
{
    private const float Frame = 0.05f;

    private readonly List<PathFollower> _followers = new List<PathFollower>();
    private PathGrid _grid;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        _followers.Clear();
        _grid = new PathGrid(24, 24);
        _grid.Scheduler.SearchesInBackground = false;
        for (int i = 0; i < 10; i++)
        {
            GameObject walker = new GameObject();
            walker.transform.position = new Vector3(0.5f, 0f, 0.5f + i);
            PathFollower follower = walker.AddComponent<PathFollower>();
            follower.Grid = _grid;
            follower.Speed = 3f + (0.1f * i);
            follower.TargetPosition = new Vector3(23.5f, 0f, 23.5f - i);
            _followers.Add(follower);
        }
    }

    [TearDown]
    public void DestroyScene() => _grid.Dispose();

    [Test]
    public void Followers_go_on_with_a_grid_that_went_back_and_arrive()
    {
        using (PathGrid kept = _grid.Fork())
        {
            for (int frame = 0; frame < 600; frame++)
            {
                if (frame % 20 == 10)
                {
                    _grid.FillRect(12, 0, 1, 22, CellType.Obstacle);
                }
                if (frame % 20 == 16)
                {
                    _grid.Restore(kept);
                }
                Frames.Advance(Frame);
            }
            foreach (PathFollower follower in _followers)
            {
                Assert.IsTrue(follower.HasArrived, follower.transform.position.ToString());
            }
        }
    }
}
