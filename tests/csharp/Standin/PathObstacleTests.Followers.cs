using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;

/// <summary>Followers and obstacles of their own.</summary>
public partial class PathObstacleTests
{
    [Test]
    public void A_follower_walks_through_its_own_obstacle_and_around_others()
    {
        foreach (float size in new[] { 0.8f, 1.4f })
        {
            foreach (bool onlyStationary in new[] { false, true })
            {
                foreach (bool obstacleFirst in new[] { false, true })
                {
                    Walk(size, onlyStationary, obstacleFirst);
                }
            }
        }
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_follower_leaves_out_the_obstacle_that_it_names(bool isNamed)
    {
        _source.Width = 16;
        _source.Height = 7;
        _source.Rebuild();
        PathObstacle carried = Place(1.5f, 3.5f, 1.4f, 1.4f);
        carried.CarveOnlyStationary = false;
        GameObject walker = new GameObject();
        walker.transform.position = new Vector3(1.5f, 0f, 3.5f);
        PathFollower follower = walker.AddComponent<PathFollower>();
        follower.GridSource = _source;
        follower.Speed = 3f;
        follower.LeaveBlocked = false;
        follower.Obstacle = isNamed ? carried : null;
        follower.TargetPosition = new Vector3(13.5f, 0f, 3.5f);
        for (int frame = 0; frame < 300 && !follower.HasArrived; frame++)
        {
            Frames.Advance(0.02);
            carried.transform.position = walker.transform.position;
        }
        Assert.AreEqual(isNamed, follower.HasArrived, "at " + walker.transform.position);
        Object.Destroy(walker);
        Object.Destroy(carried.gameObject);
        Frames.Advance(0.1);
    }

    private void Walk(float size, bool onlyStationary, bool obstacleFirst)
    {
        _source.Width = 16;
        _source.Height = 7;
        _source.Rebuild();
        PathObstacle crate = Place(7.5f, 3.5f, 0.8f, 0.8f);
        GameObject walker = new GameObject();
        walker.transform.position = new Vector3(1.5f, 0f, 3.5f);
        PathObstacle own = obstacleFirst ? walker.AddComponent<PathObstacle>() : null;
        PathFollower follower = walker.AddComponent<PathFollower>();
        own = own ?? walker.AddComponent<PathObstacle>();
        own.GridSource = _source;
        own.Size = new Vector3(size, 1f, size);
        own.CarveOnlyStationary = onlyStationary;
        follower.GridSource = _source;
        follower.Speed = 3f;
        follower.Interval = 0f;
        follower.TargetPosition = new Vector3(13.5f, 0f, 3.5f);
        string about = "size " + size + ", only stationary " + onlyStationary + ", obstacle first " + obstacleFirst;
        bool wasOnCrate = false;
        for (int frame = 0; frame < 300 && !follower.HasArrived; frame++)
        {
            Frames.Advance(0.02);
            Vector3 at = walker.transform.position;
            wasOnCrate |= Mathf.Abs(at.x - 7.5f) < 0.5f && Mathf.Abs(at.z - 3.5f) < 0.5f;
        }
        Assert.That(follower.HasArrived, Is.True, about + ", at " + walker.transform.position);
        Assert.That(wasOnCrate, Is.False, about);
        Assert.That(follower.Tracker.Searches, Is.LessThan(10), about);
        Object.Destroy(walker);
        Object.Destroy(crate.gameObject);
        Frames.Advance(0.1);
        Assert.AreEqual(0, GridStarLibrary.LiveCoverCount);
    }

    /// <summary>The round that the first follower of a frame begins has the settings of the frame before.</summary>
    [Test]
    public void A_follower_goes_on_when_its_obstacle_is_switched_off_or_destroyed()
    {
        _source.Width = 16;
        _source.Height = 7;
        _source.Rebuild();
        List<PathFollower> followers = new List<PathFollower>();
        for (int i = 0; i < 6; i++)
        {
            GameObject walker = new GameObject();
            walker.transform.position = new Vector3(1.5f, 0f, i + 0.5f);
            PathObstacle own = walker.AddComponent<PathObstacle>();
            own.GridSource = _source;
            own.Size = Vector3.one * 0.8f;
            own.CarveOnlyStationary = false;
            followers.Add(walker.AddComponent<PathFollower>());
            followers[i].GridSource = _source;
        }
        for (int frame = 0; frame < 400; frame++)
        {
            foreach (PathFollower follower in followers)
            {
                int goal = frame / 40 % 2 == 0 ? 14 : 1;
                follower.TargetPosition = new Vector3(goal + 0.5f, 0f, frame / 40 % 7 + 0.5f);
            }
            PathObstacle changed = followers[frame % 6].GetComponent<PathObstacle>();
            if (changed != null && frame > 300)
            {
                Object.Destroy(changed);
            }
            else if (changed != null)
            {
                changed.enabled = frame % 5 != 0;
            }
            Frames.Advance(0.05);
            Assert.That(followers.TrueForAll(follower => follower.enabled), Is.True, "frame " + frame);
        }
        followers.ForEach(follower => Object.Destroy(follower.gameObject));
    }
}
