using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// Window > GridStar: what lives and works now, and what the open scenes lack. While the window shows figures,
    /// calls of the library are counted.
    /// </summary>
    internal sealed class GridStarWindow : EditorWindow
    {
        private const float ButtonWidth = 70f;
        private const int SetupTab = 0;

        private static readonly string[] s_tabs = { "Setup", "Live" };

        private readonly List<PathGrid> _grids = new List<PathGrid>();
        private readonly List<string> _texts = new List<string>();
        private readonly SlowQuery[] _slow = new SlowQuery[SlowQueries.Capacity];
        private readonly FrameFigures _frames = new FrameFigures();
        private int _slowCount;
        private List<SetupProblem> _problems;
        private Vector2 _scroll;
        private int _tab;

        /// <summary>Shows the window.</summary>
        [MenuItem("Window/GridStar")]
        internal static void Open() => GetWindow<GridStarWindow>("GridStar");

        /// <summary>Shows the window with a fresh check of the setup.</summary>
        internal static void OpenSetup()
        {
            GridStarWindow window = GetWindow<GridStarWindow>("GridStar");
            window._problems = null;
            window._tab = SetupTab;
        }

        /// <summary>Findings of the last check.</summary>
        internal List<SetupProblem> Problems => _problems;

        private void OnEnable()
        {
            CallWatch.Start();
            _frames.Begin(Time.frameCount);
        }

        private void OnDisable() => CallWatch.Stop();

        /// <summary>Unity calls it in each frame of the Editor.</summary>
        private void Update()
        {
            _frames.Note(Time.frameCount);
            if (_tab != SetupTab && Application.isPlaying)
            {
                Repaint();
            }
        }

        private void OnGUI()
        {
            int tab = GUILayout.Toolbar(_tab, s_tabs);
            _scroll = GUILayout.BeginScrollView(_scroll);
            if (_tab == SetupTab)
            {
                DrawSetup();
            }
            else
            {
                DrawLive();
            }
            GUILayout.EndScrollView();
            // Last: within one event Unity wants the same controls as when it laid them out.
            _tab = tab;
        }

        private void DrawLive()
        {
            string reason = MissingLibraryNotice.Reason();
            if (reason != null)
            {
                EditorGUILayout.HelpBox(reason, MessageType.Error);
                return;
            }
            if (Event.current.type == EventType.Layout)
            {
                LiveObjects.Grids.CopyTo(_grids);
                _texts.Clear();
                _grids.ForEach(grid => _texts.Add(GridFigures.NameOf(grid) + ": " + GridFigures.TextOf(grid)));
                _slowCount = SlowQueries.CopyTo(_slow);
            }
            GUILayout.Label("A frame: " + FrameFigures.TextOf(_frames.Last));
            GUILayout.Label("The most in a frame: " + FrameFigures.TextOf(_frames.Most));
            GUILayout.Label(
                GridStarLibrary.LiveGridCount + " grids, " + GridStarLibrary.LiveFieldCount + " fields, "
                    + GridStarLibrary.LiveTicketCount + " tickets, " + GridStarLibrary.LiveCrowdCount + " crowds, "
                    + GridStarLibrary.LiveCoverCount + " covers, "
                    + GridStarLibrary.LiveProfileCount + " profiles, " + GridStarLibrary.LiveFloorsCount + " floors, "
                    + GridStarLibrary.LiveReservationsCount + " reservations, " + GridStarLibrary.LiveStepperCount
                    + " steppers");
            _texts.ForEach(text => EditorGUILayout.HelpBox(text, MessageType.None));
            DrawSlowest();
        }

        private void DrawSlowest()
        {
            GUILayout.Label("Slowest queries");
            bool isForgotten = GUILayout.Button("Forget them");
            SlowQuery replayed = default(SlowQuery);
            for (int i = 0; i < _slowCount; i++)
            {
                GUILayout.BeginHorizontal();
                PathGrid grid = GridFigures.GridOf(_slow[i], _grids);
                using (new EditorGUI.DisabledScope(grid == null || !Application.isPlaying))
                {
                    if (GUILayout.Button("Replay", GUILayout.Width(ButtonWidth)))
                    {
                        replayed = _slow[i];
                    }
                }
                GUILayout.Label((i + 1) + ". " + GridFigures.TextOf(_slow[i]));
                GUILayout.EndHorizontal();
            }
            if (isForgotten)
            {
                SlowQueries.Clear();
                _frames.Begin(Time.frameCount);
            }
            PathGrid again = replayed.Grid == 0 ? null : GridFigures.GridOf(replayed, _grids);
            if (again != null && !again.IsDisposed)
            {
                Selection.activeObject = GridFigures.Replay(replayed, again);
            }
        }

        private void DrawSetup()
        {
            bool isAsked = GUILayout.Button("Check setup");
            if (_problems == null)
            {
                _problems = SetupCheck.Find();
            }
            if (_problems.Count == 0)
            {
                EditorGUILayout.HelpBox("Nothing is missing.", MessageType.Info);
            }
            SetupProblem mended = null;
            foreach (SetupProblem problem in _problems)
            {
                EditorGUILayout.HelpBox(problem.Text, MessageType.Warning);
                GUILayout.BeginHorizontal();
                if (problem.Subject != null && GUILayout.Button("Select", GUILayout.Width(ButtonWidth)))
                {
                    Selection.activeObject = problem.Subject;
                }
                if (problem.Offer != null && GUILayout.Button(problem.Offer))
                {
                    mended = problem;
                }
                GUILayout.EndHorizontal();
            }
            if (mended != null)
            {
                mended.Mend();
            }
            if (isAsked || mended != null)
            {
                _problems = SetupCheck.Find();
            }
        }
    }
}
