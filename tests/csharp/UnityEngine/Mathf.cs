using System;

namespace UnityEngine
{
    public struct Mathf
    {
        /// <summary>To the nearest integer, halves to the even one.</summary>
        public static int RoundToInt(float f)
        {
            return (int)Math.Round(f);
        }

        public static int FloorToInt(float f)
        {
            return (int)Math.Floor(f);
        }

        public static int CeilToInt(float f)
        {
            return (int)Math.Ceiling(f);
        }

        public static float Abs(float f)
        {
            return Math.Abs(f);
        }

        public static int Abs(int value)
        {
            return Math.Abs(value);
        }

        public static float Min(float a, float b)
        {
            return a < b ? a : b;
        }

        public static int Min(int a, int b)
        {
            return a < b ? a : b;
        }

        public static float Max(float a, float b)
        {
            return a > b ? a : b;
        }

        public static int Max(int a, int b)
        {
            return a > b ? a : b;
        }

        public static float Sqrt(float f)
        {
            return (float)Math.Sqrt(f);
        }
    }
}
