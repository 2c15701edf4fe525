using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class HexagonsSampleTests
{
    private HexagonsSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        Screens.PixelsPerUnit = 32f;
        _sample = SampleScene.Add<HexagonsSample>();
        Frames.Advance(0.02);
    }

    [TearDown]
    public void RemoveSample() => SampleScene.End(_sample);

    [Test]
    public void With_flat_tops_the_same_map_lies_on_its_side()
    {
        SampleScene.End(_sample);
        _sample = SampleScene.Add<HexagonsSample>();
        _sample.FlatTops = true;
        Frames.Advance(0.02);
        PathGrid grid = _sample.Source.Grid;
        Vector3 first = grid.GetCellCenter(new GridCell(0, 0));
        Vector3 right = grid.GetCellCenter(new GridCell(0, 2)) - first;
        Vector3 up = grid.GetCellCenter(new GridCell(1, 0)) - first;
        Assert.AreEqual(new Vector3(1.5f, 0f, 0f).ToString(), right.ToString());
        Assert.AreEqual(new Vector3(0f, 0.87f, 0f).ToString(), up.ToString());
    }

    [Test]
    public void The_grid_has_the_walls_and_the_water_of_the_tilemaps()
    {
        string map = new CellMap().Read(_sample.Source.Grid).ToString();
        string[] rows = map.Split('\n');
        Assert.AreEqual(new string('#', 12), rows[0]);
        Assert.AreEqual("#.##.#.....#", rows[4]);
        Vector3 center = _sample.Walls.GetCellCenterWorld(new Vector3Int(-6, -5, 0));
        Assert.AreEqual(center.ToString(), _sample.Source.Grid.GetCellCenter(new GridCell(0, 0)).ToString());
    }

    [Test]
    public void A_click_sends_the_hero_there_and_it_never_leaves_the_floor()
    {
        Vector3 target = _sample.Source.Grid.GetCellCenter(new GridCell(9, 4));
        Clicks.PressAt(target);
        for (int frame = 0; frame < 600 && !_sample.Hero.HasArrived; frame++)
        {
            Frames.Advance(0.02);
            Assert.That(_sample.Source.Grid.TryGetCellAt(_sample.Hero.transform.position, out GridCell cell), Is.True);
            Assert.AreEqual(CellType.Walkable, _sample.Source.Grid.GetCell(cell), "frame " + frame);
        }
        Assert.That(_sample.Hero.HasArrived, Is.True);
        Assert.AreEqual(target.ToString(), _sample.Hero.transform.position.ToString());
    }

    [Test]
    public void A_click_on_a_wall_tears_it_down_in_one_edit_and_shortens_the_way()
    {
        PathGrid grid = _sample.Source.Grid;
        Clicks.PressAt(grid.GetCellCenter(new GridCell(9, 4)));
        Frames.Advance(0.02);
        double before = _sample.Hero.Tracker.Result.Cost;
        ulong revision = grid.Revision;
        Clicks.PressAt(grid.GetCellCenter(new GridCell(5, 3)));
        for (int frame = 0; frame < 5; frame++)
        {
            Frames.Advance(0.02);
        }
        Assert.AreEqual(revision + 1, grid.Revision);
        Assert.AreEqual(CellType.Walkable, grid.GetCell(5, 3));
        Assert.That(_sample.Hero.Tracker.Result.Cost, Is.LessThan(before));
    }

    [Test]
    public void A_click_beside_the_map_does_nothing()
    {
        Clicks.PressAt(new Vector3(-30f, 2f, 0f));
        Frames.Advance(0.02);
        Assert.That(_sample.Hero.TargetPosition.HasValue, Is.False);
    }
}
