namespace GridStar
{
    /// <summary>The order of the cells of a range.</summary>
    public enum RangeOrder
    {
        /// <summary>Row by row.</summary>
        Rows = 0,

        /// <summary>The cheapest first; by rows where costs are equal.</summary>
        Costs = 1,
    }
}
