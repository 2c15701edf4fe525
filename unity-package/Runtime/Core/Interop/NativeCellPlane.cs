namespace GridStar
{
    /// <summary>GridstarCellPlane of gridstar.h: what a cell has besides its place.</summary>
    internal enum NativeCellPlane : uint
    {
        Types = 0,
        Penalties = 1,
        Covers = 2,
    }
}
