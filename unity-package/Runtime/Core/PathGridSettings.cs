using System;

namespace GridStar
{
    /// <summary>
    /// Settings of a new <see cref="PathGrid"/>, which copies them. Width and height are required. A query can override
    /// the diagonal rule, costs, algorithm, heuristic, weight and limit.
    /// </summary>
    public sealed class PathGridSettings
    {
        /// <summary>The largest width and height of a grid, in cells.</summary>
        public const int MaxSide = NativeConstants.MaxSide;

        /// <summary>Columns: 1 to <see cref="MaxSide"/>.</summary>
        public int Width { get; set; }

        /// <summary>Rows: 1 to <see cref="MaxSide"/>.</summary>
        public int Height { get; set; }

        /// <summary>How the cells lie: squares, or hexagons in shifted rows or columns. Default: squares.</summary>
        public CellLayout Layout { get; set; }

        /// <summary>The plane in which the grid lies. Default: XZ.</summary>
        public GridPlane Plane { get; set; }

        /// <summary>
        /// Side of a cell in world units: finite, above 0. Default: 1. The whole grid must lie within about 4 million
        /// cell sizes of the world's origin: farther away, floats can't tell neighboring cells apart, and creating the
        /// grid fails.
        /// </summary>
        public float CellSize { get; set; } = 1;

        /// <summary>World x of the lowest corner of cell (0, 0): finite. Default: 0.</summary>
        public float OriginX { get; set; }

        /// <summary>World y of the lowest corner of cell (0, 0): finite. Default: 0.</summary>
        public float OriginY { get; set; }

        /// <summary>World z of the lowest corner of cell (0, 0): finite. Default: 0.</summary>
        public float OriginZ { get; set; }

        /// <summary>
        /// A place with axes of its own, for a grid that is turned, mirrored or skewed or whose cells are no squares.
        /// Default: null. If it is set, plane, cell size and origin count nothing.
        /// </summary>
        public GridPlace? Place { get; set; }

        /// <summary>Cost of a straight step: finite, above 0. Default: 1.</summary>
        public double StraightCost { get; set; } = 1;

        /// <summary>
        /// Cost of a diagonal step: between one and two straight costs. Default: 1.4. The ratio of the two costs is
        /// rounded to the nearest fraction with a denominator of at most 8000; paths are cheapest by these quantized
        /// costs.
        /// </summary>
        public double DiagonalCost { get; set; } = 1.4;

        /// <summary>
        /// When a diagonal step is allowed. Default: <see cref="DiagonalRule.BothFree"/>, so that no path cuts a
        /// corner. On hexagonal grids the default means <see cref="DiagonalRule.Hex"/>, and no other rule is allowed.
        /// </summary>
        public DiagonalRule DiagonalRule { get; set; } = DiagonalRule.BothFree;

        /// <summary>Search algorithm: which cell is expanded next. Default: A*.</summary>
        public SearchOrder Order { get; set; }

        /// <summary>How a search estimates the remaining cost. Default: octile.</summary>
        public Heuristic Heuristic { get; set; }

        /// <summary>
        /// Factor of the estimate in A*: from 1/131072 to 1024, rounded to the nearest multiple of 1/65536. Default: 1;
        /// 0 also means 1.
        /// </summary>
        public double HeuristicWeight { get; set; } = 1;

        /// <summary>
        /// Largest number of expanded cells of a search (<see cref="PathResult.Expansions"/>): at least 0. 0, the
        /// default, sets no limit.
        /// </summary>
        public int MaxExpansions { get; set; }

        /// <summary>
        /// The engine that answers queries. Default: auto. <see cref="PathGrid.Prepare"/> can change it. Landmarks need
        /// a grid of at most 2^26 cells.
        /// </summary>
        public SearchEngine Engine { get; set; }

        /// <summary>A copy for a map. It takes the map's size if no size is set.</summary>
        internal PathGridSettings For(CellMap map)
        {
            bool isFree = (Width == 0 || Width == map.Width) && (Height == 0 || Height == map.Height);
            if (!isFree)
            {
                string sizes = Width + " x " + Height + ", the map is " + map.Width + " x " + map.Height + ".";
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
            GridPlace place = Place ?? default(GridPlace);
            if (Place.HasValue && !place.HasAxes)
            {
                // Native code takes axes of 0 for a grid in a plane.
                throw NativeErrors.Create((int)NativeStatus.BadAxes, "settings", place);
            }
            GridstarGridDef def;
            def.struct_size = GridstarGridDef.Size;
            def.width = unchecked((uint)Width);
            def.height = unchecked((uint)Height);
            def.plane = Place.HasValue ? 0 : unchecked((uint)Plane);
            def.cell_size = Place.HasValue ? 1 : CellSize;
            def.origin_x = Place.HasValue ? place.OriginX : OriginX;
            def.origin_y = Place.HasValue ? place.OriginY : OriginY;
            def.origin_z = Place.HasValue ? place.OriginZ : OriginZ;
            def.straight_cost = StraightCost;
            // Hexagons have one cost. The native code checks both.
            def.diagonal_cost = Layout == CellLayout.Square ? DiagonalCost : StraightCost;
            def.diagonal_rule = unchecked((uint)UsedRule());
            def.max_expansions = (uint)MaxExpansions;
            def.engine = unchecked((uint)Engine);
            def.layout = unchecked((uint)Layout);
            def.order = unchecked((uint)Order);
            def.heuristic = unchecked((uint)Heuristic);
            def.heuristic_weight = HeuristicWeight;
            def.column_axis_x = place.ColumnAxisX;
            def.column_axis_y = place.ColumnAxisY;
            def.column_axis_z = place.ColumnAxisZ;
            def.row_axis_x = place.RowAxisX;
            def.row_axis_y = place.RowAxisY;
            def.row_axis_z = place.RowAxisZ;
            return def;
        }

        private DiagonalRule UsedRule()
        {
            bool isDefault = DiagonalRule == DiagonalRule.Default || DiagonalRule == DiagonalRule.BothFree;
            if (Layout != CellLayout.Square)
            {
                return isDefault ? DiagonalRule.Hex : DiagonalRule;
            }
            // The C library's own default is Always.
            return isDefault ? DiagonalRule.BothFree : DiagonalRule;
        }
    }
}
