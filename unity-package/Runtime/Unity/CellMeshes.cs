using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace GridStar
{
    /// <summary>
    /// The terrain and the obstacles of a map as meshes for gizmos: one for each cell type, made anew only when the map
    /// changes. Gizmos have one color a call, so types share no mesh.
    /// </summary>
    internal sealed class CellMeshes
    {
        /// <summary>Share of a cell that a block leaves clear on each side.</summary>
        private const float Margin = 0.05f;

        /// <summary>Height of terrain as a share of a cell. Obstacles are as high as they are wide.</summary>
        private const float Flat = 0.018f;

        private readonly List<CellType> _types = new List<CellType>();
        private readonly List<Mesh> _meshes = new List<Mesh>();
        private readonly List<Vector3> _vertices = new List<Vector3>();
        private readonly List<Vector3> _normals = new List<Vector3>();
        private readonly List<int> _triangles = new List<int>();

        /// <summary>Number of the types with a mesh.</summary>
        internal int Count => _types.Count;

        internal CellType TypeAt(int index) => _types[index];

        /// <summary>Draws one type in the gizmos' color.</summary>
        /// <param name="index">0 to <see cref="Count"/> - 1.</param>
        /// <param name="origin">The lowest corner of cell (0, 0).</param>
        internal void Draw(int index, Vector3 origin) => Gizmos.DrawMesh(_meshes[index], origin);

        /// <summary>Replaces the meshes by those of a map, from its lowest corner on.</summary>
        internal void Build(CellMap map, GridPlane plane, float cellSize)
        {
            Forget();
            bool[] isThere = new bool[256];
            for (int i = 0; i < map.Count; i++)
            {
                isThere[map.Types[i]] = true;
            }
            for (int type = 1; type < isThere.Length; type++)
            {
                if (isThere[type])
                {
                    AddType(map, (CellType)type, plane, cellSize);
                }
            }
        }

        /// <summary>Shows nothing. The meshes stay for later: gizmos and OnValidate must not destroy objects.</summary>
        internal void Forget() => _types.Clear();

        internal void Destroy()
        {
            Forget();
            foreach (Mesh mesh in _meshes)
            {
                Object.Destroy(mesh);
            }
            _meshes.Clear();
        }

        private void AddType(CellMap map, CellType type, GridPlane plane, float cellSize)
        {
            _vertices.Clear();
            _normals.Clear();
            _triangles.Clear();
            float height = type == CellType.Obstacle ? 1f - 2f * Margin : Flat;
            for (int y = 0; y < map.Height; y++)
            {
                for (int x = 0; x < map.Width; x++)
                {
                    if (map[x, y] == type)
                    {
                        int first = x;
                        while (x + 1 < map.Width && map[x + 1, y] == type)
                        {
                            x++;
                        }
                        AddBlock(plane, cellSize, height, first, x + 1, y);
                    }
                }
            }
            _types.Add(type);
            FillMesh(MeshAt(_types.Count - 1));
        }

        private Mesh MeshAt(int index)
        {
            if (index == _meshes.Count)
            {
                _meshes.Add(null);
            }
            if (_meshes[index] == null)
            {
                // Without DontUnloadUnusedAsset: reloading scripts forgets the mesh, and Unity then frees it.
                Mesh mesh = new Mesh { hideFlags = HideFlags.DontSaveInEditor | HideFlags.DontSaveInBuild };
                mesh.indexFormat = IndexFormat.UInt32;
                _meshes[index] = mesh;
            }
            return _meshes[index];
        }

        private void FillMesh(Mesh mesh)
        {
            mesh.Clear();
            mesh.SetVertices(_vertices);
            // Gizmos draw no mesh without normals.
            mesh.SetNormals(_normals);
            mesh.SetTriangles(_triangles, 0);
        }

        /// <summary>Adds a block over the cells of a row from a column to before another.</summary>
        private void AddBlock(GridPlane plane, float cellSize, float height, int from, int to, int row)
        {
            Vector3 center = InPlane(plane, (from + to) / 2f, row + 0.5f, 0f) * cellSize;
            Vector3 half = InPlane(plane, (to - from) / 2f - Margin, 0.5f - Margin, height / 2f) * cellSize;
            for (int axis = 0; axis < 3; axis++)
            {
                AddSide(center, half, axis, 1f);
                AddSide(center, half, axis, -1f);
            }
        }

        /// <summary>Adds a rectangle whose triangles run clockwise, seen from outside.</summary>
        private void AddSide(Vector3 center, Vector3 half, int axis, float sign)
        {
            Vector3 outward = Unit(axis) * sign;
            Vector3 u = Vector3.Scale(Unit((axis + 1) % 3), half);
            Vector3 v = Vector3.Scale(Unit((axis + 2) % 3), half);
            Vector3 middle = center + Vector3.Scale(outward, half);
            int first = _vertices.Count;
            _vertices.Add(middle - u - v);
            _vertices.Add(middle - u + v);
            _vertices.Add(middle + u + v);
            _vertices.Add(middle + u - v);
            for (int i = 0; i < 4; i++)
            {
                _normals.Add(outward);
            }
            int second = sign > 0f ? 3 : 1;
            AddTriangle(first, first + second, first + 2);
            AddTriangle(first, first + 2, first + 4 - second);
        }

        private void AddTriangle(int a, int b, int c)
        {
            _triangles.Add(a);
            _triangles.Add(b);
            _triangles.Add(c);
        }

        private static Vector3 InPlane(GridPlane plane, float x, float row, float height)
            => plane == GridPlane.XZ ? new Vector3(x, height, row) : new Vector3(x, row, height);

        private static Vector3 Unit(int axis)
            => new Vector3(axis == 0 ? 1f : 0f, axis == 1 ? 1f : 0f, axis == 2 ? 1f : 0f);
    }
}
