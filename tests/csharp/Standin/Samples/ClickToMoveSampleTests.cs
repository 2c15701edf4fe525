using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class ClickToMoveSampleTests
{
    private ClickToMoveSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        Screens.PixelsPerUnit = 32f;
        _sample = SampleScene.Add<ClickToMoveSample>();
        Frames.Advance(0.02);
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void The_grid_has_the_walls_of_the_tilemap()
    {
        Assert.AreEqual(20, _sample.Grid.Width);
        Assert.AreEqual(12, _sample.Grid.Height);
        string[] rows = new CellMap().Read(_sample.Grid).ToString().Split('\n');
        Assert.AreEqual(new string('#', 20), rows[0]);
        Assert.AreEqual("########...#...##.##", rows[5]);
        Assert.AreEqual(20f / 2f, Camera.main.transform.position.x);
    }

    [Test]
    public void A_click_sends_the_hero_there_and_it_never_enters_a_wall()
    {
        Vector3 target = new Vector3(17.5f, 9.5f, 0f);
        Clicks.PressAt(target);
        for (int frame = 0; frame < 600 && !_sample.Hero.HasArrived; frame++)
        {
            Frames.Advance(0.02);
            Assert.That(_sample.Grid.TryGetCellAt(_sample.Hero.transform.position, out GridCell cell), Is.True);
            Assert.AreEqual(CellType.Walkable, _sample.Grid.GetCell(cell), "frame " + frame);
        }
        Assert.That(_sample.Hero.HasArrived, Is.True);
        Assert.AreEqual(target, _sample.Hero.transform.position);
    }

    /// <summary>With the Input System package, which has no mouse there.</summary>
    [Test]
    public void A_finger_on_a_phone_is_a_click()
    {
        InputBackends.HasMouse = false;
        try
        {
            Clicks.PressAt(new Vector3(17.5f, 9.5f, 0f));
            Frames.Advance(0.02);
        }
        finally
        {
            InputBackends.HasMouse = true;
        }
        Assert.That(_sample.Hero.HasPath, Is.True);
        Assert.That(_sample.Hero.TargetPosition, Is.Not.Null);
    }

    [Test]
    public void A_click_on_a_wall_tears_it_down_and_shortens_the_way()
    {
        Clicks.PressAt(new Vector3(10.5f, 2.5f, 0f));
        Frames.Advance(0.02);
        double before = _sample.Hero.Tracker.Result.Cost;
        Clicks.PressAt(new Vector3(7.5f, 2.5f, 0f));
        Frames.Advance(0.02);
        Assert.AreEqual(CellType.Walkable, _sample.Grid.GetCell(7, 2));
        for (int frame = 0; frame < 5; frame++)
        {
            Frames.Advance(0.0);
        }
        Assert.That(_sample.Hero.Tracker.Result.Cost, Is.LessThan(before));
        // The tile is gone too, and no other one.
        string left = new CellMap().Read(_sample.Grid).ToString();
        Assert.AreEqual(left, new CellMap(20, 12).AddTiles(_sample.Grid, _sample.Walls).ToString());
        Assert.AreEqual(new Vector3Int(-10, -7, 0), _sample.Walls.cellBounds.min);
    }

    [Test]
    public void Each_goal_out_of_reach_is_reported()
    {
        // Two cells of the floor, each closed in.
        _sample.Grid.FillRect(4, 1, 3, 3, CellType.Obstacle);
        _sample.Grid.SetCell(5, 2, CellType.Walkable);
        _sample.Grid.FillRect(13, 1, 3, 3, CellType.Obstacle);
        _sample.Grid.SetCell(14, 2, CellType.Walkable);
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int i = 0; i < 2; i++)
            {
                Clicks.PressAt(new Vector3(5.5f + 9f * i, 2.5f, 0f));
                for (int frame = 0; frame < 200; frame++)
                {
                    Frames.Advance(0.02);
                }
                Assert.AreEqual(i + 1, log.Lines.Count, string.Join("\n", log.Lines));
                Assert.IsTrue(log.Lines[i].Contains("The hero can't go there"), log.Lines[i]);
            }
        }
    }

    [Test]
    public void The_grid_has_the_cells_of_the_ground_where_no_walls_are()
    {
        Vector3Int tile = new Vector3Int(-10, -7, 0);
        Assert.AreEqual(tile, _sample.Grid.ToTilemapCell(new GridCell(0, 0), _sample.Ground));
        Assert.AreEqual(new GridCell(0, 0), _sample.Grid.ToGridCell(tile, _sample.Walls));
        Assert.AreEqual(Vector3.zero, _sample.Grid.GetCellCorner(new GridCell(0, 0)));
    }

    [Test]
    public void A_click_beside_the_map_does_nothing()
    {
        Clicks.PressAt(new Vector3(-3f, 2f, 0f));
        Frames.Advance(0.02);
        Assert.That(_sample.Hero.TargetPosition.HasValue, Is.False);
    }
}
