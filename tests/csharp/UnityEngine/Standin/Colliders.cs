using System;
using System.Collections.Generic;

namespace UnityEngine.Standin
{
    /// <summary>The world's colliders, placed by tests. A layer is a number from 0 to 31.</summary>
    public static class Colliders
    {
        private static readonly List<Box> Boxes = new List<Box>();
        private static readonly List<Box> Boxes2D = new List<Box>();

        /// <summary>The colliders of the scene's objects.</summary>
        internal static readonly List<BoxCollider> Placed = new List<BoxCollider>();

        /// <summary>Number of queries so far.</summary>
        public static int Checks { get; private set; }

        public static void Clear()
        {
            Boxes.Clear();
            Placed.Clear();
            Boxes2D.Clear();
            Checks = 0;
        }

        public static void AddBox(Vector3 center, Vector3 size, int layer)
            => Boxes.Add(new Box(center, size, layer, false));

        public static void AddTrigger(Vector3 center, Vector3 size, int layer)
            => Boxes.Add(new Box(center, size, layer, true));

        public static void AddBox2D(Vector2 center, Vector2 size, int layer)
            => Boxes2D.Add(new Box(new Vector3(center.x, center.y, 0f), new Vector3(size.x, size.y, 0f), layer, false));

        /// <summary>Touching counts as overlapping, as in Unity.</summary>
        internal static bool Overlaps(Vector3 center, float radius, int layerMask, QueryTriggerInteraction triggers)
        {
            Checks++;
            return AnyBox(
                box => box.Counts(layerMask, triggers) && box.SquaredDistance(center) <= (double)radius * radius);
        }

        internal static bool Overlaps(
            Vector3 center,
            Vector3 halfExtents,
            Quaternion orientation,
            int layerMask,
            QueryTriggerInteraction triggers)
        {
            Checks++;
            return AnyBox(box => box.Counts(layerMask, triggers) && box.Meets(center, halfExtents, orientation));
        }

        internal static bool Overlaps2D(Vector2 point, Vector2 size, float angle, int layerMask)
        {
            Checks++;
            Vector3 center = new Vector3(point.x, point.y, 0f);
            Vector3 half = new Vector3(size.x, size.y, 0f) / 2f;
            double turn = angle / 2.0 * Math.PI / 180.0;
            Quaternion rotation = new Quaternion(0f, 0f, (float)Math.Sin(turn), (float)Math.Cos(turn));
            return Boxes2D.Exists(box => box.Counts(layerMask, QueryTriggerInteraction.UseGlobal)
                && box.Meets(center, half, rotation));
        }

        private static bool AnyBox(Predicate<Box> meets)
            => Boxes.Exists(meets) || Placed.Exists(collider => meets(collider.Box));

        internal struct Box
        {
            private readonly Vector3 Low;
            private readonly Vector3 High;
            private readonly int Mask;
            private readonly bool IsTrigger;

            public Box(Vector3 center, Vector3 size, int layer, bool isTrigger)
            {
                Low = center - size / 2f;
                High = center + size / 2f;
                Mask = 1 << layer;
                IsTrigger = isTrigger;
            }

            /// <summary>In a new project, the global setting is that queries hit triggers.</summary>
            public bool Counts(int layerMask, QueryTriggerInteraction triggers)
                => (Mask & layerMask) != 0 && !(IsTrigger && triggers == QueryTriggerInteraction.Ignore);

            public Bounds Bounds { get { return new Bounds((Low + High) / 2f, High - Low); } }

            /// <summary>Whether a turned box overlaps this one: unless a plane lies between them.</summary>
            public bool Meets(Vector3 center, Vector3 half, Quaternion rotation)
            {
                if (rotation.Equals(Quaternion.identity))
                {
                    return Meets(center - half, center + half);
                }
                Vector3[] own = { new Vector3(1f, 0f, 0f), Vector3.up, Vector3.forward };
                Vector3[] other = { rotation * own[0], rotation * own[1], rotation * own[2] };
                Vector3 reach = (High - Low) / 2f;
                Vector3 way = center - (Low + High) / 2f;
                List<Vector3> across = new List<Vector3>(own);
                across.AddRange(other);
                foreach (Vector3 one in own)
                {
                    foreach (Vector3 two in other)
                    {
                        across.Add(Vector3.Cross(one, two));
                    }
                }
                return !across.Exists(normal => Math.Abs(Vector3.Dot(way, normal))
                    > Reach(own, reach, normal) + Reach(other, half, normal));
            }

            private static float Reach(Vector3[] axes, Vector3 half, Vector3 normal)
                => half.x * Math.Abs(Vector3.Dot(axes[0], normal)) + half.y * Math.Abs(Vector3.Dot(axes[1], normal))
                    + half.z * Math.Abs(Vector3.Dot(axes[2], normal));

            private bool Meets(Vector3 low, Vector3 high)
            {
                bool inPlane = Low.x <= high.x && High.x >= low.x && Low.z <= high.z && High.z >= low.z;
                return inPlane && Low.y <= high.y && High.y >= low.y;
            }

            public double SquaredDistance(Vector3 point)
            {
                double dx = Outside(point.x, Low.x, High.x);
                double dy = Outside(point.y, Low.y, High.y);
                double dz = Outside(point.z, Low.z, High.z);
                return dx * dx + dy * dy + dz * dz;
            }

            private static double Outside(double value, double low, double high)
                => Math.Max(0.0, Math.Max(low - value, value - high));
        }
    }
}
