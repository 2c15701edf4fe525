using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class TurnBasedRangeSampleTests
{
    private const CellType Forest = (CellType)2;
    private const CellType Water = (CellType)3;
    private const CellType Road = (CellType)4;

    private TurnBasedRangeSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        Screens.PixelsPerUnit = 32f;
        _sample = SampleScene.Add<TurnBasedRangeSample>();
        Frames.Advance(0.02);
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void The_range_is_what_a_plain_flood_finds_in_every_turn()
    {
        System.Random random = new System.Random(5);
        for (int turn = 0; turn < 30; turn++)
        {
            Dictionary<GridCell, float> expected = Flood(_sample.Places[_sample.Turn], _sample.Sizes[_sample.Turn]);
            Assert.That(_sample.Range.Keys, Is.EquivalentTo(expected.Keys), "turn " + turn);
            foreach (GridCell cell in expected.Keys)
            {
                Assert.That(_sample.Range[cell], Is.EqualTo(expected[cell]).Within(0.02f), "turn " + turn + cell);
            }
            int shown = SampleScene.Squares(_sample, "Range").Count(square => square.gameObject.activeSelf);
            Assert.AreEqual(expected.Count, shown);
            // The next turn's.
            _sample.movementPoints = turn % 5 + 2;
            _sample.MoveTo(_sample.Range.Keys.ElementAt(random.Next(_sample.Range.Count)));
        }
    }

    [Test]
    public void A_click_in_range_moves_the_unit_and_ends_its_turn()
    {
        Assert.AreEqual(0, _sample.Turn);
        using (ConsoleLog log = new ConsoleLog())
        {
            Clicks.PressAt(new Vector3(3.5f, 6.5f, 0f));
            Frames.Advance(0.02);
            Assert.AreEqual(1, _sample.Turn);
            Assert.AreEqual(new GridCell(3, 6), _sample.Places[0]);
            Assert.AreEqual("Log: Red went from (1, 6) to (3, 6) for 3", log.Lines.Single());
        }
        Assert.AreEqual(CellType.Obstacle, _sample.Grid.GetCell(3, 6));
        Assert.AreEqual(CellType.Walkable, _sample.Grid.GetCell(1, 6));
        Clicks.PressAt(new Vector3(0.5f, 0.5f, 0f));
        Frames.Advance(0.02);
        Assert.AreEqual(1, _sample.Turn, "out of range");
    }

    [Test]
    public void A_road_that_costs_less_than_1_takes_a_unit_farther_than_its_points_count_cells()
    {
        PassTurns(2);
        Assert.AreEqual(new GridCell(6, 1), _sample.Places[_sample.Turn]);
        // A diagonal step onto the road, and five steps along it.
        Assert.AreEqual(0.75f + 5 * 0.5f, _sample.Range[new GridCell(12, 0)]);
    }

    [Test]
    public void A_unit_of_two_cells_is_not_in_its_own_way_and_reaches_the_last_column()
    {
        _sample.movementPoints = 8f;
        PassTurns(3);
        GridCell before = _sample.Places[3];
        Assert.AreEqual(2, _sample.Sizes[_sample.Turn]);
        Assert.That(_sample.Range.ContainsKey(new GridCell(before.X + 1, before.Y)), Is.True);
        // A click in the last column and the top row is the place that ends there.
        Clicks.PressAt(new Vector3(15.9f, 9.8f, 0f));
        Frames.Advance(0.02);
        Assert.AreEqual(new GridCell(14, 8), _sample.Places[3]);
        Assert.AreEqual(0, _sample.Turn);
        Assert.AreEqual(CellType.Obstacle, _sample.Grid.GetCell(15, 9));
        Assert.AreEqual(CellType.Walkable, _sample.Grid.GetCell(before.X, before.Y + 1));
    }

    /// <summary>Each unit moves to the cell beside it and the next one's turn begins.</summary>
    private void PassTurns(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _sample.MoveTo(_sample.Range.Keys.OrderBy(cell => _sample.Range[cell]).First());
        }
    }

    /// <summary>Relaxes costs until none falls any more.</summary>
    private Dictionary<GridCell, float> Flood(GridCell from, int size)
    {
        Dictionary<GridCell, float> costs = new Dictionary<GridCell, float> { { from, 0f } };
        for (bool isChanged = true; isChanged;)
        {
            isChanged = false;
            foreach (GridCell cell in costs.Keys.ToList())
            {
                for (int i = 0; i < 9; i++)
                {
                    GridCell to = new GridCell(cell.X + i % 3 - 1, cell.Y + i / 3 - 1);
                    float step = to.X != cell.X && to.Y != cell.Y ? 1.5f : 1f;
                    bool isOpen = CanStand(to, size) && CanStand(new GridCell(cell.X, to.Y), size)
                        && CanStand(new GridCell(to.X, cell.Y), size);
                    if (!isOpen || to == cell)
                    {
                        continue;
                    }
                    float cost = costs[cell] + step * Covered(to, size).Max(covered => CostOf(covered));
                    if (cost <= _sample.movementPoints && (!costs.TryGetValue(to, out float known) || cost < known))
                    {
                        costs[to] = cost;
                        isChanged = true;
                    }
                }
            }
        }
        costs.Remove(from);
        return costs;
    }

    private float CostOf(GridCell cell)
    {
        CellType type = _sample.Grid.GetCell(cell);
        return type == Forest ? 2f : type == Road ? 0.5f : 1f;
    }

    private static IEnumerable<GridCell> Covered(GridCell lowest, int size) => Enumerable.Range(0, size * size)
        .Select(i => new GridCell(lowest.X + i % size, lowest.Y + i / size));

    private bool CanStand(GridCell lowest, int size) => Covered(lowest, size).All(CanEnter);

    private bool CanEnter(GridCell cell)
    {
        bool isInside = cell.X >= 0 && cell.Y >= 0 && cell.X < _sample.Grid.Width && cell.Y < _sample.Grid.Height;
        return isInside && _sample.Grid.GetCell(cell) != CellType.Obstacle && _sample.Grid.GetCell(cell) != Water;
    }
}
