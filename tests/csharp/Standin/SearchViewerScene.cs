using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>A scene with a camera for a viewer, and what its tests do and look at.</summary>
public abstract class SearchViewerScene
{
    protected SearchViewer _viewer;
    protected int _gridsBefore;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        DrawnGizmos.Clear();
        DrawnGui.Pressed = null;
        Keys.HasKeyboard = true;
        Screens.Height = 600;
        Screens.PixelsPerUnit = 40f;
        new GameObject { tag = "MainCamera" }.AddComponent<Camera>();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        _gridsBefore = GridStarLibrary.LiveGridCount;
    }

    [TearDown]
    public void DestroyScene()
    {
        if (_viewer != null)
        {
            UnityEngine.Object.Destroy(_viewer.gameObject);
            _viewer = null;
        }
        Assert.AreEqual(0, Pictures().Count, "pictures left in the scene");
        Scene.Clear();
        // Finalizers may have freed grids that other tests left.
        Assert.LessOrEqual(GridStarLibrary.LiveGridCount, _gridsBefore);
    }

    protected Action Magic(string name)
    {
        const System.Reflection.BindingFlags Own =
            System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic;
        return (Action)Delegate.CreateDelegate(typeof(Action), _viewer, typeof(SearchViewer).GetMethod(name, Own));
    }

    protected static void Press(KeyCode key)
    {
        Keys.Press(key);
        Frames.Advance(0.0);
    }

    protected static void Click(string button)
    {
        DrawnGui.Pressed = button;
        Frames.DrawGui(EventType.Repaint);
        Assert.IsNull(DrawnGui.Pressed, "there is no button " + button);
        Frames.Advance(0.0);
    }

    protected static List<GameObject> Pictures() => Scene.Named("Search picture");

    protected static Mesh Picture() => Pictures().Single().GetComponent<MeshFilter>().sharedMesh;

    protected static int Rgb(Color32 color) => (color.r << 16) | (color.g << 8) | color.b;

    protected static int Rgb(Color color)
        => (Mathf.RoundToInt(color.r * 255f) << 16) | (Mathf.RoundToInt(color.g * 255f) << 8)
            | Mathf.RoundToInt(color.b * 255f);

    /// <summary>A null map stands for the map of a new viewer.</summary>
    protected void AddViewer(string map)
    {
        _viewer = new GameObject().AddComponent<SearchViewer>();
        _viewer.Map = map ?? _viewer.Map;
    }
}
