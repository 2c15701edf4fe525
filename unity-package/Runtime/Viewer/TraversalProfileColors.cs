using System;

namespace GridStar
{
    /// <summary>The colors of a <see cref="TraversalProfileAsset"/> in pictures of searches.</summary>
    public static class TraversalProfileColors
    {
        /// <summary>Gives the types that the asset lists their colors in a palette.</summary>
        public static void CopyColorsTo(this TraversalProfileAsset asset, SearchPalette palette)
        {
            if (palette == null)
            {
                throw new ArgumentNullException(nameof(palette));
            }
            foreach (TraversalProfileAsset.Entry entry in asset.Entries)
            {
                palette[(CellType)entry.Type] = ColorNumber.Of(entry.Color);
            }
        }
    }
}
