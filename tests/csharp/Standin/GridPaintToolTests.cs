using System.Linq;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.EditorTools;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>The Paint tool: strokes of the mouse, undo, and what a scan leaves.</summary>
public class GridPaintToolTests
{
    private const int Wall = 8;

    private PathGridComponent _grid;
    private GridPaintTool _tool;
    private SceneView _view;

    [SetUp]
    public void ChooseTool()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        DrawnInspector.Clear();
        SceneTools.Clear();
        DrawnGui.Pressed = null;
        DrawnGui.Hold(false, false);
        GUIUtility.hotControl = 0;
        _grid = new GameObject("Ground").AddComponent<PathGridComponent>();
        _grid.Width = 12;
        _grid.Height = 8;
        _grid.ObstacleLayers = 1 << Wall;
        Colliders.AddBox(new Vector3(2.5f, 0f, 1.5f), new Vector3(3f, 1f, 1f) * 0.45f, Wall);
        _grid.Rebuild();
        _view = ScriptableObject.CreateInstance<SceneView>();
        _tool = ScriptableObject.CreateInstance<GridPaintTool>();
        EditorTool.SetTarget(_tool, _grid);
    }

    [TearDown]
    public void PutToolAway()
    {
        _tool.OnWillBeDeactivated();
        Object.Destroy(_grid.gameObject);
        Colliders.Clear();
        PlayMode.IsPlaying = true;
    }

    [Test]
    public void A_drag_paints_a_gapless_line_and_the_grid_has_it()
    {
        Stroke(new Vector2(1.5f, 4.5f), new Vector2(6.5f, 6.5f));
        Assert.AreEqual(6, _grid.Painted.CountCells());
        for (int x = 1; x <= 6; x++)
        {
            Assert.AreEqual(1, Enumerable.Range(0, 8).Count(y => IsObstacle(x, y) && y >= 4), "column " + x);
        }
        Assert.AreSame(_grid, SceneTools.Recorded.Single());
    }

    [Test]
    public void Undo_takes_a_stroke_back_and_the_grid_follows()
    {
        Stroke(new Vector2(1.5f, 4.5f), new Vector2(3.5f, 4.5f));
        Stroke(new Vector2(8.5f, 4.5f), new Vector2(8.5f, 4.5f));
        Assert.AreEqual(2, SceneTools.UndoCount);
        SceneTools.PerformUndo();
        Assert.AreEqual(3, _grid.Painted.CountCells());
        Assert.That(IsObstacle(2, 4) && !IsObstacle(8, 4));
        SceneTools.PerformUndo();
        Assert.That(_grid.Painted.IsEmpty && !IsObstacle(2, 4));
    }

    [Test]
    public void Paint_lies_over_a_scan_and_survives_the_next_one_and_shift_takes_it_off()
    {
        Assert.That(IsObstacle(2, 1), "the scanned box");
        DrawnInspector.Typed["Type"] = 0;
        Stroke(new Vector2(2.5f, 1.5f), new Vector2(2.5f, 1.5f));
        Assert.That(!IsObstacle(2, 1) && IsObstacle(3, 1));
        _grid.RefreshObstacles();
        _grid.RefreshObstacles(new Bounds(new Vector3(2.5f, 0f, 1.5f), new Vector3(1f, 1f, 1f)));
        Assert.That(!IsObstacle(2, 1) && IsObstacle(3, 1));
        _grid.Rebuild();
        Assert.That(!IsObstacle(2, 1) && IsObstacle(3, 1));
        DrawnGui.Hold(true, false);
        Stroke(new Vector2(2.5f, 1.5f), new Vector2(2.5f, 1.5f));
        Assert.That(_grid.Painted.IsEmpty && IsObstacle(2, 1));
    }

    [Test]
    public void Shapes_paint_their_cells()
    {
        Press("Rect");
        Stroke(new Vector2(8.5f, 6.5f), new Vector2(6.5f, 5.5f));
        Assert.AreEqual(6, _grid.Painted.CountCells());
        Assert.That(IsObstacle(6, 5) && IsObstacle(8, 6) && IsObstacle(7, 6));
        Press("Line");
        DrawnInspector.Typed["Size"] = 3;
        Stroke(new Vector2(1.5f, 5.5f), new Vector2(3.5f, 5.5f));
        Assert.AreEqual(6 + 15, _grid.Painted.CountCells());
        DrawnInspector.Typed.Remove("Size");
        Press("Fill");
        DrawnInspector.Typed["Type"] = 7;
        Stroke(new Vector2(2.5f, 5.5f), new Vector2(2.5f, 5.5f));
        Assert.AreEqual(15, Enumerable.Range(0, 96).Count(i => _grid.Grid.GetCell(i % 12, i / 12) == (CellType)7));
        DrawnInspector.Typed.Clear();
        Press("Pick");
        Stroke(new Vector2(6.5f, 5.5f), new Vector2(6.5f, 5.5f));
        Press("Brush");
        Stroke(new Vector2(11.5f, 0.5f), new Vector2(11.5f, 0.5f));
        Assert.That(IsObstacle(11, 0), "the picked type");
    }

    [Test]
    public void Penalties_are_painted_apart_and_come_with_a_new_grid()
    {
        Press("Penalties");
        DrawnInspector.Typed["Penalty / 16"] = 48;
        Stroke(new Vector2(4.5f, 4.5f), new Vector2(5.5f, 4.5f));
        Assert.That(_grid.Painted.IsEmpty);
        Assert.AreEqual(48, PenaltyAt(5, 4));
        _grid.Rebuild();
        Assert.AreEqual(48, PenaltyAt(4, 4));
        Press("Clear paint");
        Assert.AreEqual(0, PenaltyAt(4, 4));
    }

    [Test]
    public void A_click_beside_the_grid_or_with_alt_paints_nothing()
    {
        Stroke(new Vector2(-3f, 2f), new Vector2(-1f, 2f));
        DrawnGui.Hold(false, true);
        Stroke(new Vector2(3.5f, 4.5f), new Vector2(4.5f, 4.5f));
        Assert.That(_grid.Painted.IsEmpty);
        Assert.AreEqual(0, SceneTools.UndoCount);
    }

    [Test]
    public void Outside_play_mode_no_grid_is_left_behind_and_the_outline_follows_the_mouse()
    {
        int live = GridStarLibrary.LiveGridCount;
        PlayMode.IsPlaying = false;
        Stroke(new Vector2(1.5f, 4.5f), new Vector2(6.5f, 4.5f));
        DrawnGui.MoveMouse(new Vector2(9.5f, 3.5f));
        Send(EventType.MouseMove);
        Send(EventType.Repaint);
        Vector3[] outline = SceneTools.Lines.Last();
        Assert.AreEqual(new Vector3(9f, 0f, 3f), outline[0]);
        Assert.AreEqual(new Vector3(10f, 0f, 4f), outline[2]);
        Assert.AreEqual(6, _grid.Painted.CountCells());
        Assert.That(!IsObstacle(2, 4), "the grid of the game waits for play mode");
        _tool.OnWillBeDeactivated();
        Assert.AreEqual(live, GridStarLibrary.LiveGridCount);
    }

    private bool IsObstacle(int x, int y) => _grid.Grid.GetCell(x, y) == CellType.Obstacle;

    private int PenaltyAt(int x, int y)
    {
        byte[] penalties = new byte[_grid.Width * _grid.Height];
        _grid.Grid.GetPenalties(penalties);
        return penalties[y * _grid.Width + x];
    }

    private void Press(string button)
    {
        DrawnGui.Pressed = button;
        Send(EventType.Repaint);
    }

    private void Stroke(Vector2 from, Vector2 to)
    {
        DrawnGui.MoveMouse(from);
        Send(EventType.Layout);
        Send(EventType.MouseDown);
        DrawnGui.MoveMouse(to);
        Send(EventType.MouseDrag);
        Send(EventType.MouseUp);
    }

    private void Send(EventType type)
    {
        DrawnGui.Begin(type);
        _tool.OnToolGUI(_view);
    }
}
