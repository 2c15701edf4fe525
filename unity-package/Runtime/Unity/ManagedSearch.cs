using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// The state of one managed search: which nodes were reached, and the open ones in a binary heap with decrease-key. A node is
    /// expanded once at most, whatever the overrides answer.
    /// </summary>
    internal sealed class ManagedSearch
    {
        private const int Closed = -1;

        private readonly Comparison<AStarNode> _compare;
        private readonly Dictionary<AStarNode, Entry> _reached = new Dictionary<AStarNode, Entry>();
        private readonly List<Entry> _heap = new List<Entry>();

        internal ManagedSearch(BaseGrid grid, Comparison<AStarNode> compare)
        {
            Grid = grid;
            _compare = compare;
        }

        internal BaseGrid Grid { get; }

        /// <summary>
        /// Whether a way of this cost to a node is new or cheaper than the one known. Where a node equals one that was reached before,
        /// it is replaced by that one.
        /// </summary>
        internal bool Improves(ref AStarNode node, float g)
        {
            Entry entry;
            if (_reached.TryGetValue(node, out entry))
            {
                node = entry.Node;
                return entry.Place != Closed && g < node.g;
            }
            // False for NaN as well.
            return g < float.PositiveInfinity;
        }

        /// <summary>Finds a node its place among the open ones, after its g and h have changed.</summary>
        internal void PutInOrder(AStarNode node)
        {
            Entry entry;
            if (!_reached.TryGetValue(node, out entry))
            {
                entry = new Entry(node, _reached.Count, _heap.Count);
                _reached.Add(node, entry);
                _heap.Add(entry);
            }
            // An order of the caller's own need not put cheaper nodes further ahead.
            MoveUp(entry);
            MoveDown(entry);
        }

        /// <summary>Closes and returns the open node that comes first; null when there is none.</summary>
        internal AStarNode TakeFirst()
        {
            if (_heap.Count == 0)
            {
                return null;
            }
            Entry first = _heap[0];
            Entry last = _heap[_heap.Count - 1];
            _heap.RemoveAt(_heap.Count - 1);
            if (first != last)
            {
                Place(last, 0);
                MoveDown(last);
            }
            first.Place = Closed;
            return first.Node;
        }

        private void MoveUp(Entry entry)
        {
            while (entry.Place > 0)
            {
                Entry parent = _heap[(entry.Place - 1) / 2];
                if (!IsBefore(entry, parent))
                {
                    return;
                }
                Swap(entry, parent);
            }
        }

        private void MoveDown(Entry entry)
        {
            for (int child = 2 * entry.Place + 1; child < _heap.Count; child = 2 * entry.Place + 1)
            {
                if (child + 1 < _heap.Count && IsBefore(_heap[child + 1], _heap[child]))
                {
                    child++;
                }
                if (!IsBefore(_heap[child], entry))
                {
                    return;
                }
                Swap(entry, _heap[child]);
            }
        }

        /// <summary>Of nodes that compare equal the one that was reached first, so that the same search gives the same path.</summary>
        private bool IsBefore(Entry entry, Entry other)
        {
            int order = _compare(entry.Node, other.Node);
            return order != 0 ? order < 0 : entry.Number < other.Number;
        }

        private void Swap(Entry entry, Entry other)
        {
            int place = entry.Place;
            Place(entry, other.Place);
            Place(other, place);
        }

        private void Place(Entry entry, int place)
        {
            _heap[place] = entry;
            entry.Place = place;
        }

        /// <summary>A node that was reached.</summary>
        private sealed class Entry
        {
            internal readonly AStarNode Node;

            /// <summary>How many nodes were reached before it.</summary>
            internal readonly int Number;

            /// <summary>Where it lies in the heap, or <see cref="Closed"/>.</summary>
            internal int Place;

            internal Entry(AStarNode node, int number, int place)
            {
                Node = node;
                Number = number;
                Place = place;
            }
        }
    }
}
