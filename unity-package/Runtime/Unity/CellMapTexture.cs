using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>Reads maps from pictures, one pixel a cell. Unity's main thread only.</summary>
    public static class CellMapTexture
    {
        /// <summary>
        /// Reads a texture whose dark pixels are obstacles. Pure green, (0, 255, 0), marks the start; pure red, (255,
        /// 0, 0), marks the goal. Any other pixel is an obstacle if its red, green and blue add up to less than 384.
        /// </summary>
        /// <param name="map">The map to replace. The picture's lowest row becomes row 0.</param>
        /// <param name="texture">A readable texture (Read/Write in its import settings) of 1 to
        /// <see cref="PathGridSettings.MaxSide"/> pixels a side. Turn off compression, scaling to a power of two and
        /// reduced quality, which change its colors.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">The texture is not readable, or marks two starts or two goals. The map
        /// stays as it was.</exception>
        public static CellMap ReadTexture(this CellMap map, Texture2D texture)
        {
            return ReadTexture(map, texture, MarkOf);
        }

        /// <summary>
        /// Reads a texture by a legend of colors. Allocates an array of its pixels and an array of bytes.
        /// </summary>
        /// <param name="map">The map to replace. The picture's lowest row becomes row 0.</param>
        /// <param name="texture">As in the other overload.</param>
        /// <param name="markOf">Returns what a color stands for.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">The texture is not readable, or marks two starts or two goals. The map
        /// stays as it was.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The legend returns an unknown
        /// <see cref="CellMark"/>.</exception>
        public static CellMap ReadTexture(this CellMap map, Texture2D texture, Func<Color32, CellMark> markOf)
        {
            if (map == null)
            {
                throw new ArgumentNullException(nameof(map));
            }
            if (texture == null)
            {
                throw new ArgumentNullException(nameof(texture));
            }
            if (markOf == null)
            {
                throw new ArgumentNullException(nameof(markOf));
            }
            if (!texture.isReadable)
            {
                string message = "The texture can't be read. Turn on Read/Write in its import settings.";
                throw new ArgumentException(message, nameof(texture));
            }
            byte[] marks = Array.ConvertAll(texture.GetPixels32(), pixel => (byte)markOf(pixel));
            return map.ReadBytes(marks, texture.width, texture.height, CellLegend.Marks, nameof(texture));
        }

        private static CellMark MarkOf(Color32 color)
        {
            if (color.r == 0 && color.g == 255 && color.b == 0)
            {
                return CellMark.Start;
            }
            if (color.r == 255 && color.g == 0 && color.b == 0)
            {
                return CellMark.Goal;
            }
            return color.r + color.g + color.b < 384 ? CellMark.Obstacle : CellMark.Walkable;
        }
    }
}
