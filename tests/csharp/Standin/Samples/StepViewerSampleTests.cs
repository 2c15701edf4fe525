using System;
using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class StepViewerSampleTests
{
    private StepViewerSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _sample = SampleScene.Add<StepViewerSample>();
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void F_advances_the_search_by_one_expansion()
    {
        Frames.Advance(0.02);
        SearchView view = _sample.Viewer.View;
        Assert.AreEqual(new GridCell(2, 8), view.Start);
        Assert.AreEqual(new GridCell(13, 7), view.Goal);
        for (int expansion = 1; expansion <= 5; expansion++)
        {
            Keys.Press(KeyCode.F);
            Frames.Advance(0.02);
            Assert.AreEqual(expansion, view.Expansions);
            Frames.Advance(5.0);
            Assert.AreEqual(expansion, view.Expansions);
        }
        Assert.AreEqual(SearchViewKind.Obstacle, view[new GridCell(10, 3)].Kind);
        Assert.AreEqual(SearchViewKind.Walkable, view[new GridCell(10, 2)].Kind);
    }

    [Test]
    public void It_runs_by_itself_and_reports_once_where_F_is_not_needed()
    {
        _sample.StepByFKey = false;
        using (ConsoleLog log = new ConsoleLog())
        {
            RunToEnd();
            Assert.AreEqual(1, log.Lines.Count);
            Assert.AreEqual(Report(), log.Lines[0]);
        }
    }

    [Test]
    public void Each_order_is_shown_and_each_expands_another_number_of_cells()
    {
        _sample.StepByFKey = false;
        SearchOrder[] orders = { SearchOrder.GreedyBestFirst, SearchOrder.AStar, SearchOrder.Dijkstra };
        int[] expansions = Array.ConvertAll(orders, order =>
        {
            _sample.order = order;
            Frames.Advance(0.02);
            _sample.Begin();
            RunToEnd();
            Assert.AreEqual(order, _sample.Viewer.View.Stepper.Order);
            return _sample.Viewer.View.Expansions;
        });
        Assert.That(expansions[0], Is.LessThan(expansions[1]));
        Assert.That(expansions[1], Is.LessThan(expansions[2]));
    }

    [Test]
    public void Without_walls_the_path_is_straight()
    {
        _sample.StepByFKey = false;
        Frames.Advance(0.02);
        _sample.ClearMap();
        using (ConsoleLog log = new ConsoleLog())
        {
            RunToEnd();
            Assert.AreEqual("Log: AStar: 11 expansions, 11 points of the path without the start", log.Lines.Last());
        }
    }

    [Test]
    public void The_camera_sees_the_whole_map_in_the_plane_XY()
    {
        Frames.Advance(0.02);
        Assert.AreEqual(new Vector3(8f, 8f, -10f), Camera.main.transform.position);
        Assert.That(Camera.main.orthographicSize, Is.GreaterThan(8f));
    }

    private void RunToEnd()
    {
        for (int frame = 0; frame < 200; frame++)
        {
            Frames.Advance(1.0);
        }
        Assert.AreEqual(SearchViewPhase.Ended, _sample.Viewer.View.Phase);
    }

    private string Report()
    {
        SearchView view = _sample.Viewer.View;
        return "Log: AStar: " + view.Expansions + " expansions, " + view.PathPoints
            + " points of the path without the start";
    }
}
