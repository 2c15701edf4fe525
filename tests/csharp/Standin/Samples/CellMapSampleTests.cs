using System.Collections.Generic;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class CellMapSampleTests
{
    private CellMapSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _sample = SampleScene.Add<CellMapSample>();
        _sample.map = new[,]
        {
            { 1, 2, 1 },
            { 1, 4, 4 },
            { 1, 1, 1 },
            { 4, 4, 1 },
            { 1, 3, 1 },
        };
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void Cells_lie_at_a_spacing_of_one_and_a_half_in_the_colors_of_their_kinds()
    {
        Frames.Advance(0.02);
        Assert.AreEqual("wgw wbb www bbw wrw", Colors());
        Assert.AreEqual(new Vector3(6f, 0f, 1.5f), SampleScene.Squares(_sample, "Cell 4 1")[0].transform.position);
        Assert.AreEqual(new Vector3(0f, 0f, 0f), SampleScene.Squares(_sample, "Cell 0 0")[0].transform.position);
    }

    [Test]
    public void A_click_colors_the_path_without_its_ends_a_cell_every_fifth_of_a_second()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.02);
            Assert.AreEqual(0, log.Lines.Count);
            Clicks.Press();
            Frames.Advance(0.02);
            Assert.AreEqual(new[] { "Log: way of 5 cells at a cost of 56" }, log.Lines.ToArray());
            Assert.AreEqual("wgw Bbb www bbw wrw", Colors());
            Frames.Advance(0.1);
            Assert.AreEqual("wgw Bbb www bbw wrw", Colors());
            Frames.Advance(0.11);
            Assert.AreEqual("wgw Bbb wBw bbw wrw", Colors());
            Frames.Advance(0.21);
            Frames.Advance(0.21);
            Frames.Advance(0.21);
            Assert.AreEqual("wgw Bbb wBw bbB wrw", Colors());
            Assert.AreEqual(1, log.Lines.Count);
        }
    }

    [Test]
    public void In_four_directions_the_path_has_no_diagonal_steps()
    {
        _sample.fourDirections = true;
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.02);
            Clicks.Press();
            Frames.Advance(0.02);
            for (int i = 0; i < 10; i++)
            {
                Frames.Advance(0.21);
            }
            Assert.AreEqual(new[] { "Log: way of 9 cells at a cost of 80" }, log.Lines.ToArray());
            Assert.AreEqual("Bgw Bbb BBB bbB wrB", Colors());
        }
    }

    [Test]
    public void A_click_on_the_way_begins_anew()
    {
        Frames.Advance(0.02);
        _sample.Find();
        Frames.Advance(0.21);
        Assert.AreEqual("wgw Bbb wBw bbw wrw", Colors());
        _sample.Find();
        Assert.AreEqual("wgw Bbb www bbw wrw", Colors());
        Frames.Advance(0.11);
        Assert.AreEqual("wgw Bbb www bbw wrw", Colors());
        Frames.Advance(0.11);
        Assert.AreEqual("wgw Bbb wBw bbw wrw", Colors());
    }

    [Test]
    public void Where_there_is_no_way_through_it_says_so()
    {
        _sample.map[2, 1] = 4;
        _sample.map[2, 2] = 4;
        _sample.map[2, 0] = 4;
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.02);
            Clicks.Press();
            Frames.Advance(0.02);
            Frames.Advance(1.0);
            Assert.AreEqual(new[] { "Log: no way through: NoPath" }, log.Lines.ToArray());
            Assert.AreEqual("wgw wbb bbb bbw wrw", Colors());
        }
    }

    [Test]
    public void The_map_that_it_comes_with_has_a_way_through()
    {
        CellMapSample fresh = SampleScene.Add<CellMapSample>();
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.02);
            fresh.Find();
            StringAssert.StartsWith("Log: way of ", log.Lines[0]);
        }
        SampleScene.End(fresh);
    }

    /// <summary>The colors, column by column: w white, g green, r red, b black, B blue.</summary>
    private string Colors()
    {
        List<string> columns = new List<string>();
        for (int x = 0; x < _sample.map.GetLength(0); x++)
        {
            string column = "";
            for (int z = 0; z < _sample.map.GetLength(1); z++)
            {
                column += Letter(_sample.GetColor(x, z));
            }
            columns.Add(column);
        }
        return string.Join(" ", columns.ToArray());
    }

    private static string Letter(Color color) => color.Equals(Color.white) ? "w"
        : color.Equals(Color.green) ? "g"
        : color.Equals(Color.red) ? "r"
        : color.Equals(Color.black) ? "b"
        : color.Equals(Color.blue) ? "B"
        : "?";
}
