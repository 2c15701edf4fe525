using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class CrowdSampleTests
{
    private CrowdSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        Screens.PixelsPerUnit = 16f;
        _sample = SampleScene.Add<CrowdSample>();
        _sample.count = 60;
        _sample.secondsClosed = 3f;
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void The_whole_crowd_comes_through_gate_and_gap_and_never_through_a_wall()
    {
        for (int frame = 0; frame < 3000 && !HasArrived; frame++)
        {
            Frames.Advance(0.03);
            foreach (PathFollower walker in _sample.Walkers)
            {
                Assert.That(_sample.Grid.TryGetCellAt(walker.transform.position, out GridCell cell), Is.True);
                bool isGate = cell.X == 24 && cell.Y >= 20 && cell.Y < 23;
                // The gate may close on a walker.
                Assert.That(isGate || _sample.Grid.GetCell(cell) == CellType.Walkable, "frame " + frame + cell);
            }
        }
        Assert.That(HasArrived, Is.True);
        Assert.AreEqual(60, _sample.Walkers.Count);
        Assert.That(_sample.Walkers.All(walker => walker.Tracker.Scheduler == _sample.Grid.Scheduler), Is.True);
    }

    [Test]
    public void The_gate_is_open_twice_as_long_as_it_is_closed()
    {
        Frames.Advance(0.02);
        bool[] isOpen = new bool[18];
        for (int second = 0; second < isOpen.Length; second++)
        {
            isOpen[second] = _sample.Grid.GetCell(24, 21) == CellType.Walkable;
            Assert.AreEqual(CellType.Walkable, _sample.Grid.GetCell(24, 5), "the gap");
            Assert.AreEqual(CellType.Obstacle, _sample.Grid.GetCell(24, 19), "the wall");
            Frames.Advance(1.0);
        }
        Assert.AreEqual("111111000111111000", string.Concat(isOpen.Select(open => open ? "1" : "0").ToArray()));
    }

    [Test]
    public void A_click_moves_the_target_unless_it_is_on_a_wall()
    {
        Frames.Advance(0.02);
        Clicks.PressAt(new Vector3(3.5f, 3.5f, 0f));
        Frames.Advance(0.02);
        Assert.AreEqual(new Vector3(3.5f, 3.5f, 0f), _sample.Target.position);
        Clicks.PressAt(new Vector3(24.5f, 0.5f, 0f));
        Frames.Advance(0.02);
        Assert.AreEqual(new Vector3(3.5f, 3.5f, 0f), _sample.Target.position);
    }

    private bool HasArrived => _sample.Walkers.Count > 0 && _sample.Walkers.All(walker => walker.HasArrived);
}
