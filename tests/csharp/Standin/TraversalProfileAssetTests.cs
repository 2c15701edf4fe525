using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Profiles as assets, and the components that take profiles and sizes.</summary>
public class TraversalProfileAssetTests
{
    private static readonly CellType Water = (CellType)5;

    private TraversalProfileAsset _asset;

    [SetUp]
    public void CreateAsset()
    {
        Frames.Reset();
        Scene.Clear();
        _asset = ScriptableObject.CreateInstance<TraversalProfileAsset>();
        _asset.name = "Cart";
        _asset.Entries.Add(new TraversalProfileAsset.Entry
        {
            Type = 3,
            Name = "road",
            Cost = 0.5f,
            Color = new Color(1f, 0f, 0f, 1f),
        });
        _asset.Entries.Add(new TraversalProfileAsset.Entry { Type = 5, Name = "water", IsBlocked = true });
    }

    [TearDown]
    public void EmptyScene()
    {
        Message("OnDestroy")();
        Scene.Clear();
    }

    [Test]
    public void An_asset_is_one_profile()
    {
        TraversalProfile profile = _asset.Profile;
        Assert.AreSame(profile, _asset.Profile);
        Assert.AreEqual(0.5, profile.GetCost(3));
        Assert.That(profile.IsBlocked(Water) && profile.IsBlocked(CellType.Obstacle), Is.True);
        Assert.AreEqual(1.0, profile.GetCost(200));
        Assert.AreEqual((CellType)5, _asset.GetNames().TypeOf("water"));
        Assert.AreEqual("road", _asset.GetNames()[(CellType)3]);
        SearchPalette palette = new SearchPalette();
        _asset.CopyColorsTo(palette);
        Assert.AreEqual(0xFF0000, palette[(CellType)3]);
        Assert.Throws<ArgumentNullException>(() => _asset.CopyColorsTo(null));
    }

    [Test]
    public void A_grid_prepares_the_profiles_in_its_list()
    {
        PathGridComponent source = new GameObject("Ground").AddComponent<PathGridComponent>();
        source.Width = 9;
        source.Height = 9;
        PathQuery query = new PathQuery { Profile = _asset.Profile };
        Func<SearchEngine> engine = () =>
        {
            source.Grid.SetCell(4, 4, (CellType)3);
            return source.Grid.FindPath(new GridCell(0, 0), new GridCell(8, 6), new List<GridCell>(), query).Engine;
        };
        Assert.AreEqual(SearchEngine.AStar, engine());
        source.PreparedProfiles.Add(null);
        source.PreparedProfiles.Add(_asset);
        source.Rebuild();
        Assert.AreEqual(SearchEngine.JumpPoints, engine());
    }

    [Test]
    public void Changes_in_the_inspector_reach_the_profile()
    {
        TraversalProfile profile = _asset.Profile;
        _asset.Entries[0].Cost = 2f;
        _asset.Charge = TraversalCharge.Entered;
        Message("OnValidate")();
        Assert.AreEqual(2.0, profile.GetCost(3));
        Assert.AreEqual(TraversalCharge.Entered, profile.Charge);
        _asset.Entries.RemoveAt(1);
        _asset.Apply();
        Assert.That(profile.IsBlocked(Water), Is.False);
    }

    [Test]
    public void A_cost_out_of_range_is_refused_in_code_and_clamped_and_reported_in_the_inspector()
    {
        TraversalProfile profile = _asset.Profile;
        _asset.Entries[0].Cost = 0f;
        Assert.Throws<ArgumentOutOfRangeException>(() => _asset.Apply());
        Assert.AreEqual(0.5, profile.GetCost(3));
        using (ConsoleLog log = new ConsoleLog())
        {
            Message("OnValidate")();
            StringAssert.Contains("Cart", log.Lines.Single());
            StringAssert.Contains("type 3 was 0 ", log.Lines.Single());
            Assert.That(profile.GetCost(3), Is.GreaterThan(0.0).And.LessThan(0.02));
            _asset.Entries[0].Cost = 2000f;
            Message("OnValidate")();
            StringAssert.Contains("type 3 was 2000 and is now 1024", log.Lines.Last());
            Assert.AreEqual(1024.0, profile.GetCost(3));
        }
    }

    [Test]
    public void A_profile_that_cannot_be_made_leaves_nothing_behind()
    {
        int before = GridStarLibrary.LiveProfileCount;
        _asset.Entries[0].Cost = 0f;
        Assert.Throws<ArgumentOutOfRangeException>(() => _asset.Profile.ToString());
        Assert.LessOrEqual(GridStarLibrary.LiveProfileCount, before);
    }

    [Test]
    public void A_destroyed_asset_frees_its_profile()
    {
        TraversalProfile profile = _asset.Profile;
        Message("OnDestroy")();
        Assert.That(profile.IsDisposed, Is.True);
    }

    [Test]
    public void A_follower_walks_by_its_profile()
    {
        using (PathGrid grid = new PathGrid(new CellMap().ReadText("...\n.5.\n.5.\n")))
        {
            PathFollower follower = AddFollower(grid, new Vector3(0.5f, 0f, 2.5f), new Vector3(2.5f, 0f, 2.5f));
            Frames.Advance(0.1);
            Assert.AreEqual(3, follower.Tracker.Count);
            follower.ProfileSource = _asset;
            Frames.Advance(0.0);
            Assert.AreEqual(2, follower.Tracker.Searches);
            Assert.That(follower.Tracker.Count, Is.GreaterThan(3));
            for (int frame = 0; frame < 400 && !follower.HasArrived; frame++)
            {
                Frames.Advance(0.05);
                grid.TryGetCellAt(follower.transform.position, out GridCell cell);
                Assert.AreNotEqual(Water, grid.GetCell(cell), "in " + cell);
            }
            Assert.That(follower.HasArrived, Is.True);
            Assert.AreEqual(2, follower.Tracker.Searches);
            using (TraversalProfile boat = new TraversalProfile())
            {
                boat.Block(0);
                follower.Profile = boat;
                Assert.AreSame(boat, follower.Profile);
                Frames.Advance(0.0);
                Assert.AreEqual(PathReason.Found, follower.Reason);
                follower.TargetPosition = new Vector3(0.5f, 0f, 0.5f);
                Frames.Advance(0.0);
                Assert.AreEqual(PathReason.PartialPath, follower.Reason);
                follower.Profile = null;
                Assert.AreSame(_asset.Profile, follower.Profile);
            }
            UnityEngine.Object.Destroy(follower.gameObject);
        }
    }

    [Test]
    public void A_large_follower_keeps_its_distance_from_obstacles()
    {
        using (PathGrid grid = new PathGrid(new CellMap().ReadText("......\n......\n..#...\n......\n......\n")))
        {
            PathFollower follower = AddFollower(grid, new Vector3(1f, 0f, 3f), new Vector3(5f, 0f, 3f));
            follower.AgentSize = 2;
            for (int frame = 0; frame < 400 && !follower.HasArrived; frame++)
            {
                Frames.Advance(0.05);
                Vector3 at = follower.transform.position;
                bool covers = Math.Abs(at.x - 2.5f) < 1.49f && Math.Abs(at.z - 2.5f) < 1.49f;
                Assert.That(covers, Is.False, "covers the obstacle at " + at);
            }
            Assert.That(follower.HasArrived, Is.True, follower.Reason.ToString());
            Assert.AreEqual("(5.00, 0.00, 3.00)", follower.transform.position.ToString());
            UnityEngine.Object.Destroy(follower.gameObject);
        }
    }

    [TestCase(2)]
    [TestCase(3)]
    [TestCase(5)]
    public void A_large_follower_walks_from_and_to_positions_at_every_edge(int size)
    {
        using (PathGrid grid = new PathGrid(10, 10))
        {
            Vector3[] places =
            {
                new Vector3(0.5f, 0f, 5.5f), new Vector3(9.5f, 0f, 5.5f), new Vector3(5.5f, 0f, 0.1f),
                new Vector3(5.5f, 0f, 9.9f), new Vector3(9.9f, 0f, 9.9f), new Vector3(0f, 0f, 0f),
            };
            foreach (Vector3 target in places)
            {
                Vector3 start = new Vector3(9.9f - target.x, 0f, 9.9f - target.z);
                PathFollower follower = AddFollower(grid, start, target);
                follower.AgentSize = size;
                for (int frame = 0; frame < 400 && !follower.HasArrived; frame++)
                {
                    Frames.Advance(0.05);
                }
                Assert.That(follower.HasArrived, Is.True, start + " to " + target + ": " + follower.Reason);
                Vector3 end = follower.transform.position;
                float half = size / 2f;
                double far = Math.Max(Math.Abs(end.x - target.x), Math.Abs(end.z - target.z));
                Assert.That(far, Is.LessThanOrEqualTo(half));
                Assert.That(Math.Min(end.x, end.z), Is.GreaterThanOrEqualTo(half), end.ToString());
                Assert.That(Math.Max(end.x, end.z), Is.LessThanOrEqualTo(10f - half), end.ToString());
                UnityEngine.Object.Destroy(follower.gameObject);
            }
        }
    }

    /// <summary>The straight line to the next cell would cross a corner of the water.</summary>
    [Test]
    public void A_follower_beside_a_blocked_type_first_walks_to_the_center_of_its_cell()
    {
        using (PathGrid grid = new PathGrid(new CellMap().ReadText("..\n5.\n")))
        {
            PathFollower follower = AddFollower(grid, new Vector3(0.1f, 0f, 0.9f), new Vector3(1.5f, 0f, 1.5f));
            follower.DiagonalRule = DiagonalRule.Always;
            follower.Profile = _asset.Profile;
            for (int frame = 0; frame < 100 && !follower.HasArrived; frame++)
            {
                Frames.Advance(0.02);
                grid.TryGetCellAt(follower.transform.position, out GridCell cell);
                Assert.AreNotEqual(Water, grid.GetCell(cell), "at " + follower.transform.position);
            }
            Assert.That(follower.HasArrived, Is.True);
            UnityEngine.Object.Destroy(follower.gameObject);
        }
    }

    [Test]
    public void A_large_follower_first_walks_to_the_center_of_its_place()
    {
        using (PathGrid grid = new PathGrid(4, 4))
        {
            PathFollower follower = AddFollower(grid, new Vector3(0.6f, 0f, 1.4f), new Vector3(2f, 0f, 2f));
            follower.AgentSize = 2;
            Frames.Advance(0.0);
            Assert.AreEqual(new GridCell(1, 1), follower.Tracker.Next);
            Assert.AreEqual(new Vector3(1f, 0f, 1f), follower.NextPosition);
            UnityEngine.Object.Destroy(follower.gameObject);
        }
    }

    [Test]
    public void A_viewer_searches_by_its_profile_and_shows_its_colors()
    {
        SearchViewer viewer = new GameObject().AddComponent<SearchViewer>();
        viewer.Map = "S3G\n";
        viewer.ProfileSource = _asset;
        Frames.Advance(0.0);
        Assert.AreEqual(0xFF0000, viewer.Palette[(CellType)3]);
        viewer.Finish();
        Assert.AreEqual(15.0, viewer.View.PathCost, 1e-6);
        using (TraversalProfile dear = new TraversalProfile())
        {
            viewer.Profile = dear.SetCost(3, 3);
            viewer.Begin();
            viewer.Finish();
            Assert.AreEqual(40.0, viewer.View.PathCost, 1e-6);
        }
        viewer.Profile = null;
        viewer.AgentSize = 2;
        viewer.Begin();
        viewer.Finish();
        Assert.AreEqual(PathReason.GoalBlocked, viewer.View.Reason);
        UnityEngine.Object.Destroy(viewer.gameObject);
    }

    private static PathFollower AddFollower(PathGrid grid, Vector3 position, Vector3 target)
    {
        PathFollower follower = new GameObject().AddComponent<PathFollower>();
        follower.Grid = grid;
        follower.DiagonalRule = DiagonalRule.BothFree;
        follower.transform.position = position;
        follower.TargetPosition = target;
        follower.Interval = 0f;
        return follower;
    }

    /// <summary>The method that Unity calls by its name.</summary>
    private Action Message(string name)
    {
        const System.Reflection.BindingFlags Own =
            System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic;
        System.Reflection.MethodInfo method = typeof(TraversalProfileAsset).GetMethod(name, Own);
        return (Action)Delegate.CreateDelegate(typeof(Action), _asset, method);
    }
}
