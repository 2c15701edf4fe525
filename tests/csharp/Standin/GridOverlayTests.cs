using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>The overlay of the Scene view: its switches, its picture, and the cell under the mouse.</summary>
public class GridOverlayTests
{
    private const int Wall = 8;

    private PathGridComponent _component;
    private GridOverlay _overlay;
    private SceneView _view;

    [SetUp]
    public void ShowOverlay()
    {
        FirstScene.Open();
        DrawnMeshes.Now.Clear();
        _view = ScriptableObject.CreateInstance<SceneView>();
        _component = FirstScene.Grid(12, 8, Wall);
        Session.Restart();
        _overlay = Docked.In(_view, new GridOverlay());
        DrawnGui.MoveMouse(new Vector2(0f, 0f));
    }

    [TearDown]
    public void CloseOverlay()
    {
        _overlay.OnWillBeDestroyed();
        PlayMode.IsPlaying = true;
        FirstScene.Close();
    }

    [Test]
    public void A_click_switches_a_layer_on_and_an_edit_shows()
    {
        _component.Rebuild();
        Draw();
        Assert.AreEqual(0, DrawnMeshes.Now.Count, "nothing is switched on");
        Click("Types");
        Draw();
        Assert.AreEqual(1, DrawnMeshes.Now.Count);
        Assert.AreEqual(0, PixelAt(3, 2).a);
        _component.Grid.SetCell(3, 2, CellType.Obstacle);
        _component.Grid.SetCell(4, 2, (CellType)5);
        Draw();
        Assert.AreEqual(new Color32(0, 0, 0, 150), PixelAt(3, 2));
        Assert.That(PixelAt(4, 2).a > 0 && PixelAt(4, 2).r + PixelAt(4, 2).g + PixelAt(4, 2).b > 0);
        Click("Types");
        DrawnMeshes.Now.Clear();
        Draw();
        Assert.AreEqual(0, DrawnMeshes.Now.Count);
    }

    [Test]
    public void Switches_outlast_a_reload_of_scripts_and_no_new_session()
    {
        Click("Types");
        Click("Paths");
        Click("Clearance");
        DrawnInspector.Typed["Agent size"] = 5;
        Click(null);
        DrawnInspector.Typed.Clear();
        OverlayLayers before = _overlay.Layers;
        _overlay.OnWillBeDestroyed();
        _overlay = Docked.In(_view, new GridOverlay());
        Assert.AreEqual(OverlayLayers.Types | OverlayLayers.Paths | OverlayLayers.Clearance, before);
        Assert.AreEqual(before, _overlay.Layers);
        DrawnInspector.Clear();
        Click(null);
        Assert.AreEqual(5, SessionState.GetInt("GridStar.Overlay.Size", 0));
        _component.Rebuild();
        _component.Grid.FindPath(new GridCell(0, 0), new GridCell(3, 3), new List<GridCell>());
        Assert.That(
            LastPaths.CopyTo(_component.Grid.Id, 0, new GridCell[LastPaths.MostPoints]), Is.GreaterThan(0),
            "paths are looked at again");
        _overlay.OnWillBeDestroyed();
        Session.Restart();
        _overlay = Docked.In(_view, new GridOverlay());
        Assert.AreEqual(OverlayLayers.None, _overlay.Layers);
    }

    [Test]
    public void Each_Scene_view_is_drawn_by_its_own_overlay_alone()
    {
        _component.Rebuild();
        Click("Types");
        SceneView beside = ScriptableObject.CreateInstance<SceneView>();
        Windows.Draw(beside, EventType.Repaint);
        Assert.AreEqual(0, DrawnMeshes.Now.Count, "it has none");
        GridOverlay other = Docked.In(beside, new GridOverlay());
        Draw();
        Assert.AreEqual(1, DrawnMeshes.Now.Count);
        Windows.Draw(beside, EventType.Repaint);
        Assert.AreEqual(2, DrawnMeshes.Now.Count);
        other.OnWillBeDestroyed();
    }

    [Test]
    public void A_grid_larger_than_the_cards_textures_is_told()
    {
        _component.Rebuild();
        Click("Types");
        Device.LongestTexture = 11;
        try
        {
            Draw();
        }
        finally
        {
            Device.LongestTexture = 16384;
        }
        StringAssert.Contains("too large", _overlay.Text);
        Assert.AreEqual(0, DrawnMeshes.Now.Count);
    }

    [Test]
    public void The_picture_lies_over_the_cells_of_a_turned_grid()
    {
        _component.transform.position = new Vector3(5f, 1f, 7f);
        _component.transform.rotation = new Quaternion(0f, Mathf.Sqrt(0.5f), 0f, Mathf.Sqrt(0.5f));
        _component.FollowTransform = true;
        _component.CellSize = 2f;
        _component.Rebuild();
        Click("Types");
        Draw();
        Vector3[] corners = _overlay.Picture.Corners;
        Assert.AreEqual(5f, corners[0].x, 1e-4f);
        Assert.AreEqual(7f, corners[0].z, 1e-4f);
        Assert.AreEqual(5f + 16f, corners[2].x, 1e-4f);
        Assert.AreEqual(7f - 24f, corners[2].z, 1e-4f);
        Assert.That(corners[0].y > 1f && corners[0].y < 1.5f);
    }

    [TestCase(CellLayout.HexOddRows)]
    [TestCase(CellLayout.HexEvenRows)]
    [TestCase(CellLayout.HexOddColumns)]
    [TestCase(CellLayout.HexEvenColumns)]
    public void Each_hexagon_has_its_color_at_its_center(CellLayout layout)
    {
        _component.Layout = layout;
        _component.Rebuild();
        PathGrid grid = _component.Grid;
        for (int i = 0; i < grid.Width * grid.Height; i++)
        {
            grid.SetCell(i % grid.Width, i / grid.Width, (CellType)(2 + i));
        }
        Click("Types");
        Draw();
        OverlayPicture.SizeFor(grid, out int width, out int height);
        GridFrame frame = new GridFrame(grid);
        Vector3[] corners = _overlay.Picture.Corners;
        Color32[] pixels = _overlay.Picture.Texture.GetPixels32();
        HashSet<int> seen = new HashSet<int>();
        for (int i = 0; i < grid.Width * grid.Height; i++)
        {
            Vector3 way = frame.CenterOf(i % grid.Width, i / grid.Width) - corners[0];
            Vector3 right = corners[3] - corners[0];
            Vector3 up = corners[1] - corners[0];
            // Half a pixel off the middle, which is an edge between the two pixels of a hexagon.
            int x = (int)(Vector3.Dot(way, right) / right.sqrMagnitude * width - (width > grid.Width ? 0.5f : 0f));
            int y = (int)(Vector3.Dot(way, up) / up.sqrMagnitude * height - (height > grid.Height ? 0.5f : 0f));
            int number = DefaultColors.Of((CellType)(2 + i));
            Color32 expected = new Color32((byte)(number >> 16), (byte)(number >> 8), (byte)number, 150);
            Assert.AreEqual(expected, pixels[y * width + x], "cell " + i);
            seen.Add(y * width + x);
        }
        Assert.AreEqual(grid.Width * grid.Height, seen.Count);
    }

    [Test]
    public void The_cell_under_the_mouse_is_told()
    {
        _component.TypeNames.Entries.Add(new CellTypeNames.Entry { Type = 5, Name = "Swamp" });
        _component.Rebuild();
        PathGrid grid = _component.Grid;
        grid.FillRect(6, 0, 1, 8, CellType.Obstacle);
        grid.SetCell(3, 2, (CellType)5);
        grid.FillPenalties(3, 2, 1, 1, 7);
        Click("Types");
        Click("Clearance");
        Draw();
        MoveTo(3.5f, 2.5f);
        Assert.AreEqual("(3, 2) Swamp (5), penalty 7, component 1 of 2, size 2 or more", _overlay.Text);
        MoveTo(5.5f, 2.5f);
        Assert.AreEqual("(5, 2) Walkable (0), penalty 0, component 1 of 2, size 1", _overlay.Text);
        MoveTo(6.5f, 2.5f);
        StringAssert.Contains("Obstacle (1), penalty 0, blocked", _overlay.Text);
        MoveTo(40f, 2.5f);
        Assert.AreEqual("", _overlay.Text);
        Click("Field");
        using (PathField field = grid.CreateField(new GridCell(0, 2)))
        {
            Draw();
            MoveTo(3.5f, 2.5f);
            string cost = field.GetCost(new GridCell(3, 2)).ToString("0.##", CultureInfo.InvariantCulture);
            StringAssert.Contains("cost " + cost, _overlay.Text);
            Assert.That(PixelAt(4, 2).a > 0, "the field has a color");
            Assert.That(PixelAt(1, 2).g > PixelAt(5, 7).g, "near cells are green");
        }
        Draw();
        Assert.AreEqual(0, PixelAt(1, 2).a, "the field is gone");
    }

    [Test]
    public void Last_paths_are_lines_while_they_are_switched_on()
    {
        _component.Rebuild();
        PathGrid grid = _component.Grid;
        List<GridCell> path = new List<GridCell>();
        grid.FindPath(new GridCell(0, 0), new GridCell(5, 5), path);
        Click("Paths");
        Draw();
        Assert.AreEqual(0, SceneTools.Lines.Count, "nobody looked on");
        grid.FindPath(new GridCell(0, 0), new GridCell(11, 7), path);
        using (PathGrid other = new PathGrid(12, 8))
        {
            other.FindPath(new GridCell(0, 0), new GridCell(9, 3), new List<GridCell>());
            Draw();
        }
        Vector3[] line = SceneTools.Lines.Single();
        Assert.AreEqual(path.Count, line.Length);
        Assert.AreEqual(new Vector3(11.5f, 0f, 7.5f), line[line.Length - 1]);
        SceneTools.Lines.Clear();
        for (int i = 0; i < 100; i++)
        {
            grid.FindPath(new GridCell(0, 0), new GridCell(i % 12, 7), path);
        }
        Draw();
        Assert.AreEqual(LastPaths.Capacity, SceneTools.Lines.Count);
    }

    [Test]
    public void In_edit_mode_the_overlay_scans_the_scene_by_itself()
    {
        PlayMode.IsPlaying = false;
        Colliders.AddBox(new Vector3(2.5f, 0f, 1.5f), new Vector3(0.5f, 1f, 0.5f), Wall);
        // In edit mode Unity calls no Awake.
        _component.Grid.Dispose();
        int alive = GridStarLibrary.LiveGridCount;
        Click("Types");
        Draw();
        Assert.AreEqual(150, PixelAt(2, 1).a);
        Colliders.AddBox(new Vector3(4.5f, 0f, 1.5f), new Vector3(0.5f, 1f, 0.5f), Wall);
        Draw();
        Assert.AreEqual(0, PixelAt(4, 1).a, "a scan takes its time, and is asked for");
        Click("Scan");
        Draw();
        Assert.AreEqual(150, PixelAt(4, 1).a);
        _component.Painted.Set(7, 7, 1, 1);
        _component.Width = 20;
        Draw();
        Assert.AreEqual(150, PixelAt(7, 7).a, "painted");
        Assert.AreEqual(20, _overlay.Picture.Texture.width);
        _overlay.OnWillBeDestroyed();
        Assert.AreEqual(alive, GridStarLibrary.LiveGridCount);
        _overlay.OnCreated();
    }

    [Test]
    public void Without_a_grid_the_panel_says_so()
    {
        UnityEngine.Object.Destroy(_component.gameObject);
        Click("Types");
        Draw();
        DrawnGui.Begin(EventType.Repaint);
        _overlay.OnGUI();
        Assert.That(DrawnGui.Texts.Any(text => text.Text.StartsWith("The scene has no grid.")));
    }

    [Test]
    public void What_edits_change_is_read_again_and_looks_as_if_all_were_read(
        [Values(CellLayout.Square, CellLayout.HexOddRows, CellLayout.HexEvenColumns)] CellLayout layout)
    {
        int seed = Environment.TickCount;
        System.Random random = new System.Random(seed);
        for (int round = 0; round < 8; round++)
        {
            PathGridSettings settings = new PathGridSettings
            {
                Width = random.Next(1, 24),
                Height = random.Next(1, 24),
                Layout = layout,
                DiagonalRule = layout == CellLayout.Square ? (DiagonalRule)random.Next(1, 5) : DiagonalRule.Default,
            };
            using (PathGrid grid = new PathGrid(settings))
            {
                OverlayCells kept = new OverlayCells();
                PathCover cover = grid.CreateCover();
                for (int edit = 0; edit < 30; edit++)
                {
                    int x = random.Next(grid.Width);
                    int y = random.Next(grid.Height);
                    int width = random.Next(1, Math.Min(4, grid.Width - x) + 1);
                    int height = random.Next(1, Math.Min(4, grid.Height - y) + 1);
                    switch (random.Next(4))
                    {
                        case 0:
                            grid.FillPenalties(x, y, width, height, (byte)random.Next(256));
                            break;
                        case 1:
                            cover.SetRects(new[] { new CellRect(x, y, width, height) }, 1);
                            break;
                        default:
                            grid.FillRect(x, y, width, height, (CellType)random.Next(4));
                            break;
                    }
                    OverlayLayers layers = (OverlayLayers)(edit < 15 ? 7 : random.Next(16));
                    int size = layout == CellLayout.Square ? 1 + edit / 10 : 3;
                    kept.Refresh(grid, layers, size);
                    OverlayCells fresh = new OverlayCells();
                    fresh.Refresh(grid, layers, size);
                    string told = "seed " + seed + ", round " + round + ", edit " + edit + ", " + layers;
                    Assert.That(fresh.Colors.SequenceEqual(kept.Colors), told);
                    CheckCell(grid, fresh, random, size, told);
                }
            }
        }
    }

    [Test]
    public void An_edit_of_one_cell_of_a_million_paints_one_cell()
    {
        using (PathGrid grid = new PathGrid(1024, 1024))
        {
            OverlayCells cells = new OverlayCells();
            OverlayPicture picture = new OverlayPicture();
            OverlayLayers layers = OverlayLayers.Types | OverlayLayers.Penalties | OverlayLayers.Clearance;
            System.Diagnostics.Stopwatch watch = System.Diagnostics.Stopwatch.StartNew();
            cells.Refresh(grid, layers, 2);
            picture.Write(grid, cells.Colors, cells.Changed);
            double whole = watch.Elapsed.TotalMilliseconds;
            Assert.IsFalse(cells.Refresh(grid, layers, 2), "nothing has changed");
            grid.SetCell(500, 300, CellType.Obstacle);
            watch.Restart();
            Assert.IsTrue(cells.Refresh(grid, layers, 2));
            picture.Write(grid, cells.Colors, cells.Changed);
            double one = watch.Elapsed.TotalMilliseconds;
            // It and the cells whose clearance it bounds.
            Assert.AreEqual(new CellRect(499, 299, 2, 2), cells.Changed.Single());
            layers |= OverlayLayers.Components;
            cells.Refresh(grid, layers, 2);
            grid.SetCell(700, 300, CellType.Obstacle);
            watch.Restart();
            Assert.IsTrue(cells.Refresh(grid, layers, 2));
            picture.Write(grid, cells.Colors, cells.Changed);
            Assert.That(cells.Changed.Sum(rect => rect.Width * rect.Height) < 10, "no component is renumbered");
            Console.WriteLine(
                "1024 x 1024: all cells " + whole.ToString("0.0") + " ms, one cell " + one.ToString("0.000")
                    + " ms, with components " + watch.Elapsed.TotalMilliseconds.ToString("0.0") + " ms.");
            picture.Destroy();
        }
    }

    /// <summary>Compares a cell's text with what the library answers.</summary>
    private static void CheckCell(PathGrid grid, OverlayCells cells, System.Random random, int size, string told)
    {
        GridCell one = new GridCell(random.Next(grid.Width), random.Next(grid.Height));
        GridCell other = new GridCell(random.Next(grid.Width), random.Next(grid.Height));
        string oneText = cells.TextOf(one, null);
        string otherText = cells.TextOf(other, null);
        if (!oneText.Contains("blocked") && !otherText.Contains("blocked"))
        {
            Assert.AreEqual(
                grid.IsReachable(one, other), ComponentIn(oneText) == ComponentIn(otherText),
                told + ": " + oneText + " / " + otherText);
        }
        if (oneText.Contains("size "))
        {
            PathQuery query = new PathQuery { AgentSize = size };
            Assert.AreEqual(
                grid.IsReachable(one, one, query), oneText.Contains("size " + size), told + ": " + oneText);
        }
    }

    private static string ComponentIn(string text)
        => text.Split(new[] { "component " }, StringSplitOptions.None)[1].Split(' ')[0];

    private Color32 PixelAt(int x, int y)
    {
        Texture2D texture = _overlay.Picture.Texture;
        return texture.GetPixels32()[y * texture.width + x];
    }

    private void Draw() => Windows.Draw(_view, EventType.Repaint);

    private void MoveTo(float x, float z)
    {
        DrawnGui.MoveMouse(new Vector2(x, z));
        Windows.Draw(_view, EventType.MouseMove);
    }

    private void Click(string text)
    {
        DrawnGui.Begin(EventType.MouseUp);
        DrawnGui.Pressed = text;
        _overlay.OnGUI();
        DrawnGui.Pressed = null;
    }
}
