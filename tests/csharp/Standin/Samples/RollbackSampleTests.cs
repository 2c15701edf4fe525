using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using Random = System.Random;

public class RollbackSampleTests
{
    private RollbackSample _sample;
    private int _objects;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _objects = LiveObjects;
        Screens.PixelsPerUnit = 16f;
        _sample = SampleScene.Add<RollbackSample>();
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
        // What other tests have left may go meanwhile.
        Assert.That(LiveObjects, Is.AtMost(_objects));
    }

    private static int LiveObjects
        => GridStarLibrary.LiveGridCount + GridStarLibrary.LiveCrowdCount + GridStarLibrary.LiveFieldCount;

    /// <summary>A machine that hears of each command at once never goes back. The others have to be where it is.
    /// </summary>
    [Test]
    public void A_machine_that_goes_back_again_and_again_is_where_one_is_that_never_did()
    {
        for (int seed = 0; seed < 4; seed++)
        {
            Random random = new Random(seed);
            using (RollbackMachine prompt = new RollbackMachine())
            using (RollbackMachine late = new RollbackMachine())
            {
                List<WallCommand> under = new List<WallCommand>();
                for (int tick = 0; tick < 400; tick++)
                {
                    for (int side = 0; side < 2 && random.Next(4) == 0; side++)
                    {
                        GridCell cell = new GridCell(random.Next(3, 25), random.Next(RollbackGame.Height));
                        WallCommand command = new WallCommand(tick, side, cell);
                        prompt.Receive(command);
                        under.Add(command);
                    }
                    // A side's own commands keep their order. Each comes before it would be too late.
                    int count = under.Count(one => one.Tick <= tick - (RollbackMachine.Ring - 1));
                    count = Math.Max(count, random.Next(3) == 0 ? random.Next(under.Count + 1) : 0);
                    under.GetRange(0, count).ForEach(late.Receive);
                    under.RemoveRange(0, count);
                    prompt.Advance();
                    late.Advance();
                    int known = tick - (RollbackMachine.Ring - 1);
                    if (known >= 0)
                    {
                        Assert.AreEqual(
                            prompt.HashAfter(known), late.HashAfter(known), "seed " + seed + ", tick " + known);
                    }
                }
                under.ForEach(late.Receive);
                prompt.Advance();
                late.Advance();
                Assert.AreEqual(prompt.Game.Hash, late.Game.Hash);
                Assert.AreEqual(prompt.Game.Positions, late.Game.Positions);
                Assert.AreEqual(prompt.Game.Scores, late.Game.Scores);
                Assert.IsNull(prompt.Game.Grid.FindDifference(late.Game.Grid));
                Assert.AreEqual(0, prompt.Rollbacks);
                Assert.Greater(late.Rollbacks, 40);
                Assert.Greater(late.TicksAgain, late.Rollbacks);
                Assert.Greater(late.Game.Scores.Sum(), 10);
            }
        }
    }

    [Test]
    public void A_click_builds_a_wall_at_once_here_and_some_ticks_later_there()
    {
        _sample.delay = 4;
        Advance(30);
        GridCell cell = new GridCell(14, 7);
        Click(cell);
        Advance(1);
        Assert.AreEqual(CellType.Obstacle, _sample.Mine.Game.Grid.GetCell(cell));
        Assert.AreEqual(CellType.Walkable, _sample.Theirs.Game.Grid.GetCell(cell));
        Advance(3);
        Assert.AreEqual(CellType.Walkable, _sample.Theirs.Game.Grid.GetCell(cell));
        int again = _sample.Theirs.TicksAgain;
        Advance(1);
        Assert.AreEqual(CellType.Obstacle, _sample.Theirs.Game.Grid.GetCell(cell));
        Assert.AreEqual(again + 4, _sample.Theirs.TicksAgain);
        Click(cell);
        Advance(1);
        Assert.AreEqual(CellType.Walkable, _sample.Mine.Game.Grid.GetCell(cell));
    }

    [Test]
    public void The_text_compares_both_machines_and_a_part_that_differs_is_told()
    {
        Random random = new Random(3);
        Advance(10);
        for (int i = 0; i < 300; i++)
        {
            if (i % 7 == 0)
            {
                _sample.delay = random.Next(RollbackMachine.Ring);
                Click(new GridCell(random.Next(RollbackGame.Width), random.Next(RollbackGame.Height)));
            }
            Advance(1);
            Frames.DrawGui(EventType.Repaint);
            string text = DrawnGui.Texts.Single().Text;
            Assert.AreEqual(_sample.Text, text);
            StringAssert.Contains(": equal", text);
        }
        Assert.Greater(_sample.Mine.Rollbacks, 5);
        Assert.Greater(_sample.Theirs.Rollbacks, 5);
        // What no command has done.
        _sample.Theirs.Game.Grid.SetCell(20, 15, (CellType)9);
        using (ConsoleLog log = new ConsoleLog())
        {
            Advance(20);
            StringAssert.Contains(": DIFFERENT", _sample.Text);
            StringAssert.StartsWith("Error: The machines differ after tick ", log.Lines.Single());
            StringAssert.Contains("(20, 15)", log.Lines.Single());
        }
    }

    [Test]
    public void What_comes_too_late_or_is_no_command_is_refused()
    {
        using (RollbackMachine machine = new RollbackMachine())
        {
            for (int tick = 0; tick < 20; tick++)
            {
                machine.Advance();
            }
            ulong hash = machine.Game.Hash;
            Assert.Throws<ArgumentException>(() => machine.Receive(new WallCommand(11, 0, new GridCell(5, 5))));
            Assert.Throws<ArgumentException>(() => machine.Receive(new WallCommand(15, 0, new GridCell(0, 5))));
            Assert.Throws<ArgumentOutOfRangeException>(() => machine.HashAfter(11));
            Assert.AreEqual(hash, machine.Game.Hash);
            machine.Receive(new WallCommand(12, 0, new GridCell(5, 5)));
            machine.Advance();
            Assert.AreEqual(8, machine.TicksAgain);
        }
    }

    [Test]
    public void Colors_show_the_walls_of_this_machine()
    {
        Advance(2);
        Click(new GridCell(9, 3));
        Advance(2);
        List<SpriteRenderer> cells = SampleScene.Squares(_sample, "Cell");
        Color wall = cells[3 * RollbackGame.Width + 9].color;
        for (int i = 0; i < cells.Count; i++)
        {
            bool isWall = _sample.Mine.Game.Grid.GetCell(i % RollbackGame.Width, i / RollbackGame.Width)
                == CellType.Obstacle;
            Assert.AreEqual(isWall, cells[i].color.Equals(wall), "cell " + i);
        }
        List<SpriteRenderer> walkers = SampleScene.Squares(_sample, "Walker");
        Assert.AreEqual(RollbackGame.WalkerCount, walkers.Count);
        Assert.AreEqual(_sample.Mine.Game.Positions[0], walkers[0].transform.position.x);
    }

    private static void Click(GridCell cell) => Clicks.PressAt(new Vector3(cell.X + 0.5f, cell.Y + 0.5f, 0f));

    /// <summary>Frames that are as long as ticks, and a little longer, so that each has its tick.</summary>
    private void Advance(int ticks)
    {
        for (int i = 0; i < ticks; i++)
        {
            int before = _sample.Mine == null ? 0 : _sample.Mine.Game.Tick;
            while (_sample.Mine == null || _sample.Mine.Game.Tick == before)
            {
                Frames.Advance(1.0 / 30.0);
            }
        }
    }
}
