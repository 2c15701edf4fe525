using System;
using System.Globalization;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Clamps serialized settings into their ranges, and reports in one warning what changed. For OnValidate: files,
    /// presets and several objects at once bypass the limits of the inspector's fields. What code sets at run time is
    /// refused instead, where it is used.
    /// </summary>
    internal struct ValidatedSettings
    {
        /// <summary>The smallest length, and share of a length, that the inspector accepts for "above 0".</summary>
        internal const float SmallestLength = 0.001f;

        /// <summary>The smallest cost that the inspector accepts for "above 0".</summary>
        internal const float SmallestCost = 0.001f;

        /// <summary>The smallest weight of an estimate that the inspector accepts for "above 0".</summary>
        internal const float SmallestWeight = 0.01f;

        internal const float LargestWeight = 1024f;

        /// <summary>A diagonal step of twice the cost is still finite.</summary>
        internal const float LargestCost = 1e30f;

        private string _changes;

        internal void Clamp(ref int value, int least, int most, string name)
        {
            int clamped = Math.Max(least, Math.Min(most, value));
            if (clamped != value)
            {
                Note(name, Text(value), Text(clamped));
                value = clamped;
            }
        }

        /// <summary>NaN becomes the least value.</summary>
        internal void Clamp(ref float value, float least, float most, string name)
        {
            float clamped = value >= least ? Math.Min(most, value) : least;
            if (!clamped.Equals(value))
            {
                Note(name, Text(value), Text(clamped));
                value = clamped;
            }
        }

        /// <summary>An engine that no grid can have becomes Auto: one of an earlier release, or of results.</summary>
        internal void ClampEngine(ref SearchEngine value)
        {
            if (value < SearchEngine.Auto || value > SearchEngine.Landmarks)
            {
                Note("Engine", value.ToString(), SearchEngine.Auto.ToString());
                value = SearchEngine.Auto;
            }
        }

        internal void ClampToPositive(ref float value, float least, string name)
            => Clamp(ref value, least, float.MaxValue, name);

        internal void ClampToNotNegative(ref float value, string name) => Clamp(ref value, 0f, float.MaxValue, name);

        /// <summary>A diagonal step costs between one and two straight steps.</summary>
        internal void ClampCosts(ref float straight, ref float diagonal)
        {
            Clamp(ref straight, SmallestCost, LargestCost, "StraightCost");
            Clamp(ref diagonal, straight, 2f * straight, "DiagonalCost");
        }

        /// <summary>Throws for a setting that is NaN, infinite or negative.</summary>
        internal static void RefuseNegative(float value, string name)
        {
            if (!(value >= 0f) || float.IsInfinity(value))
            {
                throw new ArgumentOutOfRangeException(name, value, name + " must be finite and at least 0.");
            }
        }

        /// <summary>Throws for a vector with a coordinate that is NaN or infinite.</summary>
        internal static void RefuseNotFinite(Vector3 value, string name)
        {
            // A double holds the sum of any three finite floats.
            double sum = (double)value.x + value.y + value.z;
            if (double.IsNaN(sum) || double.IsInfinity(sum))
            {
                throw new ArgumentOutOfRangeException(name, value, "A coordinate is NaN or infinite.");
            }
        }

        /// <summary>Logs one warning if anything changed.</summary>
        internal void Report(UnityEngine.Object owner)
        {
            if (_changes != null)
            {
                Debug.LogWarning(
                    "GridStar: " + owner.GetType().Name + " on '" + owner.name + "' had settings out of range: "
                        + _changes + ".",
                    owner);
            }
        }

        private static string Text(float number) => number.ToString(CultureInfo.InvariantCulture);

        private void Note(string name, string before, string now)
        {
            string change = name + " was " + before + " and is now " + now;
            _changes = _changes == null ? change : _changes + ", " + change;
        }
    }
}
