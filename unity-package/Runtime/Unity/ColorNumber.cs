using UnityEngine;

namespace GridStar
{
    /// <summary>Colors as numbers: 0xRRGGBB.</summary>
    internal static class ColorNumber
    {
        internal static Color ToColor(int number)
            => new Color((number >> 16) / 255f, ((number >> 8) & 0xFF) / 255f, (number & 0xFF) / 255f, 1f);

        internal static int Of(Color color)
            => (Channel(color.r) << 16) | (Channel(color.g) << 8) | Channel(color.b);

        // HDR colors of the inspector can exceed 1.
        private static int Channel(float value) => Mathf.RoundToInt(255f * Mathf.Min(1f, Mathf.Max(0f, value)));
    }
}
