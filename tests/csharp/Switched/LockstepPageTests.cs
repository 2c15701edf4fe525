using System;
using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using Pages.Forks;
using Pages.Lockstep;

/// <summary>Runs the scripts of lockstep.md and forks.md.</summary>
public class LockstepPageTests
{
    private const int Width = 40;
    private const int Height = 24;
    private const int Agents = 60;
    private static readonly GridCell Goal = new GridCell(Width - 3, Height / 2);
    private static readonly GridCell[] None = new GridCell[0];

    /// <summary>Commands of a tick: walls anywhere but at the goal.</summary>
    private static GridCell[] Commands(int seed, int tick)
    {
        Random random = new Random((seed * 7919) + tick);
        GridCell[] commands = new GridCell[random.Next(3)];
        for (int i = 0; i < commands.Length; i++)
        {
            commands[i] = new GridCell(random.Next(Width - 4), random.Next(Height));
        }
        return commands;
    }

    [Test]
    public void Two_machines_are_in_step_for_a_thousand_ticks_though_one_of_them_goes_back()
    {
        const int Seed = 5;
        using (PathGrid grid = new PathGrid(Width, Height))
        using (PathGrid otherGrid = new PathGrid(Width, Height))
        using (Simulation one = new Simulation(grid, Goal, Agents))
        using (Simulation other = new Simulation(otherGrid, Goal, Agents))
        {
            HashSet<ulong> hashes = new HashSet<ulong>();
            Random late = new Random(Seed);
            for (int tick = 0; tick < 1000; tick++)
            {
                string about = "seed " + Seed + ", tick " + tick;
                ulong mine = one.Tick(Commands(Seed, tick));
                hashes.Add(mine);
                if (tick >= 8 && late.Next(4) == 0)
                {
                    // It has played ticks without their commands, which come late.
                    int first = tick - late.Next(1, 7);
                    other.GoBack(first);
                    other.Tick(None);
                    other.Tick(new[] { new GridCell(1, 1) });
                    other.GoBack(first);
                    for (int again = first; again < tick; again++)
                    {
                        other.Tick(Commands(Seed, again));
                    }
                }
                Assert.AreEqual(mine, other.Tick(Commands(Seed, tick)), about);
                Assert.AreEqual(tick + 1, other.Number, about);
            }
            Assert.AreEqual(1000, hashes.Count, "something changes in each tick");
            Assert.AreEqual("the cells are equal", Desync.Explain(grid.Save(), otherGrid.Save()));
        }
    }

    [Test]
    public void A_planted_difference_is_told_in_its_tick_and_its_cell_is_found()
    {
        using (PathGrid grid = new PathGrid(Width, Height))
        using (PathGrid otherGrid = new PathGrid(Width, Height))
        using (Simulation one = new Simulation(grid, Goal, Agents))
        using (Simulation other = new Simulation(otherGrid, Goal, Agents))
        {
            for (int tick = 0; tick < 100; tick++)
            {
                Assert.AreEqual(one.Tick(Commands(3, tick)), other.Tick(Commands(3, tick)), "tick " + tick);
            }
            Assert.AreNotEqual(one.Tick(None), other.Tick(new[] { new GridCell(Width - 1, 2) }));
            string found = Desync.Explain(grid.Save(), otherGrid.Save());
            Assert.That(found.Contains("(39, 2)"), Is.True, found);

            // Back to equal cells, where only the crowd is different: it has been a tick longer on its way.
            other.GoBack(100);
            Assert.AreNotEqual(one.Tick(None), other.Tick(None));
            Assert.AreEqual("the cells are equal", Desync.Explain(grid.Save(), otherGrid.Save()));
            other.Tick(None);
            one.GoBack(101);
            other.GoBack(101);
            Assert.AreEqual(one.Tick(None), other.Tick(None), "both have the same past again");
        }
    }

    [Test]
    public void A_ring_of_forks_goes_back_eight_ticks()
    {
        using (PathGrid grid = new PathGrid(16, 16))
        {
            RollbackBuffer buffer = new RollbackBuffer(grid);
            ulong[] hashes = new ulong[20];
            for (int tick = 0; tick < 20; tick++)
            {
                hashes[tick] = grid.Hash;
                buffer.Keep(tick);
                grid.SetCell(tick % 16, tick % 3, CellType.Obstacle);
            }
            foreach (int tick in new[] { 19, 12, 15 })
            {
                buffer.GoBack(tick);
                Assert.AreEqual(hashes[tick], grid.Hash);
            }
            buffer.Dispose();
        }
    }

    [Test]
    public void A_plan_of_buildings_is_tried_on_a_fork_and_the_grid_stays_as_it_is()
    {
        using (PathGrid grid = new PathGrid(12, 6))
        {
            GridCell gate = new GridCell(0, 3);
            GridCell keep = new GridCell(11, 3);
            ulong before = grid.Hash;
            CellRect low = new CellRect(5, 0, 2, 3);
            CellRect high = new CellRect(5, 3, 2, 3);
            Assert.That(BuildingPlan.KeepsTheWayOpen(grid, new[] { low }, gate, keep), Is.True);
            Assert.That(BuildingPlan.KeepsTheWayOpen(grid, new[] { low, high }, gate, keep), Is.False);
            Assert.AreEqual(before, grid.Hash);
        }
    }
}
