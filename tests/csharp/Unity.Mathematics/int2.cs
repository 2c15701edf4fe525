using System;

// The shape of com.unity.mathematics 1.2 and 1.3.
namespace Unity.Mathematics
{
    [Serializable]
    public struct int2 : IEquatable<int2>
    {
        public int x;
        public int y;

        public int2(int x, int y)
        {
            this.x = x;
            this.y = y;
        }

        public bool Equals(int2 rhs) => x == rhs.x && y == rhs.y;

        public override bool Equals(object o) => o is int2 && Equals((int2)o);

        public override int GetHashCode() => unchecked(x * 397 ^ y);

        public override string ToString() => "int2(" + x + ", " + y + ")";
    }
}
