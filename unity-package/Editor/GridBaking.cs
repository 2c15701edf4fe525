using System;
using System.Collections.Generic;
using System.IO;
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
        /// <exception cref="InvalidOperationException">The component names no asset, or version control does not let
        /// the asset be changed.</exception>
        public static bool Bake(PathGridComponent component)
        {
            using (PathGridBake bake = Scan(component, "Baking " + component.name))
            {
                if (bake == null)
                {
                    return false;
                }
                Write(bake, component.Baked);
            }
            return true;
        }

        /// <summary>
        /// How the scene differs from what was baked, in a sentence; null if it does not. A cancelled progress bar is a
        /// difference that nobody knows.
        /// </summary>
        /// <exception cref="InvalidOperationException">The component names no asset.</exception>
        /// <exception cref="InvalidDataException">A newer version baked the asset, or it is damaged.</exception>
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

        /// <summary>
        /// Bakes the grids again that have changed and whose assets ask for it, in all scenes of the build settings. It
        /// opens only the scenes that use such an asset, and then those again that were open.
        /// </summary>
        internal static void RebakeBuildScenes()
        {
            List<string> paths = ScenesToRebake();
            if (paths.Count == 0)
            {
                return;
            }
            if (!EditorSceneManager.SaveCurrentModifiedScenesIfUserWantsTo())
            {
                throw new InvalidOperationException("Their scenes can be opened once the open scenes are saved.");
            }
            SceneSetup[] before = EditorSceneManager.GetSceneManagerSetup();
            try
            {
                paths.ForEach(path => Rebake(EditorSceneManager.OpenScene(path, OpenSceneMode.Single)));
            }
            finally
            {
                // A scene that was never saved has no path: it can't be opened again, and had nothing to lose.
                before = Array.FindAll(before, scene => !string.IsNullOrEmpty(scene.path));
                if (Array.Exists(before, scene => scene.isLoaded && scene.isActive))
                {
                    EditorSceneManager.RestoreSceneManagerSetup(before);
                }
            }
        }

        /// <summary>The paths of the scenes of a build that use an asset which asks to be baked again.</summary>
        private static List<string> ScenesToRebake()
        {
            List<string> found = new List<string>();
            foreach (EditorBuildSettingsScene scene in EditorBuildSettings.scenes)
            {
                if (scene.enabled && Array.Exists(AssetDatabase.GetDependencies(scene.path, true), AsksToRebake))
                {
                    found.Add(scene.path);
                }
            }
            return found;
        }

        private static bool AsksToRebake(string assetPath)
            => AssetDatabase.GetMainAssetTypeAtPath(assetPath) == typeof(PathGridAsset)
                && AssetDatabase.LoadAssetAtPath<PathGridAsset>(assetPath).WhenStale == StaleBake.Rebake;

        private static void Rebake(Scene scene)
        {
            foreach (PathGridComponent component in GridsOf(scene))
            {
                if (component.Baked.WhenStale != StaleBake.Rebake)
                {
                    continue;
                }
                using (PathGridBake bake = Scan(component, "Baking " + component.name))
                {
                    if (bake == null)
                    {
                        throw new OperationCanceledException("The progress bar was cancelled.");
                    }
                    if (HasChanged(bake, component.Baked))
                    {
                        Write(bake, component.Baked);
                    }
                }
            }
        }

        /// <summary>A damaged asset has changed, too.</summary>
        private static bool HasChanged(PathGridBake bake, PathGridAsset asset)
        {
            try
            {
                return bake.Differences(asset) != null;
            }
            catch (InvalidDataException)
            {
                return true;
            }
        }

        /// <summary>Writes a finished scan into its asset, and the asset alone to the disk.</summary>
        private static void Write(PathGridBake bake, PathGridAsset asset)
        {
            if (!AssetDatabase.MakeEditable(AssetDatabase.GetAssetPath(asset)))
            {
                throw new InvalidOperationException(
                    "Version control does not let the asset \"" + asset.name + "\" be changed.");
            }
            bake.Store(asset);
            EditorUtility.SetDirty(asset);
            AssetDatabase.SaveAssetIfDirty(asset);
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
