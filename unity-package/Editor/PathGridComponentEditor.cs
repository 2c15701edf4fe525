using System;
using UnityEditor;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// The inspector of <see cref="PathGridComponent"/>. Its button scans the scene: outside play mode the Scene view
    /// then shows what a grid would have, in play mode the grid takes it in.
    /// </summary>
    [CustomEditor(typeof(PathGridComponent))]
    [CanEditMultipleObjects]
    public sealed class PathGridComponentEditor : UnityEditor.Editor
    {
        private string _found;
        private MessageType _kind;

        /// <summary>Draws the inspector.</summary>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            using (MissingLibraryNotice.Begin())
            {
                if (GUILayout.Button(Application.isPlaying ? "Refresh obstacles" : "Scan"))
                {
                    _found = "";
                    _kind = MessageType.Info;
                    Array.ForEach(targets, grid => Scan((PathGridComponent)grid));
                    SceneView.RepaintAll();
                }
            }
            if (!string.IsNullOrEmpty(_found))
            {
                EditorGUILayout.HelpBox(_found, _kind);
            }
        }

        private void Scan(PathGridComponent grid)
        {
            string text;
            try
            {
                text = TextOf(grid.Scan());
            }
            catch (Exception cause) when (cause is ArgumentException || cause is UnityException)
            {
                // A mistake in the settings, such as a tag that is not defined.
                text = cause.Message;
                _kind = MessageType.Warning;
            }
            _found += (_found.Length == 0 ? "" : "\n") + grid.name + ": " + text;
        }

        private static string TextOf(CellMap map)
        {
            int obstacles = 0;
            int terrain = 0;
            for (int i = 0; i < map.Count; i++)
            {
                obstacles += map.Types[i] == (byte)CellType.Obstacle ? 1 : 0;
                terrain += map.Types[i] > (byte)CellType.Obstacle ? 1 : 0;
            }
            return obstacles + " obstacles and " + terrain + " cells of other terrain among " + map.Count + " cells";
        }
    }
}
