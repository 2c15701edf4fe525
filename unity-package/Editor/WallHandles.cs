using UnityEditor;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Draws the sides that a click would paint.</summary>
    internal static class WallHandles
    {
        private const float LineWidth = 4f;

        /// <summary>Length of an arrow as a share of the way between two cells.</summary>
        private const float Arrow = 0.3f;

        internal static void Draw(PathGrid grid, WallPainting walls, Color color)
        {
            Handles.color = color;
            GridFrame frame = new GridFrame(grid);
            for (int i = 0; i < walls.Count; i++)
            {
                GridCell from = walls.FromAt(i);
                GridCell to = walls.ToAt(i);
                frame.Layout.SideBetween(from, to, out Vector2 start, out Vector2 end);
                Vector3 center = frame.CenterOf(from.X, from.Y);
                Vector3 one = center + frame.InWorld(start);
                Vector3 other = center + frame.InWorld(end);
                Handles.DrawAAPolyLine(LineWidth, one, other);
                if (walls.Passage == Passage.OneWay || walls.Passage == Passage.OneWayBack)
                {
                    float sign = walls.Passage == Passage.OneWay ? 1f : -1f;
                    Vector3 way = frame.WayBetween(from, to) * (Arrow * sign);
                    Vector3 beside = (other - one) * (Arrow / 2f);
                    Vector3 middle = (one + other) / 2f;
                    Vector3 tip = middle + way / 2f;
                    Vector3 tail = middle - way / 2f;
                    Handles.DrawAAPolyLine(LineWidth, middle + beside, tip, middle - beside);
                    Handles.DrawAAPolyLine(LineWidth, tail, tip);
                }
            }
        }
    }
}
