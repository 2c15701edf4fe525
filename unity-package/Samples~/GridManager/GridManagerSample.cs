using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Shows a grid of rows and columns with a path that stays current. Add this component to an empty object and press
    /// Play; the object is the grid's lowest corner. Obstacles are random or tagged objects. The sample searches once a
    /// second, and at once when the start or the end moves to another cell. Drag them in the Scene view.
    /// </summary>
    public class GridManagerSample : MonoBehaviour
    {
        [Header("Grid")]
        [Range(1, 200)]
        public int numOfRows = 20;

        [Range(1, 200)]
        public int numOfColumns = 30;

        public float gridCellSize = 1f;
        public bool showGrid = true;

        /// <summary>Whether to search by Dijkstra instead of A*.</summary>
        public bool usesDijkstra;

        /// <summary>
        /// Whether start, end and obstacles are objects with the tags Start, End and Obstacle. Place the objects and
        /// define the tags yourself.
        /// </summary>
        [Header("Objects")]
        public bool usesTags;

        /// <summary>Probability of a random obstacle in each cell other than those of start and end.</summary>
        [Range(0f, 1f)]
        public float obstacleShare = 0.2f;

        public int seed = 7;

        private static readonly Color LineColor = new Color(1f, 1f, 1f, 0.25f);
        private static readonly Color ObstacleColor = new Color(0.84f, 0.37f, 0f, 1f);
        private static readonly Color PathColor = new Color(0f, 0.62f, 0.45f, 1f);
        private static readonly Color StartColor = new Color(0.34f, 0.71f, 0.91f, 1f);
        private static readonly Color EndColor = new Color(0.94f, 0.89f, 0.26f, 1f);

        private PathGridComponent _source;
        private PathFollower _follower;
        private SampleStage _stage;
        private string _report;

        /// <summary>World position of the grid's lowest corner.</summary>
        public Vector3 Origin => transform.position;

        public PathGrid Grid => _source.Grid;

        public Transform StartObject { get; private set; }

        public Transform EndObject { get; private set; }

        public PathFollower Follower => _follower;

        /// <summary>The index of the cell at a position: row * columns + column; -1 outside.</summary>
        public int GetGridIndex(Vector3 position)
            => Grid.TryGetCellAt(position, out GridCell cell) ? Grid.GetIndex(cell) : -1;

        public Vector3 GetGridCellCenter(int index) => Grid.GetCellCenter(Grid.GetCellAtIndex(index));

        /// <summary>The lowest corner of a cell.</summary>
        public Vector3 GetGridCellPosition(int index) => Grid.GetCellCorner(Grid.GetCellAtIndex(index));

        public int GetRow(int index) => Grid.GetCellAtIndex(index).Y;

        public int GetColumn(int index) => Grid.GetCellAtIndex(index).X;

        /// <summary>Lists the walkable ones of the up to eight cells around a cell.</summary>
        public void GetNeighbours(int index, List<int> neighbours)
        {
            List<GridCell> cells = new List<GridCell>();
            Grid.GetNeighbors(Grid.GetCellAtIndex(index), cells);
            neighbours.Clear();
            foreach (GridCell cell in cells)
            {
                if (Grid.GetCell(cell) != CellType.Obstacle)
                {
                    neighbours.Add(Grid.GetIndex(cell));
                }
            }
        }

        private void Start()
        {
            Vector3 size = new Vector3(numOfColumns, 0f, numOfRows) * gridCellSize;
            _stage = new SampleStage(transform, true);
            _stage.AimCamera(Origin + size * 0.5f, size.x, size.z);
            Vector3 half = new Vector3(0.5f, 0f, 0.5f) * gridCellSize;
            StartObject = usesTags
                ? GameObject.FindWithTag("Start").transform
                : AddMark("Start", Origin + half, StartColor);
            EndObject = usesTags
                ? GameObject.FindWithTag("End").transform
                : AddMark("End", Origin + size - half, EndColor);
            BuildGrid();
            ShowObstacles();
            BuildFollower();
        }

        private void BuildGrid()
        {
            _source = gameObject.AddComponent<PathGridComponent>();
            _source.Width = numOfColumns;
            _source.Height = numOfRows;
            _source.CellSize = gridCellSize;
            // Costs in world units make the path's cost its length.
            _source.StraightCost = gridCellSize;
            _source.DiagonalCost = gridCellSize * Mathf.Sqrt(2f);
            _source.DiagonalRule = DiagonalRule.Always;
            _source.Order = usesDijkstra ? SearchOrder.Dijkstra : SearchOrder.AStar;
            _source.Heuristic = Heuristic.Euclidean;
            _source.ObstacleTag = usesTags ? "Obstacle" : "";
            _source.RandomShare = usesTags ? 0f : obstacleShare;
            _source.RandomSeed = seed;
            _source.KeepClear = StartObject;
            _source.AlsoKeepClear = EndObject;
            _source.ShowsGrid = showGrid;
            _source.GridLines = showGrid ? _stage.AddLine("Grid", 0.04f * gridCellSize, LineColor, 0) : null;
            // Adding the component has created a grid from its default settings.
            _source.Rebuild();
        }

        private void BuildFollower()
        {
            _follower = StartObject.gameObject.AddComponent<PathFollower>();
            _follower.GridSource = _source;
            _follower.Target = EndObject;
            _follower.Interval = 1f;
            _follower.Moves = false;
            // A path that only comes near the end is none, as in the scripts that this sample takes after.
            _follower.WhenBlocked = WhenBlocked.Stand;
            _follower.PathLine = _stage.AddLine("Path", 0.2f * gridCellSize, PathColor, 2);
            _follower.PathChanged += Report;
        }

        private Transform AddMark(string name, Vector3 position, Color color)
            => _stage.AddSquare(name, position, 0.7f * gridCellSize, color, 3).transform;

        /// <summary>Draws the random obstacles. Tagged objects are visible themselves.</summary>
        private void ShowObstacles()
        {
            for (int index = 0; !usesTags && index < Grid.Width * Grid.Height; index++)
            {
                if (Grid.GetCell(Grid.GetCellAtIndex(index)) == CellType.Obstacle)
                {
                    _stage.AddSquare("Obstacle", GetGridCellCenter(index), 0.9f * gridCellSize, ObstacleColor, 1);
                }
            }
        }

        /// <summary>Logs the result of a search if it differs from the last one.</summary>
        private void Report(PathFollower follower)
        {
            PathResult result = follower.Tracker.Result;
            string report = result.Found
                ? "path of " + result.Length + " cells, " + result.Cost + " long"
                : "no path: " + result.Reason;
            if (report != _report)
            {
                _report = report;
                Debug.Log(report);
            }
        }
    }
}
