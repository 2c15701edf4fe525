using System;

namespace UnityEngine
{
    [Serializable]
    public struct Color : IEquatable<Color>
    {
        public float r;
        public float g;
        public float b;
        public float a;

        public Color(float r, float g, float b, float a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }

        public static Color white { get { return new Color(1f, 1f, 1f, 1f); } }
        public static Color red { get { return new Color(1f, 0f, 0f, 1f); } }
        public static Color blue { get { return new Color(0f, 0f, 1f, 1f); } }
        public static Color black { get { return new Color(0f, 0f, 0f, 1f); } }
        public static Color green { get { return new Color(0f, 1f, 0f, 1f); } }
        public static Color yellow { get { return new Color(1f, 0.92f, 0.016f, 1f); } }

        public bool Equals(Color other) => r == other.r && g == other.g && b == other.b && a == other.a;

        public override bool Equals(object other) => other is Color && Equals((Color)other);

        public override int GetHashCode()
            => r.GetHashCode() ^ (g.GetHashCode() << 2) ^ (b.GetHashCode() >> 2) ^ (a.GetHashCode() >> 1);

        public override string ToString() => "RGBA(" + r + ", " + g + ", " + b + ", " + a + ")";
    }
}
