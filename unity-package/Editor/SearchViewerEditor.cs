using UnityEditor;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// The inspector of <see cref="SearchViewer"/>. It shows the map as clickable cells with a button to clear them. In
    /// play mode it adds buttons for the search, which work with any input system.
    /// </summary>
    [CustomEditor(typeof(SearchViewer))]
    public sealed class SearchViewerEditor : UnityEditor.Editor
    {
        private const float MaxCell = 24f;

        // Index in BrushNames. Smaller ones are numbers of CellMark.
        private const int TerrainBrush = 4;

        // The types that have a character in CellLegend.Text.
        private const int FirstTerrain = 2;
        private const int LastTerrain = 9;

        private static readonly string[] BrushNames = { "Walkable", "Obstacle", "Start", "Goal", "Terrain" };

        private readonly SearchViewerMap _map = new SearchViewerMap();
        private int _brush = (int)CellMark.Obstacle;
        private int _terrain = FirstTerrain;

        /// <summary>
        /// The brush with which a drag paints each cell. A drag that begins on an obstacle removes obstacles.
        /// </summary>
        private int _dragged;

        /// <summary>In play mode the inspector repaints all the time, to keep the counts current.</summary>
        public override bool RequiresConstantRepaint() => Application.isPlaying;

        /// <summary>Draws the inspector.</summary>
        public override void OnInspectorGUI()
        {
            SearchViewer viewer = (SearchViewer)target;
            if (Application.isPlaying)
            {
                using (MissingLibraryNotice.Begin())
                {
                    DrawSearch(viewer);
                }
            }
            // The buttons for cells know no walls: such a map is edited as text.
            if (viewer.GridSource == null && !viewer.MapHasWalls)
            {
                DrawMap();
            }
            DrawDefaultInspector();
        }

        private static void DrawSearch(SearchViewer viewer)
        {
            GUILayout.BeginHorizontal();
            if (GUILayout.Button("Step"))
            {
                viewer.Step();
            }
            if (GUILayout.Button(viewer.IsRunning ? "Pause" : "Run"))
            {
                SetRunning(viewer, !viewer.IsRunning);
            }
            if (GUILayout.Button("End"))
            {
                viewer.Finish();
            }
            if (GUILayout.Button("Again"))
            {
                viewer.Begin();
            }
            GUILayout.EndHorizontal();
            if (viewer.View != null)
            {
                GUILayout.Label(viewer.View.Title + "\n" + viewer.View.Summary);
            }
        }

        private static void SetRunning(SearchViewer viewer, bool isRunning)
        {
            if (isRunning)
            {
                viewer.Run();
            }
            else
            {
                viewer.Pause();
            }
        }

        private void DrawMap()
        {
            serializedObject.Update();
            SerializedProperty text = serializedObject.FindProperty("Map");
            string mistake = _map.Read(text.stringValue);
            if (mistake != null)
            {
                EditorGUILayout.HelpBox(mistake, MessageType.Warning);
                return;
            }
            _brush = GUILayout.Toolbar(_brush, BrushNames);
            if (_brush == TerrainBrush)
            {
                _terrain = EditorGUILayout.IntSlider("Cell type", _terrain, FirstTerrain, LastTerrain);
            }
            bool isChanged = DrawCells();
            isChanged |= DrawSize();
            if (GUILayout.Button("Clear map"))
            {
                _map.Clear();
                isChanged = true;
            }
            if (isChanged)
            {
                text.stringValue = _map.Write();
                serializedObject.ApplyModifiedProperties();
            }
        }

        private bool DrawSize()
        {
            int width = EditorGUILayout.DelayedIntField("Columns", _map.Cells.Width);
            int height = EditorGUILayout.DelayedIntField("Rows", _map.Cells.Height);
            if (width == _map.Cells.Width && height == _map.Cells.Height)
            {
                return false;
            }
            _map.Resize(width, height);
            return true;
        }

        /// <summary>Draws the cells as large as the inspector allows, and applies mouse input to them.</summary>
        private bool DrawCells()
        {
            int width = _map.Cells.Width;
            int height = _map.Cells.Height;
            float side = Mathf.Min(MaxCell, (EditorGUIUtility.currentViewWidth - 40f) / width);
            Rect area = GUILayoutUtility.GetRect(side * width, side * height);
            SearchPalette palette = ((SearchViewer)target).Palette;
            Event now = Event.current;
            bool isChanged = false;
            for (int y = 0; y < height; y++)
            {
                for (int x = 0; x < width; x++)
                {
                    GridCell cell = new GridCell(x, y);
                    Rect square = new Rect(area.x + x * side, area.y + (height - 1 - y) * side, side - 1f, side - 1f);
                    EditorGUI.DrawRect(square, ColorNumber.ToColor(ColorOnMap(palette, cell)));
                    isChanged |= square.Contains(now.mousePosition) && Use(now, cell);
                }
            }
            return isChanged;
        }

        private bool Use(Event now, GridCell cell)
        {
            if (now.type == EventType.MouseDown)
            {
                bool isUndone = _brush == (int)CellMark.Obstacle && _map.Get(cell) == CellMark.Obstacle;
                _dragged = isUndone ? (int)CellMark.Walkable : _brush;
            }
            else if (now.type != EventType.MouseDrag)
            {
                return false;
            }
            if (_dragged == TerrainBrush)
            {
                _map.Put(cell, (CellType)_terrain);
            }
            else
            {
                _map.Put(cell, (CellMark)_dragged);
            }
            now.Use();
            return true;
        }

        private int ColorOnMap(SearchPalette palette, GridCell cell)
        {
            switch (_map.Get(cell))
            {
                case CellMark.Start:
                    return palette[SearchViewKind.Start];
                case CellMark.Goal:
                    return palette[SearchViewKind.Goal];
                default:
                    return palette[_map.Cells[cell]];
            }
        }
    }
}
