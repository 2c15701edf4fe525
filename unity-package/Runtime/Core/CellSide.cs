namespace GridStar
{
    /// <summary>
    /// A side that two cells share, with its bits in the plane <see cref="CellPlane.Passages"/>. The owner, whose byte
    /// has them, comes before the other cell.
    /// </summary>
    internal struct CellSide
    {
        internal readonly GridCell Owner;

        /// <summary>The other cell.</summary>
        internal readonly GridCell Other;

        /// <summary>The side's number at its owner: 0 to 1, or to 2 on hexagons.</summary>
        internal readonly int Number;

        /// <summary>Whether the other cell asks how the side can be passed.</summary>
        private readonly bool _isReversed;

        private CellSide(GridCell owner, GridCell other, int number, bool isReversed)
        {
            Owner = owner;
            Other = other;
            Number = number;
            _isReversed = isReversed;
        }

        /// <summary>A side of its owner.</summary>
        internal static CellSide Of(CellLayout layout, GridCell owner, int number)
            => new CellSide(owner, Beyond(layout, owner, number), number, false);

        /// <summary>Number of sides of which a cell is the owner.</summary>
        internal static int CountOf(CellLayout layout) => layout == CellLayout.Square ? 2 : 3;

        /// <summary>The side between two cells, as the first one sees it. False if they share none.</summary>
        internal static bool TryFind(CellLayout layout, GridCell from, GridCell to, out CellSide side)
        {
            for (int number = 0; number < CountOf(layout); number++)
            {
                if (Beyond(layout, from, number) == to)
                {
                    side = new CellSide(from, to, number, false);
                    return true;
                }
                if (Beyond(layout, to, number) == from)
                {
                    side = new CellSide(to, from, number, true);
                    return true;
                }
            }
            side = default(CellSide);
            return false;
        }

        /// <summary>The bits of the side in its owner's byte.</summary>
        internal byte Mask => (byte)(3 << (2 * Number));

        /// <summary>The passage in the owner's byte.</summary>
        internal Passage Get(byte bits)
        {
            switch ((bits >> (2 * Number)) & 3)
            {
                case 0:
                    return Passage.Open;
                case 3:
                    return Passage.Wall;
                case 1:
                    return _isReversed ? Passage.OneWay : Passage.OneWayBack;
                default:
                    return _isReversed ? Passage.OneWayBack : Passage.OneWay;
            }
        }

        /// <summary>The owner's byte with another passage.</summary>
        internal byte With(byte bits, Passage passage)
        {
            // As the owner sees it.
            Passage opposite = _isReversed ? Passage.OneWay : Passage.OneWayBack;
            bool isWall = passage == Passage.Wall;
            bool isClosed = isWall || passage == opposite;
            bool isClosedBack = isWall || (passage != Passage.Open && passage != opposite);
            int own = (isClosed ? 1 : 0) | (isClosedBack ? 2 : 0);
            return (byte)((bits & ~Mask) | (own << (2 * Number)));
        }

        private static GridCell Beyond(CellLayout layout, GridCell owner, int number)
        {
            if (number == 0)
            {
                return new GridCell(owner.X + 1, owner.Y);
            }
            if (number == 1)
            {
                return new GridCell(owner.X, owner.Y + 1);
            }
            // Of the third neighbor after it, by rows or by columns.
            int shift = layout.IsShifted(owner.X, owner.Y) ? 1 : -1;
            return layout.ShiftsColumns()
                ? new GridCell(owner.X + 1, owner.Y + shift)
                : new GridCell(owner.X + shift, owner.Y + 1);
        }
    }
}
