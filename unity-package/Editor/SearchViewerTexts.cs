using UnityEditor;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// Draws the text of a <see cref="SearchViewer"/>'s cells in the Scene view. In the Game view the component draws
    /// it.
    /// </summary>
    internal static class SearchViewerTexts
    {
        /// <summary>Smallest cell with text, in pixels.</summary>
        private const float SmallestCell = 26f;

        private static readonly GUIStyle Style = new GUIStyle { alignment = TextAnchor.MiddleCenter };

        [DrawGizmo(GizmoType.Selected | GizmoType.NonSelected)]
        private static void Draw(SearchViewer viewer, GizmoType type)
        {
            bool isShown = viewer.ShowsText && viewer.View != null && !viewer.Grid.IsDisposed;
            // The Game view can draw gizmos too, but has the text already.
            if (!isShown || Camera.current == null || Camera.current.cameraType != CameraType.SceneView)
            {
                return;
            }
            Vector3 step = viewer.GetTextPosition(new GridCell(1, 0)) - viewer.GetTextPosition(new GridCell(0, 0));
            for (int y = 0; y < viewer.View.Height; y++)
            {
                for (int x = 0; x < viewer.View.Width; x++)
                {
                    DrawText(viewer, new GridCell(x, y), step);
                }
            }
        }

        private static void DrawText(SearchViewer viewer, GridCell cell, Vector3 step)
        {
            SearchViewCell shown = viewer.View[cell];
            if (shown.Search.State == SearchCellState.Unseen)
            {
                return;
            }
            Vector3 position = viewer.GetTextPosition(cell);
            float size = Vector2.Distance(
                HandleUtility.WorldToGUIPoint(position), HandleUtility.WorldToGUIPoint(position + step));
            if (size < SmallestCell)
            {
                return;
            }
            int ink = viewer.Palette.GetInk(shown.Kind);
            Style.fontSize = (int)(size * 0.22f);
            Style.normal.textColor = ink == 0 ? Color.black : Color.white;
            Handles.Label(position, viewer.View.GetText(cell), Style);
        }
    }
}
