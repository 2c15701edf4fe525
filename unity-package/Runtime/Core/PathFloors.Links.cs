using System;

namespace GridStar
{
    // Adds, changes and reads links.
    public sealed partial class PathFloors
    {
        /// <summary>Joins two cells by an open link that leads both ways. The overload with a link says more.</summary>
        /// <returns>The link's number, never 0.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A floor does not exist, a cell lies outside its floor, or the
        /// cost is out of range.</exception>
        public int AddLink(FloorCell from, FloorCell to, double cost) => AddLink(new FloorLink(from, to, cost));

        /// <summary>
        /// Joins two cells, whatever their type. Several links may join the same two cells. Paths skip a closed link,
        /// and a link with an end that is an obstacle, outside its floor's grid, or on a floor whose grid is disposed.
        /// </summary>
        /// <returns>The link's number: 1 for the first link, then 2, and so on. Numbers are never reused.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A floor does not exist, a cell lies outside its floor, or the
        /// cost is out of range.</exception>
        public int AddLink(FloorLink link)
        {
            GridstarLinkDef def = link.ToDef();
            int status = NativeMethods.gridstar_floors_add_link(_id, ref def, out uint number);
            GC.KeepAlive(this);
            if (status < 0)
            {
                bool isCost = status == (int)NativeStatus.BadLinkCost;
                object value = isCost ? (object)link.Cost : link.From + " to " + link.To;
                ThrowIfMistake(status, nameof(link), value);
            }
            return (int)number;
        }

        /// <summary>Removes a link. Its number is never reused.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link.</exception>
        public void RemoveLink(int link)
        {
            int status = NativeMethods.gridstar_floors_remove_link(_id, unchecked((uint)link));
            GC.KeepAlive(this);
            ThrowIfLinkMistake(status, link);
        }

        /// <summary>Closes or opens a link, such as a door or a broken lift. Paths skip closed links.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link.</exception>
        public void SetLinkClosed(int link, bool closed)
        {
            int status = NativeMethods.gridstar_floors_set_link_closed(_id, unchecked((uint)link), closed ? 1U : 0U);
            GC.KeepAlive(this);
            ThrowIfLinkMistake(status, link);
        }

        /// <summary>Changes a link's cost; see <see cref="FloorLink.Cost"/>. For a busy lift, say.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link, or the cost is out of
        /// range.</exception>
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

        /// <summary>The ends, cost and state of a link.</summary>
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

        /// <summary>Reads as <see cref="GetLink"/> does, without an exception for a link that was removed.</summary>
        internal bool TryGetLink(int link, out FloorLink found)
        {
            GridstarLinkDef def = default(GridstarLinkDef);
            def.struct_size = GridstarLinkDef.Size;
            int status = NativeMethods.gridstar_floors_get_link(_id, unchecked((uint)link), ref def);
            GC.KeepAlive(this);
            bool isThere = status != (int)NativeStatus.UnknownLink;
            if (isThere)
            {
                ThrowIfLinkMistake(status, link);
            }
            found = isThere ? new FloorLink(ref def) : default(FloorLink);
            return isThere;
        }

        /// <summary>The numbers of all links in ascending order, in a new array.</summary>
        public int[] GetLinks()
        {
            uint[] numbers = new uint[0];
            int status = GetLinks(numbers, out uint count);
            // Repeats when another thread adds links meanwhile.
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
                _id, ref FirstElement.Of(numbers), (uint)numbers.Length, out count);
            GC.KeepAlive(this);
            return status;
        }

        private static void ThrowIfLinkMistake(int status, int link)
        {
            // A number as an object is garbage.
            if (status < 0)
            {
                ThrowIfMistake(status, nameof(link), link);
            }
        }
    }
}
