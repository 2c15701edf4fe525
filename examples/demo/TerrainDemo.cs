using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Finds paths for infantry, a cart and a boat on one grid whose cells have the island's terrains as types. Each
    /// agent has its own profile. Dijkstra's algorithm in C# checks each cost.
    /// </summary>
    internal sealed class TerrainDemo : IDisposable
    {
        /// <summary>Cells of this type and of no other one are walls and trees.</summary>
        private const int Road = 2, Ground = 3, Swamp = 4, Water = 5;

        private static readonly string[] Names = { "road", "ground", "swamp", "water" };
        private const string Marks = "G.SW";

        /// <summary>By agent and terrain; 0 is blocked.</summary>
        private static readonly double[][] Costs =
        {
            new[] { 1, 1.5, 3, 0 },
            new[] { 1, 2.5, 0, 0 },
            new[] { 0, 0, 0, 1.0 },
        };

        private static readonly string[] Agents = { "infantry", "cart", "boat" };
        private static readonly string[] Verbs = { "walks", "drives", "sails" };

        /// <summary>Infantry and cart have the same ends. The boat has a detour around land.</summary>
        private static readonly PathEnds[] Ends =
        {
            new PathEnds("I", new GridCell(152, 196), new GridCell(220, 229)),
            new PathEnds("C", new GridCell(152, 196), new GridCell(220, 229)),
            new PathEnds("B", new GridCell(158, 138), new GridCell(73, 96)),
        };

        private readonly StepRule _rule = StepRule.BothFree;
        private readonly CellMap _map;
        private readonly PathGrid _grid;

        private TerrainDemo(CellMap map)
        {
            _map = map;
            _grid = new PathGrid(map.Width, map.Height);
            var types = new byte[map.Count];
            for (int i = 0; i < types.Length; i++)
            {
                types[i] = (byte)map[new GridCell(i % map.Width, i / map.Width)];
            }
            _grid.SetCells(types);
        }

        /// <summary>Prints and reports the paths. A wrong answer ends the program.</summary>
        public static void Run(string mapFile, TextWriter report)
        {
            CellLegend legend = new CellLegend("", "@OT");
            for (int i = 0; i < Marks.Length; i++)
            {
                legend = legend.With(Marks[i], (CellType)(Road + i));
            }
            string[] lines = Array.ConvertAll(File.ReadAllLines(mapFile), line => line.TrimEnd());
            // The rows follow the last line of the header.
            int first = 1 + Array.IndexOf(lines, "map");
            string rows = string.Join("\n", lines, first, lines.Length - first);
            using (var demo = new TerrainDemo(new CellMap().ReadText(rows, legend)))
            {
                Console.WriteLine("\nTerrain: three agents on one grid, each with a profile of its own\n");
                Console.WriteLine("  {0}, times the mean of the two cells' costs:", demo._rule.Text);
                Console.WriteLine("  {0,-10}{1,9}{2,9}{3,9}{4,9}", "", Names[0], Names[1], Names[2], Names[3]);
                for (int agent = 0; agent < Agents.Length; agent++)
                {
                    string[] costs = Array.ConvertAll(Costs[agent], cost => Say(cost, "blocked").PadLeft(9));
                    Console.WriteLine("  {0,-10}{1}", Agents[agent], string.Concat(costs));
                }
                Console.WriteLine();
                var paths = new List<GridCell>[Agents.Length];
                for (int agent = 0; agent < Agents.Length; agent++)
                {
                    paths[agent] = demo.Find(agent, report);
                }
                double asInfantry = demo.CostOf(0, paths[1]);
                Console.WriteLine(Json.Text("  On the cart's path the infantry would pay {0:0.00}.", asInfantry));
            }
        }

        public void Dispose() => _grid.Dispose();

        private static string Say(double cost, string ofNone) => cost == 0 ? ofNone : Json.Text("{0}", cost);

        private List<GridCell> Find(int agent, TextWriter report)
        {
            PathEnds ends = Ends[agent];
            var path = new List<GridCell>();
            using (var profile = new TraversalProfile())
            {
                for (int type = 0; type < TraversalProfile.TypeCount; type++)
                {
                    double cost = TerrainCost(agent, type);
                    if (cost == 0)
                    {
                        profile.Block(type);
                    }
                    else
                    {
                        profile.SetCost((CellType)type, cost);
                    }
                }
                PathQuery query = _rule.Query;
                query.Profile = profile;
                PathResult result = _grid.FindPath(ends.Start, ends.Goal, path, query);
                Check(agent, path, result.Cost);
                Report(agent, path, result.Cost, report);
            }
            return path;
        }

        private void Report(int agent, List<GridCell> path, double cost, TextWriter report)
        {
            PathEnds ends = Ends[agent];
            double length = 0;
            for (int i = 1; i < path.Count; i++)
            {
                length += _rule.Octile(path[i - 1], path[i]);
            }
            var counts = new List<string>();
            var terrains = new List<string>();
            for (int i = 0; i < Names.Length; i++)
            {
                int count = path.FindAll(cell => _map[cell] == (CellType)(Road + i)).Count;
                counts.AddRange(count > 0 ? new[] { count + " " + Names[i] } : new string[0]);
                terrains.Add(Json.Text("{{\"mark\": \"{0}\", \"name\": \"{1}\", \"cost\": {2}}}", Marks[i], Names[i],
                    Say(Costs[agent][i], "null")));
            }
            Console.WriteLine(Json.Text(
                "  The {0} {1} from {2} to {3}: cost {4:0.00}, length {5:0.00}, {6} cells ({7}).",
                Agents[agent], Verbs[agent], ends.Start, ends.Goal, cost, length, path.Count,
                string.Join(", ", counts)));
            report.WriteLine(Json.Text(
                "{{\"agent\": \"{0}\", \"label\": \"{1}\", \"start\": {2}, \"goal\": {3}, \"cost\": {4}, " +
                "\"length\": {5}, \"terrains\": {6}, \"cells\": {7}}}",
                Agents[agent], ends.Label, Json.Cell(ends.Start), Json.Cell(ends.Goal), cost, length,
                Json.List(terrains), Json.Cells(path)));
        }

        private static double TerrainCost(int agent, int type) =>
            type >= Road && type <= Water ? Costs[agent][type - Road] : 0;

        private bool IsFree(int agent, GridCell cell) =>
            _map.Contains(cell) && TerrainCost(agent, (int)_map[cell]) > 0;

        /// <summary>
        /// Throws unless the path leads from start to goal by legal steps that add up to the cost, and Dijkstra's
        /// algorithm in C# finds the same least cost.
        /// </summary>
        private void Check(int agent, List<GridCell> path, double cost)
        {
            PathEnds ends = Ends[agent];
            bool isWhole = path.Count > 0 && path[0] == ends.Start && path[path.Count - 1] == ends.Goal;
            double added = isWhole ? CostOf(agent, path) : double.NaN;
            double least = LeastCost(agent);
            if (!Contest.IsSameCost(added, cost) || !Contest.IsSameCost(least, cost))
            {
                throw new DemoException("WRONG: " + ends + ", " + Agents[agent] + ": cost " + cost
                    + ", the steps add up to " + added + ", Dijkstra's algorithm in C# finds " + least);
            }
        }

        /// <summary>The cost of a path for an agent, or NaN if the agent can't walk it.</summary>
        private double CostOf(int agent, List<GridCell> path)
        {
            double cost = 0;
            for (int i = 1; i < path.Count; i++)
            {
                bool isLegal = _rule.Allows(cell => IsFree(agent, cell), path[i - 1], path[i]);
                cost += isLegal ? Step(agent, path[i - 1], path[i]) : double.NaN;
            }
            return cost;
        }

        /// <summary>A step's length times the mean of the costs of its two cells.</summary>
        private double Step(int agent, GridCell from, GridCell to) =>
            _rule.Octile(from, to) * (TerrainCost(agent, (int)_map[from]) + TerrainCost(agent, (int)_map[to])) / 2;

        /// <summary>The cost of a cheapest path by Dijkstra's algorithm, or NaN.</summary>
        private double LeastCost(int agent)
        {
            // The heap orders whole numbers.
            const double Units = 1e9;
            Func<GridCell, bool> isFree = cell => IsFree(agent, cell);
            var costs = new Dictionary<GridCell, double> { { Ends[agent].Start, 0 } };
            var isClosed = new HashSet<int>();
            var open = new OpenHeap();
            open.Push(0, 0, Index(Ends[agent].Start));
            while (open.TryPop(out int index))
            {
                var from = new GridCell(index % _map.Width, index / _map.Width);
                if (from == Ends[agent].Goal)
                {
                    return costs[from];
                }
                for (int direction = 0; direction < 9 && !isClosed.Contains(index); direction++)
                {
                    var to = new GridCell(from.X + direction % 3 - 1, from.Y + direction / 3 - 1);
                    if (!_rule.Allows(isFree, from, to))
                    {
                        continue;
                    }
                    double cost = costs[from] + Step(agent, from, to);
                    if (!costs.TryGetValue(to, out double known) || cost < known)
                    {
                        costs[to] = cost;
                        open.Push((long)(cost * Units), 0, Index(to));
                    }
                }
                isClosed.Add(index);
            }
            return double.NaN;
        }

        private int Index(GridCell cell) => cell.Y * _map.Width + cell.X;
    }
}
