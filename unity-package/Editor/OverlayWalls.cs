using UnityEngine;
using UnityEngine.Rendering;

namespace GridStar.Editor
{
    /// <summary>Walls between the cells of a grid in the Scene view, made anew after edits.</summary>
    internal sealed class OverlayWalls
    {
        /// <summary>How far above the grid, in cells: over the picture of the cells.</summary>
        private const float Lift = 0.04f;

        private static readonly Color32 s_color = new Color32(30, 30, 30, 230);

        private readonly WallMesh _walls = new WallMesh();
        private PathGrid _grid;
        private ulong _revision;
        private GridPlace _place;
        private Material _material;

        internal Mesh Mesh { get; private set; }

        internal bool HasWalls { get; private set; }

        internal void Draw(PathGrid grid)
        {
            if (Mesh == null)
            {
                Mesh = new Mesh { hideFlags = HideFlags.HideAndDontSave, indexFormat = IndexFormat.UInt32 };
                _grid = null;
            }
            if (!ReferenceEquals(grid, _grid) || grid.Revision != _revision || grid.Place != _place)
            {
                _grid = grid;
                _revision = grid.Revision;
                _place = grid.Place;
                CellRect all = new CellRect(0, 0, grid.Width, grid.Height);
                HasWalls = _walls.Build(grid, all, Lift * grid.CellSize);
                _walls.WriteTo(Mesh, s_color);
            }
            if (_material == null)
            {
                Shader shader = Shader.Find("Sprites/Default");
                _material = shader == null
                    ? null
                    : new Material(shader) { hideFlags = HideFlags.HideAndDontSave };
            }
            if (HasWalls && _material != null)
            {
                _material.SetPass(0);
                Graphics.DrawMeshNow(Mesh, Matrix4x4.identity);
            }
        }

        internal void Destroy()
        {
            Object.DestroyImmediate(Mesh);
            Object.DestroyImmediate(_material);
            Mesh = null;
            _material = null;
            _grid = null;
        }
    }
}
