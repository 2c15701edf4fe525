using System.Collections;
using UnityEngine;

/// <summary>Scripts that coming-from-grid-manager.md replaces: their members, and none of its work.</summary>
public class Node
{
    public Vector3 position;
    public float nodeTotalCost;
    public float estimatedCost;
    public Node parent;
    public bool isObstacle;

    public Node(Vector3 position)
    {
        this.position = position;
    }

    public void MarkAsObstacle()
    {
        isObstacle = true;
    }
}

public static class Astar
{
    public static ArrayList FindPath(Node start, Node goal)
    {
        return null;
    }
}

public class GridManager : MonoBehaviour
{
    public static GridManager instance;
    public int numOfRows;
    public int numOfColumns;
    public float gridCellSize;
    public bool showGrid;

    public Vector3 Origin
    {
        get { return transform.position; }
    }

    public int GetGridIndex(Vector3 position)
    {
        return GetRow(0) * numOfColumns + GetColumn(0);
    }

    public Vector3 GetGridCellCenter(int index)
    {
        return GetGridCellPosition(index);
    }

    public Vector3 GetGridCellPosition(int index)
    {
        return Origin;
    }

    public int GetRow(int index)
    {
        return index / numOfColumns;
    }

    public int GetColumn(int index)
    {
        return index % numOfColumns;
    }

    public void GetNeighbours(Node node, ArrayList neighbours)
    {
    }
}
