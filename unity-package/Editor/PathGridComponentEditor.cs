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
                if (!Application.isPlaying && Array.Exists(targets, grid => ((PathGridComponent)grid).Baked != null))
                {
                    DrawBaking();
                }
            }
            if (!string.IsNullOrEmpty(_found))
            {
                EditorGUILayout.HelpBox(_found, _kind);
            }
        }

        private void DrawBaking()
        {
            bool bakes = GUILayout.Button("Bake");
            bool compares = GUILayout.Button("Compare with the baked grid");
            if (!bakes && !compares)
            {
                return;
            }
            _found = "";
            _kind = MessageType.Info;
            foreach (UnityEngine.Object target in targets)
            {
                PathGridComponent grid = (PathGridComponent)target;
                if (grid.Baked != null)
                {
                    Tell(grid, () => bakes ? Bake(grid) : GridBaking.Differences(grid) ?? "As it was baked.");
                }
            }
        }

        private static string Bake(PathGridComponent grid)
            => GridBaking.Bake(grid) ? "Baked, " + grid.Baked.ByteCount + " bytes." : "Cancelled.";

        private void Scan(PathGridComponent grid) => Tell(grid, () => TextOf(grid.Scan(), grid.ScannedWalls));

        private void Tell(PathGridComponent grid, Func<string> text)
        {
            string told;
            try
            {
                told = text();
            }
            catch (Exception cause) when (ToldMistakes.Has(cause))
            {
                told = cause.Message;
                _kind = MessageType.Warning;
            }
            _found += (_found.Length == 0 ? "" : "\n") + grid.name + ": " + told;
        }

        private static string TextOf(CellMap map, byte[] passages)
        {
            int obstacles = 0;
            int terrain = 0;
            for (int i = 0; i < map.Count; i++)
            {
                obstacles += map.Types[i] == (byte)CellType.Obstacle ? 1 : 0;
                terrain += map.Types[i] > (byte)CellType.Obstacle ? 1 : 0;
            }
            string walls = passages == null ? "" : GridFigures.TextOfWalls(passages, map.Count);
            string other = " cells of other terrain among " + map.Count + " cells";
            string cells = obstacles + " obstacles and " + terrain + other;
            return walls.Length == 0 ? cells : cells + ", " + walls;
        }
    }
}
