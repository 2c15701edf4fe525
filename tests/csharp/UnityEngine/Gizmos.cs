using UnityEngine.Standin;

namespace UnityEngine
{
    public sealed class Gizmos
    {
        public static Color color { get; set; }

        public static void DrawCube(Vector3 center, Vector3 size)
        {
            MainThread.Require("DrawCube");
            DrawnGizmos.Add(new DrawnCube(center, size, color));
        }

        public static void DrawWireCube(Vector3 center, Vector3 size)
        {
            MainThread.Require("DrawWireCube");
            DrawnGizmos.AddWire(new DrawnCube(center, size, color));
        }

        /// <summary>Unity draws no mesh without normals.</summary>
        public static void DrawMesh(Mesh mesh, Vector3 position)
        {
            MainThread.Require("DrawMesh");
            if (mesh.normals.Length != mesh.vertices.Length)
            {
                throw new UnityException("Gizmos.DrawMesh requires a mesh with positions and normals.");
            }
            DrawnGizmos.Add(new DrawnMesh(mesh, position, color));
        }

        public static void DrawLine(Vector3 from, Vector3 to)
        {
            MainThread.Require("DrawLine");
            DrawnGizmos.Add(new DrawnLine(from, to, color));
        }
    }
}
