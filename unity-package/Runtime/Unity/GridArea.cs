using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The area between two opposite corners on the x/z plane, and its number of cells. The constructor throws for
    /// values that make no grid.
    /// </summary>
    internal struct GridArea
    {
        internal readonly Vector3 Lowest;
        internal readonly Vector2 Size;
        internal readonly int CountX;
        internal readonly int CountY;

        internal GridArea(Vector3 startPos, Vector3 endPos, float halfExtent)
        {
            ValidatedSettings.RefuseNotFinite(startPos, nameof(startPos));
            ValidatedSettings.RefuseNotFinite(endPos, nameof(endPos));
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
            // Checked before rounding, because an int can't hold a large float.
            if (count > PathGridSettings.MaxSide + 0.5f)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(halfExtent),
                    halfExtent,
                    "A side of " + size + " world units would have " + count + " cells. The limit is "
                        + PathGridSettings.MaxSide + ".");
            }
            return Mathf.RoundToInt(count);
        }
    }
}
