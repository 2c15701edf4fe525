using System;

namespace GridStar
{
    /// <summary>Settings of a new <see cref="PathGrid"/>, which copies them. Width and height have to be set.</summary>
    public sealed class PathGridSettings
    {
        /// <summary>The largest width and height of a grid, in cells.</summary>
        public const int MaxSide = 16384;

        /// <summary>Columns: 1 to <see cref="MaxSide"/>.</summary>
        public int Width { get; set; }

        /// <summary>Rows: 1 to <see cref="MaxSide"/>.</summary>
        public int Height { get; set; }

        /// <summary>The plane in which the grid lies. Default: XZ.</summary>
        public GridPlane Plane { get; set; }

        /// <summary>
        /// Side of a cell in world units: finite, above 0. Default: 1. The grid has to keep within about 4 million cell
        /// sizes of the world's origin: further away, positions in floats may not tell its cells apart, and the grid is
        /// refused.
        /// </summary>
        public float CellSize { get; set; } = 1;

        /// <summary>World position of the lowest corner of cell (0, 0), x: finite. Default: 0.</summary>
        public float OriginX { get; set; }

        /// <summary>The same, y.</summary>
        public float OriginY { get; set; }

        /// <summary>The same, z.</summary>
        public float OriginZ { get; set; }

        /// <summary>Cost of a straight step: finite, above 0. Default: 1. A query can differ.</summary>
        public double StraightCost { get; set; } = 1;

        /// <summary>
        /// Cost of a diagonal step: between one and two straight ones. Default: 1.4. The ratio of both costs is rounded to the
        /// nearest fraction with a denominator of at most 8000, and "cheapest path" is meant in that. A query can differ.
        /// </summary>
        public double DiagonalCost { get; set; } = 1.4;

        /// <summary>When a diagonal step is allowed. Default: always. A query can differ.</summary>
        public DiagonalRule DiagonalRule { get; set; }

        /// <summary>Which cell a search expands next. Default: A*. A query can differ.</summary>
        public SearchOrder Order { get; set; }

        /// <summary>How a search estimates the cost that is left. Default: octile. A query can differ.</summary>
        public Heuristic Heuristic { get; set; }

        /// <summary>
        /// By what the estimate is multiplied in the order A*: from 1/131072 to 1024. Default: 1, for which 0 stands
        /// too. It is rounded to the nearest multiple of 1/65536. A query can differ.
        /// </summary>
        public double HeuristicWeight { get; set; } = 1;

        /// <summary>
        /// A search gives up when it would expand more cells than this (<see cref="PathResult.Expansions"/>); 0, the default: no limit. Not
        /// negative.
        /// </summary>
        public int MaxExpansions { get; set; }

        /// <summary>
        /// What answers queries. Default: auto. <see cref="PathGrid.Prepare"/> can change it. With landmarks a grid has at most 2^26
        /// cells.
        /// </summary>
        public SearchEngine Engine { get; set; }

        /// <summary>A copy for a map, whose size it takes where none is set.</summary>
        internal PathGridSettings For(CellMap map)
        {
            bool isFree = (Width == 0 || Width == map.Width) && (Height == 0 || Height == map.Height);
            if (!isFree)
            {
                string sizes = Width + " x " + Height + ", and the map is " + map.Width + " x " + map.Height + ".";
                throw new ArgumentException("The settings say " + sizes, "settings");
            }
            PathGridSettings copy = (PathGridSettings)MemberwiseClone();
            copy.Width = map.Width;
            copy.Height = map.Height;
            return copy;
        }

        internal GridstarGridDef ToDef()
        {
            if (MaxExpansions < 0)
            {
                throw new ArgumentOutOfRangeException("settings", MaxExpansions, "MaxExpansions must not be negative.");
            }
            GridstarGridDef def;
            def.struct_size = GridstarGridDef.Size;
            def.width = unchecked((uint)Width);
            def.height = unchecked((uint)Height);
            def.plane = unchecked((uint)Plane);
            def.cell_size = CellSize;
            def.origin_x = OriginX;
            def.origin_y = OriginY;
            def.origin_z = OriginZ;
            def.straight_cost = StraightCost;
            def.diagonal_cost = DiagonalCost;
            def.diagonal_rule = unchecked((uint)DiagonalRule);
            def.max_expansions = (uint)MaxExpansions;
            def.engine = unchecked((uint)Engine);
            def.reserved = 0;
            def.order = unchecked((uint)Order);
            def.heuristic = unchecked((uint)Heuristic);
            def.heuristic_weight = HeuristicWeight;
            return def;
        }
    }
}
