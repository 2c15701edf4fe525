using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace GridStar
{
    /// <summary>
    /// Draws a <see cref="SearchView"/> as one mesh with vertex colors: cells, marks and arrows. Its own object sits at
    /// the world's origin, so that the picture lies on the grid however the viewer's object is turned. Cameras and the
    /// Scene view see it.
    /// </summary>
    internal sealed class SearchPicture
    {
        // Sides, as shares of a cell.
        private const float Fill = 0.94f;

        // Side of a reached cell of another type than walkable, in cells: its type shows around it.
        private const float Inside = 0.7f;
        private const float Mark = 0.1f;
        private const float MarkOffset = 0.36f;
        private const float HexagonMarkOffset = 0.3f;

        // To the right of the cell's middle: the text is on the left.
        private const float ArrowOffset = 0.26f;
        private const float ArrowLength = 0.3f;

        // In world units: keeps the picture above ground in the grid's plane.
        private const float Lift = 0.02f;

        /// <summary>Walls lie over the cells, in cells above the grid.</summary>
        private const float WallLift = 0.03f;

        private readonly List<Vector3> _vertices = new List<Vector3>();
        private readonly List<Color32> _colors = new List<Color32>();
        private VertexColors _inSpace;
        private readonly List<int> _triangles = new List<int>();
        private readonly GameObject _object;
        private readonly Mesh _mesh;
        private readonly Material _ownMaterial;
        private readonly WallPicture _walls;
        private GridFrame _frame;
        private Vector3 _origin;
        private Vector2[] _shape;

        /// <summary>A null material means one that every render pipeline with sprites draws.</summary>
        internal SearchPicture(Material material, int layer)
        {
            _object = new GameObject("Search picture");
            // The object is made only in play mode and ends with it, even if scripts were compiled meanwhile.
            _object.hideFlags = HideFlags.HideInHierarchy;
            _object.layer = layer;
            _mesh = new Mesh();
            _mesh.indexFormat = IndexFormat.UInt32;
            _mesh.MarkDynamic();
            _object.AddComponent<MeshFilter>().sharedMesh = _mesh;
            if (material == null)
            {
                _ownMaterial = material = MakeMaterial();
            }
            _object.AddComponent<MeshRenderer>().sharedMaterial = material;
            _walls = new WallPicture(material, layer);
        }

        /// <summary>
        /// Whether the object still exists. Loading a scene destroys it, though the viewer may outlive the scene.
        /// </summary>
        internal bool IsThere => _object != null;

        internal void Show(bool isShown)
        {
            if (IsThere)
            {
                _object.SetActive(isShown);
            }
            _walls.Show(isShown);
        }

        internal void Destroy()
        {
            if (IsThere)
            {
                Object.Destroy(_object);
            }
            Object.Destroy(_mesh);
            _walls.Destroy();
            if (_ownMaterial != null)
            {
                Object.Destroy(_ownMaterial);
            }
        }

        internal void Draw(PathGrid grid, SearchView view, SearchPalette palette, bool showsArrows)
        {
            _vertices.Clear();
            _colors.Clear();
            _triangles.Clear();
            _inSpace = VertexColors.Now();
            _frame = new GridFrame(grid);
            _shape = grid.Layout.CornersOf();
            Vector3 lift = _frame.Normal * (grid.Plane == GridPlane.XZ ? Lift : -Lift);
            _origin = _frame.Origin + lift * grid.CellSize;
            for (int y = 0; y < view.Height; y++)
            {
                for (int x = 0; x < view.Width; x++)
                {
                    DrawCell(x, y, view[new GridCell(x, y)], palette, showsArrows);
                }
            }
            _mesh.Clear();
            _mesh.SetVertices(_vertices);
            _mesh.SetColors(_colors);
            _mesh.SetTriangles(_triangles, 0);
            _mesh.RecalculateBounds();
            CellRect all = new CellRect(0, 0, view.Width, view.Height);
            _walls.Draw(grid, all, ColorOf(palette[CellType.Obstacle]), WallLift * grid.CellSize);
        }

        /// <summary>Draws a cell. Positions are in columns and rows.</summary>
        private void DrawCell(int column, int row, SearchViewCell cell, SearchPalette palette, bool showsArrows)
        {
            Vector2 shift = _frame.Layout.ShiftOf(column, row);
            float x = column + 0.5f + shift.x;
            float y = row + 0.5f + shift.y;
            bool hasBorder = HasBorder(cell);
            if (hasBorder)
            {
                AddCell(x, y, Fill, ColorOf(palette[cell.Search.Type]));
            }
            AddCell(x, y, hasBorder ? Inside : Fill, ColorOf(palette.GetColor(cell)));
            Color32 ink = ColorOf(palette.GetInk(cell));
            if (cell.IsClosed)
            {
                float offset = _shape.Length == 4 ? MarkOffset : HexagonMarkOffset;
                AddSquare(x + offset, y + offset, Mark / 2f, ink);
            }
            if (cell.HasArrow && showsArrows)
            {
                Vector2 end = _frame.Layout.ShiftOf(column + cell.ArrowDx, row + cell.ArrowDy);
                float dx = cell.ArrowDx + end.x - shift.x;
                float dy = cell.ArrowDy + end.y - shift.y;
                AddArrow(x + ArrowOffset, y - 0.05f, dx, dy, ink);
            }
        }

        /// <summary>Whether the color of the cell's kind hides a type other than walkable and obstacle.</summary>
        private static bool HasBorder(SearchViewCell cell)
            => cell.Kind != SearchViewKind.Walkable && cell.Search.Type > CellType.Obstacle;

        private static Material MakeMaterial()
        {
            Shader shader = Shader.Find("Sprites/Default");
            if (shader == null)
            {
                Debug.LogWarning("SearchViewer: the shader Sprites/Default is not in this build. "
                    + "Assign a Material that shows vertex colors.");
                return null;
            }
            return new Material(shader);
        }

        /// <summary>Adds the shape of a cell around its center, of a share of its size.</summary>
        private void AddCell(float x, float y, float share, Color32 color)
        {
            int first = _vertices.Count;
            foreach (Vector2 corner in _shape)
            {
                Add(x + corner.x * share, y + corner.y * share, color);
            }
            for (int i = 2; i < _shape.Length; i++)
            {
                AddTriangle(first, first + i - 1, first + i);
            }
        }

        private void AddSquare(float x, float y, float half, Color32 color)
        {
            int first = _vertices.Count;
            Add(x - half, y - half, color);
            Add(x - half, y + half, color);
            Add(x + half, y + half, color);
            Add(x + half, y - half, color);
            AddTriangle(first, first + 1, first + 2);
            AddTriangle(first, first + 2, first + 3);
        }

        /// <summary>Adds an arrow's shaft and head around a middle point.</summary>
        private void AddArrow(float x, float y, float dx, float dy, Color32 color)
        {
            float scale = ArrowLength / 2f / Mathf.Sqrt(dx * dx + dy * dy);
            float alongX = dx * scale;
            float alongY = dy * scale;
            int first = _vertices.Count;
            const float Shaft = 0.22f;
            const float Head = 0.75f;
            Add(x - alongX - alongY * Shaft, y - alongY + alongX * Shaft, color);
            Add(x - alongY * Shaft, y + alongX * Shaft, color);
            Add(x + alongY * Shaft, y - alongX * Shaft, color);
            Add(x - alongX + alongY * Shaft, y - alongY - alongX * Shaft, color);
            Add(x - alongY * Head, y + alongX * Head, color);
            Add(x + alongX, y + alongY, color);
            Add(x + alongY * Head, y - alongX * Head, color);
            AddTriangle(first, first + 1, first + 2);
            AddTriangle(first, first + 2, first + 3);
            AddTriangle(first + 4, first + 5, first + 6);
        }

        private void Add(float x, float y, Color32 color)
        {
            _vertices.Add(_origin + _frame.Column * x + _frame.Row * y);
            _colors.Add(color);
        }

        private void AddTriangle(int a, int b, int c)
        {
            _triangles.Add(a);
            _triangles.Add(b);
            _triangles.Add(c);
        }

        private Color32 ColorOf(int color)
            => _inSpace.Of(new Color32((byte)(color >> 16), (byte)(color >> 8), (byte)color, 255));
    }
}
