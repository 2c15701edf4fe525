using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace GridStar.Editor
{
    /// <summary>
    /// Looks in each scene of a build for grids that were baked from a scene that has changed since. The asset says
    /// what happens then: <see cref="PathGridAsset.WhenStale"/>. It changes no asset, because Unity allows none to
    /// change here: see <see cref="BakedGridRebake"/>.
    /// </summary>
    internal sealed class BakedGridBuildCheck : IProcessSceneWithReport
    {
        public int callbackOrder => 0;

        /// <summary>Builds of asset bundles give no report.</summary>
        public void OnProcessScene(Scene scene, BuildReport report)
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
            {
                // Play mode shall not wait for a scan.
                return;
            }
            List<string> mistakes = new List<string>();
            GridBaking.GridsOf(scene).ForEach(component => Check(component, mistakes));
            if (mistakes.Count > 0)
            {
                // One for all: it ends the build.
                throw new BuildFailedException("GridStar: " + string.Join("\n", mistakes.ToArray()));
            }
        }

        private static void Check(PathGridComponent component, List<string> mistakes)
        {
            StaleBake whenStale = component.Baked.WhenStale;
            if (whenStale == StaleBake.Build)
            {
                return;
            }
            string name = "the grid \"" + component.name + "\" with the asset \"" + component.Baked.name + "\": ";
            string differences;
            try
            {
                differences = GridBaking.Differences(component);
            }
            catch (Exception cause)
            {
                // Unity would log it and go on with the build.
                mistakes.Add(name + "The comparison failed. " + cause.Message);
                return;
            }
            if (differences == null)
            {
                return;
            }
            if (whenStale == StaleBake.Refuse)
            {
                mistakes.Add(name + differences + " Bake it again, or change When Stale of the asset.");
                return;
            }
            Debug.LogWarning(
                "GridStar: " + name + differences + " The build takes it as it was baked. Bake it again, or set When "
                    + "Stale of the asset to Build if the scene differs only while it is built.",
                component.Baked);
        }
    }
}
