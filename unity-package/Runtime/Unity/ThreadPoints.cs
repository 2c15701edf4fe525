using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// One array of points a thread, which the native side writes. It is kept, so that a warm call allocates nothing.
    /// </summary>
    internal static class ThreadPoints
    {
        private const int FirstCapacity = 1024;

        [ThreadStatic]
        private static Vector3[] t_points;

        /// <summary>
        /// At least 1024 elements. <see cref="Reserve"/> can replace the array, so read it anew afterwards.
        /// </summary>
        internal static Vector3[] Array => t_points ?? (t_points = new Vector3[FirstCapacity]);

        /// <summary>Makes room for the given number of points. The old content is lost.</summary>
        internal static void Reserve(int count)
        {
            if (count > Array.Length)
            {
                // Half as much again, so that slowly growing paths do not allocate an array each.
                t_points = new Vector3[checked(count + count / 2)];
            }
        }

        /// <summary>Replaces the list's content by the first points.</summary>
        internal static void CopyTo(List<Vector3> list, int count)
        {
            list.Clear();
            if (list.Capacity < count)
            {
                list.Capacity = Math.Max(count, 2 * list.Capacity);
            }
            Vector3[] points = Array;
            for (int i = 0; i < count; i++)
            {
                list.Add(points[i]);
            }
        }
    }
}
