using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>
    /// Chooses paths worth looking at: in the largest connected part of the map, with ends far apart and spread over
    /// it. The same map gives the same ends.
    /// </summary>
    internal sealed class EndPicker
    {
        private const int Unreached = int.MaxValue;
        private const int Blocked = -1;

        private readonly OctileMap _map;
        private readonly Func<int, bool> _isFree;

        /// <summary>Straight steps to the nearest cell visited so far. Also marks cells as visited.</summary>
        private readonly int[] _distances;
        private readonly Queue<int> _queue = new Queue<int>();

        private EndPicker(OctileMap map, Func<int, bool> isFree)
        {
            _map = map;
            _isFree = isFree;
            _distances = new int[map.Cells.Length];
        }

        /// <summary>Returns fewer pairs than asked for on a map with few walkable cells.</summary>
        public static List<PathEnds> Pick(OctileMap map, int count)
        {
            var picker = new EndPicker(map, index => map.Cells[index] == (byte)CellType.Walkable);
            int inside = picker.CellOfLargestPart();
            if (inside < 0)
            {
                throw new DemoException(map.Name + " has no walkable cell");
            }
            return picker.PairUp(picker.SpreadOut(inside, 2 * count));
        }

        /// <summary>
        /// Cells far apart in the largest connected part of the free cells. The first two are farthest apart. Returns
        /// fewer cells than asked for if few are free.
        /// </summary>
        public static List<GridCell> Spread(OctileMap map, Func<int, bool> isFree, int count)
        {
            var picker = new EndPicker(map, isFree);
            int inside = picker.CellOfLargestPart();
            return inside < 0 ? new List<GridCell>() : picker.SpreadOut(inside, count).ConvertAll(map.CellAt);
        }

        /// <summary>Returns -1 on a map without free cells.</summary>
        private int CellOfLargestPart()
        {
            Forget();
            int best = -1;
            int bestSize = 0;
            for (int i = 0; i < _distances.Length; i++)
            {
                if (_distances[i] != Unreached)
                {
                    continue;
                }
                int size;
                Walk(i, out size);
                if (size > bestSize)
                {
                    best = i;
                    bestSize = size;
                }
            }
            return best;
        }

        /// <summary>
        /// Chooses two cells that are farthest apart, then each time the cell farthest from all chosen ones.
        /// </summary>
        private List<int> SpreadOut(int inside, int count)
        {
            int size;
            Forget();
            int next = Walk(inside, out size);
            Forget();
            var cells = new List<int>();
            while (cells.Count < count && (cells.Count == 0 || _distances[next] > 0))
            {
                cells.Add(next);
                Walk(next, out size);
                next = Farthest();
            }
            return cells;
        }

        /// <summary>Pairs each cell in turn with the farthest remaining one.</summary>
        private List<PathEnds> PairUp(List<int> cells)
        {
            var pairs = new List<PathEnds>();
            if (cells.Count == 1)
            {
                cells.Add(cells[0]);
            }
            while (cells.Count >= 2)
            {
                int size;
                Forget();
                Walk(cells[0], out size);
                int partner = 1;
                for (int i = 2; i < cells.Count; i++)
                {
                    partner = _distances[cells[i]] > _distances[cells[partner]] ? i : partner;
                }
                string label = ((char)('A' + pairs.Count)).ToString();
                pairs.Add(new PathEnds(label, _map.CellAt(cells[0]), _map.CellAt(cells[partner])));
                cells.RemoveAt(partner);
                cells.RemoveAt(0);
            }
            return pairs;
        }

        private void Forget()
        {
            for (int i = 0; i < _distances.Length; i++)
            {
                _distances[i] = _isFree(i) ? Unreached : Blocked;
            }
        }

        /// <summary>
        /// Lowers each cell's distance to that from the given cell, in straight steps, which every diagonal rule
        /// allows. Returns the last reached cell and the number of reached cells.
        /// </summary>
        private int Walk(int from, out int reached)
        {
            int last = from;
            reached = 0;
            _distances[from] = 0;
            _queue.Enqueue(from);
            while (_queue.Count > 0)
            {
                last = _queue.Dequeue();
                reached++;
                GridCell cell = _map.CellAt(last);
                Lower(new GridCell(cell.X + 1, cell.Y), _distances[last] + 1);
                Lower(new GridCell(cell.X - 1, cell.Y), _distances[last] + 1);
                Lower(new GridCell(cell.X, cell.Y + 1), _distances[last] + 1);
                Lower(new GridCell(cell.X, cell.Y - 1), _distances[last] + 1);
            }
            return last;
        }

        private void Lower(GridCell cell, int distance)
        {
            if (_map.Contains(cell) && _distances[_map.Index(cell)] > distance)
            {
                _distances[_map.Index(cell)] = distance;
                _queue.Enqueue(_map.Index(cell));
            }
        }

        private int Farthest()
        {
            int best = -1;
            for (int i = 0; i < _distances.Length; i++)
            {
                if (_distances[i] != Unreached && (best < 0 || _distances[i] > _distances[best]))
                {
                    best = i;
                }
            }
            return best;
        }
    }
}
