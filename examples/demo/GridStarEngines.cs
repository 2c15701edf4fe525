using System.Collections.Generic;
using UnityEngine;

namespace GridStar.Demo
{
    /// <summary>Searches by GridStar's <see cref="PathGrid"/>, into a list that is kept.</summary>
    internal sealed class PathGridEngine : Engine
    {
        private readonly PathGrid _grid;
        private readonly List<GridCell> _path = new List<GridCell>();
        private readonly PathQuery _query;
        private PathResult _result;

        public PathGridEngine(OctileMap map, StepRule rule) : base("GridStar, PathGrid", rule)
        {
            _grid = new PathGrid(map.Width, map.Height);
            _grid.SetCells(map.Cells);
            _query = rule.Query;
        }

        public override void Run() => _result = _grid.FindPath(Start, Goal, _path, _query);

        public override EngineAnswer Read(List<GridCell> path)
        {
            path.AddRange(_path);
            return new EngineAnswer { Found = _result.Found, Cost = _result.Cost, Expansions = _result.Expansions };
        }

        /// <summary>The cells that the search expands, in order.</summary>
        public List<GridCell> Trace()
        {
            var expanded = new List<GridCell>();
            _grid.TracePath(Start, Goal, _path, expanded, _query);
            return expanded;
        }

        public override void Dispose() => _grid.Dispose();
    }

    /// <summary>Searches by the classes of existing Unity scripts: world positions in, a list of nodes out.</summary>
    internal sealed class MirrorEngine : Engine
    {
        private readonly BaseGrid _grid = new BaseGrid();
        private Vector3 _startPos;
        private Vector3 _endPos;
        private List<AStarNode> _path;

        public MirrorEngine(OctileMap map) : base("GridStar, AStarManager", StepRule.CornersCut)
        {
            // Cells of 1 world unit on the ground. Obstacles come from the map, not from colliders.
            _grid.Init(Vector3.zero, new Vector3(map.Width, 0f, map.Height), 0);
            _grid.Native.SetCells(map.Cells);
        }

        public override void Aim(GridCell start, GridCell goal)
        {
            base.Aim(start, goal);
            _startPos = new Vector3(start.X + 0.5f, 0f, start.Y + 0.5f);
            _endPos = new Vector3(goal.X + 0.5f, 0f, goal.Y + 0.5f);
        }

        public override void Run() => _path = AStarManager.Instance.FindPath(_startPos, _endPos, _grid);

        public override EngineAnswer Read(List<GridCell> path)
        {
            double cost = 0;
            foreach (AStarNode node in _path ?? new List<AStarNode>())
            {
                path.Add(new GridCell(node.gridX, node.gridY));
                // Summed here in double: on a long path, a node's float g is off by more than the check allows.
                cost += path.Count == 1 ? 0.0 : Rule.Octile(path[path.Count - 2], path[path.Count - 1]);
            }
            // The mirrored call does not report expansions, so the grid behind it repeats the search.
            PathResult result = _grid.Native.FindPath(Start, Goal, new List<GridCell>(), Rule.Query);
            return new EngineAnswer { Found = _path != null, Cost = cost, Expansions = result.Expansions };
        }

        public override void Dispose() => _grid.Dispose();
    }
}
