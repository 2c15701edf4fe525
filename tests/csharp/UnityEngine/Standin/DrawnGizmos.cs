using System.Collections.Generic;

namespace UnityEngine.Standin
{
    public struct DrawnCube
    {
        public readonly Vector3 Center;
        public readonly Vector3 Size;
        public readonly Color Color;

        internal DrawnCube(Vector3 center, Vector3 size, Color color)
        {
            Center = center;
            Size = size;
            Color = color;
        }
    }

    /// <summary>What was drawn since the last <see cref="Clear"/>.</summary>
    public static class DrawnGizmos
    {
        private static readonly List<DrawnCube> Drawn = new List<DrawnCube>();

        public static IList<DrawnCube> Cubes { get { return Drawn; } }

        public static void Clear()
        {
            Drawn.Clear();
        }

        internal static void Add(DrawnCube cube)
        {
            Drawn.Add(cube);
        }
    }
}
