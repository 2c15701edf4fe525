using System;

namespace UnityEngine
{
    [Serializable]
    public struct Vector2Int : IEquatable<Vector2Int>
    {
        private int m_X;
        private int m_Y;

        public Vector2Int(int x, int y)
        {
            m_X = x;
            m_Y = y;
        }

        public int x { get { return m_X; } set { m_X = value; } }
        public int y { get { return m_Y; } set { m_Y = value; } }

        public static bool operator ==(Vector2Int lhs, Vector2Int rhs) => lhs.x == rhs.x && lhs.y == rhs.y;

        public static bool operator !=(Vector2Int lhs, Vector2Int rhs) => !(lhs == rhs);

        public bool Equals(Vector2Int other) => this == other;

        public override bool Equals(object other) => other is Vector2Int && Equals((Vector2Int)other);

        public override int GetHashCode() => x.GetHashCode() ^ (y.GetHashCode() << 2);

        public override string ToString() => "(" + x + ", " + y + ")";
    }
}
