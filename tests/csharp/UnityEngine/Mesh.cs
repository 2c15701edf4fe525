using System.Collections.Generic;
using UnityEngine.Rendering;

namespace UnityEngine.Rendering
{
    public enum IndexFormat
    {
        UInt16 = 0,
        UInt32 = 1,
    }
}

namespace UnityEngine
{
    public sealed class Mesh : Object
    {
        private readonly List<Vector3> _vertices = new List<Vector3>();
        private readonly List<Vector3> _normals = new List<Vector3>();
        private readonly List<Color32> _colors = new List<Color32>();
        private readonly List<int> _triangles = new List<int>();

        public IndexFormat indexFormat { get; set; }

        public Vector3[] vertices
        {
            get { return _vertices.ToArray(); }
            set
            {
                _vertices.Clear();
                // AddRange would allocate.
                for (int i = 0; i < value.Length; i++)
                {
                    _vertices.Add(value[i]);
                }
            }
        }

        public Vector2[] uv { get; set; }

        public Vector3[] normals { get { return _normals.ToArray(); } }

        public Color32[] colors32 { get { return _colors.ToArray(); } }

        public int[] triangles
        {
            get { return _triangles.ToArray(); }
            set
            {
                _triangles.Clear();
                _triangles.AddRange(value);
            }
        }

        public void MarkDynamic()
        {
        }

        public void Clear()
        {
            _vertices.Clear();
            _normals.Clear();
            _colors.Clear();
            _triangles.Clear();
        }

        public void SetNormals(List<Vector3> inNormals)
        {
            _normals.Clear();
            _normals.AddRange(inNormals);
        }

        public void SetVertices(List<Vector3> inVertices)
        {
            _vertices.Clear();
            _vertices.AddRange(inVertices);
        }

        public void SetColors(List<Color32> inColors)
        {
            _colors.Clear();
            _colors.AddRange(inColors);
        }

        public void SetTriangles(List<int> triangles, int submesh)
        {
            _triangles.Clear();
            _triangles.AddRange(triangles);
        }

        public void RecalculateBounds()
        {
        }
    }

    public struct Matrix4x4
    {
        public static Matrix4x4 identity { get { return default(Matrix4x4); } }
    }

    public class Graphics
    {
        public static void DrawMeshNow(Mesh mesh, Matrix4x4 matrix) => Standin.DrawnMeshes.Now.Add(mesh);
    }

    public sealed class MeshFilter : Component
    {
        public Mesh sharedMesh { get; set; }
    }

    public class MeshRenderer : Renderer
    {
    }
}

namespace UnityEngine.Standin
{
    /// <summary>The meshes that were drawn at once since the last Clear.</summary>
    public static class DrawnMeshes
    {
        public static readonly List<Mesh> Now = new List<Mesh>();
    }
}
