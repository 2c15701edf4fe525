using System;

namespace GridStar
{
    // What joins floors.
    public sealed partial class PathFloors
    {
        /// <summary>Joins two cells by an open link that leads both ways. See the overload with a link.</summary>
        /// <returns>The link's number, never 0.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A floor or cell is not there, or the cost is out of range.</exception>
        /// <exception cref="ObjectDisposedException">The floors, or the grid of a floor, are disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        public int AddLink(FloorCell from, FloorCell to, double cost)
        {
            return AddLink(new FloorLink(from, to, cost));
        }

        /// <summary>
        /// Joins two cells. The link is not taken while it is closed, or while one of its ends is an obstacle, outside its floor's grid, or on a
        /// floor whose grid is disposed. Its ends may be obstacles when it is added. Several links may join the same cells.
        /// </summary>
        /// <returns>The link's number: 1 for the first one, then 2, and so on; no number is used twice.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A floor or cell is not there, or the cost is out of range.</exception>
        /// <exception cref="ObjectDisposedException">The floors, or the grid of a floor, are disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        public int AddLink(FloorLink link)
        {
            GridstarLinkDef def = link.ToDef();
            uint number;
            int status = NativeMethods.gridstar_floors_add_link(_id, ref def, out number);
            GC.KeepAlive(this);
            if (status < 0)
            {
                object value = status == (int)NativeStatus.BadLinkCost ? (object)link.Cost : link.From + " to " + link.To;
                ThrowIfMistake(status, nameof(link), value);
            }
            return (int)number;
        }

        /// <summary>Removes a link. Its number is never used again.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link.</exception>
        public void RemoveLink(int link)
        {
            int status = NativeMethods.gridstar_floors_remove_link(_id, unchecked((uint)link));
            GC.KeepAlive(this);
            ThrowIfLinkMistake(status, link);
        }

        /// <summary>Closes a link, so that it is not taken, or opens it. For doors, and lifts that are out of order.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link.</exception>
        public void SetLinkClosed(int link, bool closed)
        {
            int status = NativeMethods.gridstar_floors_set_link_closed(_id, unchecked((uint)link), closed ? 1U : 0U);
            GC.KeepAlive(this);
            ThrowIfLinkMistake(status, link);
        }

        /// <summary>Gives a link another cost: see <see cref="FloorLink.Cost"/>. For a lift that is busy, say.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link, or the cost is out of range.</exception>
        public void SetLinkCost(int link, double cost)
        {
            int status = NativeMethods.gridstar_floors_set_link_cost(_id, unchecked((uint)link), cost);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BadLinkCost)
            {
                ThrowIfMistake(status, nameof(cost), cost);
            }
            ThrowIfLinkMistake(status, link);
        }

        /// <summary>What a link is.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link.</exception>
        public FloorLink GetLink(int link)
        {
            GridstarLinkDef def = default(GridstarLinkDef);
            def.struct_size = GridstarLinkDef.Size;
            int status = NativeMethods.gridstar_floors_get_link(_id, unchecked((uint)link), ref def);
            GC.KeepAlive(this);
            ThrowIfLinkMistake(status, link);
            return new FloorLink(ref def);
        }

        /// <summary>The numbers of all links, in ascending order, in a new array.</summary>
        public int[] GetLinks()
        {
            uint[] numbers = new uint[0];
            uint count;
            int status = GetLinks(numbers, out count);
            // More than once when another thread adds links in between.
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                numbers = new uint[count];
                status = GetLinks(numbers, out count);
            }
            ThrowIfMistake(status, "floors");
            int[] links = new int[count];
            for (int i = 0; i < links.Length; i++)
            {
                links[i] = (int)numbers[i];
            }
            return links;
        }

        private int GetLinks(uint[] numbers, out uint count)
        {
            int status = NativeMethods.gridstar_floors_get_links(
                _id, ref FirstPlace.Of(numbers), (uint)numbers.Length, out count);
            GC.KeepAlive(this);
            return status;
        }

        private static void ThrowIfLinkMistake(int status, int link)
        {
            ThrowIfMistake(status, nameof(link), link);
        }
    }
}
