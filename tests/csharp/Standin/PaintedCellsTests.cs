using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using GridStar;
using NUnit.Framework;
using UnityEditor.Standin;
using UnityEngine;
using Random = System.Random;

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

    [Test]
    public void A_lake_is_one_stored_value_and_comes_back_as_it_was()
    {
        for (int seed = 1; seed <= 40; seed++)
        {
            Random random = new Random(seed);
            PaintedCells painted = new PaintedCells();
            for (int i = 0; i < 60; i++)
            {
                int x = random.Next(PathGridSettings.MaxSide);
                int length = 1 + random.Next(PathGridSettings.MaxSide - x);
                painted.Set(x, random.Next(PathGridSettings.MaxSide), length, (byte)random.Next(256));
            }
            PaintedCells again = SceneTools.SavedAndLoaded(painted);
            Assert.AreEqual(painted.Runs.ToArray(), again.Runs.ToArray(), "seed " + seed);
            Assert.AreEqual(0, ((List<PaintedRun>)FieldOf(again, "_runs")).Count, "a list has an override each number");
            Assert.AreNotEqual("", FieldOf(again, "_packed"));
            again.Clear();
            Assert.That(SceneTools.SavedAndLoaded(again).IsEmpty);
        }
        PaintedCells lake = new PaintedCells();
        for (int y = 0; y < 100; y++)
        {
            lake.Set(1000 + y, 2000 + y, 300, 7);
        }
        SceneTools.SavedAndLoaded(lake);
        Assert.That(((string)FieldOf(lake, "_packed")).Length, Is.LessThan(900));
    }

    [Test]
    public void Paint_that_an_earlier_version_stored_is_read()
    {
        PaintedCells stored = new PaintedCells();
        List<PaintedRun> runs = (List<PaintedRun>)FieldOf(stored, "_runs");
        runs.Add(new PaintedRun { X = 2, Y = 1, Length = 3, Value = 4 });
        runs.Add(default(PaintedRun));
        runs.Add(new PaintedRun { X = 0, Y = 5, Length = 1, Value = 0 });
        ((ISerializationCallbackReceiver)stored).OnAfterDeserialize();
        Assert.AreEqual(4, stored.CountCells());
        Assert.That(stored.TryGet(new GridCell(4, 1), out byte value) && value == 4);
        PaintedCells again = SceneTools.SavedAndLoaded(stored);
        Assert.AreEqual(stored.Runs.ToArray(), again.Runs.ToArray());
        Assert.AreEqual("AQIDBAQAAQA=", FieldOf(again, "_packed"));
    }

    [TestCase("AQIDBAQAAQ=")]
    [TestCase("AQID")]
    [TestCase("AQIDBAACAwQ=")]
    [TestCase("AAAAAA==")]
    [TestCase("AP///38BAA==")]
    [TestCase("!")]
    public void A_damaged_text_is_told_and_stays_until_somebody_paints(string text)
    {
        PaintedCells painted = new PaintedCells();
        typeof(PaintedCells).GetField("_packed", Own).SetValue(painted, text);
        using (ConsoleLog log = new ConsoleLog())
        {
            ((ISerializationCallbackReceiver)painted).OnAfterDeserialize();
            StringAssert.Contains("damaged", log.Lines.Single());
        }
        Assert.That(painted.IsEmpty);
        ((ISerializationCallbackReceiver)painted).OnBeforeSerialize();
        Assert.AreEqual(text, FieldOf(painted, "_packed"));
        painted.Set(1, 1, 1, 1);
        ((ISerializationCallbackReceiver)painted).OnBeforeSerialize();
        Assert.AreEqual("AQEBAQ==", FieldOf(painted, "_packed"));
    }

    [Test]
    public void Random_texts_are_read_or_refused()
    {
        Random random = new Random(7);
        using (new ConsoleLog())
        {
            for (int i = 0; i < 20000; i++)
            {
                byte[] bytes = new byte[random.Next(24)];
                random.NextBytes(bytes);
                if (i % 2 == 0)
                {
                    bytes = Array.ConvertAll(bytes, one => (byte)(one % 5));
                }
                List<PaintedRun> runs = new List<PaintedRun>();
                bool isRead = PackedRuns.TryRead(Convert.ToBase64String(bytes), runs);
                Assert.That(isRead || runs.Count == 0);
                PaintedCells painted = new PaintedCells();
                runs.ForEach(run => painted.Set(run.X, run.Y, run.Length, run.Value));
                Assert.AreEqual(runs.Sum(run => run.Length), painted.CountCells(), "none overlap, number " + i);
            }
        }
    }

    private const BindingFlags Own = BindingFlags.Instance | BindingFlags.NonPublic;

    private static object FieldOf(PaintedCells painted, string name)
        => typeof(PaintedCells).GetField(name, Own).GetValue(painted);

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
