using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Reads maps from pictures, one pixel a cell. Unity's main thread only. An argument that is null throws
    /// <see cref="ArgumentNullException"/>.
    /// </summary>
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
        /// <exception cref="ArgumentException">The texture is not readable, or marks two starts or two goals. The map
        /// stays as it was.</exception>
        public static CellMap ReadTexture(this CellMap map, Texture2D texture) => ReadTexture(map, texture, MarkOf);

        /// <summary>
        /// Asks a callback for the meaning of each pixel. Allocates an array of its pixels and an array of bytes.
        /// </summary>
        /// <param name="map">The map to replace. The picture's lowest row becomes row 0.</param>
        /// <exception cref="ArgumentException">The texture is not readable, or marks two starts or two goals. The map
        /// stays as it was.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The callback returns an unknown
        /// <see cref="CellMark"/>.</exception>
        public static CellMap ReadTexture(this CellMap map, Texture2D texture, Func<Color32, CellMark> markOf)
        {
            RefuseNull(map, nameof(map));
            RefuseNull(markOf, nameof(markOf));
            byte[] marks = Array.ConvertAll(PixelsOf(texture), pixel => (byte)markOf(pixel));
            return map.ReadBytes(marks, texture.width, texture.height, CellLegend.Marks, nameof(texture));
        }

        /// <summary>
        /// Reads a texture whose colors stand for cell types, start and goal. Allocates an array of its pixels.
        /// </summary>
        /// <param name="map">The map to replace. The picture's lowest row becomes row 0.</param>
        /// <param name="colors">A legend of colors: its numbers are 0xRRGGBB. Alpha does not matter.</param>
        /// <exception cref="ArgumentException">The texture is not readable, or marks two starts or two goals. The map
        /// stays as it was.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The legend does not list a pixel's color. The message names
        /// the pixel. The map stays as it was.</exception>
        public static CellMap ReadTypes(this CellMap map, Texture2D texture, CellLegend colors)
        {
            RefuseNull(map, nameof(map));
            RefuseNull(colors, nameof(colors));
            Color32[] pixels = PixelsOf(texture);
            return map.ReadRows(pixels, texture.width, texture.height, new MeaningsOfColors(colors), nameof(texture));
        }

        /// <summary>
        /// Asks a callback for the type of each pixel: for textures whose colors are not exact. Allocates an array of
        /// its pixels and an array of bytes.
        /// </summary>
        /// <param name="map">The map to replace. The picture's lowest row becomes row 0.</param>
        /// <param name="typeOf">Returns the type that a color stands for: any type.</param>
        /// <exception cref="ArgumentException">The texture is not readable.</exception>
        public static CellMap ReadTypes(this CellMap map, Texture2D texture, Func<Color32, CellType> typeOf)
        {
            RefuseNull(map, nameof(map));
            RefuseNull(typeOf, nameof(typeOf));
            byte[] types = Array.ConvertAll(PixelsOf(texture), pixel => (byte)typeOf(pixel));
            return map.ReadBytes(types, texture.width, texture.height, CellLegend.CellTypes, nameof(texture));
        }

        private static Color32[] PixelsOf(Texture2D texture)
        {
            if (texture == null)
            {
                throw new ArgumentNullException(nameof(texture));
            }
            if (!texture.isReadable)
            {
                string message = "The texture can't be read. Turn on Read/Write in its import settings.";
                throw new ArgumentException(message, nameof(texture));
            }
            return texture.GetPixels32();
        }

        private static void RefuseNull(object argument, string parameter)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }

        private struct MeaningsOfColors : CellMap.IMeanings<Color32>
        {
            private readonly CellLegend _colors;

            internal MeaningsOfColors(CellLegend colors)
            {
                _colors = colors;
            }

            public bool TryGet(Color32 element, out CellMeaning meaning)
                => _colors.TryGet((element.r << 16) | (element.g << 8) | element.b, out meaning);
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
