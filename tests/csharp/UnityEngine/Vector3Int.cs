using System;

namespace UnityEngine
{
    [Serializable]
    public struct Vector3Int : IEquatable<Vector3Int>
    {
        private int m_X;
        private int m_Y;
        private int m_Z;

        public Vector3Int(int x, int y, int z)
        {
            m_X = x;
            m_Y = y;
            m_Z = z;
        }

        public int x { get { return m_X; } set { m_X = value; } }
        public int y { get { return m_Y; } set { m_Y = value; } }
        public int z { get { return m_Z; } set { m_Z = value; } }

        public static Vector3Int operator +(Vector3Int a, Vector3Int b)
            => new Vector3Int(a.x + b.x, a.y + b.y, a.z + b.z);

        public static Vector3Int operator -(Vector3Int a, Vector3Int b)
            => new Vector3Int(a.x - b.x, a.y - b.y, a.z - b.z);

        public static Vector3Int Min(Vector3Int lhs, Vector3Int rhs)
            => new Vector3Int(Math.Min(lhs.x, rhs.x), Math.Min(lhs.y, rhs.y), Math.Min(lhs.z, rhs.z));

        public static Vector3Int Max(Vector3Int lhs, Vector3Int rhs)
            => new Vector3Int(Math.Max(lhs.x, rhs.x), Math.Max(lhs.y, rhs.y), Math.Max(lhs.z, rhs.z));

        public bool Equals(Vector3Int other) => x == other.x && y == other.y && z == other.z;

        public override bool Equals(object other) => other is Vector3Int && Equals((Vector3Int)other);

        public override int GetHashCode() => x ^ (y << 10) ^ (z << 20);

        public override string ToString() => "(" + x + ", " + y + ", " + z + ")";
    }
}
