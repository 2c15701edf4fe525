using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The area between two opposite corners on the x/z plane, and how many cells fit into it. Refuses what can't be a grid.
    /// </summary>
    internal struct GridArea
    {
        internal readonly Vector3 Lowest;
        internal readonly Vector2 Size;
        internal readonly int CountX;
        internal readonly int CountY;

        internal GridArea(Vector3 startPos, Vector3 endPos, float halfExtent)
        {
            RefuseNonFinite(startPos, nameof(startPos));
            RefuseNonFinite(endPos, nameof(endPos));
            if (!(halfExtent > 0) || float.IsInfinity(halfExtent))
            {
                throw new ArgumentOutOfRangeException(
                    nameof(halfExtent), halfExtent, "Half the side of a cell must be a finite number above 0.");
            }
            Lowest = Vector3.Min(startPos, endPos);
            Size = new Vector2(Mathf.Abs(endPos.x - startPos.x), Mathf.Abs(endPos.z - startPos.z));
            CountX = CountAlong(Size.x, halfExtent);
            CountY = CountAlong(Size.y, halfExtent);
        }

        private static int CountAlong(float size, float halfExtent)
        {
            float count = size / (2 * halfExtent);
            // Compared before it is rounded to an int, which a large number would not survive.
            if (count > PathGridSettings.MaxSide + 0.5f)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(halfExtent),
                    halfExtent,
                    "A side of " + size + " world units would have " + count + " cells; at most "
                        + PathGridSettings.MaxSide + " are possible.");
            }
            return Mathf.RoundToInt(count);
        }

        private static void RefuseNonFinite(Vector3 position, string parameter)
        {
            // No sum of three finite floats leaves the range of a double.
            double sum = (double)position.x + position.y + position.z;
            if (double.IsNaN(sum) || double.IsInfinity(sum))
            {
                throw new ArgumentOutOfRangeException(parameter, position, "A coordinate is NaN or infinite.");
            }
        }
    }
}
