using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;
using Random = System.Random;

/// <summary>Walls between cells in the overlay, the viewer and the view of fields.</summary>
public class WallPictureTests
{
    [Test]
    public void The_overlay_draws_walls_and_follows_edits()
    {
        FirstScene.Open();
        DrawnMeshes.Now.Clear();
        SceneView view = ScriptableObject.CreateInstance<SceneView>();
        PathGridComponent component = FirstScene.Grid(6, 5, 8);
        component.Rebuild();
        Session.Restart();
        GridOverlay overlay = Docked.In(view, new GridOverlay());
        DrawnGui.Begin(EventType.MouseUp);
        DrawnGui.Pressed = "Walls";
        overlay.OnGUI();
        DrawnGui.Pressed = null;
        Windows.Draw(view, EventType.Repaint);
        Assert.IsFalse(overlay.Walls.HasWalls);
        int without = DrawnMeshes.Now.Count;
        component.Grid.SetPassages(new CellRect(1, 1, 2, 2), Sides.All, Passage.Wall);
        DrawnMeshes.Now.Clear();
        Windows.Draw(view, EventType.Repaint);
        Assert.AreEqual(without + 1, DrawnMeshes.Now.Count);
        Assert.AreEqual(8 * 4, overlay.Walls.Mesh.vertices.Length);
        component.Grid.SetPassage(new GridCell(1, 1), new GridCell(0, 1), Passage.OneWay);
        Windows.Draw(view, EventType.Repaint);
        Assert.AreEqual(8 * 4 + 3, overlay.Walls.Mesh.vertices.Length, "an arrow");
        overlay.OnWillBeDestroyed();
        FirstScene.Close();
    }

    [Test]
    public void Components_of_the_overlay_are_those_of_the_library_whichever_way_sides_are_open()
    {
        for (int seed = 1; seed <= 200; seed++)
        {
            Random random = new Random(seed);
            PathGridSettings settings = new PathGridSettings { Width = random.Next(2, 9), Height = random.Next(2, 9) };
            settings.Layout = (CellLayout)random.Next(5);
            settings.DiagonalRule = settings.Layout == CellLayout.Square
                ? (DiagonalRule)random.Next(1, 5) : DiagonalRule.Default;
            if (seed % 2 == 0)
            {
                // Only here diagonal steps join more than straight ones do.
                settings.Layout = CellLayout.Square;
                settings.DiagonalRule = DiagonalRule.Always;
            }
            using (PathGrid grid = new PathGrid(settings))
            {
                Fill(grid, random, seed % 2 == 0);
                OverlayCells cells = new OverlayCells();
                cells.Refresh(grid, OverlayLayers.Components, 1);
                int[] trees = Trees(grid);
                Dictionary<int, string> numbers = new Dictionary<int, string>();
                HashSet<string> seen = new HashSet<string>();
                for (int i = 0; i < trees.Length; i++)
                {
                    GridCell cell = grid.GetCellAtIndex(i);
                    string history = "seed " + seed + ", " + cell + ", " + settings.Layout + ", "
                        + settings.DiagonalRule + "\n" + new CellMap().Read(grid);
                    if (trees[i] < 0)
                    {
                        continue;
                    }
                    string number = ComponentOf(cells, cell);
                    if (numbers.TryGetValue(trees[i], out string known))
                    {
                        Assert.AreEqual(known, number, history);
                    }
                    else
                    {
                        Assert.IsTrue(seen.Add(number), history);
                        numbers.Add(trees[i], number);
                    }
                }
            }
        }
    }

    /// <summary>Joins cells between which the library takes a step, whichever way; -1 for obstacles.</summary>
    private static int[] Trees(PathGrid grid)
    {
        int[] trees = new int[grid.Width * grid.Height];
        for (int i = 0; i < trees.Length; i++)
        {
            trees[i] = grid.GetCell(grid.GetCellAtIndex(i)) == CellType.Obstacle ? -1 : i;
        }
        for (int i = 0; i < trees.Length * 9; i++)
        {
            GridCell cell = grid.GetCellAtIndex(i / 9);
            GridCell other = new GridCell(cell.X + i % 9 % 3 - 1, cell.Y + i % 9 / 3 - 1);
            if (!grid.Contains(other) || other == cell || trees[i / 9] < 0 || trees[grid.GetIndex(other)] < 0)
            {
                continue;
            }
            List<GridCell> step = new List<GridCell> { cell, other };
            int one = trees[i / 9];
            int two = trees[grid.GetIndex(other)];
            if (one != two && grid.CheckPath(step) == 2)
            {
                trees = Array.ConvertAll(trees, tree => tree == two ? one : tree);
            }
        }
        return trees;
    }

    [Test]
    public void Clearance_of_the_overlay_knows_that_no_wall_crosses_an_agent()
    {
        for (int seed = 1; seed <= 100; seed++)
        {
            Random random = new Random(seed);
            PathGridSettings settings = new PathGridSettings { Width = 7, Height = 7 };
            settings.Layout = (CellLayout)(seed % 2 == 0 ? random.Next(5) : 0);
            using (PathGrid grid = new PathGrid(settings))
            {
                Fill(grid, random, false);
                int size = settings.Layout == CellLayout.Square ? random.Next(2, 5) : 3;
                OverlayCells cells = new OverlayCells();
                cells.Refresh(grid, OverlayLayers.Clearance, size);
                for (int i = 0; i < 49; i++)
                {
                    GridCell cell = new GridCell(i % 7, i / 7);
                    PathQuery query = new PathQuery { AgentSize = size };
                    bool fits = grid.TryFindNearest(cell, 0, query, out _);
                    string text = cells.TextOf(cell, null);
                    Assert.AreEqual(
                        fits, text.EndsWith("size " + size + " or more"), "seed " + seed + ": " + text + "\n"
                            + new CellMap().Read(grid));
                }
            }
        }
    }

    [Test]
    public void The_viewer_shows_walls_over_its_cells()
    {
        Frames.Reset();
        Scene.Clear();
        SearchViewer viewer = new GameObject("Viewer").AddComponent<SearchViewer>();
        viewer.MapHasWalls = true;
        viewer.Map = "S|.\n  v\n. G";
        Frames.Advance(0.1);
        Mesh mesh = Scene.Named("Wall picture").Single().GetComponent<MeshFilter>().sharedMesh;
        Assert.AreEqual(4 + 4 + 3, mesh.vertices.Length);
        Assert.AreEqual(Passage.Wall, viewer.Grid.GetPassage(new GridCell(0, 1), new GridCell(1, 1)));
        Assert.AreEqual(
            Passage.OneWay, viewer.Grid.GetPassage(new GridCell(1, 1), new GridCell(1, 0)), "the first line is on top");
        CellMap map = new CellMap(3, 2) { Start = new GridCell(0, 0), Goal = new GridCell(2, 1) };
        viewer.SetMap(map);
        Assert.IsFalse(viewer.MapHasWalls);
        map.SetPassage(new GridCell(0, 0), new GridCell(0, 1), Passage.OneWay);
        viewer.SetMap(map);
        Assert.IsTrue(viewer.MapHasWalls);
        Assert.AreEqual(". . G\n^    \nS . .\n", viewer.Map);
        Object.Destroy(viewer.gameObject);
        Frames.Advance(0.1);
        Assert.AreEqual(0, Scene.Named("Wall picture").Count);
    }

    [Test]
    public void The_view_of_a_field_shows_walls()
    {
        Frames.Reset();
        Scene.Clear();
        PathGridComponent ground = new GameObject("Ground").AddComponent<PathGridComponent>();
        ground.Width = 6;
        ground.Height = 4;
        ground.Rebuild();
        ground.Grid.SetPassages(new CellRect(0, 0, 3, 3), Sides.Right, Passage.Wall);
        PathFieldView view = new GameObject("View").AddComponent<PathFieldView>();
        view.GridSource = ground;
        view.Center = new GameObject("Goal").transform;
        view.Center.position = new Vector3(0.5f, 0f, 0.5f);
        for (int i = 0; i < 5000 && !view.IsShown; i++)
        {
            Frames.Advance(0.1);
            System.Threading.Thread.Sleep(1);
        }
        Mesh mesh = Scene.Named("Wall picture").Single().GetComponent<MeshFilter>().sharedMesh;
        Assert.AreEqual(3 * 4, mesh.vertices.Length);
        Scene.DestroyObjectOf(view);
        Scene.DestroyObjectOf(ground);
    }

    private static string ComponentOf(OverlayCells cells, GridCell cell)
    {
        string text = cells.TextOf(cell, null);
        return text.Substring(text.IndexOf("component", StringComparison.Ordinal));
    }

    private static void Fill(PathGrid grid, Random random, bool hasOneWay)
    {
        byte[] passages = new byte[grid.Width * grid.Height];
        for (int i = 0; i < passages.Length; i++)
        {
            for (int side = 0; side < CellSide.CountOf(grid.Layout); side++)
            {
                int bits = hasOneWay ? random.Next(4) : random.Next(3) > 0 ? 0 : 3;
                passages[i] |= (byte)(bits << (2 * side));
            }
            if (random.Next(3) == 0)
            {
                grid.SetCell(i % grid.Width, i / grid.Width, CellType.Obstacle);
            }
        }
        grid.SetPassages(passages);
    }
}
