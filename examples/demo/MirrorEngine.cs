using System.Collections.Generic;
using UnityEngine;

namespace GridStar.Demo
{
    /// <summary>Searches by the classes of existing Unity scripts: world positions in, a list of nodes out.</summary>
    internal sealed class MirrorEngine : Engine
    {
        private readonly BaseGrid _grid = new BaseGrid();
        private readonly List<GridCell> _scratch = new List<GridCell>();
        private Vector3 _startPos;
        private Vector3 _endPos;
        private List<AStarNode> _path;

        public MirrorEngine(OctileMap map) : base("GridStar, AStarManager", StepRule.CornersCut)
        {
            // Cells of 1 world unit on the ground. Obstacles come from the map, not from colliders.
            _grid.Init(Vector3.zero, new Vector3(map.Width, 0f, map.Height), 0);
            _grid.Native.SetCells(map.Cells);
        }

        public override bool IsGridStar
        {
            get { return true; }
        }

        public override void Aim(GridCell start, GridCell goal)
        {
            base.Aim(start, goal);
            _startPos = Center(start);
            _endPos = Center(goal);
        }

        public override void Run()
        {
            _path = AStarManager.Instance.FindPath(_startPos, _endPos, _grid);
        }

        public override EngineAnswer Read(List<GridCell> path)
        {
            path.Clear();
            double cost = 0;
            foreach (AStarNode node in _path ?? new List<AStarNode>())
            {
                // Summed here in double: on a long path, a node's float g is off by more than the check allows.
                cost += node.parent == null
                    ? 0.0
                    : Rule.Octile(node.gridX - node.parent.gridX, node.gridY - node.parent.gridY);
                path.Add(new GridCell(node.gridX, node.gridY));
            }
            // The mirrored call does not report expansions, so the grid behind it repeats the search.
            PathResult result = _grid.Native.FindPath(Start, Goal, _scratch, Rule.Query);
            return new EngineAnswer { Found = _path != null, Cost = cost, Expansions = result.Expansions };
        }

        public override void Dispose()
        {
            _grid.Dispose();
        }

        private static Vector3 Center(GridCell cell)
        {
            return new Vector3(cell.X + 0.5f, 0f, cell.Y + 0.5f);
        }
    }
}
