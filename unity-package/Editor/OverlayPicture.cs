using System.Collections.Generic;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// Colors of cells as one texture on one rectangle over the grid, a pixel a square. A hexagon takes two pixels side
    /// by side, like a brick in a wall: shifted rows or columns begin one pixel later.
    /// </summary>
    internal sealed class OverlayPicture
    {
        /// <summary>How far the rectangle lies above the grid, in cells.</summary>
        private const float Lift = 0.03f;

        private const HideFlags Own = HideFlags.HideAndDontSave;

        private static readonly Vector2[] s_whole =
        {
            new Vector2(0f, 0f), new Vector2(0f, 1f), new Vector2(1f, 1f), new Vector2(1f, 0f),
        };

        private readonly Vector3[] _corners = new Vector3[4];
        private Color32[] _pixels = new Color32[0];
        private Mesh _mesh;
        private Material _material;

        internal Texture2D Texture { get; private set; }

        /// <summary>The corners of the rectangle, from the lowest one on, along the rows first.</summary>
        internal Vector3[] Corners => _corners;

        /// <summary>The texture's sides for a grid.</summary>
        internal static void SizeFor(PathGrid grid, out int width, out int height)
        {
            bool isSquare = grid.Layout == CellLayout.Square;
            bool shiftsColumns = grid.Layout.ShiftsColumns();
            width = isSquare || shiftsColumns ? grid.Width : 2 * grid.Width + 1;
            height = isSquare || !shiftsColumns ? grid.Height : 2 * grid.Height + 1;
        }

        /// <summary>Writes the colors of rectangles of cells. A grid of another size needs all of its cells.</summary>
        internal void Write(PathGrid grid, Color32[] colors, List<CellRect> rects)
        {
            SizeFor(grid, out int width, out int height);
            if (Texture == null || Texture.width != width || Texture.height != height)
            {
                Object.DestroyImmediate(Texture);
                Texture = new Texture2D(width, height, TextureFormat.RGBA32, false)
                {
                    filterMode = FilterMode.Point,
                    wrapMode = TextureWrapMode.Clamp,
                    hideFlags = Own,
                };
                Texture.SetPixels32(new Color32[width * height]);
            }
            foreach (CellRect rect in rects)
            {
                Write(grid, colors, rect);
            }
            Texture.Apply(false);
        }

        private void Write(PathGrid grid, Color32[] colors, CellRect rect)
        {
            CellLayout layout = grid.Layout;
            int wide = layout == CellLayout.Square || layout.ShiftsColumns() ? 1 : 2;
            int high = layout == CellLayout.Square || !layout.ShiftsColumns() ? 1 : 2;
            if (wide + high == 2)
            {
                Reserve(rect.Width * rect.Height);
                for (int y = 0; y < rect.Height; y++)
                {
                    System.Array.Copy(
                        colors, (rect.Y + y) * grid.Width + rect.X, _pixels, y * rect.Width, rect.Width);
                }
                Texture.SetPixels32(rect.X, rect.Y, rect.Width, rect.Height, _pixels);
                return;
            }
            // Row by row, or column by column: each line lies at a place of its own.
            int lines = wide == 2 ? rect.Height : rect.Width;
            int cells = wide == 2 ? rect.Width : rect.Height;
            Reserve(2 * cells);
            for (int line = 0; line < lines; line++)
            {
                int x = wide == 2 ? rect.X : rect.X + line;
                int y = wide == 2 ? rect.Y + line : rect.Y;
                for (int i = 0; i < cells; i++)
                {
                    int at = wide == 2 ? y * grid.Width + x + i : (y + i) * grid.Width + x;
                    _pixels[2 * i] = _pixels[2 * i + 1] = colors[at];
                }
                int shift = layout.IsShifted(x, y) ? 1 : 0;
                Texture.SetPixels32(
                    wide == 2 ? 2 * x + shift : x,
                    wide == 2 ? y : 2 * y + shift,
                    wide == 2 ? 2 * cells : 1,
                    wide == 2 ? 1 : 2 * cells,
                    _pixels);
            }
        }

        /// <summary>Draws the picture on a grid, in the view that is being drawn.</summary>
        internal void Draw(PathGrid grid)
        {
            if (!Prepare())
            {
                return;
            }
            Place(grid);
            _mesh.vertices = _corners;
            _material.mainTexture = Texture;
            _material.SetPass(0);
            Graphics.DrawMeshNow(_mesh, Matrix4x4.identity);
        }

        internal void Destroy()
        {
            Object.DestroyImmediate(Texture);
            Object.DestroyImmediate(_mesh);
            Object.DestroyImmediate(_material);
            Texture = null;
            _mesh = null;
            _material = null;
        }

        private bool Prepare()
        {
            if (_mesh == null)
            {
                _mesh = new Mesh { hideFlags = Own, vertices = _corners };
                _mesh.uv = s_whole;
                _mesh.triangles = new[] { 0, 1, 2, 0, 2, 3 };
            }
            if (_material == null)
            {
                Shader shader = Shader.Find("Sprites/Default");
                _material = shader == null ? null : new Material(shader) { hideFlags = Own };
            }
            return Texture != null && _material != null;
        }

        private void Place(PathGrid grid)
        {
            GridFrame frame = new GridFrame(grid);
            bool isShifted = grid.Layout != CellLayout.Square;
            bool shiftsColumns = grid.Layout.ShiftsColumns();
            Vector3 right = frame.Column * (grid.Width + (isShifted && !shiftsColumns ? 0.5f : 0f));
            Vector3 up = frame.Row * (grid.Height + (shiftsColumns ? 0.5f : 0f));
            // The camera of a 2D scene looks along +z.
            float side = grid.Plane == GridPlane.XZ ? 1f : -1f;
            _corners[0] = frame.Origin + frame.Normal * (side * Lift * frame.CellSize);
            _corners[1] = _corners[0] + up;
            _corners[2] = _corners[1] + right;
            _corners[3] = _corners[0] + right;
        }

        private void Reserve(int count)
        {
            // Unity wants an array of the block's size or longer.
            if (_pixels.Length < count)
            {
                _pixels = new Color32[count];
            }
        }
    }
}
