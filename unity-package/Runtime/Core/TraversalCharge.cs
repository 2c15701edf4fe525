namespace GridStar
{
    /// <summary>Which multipliers of a profile a step counts.</summary>
    public enum TraversalCharge
    {
        // GridstarCharge of gridstar.h.

        /// <summary>
        /// The mean of the multipliers of the two cells that the step joins. A path costs the same in both directions.
        /// </summary>
        Mean = 0,

        /// <summary>
        /// The multiplier of the cell that the step enters, for scripts that count in this way. A* over cells answers
        /// all queries.
        /// </summary>
        Entered = 1,
    }
}
