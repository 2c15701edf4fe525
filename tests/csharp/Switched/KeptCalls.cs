using System.Collections.Generic;
using GridStarSamples;
using UnityEngine;

/// <summary>A script of the page about Vector2Int that keeps its calls: old lines, and what the page adds.</summary>
public class KeptCalls : MonoBehaviour
{
    private void Start()
    {
        Debug.Log(typeof(AStar).Namespace);
        AStar search = new AStar(new Vector2Int(64, 64));
        List<Vector2Int> path = search.FindPath(new Vector2Int(0, 0), new Vector2Int(63, 63));
        Debug.Log(path.Count + " cells");
        path = search.FindPath(new Vector2Int(0, 0), new Vector2Int(64, 63));
        if (path.Count == 0)
        {
            Debug.Log("no path");
        }
    }
}
