namespace GridStar
{
    /// <summary>Colors that come with <see cref="SearchPalette"/>.</summary>
    public enum SearchColorScheme
    {
        /// <summary>
        /// Those of M. Okabe and K. Ito ("Color Universal Design", 2008), which people with any color vision tell apart: open cells are blue, closed
        /// ones orange, what the last step touched is stronger; the path is green, the start dark blue, the goal vermilion.
        /// </summary>
        OkabeIto = 0,

        /// <summary>White cells, black obstacles, a green start, a red end and a blue path; open cells are yellow, closed ones gray.</summary>
        Classic = 1,
    }
}
