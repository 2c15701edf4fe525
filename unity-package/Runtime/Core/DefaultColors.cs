namespace GridStar
{
    /// <summary>The default colors of cell types, as 0xRRGGBB: in pictures of searches and in the Scene view.</summary>
    internal static class DefaultColors
    {
        /// <summary>
        /// The default color of a type from 2 on: hues that differ by the golden angle, in three shades. Integers, so
        /// that the color is the same everywhere.
        /// </summary>
        internal static int Of(CellType cellType)
        {
            int type = (int)cellType;
            // 959 of 1536 hues is nearly the golden ratio of the color circle: successive types lie far apart on it.
            int hue = type * 959 % 1536;
            int brightest = 235 - 50 * (type % 3);
            int darkest = brightest * (1 + type % 2) / 5;
            int rising = darkest + (brightest - darkest) * (hue % 256) / 255;
            int falling = darkest + brightest - rising;
            switch (hue / 256)
            {
                case 0:
                    return Rgb(brightest, rising, darkest);
                case 1:
                    return Rgb(falling, brightest, darkest);
                case 2:
                    return Rgb(darkest, brightest, rising);
                case 3:
                    return Rgb(darkest, falling, brightest);
                case 4:
                    return Rgb(rising, darkest, brightest);
                default:
                    return Rgb(brightest, darkest, falling);
            }
        }

        private static int Rgb(int red, int green, int blue) => (red << 16) | (green << 8) | blue;
    }
}
