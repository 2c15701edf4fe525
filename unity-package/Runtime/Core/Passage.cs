namespace GridStar
{
    /// <summary>How two cells that share a side can be passed between.</summary>
    public enum Passage
    {
        // GridstarPassage of gridstar.h.

        /// <summary>Both ways, as on a new grid.</summary>
        Open = 0,

        /// <summary>Neither way: a wall.</summary>
        Wall = 1,

        /// <summary>From the first cell to the second one only, as over a ledge that one can jump down from.</summary>
        OneWay = 2,

        /// <summary>From the second cell to the first one only.</summary>
        OneWayBack = 3,
    }
}
