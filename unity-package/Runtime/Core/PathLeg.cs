using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Part of a path that lies on one floor. The path on a grid has none: all of it lies on floor 0.
    /// </summary>
    internal struct PathLeg
    {
        /// <summary>Index of its first cell.</summary>
        internal int First;
        internal int Floor;

        /// <summary>Link that leads to its first cell; 0 at the path's start.</summary>
        internal int Link;
        internal double LinkCost;

        internal PathLeg(int first, int floor, int link, double linkCost)
        {
            First = first;
            Floor = floor;
            Link = link;
            LinkCost = linkCost;
        }

        /// <summary>Index of the leg on which a cell lies. There must be legs.</summary>
        internal static int IndexAt(List<PathLeg> legs, int cell)
        {
            int leg = legs.Count - 1;
            while (leg > 0 && legs[leg].First > cell)
            {
                leg--;
            }
            return leg;
        }

        /// <summary>Floor on which a cell lies.</summary>
        internal static int FloorAt(List<PathLeg> legs, int cell)
            => legs == null || legs.Count == 0 ? 0 : legs[IndexAt(legs, cell)].Floor;

        /// <summary>Index after the last cell of a leg, in a path that ends at an index.</summary>
        internal static int EndOf(List<PathLeg> legs, int leg, int end)
            => leg + 1 < legs.Count && legs[leg + 1].First < end ? legs[leg + 1].First : end;
    }
}
