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

        public static void DrawLine(Vector3 from, Vector3 to)
        {
            MainThread.Require("DrawLine");
            DrawnGizmos.Add(new DrawnLine(from, to, color));
        }
    }
}
