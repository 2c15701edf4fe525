using System.Collections.Generic;
using UnityEngine;

/// <summary>
/// Scripts that coming-from-vector2int-astar.md replaces: their members, and none of its work. The size of the map is
/// its own. </summary>
public class AStar
{
    private Vector2Int mapSize = new Vector2Int(64, 64);

    public List<Vector2Int> FindPath(Vector2Int start, Vector2Int end)
    {
        List<Vector2Int> path = new List<Vector2Int>();
        if (!IsObstacle(end) && mapSize.x > 0)
        {
            path.Add(end);
        }
        return path;
    }

    private bool IsObstacle(Vector2Int position)
    {
        return false;
    }
}
