using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class BaseGridSampleTests
{
    private BaseGridSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _sample = SampleScene.Add<BaseGridSample>();
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void It_logs_a_path_around_its_walls_one_position_a_second()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.02);
            PathScript script = _sample.GetComponent<PathScript>();
            Assert.AreEqual("Log: grid of (20.00, 12.00) at (-10.00, 0.00, -6.00)", log.Lines[0]);
            // The path passes the lower end of the left wall, then the upper end of the other.
            Assert.That(script.path.Any(node => node.worldPos.x == -3.5f && node.worldPos.z == -4.5f), Is.True);
            Assert.That(script.path.Any(node => node.worldPos.x == 4.5f && node.worldPos.z == 4.5f), Is.True);
            for (int second = 0; second < script.path.Count; second++)
            {
                Assert.AreEqual("Log: " + script.path[second].worldPos, log.Lines.Last());
                Frames.Advance(1.0);
            }
            Assert.AreEqual(1 + script.path.Count + 1, log.Lines.Count);
            Assert.AreEqual("Log: arrived", log.Lines.Last());
        }
    }

    [Test]
    public void The_obstacles_are_its_walls_and_the_line_is_its_path()
    {
        Frames.Advance(0.02);
        Frames.DrawGizmos();
        string[] red = DrawnGizmos.Cubes.Where(cube => cube.Color.Equals(Color.red))
            .Select(cube => cube.Center.ToString()).ToArray();
        string[] walls = SampleScene.Squares(_sample, "Wall").Select(wall => wall.transform.position.ToString())
            .ToArray();
        Assert.AreEqual(20, walls.Length);
        Assert.That(red, Is.EquivalentTo(walls));
        Vector3[] centers = _sample.GetComponent<PathScript>().path.ConvertAll(node => node.worldPos).ToArray();
        Assert.AreEqual(centers, SampleScene.Points(SampleScene.Line(_sample, "Path")));
    }

    [Test]
    public void A_camera_looks_down_at_it()
    {
        Camera camera = Camera.main;
        Assert.That(camera.orthographic, Is.True);
        Assert.That(camera.orthographicSize, Is.GreaterThan(6f));
        Assert.AreEqual(new Vector3(0f, 10f, 0f), camera.transform.position);
        Assert.AreEqual(new Vector3(90f, 0f, 0f), camera.transform.eulerAngles);
    }
}
