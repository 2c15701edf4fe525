namespace GridStar
{
    /// <summary>
    /// Counts of requests by their target, in one frame. Targets that find no free place are not counted. Allocates
    /// nothing.
    /// </summary>
    internal sealed class TargetTally
    {
        private const int Places = 256;
        private const int Probes = 8;

        private readonly Entry[] _entries = new Entry[Places];
        private readonly int[] _used = new int[Places];
        private int _frame = 1;

        /// <summary>Number of targets.</summary>
        internal int Count { get; private set; }

        internal GridCell TargetAt(int index) => _entries[_used[index]].Target;

        /// <summary>Number of requests.</summary>
        internal int RequestsAt(int index) => _entries[_used[index]].Requests;

        /// <summary>Sum of the requests' distances from the target.</summary>
        internal long ReachAt(int index) => _entries[_used[index]].Reach;

        internal void Clear()
        {
            _frame++;
            Count = 0;
        }

        /// <summary>Returns the index of the target; -1 if it is not counted.</summary>
        internal int Add(GridCell target, int distance)
        {
            uint place = unchecked((uint)(target.X * 73856093) ^ (uint)(target.Y * 19349663)) % Places;
            for (int probe = 0; probe < Probes; probe++)
            {
                int index = (int)((place + probe) % Places);
                if (_entries[index].Frame != _frame)
                {
                    _entries[index] = new Entry { Target = target, Frame = _frame, Index = Count };
                    _used[Count] = index;
                    Count++;
                }
                if (_entries[index].Target == target)
                {
                    _entries[index].Requests++;
                    _entries[index].Reach += distance;
                    return _entries[index].Index;
                }
            }
            return -1;
        }

        private struct Entry
        {
            internal GridCell Target;
            internal int Frame;
            internal int Index;
            internal int Requests;
            internal long Reach;
        }
    }
}
