using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class GridManagerSampleTests
{
    private GridManagerSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _sample = SampleScene.Add<GridManagerSample>();
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void About_one_cell_in_five_is_an_obstacle_and_the_first_and_the_last_never_are()
    {
        for (int seed = 0; seed < 30; seed++)
        {
            AddSample();
            _sample.seed = seed;
            Frames.Advance(0.02);
            int obstacles = SampleScene.Squares(_sample, "Obstacle").Count;
            Assert.That(obstacles, Is.InRange(70, 170), "seed " + seed);
            Assert.AreEqual(obstacles, new CellMap().Read(_sample.Grid).ToString().Count(mark => mark == '#'));
            Assert.AreEqual(CellType.Walkable, _sample.Grid.GetCell(0, 0), "seed " + seed);
            Assert.AreEqual(CellType.Walkable, _sample.Grid.GetCell(29, 19), "seed " + seed);
        }
    }

    [Test]
    public void An_index_a_row_a_column_and_a_position_are_one_cell()
    {
        _sample.transform.position = new Vector3(-5f, 1f, 3f);
        _sample.gridCellSize = 2f;
        Frames.Advance(0.02);
        Assert.AreEqual(2 * 30 + 4, _sample.GetGridIndex(new Vector3(3.1f, 0f, 8.9f)));
        Assert.AreEqual(2, _sample.GetRow(64));
        Assert.AreEqual(4, _sample.GetColumn(64));
        Assert.AreEqual(new Vector3(4f, 1f, 8f), _sample.GetGridCellCenter(64));
        Assert.AreEqual(new Vector3(3f, 1f, 7f), _sample.GetGridCellPosition(64));
        Assert.AreEqual(-1, _sample.GetGridIndex(new Vector3(-5.1f, 1f, 3f)));
    }

    [Test]
    public void Neighbours_are_the_walkable_cells_around_one()
    {
        _sample.obstacleShare = 0f;
        Frames.Advance(0.02);
        _sample.Grid.SetCell(1, 1, CellType.Obstacle);
        List<int> neighbours = new List<int>();
        _sample.GetNeighbours(0, neighbours);
        Assert.That(neighbours, Is.EquivalentTo(new[] { 1, 30 }));
    }

    [Test]
    public void It_searches_once_a_second_and_draws_the_path_and_the_grid()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            _sample.obstacleShare = 0f;
            Frames.Advance(0.0);
            Assert.AreEqual(1, _sample.Follower.Tracker.Searches);
            // 19 diagonal and 10 straight steps.
            Assert.AreEqual(1, log.Lines.Count);
            StringAssert.StartsWith("Log: path of 30 cells, 36.87", log.Lines[0]);
            Assert.AreEqual(30, SampleScene.Line(_sample, "Path").positionCount);
            Assert.AreEqual(2 * 31 + 2 * 21, SampleScene.Line(_sample, "Grid").positionCount);
            for (int frame = 0; frame < 12; frame++)
            {
                Frames.Advance(0.25);
            }
            Assert.AreEqual(1 + 3, _sample.Follower.Tracker.Searches);
            Assert.AreEqual(1, log.Lines.Count);
        }
    }

    [Test]
    public void The_path_follows_start_and_end_as_they_move()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            _sample.obstacleShare = 0f;
            Frames.Advance(0.02);
            _sample.EndObject.position = new Vector3(4.5f, 0f, 0.5f);
            Frames.Advance(0.02);
            _sample.StartObject.position = new Vector3(2.5f, 0f, 0.5f);
            Frames.Advance(1.0);
            Assert.AreEqual("Log: path of 5 cells, 4 long", log.Lines[1]);
            Vector3[] points = SampleScene.Points(SampleScene.Line(_sample, "Path"));
            Assert.AreEqual(new[] { 2.5f, 3.5f, 4.5f }, points.Select(point => point.x).ToArray());
        }
    }

    [Test]
    public void An_end_that_is_walled_in_is_reported()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.02);
            _sample.Grid.FillRect(27, 17, 3, 3, CellType.Obstacle);
            _sample.Grid.SetCell(29, 19, CellType.Walkable);
            Frames.Advance(0.02);
            Assert.AreEqual("Log: no path: NoPath", log.Lines.Last());
            Assert.AreEqual(0, SampleScene.Line(_sample, "Path").positionCount);
        }
    }

    [Test]
    public void Start_end_and_obstacles_can_be_objects_with_tags()
    {
        foreach (string tag in new[] { "Start", "End", "Obstacle" })
        {
            Scene.DefineTag(tag);
        }
        Place("Start", 0.5f, 0.5f);
        Place("End", 4.5f, 0.5f);
        Place("Obstacle", 2.5f, 0.5f);
        // The script that the sample replaces blocks only the cell of the object's position, whatever its width.
        Vector3 center = new Vector3(2.5f, 0f, 1.5f);
        Place("Obstacle", center.x, center.z).AddComponent<Renderer>().bounds = new Bounds(center, 1.3f * Vector3.one);
        _sample.usesTags = true;
        _sample.usesDijkstra = true;
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.02);
            Assert.AreEqual(2, new CellMap().Read(_sample.Grid).ToString().Count(mark => mark == '#'));
            StringAssert.StartsWith("Log: path of 5 cells, 5.65", log.Lines[0]);
            using (SearchStepper search = _sample.Grid.BeginSearch(new GridCell(0, 0), new GridCell(4, 0)))
            {
                Assert.AreEqual(SearchOrder.Dijkstra, search.Order);
                Assert.AreEqual(Heuristic.Euclidean, search.Heuristic);
            }
        }
    }

    private static GameObject Place(string tag, float x, float z)
    {
        GameObject placed = new GameObject(tag) { tag = tag };
        placed.transform.position = new Vector3(x, 0f, z);
        return placed;
    }
}
