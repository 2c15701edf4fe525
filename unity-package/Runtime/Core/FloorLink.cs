namespace GridStar
{
    /// <summary>
    /// A way from one cell to another one that is no step: stairs, a lift, a ladder; or, within a floor, a teleporter or a door.
    /// <c>default(FloorLink)</c> is open, leads both ways and costs nothing.
    /// </summary>
    public struct FloorLink
    {
        /// <summary>Where it begins.</summary>
        public FloorCell From;

        /// <summary>Where it ends; may be on the floor where it begins.</summary>
        public FloorCell To;

        /// <summary>
        /// What taking it costs, on the scale of the step costs of the query that takes it: finite, at least 0. Searches count in millionths of a
        /// unit (a straight step has at most 8000 units, with costs of 1 and 1.4 it has 5), to which it is rounded; more than 10^9 straight
        /// steps count as 10^9.
        /// </summary>
        public double Cost;

        /// <summary>Whether it leads from its beginning to its end alone, and not back.</summary>
        public bool OneWay;

        /// <summary>Whether it is not taken for now, as a door that is shut.</summary>
        public bool Closed;

        /// <summary>An open link that leads both ways.</summary>
        public FloorLink(FloorCell from, FloorCell to, double cost)
        {
            From = from;
            To = to;
            Cost = cost;
            OneWay = false;
            Closed = false;
        }

        internal FloorLink(ref GridstarLinkDef def)
        {
            From = new FloorCell(unchecked((int)def.from_floor), def.from_x, def.from_y);
            To = new FloorCell(unchecked((int)def.to_floor), def.to_x, def.to_y);
            Cost = def.cost;
            OneWay = def.one_way != 0;
            Closed = def.closed != 0;
        }

        internal GridstarLinkDef ToDef()
        {
            GridstarLinkDef def = default(GridstarLinkDef);
            def.struct_size = GridstarLinkDef.Size;
            def.from_floor = unchecked((uint)From.Floor);
            def.from_x = From.Cell.X;
            def.from_y = From.Cell.Y;
            def.to_floor = unchecked((uint)To.Floor);
            def.to_x = To.Cell.X;
            def.to_y = To.Cell.Y;
            def.one_way = OneWay ? 1U : 0U;
            def.cost = Cost;
            def.closed = Closed ? 1U : 0U;
            return def;
        }
    }
}
