using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>
    /// Well-made A* in C# over hexagons whose odd rows are shifted, as <see cref="HeapEngine"/> over squares: dense
    /// arrays with a blocked border, a binary heap, and all memory kept between searches.
    /// </summary>
    internal sealed class HexHeapEngine : Engine
    {
        private readonly int _stride;
        private readonly bool[] _isFree;

        /// <summary>Valid where <see cref="_seen"/> is the number of this search.</summary>
        private readonly int[] _costs;
        private readonly int[] _parents;

        /// <summary>2 * search if open in this search, 2 * search + 1 if closed.</summary>
        private readonly int[] _seen;
        private readonly OpenHeap _open = new OpenHeap();

        /// <summary>The neighbors of cells in even and in odd rows.</summary>
        private readonly int[][] _steps;
        private readonly List<GridCell> _path = new List<GridCell>();
        private int _search;
        private int _expansions;
        private int _cost;

        public HexHeapEngine(OctileMap map) : base("C#, binary heap", null)
        {
            _stride = map.Width + 2;
            int slots = checked(_stride * (map.Height + 2));
            _isFree = new bool[slots];
            _costs = new int[slots];
            _parents = new int[slots];
            _seen = new int[slots];
            _steps = new[]
            {
                new[] { 1, -1, _stride, _stride - 1, -_stride, -_stride - 1 },
                new[] { 1, -1, _stride, _stride + 1, -_stride, -_stride + 1 },
            };
            for (int i = 0; i < map.Cells.Length; i++)
            {
                _isFree[Slot(map.CellAt(i))] = map.Cells[i] == (byte)CellType.Walkable;
            }
        }

        public override void Run()
        {
            _path.Clear();
            _open.Clear();
            _search++;
            _expansions = 0;
            int goal = Slot(Goal);
            Reach(Slot(Start), -1, 0);
            int slot;
            while (_open.TryPop(out slot))
            {
                if (_seen[slot] == 2 * _search + 1)
                {
                    continue;
                }
                _seen[slot] = 2 * _search + 1;
                if (slot == goal)
                {
                    _cost = _costs[slot];
                    WritePath(slot);
                    return;
                }
                Expand(slot);
                _expansions++;
            }
        }

        public override EngineAnswer Read(List<GridCell> path)
        {
            path.AddRange(_path);
            double cost = _path.Count > 0 ? _cost : 0.0;
            return new EngineAnswer { Found = _path.Count > 0, Cost = cost, Expansions = _expansions };
        }

        private void Expand(int slot)
        {
            int cost = _costs[slot] + 1;
            foreach (int step in _steps[(slot / _stride - 1) & 1])
            {
                int to = slot + step;
                bool isOpen = _isFree[to] && _seen[to] != 2 * _search + 1;
                if (isOpen && (_seen[to] != 2 * _search || cost < _costs[to]))
                {
                    Reach(to, slot, cost);
                }
            }
        }

        private void Reach(int slot, int parent, int cost)
        {
            _seen[slot] = 2 * _search;
            _costs[slot] = cost;
            _parents[slot] = parent;
            int estimate = Estimate(slot);
            _open.Push(cost + estimate, estimate, slot);
        }

        /// <summary>Steps to the goal without obstacles: rows, and half of the half cells beyond them.</summary>
        private int Estimate(int slot)
        {
            int x = slot % _stride - 1;
            int y = slot / _stride - 1;
            int halves = Math.Abs(2 * (x - Goal.X) + (y & 1) - (Goal.Y & 1));
            int rows = Math.Abs(y - Goal.Y);
            return rows + Math.Max(0, halves - rows) / 2;
        }

        private void WritePath(int slot)
        {
            for (; slot >= 0; slot = _parents[slot])
            {
                _path.Add(new GridCell(slot % _stride - 1, slot / _stride - 1));
            }
            _path.Reverse();
        }

        private int Slot(GridCell cell) => (cell.Y + 1) * _stride + cell.X + 1;
    }
}
