using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>Hands what the native side wrote into a buffer to a caller's list.</summary>
    internal static class ListCopy
    {
        /// <summary>Replaces the list's content by the buffer's first values.</summary>
        internal static void Fill<T>(List<T> list, T[] buffer, int count) => Fill(list, buffer, 0, count);

        /// <summary>Replaces the list's content by some of the buffer's values.</summary>
        internal static void Fill<T>(List<T> list, T[] buffer, int first, int count)
        {
            list.Clear();
            if (list.Capacity < count)
            {
                list.Capacity = Math.Max(count, 2 * list.Capacity);
            }
            for (int i = 0; i < count; i++)
            {
                list.Add(buffer[first + i]);
            }
        }
    }
}
