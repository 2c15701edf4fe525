using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Turns colors into those of vertices. In a project with a linear color space Unity converts the colors of
    /// materials and of textures by itself, and hands those of vertices to the shader as they are.
    /// </summary>
    internal struct VertexColors
    {
        private static readonly byte[] s_linear = MakeLinear();

        private bool _isLinear;

        /// <summary>For the project's color space.</summary>
        internal static VertexColors Now()
            => new VertexColors { _isLinear = QualitySettings.activeColorSpace == ColorSpace.Linear };

        /// <summary>Alpha is linear in both spaces.</summary>
        internal Color32 Of(Color32 color) => _isLinear
            ? new Color32(s_linear[color.r], s_linear[color.g], s_linear[color.b], color.a)
            : color;

        private static byte[] MakeLinear()
        {
            byte[] linear = new byte[256];
            for (int i = 0; i < linear.Length; i++)
            {
                double value = i / 255.0;
                double light = value <= 0.04045 ? value / 12.92 : Math.Pow((value + 0.055) / 1.055, 2.4);
                linear[i] = (byte)(255.0 * light + 0.5);
            }
            return linear;
        }
    }
}
