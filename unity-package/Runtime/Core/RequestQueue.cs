using System;

namespace GridStar
{
    /// <summary>
    /// Requests of one urgency, the oldest first. A request whose tracker has another serial number by now, or which
    /// has lost its reason, is dropped when its turn comes. A warm queue allocates nothing.
    /// </summary>
    internal sealed class RequestQueue
    {
        private Entry[] _entries = new Entry[64];
        private int _first;

        internal RequestQueue(Urgency urgency)
        {
            Urgency = urgency;
        }

        internal Urgency Urgency { get; }

        /// <summary>Number of requests, outdated ones included.</summary>
        internal int Count { get; private set; }

        internal void Add(PathTracker tracker, double since)
        {
            if (Count == _entries.Length)
            {
                MakeRoom();
            }
            _entries[(_first + Count) % _entries.Length] = new Entry(tracker, since);
            Count++;
        }

        /// <summary>Tells since when the oldest request waits. Returns false if there is none.</summary>
        internal bool TryPeek(out double since)
        {
            while (Count > 0 && !_entries[_first].IsCurrent)
            {
                Drop();
            }
            since = Count > 0 ? _entries[_first].Since : 0.0;
            return Count > 0;
        }

        /// <summary>Removes the oldest request. <see cref="TryPeek"/> must have found it.</summary>
        internal PathTracker Take()
        {
            PathTracker tracker = _entries[_first].Tracker;
            Drop();
            return tracker;
        }

        private void Drop()
        {
            Entry entry = _entries[_first];
            if (entry.Tracker.Serial == entry.Serial)
            {
                entry.Tracker.Queued = Urgency.None;
            }
            _entries[_first] = default(Entry);
            _first = (_first + 1) % _entries.Length;
            Count--;
        }

        /// <summary>Drops outdated requests. If they were few, doubles the places.</summary>
        private void MakeRoom()
        {
            int kept = 0;
            for (int i = 0; i < Count; i++)
            {
                Entry entry = _entries[(_first + i) % _entries.Length];
                if (entry.IsOfNow)
                {
                    _entries[(_first + kept) % _entries.Length] = entry;
                    kept++;
                }
            }
            for (int i = kept; i < Count; i++)
            {
                _entries[(_first + i) % _entries.Length] = default(Entry);
            }
            Count = kept;
            if (kept <= _entries.Length / 2)
            {
                return;
            }
            Entry[] entries = new Entry[2 * _entries.Length];
            for (int i = 0; i < kept; i++)
            {
                entries[i] = _entries[(_first + i) % _entries.Length];
            }
            _entries = entries;
            _first = 0;
        }

        private struct Entry
        {
            internal readonly PathTracker Tracker;
            internal readonly int Serial;
            internal readonly double Since;

            internal Entry(PathTracker tracker, double since)
            {
                Tracker = tracker;
                Serial = tracker.Serial;
                Since = since;
            }

            /// <summary>Whether no later request or withdrawal has replaced this one.</summary>
            internal bool IsOfNow => Tracker.Serial == Serial;

            internal bool IsCurrent => IsOfNow && Tracker.IsWanted;
        }
    }
}
