using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Arrays for long paths, which trackers leave to each other: most trackers of a shared field need one for moments
    /// alone.
    /// </summary>
    internal sealed class CellArrays
    {
        /// <summary>The most arrays that wait.</summary>
        private const int Most = 64;

        /// <summary>Number of arrays that are made at once: where one tracker needs one, others soon do.</summary>
        private const int Batch = 4;

        private readonly Stack<GridCell[]> _free = new Stack<GridCell[]>(Most);

        /// <summary>An array of at least a length, with any content.</summary>
        internal GridCell[] Take(int length)
        {
            while (_free.Count > 0)
            {
                GridCell[] array = _free.Pop();
                if (array.Length >= length)
                {
                    return array;
                }
            }
            for (int i = 1; i < Batch; i++)
            {
                _free.Push(New(length));
            }
            return New(length);
        }

        /// <summary>The length is rounded up to a power of two, so that it serves for longer paths too.</summary>
        internal static GridCell[] New(int length)
        {
            int room = 64;
            while (room < length)
            {
                room *= 2;
            }
            return new GridCell[room];
        }

        internal void Give(GridCell[] array)
        {
            if (_free.Count < Most)
            {
                _free.Push(array);
            }
        }
    }
}
