using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>The window GridStar while a game runs: figures of grids and frames, and slow queries.</summary>
public class GridStarWindowTests
{
    private GridStarWindow _window;

    [SetUp]
    public void OpenWindow()
    {
        FirstScene.Open();
        SlowQueries.Clear();
        _window = EditorWindow.GetWindow<GridStarWindow>("GridStar");
        DrawnGui.Pressed = "Live";
        Windows.Draw(_window);
        DrawnGui.Pressed = null;
    }

    [TearDown]
    public void CloseWindow()
    {
        FirstScene.Close();
        SlowQueries.Clear();
        Assert.IsFalse(CallWatch.IsOn && CallWatch.Observer == null, "the window has let go");
    }

    [Test]
    public void It_lists_live_grids_with_their_memory_by_part()
    {
        PathGridComponent component = FirstScene.Grid(20, 10, -1);
        component.Rebuild();
        component.Grid.Prepare(SearchEngine.Landmarks);
        component.Grid.SetCell(3, 3, CellType.Obstacle);
        PathGrid own = new PathGrid(64, 64);
        string[] texts = Messages();
        string text = texts.Single(told => told.StartsWith("Ground: "));
        StringAssert.Contains("20 x 10 cells, Square, engine Landmarks, revision 1", text);
        StringAssert.Contains(" landmarks; ", text);
        Assert.That(!text.Contains("walls between cells"));
        component.Grid.SetPassages(new CellRect(1, 1, 2, 2), Sides.All, Passage.Wall);
        component.Grid.SetPassage(new GridCell(1, 1), new GridCell(2, 1), Passage.OneWay);
        text = Messages().Single(told => told.StartsWith("Ground: "));
        StringAssert.Contains("8 walls between cells, 1 ways in one direction", text);
        Assert.AreEqual(1, texts.Count(told => told.StartsWith("Grid of a script: 64 x 64 cells")));
        own.Dispose();
        Assert.AreEqual(0, Messages().Count(told => told.StartsWith("Grid of a script: 64 x 64 cells")));
    }

    [Test]
    public void It_counts_what_a_frame_did()
    {
        using (PathGrid grid = new PathGrid(32, 32))
        {
            FrameFigures frames = new FrameFigures();
            frames.Begin(10);
            grid.FillRect(16, 0, 1, 31, CellType.Obstacle);
            grid.SetCell(0, 31, CellType.Obstacle);
            PathResult result = grid.FindPath(new GridCell(2, 2), new GridCell(30, 2), new List<GridCell>());
            frames.Note(11);
            Assert.AreEqual(1, frames.Last.Searches);
            Assert.AreEqual(result.Expansions, frames.Last.Expansions);
            Assert.AreEqual(2, frames.Last.Edits);
            frames.Note(11);
            Assert.AreEqual(1, frames.Last.Searches, "one frame counts once");
            frames.Note(12);
            Assert.AreEqual(0, frames.Last.Searches);
            Assert.AreEqual(1, frames.Most.Searches);
            for (int i = 0; i < 6; i++)
            {
                grid.SetCell(i, 0, CellType.Obstacle);
            }
            frames.Note(15);
            Assert.AreEqual(2, frames.Last.Edits, "the mean of three frames");
            frames.Note(2);
            Assert.AreEqual(0, frames.Most.Edits, "play mode has begun anew");
        }
    }

    [Test]
    public void Derivations_and_ticks_count_too()
    {
        using (PathGrid grid = new PathGrid(32, 32))
        using (PathQueue queue = new PathQueue(grid))
        using (PathReservations reservations = new PathReservations(grid, 32))
        {
            CallTotals before = CallWatch.Totals;
            grid.Prepare(SearchEngine.JumpPoints);
            using (grid.CreateField(new GridCell(1, 1)))
            {
                reservations.Advance(1);
                PathTicket ticket = queue.Request(new GridCell(0, 0), new GridCell(20, 30));
                ticket.Wait();
                queue.Update();
                CallTotals now = CallWatch.Totals.Since(before);
                Assert.AreEqual(2, now.Derivations);
                Assert.That(now.Ticks >= 1);
                Assert.AreEqual(1, now.Searches);
            }
        }
    }

    [Test]
    public void A_search_that_derives_something_first_counts_and_the_next_one_does_not()
    {
        using (PathGrid grid = new PathGrid(300, 300))
        {
            List<GridCell> path = new List<GridCell>();
            grid.FillRect(100, 0, 3, 299, CellType.Obstacle);
            Assert.AreEqual(1, Deriving(() => grid.FindPath(new GridCell(2, 2), new GridCell(290, 2), path)));
            Assert.AreEqual(0, Deriving(() => grid.FindPath(new GridCell(5, 9), new GridCell(280, 40), path)));
            grid.SetCell(50, 50, CellType.Obstacle);
            Assert.AreEqual(0, Deriving(() => grid.FindPath(new GridCell(2, 2), new GridCell(290, 2), path)));
            // Drops the jump points, once the next search makes the edit.
            grid.FillRect(0, 0, 300, 200, CellType.Obstacle);
            Assert.AreEqual(
                1, Deriving(() => grid.FindPath(new GridCell(2, 290), new GridCell(290, 201), path)), "a large edit");
            grid.FillRect(200, 0, 3, 300, CellType.Obstacle);
            // The components of 100 corridors take long enough to be told from a search that derives nothing.
            for (int x = 1; x < 200; x += 2)
            {
                grid.FillRect(x, 205, 1, 90, CellType.Obstacle);
            }
            grid.FindPath(new GridCell(2, 290), new GridCell(190, 290), path);
            Assert.AreEqual(
                1,
                Deriving(() => grid.FindPath(new GridCell(2, 290), new GridCell(290, 290), path)),
                "components, for a goal that is not in reach");
            PathBatch batch = new PathBatch();
            PathRequest[] requests = { new PathRequest(new GridCell(2, 290), new GridCell(150, 290)) };
            Assert.AreEqual(0, Deriving(() => grid.FindPaths(requests, batch)));
            PathQuery other = new PathQuery { DiagonalRule = DiagonalRule.Never };
            Assert.AreEqual(
                1,
                Deriving(() => grid.FindPath(new GridCell(2, 290), new GridCell(150, 210), path, other)),
                "jump points of another rule");
        }
    }

    /// <summary>Number of searches that have derived something.</summary>
    private static long Deriving(Action searches)
    {
        CallTotals before = CallWatch.Totals;
        searches();
        CallTotals now = CallWatch.Totals.Since(before);
        Assert.That(now.Searches >= now.DerivingSearches && now.SearchTime >= now.DerivingTime);
        Assert.AreEqual(now.DerivingSearches > 0, now.DerivingTime > 0);
        return now.DerivingSearches;
    }

    [Test]
    public void Without_a_looker_nothing_is_counted()
    {
        Windows.CloseAll();
        // The profiler may look on.
        int lookers = 0;
        for (; CallWatch.IsOn; lookers++)
        {
            CallWatch.Stop();
        }
        CallTotals before = CallWatch.Totals;
        using (PathGrid grid = new PathGrid(8, 8))
        {
            grid.SetCell(1, 1, CellType.Obstacle);
            grid.FindPath(new GridCell(0, 0), new GridCell(7, 7), new List<GridCell>());
        }
        CallTotals now = CallWatch.Totals.Since(before);
        for (; lookers > 0; lookers--)
        {
            CallWatch.Start();
        }
        Assert.AreEqual(0, now.Searches);
        Assert.AreEqual(0, now.Edits);
        Assert.AreEqual(0, SlowQueries.CopyTo(new SlowQuery[SlowQueries.Capacity]));
    }

    [Test]
    public void The_slowest_queries_stay_each_once_and_slowest_first()
    {
        GridstarQueryDef def = default(PathQuery).ToDef();
        for (int i = 1; i <= 40; i++)
        {
            // In no order, and each twice.
            long time = i * 7 % 41;
            SlowQueries.Note(1, new GridCell((int)time, 0), new GridCell(0, 0), ref def, 0, time, 1);
            SlowQueries.Note(1, new GridCell((int)time, 0), new GridCell(0, 0), ref def, 0, time / 2, 1);
        }
        SlowQuery[] slow = new SlowQuery[SlowQueries.Capacity];
        Assert.AreEqual(16, SlowQueries.CopyTo(slow));
        Assert.AreEqual(Enumerable.Range(25, 16).Reverse().ToArray(), slow.Select(query => (int)query.Time).ToArray());
        SlowQueries.Note(1, new GridCell(25, 0), new GridCell(0, 0), ref def, 0, 100, 1);
        Assert.AreEqual(16, SlowQueries.CopyTo(slow));
        Assert.AreEqual(25, slow[0].Start.X);
        Assert.AreEqual(26, slow[15].Start.X);
    }

    [Test]
    public void A_slow_query_is_replayed_in_a_viewer()
    {
        PathGridComponent component = FirstScene.Grid(32, 32, -1);
        PathGrid grid = component.Grid;
        PathQuery query = new PathQuery { Order = SearchOrder.Dijkstra, AgentSize = 2, IgnorePenalties = true };
        grid.FindPath(
            new GridCell(1, 2), new GridCell(20, 30), new List<GridCell>(), query);
        Windows.Draw(_window);
        DrawnGui.Pressed = "Replay";
        Windows.Draw(_window);
        SearchViewer viewer = StageObjects.All<SearchViewer>().Single();
        Assert.AreSame(viewer.gameObject, Selection.activeGameObject);
        Assert.AreEqual(SearchOrder.Dijkstra, viewer.Order);
        Assert.AreEqual(2, viewer.AgentSize);
        Assert.That(viewer.IgnorePenalties && viewer.View != null);
        DrawnGui.Pressed = "Replay";
        Windows.Draw(_window);
        Assert.AreEqual(1, StageObjects.All<SearchViewer>().Count, "the same viewer again");
        DrawnGui.Pressed = "Forget them";
        Windows.Draw(_window);
        Assert.AreEqual(0, SlowQueries.CopyTo(new SlowQuery[SlowQueries.Capacity]));
    }

    [Test]
    public void Counting_makes_no_garbage()
    {
        using (PathGrid grid = new PathGrid(32, 32))
        {
            List<GridCell> path = new List<GridCell>();
            FrameFigures frames = new FrameFigures();
            Action call = () =>
            {
                int frame = Environment.TickCount;
                grid.SetCell(3, 3, frame % 2 == 0 ? CellType.Obstacle : CellType.Walkable);
                grid.FindPath(new GridCell(0, 0), new GridCell(31, 31), path);
                frames.Note(frame);
            };
            call();
            long fewest = long.MaxValue;
            for (int attempt = 0; attempt < 5 && fewest > 0; attempt++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                for (int i = 0; i < 3000; i++)
                {
                    call();
                }
                fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
            }
            Assert.AreEqual(0, fewest);
        }
    }

    private string[] Messages()
    {
        DrawnInspector.Clear();
        Windows.Draw(_window);
        return DrawnInspector.Messages.ToArray();
    }
}
