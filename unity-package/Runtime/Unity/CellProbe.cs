using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// How a box lies in the cells of a grid. On a turned grid its first side runs along the columns, the second one
    /// across the columns in the grid's plane. In skewed cells and in hexagons, a box with such sides fits in the cell.
    /// </summary>
    internal struct CellProbe
    {
        /// <summary>From the world's axes to those of the box.</summary>
        internal readonly Quaternion Rotation;

        /// <summary>Probe for 2D colliders, in degrees.</summary>
        internal readonly float Angle;

        /// <summary>Half the sides of the box in the cell: along columns, across columns and across the grid.</summary>
        private readonly float _along;
        private readonly float _beside;
        private readonly float _across;
        private readonly bool _isXZ;

        internal CellProbe(PathGrid grid)
        {
            float half = grid.CellSize / 2f;
            _isXZ = grid.Plane == GridPlane.XZ;
            _along = half;
            _beside = half;
            _across = half;
            Rotation = Quaternion.identity;
            Angle = 0f;
            if (!grid.IsTurned)
            {
                return;
            }
            GridFrame frame = new GridFrame(grid);
            float length = frame.Column.magnitude;
            Vector3 along = frame.Column / length;
            Vector3 beside = Vector3.Cross(along, frame.Normal);
            float width = Mathf.Abs(Vector3.Dot(frame.Row, beside));
            // How far a row moves on along the columns for each unit across them.
            float skew = Mathf.Abs(Vector3.Dot(frame.Row, along)) / width;
            _beside = skew > 0f ? Mathf.Min(width / 2f, length / (4f * skew)) : width / 2f;
            _along = length / 2f - _beside * skew;
            if (grid.Layout != CellLayout.Square)
            {
                // As wide as the hexagon, and as high as the sides at which it is so wide.
                _along *= grid.Layout.ShiftsColumns() ? 2f / 3f : 1f;
                _beside *= grid.Layout.ShiftsColumns() ? 1f : 2f / 3f;
            }
            Rotation = _isXZ
                ? Quaternion.LookRotation(beside, frame.Normal)
                : Quaternion.LookRotation(frame.Normal, beside);
            Angle = Mathf.Atan2(along.y, along.x) * Mathf.Rad2Deg;
        }

        /// <summary>Half the sides of a box that takes a share of the cell.</summary>
        internal Vector3 HalfExtents(float share) => (_isXZ
            ? new Vector3(_along, _across, _beside)
            : new Vector3(_along, _beside, _across)) * share;

        /// <summary>The sides of a box for 2D colliders that takes a share of the cell.</summary>
        internal Vector2 Size2D(float share) => new Vector2(2f * _along * share, 2f * _beside * share);
    }
}
