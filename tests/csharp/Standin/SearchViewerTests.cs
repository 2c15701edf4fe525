using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>A search in a scene: frames, keys, buttons and drawing.</summary>
public class SearchViewerTests : SearchViewerScene
{
    /// <summary>Number of warm calls whose bytes are counted.</summary>
    private const int Calls = 3000;

    [Test]
    public void A_viewer_that_can_not_go_on_says_so_once_and_switches_itself_off()
    {
        AddViewer(null);
        Frames.Advance(0.1);
        _viewer.StepsPerSecond = 0f;
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int frame = 0; frame < 3; frame++)
            {
                Frames.Advance(0.1);
                Frames.DrawGui(EventType.Repaint);
            }
            Assert.AreEqual(1, log.Lines.Count, string.Join("\n", log.Lines.ToArray()));
            StringAssert.StartsWith("Error: GridStar: SearchViewer on ", log.Lines[0]);
            StringAssert.Contains("Must be a finite number above 0.", log.Lines[0]);
        }
        Assert.That(_viewer.enabled, Is.False);
        _viewer.StepsPerSecond = 5f;
        _viewer.enabled = true;
        Press(KeyCode.F);
        Assert.AreEqual(1, _viewer.View.Expansions);
    }

    [Test]
    public void A_viewer_whose_panel_can_not_be_drawn_says_so_once_and_switches_itself_off()
    {
        AddViewer(null);
        Frames.Advance(0.1);
        _viewer.ListedOpenCells = 0;
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int frame = 0; frame < 3; frame++)
            {
                Frames.DrawGui(EventType.Repaint);
                Frames.Advance(0.1);
            }
            Assert.AreEqual(1, log.Lines.Count, string.Join("\n", log.Lines.ToArray()));
            StringAssert.StartsWith("Error: GridStar: SearchViewer on ", log.Lines[0]);
            StringAssert.Contains("above 0", log.Lines[0]);
        }
        Assert.That(_viewer.enabled, Is.False);
        _viewer.ListedOpenCells = 20;
        _viewer.enabled = true;
        Frames.DrawGui(EventType.Repaint);
        Assert.That(_viewer.enabled, Is.True);
    }

    [Test]
    public void A_new_viewer_shows_the_map_of_the_documentation_and_steps_by_key()
    {
        AddViewer(null);
        Frames.Advance(0.1);
        Assert.AreEqual(16, _viewer.View.Width);
        Assert.AreEqual(new GridCell(4, 8), _viewer.View.Start);
        Assert.AreEqual(0, _viewer.View.Expansions);
        Press(KeyCode.F);
        Press(KeyCode.F);
        Assert.AreEqual(2, _viewer.View.Expansions);
        Frames.Advance(100.0);
        Assert.AreEqual(2, _viewer.View.Expansions);
        Press(KeyCode.E);
        Assert.AreEqual(50, _viewer.View.Expansions);
        Assert.AreEqual(SearchViewPhase.Ended, _viewer.View.Phase);
        Press(KeyCode.Backspace);
        Assert.AreEqual(0, _viewer.View.Expansions);
    }

    [Test]
    public void It_runs_and_pauses_by_key_at_its_speed_and_lays_the_path_by_itself()
    {
        AddViewer("S..G");
        _viewer.StepsPerSecond = 2f;
        Frames.Advance(0.0);
        Press(KeyCode.R);
        Assert.That(_viewer.IsRunning, Is.True);
        Frames.Advance(0.5);
        Assert.AreEqual(1, _viewer.View.Expansions);
        Press(KeyCode.R);
        Assert.That(_viewer.IsRunning, Is.False);
        Frames.Advance(5.0);
        Assert.AreEqual(1, _viewer.View.Expansions);
        Press(KeyCode.F);
        Press(KeyCode.F);
        Assert.AreEqual(SearchViewPhase.LayingPath, _viewer.View.Phase);
        Frames.Advance(0.25);
        Assert.AreEqual(1, _viewer.View.LaidPoints);
        Frames.Advance(0.25);
        Assert.AreEqual(2, _viewer.View.LaidPoints);
    }

    [Test]
    public void A_key_of_none_and_a_missing_keyboard_do_nothing()
    {
        AddViewer("S..G");
        _viewer.StepKey = KeyCode.None;
        Press(KeyCode.F);
        Keys.HasKeyboard = false;
        Press(KeyCode.F);
        Assert.AreEqual(0, _viewer.View.Expansions);
        Keys.HasKeyboard = true;
        _viewer.StepKey = KeyCode.Return;
        Press(KeyCode.Return);
        Assert.AreEqual(1, _viewer.View.Expansions);
        _viewer.StepKey = KeyCode.Alpha1;
        Press(KeyCode.Alpha1);
        Assert.AreEqual(2, _viewer.View.Expansions);
    }

    [Test]
    public void Keys_can_come_from_elsewhere()
    {
        AddViewer("S..G");
        _viewer.KeySource = key => key == KeyCode.F;
        Frames.Advance(0.0);
        Assert.AreEqual(1, _viewer.View.Expansions);
    }

    [Test]
    public void Buttons_do_what_keys_do()
    {
        AddViewer("S..G");
        Frames.Advance(0.0);
        Click("Step (F)");
        Assert.AreEqual(1, _viewer.View.Expansions);
        Click("Run (R)");
        Assert.That(_viewer.IsRunning, Is.True);
        Click("Pause (R)");
        Assert.That(_viewer.IsRunning, Is.False);
        Click("End (E)");
        Assert.AreEqual(SearchViewPhase.Ended, _viewer.View.Phase);
        Click("Again");
        Assert.AreEqual(0, _viewer.View.Expansions);
    }

    [Test]
    public void The_picture_is_one_mesh_with_a_square_for_each_cell_and_a_mark_and_an_arrow_where_they_belong()
    {
        AddViewer("..#\nS.G");
        _viewer.transform.position = new Vector3(-3f, 2f, 5f);
        Frames.Advance(0.0);
        Mesh mesh = Picture();
        Assert.AreEqual(6 * 4, mesh.vertices.Length);
        Assert.AreEqual("(-2.97, 2.03, 4.98)", mesh.vertices[0].ToString());
        Assert.AreEqual(0x0072B2, Rgb(mesh.colors32[0]));
        Press(KeyCode.F);
        // The start is closed, and its three neighbors have arrows.
        Assert.AreEqual(6 * 4 + 4 + 3 * 7, mesh.vertices.Length);
        Assert.That(mesh.triangles.All(index => index < mesh.vertices.Length), Is.True);
        Assert.AreEqual(3 * (7 * 2 + 3 * 3), mesh.triangles.Length);
        Assert.AreEqual(mesh.vertices.Length, mesh.colors32.Length);
        // The left arrow follows the square of the start, the start's mark and the square of the cell to its right.
        Vector3[] arrow = mesh.vertices.Skip(12).Take(7).ToArray();
        Assert.AreEqual(arrow[5].x, arrow.Min(point => point.x));
        Assert.That(arrow.All(point => point.x > -2f && point.x < -1f && point.y > 2f && point.y < 3f), Is.True);
        _viewer.ShowsArrows = false;
        Frames.Advance(0.0);
        Assert.AreEqual(6 * 4 + 4, mesh.vertices.Length);
    }

    [Test]
    public void Text_stands_in_the_cells_that_were_reached_where_they_are_large_enough()
    {
        AddViewer("...\nS.G");
        Frames.Advance(0.0);
        Press(KeyCode.F);
        Frames.DrawGui(EventType.Layout);
        Assert.AreEqual(0, DrawnGui.Texts.Count);
        Frames.DrawGui(EventType.Repaint);
        DrawnText diagonal = DrawnGui.Texts.Single(text => text.Text == "14\n14\n28");
        // Slightly left of the middle of cell (1, 1): 40 pixels a cell, 600 pixels from the top down.
        Assert.AreEqual(60f - 6.4f, diagonal.Place.x + diagonal.Place.width / 2f, 0.01f);
        Assert.AreEqual(540f, diagonal.Place.y + diagonal.Place.height / 2f, 0.01f);
        Assert.AreEqual(8, diagonal.FontSize);
        Assert.AreEqual(Color.black, diagonal.Color);
        Assert.AreEqual(Color.white, DrawnGui.Texts.Single(text => text.Text == "0\n20\n20").Color);
        Screens.PixelsPerUnit = 20f;
        Frames.DrawGui(EventType.Repaint);
        Assert.That(DrawnGui.Texts.Any(text => text.Text == "14\n14\n28"), Is.False);
    }

    [Test]
    public void The_panel_shows_counts_and_the_open_cells_in_order()
    {
        AddViewer("...\nS.G");
        _viewer.ListedOpenCells = 2;
        Frames.Advance(0.0);
        Press(KeyCode.F);
        Frames.DrawGui(EventType.Repaint);
        string[] texts = DrawnGui.Texts.Select(text => text.Text).ToArray();
        Assert.Contains("A*, Octile", texts);
        Assert.Contains("expansions: 1\nopen: 3\nclosed: 1\nadded: 3\nimproved: 0\npath points: 0", texts);
        Assert.Contains("(1, 0)  g 10\n(1, 1)  g 14\nand 1 more", texts);
        _viewer.ShowsPanel = false;
        _viewer.ShowsText = false;
        Frames.DrawGui(EventType.Repaint);
        Assert.AreEqual(0, DrawnGui.Texts.Count);
    }

    /// <summary>Unity converts no colors of vertices, so that they would be too light.</summary>
    [Test]
    public void Colors_look_the_same_in_a_linear_color_space()
    {
        AddViewer("S.G");
        Frames.Advance(0.0);
        Color32[] gamma = Picture().colors32;
        Device.ColorSpace = ColorSpace.Linear;
        try
        {
            _viewer.Colors = SearchColorScheme.Classic;
            Frames.Advance(0.0);
            _viewer.Colors = SearchColorScheme.OkabeIto;
            Frames.Advance(0.0);
        }
        finally
        {
            Device.ColorSpace = ColorSpace.Gamma;
        }
        Assert.AreEqual(gamma.Length, Picture().colors32.Length);
        for (int i = 0; i < gamma.Length; i++)
        {
            Assert.AreEqual((Color32)((Color)gamma[i]).linear, Picture().colors32[i]);
        }
        for (int i = 0; i < 256; i++)
        {
            Color32 color = new Color32((byte)i, (byte)(255 - i), 7, (byte)i);
            Assert.AreEqual(color, VertexColors.Now().Of(color));
        }
    }

    [Test]
    public void Colors_are_a_setting_and_change_at_once()
    {
        AddViewer("S.G");
        Frames.Advance(0.0);
        _viewer.Colors = SearchColorScheme.Classic;
        Frames.Advance(0.0);
        Assert.AreEqual(0x2ECC40, Rgb(Picture().colors32[0]));
        _viewer.UsesOwnColors = true;
        _viewer.OwnColors.Start = new Color(1f, 0.5f, 7f, 0f);
        Frames.Advance(0.0);
        Assert.AreEqual(0xFF80FF, Rgb(Picture().colors32[0]));
        _viewer.UsesOwnColors = false;
        Frames.Advance(0.0);
        Assert.AreEqual(0x2ECC40, Rgb(Picture().colors32[0]));
        SearchPalette own = new SearchViewerColors().ToPalette();
        foreach (SearchViewKind kind in Enum.GetValues(typeof(SearchViewKind)))
        {
            Assert.AreEqual(new SearchPalette()[kind], own[kind], kind.ToString());
        }
    }

    [Test]
    public void The_search_has_the_settings_of_the_inspector()
    {
        AddViewer(null);
        _viewer.Order = SearchOrder.Dijkstra;
        _viewer.RunsAtStart = true;
        Frames.Advance(0.0);
        Assert.AreEqual("Dijkstra, Octile", _viewer.View.Title);
        Assert.That(_viewer.IsRunning, Is.True);
        Press(KeyCode.E);
        Assert.AreEqual(221, _viewer.View.Expansions);
        Assert.That(_viewer.IsRunning, Is.False);
        _viewer.Order = SearchOrder.GreedyBestFirst;
        _viewer.DiagonalRule = DiagonalRule.Never;
        Press(KeyCode.Backspace);
        Press(KeyCode.F);
        Assert.AreEqual(4, _viewer.View.AddedCount);
    }

    [Test]
    public void A_viewer_that_is_destroyed_takes_everything_with_it()
    {
        AddViewer("S.G");
        Frames.Advance(0.0);
        SearchStepper stepper = _viewer.View.Stepper;
        Assert.AreEqual(1, Pictures().Count);
        UnityEngine.Object.Destroy(_viewer.gameObject);
        _viewer = null;
        Assert.That(stepper.IsDisposed, Is.True);
        // The tear-down checks the rest.
    }

    [Test]
    public void A_frame_in_which_nothing_changes_allocates_nothing()
    {
        AddViewer(null);
        Frames.Advance(0.0);
        Press(KeyCode.F);
        Frames.Advance(0.0);
        Assert.AreEqual(1, _viewer.View.Expansions);
        Action update = Magic("Update");
        Assert.AreEqual(0, BytesDuring(update));
        // The viewer visits 256 cells, 9 of which have text.
        Frames.DrawGui(EventType.Repaint);
        DrawnGui.Begin(EventType.Layout);
        Assert.AreEqual(0, BytesDuring(Magic("OnGUI")));
        Action draw = Magic("OnGUI");
        // Mono's compiler makes an empty array for each call without options, where Unity's makes none.
        long ofRepaints = BytesDuring(() =>
        {
            DrawnGui.Begin(EventType.Repaint);
            draw();
        });
        Assert.That(ofRepaints / Calls, Is.LessThan(1024));
    }

    private static long BytesDuring(Action call)
    {
        call();
        long fewest = long.MaxValue;
        for (int attempt = 0; attempt < 5 && fewest > 0; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < Calls; i++)
            {
                call();
            }
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return fewest;
    }
}
