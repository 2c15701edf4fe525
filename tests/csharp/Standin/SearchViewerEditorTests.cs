using System.Linq;
using System.Reflection;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>The inspector of a viewer: clicks on its map, and text in the Scene view.</summary>
public class SearchViewerEditorTests
{
    private SearchViewer _viewer;
    private SearchViewerEditor _editor;

    [SetUp]
    public void OpenInspector()
    {
        Frames.Reset();
        Scene.Clear();
        DrawnInspector.Clear();
        DrawnGui.Pressed = null;
        DrawnGui.MoveMouse(new Vector2(-1f, -1f));
        PlayMode.IsPlaying = false;
        Screens.Height = 600;
        Screens.PixelsPerUnit = 40f;
        _viewer = new GameObject().AddComponent<SearchViewer>();
        _viewer.Map = "..G\nS#.";
        _editor = ScriptableObject.CreateInstance<SearchViewerEditor>();
        _editor.target = _viewer;
    }

    [TearDown]
    public void CloseInspector()
    {
        PlayMode.IsPlaying = true;
        Screens.Current = null;
        Object.Destroy(_viewer.gameObject);
    }

    [Test]
    public void The_map_is_shown_with_its_first_line_on_top()
    {
        Draw(EventType.Repaint);
        Assert.AreEqual(6, DrawnInspector.Rects.Count);
        Color start = ColorOf(SearchViewKind.Start);
        Assert.AreEqual(24f, DrawnInspector.Rects.Single(rect => rect.Value.Equals(start)).Key.y);
        Assert.AreEqual(0f, DrawnInspector.Rects.Single(rect => rect.Value.Equals(ColorOf(SearchViewKind.Goal))).Key.y);
    }

    [Test]
    public void A_click_puts_an_obstacle_and_another_takes_it_away()
    {
        Click(1, 0, EventType.MouseDown);
        Assert.AreEqual(".#G\nS#.\n", _viewer.Map);
        Click(1, 0, EventType.MouseDown);
        Assert.AreEqual("..G\nS#.\n", _viewer.Map);
        Click(1, 1, EventType.MouseDrag);
        Assert.AreEqual("..G\nS..\n", _viewer.Map);
        // Start and goal stay.
        Click(0, 1, EventType.MouseDown);
        Assert.AreEqual("..G\nS..\n", _viewer.Map);
        Click(0, 1, EventType.Repaint);
        Assert.AreEqual("..G\nS..\n", _viewer.Map);
    }

    [Test]
    public void Start_and_goal_are_moved_by_their_brush()
    {
        DrawnGui.Pressed = "Start";
        Draw(EventType.Repaint);
        Click(1, 1, EventType.MouseDown);
        Assert.AreEqual("..G\n.S.\n", _viewer.Map);
        Click(2, 0, EventType.MouseDown);
        Assert.AreEqual("..G\n.S.\n", _viewer.Map);
        DrawnGui.Pressed = "Goal";
        Draw(EventType.Repaint);
        Click(0, 0, EventType.MouseDown);
        Assert.AreEqual("G..\n.S.\n", _viewer.Map);
    }

    [Test]
    public void The_map_is_cleared_and_resized()
    {
        DrawnGui.Pressed = "Clear map";
        Draw(EventType.Repaint);
        Assert.AreEqual("..G\nS..\n", _viewer.Map);
        DrawnInspector.Typed["Columns"] = 2;
        DrawnInspector.Typed["Rows"] = 3;
        Draw(EventType.Repaint);
        Assert.AreEqual("..\n.G\nS.\n", _viewer.Map);
        DrawnInspector.Typed["Columns"] = 900;
        DrawnInspector.Typed["Rows"] = -4;
        Draw(EventType.Repaint);
        Assert.AreEqual("SG".PadRight(SearchViewerMap.MaxSide, '.') + "\n", _viewer.Map);
    }

    [Test]
    public void Terrain_is_painted_and_survives_clearing_and_resizing()
    {
        DrawnGui.Pressed = "Terrain";
        Draw(EventType.Repaint);
        Click(1, 1, EventType.MouseDown);
        Assert.AreEqual("..G\nS2.\n", _viewer.Map);
        DrawnInspector.Typed["Cell type"] = 9;
        Click(1, 0, EventType.MouseDown);
        Click(0, 0, EventType.MouseDrag);
        // Start and goal stay.
        Click(2, 0, EventType.MouseDrag);
        Assert.AreEqual("99G\nS2.\n", _viewer.Map);
        DrawnInspector.Clear();
        Draw(EventType.Repaint);
        Color terrain = SearchViewerColorOf(new SearchPalette()[(CellType)9]);
        Assert.AreEqual(2, DrawnInspector.Rects.Count(rect => rect.Value.Equals(terrain)));
        DrawnGui.Pressed = "Clear map";
        Draw(EventType.Repaint);
        DrawnInspector.Typed["Columns"] = 4;
        Draw(EventType.Repaint);
        Assert.AreEqual("99G.\nS2..\n", _viewer.Map);
    }

    [Test]
    public void A_map_that_is_none_is_told_and_not_touched()
    {
        _viewer.Map = "S?";
        Draw(EventType.Repaint);
        StringAssert.Contains("'?'", DrawnInspector.Messages.Single());
        Assert.AreEqual("S?", _viewer.Map);
    }

    [Test]
    public void In_play_mode_there_are_buttons_for_the_search()
    {
        PlayMode.IsPlaying = true;
        Frames.Advance(0.0);
        Assert.That(_editor.RequiresConstantRepaint(), Is.True);
        Press("Step");
        Assert.AreEqual(1, _viewer.View.Expansions);
        Press("Run");
        Assert.That(_viewer.IsRunning, Is.True);
        Press("Pause");
        Assert.That(_viewer.IsRunning, Is.False);
        Press("End");
        Assert.AreEqual(SearchViewPhase.Ended, _viewer.View.Phase);
        Assert.That(DrawnGui.Texts.Any(text => text.Text.StartsWith("A*, Octile\nexpansions: ")), Is.True);
        Press("Again");
        Assert.AreEqual(0, _viewer.View.Expansions);
    }

    [Test]
    public void The_scene_view_has_the_text_of_the_cells_and_the_game_view_does_not_get_it_twice()
    {
        Frames.Advance(0.0);
        _viewer.Step();
        Screens.Current = new GameObject().AddComponent<Camera>();
        Screens.Current.cameraType = CameraType.Game;
        Assert.AreEqual(0, SceneTexts().Length);
        Screens.Current.cameraType = CameraType.SceneView;
        Assert.AreEqual(new[] { "0\n24\n24", "10\n20\n30" }, SceneTexts());
        Screens.PixelsPerUnit = 20f;
        Assert.AreEqual(0, SceneTexts().Length);
    }

    private string[] SceneTexts()
    {
        DrawnGui.Begin(EventType.Repaint);
        MethodInfo draw = typeof(SearchViewerEditor).Assembly.GetType("GridStar.Editor.SearchViewerTexts")
            .GetMethod("Draw", BindingFlags.Static | BindingFlags.NonPublic);
        draw.Invoke(null, new object[] { _viewer, GizmoType.NonSelected });
        return DrawnGui.Texts.Select(text => text.Text).ToArray();
    }

    private static Color ColorOf(SearchViewKind kind) => SearchViewerColorOf(new SearchPalette()[kind]);

    private static Color SearchViewerColorOf(int color)
        => new Color((color >> 16) / 255f, ((color >> 8) & 0xFF) / 255f, (color & 0xFF) / 255f, 1f);

    private void Draw(EventType type)
    {
        DrawnGui.Begin(type);
        _editor.OnInspectorGUI();
    }

    private void Press(string button)
    {
        DrawnGui.Pressed = button;
        Draw(EventType.Repaint);
        Assert.IsNull(DrawnGui.Pressed, "there is no button " + button);
    }

    /// <summary>Clicks a cell by its column and its row from the top. Cells are 24 pixels wide.</summary>
    private void Click(int column, int row, EventType type)
    {
        DrawnGui.MoveMouse(new Vector2(column * 24f + 12f, row * 24f + 12f));
        Draw(type);
    }
}
