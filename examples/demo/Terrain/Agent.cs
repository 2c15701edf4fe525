using System;

namespace GridStar.Demo
{
    /// <summary>An agent: which terrains it can enter, and what a step costs there.</summary>
    internal sealed class Agent : IDisposable
    {
        /// <summary>Indexed by cell type, in 1/64; 0 for a blocked type.</summary>
        private readonly int[] _costs = new int[TraversalProfile.TypeCount];

        private Agent(string label, string name, string verb)
        {
            Label = label;
            Name = name;
            Verb = verb;
            Profile = new TraversalProfile();
            for (int type = 0; type < TraversalProfile.TypeCount; type++)
            {
                Profile.Block(type);
            }
        }

        /// <summary>The letter on the picture.</summary>
        public string Label { get; private set; }

        public string Name { get; private set; }

        public string Verb { get; private set; }

        /// <summary>The agent as the native library knows it.</summary>
        public TraversalProfile Profile { get; private set; }

        public static Agent Infantry()
        {
            return new Agent("I", "infantry", "walks")
                .With(Terrain.Road, 1).With(Terrain.Ground, 1.5).With(Terrain.Swamp, 3);
        }

        public static Agent Cart()
        {
            return new Agent("C", "cart", "drives").With(Terrain.Road, 1).With(Terrain.Ground, 2.5);
        }

        public static Agent Boat()
        {
            return new Agent("B", "boat", "sails").With(Terrain.Water, 1);
        }

        /// <summary>The cost of a type in 1/64; 0 for a blocked type.</summary>
        public int CostIn64ths(CellType type)
        {
            return _costs[(int)type];
        }

        public bool CanEnter(CellType type)
        {
            return _costs[(int)type] > 0;
        }

        /// <summary>The cost of a terrain, or null if it is blocked.</summary>
        public double? CostOf(Terrain terrain)
        {
            return CanEnter(terrain.Type) ? CostIn64ths(terrain.Type) / 64.0 : (double?)null;
        }

        /// <summary>Whether a step leads from a cell to a neighbor under a rule.</summary>
        public bool Allows(DiagonalRule rule, TerrainMap map, GridCell from, GridCell to)
        {
            if (!IsFree(map, to))
            {
                return false;
            }
            bool isStraight = from.X == to.X || from.Y == to.Y;
            return isStraight || rule == DiagonalRule.Always
                || (IsFree(map, new GridCell(to.X, from.Y)) && IsFree(map, new GridCell(from.X, to.Y)));
        }

        public void Dispose()
        {
            Profile.Dispose();
        }

        public override string ToString()
        {
            return Name;
        }

        private bool IsFree(TerrainMap map, GridCell cell)
        {
            return map.Map.Contains(cell) && CanEnter(map[cell]);
        }

        private Agent With(Terrain terrain, double cost)
        {
            Profile.SetCost(terrain.Type, cost);
            _costs[(int)terrain.Type] = (int)Math.Round(64 * cost);
            return this;
        }
    }
}
