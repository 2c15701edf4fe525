using System;

namespace UnityEngine
{
    public struct Mathf
    {
        public const float Rad2Deg = 57.29578f;

        /// <summary>Rounds to the nearest integer, halves to the even one.</summary>
        public static int FloorToInt(float f) => (int)System.Math.Floor(f);

        public static int RoundToInt(float f) => (int)Math.Round(f);

        public static float Abs(float f) => Math.Abs(f);

        public static float Sqrt(float f) => (float)Math.Sqrt(f);

        public static float Atan2(float y, float x) => (float)Math.Atan2(y, x);

        /// <summary>From -180 (not included) to 180 degrees.</summary>
        public static float DeltaAngle(float current, float target)
        {
            float delta = (target - current) % 360f;
            delta = delta < 0f ? delta + 360f : delta;
            return delta > 180f ? delta - 360f : delta;
        }

        public static float MoveTowardsAngle(float current, float target, float maxDelta)
        {
            float delta = DeltaAngle(current, target);
            if (-maxDelta < delta && delta < maxDelta)
            {
                return target;
            }
            return current + (delta < 0f ? -maxDelta : maxDelta);
        }

        public static int Max(int a, int b) => a > b ? a : b;

        public static float Max(float a, float b) => a > b ? a : b;

        public static float Min(float a, float b) => a < b ? a : b;
    }
}
