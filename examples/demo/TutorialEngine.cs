using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace GridStar.Demo
{
    /// <summary>
    /// A* as the BaseGrid scripts have it: one object a cell, closed cells in a HashSet, an open list that is sorted
    /// after every expansion, and the Manhattan estimate. Its paths can be longer than need be. It stops at a time
    /// limit.
    /// </summary>
    internal sealed class TutorialEngine : Engine
    {
        private sealed class Node
        {
            public GridCell Cell;
            public double G;
            public double H;
            public Node Parent;

            public double F => G + H;
        }

        private readonly OctileMap _map;
        private readonly Func<GridCell, bool> _isFree;
        private readonly TimeSpan _limit;
        private readonly Node[] _nodes;
        private Node _end;
        private bool _stopped;
        private int _expansions;

        public TutorialEngine(OctileMap map, StepRule rule, double limitSeconds) : base("C#, sorted list", rule)
        {
            _map = map;
            _isFree = map.IsWalkable;
            _limit = TimeSpan.FromSeconds(limitSeconds);
            _nodes = new Node[map.Cells.Length];
        }

        public override bool IsExact => false;

        public override void Run()
        {
            Stopwatch watch = Stopwatch.StartNew();
            Node start = NodeAt(Start);
            start.G = 0;
            start.H = Manhattan(Start, Goal);
            start.Parent = null;
            var open = new List<Node> { start };
            var closed = new HashSet<Node>();
            _end = null;
            _stopped = false;
            _expansions = 0;
            while (open.Count > 0)
            {
                Node current = open[0];
                _stopped = watch.Elapsed >= _limit;
                if (current.Cell == Goal || _stopped)
                {
                    _end = _stopped ? null : current;
                    return;
                }
                open.RemoveAt(0);
                closed.Add(current);
                Expand(current, open, closed);
                open.Sort((one, other) => one.F != other.F ? one.F.CompareTo(other.F) : one.H.CompareTo(other.H));
                _expansions++;
            }
        }

        public override EngineAnswer Read(List<GridCell> path)
        {
            for (Node node = _end; node != null; node = node.Parent)
            {
                path.Add(node.Cell);
            }
            path.Reverse();
            double cost = _end == null ? 0.0 : _end.G;
            return new EngineAnswer { Found = _end != null, Stopped = _stopped, Cost = cost, Expansions = _expansions };
        }

        private void Expand(Node current, List<Node> open, HashSet<Node> closed)
        {
            foreach (Node neighbor in GetNeighbors(current))
            {
                if (closed.Contains(neighbor))
                {
                    continue;
                }
                double g = current.G + Rule.Octile(current.Cell, neighbor.Cell);
                bool isOpen = open.Contains(neighbor);
                if (isOpen && g >= neighbor.G)
                {
                    continue;
                }
                neighbor.G = g;
                neighbor.H = Manhattan(neighbor.Cell, Goal);
                neighbor.Parent = current;
                if (!isOpen)
                {
                    open.Add(neighbor);
                }
            }
        }

        private List<Node> GetNeighbors(Node node)
        {
            var neighbors = new List<Node>();
            for (int dx = -1; dx <= 1; dx++)
            {
                for (int dy = -1; dy <= 1; dy++)
                {
                    var cell = new GridCell(node.Cell.X + dx, node.Cell.Y + dy);
                    if (Rule.Allows(_isFree, node.Cell, cell))
                    {
                        neighbors.Add(NodeAt(cell));
                    }
                }
            }
            return neighbors;
        }

        /// <summary>
        /// Creates an object when its cell is first reached, so that large maps don't need memory for all cells.
        /// </summary>
        private Node NodeAt(GridCell cell)
        {
            int index = _map.Index(cell);
            _nodes[index] = _nodes[index] ?? new Node { Cell = cell };
            return _nodes[index];
        }

        private static int Manhattan(GridCell from, GridCell to) => Math.Abs(to.X - from.X) + Math.Abs(to.Y - from.Y);
    }
}
