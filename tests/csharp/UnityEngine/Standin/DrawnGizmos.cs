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

    public struct DrawnLine
    {
        public readonly Vector3 From;
        public readonly Vector3 To;
        public readonly Color Color;

        internal DrawnLine(Vector3 from, Vector3 to, Color color)
        {
            From = from;
            To = to;
            Color = color;
        }
    }

    public struct DrawnMesh
    {
        public readonly Mesh Mesh;
        public readonly Vector3 Position;
        public readonly Color Color;

        internal DrawnMesh(Mesh mesh, Vector3 position, Color color)
        {
            Mesh = mesh;
            Position = position;
            Color = color;
        }
    }

    /// <summary>Drawings since the last <see cref="Clear"/>.</summary>
    public static class DrawnGizmos
    {
        private static readonly List<DrawnCube> Drawn = new List<DrawnCube>();

        private static readonly List<DrawnCube> DrawnWires = new List<DrawnCube>();

        private static readonly List<DrawnLine> DrawnLines = new List<DrawnLine>();

        private static readonly List<DrawnMesh> DrawnMeshes = new List<DrawnMesh>();

        public static IList<DrawnMesh> Meshes { get { return DrawnMeshes; } }

        public static IList<DrawnCube> Cubes { get { return Drawn; } }

        /// <summary>Cubes of which the edges alone were drawn.</summary>
        public static IList<DrawnCube> WireCubes { get { return DrawnWires; } }

        public static IList<DrawnLine> Lines { get { return DrawnLines; } }

        public static void Clear()
        {
            Drawn.Clear();
            DrawnWires.Clear();
            DrawnLines.Clear();
            DrawnMeshes.Clear();
        }

        internal static void Add(DrawnCube cube) => Drawn.Add(cube);

        internal static void AddWire(DrawnCube cube) => DrawnWires.Add(cube);

        internal static void Add(DrawnMesh mesh) => DrawnMeshes.Add(mesh);

        internal static void Add(DrawnLine line) => DrawnLines.Add(line);
    }
}
