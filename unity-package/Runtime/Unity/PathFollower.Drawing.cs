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
            if (!ShowsPath || !HasPath || _tracker.Grid.IsDisposed)
            {
                return;
            }
            Gizmos.color = PathColor;
            Vector3 from = transform.position;
            for (int i = Math.Min(1, _tracker.Count - 1); i < _tracker.Count; i++)
            {
                Vector3 to = AgentCenter(_tracker[i]);
                Gizmos.DrawLine(from, to);
                from = to;
            }
        }

        /// <summary>Gives the line the centers of the remaining cells, if these have changed.</summary>
        private void DrawLine(bool isNew)
        {
            int count = HasPath ? _tracker.Count : 0;
            if (PathLine == null || (!isNew && count == _drawnCount))
            {
                return;
            }
            if (_points.Length < count)
            {
                _points = new Vector3[Math.Max(count, 2 * _points.Length)];
            }
            for (int i = 0; i < count; i++)
            {
                _points[i] = AgentCenter(_tracker[i]);
            }
            PathLine.positionCount = count;
            PathLine.SetPositions(_points);
            _drawnCount = count;
        }
    }
}
