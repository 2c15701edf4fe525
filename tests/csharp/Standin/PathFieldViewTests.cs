using System;
using System.Threading;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;

/// <summary>The picture of a field's costs, pixel by pixel.</summary>
public class PathFieldViewTests
{
    private PathGridComponent _ground;
    private PathFieldView _view;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        GameObject ground = new GameObject("Ground");
        ground.transform.position = new Vector3(-6f, 1f, -4f);
        _ground = ground.AddComponent<PathGridComponent>();
        _ground.Width = 12;
        _ground.Height = 8;
        _ground.Rebuild();
        _view = new GameObject("View").AddComponent<PathFieldView>();
        _view.GridSource = _ground;
        _view.Center = new GameObject("Goal").transform;
        _view.Center.position = new Vector3(-5.5f, 1f, -3.5f);
        _view.NearColor = new Color(0f, 0f, 0f, 1f);
        _view.FarColor = new Color(1f, 1f, 1f, 1f);
    }

    [TearDown]
    public void DestroyScene()
    {
        Scene.DestroyObjectOf(_view);
        Scene.DestroyObjectOf(_ground);
        Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
    }

    [Test]
    public void A_field_larger_than_the_cards_textures_is_told_once_and_not_shown()
    {
        Device.LongestTexture = 11;
        try
        {
            using (ConsoleLog log = new ConsoleLog())
            {
                ShowAll();
                ShowAll();
                StringAssert.Contains("12 x 8 cells", log.Lines.Single());
                StringAssert.Contains("11 x 11 pixels", log.Lines.Single());
            }
            Assert.IsFalse(_view.IsShown);
            Assert.IsNull(_view.Texture);
        }
        finally
        {
            Device.LongestTexture = 16384;
        }
        ShowAll();
        Assert.IsTrue(_view.IsShown);
    }

    [Test]
    public void Each_pixel_has_the_shade_of_its_cost_and_walls_are_clear()
    {
        _ground.Grid.FillRect(4, 0, 1, 7, CellType.Obstacle);
        ShowAll();
        using (PathField field = _ground.Grid.CreateField(new GridCell(0, 0)))
        {
            double most = 0.0;
            for (int i = 0; i < 96; i++)
            {
                double cost = field.GetCost(new GridCell(i % 12, i / 12));
                most = double.IsInfinity(cost) ? most : Math.Max(most, cost);
            }
            Color32[] pixels = _view.Texture.GetPixels32();
            Assert.AreEqual(96, pixels.Length);
            for (int i = 0; i < 96; i++)
            {
                double cost = i % 12 == 4 && i / 12 < 7
                    ? double.PositiveInfinity
                    : field.GetCost(new GridCell(i % 12, i / 12));
                Assert.AreEqual(double.IsInfinity(cost) ? 0 : 255, pixels[i].a, "cell " + i);
                int shade = double.IsInfinity(cost) ? 0 : (int)(255.0 * cost / most + 0.5);
                Assert.AreEqual(shade, pixels[i].r, "cell " + i);
            }
        }
    }

    [TestCase(GridPlane.XZ)]
    [TestCase(GridPlane.XY)]
    public void The_picture_lies_on_the_grid(GridPlane plane)
    {
        _ground.Plane = plane;
        _ground.CellSize = 0.5f;
        _ground.Rebuild();
        _view.Center.position = _ground.transform.position;
        _view.Lift = 0.1f;
        ShowAll();
        Vector3[] corners = Picture().sharedMesh.vertices;
        bool isXZ = plane == GridPlane.XZ;
        Assert.AreEqual(new Vector3(-6f, isXZ ? 1.05f : 1f, isXZ ? -4f : -4.05f), corners[0]);
        Assert.AreEqual(new Vector3(0f, isXZ ? 1.05f : 5f, isXZ ? 0f : -4.05f), corners[2]);
        // A range is a smaller rectangle.
        _view.MaxCost = 2f;
        ShowAll();
        Assert.AreEqual(new Vector3(-6f, isXZ ? 1.05f : 1f, isXZ ? -4f : -4.05f), Picture().sharedMesh.vertices[0]);
        Assert.That(_view.Texture.width, Is.InRange(3, 5));
    }

    [Test]
    public void It_follows_edits_its_center_its_settings_and_another_grid()
    {
        ShowAll();
        Assert.AreEqual(255, PixelAt(11, 7).r);
        Assert.AreEqual(0, PixelAt(0, 0).r);
        _ground.Grid.SetCell(11, 7, CellType.Obstacle);
        ShowAll();
        Assert.AreEqual(0, PixelAt(11, 7).a);
        _view.Center.position = new Vector3(5.5f, 1f, 0.5f);
        ShowAll();
        Assert.AreEqual(0, PixelAt(11, 4).r);
        Assert.AreEqual(255, PixelAt(0, 0).r);
        _view.FarCost = 1f;
        ShowAll();
        Assert.AreEqual(255, PixelAt(9, 4).r);
        _view.FarColor = new Color(0f, 1f, 0f, 0.5f);
        ShowAll();
        Assert.AreEqual(new Color32(0, 255, 0, 128), PixelAt(9, 4));
        _view.MaxCost = 1.5f;
        _view.ShowsRange = true;
        ShowAll();
        Assert.That(_view.Field.IsRange, Is.True);
        Assert.That(_view.Texture.width * _view.Texture.height, Is.LessThan(96));
        _ground.Width = 20;
        _ground.Rebuild();
        _view.MaxCost = 0f;
        ShowAll();
        Assert.AreEqual(20, _view.Texture.width);
        Assert.AreSame(_ground.Grid, _view.Field.Grid);
        Assert.AreEqual(1, GridStarLibrary.LiveFieldCount);
    }

    [Test]
    public void Covered_cells_are_clear()
    {
        using (PathCover cover = _ground.Grid.CreateCover())
        {
            cover.SetRect(new CellRect(3, 2, 2, 1));
            ShowAll();
            Assert.AreEqual(0, PixelAt(3, 2).a);
            Assert.AreEqual(0, PixelAt(4, 2).a);
            Assert.AreEqual(255, PixelAt(5, 2).a);
        }
        ShowAll();
        Assert.AreEqual(255, PixelAt(3, 2).a);
    }

    [Test]
    public void A_field_by_code_goes_before_its_own_and_is_left_alone()
    {
        using (PathField field = _ground.Grid.CreateField(new GridCell(11, 7)))
        {
            _view.Field = field;
            ShowAll();
            Assert.AreSame(field, _view.Field);
            Assert.AreEqual(0, PixelAt(11, 7).r);
            _ground.Grid.SetCell(0, 0, CellType.Obstacle);
            ShowAll();
            Assert.AreEqual(255, PixelAt(0, 0).r, "nobody has updated the field");
            field.Update();
            ShowAll();
            Assert.AreEqual(0, PixelAt(0, 0).a);
            Object.Destroy(_view);
            Assert.That(field.IsDisposed, Is.False);
            field.Dispose();
        }
    }

    [Test]
    public void It_shows_nothing_without_a_grid_off_the_map_and_when_it_is_off()
    {
        ShowAll();
        Assert.That(_view.IsShown, Is.True);
        _view.Center.position = new Vector3(50f, 0f, 0f);
        ShowAll();
        Assert.That(_view.IsShown, Is.False);
        _view.Center.position = new Vector3(0f, 0f, 0f);
        ShowAll();
        Assert.That(_view.IsShown, Is.True);
        _view.enabled = false;
        Assert.That(_view.IsShown, Is.False);
        Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
        _view.enabled = true;
        ShowAll();
        Assert.That(_view.IsShown, Is.True);
        _view.GridSource = null;
        ShowAll();
        Assert.That(_view.IsShown, Is.False);
    }

    [Test]
    public void A_material_of_ones_own_stays_as_it_is()
    {
        Material material = new Material(Shader.Find("Sprites/Default"));
        _view.Material = material;
        ShowAll();
        Assert.IsNull(material.mainTexture);
        Assert.AreSame(_view.Texture, Picture().GetComponent<MeshRenderer>().sharedMaterial.mainTexture);
    }

    [Test]
    public void Warm_frames_with_edits_and_a_moving_center_allocate_nothing()
    {
        int frame = 0;
        Action advance = () =>
        {
            frame++;
            _ground.Grid.SetCell(6, 3, frame % 2 == 0 ? CellType.Obstacle : CellType.Walkable);
            _view.Center.position = new Vector3(-5.5f + frame % 5, 1f, -3.5f);
            Frames.Advance(0.01);
            Thread.Sleep(1);
        };
        long fewest = long.MaxValue;
        for (int attempt = 0; attempt < 4 && fewest > 0; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
            {
                advance();
            }
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.AreEqual(0, fewest);
    }

    private Color32 PixelAt(int x, int y)
    {
        CellRect area = _view.Field.Area;
        return _view.Texture.GetPixels32()[(y - area.Y) * area.Width + x - area.X];
    }

    private static MeshFilter Picture() => Scene.Named("Field picture")[0].GetComponent<MeshFilter>();

    private bool IsBuilding() => _view.Field != null && !_view.Field.IsDisposed && _view.Field.IsBuilding;

    private bool IsAwaited() => _view.enabled && Scene.Named("Field picture").Count == 0;

    /// <summary>Frames until the threads have built what is shown.</summary>
    private void ShowAll()
    {
        for (int frame = 0; frame < 20 || IsBuilding() && frame < 5000 || IsAwaited() && frame < 500; frame++)
        {
            Frames.Advance(0.01);
            Thread.Sleep(2);
        }
    }
}
