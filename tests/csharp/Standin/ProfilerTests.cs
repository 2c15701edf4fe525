using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Figures of GridStar in Unity's Profiler.</summary>
public class ProfilerTests
{
    [SetUp]
    public void Begin()
    {
        FirstScene.Open();
        Profiled.Clear();
        Profiled.IsRecording = true;
    }

    [TearDown]
    public void End()
    {
        Profiled.IsRecording = false;
        FirstScene.Close();
    }

    [Test]
    public void Counters_show_what_the_last_frame_did()
    {
        GridStarCounters counters = new GameObject("Counters").AddComponent<GridStarCounters>();
        using (PathGrid grid = new PathGrid(16, 16))
        {
            grid.SetCell(3, 3, CellType.Obstacle);
            PathResult result = grid.FindPath(new GridCell(0, 0), new GridCell(9, 12), new List<GridCell>());
            Frames.Advance(0.02);
            Assert.AreEqual(1, Profiled.Counters["GridStar Searches"]);
            Assert.AreEqual(result.Expansions, Profiled.Counters["GridStar Expansions"]);
            Assert.AreEqual(1, Profiled.Counters["GridStar Edits"]);
            Assert.AreEqual(0, Profiled.Counters["GridStar Derivations"]);
            using (grid.CreateField(new GridCell(1, 1)))
            {
                Frames.Advance(0.02);
                Assert.AreEqual(1, Profiled.Counters["GridStar Derivations"]);
                Assert.AreEqual(1, Profiled.Counters["GridStar Fields"]);
            }
            Assert.AreEqual(0, Profiled.Counters["GridStar Searches"]);
        }
        using (PathGrid grid = new PathGrid(300, 300))
        {
            grid.FillRect(100, 0, 3, 299, CellType.Obstacle);
            grid.FindPath(new GridCell(2, 2), new GridCell(290, 2), new List<GridCell>());
            Frames.Advance(0.02);
            Assert.AreEqual(1, Profiled.Counters["GridStar Deriving Searches"], "jump points, by the first search");
        }
        Object.Destroy(counters.gameObject);
    }

#if ENABLE_PROFILER
    [Test]
    public void Markers_surround_the_calls_and_end_as_they_began()
    {
        ProfilerMarkers.Show();
        ProfilerMarkers.Show();
        using (PathGrid grid = new PathGrid(16, 16))
        using (PathReservations reservations = new PathReservations(grid, 32))
        {
            grid.SetCell(3, 3, CellType.Obstacle);
            grid.FindPath(new GridCell(0, 0), new GridCell(9, 12), new List<GridCell>());
            grid.Prepare(SearchEngine.JumpPoints);
            reservations.Advance(1);
        }
        Assert.AreEqual(
            new[]
            {
                "+GridStar.Edit", "-GridStar.Edit", "+GridStar.Search", "-GridStar.Search", "+GridStar.Derivation",
                "-GridStar.Derivation", "+GridStar.Tick", "-GridStar.Tick",
            },
            Profiled.Markers);
    }
#endif
}
