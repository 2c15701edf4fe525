using System;
using UnityEngine;

namespace GridStar
{
    // Showing the path.
    public sealed partial class PathFollower
    {
        private Vector3[] _points = new Vector3[64];
        private int _drawnCount;

        private void OnDrawGizmos()
        {
            if (!ShowsPath || !HasPath || IsGridGone)
            {
                return;
            }
            Gizmos.color = PathColor;
            Vector3 from = transform.position;
            for (int i = Math.Min(1, CellsLeft - 1); i < CellsLeft; i++)
            {
                Vector3 to = PathPoint(i);
                Gizmos.DrawLine(from, to);
                from = to;
            }
        }

        /// <summary>Gives the line the centers of the remaining cells, if these have changed.</summary>
        private void DrawLine(bool isNew)
        {
            if (PathLine == null)
            {
                return;
            }
            int count = CellsLeft;
            if (!isNew && count == _drawnCount)
            {
                return;
            }
            if (_points.Length < count)
            {
                _points = new Vector3[Math.Max(count, 2 * _points.Length)];
            }
            for (int i = 0; i < count; i++)
            {
                _points[i] = PathPoint(i);
            }
            PathLine.positionCount = count;
            PathLine.SetPositions(_points);
            _drawnCount = count;
        }
    }
}
