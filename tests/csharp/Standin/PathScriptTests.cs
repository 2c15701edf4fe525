using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>A typical script of the first system, frame by frame.</summary>
public class PathScriptTests
{
    private const int ObstacleLayer = 8;
    private const int OtherLayer = 9;

    [SetUp]
    public void EmptyScene()
    {
        Frames.Reset();
        Colliders.Clear();
        DrawnGizmos.Clear();
    }

    [Test]
    public void The_script_logs_the_world_positions_of_its_path_one_a_second()
    {
        // A wall at x = 2 with a gap in the top one of three rows.
        Colliders.AddBox(new Vector3(2.5f, 0f, 1f), new Vector3(0.5f, 1f, 1.5f), ObstacleLayer);
        Colliders.AddBox(new Vector3(1.5f, 0f, 1.5f), new Vector3(0.5f, 1f, 0.5f), OtherLayer);
        using (ConsoleLog log = new ConsoleLog())
        {
            AddScript();
            Frames.Advance(0.02);
            List<string> expected =
                new List<string> { "Log: grid of (5.00, 3.00) at (0.00, 0.00, 0.00)", "Log: (0.50, 0.00, 0.50)" };
            Assert.AreEqual(expected, log.Lines);
            string[] positions =
                { "(1.50, 0.00, 1.50)", "(2.50, 0.00, 2.50)", "(3.50, 0.00, 1.50)", "(4.50, 0.00, 0.50)" };
            foreach (string position in positions)
            {
                Frames.Advance(0.5);
                Assert.AreEqual(expected, log.Lines);
                Frames.Advance(0.5);
                expected.Add("Log: " + position);
                Assert.AreEqual(expected, log.Lines);
            }
            Frames.Advance(1.0);
            expected.Add("Log: arrived");
            Frames.Advance(1.0);
            Assert.AreEqual(expected, log.Lines);
        }
    }

    [Test]
    public void The_gizmos_show_nothing_before_Init_and_then_every_cell_in_its_color()
    {
        Colliders.AddBox(new Vector3(2.5f, 0f, 1f), new Vector3(0.5f, 1f, 1.5f), ObstacleLayer);
        AddScript();
        Frames.DrawGizmos();
        Assert.AreEqual(0, DrawnGizmos.Cubes.Count);

        Frames.Advance(0.02);
        Frames.DrawGizmos();
        Assert.AreEqual(15, DrawnGizmos.Cubes.Count);
        ExpectColor(Color.yellow, "(0.50, 0.00, 0.50)", "(4.50, 0.00, 0.50)");
        ExpectColor(Color.green, "(1.50, 0.00, 1.50)", "(2.50, 0.00, 2.50)", "(3.50, 0.00, 1.50)");
        ExpectColor(Color.red, "(2.50, 0.00, 0.50)", "(2.50, 0.00, 1.50)");
        Assert.AreEqual(15 - 7, DrawnGizmos.Cubes.Count(cube => cube.Color.Equals(Color.white)));
        Assert.That(DrawnGizmos.Cubes.All(cube => cube.Size == Vector3.one * 0.9f), Is.True);
    }

    [Test]
    public void A_script_without_a_way_through_ends_quietly()
    {
        Colliders.AddBox(new Vector3(2.5f, 0f, 1.5f), new Vector3(0.5f, 1f, 5f), ObstacleLayer);
        using (ConsoleLog log = new ConsoleLog())
        {
            PathScript script = AddScript();
            Frames.Advance(0.02);
            Frames.Advance(1.0);
            Assert.That(script.path, Is.Null);
            Assert.AreEqual(1, log.Lines.Count);
        }
    }

    private static PathScript AddScript()
    {
        PathScript script = new GameObject().AddComponent<PathScript>();
        script.corner = new Vector3(5f, 0f, 0f);
        script.oppositeCorner = new Vector3(0f, 0f, 3f);
        script.from = new Vector3(0.3f, 0f, 0.3f);
        script.to = new Vector3(4.7f, 0f, 0.6f);
        return script;
    }

    private static void ExpectColor(Color color, params string[] centers)
    {
        IEnumerable<string> drawn = DrawnGizmos.Cubes.Where(cube => cube.Color.Equals(color))
            .Select(cube => cube.Center.ToString());
        Assert.AreEqual(centers, drawn.OrderBy(center => center).ToArray());
    }
}
