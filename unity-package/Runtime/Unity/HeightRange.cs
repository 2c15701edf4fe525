using UnityEngine;

namespace GridStar
{
    /// <summary>Which heights above a grid's plane count: from the lowest to the highest one, both included.</summary>
    internal struct HeightRange
    {
        /// <summary>How far beyond the range a height still counts, as a share of a cell: positions are
        /// rounded.</summary>
        private const float Tolerance = 0.001f;

        private readonly GridPlane _plane;
        private readonly float _lowest;
        private readonly float _highest;

        /// <summary>Heights from the plane on which <paramref name="origin"/> lies.</summary>
        internal HeightRange(GridPlane plane, Vector3 origin, float lowest, float highest, float cellSize)
        {
            _plane = plane;
            float start = Along(plane, origin);
            _lowest = start + lowest - Tolerance * cellSize;
            _highest = start + highest + Tolerance * cellSize;
        }

        /// <summary>All heights.</summary>
        internal static HeightRange All => new HeightRange(
            GridPlane.XZ, Vector3.zero, float.NegativeInfinity, float.PositiveInfinity, 0f);

        /// <summary>Whether a part of the bounds lies at a height that counts.</summary>
        internal bool Meets(Bounds bounds)
            => Along(_plane, bounds.max) >= _lowest && Along(_plane, bounds.min) <= _highest;

        private static float Along(GridPlane plane, Vector3 position)
            => plane == GridPlane.XZ ? position.y : position.z;
    }
}
