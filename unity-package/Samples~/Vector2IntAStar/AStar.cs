using System;
using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Finds paths over <see cref="Vector2Int"/> with the members that tutorial scripts call: <see cref="mapSize"/>,
    /// <see cref="IsObstacle"/> and <see cref="FindPath"/>. Derive from it, or copy its three calls of
    /// <see cref="PathGrid"/>.
    /// </summary>
    public class AStar : IDisposable
    {
        /// <summary>Columns and rows of the map.</summary>
        public readonly Vector2Int mapSize;

        private readonly CellMap _map = new CellMap();
        private readonly List<GridCell> _cells = new List<GridCell>();
        private PathGrid _grid;

        public AStar(Vector2Int mapSize)
        {
            this.mapSize = mapSize;
        }

        /// <summary>Finds a cheapest path.</summary>
        /// <returns>The cells from start to end, both included; empty without a path.</returns>
        public List<Vector2Int> FindPath(Vector2Int start, Vector2Int end)
        {
            if (_grid == null)
            {
                Refresh();
            }
            _grid.FindPath(start.ToGridCell(), end.ToGridCell(), _cells);
            return _cells.ConvertAll(cell => cell.ToVector2Int());
        }

        /// <summary>
        /// Asks <see cref="IsObstacle"/> about every cell again. Call it when its answers have changed. For a few
        /// cells, <see cref="SetObstacle"/> is cheaper.
        /// </summary>
        public void Refresh()
        {
            _map.Read(mapSize.x, mapSize.y, (x, y) => IsObstacle(new Vector2Int(x, y)));
            if (_grid == null)
            {
                _grid = new PathGrid(_map, new PathGridSettings
                {
                    StraightCost = 10,
                    DiagonalCost = 14,
                    DiagonalRule = DiagonalRule.Always,
                });
            }
            else
            {
                _grid.SetCells(_map);
            }
        }

        /// <summary>Blocks or opens one cell, whatever <see cref="IsObstacle"/> says.</summary>
        public void SetObstacle(Vector2Int position, bool isObstacle)
        {
            if (_grid == null)
            {
                Refresh();
            }
            _grid.SetCell(position, isObstacle ? CellType.Obstacle : CellType.Walkable);
        }

        /// <summary>Frees the grid at once. Otherwise its finalizer frees it later.</summary>
        public void Dispose()
        {
            if (_grid != null)
            {
                _grid.Dispose();
                _grid = null;
            }
        }

        /// <summary>
        /// Override this to say which positions are obstacles. It is asked only for positions on the map.
        /// </summary>
        protected virtual bool IsObstacle(Vector2Int position)
        {
            return false;
        }
    }
}
