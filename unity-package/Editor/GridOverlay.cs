using System;
using UnityEditor;
using UnityEditor.Overlays;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// The overlay GridStar of the Scene view: what a grid has in its cells, and what the cell under the mouse is. The
    /// overlay menu of the Scene view shows and hides it.
    /// </summary>
    [Overlay(typeof(SceneView), "GridStar", "GridStar")]
    internal sealed class GridOverlay : IMGUIOverlay
    {
        private const int LargestSize = 16;
        private const float Width = 210f;

        /// <summary>Keys of the Editor's session, which a reload of scripts and play mode don't end.</summary>
        private const string LayersKey = "GridStar.Overlay.Layers";
        private const string SizeKey = "GridStar.Overlay.Size";

        private static readonly OverlayLayers[] s_layers =
        {
            OverlayLayers.Types, OverlayLayers.Penalties, OverlayLayers.Clearance, OverlayLayers.Components,
            OverlayLayers.Field, OverlayLayers.Paths, OverlayLayers.Crowd, OverlayLayers.Walls,
        };

        private static readonly GUIContent[] s_switches =
        {
            new GUIContent("Types", "Obstacles and covered cells, and the types of other terrain."),
            new GUIContent("Penalties", "Extra costs: the redder, the dearer."),
            new GUIContent("Clearance", "Cells on which an agent of the chosen size does not fit."),
            new GUIContent("Components", "Connected areas of an agent of one cell, each in a color."),
            new GUIContent("Field", "Costs in the newest field over the whole grid: green is near a goal."),
            new GUIContent("Paths", "The last paths that searches found since this is on."),
            new GUIContent("Crowd", "Agents of crowds: green ones move, yellow ones are slowed, red ones are stuck."),
            new GUIContent("Walls", "Walls between cells; an arrow where a side is open in one direction only."),
        };

        private readonly OverlayCells _cells = new OverlayCells();
        private readonly OverlayPicture _picture = new OverlayPicture();
        private readonly OverlayCrowd _crowd = new OverlayCrowd();
        private readonly OverlayWalls _walls = new OverlayWalls();
        private readonly OverlaySource _source = new OverlaySource();
        private readonly GridCell[] _points = new GridCell[LastPaths.MostPoints];
        private PathGrid _drawn;
        private string _text = "";
        private int _size = 2;
        private bool _looksAtPaths;
        private bool _looksAtCrowds;
        private bool _isThere;

        /// <summary>Layers that are switched on.</summary>
        internal OverlayLayers Layers { get; private set; }

        /// <summary>The line about the cell under the mouse.</summary>
        internal string Text => _text;

        internal OverlayPicture Picture => _picture;

        internal OverlayCrowd Crowd => _crowd;

        internal OverlayWalls Walls => _walls;

        public override void OnCreated()
        {
            if (!_isThere)
            {
                _isThere = true;
                SceneView.duringSceneGui += OnSceneGui;
                _size = Math.Min(LargestSize, Math.Max(1, SessionState.GetInt(SizeKey, _size)));
                Switch((OverlayLayers)SessionState.GetInt(LayersKey, (int)Layers));
            }
        }

        public override void OnWillBeDestroyed()
        {
            SceneView.duringSceneGui -= OnSceneGui;
            _isThere = false;
            LookAtPaths(false);
            LookAtCrowds(false);
            _picture.Destroy();
            _crowd.Destroy();
            _walls.Destroy();
            _source.Dispose();
            _cells.Forget();
        }

        /// <summary>The panel: a switch for each layer, and the cell under the mouse.</summary>
        public override void OnGUI()
        {
            OverlayLayers layers = Layers;
            for (int i = 0; i < s_layers.Length; i++)
            {
                bool isOn = GUILayout.Toggle((Layers & s_layers[i]) != 0, s_switches[i], GUILayout.Width(Width));
                layers = isOn ? layers | s_layers[i] : layers & ~s_layers[i];
            }
            int size = _size;
            if ((Layers & OverlayLayers.Clearance) != 0)
            {
                size = EditorGUILayout.IntSlider("Agent size", _size, 1, LargestSize);
            }
            bool scans = !Application.isPlaying && GUILayout.Button("Scan", GUILayout.Width(Width));
            GUILayout.Label(_source.Mistake ?? _text, GUILayout.Width(Width));
            // Last: within one event Unity wants the same controls as when it laid them out.
            if (layers != Layers || size != _size || scans)
            {
                _size = size;
                Switch(layers);
                SessionState.SetInt(LayersKey, (int)layers);
                SessionState.SetInt(SizeKey, size);
                if (scans)
                {
                    _source.Rescan();
                }
                SceneView.RepaintAll();
            }
        }

        private void Switch(OverlayLayers layers)
        {
            Layers = layers;
            LookAtPaths((layers & OverlayLayers.Paths) != 0);
            LookAtCrowds((layers & OverlayLayers.Crowd) != 0);
        }

        /// <summary>Unity tells of all Scene views, each of which has an overlay of its own.</summary>
        private void OnSceneGui(SceneView view)
        {
            if (!displayed || Layers == OverlayLayers.None || !ReferenceEquals(view, containerWindow))
            {
                return;
            }
            EventType now = Event.current.type;
            if (now != EventType.Repaint && now != EventType.MouseMove)
            {
                return;
            }
            PathGrid grid = _source.Find(Selection.activeGameObject);
            if (grid == null)
            {
                return;
            }
            if (now == EventType.MouseMove)
            {
                TellCell(grid);
                return;
            }
            DrawCells(grid);
            if ((Layers & OverlayLayers.Walls) != 0)
            {
                _walls.Draw(grid);
            }
            if ((Layers & OverlayLayers.Paths) != 0)
            {
                DrawPaths(grid);
            }
            if ((Layers & OverlayLayers.Crowd) != 0)
            {
                _crowd.Read(grid);
                _crowd.Draw();
            }
            if (Application.isPlaying)
            {
                // The grid may change in the next frame.
                view.Repaint();
            }
        }

        private void DrawCells(PathGrid grid)
        {
            OverlayPicture.SizeFor(grid, out int width, out int height);
            if (Math.Max(width, height) > SystemInfo.maxTextureSize)
            {
                _text = "The grid is too large for a texture.";
                return;
            }
            if (!ReferenceEquals(grid, _drawn))
            {
                _cells.Forget();
                _drawn = grid;
            }
            if (_cells.Refresh(grid, Layers, SizeFor(grid)))
            {
                _picture.Write(grid, _cells.Colors, _cells.Changed);
            }
            _picture.Draw(grid);
        }

        /// <summary>Agents on hexagons have size 1 or 3.</summary>
        private int SizeFor(PathGrid grid) => grid.Layout == CellLayout.Square ? _size : _size > 1 ? 3 : 1;

        private void TellCell(PathGrid grid)
        {
            Ray ray = HandleUtility.GUIPointToWorldRay(Event.current.mousePosition);
            bool isOver = GridRay.TryGetCell(grid, ray, out GridCell cell);
            string text = "";
            if (isOver && ReferenceEquals(grid, _drawn))
            {
                text = _cells.TextOf(cell, _source.Component == null ? null : _source.Component.TypeNames);
            }
            if (text != _text)
            {
                _text = text;
                SceneView.RepaintAll();
            }
        }

        private void DrawPaths(PathGrid grid)
        {
            GridFrame frame = new GridFrame(grid);
            for (int path = 0; path < LastPaths.Capacity; path++)
            {
                int count = LastPaths.CopyTo(grid.Id, path, _points);
                if (count == 0)
                {
                    return;
                }
                // Older paths are fainter.
                Handles.color = new Color(0.1f, 0.9f, 1f, 1f - 0.9f * path / LastPaths.Capacity);
                Vector3[] line = new Vector3[count];
                for (int i = 0; i < count; i++)
                {
                    line[i] = frame.CenterOf(_points[i].X, _points[i].Y);
                }
                Handles.DrawAAPolyLine(3f, line);
            }
        }

        private void LookAtCrowds(bool looks)
        {
            if (looks != _looksAtCrowds)
            {
                _looksAtCrowds = looks;
                if (looks)
                {
                    CrowdSight.Start();
                }
                else
                {
                    CrowdSight.Stop();
                }
            }
        }

        private void LookAtPaths(bool looks)
        {
            if (looks != _looksAtPaths)
            {
                _looksAtPaths = looks;
                if (looks)
                {
                    LastPaths.Start();
                }
                else
                {
                    LastPaths.Stop();
                }
            }
        }
    }
}
