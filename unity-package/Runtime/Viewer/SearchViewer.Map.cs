using System;
using UnityEngine;

namespace GridStar
{
    // The map that the viewer has as text: its grid in play mode, and what the Scene view shows of it before.
    public sealed partial class SearchViewer
    {
        private readonly CellMap _map = new CellMap();
        private readonly CellMeshes _meshes = new CellMeshes();
        private PathGrid _ownGrid;
        private string _shownMap;
        private bool _shownWalls;
        private GridPlane _shownPlane;
        private float _shownCellSize;
        private bool _isMapRead;

        private void BeginOnMap()
        {
            ReadMap();
            if (!_map.Start.HasValue || !_map.Goal.HasValue)
            {
                throw new FormatException("The map has no " + (_map.Start.HasValue ? "G." : "S."));
            }
            Vector3 origin = transform.position;
            PathGrid grid = new PathGrid(_map, new PathGridSettings
            {
                Plane = Plane,
                CellSize = CellSize,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
                StraightCost = StraightCost,
                DiagonalCost = DiagonalCost,
            });
            try
            {
                Show(grid, _map.Start.Value, _map.Goal.Value);
            }
            catch
            {
                grid.Dispose();
                throw;
            }
            DisposeOwnGrid();
            _ownGrid = grid;
        }

        /// <exception cref="FormatException">The text is not a map.</exception>
        private void ReadMap() => (MapHasWalls ? _map.ReadTextWithWalls(Map) : _map.ReadText(Map)).FlipRows();

        private void DisposeOwnGrid()
        {
            if (_ownGrid != null)
            {
                _ownGrid.Dispose();
                _ownGrid = null;
            }
        }

        /// <summary>
        /// Without a search, as outside play mode, draws the map. Walkable cells are one square, because a gizmo each
        /// would slow the editor down.
        /// </summary>
        private void OnDrawGizmos()
        {
            if (View != null || GridSource != null || !TryReadMap())
            {
                return;
            }
            Vector3 size = InPlane(_map.Width, _map.Height);
            Gizmos.color = ColorNumber.ToColor(Palette[SearchViewKind.Walkable]);
            Gizmos.DrawCube(transform.position + size / 2f, size);
            for (int i = 0; i < _meshes.Count; i++)
            {
                Gizmos.color = ColorNumber.ToColor(Palette[_meshes.TypeAt(i)]);
                _meshes.Draw(i, transform.position);
            }
            if (_meshes.HasWalls)
            {
                Gizmos.color = ColorNumber.ToColor(Palette[CellType.Obstacle]);
                _meshes.DrawWalls(transform.position);
            }
            DrawEnd(_map.Start, SearchViewKind.Start);
            DrawEnd(_map.Goal, SearchViewKind.Goal);
        }

        /// <summary>Draws the start or the goal, raised so that the square of the walkable cells does not hide it.
        /// </summary>
        private void DrawEnd(GridCell? cell, SearchViewKind kind)
        {
            if (cell.HasValue)
            {
                Vector3 raised = Plane == GridPlane.XZ ? Vector3.up : Vector3.forward;
                Gizmos.color = ColorNumber.ToColor(Palette[kind]);
                Vector3 center = transform.position + InPlane(cell.Value.X + 0.5f, cell.Value.Y + 0.5f);
                Gizmos.DrawCube(center, InPlane(0.9f, 0.9f) + raised * (CellSize * 0.1f));
            }
        }

        /// <summary>The vector in the grid's plane for a number of columns and rows.</summary>
        private Vector3 InPlane(float columns, float rows)
        {
            Vector3 inCells = Plane == GridPlane.XZ ? new Vector3(columns, 0f, rows) : new Vector3(columns, rows, 0f);
            return inCells * CellSize;
        }

        /// <summary>
        /// Reads the map, and makes its meshes, if a setting has changed. Returns false for a half typed map, which is
        /// not drawn.
        /// </summary>
        private bool TryReadMap()
        {
            bool isShown = ReferenceEquals(_shownMap, Map) && _shownWalls == MapHasWalls && _shownPlane == Plane
                && _shownCellSize == CellSize;
            if (!isShown)
            {
                _shownMap = Map;
                _shownWalls = MapHasWalls;
                _shownPlane = Plane;
                _shownCellSize = CellSize;
                _isMapRead = false;
                try
                {
                    ReadMap();
                    GridFrame frame = GridFrame.InPlane(Plane, CellSize);
                    _meshes.Build(_map, frame);
                    _meshes.BuildWalls(_map.HasPassages ? _map.Passages : null, _map.Width, _map.Height, frame);
                    _isMapRead = true;
                }
                catch (FormatException)
                {
                    // Begin reports the mistake.
                }
            }
            return _isMapRead;
        }
    }
}
