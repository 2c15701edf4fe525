using System.Collections;
using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Turns an array of numbers, with start and end in it, into cells and a path. Add this component to an empty
    /// object, press Play, and click: the cells between start and end are colored, one every 0.2 s. A click meanwhile
    /// begins again.
    /// </summary>
    public class CellMapSample : MonoBehaviour
    {
        /// <summary>Distance between the centers of neighbor cells.</summary>
        private const float Spacing = 1.5f;

        private const float SecondsPerCell = 0.2f;

        /// <summary>
        /// The map as <c>map[x, z]</c>: 1 walkable, 2 the start, 3 the end, 4 an obstacle. Change it before the first
        /// frame.
        /// </summary>
        public int[,] map =
        {
            { 1, 1, 1, 1, 1, 1, 1, 1 },
            { 1, 1, 2, 1, 1, 1, 1, 1 },
            { 1, 1, 1, 1, 1, 1, 1, 1 },
            { 1, 4, 4, 4, 4, 4, 4, 1 },
            { 1, 1, 1, 1, 1, 1, 4, 1 },
            { 1, 1, 1, 1, 1, 1, 4, 1 },
            { 1, 1, 1, 4, 1, 1, 1, 1 },
            { 1, 1, 1, 4, 1, 1, 1, 1 },
            { 1, 1, 1, 4, 1, 3, 1, 1 },
            { 1, 1, 1, 4, 1, 1, 1, 1 },
        };

        /// <summary>Whether to allow 4 directions instead of 8.</summary>
        public bool fourDirections;

        private readonly List<GridCell> _path = new List<GridCell>();
        private SpriteRenderer[,] _cells;
        private CellMap _map;
        private PathGrid _grid;
        private Coroutine _drawing;

        /// <summary>Searches, logs the result, and begins to color the path.</summary>
        public void Find()
        {
            ResetColors();
            DiagonalRule rule = fourDirections ? DiagonalRule.Never : DiagonalRule.Always;
            PathQuery query = new PathQuery { DiagonalRule = rule };
            PathResult result = _grid.FindPath(_map.Start.Value, _map.Goal.Value, _path, query);
            if (!result.Found)
            {
                Debug.Log("no way through: " + result.Reason);
                return;
            }
            Debug.Log("way of " + result.Length + " cells at a cost of " + result.Cost);
            _drawing = StartCoroutine(Draw());
        }

        /// <summary>The color of the cell <c>map[x, z]</c>.</summary>
        public Color GetColor(int x, int z) => _cells[x, z].color;

        private void Start()
        {
            try
            {
                BuildGrid();
            }
            catch (GridStarException cause)
            {
                // Without the native library there is no grid, and each click would fail.
                enabled = false;
                Debug.LogError(cause.Message, this);
                return;
            }
            BuildCells();
        }

        private void BuildGrid()
        {
            _map = new CellMap().Read(map, CellLegend.NormalStartEndBlock);
            // The center of cell (0, 0) is at the object.
            Vector3 origin = transform.position - new Vector3(0.5f * Spacing, 0f, 0.5f * Spacing);
            _grid = new PathGrid(_map, new PathGridSettings
            {
                CellSize = Spacing,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
                StraightCost = 10,
                DiagonalCost = 14,
                DiagonalRule = DiagonalRule.Always,
            });
        }

        private void Update()
        {
            if (SampleClick.IsNow)
            {
                Find();
            }
        }

        private void OnDestroy()
        {
            if (_grid != null)
            {
                _grid.Dispose();
            }
        }

        private void BuildCells()
        {
            SampleStage stage = new SampleStage(transform, true);
            float width = _grid.Width * Spacing;
            float height = _grid.Height * Spacing;
            Vector3 corner = _grid.GetCellCorner(new GridCell(0, 0));
            stage.AimCamera(corner + new Vector3(0.5f * width, 0f, 0.5f * height), width, height);
            _cells = new SpriteRenderer[_grid.Width, _grid.Height];
            for (int x = 0; x < _grid.Width; x++)
            {
                for (int z = 0; z < _grid.Height; z++)
                {
                    Vector3 center = _grid.GetCellCenter(new GridCell(x, z));
                    _cells[x, z] = stage.AddSquare("Cell " + x + " " + z, center, 1f, ColorOf(map[x, z]));
                }
            }
        }

        private IEnumerator Draw()
        {
            for (int i = 1; i < _path.Count - 1; i++)
            {
                _cells[_path[i].X, _path[i].Y].color = Color.blue;
                yield return new WaitForSeconds(SecondsPerCell);
            }
        }

        private void ResetColors()
        {
            if (_drawing != null)
            {
                StopCoroutine(_drawing);
                _drawing = null;
            }
            foreach (GridCell cell in _path)
            {
                _cells[cell.X, cell.Y].color = ColorOf(map[cell.X, cell.Y]);
            }
        }

        private static Color ColorOf(int number)
        {
            switch (number)
            {
                case 2:
                    return Color.green;
                case 3:
                    return Color.red;
                case 4:
                    return Color.black;
                default:
                    return Color.white;
            }
        }
    }
}
