using System;
using System.Collections.Generic;
using GridStar;
using GridStar.Editor;
using GridStarSamples;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>
/// Runs mirrored classes, components and a sample without the native library, and prints the message of Init.
/// Constructors of mirrored classes run as field initializers, so only Init may throw. Each component must log the
/// message once, over several frames, and switch itself off.
/// </summary>
internal static class WithoutLibrary
{
    private static int Main()
    {
        BaseGrid grid = new BaseGrid();
        AStarManager manager = new AStarManager();
        AStarNode node = new AStarNode(0, 0, Vector3.zero, E_Node_Type.Obstacle);
        List<AStarNode> path = manager.FindPath(Vector3.zero, Vector3.one, grid);
        if (grid.grids != null || path != null || AStarManager.Instance == null || node.type != E_Node_Type.Obstacle)
        {
            Console.Error.WriteLine("A grid before Init has nodes or a path.");
            return 1;
        }
        try
        {
            grid.Init(Vector3.zero, new Vector3(4f, 0f, 4f), 0);
            Console.Error.WriteLine("Init did not notice that there is no library.");
            return 1;
        }
        catch (GridStarException exception)
        {
            Console.WriteLine(exception.Message);
        }
        grid.Dispose();
        return AreComponentsQuiet() && IsSampleQuiet() && AreButtonsDisabled() ? 0 : 1;
    }

    private static bool AreComponentsQuiet()
    {
        List<string> log = new List<string>();
        Application.logMessageReceived += (condition, stackTrace, type) => log.Add(type + ": " + condition);
        PathGridComponent ground = Add<PathGridComponent>();
        PathFollower follower = Add<PathFollower>();
        follower.GridSource = ground;
        follower.TargetPosition = Vector3.one;
        SearchViewer viewer = Add<SearchViewer>();
        SearchViewer gridViewer = Add<SearchViewer>();
        gridViewer.GridSource = ground;
        gridViewer.StartPoint = gridViewer.GoalPoint = ground.transform;
        PathObstacle obstacle = Add<PathObstacle>();
        obstacle.GridSource = ground;
        PathFloorsComponent floors = Add<PathFloorsComponent>();
        floors.Grids.Add(ground);
        PathFollower onFloors = Add<PathFollower>();
        onFloors.Floors = floors;
        onFloors.TargetPosition = Vector3.one;
        for (int frame = 0; frame < 3; frame++)
        {
            Frames.Advance(0.02);
            Frames.DrawGizmos();
            Frames.DrawGui(EventType.Repaint);
        }
        MonoBehaviour[] components = { ground, viewer, gridViewer, floors, follower, obstacle };
        bool isRight = log.Count == components.Length;
        for (int i = 0; i < log.Count && isRight; i++)
        {
            string start = "Error: GridStar: " + components[i].GetType().Name + " on 'Owner' has switched itself off: ";
            string headline = log[i].Split('\n')[0];
            isRight = headline.StartsWith(start) && headline.Contains("the native library")
                && headline.Contains("was not found")
                && headline.Contains("\"Install\" of GridStar's README") && !components[i].enabled;
        }
        if (!isRight)
        {
            Console.Error.WriteLine("One error of each component was expected:\n" + string.Join("\n", log.ToArray()));
        }
        return isRight;
    }

    /// <summary>The cell map sample must log one error, whatever is clicked afterwards.</summary>
    private static bool IsSampleQuiet()
    {
        List<string> log = new List<string>();
        Application.logMessageReceived += (condition, stackTrace, type) => log.Add(type + ": " + condition);
        CellMapSample sample = Add<CellMapSample>();
        for (int frame = 0; frame < 3; frame++)
        {
            Clicks.Press();
            Frames.Advance(0.02);
        }
        bool isRight = log.Count == 1 && log[0].StartsWith("Error: GridStar: the native library")
            && log[0].Contains("was not found") && !sample.enabled;
        if (!isRight)
        {
            Console.Error.WriteLine("One error of the sample was expected:\n" + string.Join("\n", log.ToArray()));
        }
        return isRight;
    }

    /// <summary>The inspectors must say why their buttons are disabled, and do nothing when one is pressed.</summary>
    private static bool AreButtonsDisabled()
    {
        List<string> log = new List<string>();
        Application.logMessageReceived += (condition, stackTrace, type) => log.Add(type + ": " + condition);
        PathGridComponentEditor grid = ScriptableObject.CreateInstance<PathGridComponentEditor>();
        grid.target = Add<PathGridComponent>();
        SearchViewerEditor viewer = ScriptableObject.CreateInstance<SearchViewerEditor>();
        viewer.target = Add<SearchViewer>();
        log.Clear();
        bool isRight = IsDisabled(grid, "Refresh obstacles") && IsDisabled(viewer, "Again");
        PlayMode.IsPlaying = false;
        isRight &= IsDisabled(grid, "Scan") && log.Count == 0;
        if (!isRight)
        {
            Console.Error.WriteLine("A button works, or no reason is shown:\n" + string.Join("\n", log.ToArray()));
        }
        return isRight;
    }

    private static bool IsDisabled(UnityEditor.Editor inspector, string button)
    {
        DrawnInspector.Clear();
        DrawnGui.Pressed = button;
        DrawnGui.Begin(EventType.Repaint);
        inspector.OnInspectorGUI();
        return DrawnInspector.Messages.Count > 0 && DrawnInspector.Messages[0].Contains("was not found") && GUI.enabled;
    }

    private static T Add<T>() where T : Component => new GameObject("Owner").AddComponent<T>();
}
