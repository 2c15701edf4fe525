namespace GridStar
{
    /// <summary>
    /// A connection between two cells that is not a step: stairs, a lift, a ladder, a teleporter, a door. Its ends may
    /// lie on one floor. <c>default(FloorLink)</c> is open, leads both ways and costs nothing.
    /// </summary>
    public struct FloorLink
    {
        /// <summary>Where the link begins.</summary>
        public FloorCell From;

        /// <summary>Where the link ends. It may be on the same floor.</summary>
        public FloorCell To;

        /// <summary>
        /// Cost of taking the link: finite, at least 0, on the scale of the query's step costs. Searches round it to
        /// half millionths of their unit. A straight step has at most 8000 units; with costs of 1 and 1.4 it has 5.
        /// More than 10^9 straight steps count as 10^9.
        /// </summary>
        public double Cost;

        /// <summary>Whether the link leads only from <see cref="From"/> to <see cref="To"/>.</summary>
        public bool OneWay;

        /// <summary>Whether the link is closed for now, such as a shut door. Paths don't take a closed link.</summary>
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
