using System;
using System.Collections.Generic;
using GridStar;
using UnityEngine;

/// <summary>
/// The mirrored classes where there is no native library. Their constructors run as field initializers, before anything is ready:
/// only Init may find out. Prints what Init says.
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
        return 0;
    }
}
