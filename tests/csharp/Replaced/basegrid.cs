using System.Collections.Generic;
using UnityEngine;

/// <summary>Scripts that coming-from-basegrid.md replaces: their members, and none of its work.</summary>
public enum E_Node_Type
{
    Walkable,
    Obstacle,
}

public class AStarNode
{
    public int gridX;
    public int gridY;
    public Vector3 worldPos;
    public float h;
    public float g;
    public AStarNode parent;
    public E_Node_Type type;

    public AStarNode(int gridX, int gridY, Vector3 worldPos, E_Node_Type type)
    {
        this.gridX = gridX;
        this.gridY = gridY;
        this.worldPos = worldPos;
        this.type = type;
    }

    public float F
    {
        get { return g + h; }
    }
}

public class BaseGrid
{
    public AStarNode[,] grids;
    public Vector3 startPos;
    public Vector2 gridSize;
    public float halfExtent;
    public LayerMask layer;
    protected int _gridCountX = 0;
    protected int _gridCountY = 0;

    public float Extent
    {
        get { return 2 * halfExtent; }
    }

    public virtual void Init(Vector3 startPos, Vector3 endPos, LayerMask layer, float halfExtent = 0.5f)
    {
        CreateGrid();
    }

    protected virtual void CreateGrid()
    {
        grids = new AStarNode[_gridCountX, _gridCountY];
    }

    public virtual AStarNode GetByWorldPositionNode(Vector3 pos)
    {
        return null;
    }

    public virtual List<AStarNode> GetNeighbors(AStarNode node)
    {
        return new List<AStarNode>();
    }
}

public class AStarManager
{
    private static readonly AStarManager Shared = new AStarManager();

    public static AStarManager Instance
    {
        get { return Shared; }
    }

    public List<AStarNode> FindPath(Vector3 startPos, Vector3 endPos, BaseGrid grid)
    {
        return null;
    }

    protected void AddNeighborsToOpenlist(AStarNode centerNode, AStarNode endNode)
    {
    }

    protected virtual float GetDistance(AStarNode nodeA, AStarNode nodeB)
    {
        return 1;
    }

    protected virtual int CompareOpenList(AStarNode nodeA, AStarNode nodeB)
    {
        return nodeA.F.CompareTo(nodeB.F);
    }

    protected virtual List<AStarNode> GeneratePath(AStarNode endNode)
    {
        return new List<AStarNode>();
    }
}
