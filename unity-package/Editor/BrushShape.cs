namespace GridStar.Editor
{
    /// <summary>Shape that a drag of the mouse paints.</summary>
    internal enum BrushShape
    {
        /// <summary>A square of cells along the way of the mouse.</summary>
        Brush = 0,

        /// <summary>A line of such squares from where the drag begins to where it ends.</summary>
        Line = 1,

        /// <summary>The rectangle between both.</summary>
        Rectangle = 2,

        /// <summary>The cells of one type that hang together with the clicked one by their sides.</summary>
        Fill = 3,

        /// <summary>Nothing: the type of the clicked cell becomes the brush's.</summary>
        Pick = 4,
    }
}
