using System.Collections.Generic;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Shows a path on a map whose obstacles come from an override, in the XY plane. Add this component to an empty
    /// object and press Play. The Console shows the path's length.
    /// </summary>
    public class Vector2IntAStarSample : MonoBehaviour
    {
        public Vector2Int mapSize = new Vector2Int(24, 14);
        public Vector2Int start = new Vector2Int(1, 1);
        public Vector2Int end = new Vector2Int(22, 12);

        private static readonly Color WalkableColor = new Color(0.9f, 0.9f, 0.9f, 1f);
        private static readonly Color ObstacleColor = new Color(0.25f, 0.27f, 0.3f, 1f);
        private static readonly Color PathColor = new Color(0f, 0.45f, 0.7f, 1f);

        /// <summary>Has walls in every sixth column, with a gap at the top and at the bottom in turn.</summary>
        public class WalledAStar : AStar
        {
            public WalledAStar(Vector2Int mapSize) : base(mapSize)
            {
            }

            public bool IsWall(Vector2Int position)
            {
                int gap = position.x % 12 == 5 ? mapSize.y - 1 : 0;
                return position.x % 6 == 5 && position.y != gap;
            }

            protected override bool IsObstacle(Vector2Int position) => IsWall(position);
        }

        /// <summary>The path found last.</summary>
        public List<Vector2Int> Path { get; private set; }

        private void Start()
        {
            using (WalledAStar search = new WalledAStar(mapSize))
            {
                Path = search.FindPath(start, end);
                Show(search);
            }
            Debug.Log(Path.Count > 0 ? "path of " + Path.Count + " cells from " + start + " to " + end : "no path");
        }

        private void Show(WalledAStar search)
        {
            SampleStage stage = new SampleStage(transform, false);
            stage.AimCamera(new Vector3(0.5f * mapSize.x, 0.5f * mapSize.y, 0f), mapSize.x, mapSize.y);
            for (int y = 0; y < mapSize.y; y++)
            {
                for (int x = 0; x < mapSize.x; x++)
                {
                    Color color = search.IsWall(new Vector2Int(x, y)) ? ObstacleColor : WalkableColor;
                    stage.AddSquare("Cell", CenterOf(x, y), 0.95f, color);
                }
            }
            foreach (Vector2Int cell in Path)
            {
                stage.AddSquare("Path", CenterOf(cell.x, cell.y), 0.6f, PathColor, 1);
            }
        }

        private static Vector3 CenterOf(int x, int y) => new Vector3(x + 0.5f, y + 0.5f, 0f);
    }
}
