using System;

namespace GridStar.Demo
{
    /// <summary>A binary heap of cells by the smallest f. Ties go to the smaller h.</summary>
    internal sealed class OpenHeap
    {
        private struct Entry
        {
            public long F;
            public long H;
            public int Slot;

            public bool ComesBefore(ref Entry other) => F < other.F || (F == other.F && H < other.H);
        }

        private Entry[] _entries = new Entry[256];
        private int _count;

        public void Clear() => _count = 0;

        public void Push(long f, long h, int slot)
        {
            if (_count == _entries.Length)
            {
                Array.Resize(ref _entries, 2 * _count);
            }
            var entry = new Entry { F = f, H = h, Slot = slot };
            int hole = _count++;
            while (hole > 0)
            {
                int parent = (hole - 1) / 2;
                if (!entry.ComesBefore(ref _entries[parent]))
                {
                    break;
                }
                _entries[hole] = _entries[parent];
                hole = parent;
            }
            _entries[hole] = entry;
        }

        public bool TryPop(out int slot)
        {
            slot = 0;
            if (_count == 0)
            {
                return false;
            }
            slot = _entries[0].Slot;
            Entry last = _entries[--_count];
            int hole = 0;
            for (int child = 1; child < _count; child = 2 * hole + 1)
            {
                if (child + 1 < _count && _entries[child + 1].ComesBefore(ref _entries[child]))
                {
                    child++;
                }
                if (!_entries[child].ComesBefore(ref last))
                {
                    break;
                }
                _entries[hole] = _entries[child];
                hole = child;
            }
            _entries[hole] = last;
            return true;
        }
    }
}
