using System;

namespace GridStar
{
    /// <summary>
    /// The paths that searches found last, while someone looks on: the overlay of the Scene view. Any thread. A path is
    /// copied up to a number of points. Allocates nothing once its arrays are there.
    /// </summary>
    internal static class LastPaths
    {
        internal const int Capacity = 32;

        /// <summary>Points of a path that are kept.</summary>
        internal const int MostPoints = 1024;

        private static readonly object s_lock = new object();
        private static readonly ulong[] s_grids = new ulong[Capacity];
        private static readonly int[] s_lengths = new int[Capacity];
        private static GridCell[] s_points;
        private static int s_next;
        private static int s_lookers;

        /// <summary>Number of paths so far.</summary>
        internal static int Version { get; private set; }

        /// <summary>Someone looks on. Each call needs one of <see cref="Stop"/>.</summary>
        internal static void Start()
        {
            lock (s_lock)
            {
                s_points = s_points ?? new GridCell[Capacity * MostPoints];
                s_lookers++;
            }
        }

        /// <summary>The last one to look away forgets the paths.</summary>
        internal static void Stop()
        {
            lock (s_lock)
            {
                s_lookers--;
                if (s_lookers == 0)
                {
                    Array.Clear(s_lengths, 0, Capacity);
                }
            }
        }

        internal static void Note(ulong grid, GridCell[] cells, int first, int length)
        {
            if (s_lookers == 0 || length == 0)
            {
                return;
            }
            lock (s_lock)
            {
                if (s_points == null)
                {
                    return;
                }
                int kept = Math.Min(Math.Min(length, MostPoints), cells.Length - first);
                Array.Copy(cells, first, s_points, s_next * MostPoints, kept);
                s_grids[s_next] = grid;
                s_lengths[s_next] = kept;
                s_next = (s_next + 1) % Capacity;
                Version++;
            }
        }

        /// <summary>
        /// Copies the points of a path of a grid, from 0 on the newest first, into an array of
        /// <see cref="MostPoints"/>. Returns their number: 0 after the oldest path.
        /// </summary>
        internal static int CopyTo(ulong grid, int index, GridCell[] points)
        {
            lock (s_lock)
            {
                for (int age = 1; age <= Capacity; age++)
                {
                    int at = (s_next - age + Capacity) % Capacity;
                    if (s_lengths[at] > 0 && s_grids[at] == grid && index-- == 0)
                    {
                        Array.Copy(s_points, at * MostPoints, points, 0, s_lengths[at]);
                        return s_lengths[at];
                    }
                }
            }
            return 0;
        }
    }
}
