using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// The state of one managed search: the reached nodes, and the open list as a binary heap with decrease-key. A node
    /// is expanded at most once, whatever the overrides return.
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
        /// Whether a way with this cost to a node is the first or cheaper than the known one. A node equal to one
        /// reached before is replaced by the earlier one.
        /// </summary>
        internal bool Improves(ref AStarNode node, float g)
        {
            if (_reached.TryGetValue(node, out Entry entry))
            {
                node = entry.Node;
                return entry.Index != Closed && g < node.g;
            }
            // Also false for NaN.
            return g < float.PositiveInfinity;
        }

        /// <summary>Moves a node to its place on the open list, after its g and h changed.</summary>
        internal void PutInOrder(AStarNode node)
        {
            if (!_reached.TryGetValue(node, out Entry entry))
            {
                entry = new Entry(node, _reached.Count, _heap.Count);
                _reached.Add(node, entry);
                _heap.Add(entry);
            }
            // A custom comparison need not move a cheaper node forward.
            MoveUp(entry);
            MoveDown(entry);
        }

        /// <summary>Closes and returns the first open node; null if there is none.</summary>
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
                Put(last, 0);
                MoveDown(last);
            }
            first.Index = Closed;
            return first.Node;
        }

        private void MoveUp(Entry entry)
        {
            while (entry.Index > 0)
            {
                Entry parent = _heap[(entry.Index - 1) / 2];
                if (!IsBefore(entry, parent))
                {
                    return;
                }
                Swap(entry, parent);
            }
        }

        private void MoveDown(Entry entry)
        {
            for (int child = 2 * entry.Index + 1; child < _heap.Count; child = 2 * entry.Index + 1)
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

        /// <summary>Ties go to the node reached first, so that the same search gives the same path.</summary>
        private bool IsBefore(Entry entry, Entry other)
        {
            int order = _compare(entry.Node, other.Node);
            return order != 0 ? order < 0 : entry.Number < other.Number;
        }

        private void Swap(Entry entry, Entry other)
        {
            int index = entry.Index;
            Put(entry, other.Index);
            Put(other, index);
        }

        private void Put(Entry entry, int index)
        {
            _heap[index] = entry;
            entry.Index = index;
        }

        private sealed class Entry
        {
            internal readonly AStarNode Node;

            /// <summary>Number of nodes reached before this one.</summary>
            internal readonly int Number;

            /// <summary>Index in the heap, or <see cref="Closed"/>.</summary>
            internal int Index;

            internal Entry(AStarNode node, int number, int index)
            {
                Node = node;
                Number = number;
                Index = index;
            }
        }
    }
}
