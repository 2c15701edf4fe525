using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Shows a search step by step on a map of flags. Add this component to an empty object, press Play, and press F
    /// for each expansion. Reached cells show g, h and F; at the end the path appears, one cell every 0.2 s. Try each
    /// <see cref="order"/>: the Console compares their numbers of expansions.
    /// </summary>
    public class StepViewerSample : MonoBehaviour
    {
        public Vector2Int StartPos = new Vector2Int(2, 8);
        public Vector2Int EndPos = new Vector2Int(13, 7);

        /// <summary>Whether F advances the search. If not, it runs by itself.</summary>
        public bool StepByFKey = true;

        /// <summary>Search algorithm: A* minimizes F, greedy best-first h alone, Dijkstra g alone.</summary>
        public SearchOrder order = SearchOrder.AStar;

        private readonly CellMap _map = new CellMap();
        private SearchViewer _viewer;
        private bool _isReported;

        /// <summary>
        /// The map as <c>[x, y]</c>, true for a wall. Call <see cref="Begin"/> after a change, or click cells in the
        /// viewer's inspector.
        /// </summary>
        public bool[,] GameMap { get; } = new bool[16, 16];

        public SearchViewer Viewer => _viewer;

        /// <summary>Removes all walls.</summary>
        public void ClearMap()
        {
            System.Array.Clear(GameMap, 0, GameMap.Length);
            Begin();
        }

        /// <summary>Begins a search with the current map and settings.</summary>
        public void Begin()
        {
            _map.Read(GameMap);
            _map.Start = StartPos.ToGridCell();
            _map.Goal = EndPos.ToGridCell();
            _viewer.SetMap(_map);
            _viewer.Order = order;
            _viewer.DiagonalRule = DiagonalRule.Always;
            _viewer.RunsAtStart = !StepByFKey;
            _viewer.Begin();
        }

        private void Awake()
        {
            // A hook that opens toward the start.
            for (int y = 3; y <= 12; y++)
            {
                GameMap[10, y] = true;
            }
            for (int x = 5; x < 10; x++)
            {
                GameMap[x, 3] = true;
                GameMap[x, 12] = true;
            }
            _viewer = gameObject.AddComponent<SearchViewer>();
        }

        private void Start()
        {
            Begin();
            Vector3 center = transform.position + new Vector3(8f, 8f, 0f);
            new SampleStage(transform, false).AimCamera(center, 16f, 16f);
        }

        private void Update()
        {
            SearchView view = _viewer.View;
            bool isAtEnd = view != null && view.Phase != SearchViewPhase.Searching;
            if (isAtEnd && !_isReported)
            {
                Debug.Log(order + ": " + view.Expansions + " expansions, " + view.PathPoints
                    + " points of the path without the start");
            }
            _isReported = isAtEnd;
        }
    }
}
