using UnityEngine;
using UnityEngine.Rendering;

namespace GridStar
{
    /// <summary>
    /// Walls between cells as an object of its own at the world's origin, over another picture of the grid. The object
    /// is made once there are walls.
    /// </summary>
    internal sealed class WallPicture
    {
        private readonly WallMesh _walls = new WallMesh();
        private readonly Material _material;
        private readonly int _layer;
        private GameObject _object;
        private Mesh _mesh;
        private bool _hasWalls;

        /// <param name="material">Shows vertex colors. It belongs to the caller.</param>
        internal WallPicture(Material material, int layer)
        {
            _material = material;
            _layer = layer;
        }

        /// <summary>Draws the walls of an area, if there are any.</summary>
        /// <param name="color">Color for vertices: see <see cref="VertexColors"/>.</param>
        internal void Draw(PathGrid grid, CellRect area, Color32 color, float lift)
        {
            _hasWalls = _walls.Build(grid, area, lift);
            if (_hasWalls)
            {
                if (_object == null)
                {
                    Make();
                }
                _walls.WriteTo(_mesh, color);
            }
            Show(true);
        }

        internal void Show(bool isShown)
        {
            if (_object != null)
            {
                _object.SetActive(isShown && _hasWalls);
            }
        }

        internal void Destroy()
        {
            if (_object != null)
            {
                Object.Destroy(_object);
            }
            Object.Destroy(_mesh);
        }

        private void Make()
        {
            _object = new GameObject("Wall picture");
            // The object is made only in play mode and ends with it, even if scripts were compiled meanwhile.
            _object.hideFlags = HideFlags.HideInHierarchy;
            _object.layer = _layer;
            Object.Destroy(_mesh);
            _mesh = new Mesh { indexFormat = IndexFormat.UInt32 };
            _mesh.MarkDynamic();
            _object.AddComponent<MeshFilter>().sharedMesh = _mesh;
            _object.AddComponent<MeshRenderer>().sharedMaterial = _material;
        }
    }
}
