using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers beside the edge of their grid.</summary>
[Category("AnyUnity")]
public class FollowerEdgeTests
{
    private PathGrid _grid;
    private PathFollower _follower;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
    }

    [TearDown]
    public void DisposeGrid() => _grid?.Dispose();

    private static IEnumerable<PathGridSettings> Grids()
    {
        yield return new PathGridSettings();
        yield return new PathGridSettings { Plane = GridPlane.XY, CellSize = 2f, OriginX = 7f };
        yield return new PathGridSettings { Layout = CellLayout.HexOddRows };
        yield return new PathGridSettings { Layout = CellLayout.HexEvenColumns, Plane = GridPlane.XY };
        yield return new PathGridSettings
        {
            // Isometric, and turned.
            Place = GridPlaceUnityExtensions.ToGridPlace(
                Vector3.one, new Vector3(1f, 0.5f, 0f), new Vector3(-1f, 0.5f, 0f)),
        };
        yield return new PathGridSettings
        {
            Place = GridPlaceUnityExtensions.ToGridPlace(
                Vector3.one, new Vector3(0.6f, 0f, 0.8f), new Vector3(-0.8f, 0f, 0.6f)),
        };
    }

    /// <summary>Around the whole grid, 0.4 of a cell off its edge.</summary>
    [TestCaseSource("Grids")]
    public void A_follower_beside_the_grid_walks_to_the_nearest_cell_and_on(PathGridSettings settings)
    {
        settings.Width = 9;
        settings.Height = 7;
        Add(settings);
        GridFrame frame = new GridFrame(_grid);
        foreach (bool moves in new[] { true, false })
        {
            foreach (Vector2 off in OffTheEdge())
            {
                Vector3 spawn = frame.Origin + frame.InWorld(off);
                if (_grid.TryGetCellAt(spawn, out _))
                {
                    // The rows of hexagons reach here.
                    continue;
                }
                string where = off.ToString() + " " + _grid.Layout + (moves ? "" : ", moved by others");
                _follower.Moves = moves;
                _follower.transform.position = spawn;
                _follower.TargetPosition = _grid.GetCellCenter(new GridCell(4, 3));
                Play();
                Assert.AreEqual(PathReason.Found, _follower.Reason, where);
                Assert.That(_follower.HasArrived, Is.True, where);
                _follower.TargetPosition = null;
                Frames.Advance(0.05);
            }
        }
    }

    private static IEnumerable<Vector2> OffTheEdge()
    {
        for (int i = 0; i < 9; i++)
        {
            yield return new Vector2(i + 0.3f, -0.4f);
            yield return new Vector2(i + 0.3f, 7.4f);
            yield return new Vector2(-0.4f, 0.7f * i + 0.2f);
            yield return new Vector2(9.4f, 0.7f * i + 0.2f);
        }
        yield return new Vector2(-0.4f, -0.4f);
        yield return new Vector2(9.4f, 7.4f);
    }

    [Test]
    public void All_forms_motions_sizes_and_walls_at_the_edge_serve()
    {
        foreach (PathForm form in new[] { PathForm.Cells, PathForm.Straightened, PathForm.AnyAngle })
        {
            for (int size = 1; size <= 3; size++)
            {
                foreach (bool avoids in new[] { false, true })
                {
                    BuildScene();
                    DisposeGrid();
                    Add(new PathGridSettings { Width = 12, Height = 9, DiagonalRule = DiagonalRule.BothFree });
                    if (form != PathForm.AnyAngle && !avoids)
                    {
                        _grid.FillRect(0, 2, 1, 3, CellType.Obstacle);
                    }
                    _follower.PathForm = form;
                    _follower.AgentSize = size;
                    _follower.Avoidance = avoids;
                    _follower.transform.position = new Vector3(-0.4f, 0f, 3.5f);
                    _follower.TargetPosition = new Vector3(8.5f, 0f, 4.5f);
                    Play();
                    Assert.That(_follower.HasArrived, Is.True, form + ", size " + size + (avoids ? ", avoids" : "")
                        + " at " + _follower.transform.position + _follower.Reason);
                }
            }
        }
    }

    [Test]
    public void A_target_in_the_cell_beside_it_is_reached_inside_and_farther_off_there_is_no_path()
    {
        Add(new PathGridSettings { Width = 9, Height = 7 });
        _follower.transform.position = new Vector3(-0.4f, 0f, 3.5f);
        _follower.TargetPosition = new Vector3(0.5f, 0f, 3.5f);
        Frames.Advance(0.05);
        Assert.That(_follower.HasArrived, Is.False);
        Play();
        Assert.AreEqual("(0.50, 0.00, 3.50)", _follower.transform.position.ToString());
        _follower.transform.position = new Vector3(-1.1f, 0f, 3.5f);
        Play();
        Assert.AreEqual(PathReason.StartOutside, _follower.Reason);
        Assert.AreEqual(-1.1f, _follower.transform.position.x);
        _follower.Moves = false;
        _follower.transform.position = new Vector3(-0.4f, 0f, 3.5f);
        Frames.Advance(0.05);
        Frames.Advance(0.05);
        Assert.That(_follower.HasArrived, Is.False, "it is beside the cell");
        Assert.AreEqual("(0.50, 0.00, 3.50)", _follower.NextPosition.ToString());
    }

    [Test]
    public void A_blocked_cell_at_the_edge_is_left_only_with_LeaveBlocked()
    {
        Add(new PathGridSettings { Width = 9, Height = 7 });
        _grid.FillRect(0, 0, 1, 7, CellType.Obstacle);
        _follower.LeaveBlocked = false;
        _follower.transform.position = new Vector3(-0.4f, 0f, 3.5f);
        _follower.TargetPosition = new Vector3(5.5f, 0f, 3.5f);
        Play();
        Vector3 stood = _follower.transform.position;
        _follower.LeaveBlocked = true;
        Play();
        Assert.That(_follower.HasArrived, Is.True, "it stood at " + stood);
    }

    /// <summary>Followers that come to their places push others, which come back.</summary>
    [Test]
    public void Arrived_is_raised_once_for_a_target_however_often_a_follower_is_pushed()
    {
        Add(new PathGridSettings { Width = 40, Height = 40, DiagonalRule = DiagonalRule.BothFree });
        UnityEngine.Object.Destroy(_follower.gameObject);
        List<PathFollower> all = new List<PathFollower>();
        Dictionary<PathFollower, int> arrived = new Dictionary<PathFollower, int>();
        System.Random random = new System.Random(5);
        for (int i = 0; i < 250; i++)
        {
            PathFollower follower = new GameObject().AddComponent<PathFollower>();
            follower.Grid = _grid;
            follower.Avoidance = true;
            follower.transform.position = _grid.GetCellCenter(new GridCell(i % 40, i / 40));
            follower.TargetPosition = _grid.GetCellCenter(new GridCell(12 + i % 16, 20 + i / 16));
            follower.Arrived += sender => arrived[sender]++;
            arrived[follower] = 0;
            all.Add(follower);
        }
        int pushed = 0;
        // Worker threads find the first paths, so the machine decides when followers set out: it goes on until enough
        // have arrived.
        for (int frame = 0; frame < 900 || (frame < 4000 && arrived.Values.Sum() <= 200); frame++)
        {
            PathFollower one = all[random.Next(all.Count)];
            if (frame > 300 && one.HasArrived)
            {
                one.transform.position += new Vector3(0.7f, 0f, 0f);
                pushed++;
            }
            Frames.Advance(1.0 / 30.0);
        }
        Assert.That(pushed, Is.GreaterThan(50));
        Assert.That(arrived.Values.Count(count => count == 1), Is.GreaterThan(200));
        Assert.AreEqual(1, arrived.Values.Max());
        PathFollower again = arrived.First(pair => pair.Value == 1).Key;
        Vector3 place = again.TargetPosition.Value;
        again.TargetPosition = new Vector3(0.5f, 0f, 39.5f);
        Frames.Advance(1.0 / 30.0);
        again.TargetPosition = place;
        for (int frame = 0; frame < 300; frame++)
        {
            Frames.Advance(1.0 / 30.0);
        }
        Assert.AreEqual(2, arrived[again], "its target was elsewhere");
    }

    [Test]
    public void Who_is_pushed_from_the_end_of_a_path_that_comes_near_is_not_blocked_anew()
    {
        Add(new PathGridSettings { Width = 9, Height = 7 });
        _grid.FillRect(7, 0, 1, 7, CellType.Obstacle);
        _follower.transform.position = new Vector3(0.5f, 0f, 3.5f);
        _follower.TargetPosition = new Vector3(8.5f, 0f, 3.5f);
        int blocked = 0;
        int lost = 0;
        _follower.Blocked += sender => blocked++;
        _follower.PathLost += sender => lost++;
        for (int push = 0; push < 3; push++)
        {
            Play();
            _follower.transform.position += new Vector3(-1f, 0f, 0f);
        }
        Assert.AreEqual("1 1", blocked + " " + lost);
        _grid.SetCell(7, 3, CellType.Walkable);
        Play();
        Assert.That(_follower.HasArrived, Is.True);
    }

    /// <summary>Pushed off the edge, switched off and on, and destroyed in any order, in frames of no, little and much
    /// time.</summary>
    [Test]
    public void After_random_events_all_followers_on_a_grid_arrive([Values(false, true)] bool avoid)
    {
        int first = System.Environment.TickCount & 0xffff;
        for (int seed = first; seed < first + 8; seed++)
        {
            BuildScene();
            DisposeGrid();
            System.Random random = new System.Random(seed);
            Add(new PathGridSettings { Width = 14, Height = 10, DiagonalRule = DiagonalRule.BothFree });
            UnityEngine.Object.Destroy(_follower.gameObject);
            List<PathFollower> all = new List<PathFollower>();
            for (int i = 0; i < 12; i++)
            {
                PathFollower follower = new GameObject().AddComponent<PathFollower>();
                follower.Grid = _grid;
                follower.Avoidance = avoid;
                follower.transform.position = OffOrOn(random);
                follower.TargetPosition = _grid.GetCellCenter(new GridCell(1 + i, 4 + i % 3));
                all.Add(follower);
            }
            using (ConsoleLog log = new ConsoleLog())
            {
                for (int turn = 0; turn < 60; turn++)
                {
                    Disturb(random, all);
                    Frames.Advance(new[] { 0.0, 0.0001, 0.05, 0.3, 60.0 }[random.Next(5)]);
                }
                all.ForEach(follower => follower.enabled = true);
                for (int frame = 0; frame < 1500 && !all.TrueForAll(follower => follower.HasArrived); frame++)
                {
                    Frames.Advance(0.05);
                    if (frame > 300)
                    {
                        // The library's threads may not have had a turn yet.
                        System.Threading.Thread.Sleep(1);
                    }
                }
                string where = string.Join(" ", all.ConvertAll(one => one.transform.position
                    + (one.HasArrived ? "!" : one.Reason.ToString())));
                Assert.That(log.Lines, Is.Empty, "seed " + seed);
                Assert.That(all.TrueForAll(follower => follower.HasArrived), Is.True, "seed " + seed + ": " + where);
            }
        }
    }

    private static Vector3 OffOrOn(System.Random random)
        => new Vector3(15.6f * (float)random.NextDouble() - 0.8f, 0f, 11.6f * (float)random.NextDouble() - 0.8f);

    private static void Disturb(System.Random random, List<PathFollower> all)
    {
        PathFollower one = all[random.Next(all.Count)];
        switch (random.Next(5))
        {
            case 0:
                one.enabled = !one.enabled;
                break;
            case 1:
                if (all.Count > 6)
                {
                    all.Remove(one);
                    UnityEngine.Object.Destroy(one.gameObject);
                }
                break;
            default:
                one.transform.position = OffOrOn(random);
                break;
        }
    }

    private void Add(PathGridSettings settings)
    {
        _grid = new PathGrid(settings);
        _follower = new GameObject("Hound").AddComponent<PathFollower>();
        _follower.Grid = _grid;
        _follower.Interval = 0f;
    }

    private void Play()
    {
        for (int frame = 0; frame < 200; frame++)
        {
            Frames.Advance(0.05);
            if (!_follower.Moves)
            {
                Vector3 here = _follower.transform.position;
                _follower.transform.position = Vector3.MoveTowards(here, _follower.NextPosition, 0.15f);
            }
        }
    }
}
