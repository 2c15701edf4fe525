using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Grids of hexagons in a scene: components, followers, obstacles, pictures.</summary>
public class HexagonSceneTests : FloorScene
{
    private const int Wall = 8;

    private static readonly CellLayout[] Layouts =
    {
        CellLayout.HexOddRows, CellLayout.HexEvenRows, CellLayout.HexOddColumns, CellLayout.HexEvenColumns,
    };

    private PathGridComponent _source;

    [TearDown]
    public void DestroyGrid()
    {
        if (_source != null)
        {
            UnityEngine.Object.Destroy(_source.gameObject);
            _source = null;
        }
        Colliders.Clear();
    }

    [Test]
    public void Followers_walk_over_walkable_hexagons_alone_wherever_they_begin_and_stop_at_their_distance(
        [Values(PathForm.Cells, PathForm.WayPoints)] PathForm form,
        [Values(GridPlane.XZ, GridPlane.XY)] GridPlane plane)
    {
        System.Random random = new System.Random(44);
        for (int trial = 0; trial < 24; trial++)
        {
            string situation = "seed 44, trial " + trial;
            AddSource(Layouts[trial % 4], plane, 14, 12);
            PathGrid grid = _source.Grid;
            for (int i = 0; i < 35; i++)
            {
                grid.SetCell(random.Next(14), random.Next(12), CellType.Obstacle);
            }
            GridCell start = Free(grid, random);
            GridCell goal = Free(grid, random);
            PathFollower follower = new GameObject().AddComponent<PathFollower>();
            follower.GridSource = _source;
            follower.Speed = 1f;
            follower.PathForm = form;
            follower.StoppingDistance = trial % 2 == 0 ? 0f : 1.3f;
            follower.transform.position = Within(grid, start, random);
            follower.TargetPosition = grid.GetCellCenter(goal);
            Frames.Advance(0.0);
            if (!follower.HasPath)
            {
                UnityEngine.Object.Destroy(follower.gameObject);
                continue;
            }
            Vector3 last = follower.transform.position;
            for (int frame = 0; frame < 900 && !follower.HasArrived; frame++)
            {
                if (frame == 20)
                {
                    // A new target, while it stands between two centers.
                    goal = Free(grid, random);
                    follower.TargetPosition = grid.GetCellCenter(goal);
                }
                Frames.Advance(0.07);
                Vector3 here = follower.transform.position;
                Assert.That(Vector3.Distance(here, last), Is.LessThan(0.0701f), situation);
                last = here;
                Vector3 towards = (grid.GetCellCenter(CellAt(grid, here)) - here) * 1e-3f;
                Assert.AreEqual(CellType.Walkable, grid.GetCell(CellAt(grid, here + towards)), situation + ", " + here);
            }
            if (follower.HasPath)
            {
                Assert.That(follower.HasArrived, Is.True, situation);
                Assert.That(follower.RemainingDistance, Is.LessThan(follower.StoppingDistance + 1e-3f), situation);
            }
            UnityEngine.Object.Destroy(follower.gameObject);
        }
    }

    [Test]
    public void The_cost_of_a_path_is_measured_as_a_search_does()
    {
        System.Random random = new System.Random(45);
        List<GridCell> path = new List<GridCell>();
        using (TraversalProfile profile = new TraversalProfile())
        {
            profile.SetCost((CellType)2, 3.0);
            for (int trial = 0; trial < 80; trial++)
            {
                CellLayout layout = Layouts[trial % 4];
                using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 12, Height = 12, Layout = layout }))
                {
                    for (int i = 0; i < 60; i++)
                    {
                        grid.SetCell(random.Next(12), random.Next(12), (CellType)(1 + i % 2));
                        grid.FillPenalties(random.Next(12), random.Next(12), 1, 1, (byte)random.Next(30));
                    }
                    PathQuery query = new PathQuery
                    {
                        Profile = trial % 3 == 0 ? null : profile,
                        Form = trial % 2 == 0 ? PathForm.Cells : PathForm.WayPoints,
                        AgentSize = trial % 5 == 0 ? 3 : 1,
                        IgnorePenalties = trial % 7 == 0,
                    };
                    PathResult result = grid.FindPath(Free(grid, random), Free(grid, random), path, query);
                    if (result.Found && path.Count > 0)
                    {
                        double cost = grid.MeasurePath(path.ToArray(), 0, path.Count, ref query);
                        Assert.That(cost, Is.EqualTo(result.Cost).Within(1e-6), "seed 45, trial " + trial);
                    }
                }
            }
        }
    }

    /// <summary>Against many points of the box and of the hexagons.</summary>
    [Test]
    public void Bounds_cover_the_hexagons_that_they_reach_into()
    {
        System.Random random = new System.Random(46);
        CellRect[] rects = new CellRect[1];
        for (int trial = 0; trial < 24; trial++)
        {
            CellLayout layout = Layouts[trial % 4];
            PathGridSettings settings = new PathGridSettings
            {
                Width = 8, Height = 7, Layout = layout, Plane = (GridPlane)(trial / 4 % 2), OriginX = 3f,
            };
            using (PathGrid grid = new PathGrid(settings))
            {
                Vector3 center = Within(grid, new GridCell(random.Next(8), random.Next(7)), random);
                Vector3 size = new Vector3(
                    (float)random.NextDouble(), (float)random.NextDouble(), (float)random.NextDouble()) * 4f;
                Bounds bounds = new Bounds(center, trial % 10 == 0 ? Vector3.zero : size);
                CellMap covered = new CellMap(8, 7);
                int count = CellRects.Under(grid, bounds, ref rects);
                for (int i = 0; i < count; i++)
                {
                    for (int cell = 0; cell < rects[i].Width * rects[i].Height; cell++)
                    {
                        covered[rects[i].X + cell % rects[i].Width, rects[i].Y + cell / rects[i].Width] =
                            CellType.Obstacle;
                    }
                }
                string situation = "seed 46, trial " + trial + ", " + layout + ", " + bounds.center + size;
                CellMap least = Touched(grid, bounds, -0.03f);
                CellMap most = Touched(grid, bounds, 0.03f);
                for (int i = 0; i < 56; i++)
                {
                    bool isCovered = covered[i % 8, i / 8] == CellType.Obstacle;
                    bool mustBe = least[i % 8, i / 8] == CellType.Obstacle;
                    bool mayBe = most[i % 8, i / 8] == CellType.Obstacle;
                    Assert.That(isCovered, Is.True.Or.EqualTo(mustBe), situation + ": " + i);
                    Assert.That(isCovered, Is.False.Or.EqualTo(mayBe), situation + ": " + i);
                }
            }
        }
    }

    [Test]
    public void An_obstacle_covers_the_hexagons_under_it_and_tagged_objects_too()
    {
        Scene.DefineTag("Obstacle");
        AddSource(CellLayout.HexOddRows, GridPlane.XZ, 7, 5);
        PathObstacle crate = new GameObject().AddComponent<PathObstacle>();
        crate.GridSource = _source;
        crate.Size = new Vector3(0.9f, 1f, 0.4f);
        crate.transform.position = _source.Grid.GetCellCenter(new GridCell(3, 1));
        Frames.Advance(0.1);
        byte[] covers = new byte[35];
        _source.Grid.GetCovers(0, 0, 7, 5, covers);
        Assert.AreEqual(1, covers.Count(cover => cover > 0));
        Assert.AreEqual(1, covers[7 + 3]);
        // Wider: the neighbors in its row; higher: two above and two below, which are those of a shifted row.
        crate.Size = new Vector3(1.6f, 1f, 1.5f);
        crate.MoveThreshold = 0f;
        crate.CarveOnlyStationary = false;
        Frames.Advance(0.1);
        _source.Grid.GetCovers(0, 0, 7, 5, covers);
        int[] expected = { 3, 4, 9, 10, 11, 17, 18 };
        Assert.AreEqual(expected, Enumerable.Range(0, 35).Where(i => covers[i] > 0).ToArray());
        UnityEngine.Object.Destroy(crate.gameObject);
        GameObject tower = new GameObject { tag = "Obstacle" };
        tower.transform.position = _source.Grid.GetCellCenter(new GridCell(2, 3));
        _source.ObstacleTag = "Obstacle";
        _source.RefreshObstacles();
        string map = new CellMap().Read(_source.Grid).ToString();
        Assert.AreEqual(".......\n.......\n.......\n..#....\n.......\n", map);
        UnityEngine.Object.Destroy(tower);
    }

    [TestCase(CellLayout.HexOddRows)]
    [TestCase(CellLayout.HexEvenColumns)]
    public void Boxes_that_are_tested_against_colliders_fit_into_their_hexagons(CellLayout layout)
    {
        AddSource(layout, GridPlane.XZ, 5, 5);
        PathGrid grid = _source.Grid;
        Vector3 half = new CellProbe(grid).HalfExtents(0.98f);
        Vector3 center = grid.GetCellCenter(new GridCell(2, 2));
        foreach (float x in new[] { -1f, 1f })
        {
            foreach (float z in new[] { -1f, 1f })
            {
                Assert.AreEqual(
                    new GridCell(2, 2), CellAt(grid, center + new Vector3(x * half.x, 0f, z * half.z)), layout + "");
            }
        }
        Assert.That(half.x * half.z, Is.GreaterThan(0.13f));
        // A wall over a neighbor blocks the neighbor alone.
        _source.ObstacleLayers = 1 << Wall;
        Vector3 wall = grid.GetCellCenter(new GridCell(2, 3));
        Colliders.AddBox(wall, new Vector3(half.x * 2f, 1f, half.z * 2f), Wall);
        _source.RefreshObstacles();
        Assert.AreEqual(".....\n.....\n.....\n..#..\n.....\n", new CellMap().Read(grid).ToString());
    }

    [TestCase(CellLayout.HexOddRows, GridPlane.XZ)]
    [TestCase(CellLayout.HexEvenColumns, GridPlane.XY)]
    public void The_scene_view_shows_hexagons_and_blocks_over_them(CellLayout layout, GridPlane plane)
    {
        AddSource(layout, plane, 4, 3);
        PathGrid grid = _source.Grid;
        grid.SetCell(1, 2, CellType.Obstacle);
        DrawnGizmos.Clear();
        Frames.DrawGizmos();
        Assert.That(DrawnGizmos.Lines.Count, Is.InRange(3 * 12, 6 * 12));
        foreach (DrawnLine line in DrawnGizmos.Lines)
        {
            // The sides of a regular hexagon whose neighbors are 1 apart.
            Assert.AreEqual(0.57735f, Vector3.Distance(line.From, line.To), 1e-4f);
        }
        DrawnMesh block = DrawnGizmos.Meshes.Single();
        Vector3[] points = block.Mesh.vertices;
        foreach (Vector3 point in points)
        {
            Assert.AreEqual(new GridCell(1, 2), CellAt(grid, block.Position + point));
        }
        Vector3 middle = points.Aggregate(Vector3.zero, (sum, point) => sum + point) / points.Length;
        int[] triangles = block.Mesh.triangles;
        Assert.AreEqual(20 * 3, triangles.Length);
        for (int i = 0; i < triangles.Length; i += 3)
        {
            Vector3 one = points[triangles[i]];
            Vector3 outward = Vector3.Cross(points[triangles[i + 1]] - one, points[triangles[i + 2]] - one);
            Assert.That(Vector3.Dot(outward, one - middle), Is.GreaterThan(0f), "triangle " + i / 3);
        }
    }

    [Test]
    public void The_line_of_a_grid_runs_along_each_side_of_each_hexagon_and_nowhere_else()
    {
        foreach (CellLayout layout in Layouts)
        {
            int[][] sizes = { new[] { 1, 1 }, new[] { 1, 4 }, new[] { 4, 1 }, new[] { 5, 4 }, new[] { 4, 5 } };
            foreach (int[] size in sizes)
            {
                AddSource(layout, size[0] % 2 == 0 ? GridPlane.XZ : GridPlane.XY, size[0], size[1]);
                _source.GridLines = _source.gameObject.AddComponent<LineRenderer>();
                _source.transform.position = new Vector3(2f, 3f, 4f);
                _source.Rebuild();
                GridFrame frame = new GridFrame(_source.Grid);
                HashSet<string> expected = new HashSet<string>();
                for (int cell = 0; cell < size[0] * size[1]; cell++)
                {
                    Vector3 center = _source.Grid.GetCellCenter(_source.Grid.GetCellAtIndex(cell));
                    for (int side = 0; side < 6; side++)
                    {
                        // Corners of a regular hexagon, by their angles.
                        double turn = layout == CellLayout.HexOddRows || layout == CellLayout.HexEvenRows ? 0.5 : 0.0;
                        Vector3[] ends = new[] { side, side + 1 }.Select(corner => center
                            + frame.Column / frame.Column.magnitude * (float)(Math.Cos((corner + turn) * Math.PI / 3.0)
                                / Math.Sqrt(3.0))
                            + frame.Row / frame.Row.magnitude * (float)(Math.Sin((corner + turn) * Math.PI / 3.0)
                                / Math.Sqrt(3.0))).ToArray();
                        expected.Add(Between(ends[0], ends[1]));
                    }
                }
                HashSet<string> drawn = new HashSet<string>();
                for (int i = 1; i < _source.GridLines.positionCount; i++)
                {
                    drawn.Add(Between(_source.GridLines.GetPosition(i - 1), _source.GridLines.GetPosition(i)));
                }
                string what = layout + ", " + size[0] + " x " + size[1];
                Assert.AreEqual(expected.OrderBy(side => side), drawn.OrderBy(side => side), what);
            }
        }
        _source.Width = 200;
        _source.Height = 200;
        _source.Rebuild();
        Assert.AreEqual(0, _source.GridLines.positionCount, "too many to be shown");
    }

    /// <summary>A name of the middle of a line and of its length, both rounded.</summary>
    private static string Between(Vector3 from, Vector3 to)
    {
        Vector3 middle = (from + to) / 2f;
        return Math.Round(middle.x * 100f) + " " + Math.Round(middle.y * 100f) + " " + Math.Round(middle.z * 100f)
            + ", " + Math.Round(Vector3.Distance(from, to) * 1000f);
    }

    [Test]
    public void The_viewer_and_the_view_of_a_field_draw_each_cell_in_its_hexagon()
    {
        foreach (CellLayout layout in Layouts)
        {
            AddSource(layout, GridPlane.XZ, 6, 5);
            PathGrid grid = _source.Grid;
            grid.FillRect(3, 0, 1, 4, CellType.Obstacle);
            SearchViewer viewer = new GameObject().AddComponent<SearchViewer>();
            viewer.Watch(grid, new GridCell(0, 0), new GridCell(5, 0));
            viewer.Finish();
            Frames.Advance(0.1);
            Vector3[] drawn = Scene.Named("Search picture").Single().GetComponent<MeshFilter>().sharedMesh.vertices;
            for (int cell = 0, first = 0; cell < 30; cell++)
            {
                for (int corner = 0; corner < 6; corner++)
                {
                    Assert.AreEqual(grid.GetCellAtIndex(cell), CellAt(grid, drawn[first + corner]), layout + "");
                }
                first += 6;
                // What lies on the cell: the mark of closed cells, and the arrow.
                while (first < drawn.Length && CellAt(grid, drawn[first]).Equals(grid.GetCellAtIndex(cell)))
                {
                    first++;
                }
            }
            UnityEngine.Object.Destroy(viewer.gameObject);
            using (PathField field = grid.CreateField(new GridCell(0, 0)))
            {
                PathFieldView view = new GameObject().AddComponent<PathFieldView>();
                view.Field = field;
                Frames.Advance(0.1);
                Mesh mesh = Scene.Named("Field picture").Single().GetComponent<MeshFilter>().sharedMesh;
                Vector3[] points = mesh.vertices;
                Assert.AreEqual(6 * 30, points.Length);
                for (int i = 0; i < points.Length; i++)
                {
                    Vector3 center = grid.GetCellCenter(grid.GetCellAtIndex(i / 6));
                    Vector3 inside = center + (points[i] - center) * 0.99f;
                    Assert.AreEqual(grid.GetCellAtIndex(i / 6), CellAt(grid, inside), layout + "");
                    Assert.AreEqual(i / 6 % 6, (int)(mesh.uv[i].x * 6f), layout + "");
                }
                UnityEngine.Object.Destroy(view.gameObject);
            }
        }
    }

    [Test]
    public void A_follower_walks_up_a_tilted_floor_and_keeps_its_height_above_it()
    {
        foreach (CellLayout layout in new[] { CellLayout.Square, CellLayout.HexOddRows })
        {
            AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 9f, 0f));
            // By 30 degrees about z: a step along the columns leads half a unit up.
            double half = Math.PI / 12.0;
            Ground.transform.rotation = new Quaternion(0f, 0f, (float)Math.Sin(half), (float)Math.Cos(half));
            foreach (PathGridComponent floor in new[] { Ground, Upper })
            {
                floor.FollowTransform = true;
                floor.Layout = layout;
                floor.Rebuild();
            }
            Vector3 foot = Ground.Grid.GetCellCenter(new GridCell(8, 2));
            Vector3 head = Upper.Grid.GetCellCenter(new GridCell(8, 2));
            Floors.AddLink(foot, head, 4.0);
            GridFrame frame = new GridFrame(Ground.Grid);
            Vector3 up = Vector3.up * 0.4f;
            Vector3 goal = Upper.Grid.GetCellCenter(new GridCell(3, 3));
            AddFollower(Ground.Grid.GetCellCenter(new GridCell(1, 4)) + up, goal);
            float above = frame.HeightOf(Follower.transform.position);
            bool wasOnLink = false;
            for (int frameNumber = 0; frameNumber < 600 && !Follower.HasArrived; frameNumber++)
            {
                Frames.Advance(0.05);
                wasOnLink |= Follower.FloorTracker.IsOnLink;
                if (!wasOnLink)
                {
                    float height = frame.HeightOf(Follower.transform.position);
                    Assert.AreEqual(above, height, 1e-3f, layout + ", frame " + frameNumber);
                }
            }
            Assert.That(wasOnLink && Follower.HasArrived, Is.True, layout + "");
            Vector3 end = goal + up;
            Assert.That(Vector3.Distance(end, Follower.transform.position), Is.LessThan(1e-3f), layout + "");
            UnityEngine.Object.Destroy(Follower.gameObject);
            DestroyScene();
            Floors = null;
        }
    }

    private static GridCell CellAt(PathGrid grid, Vector3 position)
    {
        grid.TryGetCellAt(position, out GridCell cell);
        return cell;
    }

    private static GridCell Free(PathGrid grid, System.Random random)
    {
        while (true)
        {
            GridCell cell = new GridCell(random.Next(grid.Width), random.Next(grid.Height));
            if (grid.GetCell(cell) != CellType.Obstacle)
            {
                return cell;
            }
        }
    }

    /// <summary>Any position in a hexagon.</summary>
    private static Vector3 Within(PathGrid grid, GridCell cell, System.Random random)
    {
        GridFrame frame = new GridFrame(grid);
        while (true)
        {
            float columns = (float)random.NextDouble() * 1.4f - 0.7f;
            Vector2 way = new Vector2(columns, (float)random.NextDouble() * 1.4f - 0.7f);
            Vector3 position = grid.GetCellCenter(cell) + frame.InWorld(way);
            if (CellAt(grid, position).Equals(cell))
            {
                return position;
            }
        }
    }

    /// <summary>The hexagons of which a point lies in bounds that grow by a length, and the one of the
    /// center.</summary>
    private static CellMap Touched(PathGrid grid, Bounds bounds, float grown)
    {
        const int Points = 16;
        GridFrame frame = new GridFrame(grid);
        Vector2[] corners = grid.Layout.CornersOf();
        CellMap touched = new CellMap(grid.Width, grid.Height);
        Vector3 low = bounds.min - Vector3.one * grown;
        Vector3 high = bounds.max + Vector3.one * grown;
        for (int cell = 0; cell < touched.Count; cell++)
        {
            Vector3 center = grid.GetCellCenter(grid.GetCellAtIndex(cell));
            for (int i = 0; i <= Points * Points * 6; i++)
            {
                // A point of one of the six triangles around the center.
                float share = i / 6 / Points / (Points - 1f);
                float between = i / 6 % Points / (Points - 1f);
                Vector3 one = frame.InWorld(corners[i % 6]);
                Vector3 other = frame.InWorld(corners[(i + 1) % 6]);
                Vector3 point = center + (one + (other - one) * between) * Math.Min(1f, share);
                bool isX = point.x >= low.x && point.x <= high.x;
                bool isY = grid.Plane == GridPlane.XZ || (point.y >= low.y && point.y <= high.y);
                bool isZ = grid.Plane == GridPlane.XY || (point.z >= low.z && point.z <= high.z);
                if (isX && isY && isZ)
                {
                    touched[cell % grid.Width, cell / grid.Width] = CellType.Obstacle;
                    break;
                }
            }
        }
        if (grid.TryGetCellAt(bounds.center, out GridCell own))
        {
            touched[own] = CellType.Obstacle;
        }
        return touched;
    }

    private void AddSource(CellLayout layout, GridPlane plane, int width, int height)
    {
        DestroyGrid();
        _source = new GameObject().AddComponent<PathGridComponent>();
        _source.Layout = layout;
        _source.Plane = plane;
        _source.Width = width;
        _source.Height = height;
        _source.Rebuild();
    }
}
