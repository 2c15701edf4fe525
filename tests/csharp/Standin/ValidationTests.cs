using System;
using System.Linq;
using System.Reflection;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>OnValidate mends settings that the inspector's fields would not have taken.</summary>
public class ValidationTests
{
    private GameObject _owner;

    [SetUp]
    public void AddOwner()
    {
        Frames.Reset();
        Scene.Clear();
        _owner = new GameObject("Owner");
    }

    [TearDown]
    public void RemoveOwner()
    {
        UnityEngine.Object.Destroy(_owner);
    }

    [Test]
    public void Settings_in_range_stay_as_they_are_and_nothing_is_reported()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            Validate(_owner.AddComponent<PathGridComponent>());
            Validate(_owner.AddComponent<PathFollower>());
            Validate(_owner.AddComponent<PathObstacle>());
            Validate(_owner.AddComponent<SearchViewer>());
            Assert.That(log.Lines, Is.Empty);
        }
    }

    [Test]
    public void A_grid_component_can_build_a_grid_from_whatever_a_file_said()
    {
        float[] numbers = { float.NaN, float.NegativeInfinity, -1f, 0f, 1e-30f, 0.5f, 3f, 1e30f, float.MaxValue };
        Random random = new Random(7);
        for (int round = 0; round < 300; round++)
        {
            PathGridComponent grid = _owner.AddComponent<PathGridComponent>();
            grid.Width = random.Next(-3, 5);
            grid.Height = random.Next(-3, 5);
            grid.StraightCost = Any(random, numbers);
            grid.DiagonalCost = Any(random, numbers);
            grid.HeuristicWeight = Any(random, numbers);
            grid.ObstacleShapeSize = Any(random, numbers);
            grid.RandomShare = Any(random, numbers);
            string before = grid.StraightCost + " " + grid.DiagonalCost + " " + grid.HeuristicWeight;
            Validate(grid);
            Assert.DoesNotThrow(() => grid.Rebuild(), "round " + round + ": " + before);
            using (ConsoleLog log = new ConsoleLog())
            {
                Validate(grid);
                Assert.That(log.Lines, Is.Empty, "round " + round + ": " + before);
            }
            UnityEngine.Object.Destroy(_owner);
            AddOwner();
        }
    }

    [Test]
    public void What_changed_is_reported_in_one_warning()
    {
        PathGridComponent grid = _owner.AddComponent<PathGridComponent>();
        grid.Width = 20000;
        grid.DiagonalCost = 0.5f;
        using (ConsoleLog log = new ConsoleLog())
        {
            Validate(grid);
            string expected = "Warning: GridStar: PathGridComponent on 'Owner' had settings out of range: "
                + "Width was 20000 and is now 16384, DiagonalCost was 0.5 and is now 1.";
            Assert.AreEqual(expected, log.Lines.Single());
        }
    }

    [Test]
    public void Followers_obstacles_and_viewers_take_no_negative_numbers()
    {
        PathFollower follower = _owner.AddComponent<PathFollower>();
        follower.Speed = -1f;
        follower.AgentSize = 17;
        PathObstacle obstacle = _owner.AddComponent<PathObstacle>();
        obstacle.Size = new Vector3(1f, -1f, float.NaN);
        SearchViewer viewer = _owner.AddComponent<SearchViewer>();
        viewer.CellSize = 0f;
        viewer.ListedOpenCells = 0;
        using (ConsoleLog log = new ConsoleLog())
        {
            Validate(follower);
            Validate(obstacle);
            Validate(viewer);
            Assert.AreEqual(3, log.Lines.Count);
        }
        Assert.AreEqual(0f, follower.Speed);
        Assert.AreEqual(PathGrid.MaxAgentSize, follower.AgentSize);
        Assert.AreEqual(new Vector3(1f, 0f, 0f), obstacle.Size);
        Assert.That(viewer.CellSize, Is.GreaterThan(0f));
        Assert.AreEqual(1, viewer.ListedOpenCells);
    }

    [TestCase(5, "5")]
    [TestCase((int)SearchEngine.AnyAngle, "AnyAngle")]
    public void An_asset_with_an_engine_that_no_grid_has_gets_Auto_and_bakes(int engine, string name)
    {
        PathGridAsset asset = ScriptableObject.CreateInstance<PathGridAsset>();
        asset.name = "Level";
        asset.Engine = (SearchEngine)engine;
        using (PathGrid grid = new PathGrid(8, 8))
        using (ConsoleLog log = new ConsoleLog())
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => asset.Store(grid));
            Assert.That(asset.IsBaked, Is.False);
            Validate(asset);
            Assert.AreEqual(
                "Warning: GridStar: PathGridAsset on 'Level' had settings out of range: Engine was " + name
                    + " and is now Auto.",
                log.Lines.Single());
            asset.Store(grid);
            Validate(asset);
            Assert.AreEqual(1, log.Lines.Count);
        }
        using (PathGrid loaded = asset.Load())
        {
            Assert.AreEqual(8, loaded.Width);
        }
        UnityEngine.Object.Destroy(asset);
    }

    private static float Any(Random random, float[] numbers) => numbers[random.Next(numbers.Length)];

    private static void Validate(UnityEngine.Object component)
    {
        MethodInfo method =
            component.GetType().GetMethod("OnValidate", BindingFlags.Instance | BindingFlags.NonPublic);
        method.Invoke(component, null);
    }
}
