using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.EditorTools;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// Paints cell types and penalties of a <see cref="PathGridComponent"/> in the Scene view. The paint belongs to the
    /// component, so that undo, scenes and prefabs keep it as they keep any setting.
    /// </summary>
    [EditorTool("Paint Grid", typeof(PathGridComponent))]
    internal sealed class GridPaintTool : EditorTool
    {
        private static readonly Rect s_panel = new Rect(10f, 10f, 230f, 190f);
        private const int LargestSide = 32;

        private static readonly string[] s_shapes = { "Brush", "Line", "Rect", "Fill", "Pick" };
        private static readonly string[] s_layers = { "Types", "Penalties", "Walls" };
        private static readonly string[] s_passages = { "Open", "Wall", "One way" };
        private static readonly Color s_outline = new Color(1f, 0.62f, 0f, 1f);

        private GridPainting _painting;
        private PathGridComponent _component;
        private string _mistake;

        /// <summary>One event of the Scene view.</summary>
        public override void OnToolGUI(EditorWindow window)
        {
            if (!(window is SceneView) || !Open())
            {
                return;
            }
            int control = GUIUtility.GetControlID(FocusType.Passive);
            Event now = Event.current;
            if (now.type == EventType.Layout)
            {
                // Else a click would select what lies under the mouse.
                HandleUtility.AddDefaultControl(control);
            }
            DrawPanel();
            if (!now.alt)
            {
                Answer(now, control);
            }
            if (now.type == EventType.Repaint)
            {
                DrawOutline();
            }
        }

        /// <summary>Unity calls it when another tool is chosen, too.</summary>
        public override void OnWillBeDeactivated() => Close();

        private void OnDisable() => Close();

        private void Close()
        {
            if (_painting != null)
            {
                Undo.undoRedoPerformed -= ShowAgain;
                _painting.Dispose();
                _painting = null;
            }
            _component = null;
        }

        /// <summary>Begins to paint the selected component. False where nothing can be painted.</summary>
        private bool Open()
        {
            PathGridComponent component = target as PathGridComponent;
            if (component == _component && (_painting == null ? _mistake != null : _painting.IsCurrent))
            {
                DrawMistake();
                return _painting != null;
            }
            // Its place or size has changed in the inspector, or another grid is selected.
            Close();
            _component = component;
            _mistake = component == null ? "Select a Path Grid." : MissingLibraryNotice.Reason();
            if (_mistake == null)
            {
                try
                {
                    _painting = new GridPainting(component);
                    Undo.undoRedoPerformed += ShowAgain;
                }
                catch (Exception cause) when (ToldMistakes.Has(cause))
                {
                    _mistake = cause.Message;
                }
            }
            DrawMistake();
            return _painting != null;
        }

        private void DrawMistake()
        {
            if (_mistake != null)
            {
                Handles.BeginGUI();
                GUILayout.BeginArea(s_panel);
                EditorGUILayout.HelpBox(_mistake, MessageType.Warning);
                GUILayout.EndArea();
                Handles.EndGUI();
            }
        }

        private void ShowAgain()
        {
            if (_component == null)
            {
                Close();
                return;
            }
            _painting.ShowAgain();
            TakeOver();
            SceneView.RepaintAll();
        }

        private void Answer(Event now, int control)
        {
            Ray ray = HandleUtility.GUIPointToWorldRay(now.mousePosition);
            if (_painting.PaintsWalls)
            {
                AnswerWalls(now, control, ray);
                return;
            }
            // What the panel hides is not painted, where no control of the panel has used the event.
            bool isOver = _painting.TryGetCell(ray, out GridCell cell) && !s_panel.Contains(now.mousePosition);
            if (now.type == EventType.MouseMove && isOver)
            {
                _painting.Hover(cell);
                SceneView.RepaintAll();
            }
            else if (now.type == EventType.MouseDown && isOver && now.button == 0)
            {
                if (_painting.Shape != BrushShape.Pick)
                {
                    // The record is taken before the first cell changes.
                    Undo.RegisterCompleteObjectUndo(_component, "Paint Grid");
                }
                GUIUtility.hotControl = control;
                _painting.Erases = now.shift;
                _painting.Begin(cell);
                Take(now);
            }
            else if (now.type == EventType.MouseDrag && GUIUtility.hotControl == control)
            {
                if (isOver)
                {
                    _painting.MoveTo(cell);
                }
                Take(now);
            }
            else if (now.type == EventType.MouseUp && GUIUtility.hotControl == control)
            {
                GUIUtility.hotControl = 0;
                _painting.End();
                Store();
                TakeOver();
                Take(now);
            }
        }

        private void AnswerWalls(Event now, int control, Ray ray)
        {
            bool isOver = GridRay.TryGetPoint(_painting.Grid, ray, out Vector3 point)
                && _painting.Grid.TryGetCellAt(point, out _) && !s_panel.Contains(now.mousePosition);
            bool isHeld = GUIUtility.hotControl == control;
            if (now.type == EventType.MouseMove && isOver)
            {
                _painting.Walls.Hover(point);
                SceneView.RepaintAll();
            }
            else if (now.type == EventType.MouseDown && isOver && now.button == 0)
            {
                if (_painting.Shape != BrushShape.Pick)
                {
                    Undo.RegisterCompleteObjectUndo(_component, "Paint Walls");
                }
                GUIUtility.hotControl = control;
                _painting.Erases = now.shift;
                _painting.BeginWalls(point);
                Take(now);
            }
            else if (now.type == EventType.MouseDrag && isHeld)
            {
                if (isOver)
                {
                    _painting.MoveWallsTo(point);
                }
                Take(now);
            }
            else if (now.type == EventType.MouseUp && isHeld)
            {
                GUIUtility.hotControl = 0;
                _painting.EndWalls();
                Store();
                TakeOver();
                Take(now);
            }
        }

        private static void Take(Event now)
        {
            now.Use();
            SceneView.RepaintAll();
        }

        /// <summary>
        /// Tells Unity that the paint has changed: undo records and scenes compare fields before they are saved, and an
        /// asset of a prefab is saved only if it is marked.
        /// </summary>
        private void Store()
        {
            EditorUtility.SetDirty(_component);
            PrefabUtility.RecordPrefabInstancePropertyModifications(_component);
        }

        /// <summary>In play mode the grid takes over the paint after each stroke.</summary>
        private void TakeOver()
        {
            if (Application.isPlaying)
            {
                _component.ApplyPainted();
            }
        }

        private void DrawPanel()
        {
            Handles.BeginGUI();
            GUILayout.BeginArea(s_panel);
            _painting.Shape = (BrushShape)GUILayout.Toolbar((int)_painting.Shape, s_shapes);
            int layer = _painting.PaintsWalls ? 2 : _painting.PaintsPenalties ? 1 : 0;
            layer = GUILayout.Toolbar(layer, s_layers);
            _painting.PaintsPenalties = layer == 1;
            _painting.PaintsWalls = layer == 2;
            if (_painting.PaintsWalls)
            {
                DrawWallPanel();
            }
            else
            {
                DrawCellPanel();
            }
            GUILayout.EndArea();
            Handles.EndGUI();
        }

        private void DrawWallPanel()
        {
            // The fourth passage is the third one from the other side.
            int passage = Math.Min((int)_painting.Walls.Passage, (int)Passage.OneWay);
            _painting.Walls.Passage = (Passage)GUILayout.Toolbar(passage, s_passages);
            EditorGUILayout.HelpBox(
                "Click near a side, drag a line, or drag a rectangle for its outline. One way leads away from the cell "
                    + "under the mouse, or out of the rectangle. Shift takes paint off.",
                MessageType.None);
            if (GUILayout.Button("Clear walls"))
            {
                Undo.RegisterCompleteObjectUndo(_component, "Clear Walls");
                _component.PaintedWalls.Clear();
                Store();
                ShowAgain();
            }
        }

        private void DrawCellPanel()
        {
            _painting.Side = EditorGUILayout.IntSlider("Size", _painting.Side, 1, LargestSide);
            _painting.Value = (byte)EditorGUILayout.IntSlider(
                _painting.PaintsPenalties ? "Penalty / 16" : "Type", _painting.Value, 0, 255);
            if (!_painting.PaintsPenalties)
            {
                DrawTypes();
            }
            GUILayout.Label("Shift takes paint off. Cell " + _painting.Last + ", " + NameAt(_painting.Last));
            if (GUILayout.Button("Clear paint"))
            {
                Undo.RegisterCompleteObjectUndo(_component, "Clear Paint");
                (_painting.PaintsPenalties ? _component.PaintedPenalties : _component.Painted).Clear();
                Store();
                ShowAgain();
            }
        }

        /// <summary>A button for each type with a name.</summary>
        private void DrawTypes()
        {
            GUILayout.BeginHorizontal();
            foreach (CellType type in NamedTypes())
            {
                Color before = GUI.backgroundColor;
                GUI.backgroundColor = ColorNumber.ToColor(DefaultColors.Of(type));
                if (GUILayout.Button(_component.TypeNames[type]))
                {
                    _painting.Value = (byte)type;
                }
                GUI.backgroundColor = before;
            }
            GUILayout.EndHorizontal();
        }

        private IEnumerable<CellType> NamedTypes()
        {
            yield return CellType.Walkable;
            yield return CellType.Obstacle;
            foreach (CellTypeNames.Entry entry in _component.TypeNames.Entries)
            {
                if (entry.Type > (byte)CellType.Obstacle)
                {
                    yield return (CellType)entry.Type;
                }
            }
        }

        private string NameAt(GridCell cell)
            => _painting.Shown.Contains(cell) ? _component.TypeNames[_painting.Shown[cell]] : "";

        /// <summary>The outline of what a click would paint; of hexagons, those at both ends.</summary>
        private void DrawOutline()
        {
            if (_painting.PaintsWalls)
            {
                WallHandles.Draw(_painting.Grid, _painting.Walls, s_outline);
                return;
            }
            GridCell low = _painting.First;
            GridCell high = _painting.Last;
            int side = _painting.Shape == BrushShape.Brush || _painting.Shape == BrushShape.Line ? _painting.Side : 1;
            int before = side / 2;
            int after = side - before;
            int left = Math.Max(0, Math.Min(low.X, high.X) - before);
            int bottom = Math.Max(0, Math.Min(low.Y, high.Y) - before);
            int right = Math.Min(_painting.Grid.Width, Math.Max(low.X, high.X) + after);
            int top = Math.Min(_painting.Grid.Height, Math.Max(low.Y, high.Y) + after);
            GridFrame frame = new GridFrame(_painting.Grid);
            Handles.color = s_outline;
            if (frame.Layout != CellLayout.Square)
            {
                DrawHexagon(frame, low);
                DrawHexagon(frame, high);
                return;
            }
            Vector3 corner = frame.Origin + frame.Column * left + frame.Row * bottom;
            Vector3 along = frame.Column * (right - left);
            Vector3 up = frame.Row * (top - bottom);
            Handles.DrawAAPolyLine(3f, corner, corner + along, corner + along + up, corner + up, corner);
        }

        private static void DrawHexagon(GridFrame frame, GridCell cell)
        {
            Vector3 center = frame.CenterOf(cell.X, cell.Y);
            Vector2[] shape = frame.Layout.CornersOf();
            Vector3[] outline = new Vector3[shape.Length + 1];
            for (int i = 0; i < outline.Length; i++)
            {
                outline[i] = center + frame.InWorld(shape[i % shape.Length]);
            }
            Handles.DrawAAPolyLine(3f, outline);
        }
    }
}
