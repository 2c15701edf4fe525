using System;

namespace GridStar
{
    /// <summary>A hash of values in their order, the same on every platform.</summary>
    internal struct StateHash
    {
        internal ulong Sum { get; private set; }

        internal void Add(long value)
        {
            unchecked
            {
                // The finalizer of SplitMix64, after what came before.
                ulong mixed = (Sum ^ (ulong)value) + 0x9E3779B97F4A7C15UL;
                mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9UL;
                mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBUL;
                Sum = mixed ^ (mixed >> 31);
            }
        }

        internal void Add(double value) => Add(BitConverter.DoubleToInt64Bits(value));

        internal void Add(GridCell cell) => Add(((long)cell.X << 32) ^ (uint)cell.Y);
    }
}
