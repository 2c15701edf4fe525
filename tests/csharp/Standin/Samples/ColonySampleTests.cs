using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine.Standin;

public class ColonySampleTests
{
    private ColonySample _sample;
    private int _grids;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _grids = GridStarLibrary.LiveGridCount;
        Screens.PixelsPerUnit = 16f;
        _sample = SampleScene.Add<ColonySample>();
        Frames.Advance(0.02);
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
        // What other tests have left may go meanwhile.
        Assert.That(GridStarLibrary.LiveGridCount, Is.AtMost(_grids));
    }

    [Test]
    public void Everybody_walks_and_nobody_takes_stairs_that_are_locked()
    {
        int[] before = new int[Colony.ColonistCount];
        int taken = 0;
        for (int frame = 0; frame < 1500; frame++)
        {
            if (frame % 100 == 50)
            {
                Clicks.PressAt(_sample.PlaceOfStairs(frame / 100 % (2 * _sample.Colony.StairsCount)));
            }
            Frames.Advance(0.04);
            for (int i = 0; i < before.Length; i++)
            {
                int link = _sample.Colony.LinkOf(i);
                if (link != 0 && before[i] == 0)
                {
                    taken++;
                    Assert.IsFalse(_sample.Colony.Floors.GetLink(link).Closed, "frame " + frame + ", colonist " + i);
                }
                before[i] = link;
            }
        }
        Assert.Greater(taken, 400);
    }

    [Test]
    public void The_bell_calls_all_and_those_behind_locked_stairs_come_when_they_are_unlocked()
    {
        Clicks.PressAt(_sample.PlaceOfStairs(4));
        Frames.Advance(0.02);
        Clicks.PressAt(_sample.PlaceOfStairs(7));
        Frames.Advance(0.02);
        Assert.IsTrue(_sample.Colony.AreLocked(2) && _sample.Colony.AreLocked(3));
        Clicks.PressAt(_sample.BellPosition);
        Walk(600);
        int below = _sample.Colony.CountAtCanteen();
        Assert.That(below, Is.InRange(100, 170), "about two storeys of three");
        Clicks.PressAt(_sample.PlaceOfStairs(4));
        Walk(600);
        Assert.AreEqual(Colony.ColonistCount, _sample.Colony.CountAtCanteen());
        StringAssert.Contains("200 at the canteen", _sample.Text);
    }

    [Test]
    public void A_loaded_colony_is_where_the_saved_one_was()
    {
        Walk(100);
        Clicks.PressAt(_sample.PlaceOfStairs(0));
        Frames.Advance(0.02);
        Clicks.PressAt(_sample.SavePosition);
        Frames.Advance(0f);
        ulong hash = _sample.Colony.Floors.Hash;
        byte[] saved = _sample.Colony.Save();
        Clicks.PressAt(_sample.PlaceOfStairs(0));
        Walk(200);
        Assert.AreNotEqual(saved, _sample.Colony.Save());
        Clicks.PressAt(_sample.LoadPosition);
        Frames.Advance(0f);
        Assert.AreEqual(hash, _sample.Colony.Floors.Hash);
        Assert.AreEqual(saved, _sample.Colony.Save());
        Assert.IsTrue(_sample.Colony.AreLocked(0));
        Assert.AreEqual(_grids + Colony.Storeys, GridStarLibrary.LiveGridCount);
        Walk(200);
        Assert.AreNotEqual(saved, _sample.Colony.Save(), "it goes on");
    }

    private static void Walk(int frames)
    {
        for (int frame = 0; frame < frames; frame++)
        {
            Frames.Advance(0.04);
        }
    }
}
