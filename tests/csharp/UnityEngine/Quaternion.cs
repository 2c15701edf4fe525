using System;

namespace UnityEngine
{
    public struct Quaternion
    {
        public float x;
        public float y;
        public float z;
        public float w;

        public Quaternion(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public static Quaternion identity { get { return new Quaternion(0f, 0f, 0f, 1f); } }

        /// <summary>A rotation that turns z to <paramref name="forward"/> and y as near as possible to
        /// <paramref name="upwards"/>.</summary>
        public static Quaternion LookRotation(Vector3 forward, Vector3 upwards)
        {
            Vector3 z = forward / (float)Math.Sqrt(forward.sqrMagnitude);
            Vector3 side = Cross(upwards, z);
            Vector3 x = side / (float)Math.Sqrt(side.sqrMagnitude);
            Vector3 y = Cross(z, x);
            // From the matrix with columns x, y and z: first the part whose square is largest.
            float trace = x.x + y.y + z.z;
            if (trace > 0f)
            {
                float w = (float)Math.Sqrt(1f + trace) / 2f;
                float share = 0.25f / w;
                return new Quaternion((y.z - z.y) * share, (z.x - x.z) * share, (x.y - y.x) * share, w);
            }
            if (x.x >= y.y && x.x >= z.z)
            {
                float part = (float)Math.Sqrt(1f + x.x - y.y - z.z) / 2f;
                float share = 0.25f / part;
                return new Quaternion(part, (x.y + y.x) * share, (z.x + x.z) * share, (y.z - z.y) * share);
            }
            if (y.y >= z.z)
            {
                float part = (float)Math.Sqrt(1f - x.x + y.y - z.z) / 2f;
                float share = 0.25f / part;
                return new Quaternion((x.y + y.x) * share, part, (y.z + z.y) * share, (z.x - x.z) * share);
            }
            float last = (float)Math.Sqrt(1f - x.x - y.y + z.z) / 2f;
            float rest = 0.25f / last;
            return new Quaternion((z.x + x.z) * rest, (y.z + z.y) * rest, last, (x.y - y.x) * rest);
        }

        public static float Angle(Quaternion a, Quaternion b)
        {
            double dot = Math.Min(Math.Abs(Dot(a, b)), 1.0);
            return (float)(Math.Acos(dot) * 2.0 * 180.0 / Math.PI);
        }

        public static Quaternion RotateTowards(Quaternion from, Quaternion to, float maxDegreesDelta)
        {
            double angle = Angle(from, to) * Math.PI / 180.0;
            double share = maxDegreesDelta * Math.PI / 180.0 / angle;
            if (angle == 0.0 || share >= 1.0)
            {
                return to;
            }
            double half = angle / 2.0;
            double first = Math.Sin((1.0 - share) * half) / Math.Sin(half);
            double second = Math.Sin(share * half) / Math.Sin(half) * (Dot(from, to) < 0.0 ? -1.0 : 1.0);
            return new Quaternion(
                (float)(from.x * first + to.x * second),
                (float)(from.y * first + to.y * second),
                (float)(from.z * first + to.z * second),
                (float)(from.w * first + to.w * second));
        }

        public static Vector3 operator *(Quaternion rotation, Vector3 point)
        {
            Vector3 axis = new Vector3(rotation.x, rotation.y, rotation.z);
            Vector3 twice = Cross(axis, point) * 2f;
            return point + twice * rotation.w + Cross(axis, twice);
        }

        private static double Dot(Quaternion a, Quaternion b)
            => (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.w * b.w;

        private static Vector3 Cross(Vector3 a, Vector3 b)
            => new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    }
}
