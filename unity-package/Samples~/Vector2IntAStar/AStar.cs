using System;
using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A search over <see cref="Vector2Int"/> with the members that scripts of that kind call: <see cref="mapSize"/>, <see cref="IsObstacle"/>
    /// and <see cref="FindPath"/>. Derive from it, or copy its three calls of <see cref="PathGrid"/>.
    /// </summary>
    public class AStar : IDisposable
    {
        /// <summary>Columns and rows.</summary>
        public readonly Vector2Int mapSize;

        private readonly CellMap _map = new CellMap();
        private readonly List<GridCell> _cells = new List<GridCell>();
        private PathGrid _grid;

        public AStar(Vector2Int mapSize)
        {
            this.mapSize = mapSize;
        }

        /// <summary>A cheapest path from start to end, both included; empty where there is none.</summary>
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
        /// Asks <see cref="IsObstacle"/> anew for each cell: call it when answers have changed. For a few cells,
        /// <see cref="SetObstacle"/> is the cheaper way.
        /// </summary>
        public void Refresh()
        {
            _map.Read(mapSize.x, mapSize.y, (x, y) => IsObstacle(new Vector2Int(x, y)));
            if (_grid == null)
            {
                _grid = new PathGrid(_map, new PathGridSettings { StraightCost = 10, DiagonalCost = 14 });
            }
            else
            {
                _grid.SetCells(_map);
            }
        }

        /// <summary>Opens or closes one cell, whatever the hook says of it.</summary>
        public void SetObstacle(Vector2Int position, bool isObstacle)
        {
            if (_grid == null)
            {
                Refresh();
            }
            _grid.SetCell(position, isObstacle ? CellType.Obstacle : CellType.Walkable);
        }

        /// <summary>Frees the grid at once; a finalizer would do it later.</summary>
        public void Dispose()
        {
            if (_grid != null)
            {
                _grid.Dispose();
                _grid = null;
            }
        }

        /// <summary>The hook: whether a position is blocked. Those outside the map are, without being asked for.</summary>
        protected virtual bool IsObstacle(Vector2Int position)
        {
            return false;
        }
    }
}
