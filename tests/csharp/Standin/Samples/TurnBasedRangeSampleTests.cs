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
            Dictionary<GridCell, float> expected = Flood(_sample.Places[_sample.Turn]);
            Assert.That(_sample.Range.Keys, Is.EquivalentTo(expected.Keys), "turn " + turn);
            foreach (GridCell cell in expected.Keys)
            {
                Assert.That(_sample.Range[cell], Is.EqualTo(expected[cell]).Within(0.02f), "turn " + turn + cell);
            }
            int shown = SampleScene.Squares(_sample, "Range").Count(square => square.gameObject.activeSelf);
            Assert.AreEqual(expected.Count, shown);
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

    /// <summary>Relaxes costs until none falls any more.</summary>
    private Dictionary<GridCell, float> Flood(GridCell from)
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
                    bool isOpen = CanEnter(to) && CanEnter(new GridCell(cell.X, to.Y), cell, to)
                        && CanEnter(new GridCell(to.X, cell.Y), cell, to);
                    if (!isOpen || to == cell)
                    {
                        continue;
                    }
                    float cost = costs[cell] + step * (_sample.Grid.GetCell(to) == Forest ? 2f : 1f);
                    float known;
                    if (cost <= _sample.movementPoints && (!costs.TryGetValue(to, out known) || cost < known))
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

    /// <summary>A cell beside a diagonal step; the ends of a step are not beside it.</summary>
    private bool CanEnter(GridCell side, GridCell cell, GridCell to)
    {
        return side == cell || side == to || CanEnter(side);
    }

    private bool CanEnter(GridCell cell)
    {
        bool isInside = cell.X >= 0 && cell.Y >= 0 && cell.X < _sample.Grid.Width && cell.Y < _sample.Grid.Height;
        return isInside && _sample.Grid.GetCell(cell) != CellType.Obstacle && _sample.Grid.GetCell(cell) != Water;
    }
}
