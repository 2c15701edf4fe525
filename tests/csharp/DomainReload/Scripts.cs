using System;
using System.Collections.Generic;
using System.Threading;
using GridStar;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>A game's scripts in a domain of their own, which give the library work and are reloaded.</summary>
public sealed class Scripts : MarshalByRefObject
{
    private const int Side = 96;
    private const int Tickets = 40;

    /// <summary>Objects that a game keeps in its statics. None of them is disposed.</summary>
    private static readonly List<object> Kept = new List<object>();

    /// <summary>Starts work of every kind. Returns before it has ended.</summary>
    public void Start(int round)
    {
        UnityEditor.Loaded.InitializeOnLoad(typeof(GridStar.Editor.SearchViewerEditor).Assembly);
        PlayMode.Enter(typeof(AStarManager).Assembly);
        PathGrid grid = NewGrid(round);
        StartBatches(grid);
        for (int i = 0; i < 3; i++)
        {
            PathGrid prepared = NewGrid(round + i + 1);
            prepared.Prepare(SearchEngine.Landmarks, true);
            Kept.Add(prepared);
        }
        StartQueue(grid);
        StartFollowers();
        KeepOthers(grid);
    }

    private static GridCell Far => new GridCell(Side - 1, Side - 1);

    private static PathGrid NewGrid(int seed)
    {
        System.Random random = new System.Random(seed);
        byte[] types = new byte[Side * Side];
        for (int i = 1; i < types.Length - 1; i++)
        {
            types[i] = (byte)(random.Next(100) < 20 ? 1 : 0);
        }
        PathGrid grid = new PathGrid(Side, Side);
        grid.SetCells(types);
        Kept.Add(grid);
        return grid;
    }

    /// <summary>A thread of the game that is inside a batch whenever its domain goes.</summary>
    private static void StartBatches(PathGrid grid)
    {
        PathRequest[] requests = new PathRequest[200];
        for (int i = 0; i < requests.Length; i++)
        {
            requests[i] = new PathRequest(new GridCell(0, i % Side), Far);
        }
        ManualResetEvent begun = new ManualResetEvent(false);
        Thread thread = new Thread(() =>
        {
            PathBatch answers = new PathBatch();
            while (true)
            {
                begun.Set();
                grid.FindPaths(requests, answers);
            }
        });
        thread.IsBackground = true;
        thread.Start();
        begun.WaitOne();
    }

    /// <summary>Requests whose answers nobody takes, and some that were cancelled, forgotten and awaited.</summary>
    private static void StartQueue(PathGrid grid)
    {
        PathQueue queue = new PathQueue(grid);
        for (int i = 0; i < Tickets; i++)
        {
            Kept.Add(queue.Request(new GridCell(i, 0), Far));
        }
        queue.Request(new GridCell(0, 0), Far).Cancel();
        queue.Request(new GridCell(0, 0), Far).Forget();
        Kept.Add(queue.RequestAsync(new GridCell(0, 0), Far));
        queue.Update();
        Kept.Add(queue);
    }

    /// <summary>Followers that share a scheduler, of which a frame or two has passed.</summary>
    private static void StartFollowers()
    {
        PathGridComponent source = new GameObject("Grid").AddComponent<PathGridComponent>();
        source.Width = Side;
        source.Height = Side;
        source.Rebuild();
        for (int i = 0; i < 30; i++)
        {
            Transform target = new GameObject().transform;
            target.position = new Vector3(Side - 0.5f, 0f, Side - 0.5f - i);
            GameObject owner = new GameObject("Hound " + i);
            owner.transform.position = new Vector3(0.5f + i, 0f, 0.5f);
            PathFollower follower = owner.AddComponent<PathFollower>();
            follower.GridSource = source;
            follower.Target = target;
        }
        Frames.Advance(0.02);
        Frames.Advance(0.02);
        // More trackers than a frame serves: their searches are under way.
        PathGrid grid = NewGrid(7);
        PathScheduler scheduler = new PathScheduler(grid);
        for (int i = 0; i < 200; i++)
        {
            PathTracker tracker = new PathTracker(grid);
            tracker.Scheduler = scheduler;
            tracker.Update(new GridCell(i % Side, 0), Far, 0.0);
            Kept.Add(tracker);
        }
        scheduler.Update(0.02);
        Kept.Add(scheduler);
    }

    private static void KeepOthers(PathGrid grid)
    {
        TraversalProfile profile = new TraversalProfile();
        Kept.Add(profile);
        PathQuery query = new PathQuery { Profile = profile };
        SearchStepper stepper = grid.BeginSearch(new GridCell(0, 0), Far, query);
        stepper.Advance(50);
        Kept.Add(stepper);
        PathFloors floors = new PathFloors();
        floors.AddFloor(grid);
        Kept.Add(floors);
        Kept.Add(new PathReservations(grid, 16));
    }
}
