using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class HouseSampleTests
{
    private HouseSample _sample;
    private GridCell _last;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        Screens.PixelsPerUnit = 32f;
        _sample = SampleScene.Add<HouseSample>();
        Frames.Advance(0.02);
        _last = new GridCell(0, 0);
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void The_guest_waits_at_a_closed_door_and_goes_on_when_it_opens()
    {
        Click(new GridCell(4, 4));
        Walk(400);
        Assert.AreEqual(new GridCell(5, 4), Where(), "at the door of the left room");
        Assert.IsFalse(_sample.IsOpen(1));
        Clicks.PressAt(_sample.DoorPosition(1));
        Walk(1);
        Assert.IsTrue(_sample.IsOpen(1));
        Walk(200);
        Assert.AreEqual(new GridCell(4, 4), Where());
    }

    [Test]
    public void The_guest_jumps_down_from_the_terrace_and_does_not_climb_up()
    {
        _sample.Toggle(2);
        _sample.Toggle(3);
        Click(new GridCell(10, 7));
        Walk(600);
        Assert.AreEqual(new GridCell(10, 7), Where(), "by the rooms");
        Click(new GridCell(11, 3));
        Walk(100);
        Assert.AreEqual(new GridCell(11, 3), Where(), "down the ledge");
        _sample.Toggle(0);
        Click(new GridCell(11, 7));
        Walk(400);
        Assert.That(Where().X < 10 || Where().Y < 4, Where() + ": not up on the terrace");
    }

    [Test]
    public void A_click_on_a_door_closes_it_again()
    {
        ulong revision = _sample.Grid.Revision;
        Assert.IsTrue(_sample.IsOpen(0));
        Clicks.PressAt(_sample.DoorPosition(0));
        Frames.Advance(0.02);
        Assert.IsFalse(_sample.IsOpen(0));
        Assert.AreEqual(revision + 1, _sample.Grid.Revision);
        Assert.IsFalse(_sample.Guest.TargetPosition.HasValue);
    }

    private void Click(GridCell cell)
    {
        Clicks.PressAt(_sample.Grid.GetCellCenter(cell));
        Walk(1);
    }

    /// <summary>Advances frames, and expects that the guest crosses no wall from cell to cell.</summary>
    private void Walk(int frames)
    {
        for (int frame = 0; frame < frames; frame++)
        {
            Frames.Advance(0.02);
            GridCell cell = Where();
            bool isStraight = cell.X == _last.X ^ cell.Y == _last.Y;
            if (isStraight)
            {
                Passage passage = _sample.Grid.GetPassage(_last, cell);
                Assert.That(passage == Passage.Open || passage == Passage.OneWay, _last + " to " + cell);
            }
            _last = cell;
        }
    }

    private GridCell Where()
    {
        Assert.IsTrue(_sample.Grid.TryGetCellAt(_sample.Guest.transform.position, out GridCell cell));
        return cell;
    }
}
