using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>The path of one agent, found by GridStar.</summary>
    internal sealed class TerrainWalk
    {
        private readonly TerrainMap _map;
        private readonly StepRule _rule;

        public TerrainWalk(PathGrid grid, TerrainMap map, Agent agent, StepRule rule, PathEnds ends)
        {
            _map = map;
            _rule = rule;
            Agent = agent;
            Ends = ends;
            Path = new List<GridCell>();
            PathQuery query = rule.Query;
            query.Profile = agent.Profile;
            PathResult result = grid.FindPath(ends.Start, ends.Goal, Path, query);
            Cost = result.Found ? result.Cost : (double?)null;
        }

        public Agent Agent { get; private set; }

        public PathEnds Ends { get; private set; }

        /// <summary>Null if there is no path.</summary>
        public double? Cost { get; private set; }

        public List<GridCell> Path { get; private set; }

        /// <summary>In straight steps, whatever they cost.</summary>
        public double Length
        {
            get
            {
                double length = 0;
                for (int i = 1; i < Path.Count; i++)
                {
                    length += _rule.Octile(Path[i].X - Path[i - 1].X, Path[i].Y - Path[i - 1].Y);
                }
                return length;
            }
        }

        /// <summary>Number of the path's cells on a terrain.</summary>
        public int CountOf(Terrain terrain)
        {
            return Path.FindAll(cell => _map[cell] == terrain.Type).Count;
        }

        /// <summary>What another agent would pay on this path, or null if it can't walk there.</summary>
        public double? CostFor(Agent other)
        {
            return TerrainSearch.CostOf(_map, other, _rule, Path);
        }

        /// <summary>
        /// Throws unless every step is legal, the steps add up to the cost, and Dijkstra's algorithm in C# finds the
        /// same least cost.
        /// </summary>
        public void Check()
        {
            double? least = TerrainSearch.LeastCost(_map, Agent, _rule, Ends);
            if (Cost.HasValue != least.HasValue)
            {
                throw Wrong("GridStar found " + Say(Cost) + ", Dijkstra's algorithm in C# " + Say(least));
            }
            if (!Cost.HasValue)
            {
                return;
            }
            if (Path.Count == 0 || Path[0] != Ends.Start || Path[Path.Count - 1] != Ends.Goal)
            {
                throw Wrong("the path does not lead from start to goal");
            }
            double? added = CostFor(Agent);
            if (!added.HasValue)
            {
                throw Wrong("a step of the path is illegal");
            }
            if (!PathCheck.SameCost(added.Value, Cost.Value))
            {
                throw Wrong("the cost is said to be " + Cost + ", the steps add up to " + added);
            }
            if (!PathCheck.SameCost(least.Value, Cost.Value))
            {
                throw Wrong("GridStar found " + Say(Cost) + ", Dijkstra's algorithm in C# " + Say(least));
            }
        }

        private DemoException Wrong(string what)
        {
            return new DemoException(
                "WRONG: " + Agent + " from " + Ends.Start + " to " + Ends.Goal + " on " + _map.Map.Name + ": " + what);
        }

        private static string Say(double? cost)
        {
            return cost.HasValue ? "a path of cost " + cost.Value : "no path";
        }
    }
}
