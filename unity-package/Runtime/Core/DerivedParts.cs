namespace GridStar
{
    /// <summary>
    /// Parts that a grid has derived at a moment: compared, two of them tell whether a search derived anything.
    /// </summary>
    internal struct DerivedParts
    {
        private uint _parts;
        private ulong _bytes;

        /// <summary>Without a grid of this id, nothing.</summary>
        internal static DerivedParts Of(ulong grid)
        {
            GridstarGridInfo info = default(GridstarGridInfo);
            info.struct_size = GridstarGridInfo.Size;
            DerivedParts derived = default(DerivedParts);
            if (NativeMethods.gridstar_grid_get_info(grid, ref info) >= 0)
            {
                derived._parts = info.prepared & ~(uint)NativeConstants.PreparedUnderWay;
                derived._bytes = info.bytes;
            }
            return derived;
        }

        /// <summary>Whether there is a part, or memory of a part, that was not there.</summary>
        internal bool HasMoreThan(DerivedParts earlier)
            => (_parts & ~earlier._parts) != 0 || _bytes > earlier._bytes;
    }
}
