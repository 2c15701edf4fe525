using System;
using UnityEngine;

namespace GridStar
{
    // What the viewer draws. Cells are a mesh, which every camera and the Scene view show. OnGUI draws text and panel
    // in the Game view: it needs no package and works in every render pipeline. The Editor assembly draws the text in
    // the Scene view.
    public sealed partial class SearchViewer
    {
        // Smallest cell with text, in pixels: smaller text is unreadable.
        private const float SmallestTextCell = 26f;
        private const float PanelWidth = 190f;
        private const float LineHeight = 16f;
        private const float Gap = 8f;

        private SearchPicture _picture;
        private SearchPalette _palette;
        private SearchColorScheme _paletteScheme;
        private bool _isOwnPalette;
        private int _drawnVersion = -1;
        private bool _drawnArrows;
        private GUIStyle _cellStyle;
        private GUIStyle _panelStyle;
        private string[] _buttonTexts;

        /// <summary>
        /// The colors in use. Changes of <see cref="OwnColors"/> show from the next <see cref="Begin"/> on.
        /// </summary>
        public SearchPalette Palette
        {
            get
            {
                bool isOther = _isOwnPalette != UsesOwnColors || (!UsesOwnColors && _paletteScheme != Colors);
                if (_palette == null || isOther)
                {
                    _palette = UsesOwnColors ? OwnColors.ToPalette() : new SearchPalette(Colors);
                    if (!UsesOwnColors && ProfileSource != null)
                    {
                        ProfileSource.CopyColorsTo(_palette);
                    }
                    _paletteScheme = Colors;
                    _isOwnPalette = UsesOwnColors;
                    _drawnVersion = -1;
                }
                return _palette;
            }
        }

        /// <summary>World position of a cell's text: the middle of the cell's left part.</summary>
        /// <param name="cell">A cell of <see cref="Grid"/>.</param>
        public Vector3 GetTextPosition(GridCell cell)
        {
            return Grid.GetCellCenter(cell) - new GridFrame(Grid).Column * 0.16f;
        }

        private void DrawPicture()
        {
            SearchPalette palette = Palette;
            bool isThere = _picture != null && _picture.IsThere;
            if (isThere && _drawnVersion == View.Version && _drawnArrows == ShowsArrows)
            {
                return;
            }
            if (!isThere)
            {
                DestroyPicture();
                _picture = new SearchPicture(Material, gameObject.layer);
            }
            _picture.Draw(Grid, View, palette, ShowsArrows);
            _drawnVersion = View.Version;
            _drawnArrows = ShowsArrows;
        }

        /// <summary>Makes the next frame draw the picture anew.</summary>
        private void ForgetPicture()
        {
            _palette = null;
            _drawnVersion = -1;
        }

        private void ShowPicture(bool isShown) => _picture?.Show(isShown);

        private void DestroyPicture()
        {
            if (_picture != null)
            {
                _picture.Destroy();
                _picture = null;
            }
        }

        private void OnGUI()
        {
            if (!IsShown)
            {
                return;
            }
            bool restarts = false;
            try
            {
                DrawGui(out restarts);
            }
            catch (Exception cause)
            {
                SwitchOffUnlessGridIsGone(cause);
            }
            // Outside the try: a mistake in the map must leave the component on.
            if (restarts)
            {
                BeginOrSwitchOff();
            }
        }

        private void DrawGui(out bool restarts)
        {
            restarts = false;
            if (_cellStyle == null)
            {
                MakeStyles();
            }
            if (ShowsText && Event.current.type == EventType.Repaint && Camera.main != null)
            {
                DrawTexts(Camera.main);
            }
            if (ShowsPanel)
            {
                DrawPanel(out restarts);
            }
        }

        private void MakeStyles()
        {
            _cellStyle = new GUIStyle(GUI.skin.label);
            _cellStyle.alignment = TextAnchor.MiddleCenter;
            _cellStyle.wordWrap = false;
            _cellStyle.clipping = TextClipping.Overflow;
            _panelStyle = new GUIStyle(GUI.skin.label);
            _panelStyle.alignment = TextAnchor.UpperLeft;
            _panelStyle.wordWrap = false;
        }

        private void DrawTexts(Camera camera)
        {
            Vector3 step = new GridFrame(Grid).Column;
            for (int y = 0; y < View.Height; y++)
            {
                for (int x = 0; x < View.Width; x++)
                {
                    GridCell cell = new GridCell(x, y);
                    if (View[cell].Search.State != SearchCellState.Unseen)
                    {
                        DrawText(camera, cell, step);
                    }
                }
            }
        }

        private void DrawText(Camera camera, GridCell cell, Vector3 step)
        {
            Vector3 position = GetTextPosition(cell);
            Vector3 point = camera.WorldToScreenPoint(position);
            float size = Vector3.Distance(camera.WorldToScreenPoint(position + step), point);
            if (point.z <= 0f || size < SmallestTextCell)
            {
                return;
            }
            _cellStyle.fontSize = (int)(size * 0.22f);
            _cellStyle.normal.textColor = ColorNumber.ToColor(Palette.GetInk(View[cell]));
            // The screen's y points up, y in OnGUI down.
            Rect area = new Rect(point.x - size / 2f, Screen.height - point.y - size / 2f, size, size);
            GUI.Label(area, View.GetText(cell), _cellStyle);
        }

        private void DrawPanel(out bool restarts)
        {
            int lines = Math.Min(View.OpenCount, ListedOpenCells + 1);
            float height = 5 * (LineHeight + Gap) + 9 * LineHeight + lines * LineHeight + 3 * Gap;
            GUI.Box(new Rect(Gap, Gap, PanelWidth, height), View.Title);
            float y = Gap + LineHeight + Gap;
            DrawButtons(ref y, out restarts);
            float width = PanelWidth - 2 * Gap;
            Rect slider = new Rect(2 * Gap, y, width, LineHeight);
            StepsPerSecond = GUI.HorizontalSlider(slider, StepsPerSecond, 0.5f, 60f);
            y += LineHeight + Gap;
            GUI.Label(new Rect(2 * Gap, y, width, 9 * LineHeight), View.Summary, _panelStyle);
            y += 8 * LineHeight + Gap;
            Rect list = new Rect(2 * Gap, y, width, (lines + 1) * LineHeight);
            GUI.Label(list, View.GetOpenText(ListedOpenCells), _panelStyle);
        }

        private void DrawButtons(ref float y, out bool restarts)
        {
            if (_buttonTexts == null)
            {
                _buttonTexts = new[]
                {
                    "Step (" + StepKey + ")",
                    "Run (" + RunKey + ")",
                    "Pause (" + RunKey + ")",
                    "End (" + FinishKey + ")",
                    "Again",
                };
            }
            float width = (PanelWidth - 3 * Gap) / 2f;
            float left = 2 * Gap;
            float right = left + width + Gap;
            float height = LineHeight + Gap;
            if (GUI.Button(new Rect(left, y, width, height), _buttonTexts[0]))
            {
                Step();
            }
            if (GUI.Button(new Rect(right, y, width, height), _buttonTexts[IsRunning ? 2 : 1]))
            {
                Toggle();
            }
            y += height + Gap / 2f;
            if (GUI.Button(new Rect(left, y, width, height), _buttonTexts[3]))
            {
                Finish();
            }
            restarts = GUI.Button(new Rect(right, y, width, height), _buttonTexts[4]);
            y += height + Gap;
        }
    }
}
