namespace GridStar
{
    /// <summary>A plane of values, one for each cell.</summary>
    public enum CellPlane
    {
        /// <summary>The type: see <see cref="CellType"/>.</summary>
        Types = 0,

        /// <summary>The penalty: see <see cref="PathGrid.FillPenalties"/>.</summary>
        Penalties = 1,

        /// <summary>The number of covers: see <see cref="PathCover"/>.</summary>
        Covers = 2,

        /// <summary>The closed steps to cells after it: see <see cref="PathGrid.SetPassages(byte[])"/>.</summary>
        Passages = 3,
    }
}
