using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>
    /// Well-made A* in C#: integer costs in dense arrays with a blocked border, a binary heap, and all memory kept
    /// between searches. A cell whose cost improves is pushed again; closed cells are skipped when popped.
    /// </summary>
    internal sealed class HeapEngine : Engine
    {
        private readonly int _stride;
        private readonly bool[] _isFree;

        /// <summary>Valid where <see cref="_seen"/> is the number of this search.</summary>
        private readonly long[] _costs;
        private readonly int[] _parents;

        /// <summary>2 * search if open in this search, 2 * search + 1 if closed.</summary>
        private readonly int[] _seen;
        private readonly OpenHeap _open = new OpenHeap();
        private readonly int[] _steps;
        private readonly List<GridCell> _path = new List<GridCell>();
        private int _search;
        private int _expansions;
        private long _cost;

        public HeapEngine(OctileMap map, StepRule rule) : base("C#, binary heap", rule)
        {
            _stride = map.Width + 2;
            int slots = checked(_stride * (map.Height + 2));
            _isFree = new bool[slots];
            _costs = new long[slots];
            _parents = new int[slots];
            _seen = new int[slots];
            _steps = new[] { 1, -1, _stride, -_stride, _stride + 1, _stride - 1, -_stride + 1, -_stride - 1 };
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
            double cost = _path.Count > 0 ? (double)_cost / Rule.StraightUnits : 0.0;
            return new EngineAnswer { Found = _path.Count > 0, Cost = cost, Expansions = _expansions };
        }

        private void Expand(int slot)
        {
            bool cutsCorners = Rule.Rule == DiagonalRule.Always;
            long straight = _costs[slot] + Rule.StraightUnits;
            long diagonal = _costs[slot] + Rule.DiagonalUnits;
            for (int i = 0; i < 4; i++)
            {
                Consider(slot + _steps[i], slot, straight);
            }
            for (int i = 4; i < 8; i++)
            {
                // Steps 4 and 6 go one column right, 5 and 7 left; 4 and 5 go one row up, 6 and 7 down.
                int column = slot + _steps[i & 1];
                int row = slot + _steps[i >> 1];
                if (cutsCorners || (_isFree[column] && _isFree[row]))
                {
                    Consider(slot + _steps[i], slot, diagonal);
                }
            }
        }

        private void Consider(int slot, int parent, long cost)
        {
            if (!_isFree[slot] || _seen[slot] == 2 * _search + 1)
            {
                return;
            }
            if (_seen[slot] != 2 * _search || cost < _costs[slot])
            {
                Reach(slot, parent, cost);
            }
        }

        private void Reach(int slot, int parent, long cost)
        {
            _seen[slot] = 2 * _search;
            _costs[slot] = cost;
            _parents[slot] = parent;
            long estimate = Estimate(slot);
            _open.Push(cost + estimate, estimate, slot);
        }

        private long Estimate(int slot)
        {
            int dx = Math.Abs(slot % _stride - 1 - Goal.X);
            int dy = Math.Abs(slot / _stride - 1 - Goal.Y);
            int small = Math.Min(dx, dy);
            return (long)Rule.StraightUnits * (Math.Max(dx, dy) - small) + (long)Rule.DiagonalUnits * small;
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
