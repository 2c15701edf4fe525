using System;

namespace UnityEngine
{
    public struct Mathf
    {
        /// <summary>Rounds to the nearest integer, halves to the even one.</summary>
        public static int RoundToInt(float f)
        {
            return (int)Math.Round(f);
        }

        public static float Abs(float f)
        {
            return Math.Abs(f);
        }

        public static float Sqrt(float f)
        {
            return (float)Math.Sqrt(f);
        }

        public static float Max(float a, float b)
        {
            return a > b ? a : b;
        }

        public static float Min(float a, float b)
        {
            return a < b ? a : b;
        }
    }
}
