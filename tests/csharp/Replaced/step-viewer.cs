using UnityEngine;

/// <summary>
/// Scripts that coming-from-step-viewer.md replaces: their members, which no other script sees, and of its work what it
/// does to its map.
/// </summary>
public partial class AStart : MonoBehaviour
{
    private bool[,] GameMap = new bool[16, 16];
    private Vector2Int StartPos = new Vector2Int(2, 8);
    private Vector2Int EndPos = new Vector2Int(13, 7);
    private bool StepByFKey = true;

    private void Start()
    {
        DrawMap();
        StepByFKey = !StepByFKey;
    }

    private void DrawMap()
    {
        for (int x = 0; x < 16; x++)
        {
            for (int y = 0; y < 16; y++)
            {
                GameMap[x, y] = !GameMap[x, y];
            }
        }
    }

    private void ClearMap()
    {
        GameMap = new bool[16, 16];
    }
}
