using GridStar;
using UnityEditor;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>A scene in which tests click objects together.</summary>
internal static class FirstScene
{
    internal static void Open()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        Layers.Clear();
        Layers.Names[8] = "Stones";
        SceneTools.Clear();
        ProgressBar.Clear();
        Plugins.Clear();
        Plugins.Add("Plugins/Linux/libgridstar.so", BuildTarget.StandaloneLinux64, "x86_64", true);
        EditorUserBuildSettings.activeBuildTarget = BuildTarget.StandaloneLinux64;
        Selection.activeGameObject = null;
        DrawnInspector.Clear();
        DrawnGui.Pressed = null;
        GUI.enabled = true;
    }

    internal static void Close()
    {
        foreach (GameObject left in default(UnityEngine.SceneManagement.Scene).GetRootGameObjects())
        {
            UnityEngine.Object.Destroy(left);
        }
        Windows.CloseAll();
        Open();
        Plugins.Clear();
        Layers.Clear();
    }

    /// <summary>A grid from the world's origin on.</summary>
    internal static PathGridComponent Grid(int width, int height, int layer)
    {
        PathGridComponent grid = new GameObject("Ground").AddComponent<PathGridComponent>();
        grid.Width = width;
        grid.Height = height;
        grid.ObstacleLayers = layer < 0 ? 0 : 1 << layer;
        return grid;
    }

    /// <summary>A visible box with a collider.</summary>
    internal static GameObject Box(Vector3 center, Vector3 size, int layer)
    {
        GameObject box = Bare(center, size, layer);
        box.AddComponent<BoxCollider>();
        Physics.SyncTransforms();
        return box;
    }

    /// <summary>A visible box without a collider.</summary>
    internal static GameObject Bare(Vector3 center, Vector3 size, int layer)
    {
        GameObject box = new GameObject("Box") { layer = layer };
        box.transform.position = center;
        box.transform.localScale = size;
        box.AddComponent<MeshRenderer>().bounds = new Bounds(center, size);
        return box;
    }

    internal static bool IsOpen(PathGridComponent grid, int x, int y)
        => grid.Grid.GetCell(new GridCell(x, y)) == CellType.Walkable;

    internal static Tilemap TilemapIn(GameObject layout)
    {
        if (layout.GetComponent<Grid>() == null)
        {
            layout.AddComponent<Grid>();
        }
        GameObject child = new GameObject("Tilemap");
        child.transform.SetParent(layout.transform);
        Tilemap tilemap = child.AddComponent<Tilemap>();
        tilemap.SetTile(new Vector3Int(0, 0, 0), ScriptableObject.CreateInstance<Tile>());
        return tilemap;
    }
}
