using System.Collections.Generic;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.EditorTools;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>The Paint tool's layer of walls between cells.</summary>
public class WallPaintToolTests
{
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
        _grid.Width = 14;
        _grid.Height = 10;
        _grid.Rebuild();
        _view = ScriptableObject.CreateInstance<SceneView>();
        _tool = ScriptableObject.CreateInstance<GridPaintTool>();
        EditorTool.SetTarget(_tool, _grid);
        Press("Walls");
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
    public void A_click_near_a_side_makes_a_wall_there_and_the_grid_has_it()
    {
        Click(6.9f, 5.4f);
        Expect(6, 5, 7, 5, Passage.Wall);
        Click(6.4f, 5.9f);
        Expect(6, 5, 6, 6, Passage.Wall);
        Assert.AreEqual(2, _grid.PaintedWalls.CountSides());
        Assert.IsTrue(_grid.Painted.IsEmpty);
        Assert.AreEqual(2, SceneTools.UndoCount);
        SceneTools.PerformUndo();
        Expect(6, 5, 6, 6, Passage.Open);
        Expect(6, 5, 7, 5, Passage.Wall);
        DrawnGui.Hold(true, false);
        Click(7.1f, 5.4f);
        Expect(6, 5, 7, 5, Passage.Open);
        Assert.IsTrue(_grid.PaintedWalls.IsEmpty);
    }

    [Test]
    public void One_way_leads_away_from_the_cell_under_the_mouse()
    {
        Press("One way");
        Click(6.5f, 5.1f);
        Expect(6, 5, 6, 4, Passage.OneWay);
        Click(6.5f, 4.9f);
        Expect(6, 4, 6, 5, Passage.OneWay);
    }

    [Test]
    public void A_drag_with_the_brush_follows_the_mouse_and_turns_no_corner()
    {
        Stroke(new Vector2(5.5f, 5.95f), new Vector2(9.5f, 5.95f));
        for (int x = 5; x <= 9; x++)
        {
            Expect(x, 5, x, 6, Passage.Wall);
        }
        Assert.AreEqual(5, _grid.PaintedWalls.CountSides());
    }

    [Test]
    public void A_line_is_a_fence_along_the_side_where_it_began()
    {
        Press("Line");
        Stroke(new Vector2(8.9f, 5.5f), new Vector2(10.5f, 8.2f));
        for (int y = 5; y <= 8; y++)
        {
            Expect(8, y, 9, y, Passage.Wall);
        }
        Assert.AreEqual(4, _grid.PaintedWalls.CountSides());
    }

    [Test]
    public void A_rectangle_has_walls_around_it_and_one_way_leads_out()
    {
        Press("Rect");
        Press("One way");
        Stroke(new Vector2(6.5f, 5.5f), new Vector2(8.5f, 6.5f));
        Assert.AreEqual(10, _grid.PaintedWalls.CountSides());
        Expect(6, 5, 5, 5, Passage.OneWay);
        Expect(8, 6, 9, 6, Passage.OneWay);
        Expect(7, 6, 7, 7, Passage.OneWay);
        Expect(7, 5, 7, 4, Passage.OneWay);
        Expect(7, 5, 7, 6, Passage.Open);
    }

    [Test]
    public void Open_is_paint_and_pick_takes_a_passage_up()
    {
        Colliders.AddBox(new Vector3(7f, 0f, 5.5f), new Vector3(0.1f, 1f, 3f), 9);
        _grid.WallLayers = 1 << 9;
        _grid.RefreshObstacles();
        Expect(6, 5, 7, 5, Passage.Wall);
        Press("Open");
        Click(6.9f, 5.5f);
        Expect(6, 5, 7, 5, Passage.Open);
        Expect(6, 6, 7, 6, Passage.Wall);
        Press("One way");
        Click(9.9f, 5.5f);
        Press("Wall");
        Press("Pick");
        Click(9.9f, 5.5f);
        Press("Brush");
        Click(11.9f, 5.5f);
        Expect(11, 5, 12, 5, Passage.OneWay);
        Press("Clear walls");
        Assert.IsTrue(_grid.PaintedWalls.IsEmpty);
    }

    [Test]
    public void On_hexagons_a_click_and_an_outline_find_six_sides()
    {
        _grid.Layout = CellLayout.HexOddRows;
        _grid.Rebuild();
        // Another layout begins another painting.
        Press("Walls");
        GridFrame frame = new GridFrame(_grid.Grid);
        GridCell cell = new GridCell(7, 6);
        Vector3 center = frame.CenterOf(7, 6);
        foreach (GridCell other in new[] { new GridCell(8, 6), new GridCell(7, 7), new GridCell(6, 7) })
        {
            Vector3 near = center + frame.WayBetween(cell, other) * 0.4f;
            Click(near.x, near.z);
            Assert.AreEqual(Passage.Wall, _grid.Grid.GetPassage(cell, other), other + " " + near);
        }
        Press("Clear walls");
        Press("Rect");
        Click(center.x, center.z);
        Assert.AreEqual(6, _grid.PaintedWalls.CountSides());
    }

    [Test]
    public void What_a_click_would_paint_is_drawn()
    {
        DrawnGui.MoveMouse(new Vector2(6.9f, 5.5f));
        Send(EventType.Layout);
        Send(EventType.MouseMove);
        SceneTools.Lines.Clear();
        Send(EventType.Repaint);
        Assert.That(SceneTools.Lines.Count, Is.GreaterThan(0));
    }

    private void Expect(int x, int y, int otherX, int otherY, Passage expected)
        => Assert.AreEqual(
            expected, _grid.Grid.GetPassage(new GridCell(x, y), new GridCell(otherX, otherY)), x + ", " + y);

    private void Click(float x, float y) => Stroke(new Vector2(x, y), new Vector2(x, y));

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
