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
        private readonly bool _isTurned;

        /// <summary>Range of a turned grid, whose heights are along its normal.</summary>
        private readonly GridFrame _frame;
        private readonly float _lowest;
        private readonly float _highest;

        /// <summary>Heights above the plane of a grid.</summary>
        internal HeightRange(PathGrid grid, float lowest, float highest)
        {
            _plane = grid.Plane;
            _isTurned = grid.IsTurned;
            _frame = _isTurned ? new GridFrame(grid) : default(GridFrame);
            float start = _isTurned ? 0f : Along(_plane, grid.GetCellCorner(new GridCell(0, 0)));
            _lowest = start + lowest - Tolerance * grid.CellSize;
            _highest = start + highest + Tolerance * grid.CellSize;
        }

        private HeightRange(float lowest, float highest)
        {
            _plane = GridPlane.XZ;
            _isTurned = false;
            _frame = default(GridFrame);
            _lowest = lowest;
            _highest = highest;
        }

        /// <summary>All heights.</summary>
        internal static HeightRange All => new HeightRange(float.NegativeInfinity, float.PositiveInfinity);

        /// <summary>Whether a part of the bounds lies at a height that counts.</summary>
        internal bool Meets(Bounds bounds)
        {
            if (!_isTurned)
            {
                return Along(_plane, bounds.max) >= _lowest && Along(_plane, bounds.min) <= _highest;
            }
            float height = _frame.HeightOf(bounds.center);
            float reach = _frame.ReachAcross((bounds.max - bounds.min) / 2f);
            return height + reach >= _lowest && height - reach <= _highest;
        }

        private static float Along(GridPlane plane, Vector3 position)
            => plane == GridPlane.XZ ? position.y : position.z;
    }
}
