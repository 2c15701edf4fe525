using System.Linq;
using System.Reflection;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>The inspector of a grid: scans outside and in play mode, and what the Scene view draws of them.</summary>
public class PathGridComponentEditorTests
{
    private const int Wall = 8;

    private PathGridComponent _grid;
    private PathGridComponentEditor _editor;

    [SetUp]
    public void OpenInspector()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        DrawnInspector.Clear();
        DrawnGizmos.Clear();
        DrawnGui.Pressed = null;
        // In edit mode, Unity does not call Awake. A component that is switched off later does the same here.
        _grid = new GameObject("Ground").AddComponent<PathGridComponent>();
        PlayMode.IsPlaying = false;
        LeavePlayMode();
        _grid.Width = 8;
        _grid.Height = 4;
        _grid.ObstacleLayers = 1 << Wall;
        _editor = ScriptableObject.CreateInstance<PathGridComponentEditor>();
        _editor.target = _grid;
    }

    [TearDown]
    public void CloseInspector()
    {
        PlayMode.IsPlaying = true;
        Object.Destroy(_grid.gameObject);
        Colliders.Clear();
    }

    [Test]
    public void A_scan_in_edit_mode_shows_the_obstacles_and_leaves_no_grid_behind()
    {
        Colliders.AddBox(new Vector3(2.5f, 0f, 1.5f), new Vector3(3f, 1f, 1f) * 0.45f, Wall);
        int live = GridStarLibrary.LiveGridCount;
        Draw(null);
        Assert.AreEqual(0, DrawnGizmos.Meshes.Count);
        Draw("Scan");
        Assert.AreEqual("Ground: 3 obstacles and 0 cells of other terrain among 32 cells",
            DrawnInspector.Messages.Single());
        Assert.AreEqual(live, GridStarLibrary.LiveGridCount);
        DrawnMesh drawn = DrawnGizmos.Meshes.Single();
        Assert.AreEqual(_grid.transform.position, drawn.Position);
        Assert.AreEqual(_grid.ObstacleColor, drawn.Color);
        Assert.That(drawn.Mesh.vertices.Min(v => v.x), Is.EqualTo(1.05f).Within(1e-5f));
        Assert.That(drawn.Mesh.vertices.Max(v => v.x), Is.EqualTo(3.95f).Within(1e-5f));
        Assert.That(drawn.Mesh.vertices.Min(v => v.z), Is.EqualTo(1.05f).Within(1e-5f));
        Assert.That(drawn.Mesh.vertices.Max(v => v.z), Is.EqualTo(1.95f).Within(1e-5f));
    }

    [Test]
    public void A_scan_in_edit_mode_tells_and_shows_thin_walls()
    {
        _grid.WallLayers = 1 << 9;
        Colliders.AddBox(new Vector3(2f, 0f, 1f), new Vector3(0.1f, 1f, 1.9f), 9);
        Draw("Scan");
        string found = DrawnInspector.Messages.Single();
        StringAssert.EndsWith(" among 32 cells, 2 walls between cells, 0 ways in one direction", found);
        Assert.AreEqual(2 * 24, DrawnGizmos.Meshes.Single().Mesh.vertices.Length);
    }

    [Test]
    public void A_long_grid_is_shown_without_lines()
    {
        _grid.Width = 3000;
        _grid.Height = 3;
        _grid.RandomShare = 1f;
        DrawnGizmos.Clear();
        Draw("Scan");
        Assert.AreEqual(1, DrawnGizmos.Meshes.Count);
        Assert.AreEqual(0, DrawnGizmos.Lines.Count);
    }

    [Test]
    public void A_change_in_the_inspector_ends_the_preview()
    {
        _grid.RandomShare = 1f;
        Draw("Scan");
        Assert.AreEqual(1, DrawnGizmos.Meshes.Count);
        typeof(PathGridComponent).GetMethod("OnValidate", BindingFlags.Instance | BindingFlags.NonPublic)
            .Invoke(_grid, null);
        Draw(null);
        Assert.AreEqual(0, DrawnGizmos.Meshes.Count);
    }

    [Test]
    public void Thousands_of_obstacles_are_one_draw_call_and_each_terrain_another()
    {
        _grid.Width = 128;
        _grid.Height = 128;
        _grid.RandomShare = 0.4f;
        Draw("Scan");
        Assert.AreEqual(1, DrawnGizmos.Meshes.Count);
        Assert.AreEqual(0, DrawnGizmos.Cubes.Count);
        _grid.Terrain.Add(new TerrainArea { Type = 5, Layers = 1 << 9 });
        Colliders.AddBox(new Vector3(10f, 0f, 10f), Vector3.one * 3f, 9);
        Draw("Scan");
        Assert.AreEqual(2, DrawnGizmos.Meshes.Count);
    }

    /// <summary>Each cell is covered once, in both planes, and each triangle looks outward, as Unity culls.</summary>
    [TestCase(GridPlane.XZ)]
    [TestCase(GridPlane.XY)]
    public void The_mesh_covers_the_obstacles_and_its_triangles_look_outward(GridPlane plane)
    {
        _grid.Plane = plane;
        _grid.CellSize = 2f;
        _grid.RandomShare = 0.5f;
        _grid.RandomSeed = 3;
        Draw("Scan");
        Mesh mesh = DrawnGizmos.Meshes.Single().Mesh;
        Vector3[] corners = mesh.vertices;
        for (int i = 0; i < mesh.triangles.Length; i += 3)
        {
            int[] at = { mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2] };
            Vector3 cross = Cross(corners[at[1]] - corners[at[0]], corners[at[2]] - corners[at[0]]);
            Assert.That(cross.sqrMagnitude, Is.GreaterThan(0f));
            Vector3 normal = cross * (1f / Mathf.Sqrt(cross.sqrMagnitude));
            Assert.That((normal - mesh.normals[at[0]]).sqrMagnitude, Is.LessThan(1e-6f));
            int block = at[0] / 24 * 24;
            Vector3 middle = Vector3.zero;
            for (int corner = 0; corner < 24; corner++)
            {
                middle += corners[block + corner] * (1f / 24f);
            }
            Assert.That(Dot(normal, corners[at[0]] - middle), Is.GreaterThan(0f));
        }
        // Lengths of the blocks, rounded up to cells, are the number of obstacles.
        int covered = 0;
        for (int block = 0; block < corners.Length; block += 24)
        {
            float[] xs = corners.Skip(block).Take(24).Select(corner => corner.x).ToArray();
            covered += Mathf.RoundToInt((xs.Max() - xs.Min()) / 2f + 0.1f);
        }
        string found = DrawnInspector.Messages.Single();
        StringAssert.StartsWith("Ground: " + covered + " obstacles", found);
        Assert.That(covered, Is.GreaterThan(8));
    }

    [Test]
    public void A_mistake_in_the_settings_is_shown_and_not_thrown()
    {
        _grid.ObstacleTag = "Nowhere";
        Draw("Scan");
        StringAssert.Contains("Nowhere", DrawnInspector.Messages.Single());
    }

    [Test]
    public void A_baked_asset_that_can_not_be_compared_is_told_and_not_thrown()
    {
        _grid.Baked = ScriptableObject.CreateInstance<PathGridAsset>();
        Draw("Bake");
        Draw("Compare with the baked grid");
        StringAssert.Contains("As it was baked.", DrawnInspector.Messages.Single());
        FieldInfo bytes = typeof(PathGridAsset).GetField("_bytes", BindingFlags.Instance | BindingFlags.NonPublic);
        ((byte[])bytes.GetValue(_grid.Baked))[40] ^= 1;
        Draw("Compare with the baked grid");
        StringAssert.Contains("changed after they were saved", DrawnInspector.Messages.Single());
        UnityEditor.Standin.ProjectAssets.ByPath["Assets/A.asset"] = _grid.Baked;
        UnityEditor.Standin.ProjectAssets.Locked.Add("Assets/A.asset");
        Draw("Bake");
        UnityEditor.Standin.ProjectAssets.Clear();
        StringAssert.Contains("Version control", DrawnInspector.Messages.Single());
    }

    [Test]
    public void In_play_mode_the_button_refreshes_the_grid()
    {
        PlayMode.IsPlaying = true;
        PathGrid grid = _grid.Grid;
        Colliders.AddBox(new Vector3(2.5f, 0f, 1.5f), Vector3.one * 0.4f, Wall);
        Draw("Refresh obstacles");
        Assert.AreSame(grid, _grid.Grid);
        Assert.AreEqual(CellType.Obstacle, grid.GetCell(2, 1));
        Assert.AreEqual(1, DrawnGizmos.Meshes.Count);
    }

    /// <summary>Draws the inspector while a button is pressed, then the gizmos.</summary>
    private void Draw(string button)
    {
        DrawnGizmos.Clear();
        DrawnInspector.Clear();
        DrawnGui.Pressed = button;
        DrawnGui.Begin(EventType.Repaint);
        _editor.OnInspectorGUI();
        Frames.DrawGizmos();
    }

    /// <summary>Resets the component, as if Awake had not been called.</summary>
    private void LeavePlayMode()
        => typeof(PathGridComponent).GetMethod("OnDestroy", BindingFlags.Instance | BindingFlags.NonPublic)
            .Invoke(_grid, null);

    private static Vector3 Cross(Vector3 a, Vector3 b)
        => new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);

    private static float Dot(Vector3 a, Vector3 b) => a.x * b.x + a.y * b.y + a.z * b.z;
}
