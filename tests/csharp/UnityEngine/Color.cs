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

        /// <summary>The color of a linear color space for this one of sRGB. Alpha stays.</summary>
        public Color linear { get { return new Color(Linear(r), Linear(g), Linear(b), a); } }

        public static implicit operator Color32(Color c)
            => new Color32(Channel(c.r), Channel(c.g), Channel(c.b), Channel(c.a));

        public static implicit operator Color(Color32 c)
            => new Color(c.r / 255f, c.g / 255f, c.b / 255f, c.a / 255f);

        private static byte Channel(float value) => (byte)Math.Round(Math.Min(1f, Math.Max(0f, value)) * 255f);

        private static float Linear(float value)
            => value <= 0.04045f ? value / 12.92f : (float)Math.Pow((value + 0.055f) / 1.055f, 2.4f);

        public bool Equals(Color other) => r == other.r && g == other.g && b == other.b && a == other.a;

        public override bool Equals(object other) => other is Color && Equals((Color)other);

        public override int GetHashCode()
            => r.GetHashCode() ^ (g.GetHashCode() << 2) ^ (b.GetHashCode() >> 2) ^ (a.GetHashCode() >> 1);

        public override string ToString() => "RGBA(" + r + ", " + g + ", " + b + ", " + a + ")";
    }

    public enum ColorSpace
    {
        Uninitialized = -1,
        Gamma = 0,
        Linear = 1,
    }

    public sealed class QualitySettings : Object
    {
        public static ColorSpace activeColorSpace { get { return Standin.Device.ColorSpace; } }
    }

    public sealed class SystemInfo
    {
        public static int maxTextureSize { get { return Standin.Device.LongestTexture; } }
    }
}

namespace UnityEngine.Standin
{
    /// <summary>The graphics card and the project's color space. Tests set both.</summary>
    public static class Device
    {
        public static ColorSpace ColorSpace { get; set; } = ColorSpace.Gamma;

        public static int LongestTexture { get; set; } = 16384;
    }
}
