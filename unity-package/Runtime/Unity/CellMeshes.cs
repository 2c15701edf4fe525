using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace GridStar
{
    /// <summary>
    /// The terrain and the obstacles of a map as meshes for gizmos: one for each cell type, made anew only when the map
    /// changes. Gizmos have one color a call, so types share no mesh.
    /// </summary>
    internal sealed partial class CellMeshes
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
        internal void Build(CellMap map, GridFrame frame)
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
                    AddType(map, (CellType)type, frame);
                }
            }
        }

        /// <summary>Shows nothing. The meshes stay for later: gizmos and OnValidate must not destroy objects.</summary>
        internal void Forget()
        {
            _types.Clear();
            HasWalls = false;
        }

        internal void Destroy()
        {
            Forget();
            foreach (Mesh mesh in _meshes)
            {
                Object.Destroy(mesh);
            }
            _meshes.Clear();
            Object.Destroy(_wallMesh);
            _wallMesh = null;
        }

        private void AddType(CellMap map, CellType type, GridFrame frame)
        {
            _vertices.Clear();
            _normals.Clear();
            _triangles.Clear();
            float height = type == CellType.Obstacle ? 1f - 2f * Margin : Flat;
            for (int y = 0; y < map.Height; y++)
            {
                for (int x = 0; x < map.Width; x++)
                {
                    if (map[x, y] == type && frame.Layout != CellLayout.Square)
                    {
                        AddPrism(frame, height, x, y);
                    }
                    else if (map[x, y] == type)
                    {
                        int first = x;
                        while (x + 1 < map.Width && map[x + 1, y] == type)
                        {
                            x++;
                        }
                        AddBlock(frame, height, first, x + 1, y);
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
                _meshes[index] = NewMesh();
            }
            return _meshes[index];
        }

        private static Mesh NewMesh()
        {
            // Without DontUnloadUnusedAsset: reloading scripts forgets the mesh, and Unity then frees it.
            Mesh mesh = new Mesh { hideFlags = HideFlags.DontSaveInEditor | HideFlags.DontSaveInBuild };
            mesh.indexFormat = IndexFormat.UInt32;
            return mesh;
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
        private void AddBlock(GridFrame frame, float height, int from, int to, int row)
        {
            Vector3 center = frame.Column * ((from + to) / 2f) + frame.Row * (row + 0.5f);
            Vector3 along = frame.Column * ((to - from) / 2f - Margin);
            Vector3 beside = frame.Row * (0.5f - Margin);
            Vector3 across = frame.Normal * (height / 2f * frame.CellSize);
            bool isXZ = frame.Plane == GridPlane.XZ;
            AddSides(center, along, isXZ ? across : beside, isXZ ? beside : across);
        }

        /// <summary>Adds a block over a hexagon.</summary>
        private void AddPrism(GridFrame frame, float height, int x, int y)
        {
            Vector3 center = frame.CenterOf(x, y) - frame.Origin;
            // From this side, corners run clockwise.
            Vector3 front = Vector3.Cross(frame.Row, frame.Column);
            front *= height / 2f * frame.CellSize / front.magnitude;
            Vector2[] shape = frame.Layout.CornersOf();
            int top = _vertices.Count;
            for (int i = 0; i < 12; i++)
            {
                bool isFront = i < 6;
                // From behind, corners run the other way around.
                Vector3 corner = frame.InWorld(shape[isFront ? i : 11 - i]) * (1f - 2f * Margin);
                _vertices.Add(center + corner + (isFront ? front : front * -1f));
                _normals.Add((isFront ? front : front * -1f) / front.magnitude);
            }
            for (int i = 0; i < 4; i++)
            {
                AddTriangle(top, top + i + 1, top + i + 2);
                AddTriangle(top + 6, top + i + 7, top + i + 8);
            }
            for (int i = 0; i < 6; i++)
            {
                Vector3 one = frame.InWorld(shape[i]) * (1f - 2f * Margin);
                Vector3 other = frame.InWorld(shape[(i + 1) % 6]) * (1f - 2f * Margin);
                Vector3 outward = Vector3.Cross(other - one, front);
                int first = _vertices.Count;
                _vertices.Add(center + one + front);
                _vertices.Add(center + one - front);
                _vertices.Add(center + other - front);
                _vertices.Add(center + other + front);
                for (int corner = 0; corner < 4; corner++)
                {
                    _normals.Add(outward / outward.magnitude);
                }
                AddTriangle(first, first + 1, first + 2);
                AddTriangle(first, first + 2, first + 3);
            }
        }

        /// <summary>Adds the sides of a block by three vectors from its center to the middles of sides.</summary>
        private void AddSides(Vector3 center, Vector3 x, Vector3 y, Vector3 z)
        {
            // Mirrored vectors would turn the triangles inside out.
            bool isMirrored = Vector3.Dot(Vector3.Cross(x, y), z) < 0f;
            AddPair(center, x, isMirrored ? z : y, isMirrored ? y : z);
            AddPair(center, y, isMirrored ? x : z, isMirrored ? z : x);
            AddPair(center, z, isMirrored ? y : x, isMirrored ? x : y);
        }

        private void AddPair(Vector3 center, Vector3 outward, Vector3 u, Vector3 v)
        {
            Vector3 normal = Vector3.Cross(u, v);
            normal /= normal.magnitude;
            AddSide(center + outward, normal, u, v, 3);
            AddSide(center - outward, normal * -1f, u, v, 1);
        }

        /// <summary>Adds a rectangle whose triangles run clockwise, seen from outside.</summary>
        private void AddSide(Vector3 middle, Vector3 outward, Vector3 u, Vector3 v, int second)
        {
            int first = _vertices.Count;
            _vertices.Add(middle - u - v);
            _vertices.Add(middle - u + v);
            _vertices.Add(middle + u + v);
            _vertices.Add(middle + u - v);
            for (int i = 0; i < 4; i++)
            {
                _normals.Add(outward);
            }
            AddTriangle(first, first + second, first + 2);
            AddTriangle(first, first + 2, first + 4 - second);
        }

        private void AddTriangle(int a, int b, int c)
        {
            _triangles.Add(a);
            _triangles.Add(b);
            _triangles.Add(c);
        }
    }
}
