using System.Collections.Generic;

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

        public override bool IsGridStar
        {
            get { return true; }
        }

        public override void Run()
        {
            _result = _grid.FindPath(Start, Goal, _path, _query);
        }

        public override EngineAnswer Read(List<GridCell> path)
        {
            path.Clear();
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

        public override void Dispose()
        {
            _grid.Dispose();
        }
    }
}
