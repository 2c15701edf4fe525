using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Maps that a viewer searches: from text and code, and grids of a scene.</summary>
public class SearchViewerMapTests : SearchViewerScene
{
    [Test]
    public void A_mistake_in_the_map_leaves_a_viewer_on_whose_button_was_pressed()
    {
        AddViewer("S.G");
        Frames.Advance(0.1);
        _viewer.Map = "S..";
        Assert.Throws<FormatException>(() => Click("Again"));
        Assert.That(_viewer.enabled, Is.True);
        _viewer.Map = "S...G";
        Click("Again");
        Assert.AreEqual(5, _viewer.View.Width);
    }

    [Test]
    public void A_mistake_in_the_map_leaves_a_viewer_on()
    {
        AddViewer("S..");
        Assert.Throws<FormatException>(() => Frames.Advance(0.1));
        Assert.That(_viewer.enabled, Is.True);
        _viewer.Map = "S.G";
        Press(KeyCode.Backspace);
        Assert.AreEqual(3, _viewer.View.Width);
    }

    [Test]
    public void Maps_come_from_code_and_can_be_cleared()
    {
        AddViewer("S.G");
        bool[,] walls = new bool[3, 2];
        walls[1, 0] = true;
        walls[1, 1] = true;
        CellMap map = new CellMap().Read(walls);
        map.Start = new GridCell(0, 0);
        map.Goal = new GridCell(2, 1);
        _viewer.SetMap(map);
        Assert.AreEqual(".#G\nS#.\n", _viewer.Map);
        Assert.AreEqual(new GridCell(0, 0), map.Start);
        _viewer.Begin();
        _viewer.Finish();
        Assert.AreEqual(PathReason.NoPath, _viewer.View.Reason);
        _viewer.ClearMap();
        _viewer.Begin();
        _viewer.Finish();
        Assert.AreEqual(PathReason.Found, _viewer.View.Reason);
        Assert.AreEqual("24", _viewer.View.GetText(new GridCell(2, 1)).Split('\n')[0]);
        Assert.Throws<ArgumentNullException>(() => _viewer.SetMap(null));
    }

    [Test]
    public void A_map_that_is_none_leaves_what_was_shown()
    {
        AddViewer("S.G");
        Frames.Advance(0.0);
        SearchView before = _viewer.View;
        foreach (string map in new[] { "S.", ".G", "S.G\n..", "", "S?G" })
        {
            _viewer.Map = map;
            Assert.Throws<FormatException>(() => _viewer.Begin(), map);
        }
        _viewer.Map = "S.G";
        _viewer.DiagonalCost = 99f;
        Assert.Throws<ArgumentOutOfRangeException>(() => _viewer.Begin());
        _viewer.DiagonalCost = 14f;
        _viewer.HeuristicWeight = -1f;
        Assert.Throws<ArgumentOutOfRangeException>(() => _viewer.Begin());
        Assert.AreSame(before, _viewer.View);
        Assert.AreEqual(_gridsBefore + 1, GridStarLibrary.LiveGridCount);
        Press(KeyCode.F);
        Assert.AreEqual(1, _viewer.View.Expansions);
    }

    [Test]
    public void A_grid_of_the_scene_is_searched_between_two_objects_and_followed_when_it_is_made_anew()
    {
        PathGridComponent source = new GameObject().AddComponent<PathGridComponent>();
        source.Width = 4;
        source.Height = 3;
        source.Rebuild();
        AddViewer("S.G");
        _viewer.GridSource = source;
        Assert.Throws<InvalidOperationException>(() => _viewer.Begin());
        _viewer.StartPoint = new GameObject().transform;
        _viewer.StartPoint.position = new Vector3(0.5f, 0f, 0.5f);
        _viewer.GoalPoint = new GameObject().transform;
        _viewer.GoalPoint.position = new Vector3(3.5f, 0f, 2.5f);
        Frames.Advance(0.0);
        Assert.AreSame(source.Grid, _viewer.Grid);
        Assert.AreEqual(new GridCell(3, 2), _viewer.View.Goal);
        Assert.AreEqual("(0.03, 0.02, 0.03)", Picture().vertices[0].ToString());
        _viewer.AgentSize = 2;
        _viewer.Begin();
        Assert.AreEqual(new GridCell(2, 1), _viewer.View.Goal);
        _viewer.AgentSize = 1;
        source.Rebuild();
        Frames.DrawGui(EventType.Repaint);
        Frames.Advance(0.0);
        Assert.AreSame(source.Grid, _viewer.Grid);
        UnityEngine.Object.Destroy(source.gameObject);
    }

    [Test]
    public void A_grid_from_code_is_searched_and_left_alone()
    {
        AddViewer("S.G");
        PathGrid grid = new PathGrid(5, 5);
        _viewer.Watch(grid, new GridCell(0, 0), new GridCell(4, 4));
        Frames.Advance(0.0);
        Assert.AreSame(grid, _viewer.Grid);
        Press(KeyCode.F);
        Assert.AreEqual(1, _viewer.View.Expansions);
        grid.Dispose();
        Frames.DrawGui(EventType.Repaint);
        Frames.Advance(0.0);
        Assert.IsNull(_viewer.View);
        Assert.AreEqual(0, Pictures().Count);
        Assert.That(_viewer.Step() || _viewer.IsRunning, Is.False);
        _viewer.Run();
        _viewer.Pause();
        _viewer.Finish();
        _viewer.Watch(null, default(GridCell), default(GridCell));
        Assert.AreEqual(3, _viewer.View.Width);
    }

    [Test]
    public void Before_the_search_begins_the_scene_view_shows_the_map()
    {
        AddViewer(".#G\nS..");
        Frames.DrawGizmos();
        SearchPalette palette = new SearchPalette();
        Assert.AreEqual(3, DrawnGizmos.Cubes.Count);
        Assert.AreEqual(palette[SearchViewKind.Walkable], Rgb(DrawnGizmos.Cubes[0].Color));
        Assert.AreEqual(new Vector3(1.5f, 1f, 0f), DrawnGizmos.Cubes[0].Center);
        Assert.AreEqual(new Vector3(3f, 2f, 0f), DrawnGizmos.Cubes[0].Size);
        Assert.AreEqual(palette[SearchViewKind.Start], Rgb(DrawnGizmos.Cubes[1].Color));
        Assert.AreEqual(new Vector3(0.5f, 0.5f, 0f), DrawnGizmos.Cubes[1].Center);
        Assert.AreEqual(palette[SearchViewKind.Goal], Rgb(DrawnGizmos.Cubes[2].Color));
        Assert.AreEqual(new Vector3(2.5f, 1.5f, 0f), DrawnGizmos.Cubes[2].Center);
        DrawnMesh walls = DrawnGizmos.Meshes.Single();
        Assert.AreEqual(palette[SearchViewKind.Obstacle], Rgb(walls.Color));
        Assert.That(walls.Mesh.vertices.Min(v => v.x), Is.EqualTo(1.05f).Within(1e-5f));
        Assert.That(walls.Mesh.vertices.Max(v => v.y), Is.EqualTo(1.95f).Within(1e-5f));
        _viewer.CellSize = 2f;
        DrawnGizmos.Clear();
        Frames.DrawGizmos();
        Assert.That(DrawnGizmos.Meshes.Single().Mesh.vertices.Min(v => v.x), Is.EqualTo(2.1f).Within(1e-5f));
        DrawnGizmos.Clear();
        _viewer.Map = "half typed";
        Frames.DrawGizmos();
        Assert.AreEqual(0, DrawnGizmos.Cubes.Count);
        _viewer.Map = "S.G";
        Frames.Advance(0.0);
        Frames.DrawGizmos();
        Assert.AreEqual(0, DrawnGizmos.Cubes.Count);
    }
}
