using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace GridStar.Editor
{
    /// <summary>
    /// Bakes the grids of scenes into their assets: <see cref="PathGridComponent.Baked"/>. For build servers: <c>Unity
    /// -batchmode -quit -projectPath PROJECT -executeMethod GridStar.Editor.GridBaking.BakeBuildScenes</c>.
    /// </summary>
    public static class GridBaking
    {
        private const string Title = "GridStar";

        /// <summary>
        /// Scans the scene around a grid and writes the grid into its asset, with a progress bar that can be cancelled.
        /// </summary>
        /// <returns>Whether the asset was baked: false if the progress bar was cancelled. The asset is then as it
        /// was.</returns>
        /// <exception cref="InvalidOperationException">The component names no asset.</exception>
        public static bool Bake(PathGridComponent component)
        {
            using (PathGridBake bake = Scan(component, "Baking " + component.name))
            {
                if (bake == null)
                {
                    return false;
                }
                bake.Store(component.Baked);
            }
            EditorUtility.SetDirty(component.Baked);
            AssetDatabase.SaveAssets();
            return true;
        }

        /// <summary>
        /// How the scene differs from what was baked, in a sentence; null if it does not. A cancelled progress bar is a
        /// difference that nobody knows.
        /// </summary>
        /// <exception cref="InvalidOperationException">The component names no asset.</exception>
        public static string Differences(PathGridComponent component)
        {
            using (PathGridBake bake = Scan(component, "Comparing " + component.name))
            {
                return bake == null ? "The comparison was cancelled." : bake.Differences(component.Baked);
            }
        }

        /// <summary>
        /// Bakes each grid that names an asset, in all scenes of the build settings. An exception ends Unity with an
        /// error, as a build server expects it.
        /// </summary>
        public static void BakeBuildScenes()
        {
            foreach (EditorBuildSettingsScene scene in EditorBuildSettings.scenes)
            {
                if (scene.enabled)
                {
                    GridsOf(EditorSceneManager.OpenScene(scene.path, OpenSceneMode.Single)).ForEach(
                        component => Bake(component));
                }
            }
        }

        /// <summary>The grids of a scene that name an asset.</summary>
        internal static List<PathGridComponent> GridsOf(Scene scene)
        {
            List<PathGridComponent> found = new List<PathGridComponent>();
            foreach (GameObject root in scene.GetRootGameObjects())
            {
                found.AddRange(root.GetComponentsInChildren<PathGridComponent>(true));
            }
            found.RemoveAll(component => component.Baked == null);
            return found;
        }

        /// <summary>A finished scan, or null after a cancellation.</summary>
        private static PathGridBake Scan(PathGridComponent component, string info)
        {
            if (component.Baked == null)
            {
                throw new InvalidOperationException(component.name + " names no asset in its field Baked.");
            }
            PathGridBake bake = component.BeginBake();
            bool isWhole = false;
            try
            {
                bool isCancelled = false;
                while (!isCancelled && bake.Advance())
                {
                    isCancelled = EditorUtility.DisplayCancelableProgressBar(Title, info, bake.Progress);
                }
                isWhole = !isCancelled;
            }
            finally
            {
                EditorUtility.ClearProgressBar();
                if (!isWhole)
                {
                    bake.Dispose();
                }
            }
            return isWhole ? bake : null;
        }
    }
}
