using System;

namespace GridStar
{
    // Random maps.
    public sealed partial class CellMap
    {
        /// <summary>
        /// Makes each walkable cell an obstacle with the same probability, but never <see cref="Start"/> and <see cref="Goal"/>. The same
        /// map, share and seed give the same obstacles on every platform and in every later version.
        /// </summary>
        /// <remarks>
        /// One draw for each cell, row by row, of the generator SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
        /// generators", OOPSLA 2014): a cell becomes an obstacle when the upper 32 bits of its number are below share * 2^32. Cells
        /// that stay as they are use up their draw too, so that moving the start moves no obstacle elsewhere.
        /// </remarks>
        /// <param name="share">From 0, none, to 1, all. One cell in five: 0.2.</param>
        /// <param name="seed">Any number.</param>
        /// <exception cref="ArgumentOutOfRangeException">The share is not between 0 and 1.</exception>
        public CellMap AddRandomObstacles(double share, ulong seed)
        {
            if (!(share >= 0.0 && share <= 1.0))
            {
                throw new ArgumentOutOfRangeException(nameof(share), share, "A share lies between 0 and 1.");
            }
            ulong threshold = (ulong)(share * 4294967296.0);
            int start = _start.HasValue ? IndexOf(_start.Value) : -1;
            int goal = _goal.HasValue ? IndexOf(_goal.Value) : -1;
            ulong state = seed;
            for (int i = 0; i < Count; i++)
            {
                if (SplitMix64(ref state) >> 32 < threshold && i != start && i != goal)
                {
                    _types[i] = (byte)CellType.Obstacle;
                }
            }
            return this;
        }

        /// <summary>The next number, uniform over 64 bits.</summary>
        internal static ulong SplitMix64(ref ulong state)
        {
            unchecked
            {
                state += 0x9E3779B97F4A7C15;
                ulong mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
                mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
                return mixed ^ (mixed >> 31);
            }
        }
    }
}
