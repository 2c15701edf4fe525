using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEngine.SceneManagement;

namespace GridStar.Editor
{
    /// <summary>
    /// Looks in each scene of a build for grids that were baked from a scene that has changed since. The asset says
    /// what happens then: <see cref="PathGridAsset.WhenStale"/>.
    /// </summary>
    internal sealed class BakedGridBuildCheck : IProcessSceneWithReport
    {
        public int callbackOrder => 0;

        public void OnProcessScene(Scene scene, BuildReport report)
        {
            if (report == null)
            {
                // Play mode begins. It shall not wait for a scan.
                return;
            }
            foreach (PathGridComponent component in GridBaking.GridsOf(scene))
            {
                Check(component);
            }
        }

        private static void Check(PathGridComponent component)
        {
            if (component.Baked.WhenStale == StaleBake.Build)
            {
                return;
            }
            string differences = GridBaking.Differences(component);
            if (differences == null)
            {
                return;
            }
            if (component.Baked.WhenStale == StaleBake.Refuse || !GridBaking.Bake(component))
            {
                throw new BuildFailedException(
                    "GridStar: " + component.name + ": " + differences + " Bake it again, or change When Stale of the "
                        + "asset \"" + component.Baked.name + "\".");
            }
        }
    }
}
