using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>
/// Grids, obstacles, followers, floors and views that are destroyed in every order, at different times of a frame.
/// Those that are left go on without an exception and without a line in the Console, and nothing stays in the library.
/// </summary>
public partial class DestroyedComponentTests
{
    private const double Step = 0.1;

    private static readonly System.Action<UnityEngine.Object> AtTheEnd = UnityEngine.Object.Destroy;
    private static readonly System.Action<UnityEngine.Object> AtOnce = UnityEngine.Object.DestroyImmediate;

    private int _grids;
    private int _fields;
    private int _floors;
    private int _covers;

    [SetUp]
    public void Begin()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        PlayMode.IsPlaying = true;
        GC.Collect();
        GC.WaitForPendingFinalizers();
        _grids = GridStarLibrary.LiveGridCount;
        _fields = GridStarLibrary.LiveFieldCount;
        _floors = GridStarLibrary.LiveFloorsCount;
        _covers = GridStarLibrary.LiveCoverCount;
    }

    [TestCase(false, false)]
    [TestCase(false, true)]
    [TestCase(true, false)]
    [TestCase(true, true)]
    public void In_every_order_in_one_frame(bool atOnce, bool asComponents)
    {
        foreach (int[] order in Orders(Stage.Count))
        {
            Try(order, stage =>
            {
                Script script = stage.AddScript();
                script.During = () => Array.ForEach(
                    order, i => (atOnce ? AtOnce : AtTheEnd)(stage.Part(i, asComponents)));
                Frames.Advance(Step);
            });
        }
    }

    [Test]
    public void In_every_order_between_frames()
        => Array.ForEach(
            Orders(Stage.Count).ToArray(),
            order => Try(order, stage => Array.ForEach(order, i => AtOnce(stage.Part(i, false)))));

    [Test]
    public void One_after_the_other_with_frames_between()
    {
        foreach (int[] order in Orders(Stage.Count))
        {
            Try(order, stage =>
            {
                foreach (int part in order)
                {
                    AtOnce(stage.Part(part, false));
                    Frames.Advance(Step);
                    Frames.Advance(Step);
                }
            });
        }
    }

    [Test]
    public void Between_the_messages_of_a_frame()
    {
        foreach (int[] order in Orders(Stage.Count))
        {
            Try(order, stage =>
            {
                Script script = stage.AddScript();
                script.During = () => AtOnce(stage.Part(order[0], false));
                script.Late = () => AtOnce(stage.Part(order[1], false));
                Frames.Advance(Step);
                Frames.DrawGizmos();
                script.During = () => AtTheEnd(stage.Part(order[2], true));
                script.Late = () => Array.ForEach(order, i => AtTheEnd(stage.Part(i, false)));
                Frames.Advance(Step);
            });
        }
    }

    [Test]
    public void A_grid_that_is_rebuilt_beside_what_is_destroyed()
    {
        foreach (int[] order in Orders(Stage.Count))
        {
            Try(order, stage =>
            {
                foreach (int part in order)
                {
                    if (stage.Ground != null)
                    {
                        stage.Ground.Rebuild();
                    }
                    AtOnce(stage.Part(part, true));
                    Frames.Advance(Step);
                }
            });
        }
    }

    [Test]
    public void Calls_of_a_script_that_still_knows_them()
    {
        Stage stage = new Stage();
        Frames.Advance(Step);
        stage.DestroyAll();
        Assert.That(stage.Floors.Floors, Is.Null);
        Assert.That(stage.Walker.HasPath, Is.False);
        Assert.AreEqual(0, stage.Walker.GetPath(new List<Vector3>()));
        Assert.That(stage.Walker.Grid == null || stage.Walker.Grid.IsDisposed);
        Assert.That(stage.Obstacle.Cover, Is.Null);
        Assert.That(stage.Obstacle.IsCarving, Is.False);
        Assert.That(stage.View.Field, Is.Null);
    }

    private void Try(int[] order, System.Action<Stage> destroy)
    {
        string name = string.Join(" ", order.Select(part => Stage.Names[part]).ToArray());
        Stage stage = new Stage();
        try
        {
            using (ConsoleLog log = new ConsoleLog())
            {
                Frames.Advance(Step);
                Frames.Advance(Step);
                Assert.That(stage.Walker.HasPath && stage.Climber.HasPath && stage.Obstacle.IsCarving, name);
                destroy(stage);
                Frames.Advance(Step);
                Frames.DrawGizmos();
                stage.DestroyAll();
                Frames.Advance(Step);
                Assert.That(log.Lines, Is.Empty, name);
            }
        }
        catch (Exception cause)
        {
            if (cause is AssertionException)
            {
                throw;
            }
            throw new InvalidOperationException("Destroyed in the order: " + name, cause);
        }
        Assert.AreEqual(_grids, GridStarLibrary.LiveGridCount, name);
        Assert.AreEqual(_fields, GridStarLibrary.LiveFieldCount, name);
        Assert.AreEqual(_floors, GridStarLibrary.LiveFloorsCount, name);
        Assert.AreEqual(_covers, GridStarLibrary.LiveCoverCount, name);
    }

    private static IEnumerable<int[]> Orders(int count)
    {
        if (count == 0)
        {
            return new[] { new int[0] };
        }
        return Orders(count - 1).SelectMany(rest => Enumerable.Range(0, count).Select(
            place => rest.Take(place).Concat(new[] { count - 1 }).Concat(rest.Skip(place)).ToArray()));
    }

    private sealed class Script : MonoBehaviour
    {
        internal System.Action During;
        internal System.Action Late;

        private void Update() => Call(ref During);

        private void LateUpdate() => Call(ref Late);

        private static void Call(ref System.Action action)
        {
            System.Action now = action;
            action = null;
            if (now != null)
            {
                now();
            }
        }
    }

    /// <summary>Two floors, a follower on the lower one and one that climbs, an obstacle, and a view.</summary>
    private sealed class Stage
    {
        internal static readonly string[] Names = { "grid", "obstacle", "follower", "floors", "view" };

        internal readonly PathGridComponent Ground = Grid("Ground", 0f);
        internal readonly PathGridComponent Upper = Grid("Upper", 4f);
        internal readonly PathFloorsComponent Floors = new GameObject("Floors").AddComponent<PathFloorsComponent>();
        internal readonly PathObstacle Obstacle = new GameObject("Obstacle").AddComponent<PathObstacle>();
        internal readonly PathFollower Walker = new GameObject("Walker").AddComponent<PathFollower>();
        internal readonly PathFollower Climber = new GameObject("Climber").AddComponent<PathFollower>();
        internal readonly PathFieldView View = new GameObject("View").AddComponent<PathFieldView>();
        private readonly Transform _target = new GameObject("Target").transform;
        private readonly List<Script> _scripts = new List<Script>();

        internal Stage()
        {
            Floors.Grids.Add(Ground);
            Floors.Grids.Add(Upper);
            Floors.Links.Add(new FloorLinkSettings
            {
                FromPosition = new Vector3(6.5f, 0f, 2.5f), ToPosition = new Vector3(7.5f, 4f, 2.5f),
            });
            Obstacle.GridSource = Ground;
            Obstacle.transform.position = new Vector3(4.5f, 0f, 4.5f);
            Walker.GridSource = Ground;
            Walker.Target = _target;
            Walker.Avoidance = true;
            Walker.PathLine = Walker.gameObject.AddComponent<LineRenderer>();
            Walker.transform.position = new Vector3(1.5f, 0f, 1.5f);
            _target.position = new Vector3(8.5f, 0f, 6.5f);
            Climber.Floors = Floors;
            Climber.TargetPosition = new Vector3(8.5f, 4f, 2.5f);
            Climber.transform.position = new Vector3(2.5f, 0f, 2.5f);
            View.GridSource = Ground;
            View.Center = _target;
        }

        internal static int Count => Names.Length;

        internal UnityEngine.Object Part(int index, bool asComponent)
        {
            Component[] parts = { Ground, Obstacle, Walker, Floors, View };
            Component part = parts[index];
            return asComponent || part == null ? part : (UnityEngine.Object)part.gameObject;
        }

        internal Script AddScript()
        {
            Script script = new GameObject("Script").AddComponent<Script>();
            _scripts.Add(script);
            return script;
        }

        internal void DestroyAll()
        {
            _scripts.ForEach(Scene.DestroyObjectOf);
            Array.ForEach(
                new Component[] { Climber, Walker, Floors, Obstacle, View, Upper, Ground, _target },
                Scene.DestroyObjectOf);
        }

        private static PathGridComponent Grid(string name, float height)
        {
            GameObject made = new GameObject(name);
            made.transform.position = new Vector3(0f, height, 0f);
            PathGridComponent grid = made.AddComponent<PathGridComponent>();
            grid.Width = 10;
            grid.Height = 8;
            grid.Rebuild();
            return grid;
        }
    }
}
