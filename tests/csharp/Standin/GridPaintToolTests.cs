using System.Collections.Generic;
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
        ProgressBar.Clear();
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
        Assert.AreSame(_grid, ProgressBar.Dirty.Single());
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
    public void What_the_panel_hides_is_not_painted()
    {
        _grid.Width = 400;
        _grid.Height = 300;
        _grid.Rebuild();
        Stroke(new Vector2(100.5f, 60.5f), new Vector2(120.5f, 60.5f));
        Assert.That(_grid.Painted.IsEmpty);
        Assert.AreEqual(0, SceneTools.UndoCount);
        Stroke(new Vector2(260.5f, 60.5f), new Vector2(120.5f, 60.5f));
        Assert.AreEqual(1, _grid.Painted.CountCells(), "the end of the stroke is below the panel");
        Stroke(new Vector2(260.5f, 250.5f), new Vector2(261.5f, 250.5f));
        Assert.AreEqual(3, _grid.Painted.CountCells());
    }

    [Test]
    public void Clearing_paint_marks_the_component_too()
    {
        Stroke(new Vector2(1.5f, 4.5f), new Vector2(6.5f, 6.5f));
        ProgressBar.Clear();
        Press("Clear paint");
        Assert.That(_grid.Painted.IsEmpty);
        Assert.AreSame(_grid, ProgressBar.Dirty.Single());
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

    [TestCase(CellLayout.HexOddRows)]
    [TestCase(CellLayout.HexEvenRows)]
    [TestCase(CellLayout.HexOddColumns)]
    [TestCase(CellLayout.HexEvenColumns)]
    [TestCase(CellLayout.Square)]
    public void A_fill_takes_what_hangs_together_by_sides(CellLayout layout)
    {
        for (int seed = 1; seed <= 40; seed++)
        {
            System.Random random = new System.Random(seed);
            byte[] types = Enumerable.Range(0, 96).Select(i => (byte)random.Next(2)).ToArray();
            GridCell start = new GridCell(random.Next(12), random.Next(8));
            BrushCells cells = new BrushCells(12, 8, layout);
            cells.AddFill(types, start);
            HashSet<GridCell> filled = new HashSet<GridCell>(cells.Runs.SelectMany(
                run => Enumerable.Range(run.X, run.Length).Select(x => new GridCell(x, run.Y))));
            Assert.AreEqual(filled.Count, cells.Runs.Sum(run => run.Length), "no cell twice, seed " + seed);
            Assert.That(filled, Is.EquivalentTo(Flooded(types, start, layout)), layout + ", seed " + seed);
        }
    }

    /// <summary>By the grid's own neighbors; of squares, those with a common side.</summary>
    private static HashSet<GridCell> Flooded(byte[] types, GridCell start, CellLayout layout)
    {
        HashSet<GridCell> found = new HashSet<GridCell> { start };
        Queue<GridCell> waiting = new Queue<GridCell>(found);
        List<GridCell> neighbors = new List<GridCell>();
        using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 12, Height = 8, Layout = layout }))
        {
            while (waiting.Count > 0)
            {
                GridCell cell = waiting.Dequeue();
                grid.GetNeighbors(cell, neighbors);
                foreach (GridCell next in neighbors)
                {
                    bool isAside = layout != CellLayout.Square || next.X == cell.X || next.Y == cell.Y;
                    bool isSame = types[next.Y * 12 + next.X] == types[start.Y * 12 + start.X];
                    if (isAside && isSame && found.Add(next))
                    {
                        waiting.Enqueue(next);
                    }
                }
            }
        }
        return found;
    }

    [TestCase(CellLayout.HexOddRows)]
    [TestCase(CellLayout.HexEvenColumns)]
    public void A_line_over_hexagons_has_no_gap(CellLayout layout)
    {
        PlayMode.IsPlaying = false;
        _grid.Layout = layout;
        List<GridCell> neighbors = new List<GridCell>();
        using (GridPainting painting = new GridPainting(_grid))
        {
            System.Random random = new System.Random(7);
            for (int line = 0; line < 60; line++)
            {
                GridCell from = new GridCell(random.Next(12), random.Next(8));
                GridCell to = new GridCell(random.Next(12), random.Next(8));
                _grid.Painted.Clear();
                painting.Shape = BrushShape.Line;
                painting.Begin(from);
                painting.MoveTo(to);
                painting.End();
                int steps = 0;
                for (GridCell at = from; !at.Equals(to); steps++)
                {
                    // Each cell of the line is followed by one that is a step nearer to its end.
                    painting.Grid.GetNeighbors(at, neighbors);
                    int left = layout.StepsBetween(at, to);
                    at = neighbors.Find(next =>
                        layout.StepsBetween(next, to) == left - 1 && _grid.Painted.TryGet(next, out byte type));
                    Assert.That(steps <= 20 && _grid.Painted.TryGet(at, out byte painted), from + " to " + to);
                }
                Assert.AreEqual(steps + 1, _grid.Painted.CountCells(), from + " to " + to);
            }
        }
    }

    [Test]
    public void The_tool_follows_settings_that_change_and_shows_no_grid_of_too_many_cells()
    {
        PlayMode.IsPlaying = false;
        Stroke(new Vector2(1.5f, 4.5f), new Vector2(2.5f, 4.5f));
        _grid.Width = 30;
        Stroke(new Vector2(25.5f, 4.5f), new Vector2(26.5f, 4.5f));
        Assert.AreEqual(4, _grid.Painted.CountCells());
        _grid.Width = 1024;
        _grid.Height = 1024;
        Stroke(new Vector2(900.5f, 4.5f), new Vector2(900.5f, 900.5f));
        Assert.AreEqual(4 + 897, _grid.Painted.CountCells());
    }

    [Test]
    public void A_picked_type_leaves_no_undo_record()
    {
        Press("Pick");
        Stroke(new Vector2(2.5f, 1.5f), new Vector2(2.5f, 1.5f));
        Assert.AreEqual(0, SceneTools.UndoCount);
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
