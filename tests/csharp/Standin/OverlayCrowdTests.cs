using System;
using System.Linq;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using Unity.Collections;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>The layer Crowd of the Scene view's overlay: discs where agents are, colored by how they get on.</summary>
public class OverlayCrowdTests
{
    private PathGridComponent _component;
    private GridOverlay _overlay;
    private SceneView _view;
    private PathCrowd _crowd;

    [SetUp]
    public void ShowOverlay()
    {
        FirstScene.Open();
        Session.Restart();
        DrawnMeshes.Now.Clear();
        _view = ScriptableObject.CreateInstance<SceneView>();
        _component = FirstScene.Grid(12, 8, 8);
        _component.Rebuild();
        _crowd = new PathCrowd(_component.Grid);
        _overlay = Docked.In(_view, new GridOverlay());
    }

    [TearDown]
    public void CloseOverlay()
    {
        _overlay.OnWillBeDestroyed();
        _crowd.Dispose();
        FirstScene.Close();
        Assert.IsFalse(CrowdSight.IsOn);
    }

    [Test]
    public void Agents_are_discs_where_they_are_with_a_pointer_along_their_velocity()
    {
        _crowd.Add(new CrowdAgent(2.5f, 3.5f, 0.4f, 2f));
        _crowd.Add(new CrowdAgent(8.5f, 5.5f, 0.2f, 1f));
        Tick(new Vector2(2f, 0f));
        Switch();
        Draw();
        Assert.AreEqual(0, _overlay.Crowd.Agents.Count, "nobody looked on when they ticked");
        Vector2[] positions = Tick(new Vector2(2f, 0f));
        Draw();
        Assert.AreEqual(2, _overlay.Crowd.Agents.Count);
        Mesh mesh = DrawnMeshes.Now.Last();
        Vector3[] vertices = mesh.vertices;
        Assert.AreEqual(2 * OverlayCrowd.VerticesOfAgent, vertices.Length);
        Assert.AreEqual(vertices.Length, mesh.colors32.Length);
        Assert.That(mesh.triangles.All(at => at >= 0 && at < vertices.Length));
        Assert.AreEqual(2 * 3 * (OverlayCrowd.Corners + 1), mesh.triangles.Length);
        for (int agent = 0; agent < 2; agent++)
        {
            int first = agent * OverlayCrowd.VerticesOfAgent;
            Vector3 center = vertices[first];
            Assert.AreEqual(positions[agent].x, center.x, 1e-4f);
            Assert.AreEqual(positions[agent].y, center.z, 1e-4f);
            for (int i = 1; i <= OverlayCrowd.Corners; i++)
            {
                Assert.AreEqual(agent == 0 ? 0.4f : 0.2f, (vertices[first + i] - center).magnitude, 1e-4f);
            }
        }
        SeenAgent moving = _overlay.Crowd.Agents[0];
        Vector3 tip = vertices[OverlayCrowd.Corners + 2] - vertices[0];
        Assert.AreEqual(moving.VelocityX / 2f, tip.x, 1e-4f);
        Assert.That(moving.VelocityX > 0.1f);
        Assert.AreEqual(OverlayCrowd.Standing, mesh.colors32[OverlayCrowd.VerticesOfAgent]);
    }

    [Test]
    public void Colors_look_the_same_in_a_linear_color_space()
    {
        _crowd.Add(new CrowdAgent(3.5f, 3.5f, 0.4f, 2f));
        Switch();
        Tick(Vector2.zero);
        Device.ColorSpace = ColorSpace.Linear;
        try
        {
            Draw();
        }
        finally
        {
            Device.ColorSpace = ColorSpace.Gamma;
        }
        Assert.AreEqual((Color32)((Color)OverlayCrowd.Standing).linear, _overlay.Crowd.Colors[0]);
        Assert.AreEqual(OverlayCrowd.Standing, ColorOf(0));
    }

    [Test]
    public void An_agent_that_can_not_go_where_it_wishes_is_stuck_after_a_second()
    {
        for (int y = 0; y < 8; y++)
        {
            _component.Grid.SetCell(4, y, CellType.Obstacle);
        }
        _crowd.Add(new CrowdAgent(3.5f, 3.5f, 0.4f, 2f));
        _crowd.Add(new CrowdAgent(6.5f, 6.5f, 0.4f, 2f));
        Switch();
        for (int tick = 0; tick < 16; tick++)
        {
            Tick(new Vector2(2f, 0f), new Vector2(1f, 0f));
        }
        Draw();
        Assert.AreNotEqual(OverlayCrowd.Stuck, ColorOf(0), "not yet a second");
        Assert.AreEqual(OverlayCrowd.Moving, ColorOf(1));
        for (int tick = 0; tick < 16; tick++)
        {
            Tick(new Vector2(2f, 0f));
        }
        Draw();
        Assert.AreEqual(OverlayCrowd.Stuck, ColorOf(0));
        Assert.AreEqual(OverlayCrowd.Standing, ColorOf(1));
        Tick();
        Draw();
        Assert.AreEqual(OverlayCrowd.Standing, ColorOf(0));
    }

    [Test]
    public void Agents_of_other_grids_and_removed_ones_are_not_shown_and_all_kinds_of_ticks_are_seen()
    {
        Switch();
        int first = _crowd.Add(new CrowdAgent(2.5f, 3.5f, 0.4f, 2f));
        int second = _crowd.Add(new CrowdAgent(8.5f, 5.5f, 0.4f, 2f));
        using (PathGrid otherGrid = new PathGrid(12, 8))
        using (PathCrowd other = new PathCrowd(otherGrid))
        {
            other.Add(new CrowdAgent(1.5f, 1.5f, 0.4f, 2f));
            other.Tick(0.05f, new float[0], new float[2], new float[2]);
            _crowd.Tick(0.05f, new float[0], new float[4], new float[4]);
            Draw();
            Assert.AreEqual(2, _overlay.Crowd.Agents.Count);
        }
        _crowd.Remove(first);
        _crowd.Put(second, 5.5f, 2.5f);
        using (NativeArray<Vector2> positions = new NativeArray<Vector2>(2, Allocator.Persistent))
        using (NativeArray<Vector2> velocities = new NativeArray<Vector2>(2, Allocator.Persistent))
        {
            _crowd.Tick(0.05f, default(NativeArray<Vector2>), positions, velocities);
        }
        Draw();
        Assert.AreEqual(5.5f, _overlay.Crowd.Agents.Single().X, 0.01f);
        Switch();
        DrawnMeshes.Now.Clear();
        Draw();
        Assert.AreEqual(0, DrawnMeshes.Now.Count);
    }

    [Test]
    public void A_crowd_of_thousands_is_laid_out_in_little_time()
    {
        using (PathGrid grid = new PathGrid(256, 256))
        using (PathCrowd crowd = new PathCrowd(grid))
        {
            OverlayCrowd shown = new OverlayCrowd();
            const int Count = 5000;
            for (int i = 0; i < Count; i++)
            {
                crowd.Add(new CrowdAgent(3f * (i % 80) + 1.5f, 3f * (i / 80) + 1.5f, 0.4f, 2f));
            }
            Switch();
            Vector2[] wishes = Enumerable.Repeat(new Vector2(1f, 0f), Count).ToArray();
            crowd.Tick(0.05f, wishes, new Vector2[Count], new Vector2[Count]);
            shown.Read(grid);
            System.Diagnostics.Stopwatch watch = System.Diagnostics.Stopwatch.StartNew();
            shown.Read(grid);
            shown.Draw();
            string time = watch.Elapsed.TotalMilliseconds.ToString("0.0");
            Console.WriteLine(Count + " agents laid out in " + time + " ms.");
            Assert.AreEqual(Count, shown.Agents.Count);
            shown.Destroy();
        }
    }

    private Color32 ColorOf(int agent) => OverlayCrowd.ColorOf(_overlay.Crowd.Agents[agent]);

    private Vector2[] Tick(params Vector2[] wishes)
    {
        Vector2[] positions = new Vector2[2];
        _crowd.Tick(0.05f, wishes, positions, new Vector2[2]);
        return positions;
    }

    private void Draw() => Windows.Draw(_view, EventType.Repaint);

    /// <summary>Switches the layer on, or off.</summary>
    private void Switch()
    {
        DrawnGui.Begin(EventType.MouseUp);
        DrawnGui.Pressed = "Crowd";
        _overlay.OnGUI();
        DrawnGui.Pressed = null;
    }
}
