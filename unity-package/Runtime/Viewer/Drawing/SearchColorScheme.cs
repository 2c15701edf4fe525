namespace GridStar
{
    /// <summary>Ready-made colors for <see cref="SearchPalette"/>.</summary>
    public enum SearchColorScheme
    {
        /// <summary>
        /// Colors that people with any color vision tell apart: open cells blue, closed cells orange, cells of the last
        /// step in a stronger shade, the path green, the start dark blue, the goal vermilion. From M. Okabe and K. Ito,
        /// "Color Universal Design", 2008.
        /// </summary>
        OkabeIto = 0,

        /// <summary>
        /// White cells, black obstacles, a green start, a red goal, a blue path, yellow open cells, gray closed cells.
        /// </summary>
        Classic = 1,
    }
}
