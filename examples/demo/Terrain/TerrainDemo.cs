using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Finds paths for infantry, a cart and a boat on one grid whose cells have the map's terrains as types. Each agent
    /// has its own profile.
    /// </summary>
    internal sealed class TerrainDemo : IDisposable
    {
        /// <summary>Number of cells among which ends are chosen: paths between all pairs are searched.</summary>
        private const int Candidates = 16;

        private readonly TerrainMap _map;
        private readonly StepRule _rule;
        private readonly TextWriter _out;
        private readonly PathGrid _grid;
        private readonly Agent _infantry = Agent.Infantry();
        private readonly Agent _cart = Agent.Cart();
        private readonly Agent _boat = Agent.Boat();

        private TerrainDemo(TerrainMap map, StepRule rule, TextWriter output)
        {
            _map = map;
            _rule = rule;
            _out = output;
            _grid = new PathGrid(map.Map.Width, map.Map.Height);
            _grid.SetCells(map.Cells);
        }

        private Agent[] Agents
        {
            get { return new[] { _infantry, _cart, _boat }; }
        }

        /// <summary>
        /// Prints and reports the paths. Returns the number of checked answers; a wrong answer ends the program.
        /// </summary>
        public static int Run(OctileMap octileMap, DemoOptions options, TextWriter output)
        {
            TerrainMap map = TerrainMap.Load(octileMap, options.MapFile);
            if (map.TerrainCount < 2)
            {
                output.WriteLine("\nTerrain: {0} has one terrain only, so there is nothing to compare", octileMap.Name);
                return 0;
            }
            using (var demo = new TerrainDemo(map, StepRule.BothFree, output))
            {
                demo.PrintCosts();
                List<TerrainWalk> walks = demo.FindPaths(options);
                if (walks.Count == 0)
                {
                    return 0;
                }
                using (var report = new TerrainReport(options.TerrainFile))
                {
                    foreach (TerrainWalk walk in walks)
                    {
                        walk.Check();
                        demo.Print(walk);
                        report.Walk(walk);
                    }
                }
                demo.PrintComparison(walks);
                return walks.Count;
            }
        }

        public void Dispose()
        {
            _grid.Dispose();
            foreach (Agent agent in Agents)
            {
                agent.Dispose();
            }
        }

        private List<TerrainWalk> FindPaths(DemoOptions options)
        {
            var walks = new List<TerrainWalk>();
            if (!options.From.HasValue || !options.To.HasValue)
            {
                walks.AddRange(FindLandPaths());
                walks.AddRange(FindWaterPath());
                return walks;
            }
            foreach (Agent agent in Agents)
            {
                GridCell[] ends = { options.From.Value, options.To.Value };
                if (Array.TrueForAll(ends, cell => agent.CanEnter(_map[cell])))
                {
                    walks.Add(Walk(agent, ends[0], ends[1]));
                }
                else
                {
                    Line("  The {0} is left out: it can't enter both ends.", agent);
                }
            }
            return walks;
        }

        /// <summary>
        /// Paths of infantry and cart between the same cells. Of ends that lie far apart, the ends are chosen for which
        /// infantry saves the largest part of its cost by its own path instead of the cart's.
        /// </summary>
        private List<TerrainWalk> FindLandPaths()
        {
            double bestRatio = 0;
            var best = new List<TerrainWalk>();
            foreach (PathEnds ends in FarEnds(_cart))
            {
                TerrainWalk infantry = Walk(_infantry, ends.Start, ends.Goal);
                TerrainWalk cart = Walk(_cart, ends.Start, ends.Goal);
                double ratio = (cart.CostFor(_infantry) / infantry.Cost).GetValueOrDefault();
                if (ratio > bestRatio)
                {
                    best = new List<TerrainWalk> { infantry, cart };
                    bestRatio = ratio;
                }
            }
            if (best.Count == 0)
            {
                Line("  Infantry and cart are left out: {0} has too few cells that both can enter.", _map.Map.Name);
            }
            return best;
        }

        /// <summary>A path of the boat between ends that lie far apart, with the longest detour around land.</summary>
        private List<TerrainWalk> FindWaterPath()
        {
            double bestDetour = -1;
            var best = new List<TerrainWalk>();
            foreach (PathEnds ends in FarEnds(_boat))
            {
                TerrainWalk boat = Walk(_boat, ends.Start, ends.Goal);
                double detour = boat.Length - _rule.Octile(ends.Goal.X - ends.Start.X, ends.Goal.Y - ends.Start.Y);
                if (detour > bestDetour)
                {
                    best = new List<TerrainWalk> { boat };
                    bestDetour = detour;
                }
            }
            if (best.Count == 0)
            {
                Line("  The boat is left out: {0} has too few cells that it can enter.", _map.Map.Name);
            }
            return best;
        }

        /// <summary>Pairs of cells in the largest connected part of the cells that an agent can enter.</summary>
        private List<PathEnds> FarEnds(Agent agent)
        {
            List<GridCell> cells = EndPicker.Spread(
                _map.Map, index => agent.CanEnter((CellType)_map.Cells[index]), Candidates);
            var pairs = new List<PathEnds>();
            for (int i = 0; i < cells.Count; i++)
            {
                for (int j = 0; j < i; j++)
                {
                    pairs.Add(new PathEnds(agent.Label, cells[j], cells[i]));
                }
            }
            return pairs;
        }

        private TerrainWalk Walk(Agent agent, GridCell start, GridCell goal)
        {
            return new TerrainWalk(_grid, _map, agent, _rule, new PathEnds(agent.Label, start, goal));
        }

        private void PrintCosts()
        {
            Line("");
            Line("Terrain: three agents on one grid, each with a profile of its own");
            Line("");
            Line("  {0}, times the mean of the two cells' costs:", _rule.Text);
            Line("  {0,-10}{1}", "", Columns(terrain => terrain.Name));
            foreach (Agent agent in Agents)
            {
                Line("  {0,-10}{1}", agent, Columns(terrain => SayCost(agent.CostOf(terrain))));
            }
            Line("");
        }

        private void Print(TerrainWalk walk)
        {
            Agent agent = walk.Agent;
            string way = PictureReport.Text("The {0} {1} from {2} to {3}", agent, agent.Verb, walk.Ends.Start,
                walk.Ends.Goal);
            if (!walk.Cost.HasValue)
            {
                Line("  {0}: no path.", way);
                return;
            }
            Terrain[] entered = Array.FindAll(Terrain.All, terrain => walk.CountOf(terrain) > 0);
            string[] counts = Array.ConvertAll(entered, terrain => walk.CountOf(terrain) + " " + terrain.Name);
            Line("  {0}: cost {1:0.00}, length {2:0.00}, {3} cells ({4}).", way, walk.Cost, walk.Length,
                walk.Path.Count, string.Join(", ", counts));
        }

        /// <summary>Prints what infantry would pay on the cart's path between the same ends.</summary>
        private void PrintComparison(List<TerrainWalk> walks)
        {
            TerrainWalk cart = walks.Find(walk => walk.Agent == _cart);
            if (cart != null && cart.Cost.HasValue)
            {
                Line("  On the cart's path the infantry would pay {0:0.00}.", cart.CostFor(_infantry));
            }
        }

        private static string Columns(Converter<Terrain, string> textOf)
        {
            return string.Concat(Array.ConvertAll(Terrain.All, terrain => textOf(terrain).PadLeft(9)));
        }

        private static string SayCost(double? cost)
        {
            return cost.HasValue ? PictureReport.Text("{0}", cost.Value) : "blocked";
        }

        private void Line(string format, params object[] values)
        {
            _out.WriteLine(PictureReport.Text(format, values).TrimEnd());
        }
    }
}
