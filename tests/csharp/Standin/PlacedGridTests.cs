using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Grids in a scene on axes of their own: turned, mirrored, isometric, scaled, moving.</summary>
public partial class PlacedGridTests
{
    private const int Wall = 8;

    private PathGridComponent _source;

    [SetUp]
    public void EmptyScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        DrawnGizmos.Clear();
        Scene.DefineTag("Obstacle");
    }

    [TearDown]
    public void DestroyGrid()
    {
        if (_source != null)
        {
            UnityEngine.Object.Destroy(_source.gameObject);
            _source = null;
        }
        Colliders.Clear();
        Assert.AreEqual(0, NativeArrays.Alive);
    }

    [Test]
    public void Settings_take_the_place_of_a_transform()
    {
        Transform ship = Turned(30.0, new Vector3(2f, 1f, -3f));
        PathGridSettings settings = new PathGridSettings { Width = 8, Height = 5, CellSize = 0.5f };
        Assert.AreSame(settings, settings.FromTransform(ship));
        using (PathGrid grid = new PathGrid(settings))
        {
            double sine = 0.5;
            double cosine = Math.Sqrt(0.75);
            for (int y = 0; y < 5; y++)
            {
                for (int x = 0; x < 8; x++)
                {
                    double along = (x + 0.5) * 0.5 * 2.0;
                    double ahead = (y + 0.5) * 0.5 * -3.0;
                    Vector3 expected = new Vector3(
                        (float)(10.0 + along * cosine + ahead * sine),
                        2f,
                        (float)(-4.0 - along * sine + ahead * cosine));
                    AssertNear(expected, grid.GetCellCenter(new GridCell(x, y)));
                    Assert.That(grid.TryGetCellAt(expected, out GridCell cell), Is.True);
                    Assert.AreEqual(new GridCell(x, y), cell);
                }
            }
        }
        Assert.Throws<ArgumentNullException>(() => settings.FromTransform(null));
        Assert.Throws<ArgumentNullException>(() => ((PathGridSettings)null).FromTransform(ship));
        Assert.Throws<ArgumentNullException>(() => ((Transform)null).ToGridPlace());
    }

    [Test]
    public void A_transform_that_is_not_turned_gives_the_grid_that_plane_and_size_give()
    {
        Transform still = Turned(0.0, Vector3.one);
        foreach (GridPlane plane in new[] { GridPlane.XZ, GridPlane.XY })
        {
            GridPlace place = GridPlace.InPlane(plane, 0.16f, 10f, 2f, -4f);
            Assert.AreEqual(place, still.ToGridPlace(plane, 0.16f));
            Assert.IsFalse(place.IsTurned);
        }
    }

    /// <summary>A thin wall that follows the line between two rows of a turned grid touches no cell's middle.</summary>
    [TestCase(ObstacleShape.Box)]
    [TestCase(ObstacleShape.Auto)]
    public void Boxes_are_tested_as_the_cells_lie(ObstacleShape shape)
    {
        // At 45 degrees, a box along the world's axes would reach over into the neighbors.
        AddGrid(45.0, Vector3.one, 6, 6);
        _source.ObstacleShape = shape;
        _source.ObstacleLayers = 1 << Wall;
        Vector3 center = _source.Grid.GetCellCenter(new GridCell(2, 3));
        // A post from the middle of the cell to 0.45 cells along its row.
        Vector3 post = center + new GridFrame(_source.Grid).Column * 0.45f;
        Colliders.AddBox(post, Vector3.one * 0.01f, Wall);
        // A corner of the cell: beyond the sphere of the cell, and in the box.
        GridFrame frame = new GridFrame(_source.Grid);
        Vector3 corner = _source.Grid.GetCellCorner(new GridCell(5, 1)) + (frame.Column + frame.Row) * 0.03f;
        Colliders.AddBox(corner, Vector3.one * 0.01f, Wall);
        _source.RefreshObstacles();
        Assert.AreEqual("......\n.....#\n......\n..#...\n......\n......\n", Shown());
        int checks = Colliders.Checks;
        _source.RefreshObstacles(new Bounds(center, Vector3.one * 0.1f));
        Assert.AreEqual("......\n.....#\n......\n..#...\n......\n......\n", Shown());
        Assert.That(Colliders.Checks - checks, Is.LessThan(36));
    }

    [Test]
    public void Colliders_in_shifted_rows_of_hexagons_block_the_cells_in_which_they_lie()
    {
        foreach (CellLayout layout in new[] { CellLayout.HexOddRows, CellLayout.HexEvenColumns })
        {
            Colliders.Clear();
            PathGridSettings settings =
                new PathGridSettings { Width = 6, Height = 6, Layout = layout, StraightCost = 2 };
            using (PathGrid grid = new PathGrid(settings))
            {
                GridCell[] walls = { new GridCell(1, 1), new GridCell(4, 2), new GridCell(3, 5) };
                foreach (GridCell wall in walls)
                {
                    Colliders.AddBox(grid.GetCellCenter(wall), new Vector3(0.1f, 1f, 0.1f), Wall);
                }
                CellMap map = new CellMap(6, 6);
                map.AddColliders(grid, 1 << Wall);
                for (int i = 0; i < 36; i++)
                {
                    GridCell cell = new GridCell(i % 6, i / 6);
                    CellType expected = walls.Contains(cell) ? CellType.Obstacle : CellType.Walkable;
                    Assert.AreEqual(expected, map[cell.X, cell.Y], layout + ": " + cell);
                }
            }
        }
    }

    [Test]
    public void Oblong_cells_are_tested_whole()
    {
        AddGrid(30.0, new Vector3(3f, 1f, 1f), 3, 3);
        _source.ObstacleLayers = 1 << Wall;
        GridFrame frame = new GridFrame(_source.Grid);
        Vector3 end = _source.Grid.GetCellCenter(new GridCell(1, 1)) + frame.Column * 0.47f;
        Colliders.AddBox(end, Vector3.one * 0.02f, Wall);
        _source.RefreshObstacles();
        Assert.AreEqual("...\n.#.\n...\n", Shown());
    }

    [Test]
    public void Boxes_of_isometric_cells_stay_in_their_cells_and_2D_boxes_too()
    {
        PathGridSettings settings = new PathGridSettings { Width = 6, Height = 6, Place = Isometric };
        using (PathGrid grid = new PathGrid(settings))
        {
            CellProbe probe = new CellProbe(grid);
            Vector3 half = probe.HalfExtents(0.98f);
            Assert.That(half.x * half.y, Is.GreaterThan(0.02f), "no smaller than need be");
            Vector3 center = grid.GetCellCenter(new GridCell(2, 3));
            for (int i = 0; i < 4; i++)
            {
                Vector3 way = new Vector3(i % 2 == 0 ? half.x : -half.x, i / 2 == 0 ? half.y : -half.y, 0f);
                Assert.That(grid.TryGetCellAt(center + probe.Rotation * way, out GridCell cell), Is.True);
                Assert.AreEqual(new GridCell(2, 3), cell, "corner " + i);
            }
            Colliders.AddBox2D(new Vector2(center.x, center.y), new Vector2(0.02f, 0.02f), Wall);
            CellMap map = new CellMap(6, 6).AddColliders2D(grid, 1 << Wall, probe.Size2D(0.98f));
            Assert.AreEqual("......\n......\n......\n..#...\n......\n......\n", map.ToString());
            Colliders.Clear();
            Vector3 skew = center + probe.Rotation * new Vector3(half.x * 0.97f, half.y * 0.97f, 0f);
            Colliders.AddBox2D(new Vector2(skew.x, skew.y), new Vector2(0.001f, 0.001f), Wall);
            map = new CellMap(6, 6).AddColliders2D(grid, 1 << Wall, probe.Size2D(0.98f));
            Assert.AreEqual(1, map.Types.Take(36).Count(type => type == 1), "the box is turned by the angle");
        }
    }

    /// <summary>Against every corner of boxes and every center of cells.</summary>
    [Test]
    public void Rectangles_under_bounds_hold_the_cells_of_all_corners_and_no_more()
    {
        System.Random random = new System.Random(40);
        foreach (GridPlace place in Places)
        {
            PathGridSettings settings = new PathGridSettings { Width = 12, Height = 9, Place = place };
            using (PathGrid grid = new PathGrid(settings))
            {
                for (int i = 0; i < 200; i++)
                {
                    GridCell near = new GridCell(random.Next(12), random.Next(9));
                    Vector3 center = grid.GetCellCenter(near);
                    Vector3 size = new Vector3(
                        (float)random.NextDouble(), (float)random.NextDouble(), (float)random.NextDouble()) * 3f;
                    List<GridCell> corners = new List<GridCell>();
                    for (int corner = 0; corner < 8; corner++)
                    {
                        Vector3 sign = new Vector3(corner & 1, corner >> 1 & 1, corner >> 2) * 2f - Vector3.one;
                        grid.TryGetCellAt(center + Vector3.Scale(sign, size) / 2f, out GridCell cell);
                        corners.Add(cell);
                    }
                    CellRect rect = CellRects.Under(grid, new Bounds(center, size));
                    int left = Math.Max(0, corners.Min(cell => cell.X));
                    int right = Math.Min(11, corners.Max(cell => cell.X));
                    int low = Math.Max(0, corners.Min(cell => cell.Y));
                    int high = Math.Min(8, corners.Max(cell => cell.Y));
                    string situation = "seed 40, " + place + ", " + center + ", " + size;
                    // Bounds that reach into a cell by less than a hundredth don't cover it.
                    Assert.That(rect.X, Is.InRange(left, left + 1), situation);
                    Assert.That(rect.Y, Is.InRange(low, low + 1), situation);
                    Assert.That(rect.X + rect.Width - 1, Is.InRange(right - 1, right), situation);
                    Assert.That(rect.Y + rect.Height - 1, Is.InRange(high - 1, high), situation);
                    Assert.AreEqual(new CellRect(near.X, near.Y, 1, 1).ToString(),
                        CellRects.Under(grid, new Bounds(center, Vector3.zero)).ToString(), situation);
                }
            }
        }
    }

    [Test]
    public void Tagged_objects_and_heights_count_along_the_grids_normal()
    {
        foreach (GridPlace place in Places)
        {
            Scene.Clear();
            Scene.DefineTag("Obstacle");
            PathGridSettings settings = new PathGridSettings { Width = 5, Height = 4, Place = place };
            using (PathGrid grid = new PathGrid(settings))
            {
                GridFrame frame = new GridFrame(grid);
                new GameObject { tag = "Obstacle" }.transform.position =
                    grid.GetCellCenter(new GridCell(3, 1)) + frame.Normal * 0.4f;
                new GameObject { tag = "Obstacle" }.transform.position =
                    grid.GetCellCenter(new GridCell(1, 2)) + frame.Normal * 1.6f;
                CellMap map = new CellMap(5, 4);
                CellMapTags.AddTagged(
                    map, grid, CellRects.All(map), "Obstacle", false, new HeightRange(grid, -0.5f, 1f),
                    CellType.Obstacle);
                Assert.AreEqual(".....\n...#.\n.....\n.....\n", map.ToString(), place.ToString());
                Assert.AreEqual(".....\n...#.\n.#...\n.....\n",
                    new CellMap(5, 4).AddTagged(grid, "Obstacle").ToString(), place.ToString());
            }
        }
    }

    [Test]
    public void The_meshes_of_a_turned_or_mirrored_grid_lie_in_its_cells_and_face_outwards()
    {
        foreach (GridPlace place in Places)
        {
            DrawnGizmos.Clear();
            PathGridSettings settings = new PathGridSettings { Width = 4, Height = 3, Place = place };
            using (PathGrid grid = new PathGrid(settings))
            {
                CellMap map = new CellMap().ReadText("....\n.##.\n....");
                GridFrame frame = new GridFrame(grid);
                CellMeshes meshes = new CellMeshes();
                meshes.Build(map, frame);
                meshes.Draw(0, frame.Origin);
                DrawnMesh drawn = DrawnGizmos.Meshes.Single();
                Vector3[] vertices = drawn.Mesh.vertices;
                Vector3 middle = grid.GetCellCorner(new GridCell(2, 1)) + frame.Row * 0.5f - drawn.Position;
                foreach (Vector3 vertex in vertices)
                {
                    Assert.That(grid.TryGetCellAt(drawn.Position + vertex, out GridCell cell), Is.True);
                    Assert.That(cell.Y == 1 && (cell.X == 1 || cell.X == 2), cell + " on " + place);
                }
                int[] corners = drawn.Mesh.triangles;
                for (int i = 0; i < corners.Length; i += 3)
                {
                    Vector3 a = vertices[corners[i]];
                    Vector3 seen = Vector3.Cross(vertices[corners[i + 1]] - a, vertices[corners[i + 2]] - a);
                    Assert.That(Vector3.Dot(seen, a - middle), Is.GreaterThan(0f), "triangle " + i + " on " + place);
                    Assert.That(Vector3.Dot(seen, drawn.Mesh.normals[corners[i]]), Is.GreaterThan(0f));
                    Assert.That(drawn.Mesh.normals[corners[i]].magnitude, Is.EqualTo(1f).Within(1e-4f));
                }
                meshes.Destroy();
            }
        }
    }

    [Test]
    public void A_grid_follows_its_object_with_its_lines_and_without_garbage()
    {
        AddGrid(0.0, Vector3.one, 6, 4);
        _source.GridLines = _source.gameObject.AddComponent<LineRenderer>();
        _source.Grid.SetCell(new GridCell(3, 2), CellType.Obstacle);
        ulong revision = _source.Grid.Revision;
        for (int frame = 0; frame < 8; frame++)
        {
            Turn(_source.transform, frame * 30.0);
            _source.transform.position = new Vector3(frame, 1f, 2f);
            _source.transform.localScale = new Vector3(1f + frame, 1f, 2f);
            Frames.Advance(0.1);
            Assert.AreEqual(_source.transform.ToGridPlace(), _source.Grid.Place);
            AssertNear(_source.Grid.GetCellCorner(new GridCell(6, 0)), _source.GridLines.GetPosition(1));
        }
        Assert.AreEqual(revision, _source.Grid.Revision);
        Assert.AreEqual(CellType.Obstacle, _source.Grid.GetCell(3, 2));
        _source.GridLines = null;
        long before = GC.CollectionCount(0);
        for (int frame = 0; frame < 20000; frame++)
        {
            _source.transform.position = new Vector3(frame, 0f, 0f);
            Frames.Advance(0.01);
        }
        Assert.AreEqual(20000 + 8, _source.Moves, "one move a frame");
        Assert.That(GC.CollectionCount(0) - before, Is.LessThanOrEqualTo(1));
    }

    [Test]
    public void A_place_that_is_refused_is_told_once_and_the_grid_stays()
    {
        AddGrid(30.0, Vector3.one, 6, 4);
        GridPlace place = _source.Grid.Place;
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int frame = 0; frame < 5; frame++)
            {
                _source.transform.localScale = new Vector3(0f, 1f, 1f + frame);
                Frames.Advance(0.1);
                Assert.AreEqual(place, _source.Grid.Place);
            }
            Assert.AreEqual(1, log.Lines.Count, string.Join("\n", log.Lines));
            Assert.IsTrue(log.Lines[0].Contains("stays at the last one"), log.Lines[0]);
        }
        _source.transform.localScale = Vector3.one;
        _source.transform.position = new Vector3(5f, 5f, 5f);
        Frames.Advance(0.1);
        Assert.AreEqual(5f, _source.Grid.Place.OriginY);
    }

    [Test]
    public void A_grid_that_does_not_follow_stays_where_it_was_made()
    {
        _source = new GameObject().AddComponent<PathGridComponent>();
        GridPlace place = _source.Grid.Place;
        _source.transform.position = new Vector3(3f, 0f, 0f);
        Frames.Advance(0.1);
        Assert.AreEqual(place, _source.Grid.Place);
    }

    [Test]
    public void Obstacles_are_found_where_the_grid_has_moved_to()
    {
        AddGrid(0.0, Vector3.one, 4, 4);
        _source.ObstacleLayers = 1 << Wall;
        Colliders.AddBox(new Vector3(100.5f, 0f, 0.5f), Vector3.one * 0.5f, Wall);
        _source.transform.position = new Vector3(99f, 0f, -1f);
        Frames.Advance(0.1);
        _source.RefreshObstacles();
        Assert.AreEqual("....\n.#..\n....\n....\n", Shown());
    }

    [Test]
    public void An_obstacle_that_is_carried_along_stays_on_its_cells()
    {
        AddGrid(0.0, Vector3.one, 8, 8);
        PathObstacle crate = new GameObject().AddComponent<PathObstacle>();
        crate.GridSource = _source;
        crate.Size = Vector3.one * 0.5f;
        crate.transform.position = _source.Grid.GetCellCenter(new GridCell(3, 5));
        Frames.Advance(0.1);
        Assert.AreEqual(1, Covers());
        for (int frame = 1; frame < 20; frame++)
        {
            Turn(_source.transform, frame * 7.0);
            _source.transform.position = new Vector3(frame * 3f, 0f, frame);
            crate.transform.position = new GridFrame(PlaceOf(_source), GridPlane.XZ, 1f).Origin
                + _source.transform.TransformVector(new Vector3(3.5f, 0f, 5.5f));
            Frames.Advance(0.1);
            Assert.AreEqual(1, Covers(), "frame " + frame);
            Assert.That(crate.IsCarving, Is.True);
        }
        // It is left behind.
        _source.transform.position = new Vector3(200f, 0f, 0f);
        Frames.Advance(0.1);
        Frames.Advance(0.1);
        Assert.AreEqual(0, Covers());
        UnityEngine.Object.Destroy(crate.gameObject);
    }

    private static GridPlace Isometric { get; } = new GridPlace(3f, -2f, 0f, 0.5f, 0.25f, 0f, -0.5f, 0.25f, 0f);

    /// <summary>Turned by 30 degrees about y, mirrored, isometric, oblong, and tilted.</summary>
    private static GridPlace[] Places { get; } =
    {
        new GridPlace(1f, 2f, 3f, 0.8660254f, 0f, -0.5f, 0.5f, 0f, 0.8660254f),
        new GridPlace(-4f, 0.5f, 7f, -1f, 0f, 0f, 0f, 0f, 1f),
        Isometric,
        new GridPlace(0f, 0f, 0f, 2f, 0f, 0f, 0f, 0f, 0.75f),
        new GridPlace(0f, 1f, 0f, 0.8f, 0.6f, 0f, 0f, 0f, 1f),
    };

    private static GridPlace PlaceOf(PathGridComponent source) => source.transform.ToGridPlace();

    private static Transform Turned(double degrees, Vector3 scale)
    {
        Transform transform = new GameObject().transform;
        transform.position = new Vector3(10f, 2f, -4f);
        transform.localScale = scale;
        Turn(transform, degrees);
        return transform;
    }

    private static void Turn(Transform transform, double degrees)
    {
        double half = degrees * Math.PI / 360.0;
        transform.rotation = new Quaternion(0f, (float)Math.Sin(half), 0f, (float)Math.Cos(half));
    }

    private void AddGrid(double degrees, Vector3 scale, int width, int height)
    {
        GameObject owner = new GameObject("Ship");
        owner.transform.localScale = scale;
        Turn(owner.transform, degrees);
        _source = owner.AddComponent<PathGridComponent>();
        _source.Width = width;
        _source.Height = height;
        _source.FollowTransform = true;
        _source.Rebuild();
    }

    /// <summary>How many obstacles cover one cell.</summary>
    private int Covers()
    {
        byte[] counts = new byte[1];
        _source.Grid.GetCovers(3, 5, 1, 1, counts);
        return counts[0];
    }

    private string Shown() => new CellMap().Read(_source.Grid).ToString();

    private static void AssertNear(Vector3 expected, Vector3 position)
        => Assert.That(Vector3.Distance(expected, position), Is.LessThan(2e-5f * (1f + expected.magnitude)),
            expected + " and " + position);
}
