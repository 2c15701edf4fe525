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

        private readonly Stack<GridCell[]> _free = new Stack<GridCell[]>(Most);

        /// <summary>An array of at least a length, with any content. A new one is half as long again.</summary>
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
            return New(length);
        }

        internal static GridCell[] New(int length) => new GridCell[length * 3 / 2];

        internal void Give(GridCell[] array)
        {
            if (_free.Count < Most)
            {
                _free.Push(array);
            }
        }
    }
}
