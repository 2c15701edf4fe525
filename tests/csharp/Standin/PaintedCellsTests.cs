using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;

/// <summary>Painted cells against a plain array, with random edits.</summary>
public class PaintedCellsTests
{
    private const int Side = 24;

    [Test]
    public void Random_strokes_give_what_an_array_has()
    {
        for (int seed = 1; seed <= 12; seed++)
        {
            Random random = new Random(seed);
            PaintedCells painted = new PaintedCells();
            int[] plain = Enumerable.Repeat(-1, Side * Side).ToArray();
            for (int edit = 0; edit < 200; edit++)
            {
                int x = random.Next(Side);
                int y = random.Next(Side / 6);
                int length = 1 + random.Next(Side - x);
                int value = random.Next(-1, 3);
                if (value < 0)
                {
                    painted.Erase(x, y, length);
                }
                else
                {
                    painted.Set(x, y, length, (byte)value);
                }
                for (int i = 0; i < length; i++)
                {
                    plain[y * Side + x + i] = value;
                }
                Compare(painted, plain, "seed " + seed + ", edit " + edit);
            }
        }
    }

    private static void Compare(PaintedCells painted, int[] plain, string what)
    {
        byte[] types = Enumerable.Repeat((byte)9, Side * Side).ToArray();
        painted.WriteTo(types, Side, Side);
        Assert.AreEqual(plain.Select(value => value < 0 ? 9 : value), types.Select(type => (int)type), what);
        for (int i = 0; i < plain.Length; i++)
        {
            bool isPainted = painted.TryGet(new GridCell(i % Side, i / Side), out byte value);
            Assert.AreEqual(plain[i], isPainted ? value : -1, what + ", cell " + i);
        }
        Assert.AreEqual(plain.Count(value => value >= 0), painted.CountCells(), what);
        Assert.AreEqual(painted.CountCells() == 0, painted.IsEmpty, what);
        // Runs are as few as can be: no two that touch have one value.
        List<PaintedRun> runs = painted.Runs.ToList();
        for (int i = 1; i < runs.Count; i++)
        {
            PaintedRun before = runs[i - 1];
            bool isNext = before.Y == runs[i].Y && before.X + before.Length == runs[i].X;
            Assert.That(!isNext || before.Value != runs[i].Value, what);
            Assert.That(before.Y < runs[i].Y || before.X + before.Length <= runs[i].X, what);
        }
    }

    [Test]
    public void Cells_that_no_grid_has_are_refused()
    {
        PaintedCells painted = new PaintedCells();
        int most = PathGridSettings.MaxSide;
        foreach (int[] run in new[]
        {
            new[] { -1, 0, 1 }, new[] { 0, -1, 1 }, new[] { 0, 0, 0 }, new[] { 1, 0, most }, new[] { 0, most, 1 },
            new[] { 0, 0, int.MaxValue }, new[] { int.MaxValue, 0, int.MaxValue },
        })
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => painted.Set(run[0], run[1], run[2], 1));
            Assert.Throws<ArgumentOutOfRangeException>(() => painted.Erase(run[0], run[1], run[2]));
        }
        painted.Set(0, most - 1, most, 1);
        Assert.AreEqual(most, painted.CountCells());
        painted.WriteTo(new byte[6], 3, 2);
        painted.Clear();
        Assert.That(painted.IsEmpty);
    }
}
