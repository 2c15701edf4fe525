using System;

namespace GridStar
{
    // Adds random obstacles.
    public sealed partial class CellMap
    {
        private const ulong Increment = 0x9E3779B97F4A7C15;

        /// <summary>
        /// Turns each walkable cell into an obstacle with the same probability, except <see cref="Start"/> and
        /// <see cref="Goal"/>. The same map, share and seed give the same obstacles on every platform and in every
        /// later version.
        /// </summary>
        /// <remarks>
        /// <para>Each cell takes one draw, row by row, of the generator SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast
        /// splittable pseudorandom number generators", OOPSLA 2014). A cell becomes an obstacle if the upper 32 bits of
        /// its draw are below share * 2^32.</para>
        /// <para>Cells that can't become obstacles take a draw too, so moving the start moves no other obstacle.</para>
        /// </remarks>
        /// <param name="share">The probability: from 0 (no cell) to 1 (every cell). 0.2 is one cell in five.</param>
        /// <param name="seed">Any number.</param>
        /// <exception cref="ArgumentOutOfRangeException">The share is not between 0 and 1.</exception>
        public CellMap AddRandomObstacles(double share, ulong seed)
        {
            if (!(share >= 0.0 && share <= 1.0))
            {
                throw new ArgumentOutOfRangeException(nameof(share), share, "Must be between 0 and 1.");
            }
            for (int y = 0; y < Height; y++)
            {
                AddRandomObstacles(share, seed, 0, y, Width);
            }
            return this;
        }

        /// <summary>Sets obstacles in some cells of a row.</summary>
        internal void AddRandomObstacles(double share, ulong seed, int x, int y, int width)
        {
            ulong threshold = (ulong)(share * 4294967296.0);
            int start = _start.HasValue ? IndexOf(_start.Value) : -1;
            int goal = _goal.HasValue ? IndexOf(_goal.Value) : -1;
            int first = y * Width + x;
            // The generator's state grows by the same number in each draw, so any draw can be the next one.
            ulong state = unchecked(seed + (ulong)first * Increment);
            for (int i = first; i < first + width; i++)
            {
                if (SplitMix64(ref state) >> 32 < threshold && i != start && i != goal)
                {
                    _types[i] = (byte)CellType.Obstacle;
                }
            }
        }

        /// <summary>The next number of the generator, uniform over 64 bits.</summary>
        internal static ulong SplitMix64(ref ulong state)
        {
            unchecked
            {
                state += Increment;
                ulong mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
                mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
                return mixed ^ (mixed >> 31);
            }
        }
    }
}
