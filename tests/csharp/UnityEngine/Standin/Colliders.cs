using System;
using System.Collections.Generic;

namespace UnityEngine.Standin
{
    /// <summary>The colliders of the world, which tests place; a layer is a number from 0 to 31.</summary>
    public static class Colliders
    {
        private static readonly List<Box> Boxes = new List<Box>();

        /// <summary>How often the world was asked.</summary>
        public static int Checks { get; private set; }

        public static void Clear()
        {
            Boxes.Clear();
            Checks = 0;
        }

        public static void AddBox(Vector3 center, Vector3 size, int layer)
        {
            Boxes.Add(new Box { Low = center - size / 2f, High = center + size / 2f, Mask = 1 << layer });
        }

        /// <summary>Touching is overlapping, as in Unity.</summary>
        internal static bool Overlaps(Vector3 center, float radius, int layerMask)
        {
            Checks++;
            foreach (Box box in Boxes)
            {
                if ((box.Mask & layerMask) != 0 && box.SquaredDistance(center) <= (double)radius * radius)
                {
                    return true;
                }
            }
            return false;
        }

        private struct Box
        {
            public Vector3 Low;
            public Vector3 High;
            public int Mask;

            public double SquaredDistance(Vector3 point)
            {
                double dx = Outside(point.x, Low.x, High.x);
                double dy = Outside(point.y, Low.y, High.y);
                double dz = Outside(point.z, Low.z, High.z);
                return dx * dx + dy * dy + dz * dz;
            }

            private static double Outside(double value, double low, double high)
            {
                return Math.Max(0.0, Math.Max(low - value, value - high));
            }
        }
    }
}
