namespace GridStar.Demo
{
    /// <summary>A terrain that some agent can enter: its character on MovingAI maps and its cell type.</summary>
    internal sealed class Terrain
    {
        public static readonly Terrain Road = new Terrain('G', "road", 2);
        public static readonly Terrain Ground = new Terrain('.', "ground", 3);
        public static readonly Terrain Swamp = new Terrain('S', "swamp", 4);
        public static readonly Terrain Water = new Terrain('W', "water", 5);

        /// <summary>All of them, in the order in which the demo lists them.</summary>
        public static readonly Terrain[] All = { Road, Ground, Swamp, Water };

        private Terrain(char mark, string name, int type)
        {
            Mark = mark;
            Name = name;
            Type = (CellType)type;
        }

        public char Mark { get; private set; }

        public string Name { get; private set; }

        public CellType Type { get; private set; }
    }
}
