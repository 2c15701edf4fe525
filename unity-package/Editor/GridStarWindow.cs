using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Window > GridStar: what the open scenes lack.</summary>
    internal sealed class GridStarWindow : EditorWindow
    {
        private const float ButtonWidth = 70f;

        private List<SetupProblem> _problems;
        private Vector2 _scroll;

        /// <summary>Shows the window, with a fresh check.</summary>
        [MenuItem("Window/GridStar")]
        internal static void Open() => GetWindow<GridStarWindow>("GridStar")._problems = null;

        /// <summary>What the last check found.</summary>
        internal List<SetupProblem> Problems => _problems;

        private void OnGUI()
        {
            _scroll = GUILayout.BeginScrollView(_scroll);
            DrawSetup();
            GUILayout.EndScrollView();
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
                // Last: within one event Unity wants the same controls as when it laid them out.
                _problems = SetupCheck.Find();
            }
        }
    }
}
