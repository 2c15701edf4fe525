using System.Collections;
using UnityEngine;

/// <summary>
/// Scripts that coming-from-cell-map.md replaces: their members, and none of its work. A click searches and draws, in a
/// class that lets no other script do so.
/// </summary>
public enum CellType
{
    Normal = 1,
    Start = 2,
    End = 3,
    Block = 4,
}

public class Cell : MonoBehaviour
{
    public CellType myType;
    public Vector2Int pos;
    public int F;
    public int G;
    public int H;
    public Cell parent;

    public void SetColor(Color color)
    {
    }
}

public class AStar : MonoBehaviour
{
    public GameObject prefab;
    public int[,] map = { { 2, 3 } };

    private void Update()
    {
        if (Input.GetMouseButtonDown(0) && Find())
        {
            StartCoroutine(Draw());
        }
    }

    private bool Find()
    {
        return map.Length > 0;
    }

    private IEnumerator Draw()
    {
        yield break;
    }
}
