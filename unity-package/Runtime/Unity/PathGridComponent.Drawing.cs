using UnityEngine;

namespace GridStar
{
    // What the Scene view and the line renderer show of the grid.
    public sealed partial class PathGridComponent
    {
        /// <summary>
        /// Most cells of a grid whose terrain and obstacles the Scene view shows. An edit makes their meshes anew.
        /// </summary>
        private const int MaxShownCells = 262144;

        /// <summary>Most columns and rows together of a grid whose lines the Scene view shows.</summary>
        private const int MaxShownLines = 2048;

        /// <summary>Most hexagons of a grid whose lines are shown.</summary>
        private const int MaxShownHexagons = 16384;

        private readonly CellMap _shown = new CellMap();
        private readonly CellMeshes _meshes = new CellMeshes();
        private PathGrid _shownGrid;
        private byte[] _covers = new byte[0];
        private byte[] _shownPassages = new byte[0];
        private ulong _shownRevision;
        private GridFrame _shownFrame;
        private Vector3[] _points = new Vector3[0];

        /// <summary>Without a grid, as outside play mode, the lines follow the settings.</summary>
        private void OnDrawGizmos()
        {
            if (!ShowsGrid)
            {
                return;
            }
            Gizmos.color = LineColor;
            if (Layout != CellLayout.Square)
            {
                DrawHexagons();
            }
            else if (Width + Height <= MaxShownLines)
            {
                DrawGridLines();
            }
            if (Width * Height <= MaxShownCells)
            {
                DrawCells();
            }
        }

        private void DrawGridLines()
        {
            for (int x = 0; x <= Width; x++)
            {
                Gizmos.DrawLine(Corner(x, 0), Corner(x, Height));
            }
            for (int y = 0; y <= Height; y++)
            {
                Gizmos.DrawLine(Corner(0, y), Corner(Width, y));
            }
        }

        /// <summary>Draws each line between hexagons once, those at the map's edge twice.</summary>
        private void DrawHexagons()
        {
            GridFrame frame = FrameNow();
            Vector2[] corners = Layout.CornersOf();
            for (int i = 0; i < Width * Height && Width * Height <= MaxShownHexagons; i++)
            {
                int x = i % Width;
                int y = i / Width;
                Vector3 center = frame.CenterOf(x, y);
                bool isAtEdge = x == 0 || y == 0 || x == Width - 1 || y == Height - 1;
                for (int side = 0; side < 6; side++)
                {
                    // The others are those of neighbors.
                    if (isAtEdge || side < 2 || side == 5)
                    {
                        Gizmos.DrawLine(
                            center + frame.InWorld(corners[side]), center + frame.InWorld(corners[(side + 1) % 6]));
                    }
                }
            }
        }

        /// <summary>Draws the cells of the grid; without one, what the last scan found.</summary>
        private void DrawCells()
        {
            bool hasGrid = _grid != null && !_grid.IsDisposed;
            GridFrame frame = hasGrid ? new GridFrame(_grid) : default(GridFrame);
            if (hasGrid && (_shownGrid != _grid || _shownRevision != _grid.Revision || !frame.IsAlong(_shownFrame)))
            {
                _shownGrid = _grid;
                _shownFrame = frame;
                _shownRevision = _grid.Revision;
                _shown.Read(_grid);
                ShowCovers();
                _meshes.Build(_shown, frame);
                ShowWalls(frame);
            }
            Vector3 origin = hasGrid ? frame.Origin : transform.position;
            for (int i = 0; i < _meshes.Count; i++)
            {
                Gizmos.color = ColorOf(_meshes.TypeAt(i));
                _meshes.Draw(i, origin);
            }
            if (_meshes.HasWalls)
            {
                Gizmos.color = ObstacleColor;
                _meshes.DrawWalls(origin);
            }
        }

        /// <summary>Shows what a scan has found.</summary>
        private void Show(CellMap map, byte[] walls, GridFrame frame)
        {
            _meshes.Build(map, frame);
            _meshes.BuildWalls(walls, map.Width, map.Height, frame);
        }

        /// <summary>Shows the walls that the grid has, those of doors too.</summary>
        private void ShowWalls(GridFrame frame)
        {
            int cells = _shown.Width * _shown.Height;
            if (_shownPassages.Length < cells)
            {
                _shownPassages = new byte[cells];
            }
            _grid.GetPassages(_shownPassages);
            _meshes.BuildWalls(_shownPassages, _shown.Width, _shown.Height, frame);
        }

        /// <summary>Shows covered cells as obstacles.</summary>
        private void ShowCovers()
        {
            int cells = _shown.Width * _shown.Height;
            if (_covers.Length < cells)
            {
                _covers = new byte[cells];
            }
            _grid.GetCovers(0, 0, _shown.Width, _shown.Height, _covers);
            for (int i = 0; i < cells; i++)
            {
                if (_covers[i] > 0)
                {
                    _shown[i % _shown.Width, i / _shown.Width] = CellType.Obstacle;
                }
            }
        }

        private Color ColorOf(CellType type)
        {
            Color color = type == CellType.Obstacle ? ObstacleColor : ColorNumber.ToColor(DefaultColors.Of(type));
            color.a = ObstacleColor.a;
            return color;
        }

        /// <summary>
        /// Draws the grid as one unbroken line. Over squares it goes back and forth along the rows, then along the
        /// columns.
        /// </summary>
        private void DrawLines()
        {
            if (GridLines == null)
            {
                return;
            }
            if (Layout != CellLayout.Square)
            {
                DrawLinesOfHexagons();
                return;
            }
            Vector3[] points = _points;
            if (points.Length != 2 * (Width + 1) + 2 * (Height + 1))
            {
                _points = points = new Vector3[2 * (Width + 1) + 2 * (Height + 1)];
            }
            int count = 0;
            for (int y = 0; y <= Height; y++)
            {
                bool isForth = y % 2 == 0;
                points[count++] = Corner(isForth ? 0 : Width, y);
                points[count++] = Corner(isForth ? Width : 0, y);
            }
            // With an even height, the row lines end on the right.
            bool isAtRight = Height % 2 == 0;
            for (int i = 0; i <= Width; i++)
            {
                int x = isAtRight ? Width - i : i;
                bool isDown = i % 2 == 0;
                points[count++] = Corner(x, isDown ? Height : 0);
                points[count++] = Corner(x, isDown ? 0 : Height);
            }
            GridLines.positionCount = count;
            GridLines.SetPositions(points);
        }

        private void DrawLinesOfHexagons()
        {
            if (Width * Height > MaxShownHexagons)
            {
                GridLines.positionCount = 0;
                return;
            }
            HexagonLine.Write(FrameNow(), Width, Height, ref _points);
            GridLines.positionCount = _points.Length;
            GridLines.SetPositions(_points);
        }

        /// <summary>The place of the grid; without one, that of the settings.</summary>
        private GridFrame FrameNow()
        {
            bool hasGrid = _grid != null && !_grid.IsDisposed;
            return hasGrid ? new GridFrame(_grid) : new GridFrame(PlaceNow(), Plane, CellSize, Layout);
        }

        private Vector3 Corner(int x, int y)
        {
            if (_grid != null && !_grid.IsDisposed && x <= _grid.Width && y <= _grid.Height)
            {
                return _grid.GetCellCorner(new GridCell(x, y));
            }
            Vector3 origin = transform.position;
            Vector3 row = Plane == GridPlane.XZ ? new Vector3(0f, 0f, y * CellSize) : new Vector3(0f, y * CellSize, 0f);
            if (FollowTransform)
            {
                return origin + transform.TransformVector(new Vector3(x * CellSize, 0f, 0f) + row);
            }
            return origin + new Vector3(x * CellSize, 0f, 0f) + row;
        }
    }
}
