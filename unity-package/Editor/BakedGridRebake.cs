using System;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace GridStar.Editor
{
    /// <summary>
    /// Before a build, bakes the grids again whose assets ask for it and whose scenes have changed since:
    /// <see cref="StaleBake.Rebake"/>.
    /// </summary>
    internal sealed class BakedGridRebake : IPreprocessBuildWithReport
    {
        /// <summary>After what a project's own scripts do to its scenes before a build.</summary>
        public int callbackOrder => 100;

        public void OnPreprocessBuild(BuildReport report)
        {
            try
            {
                GridBaking.RebakeBuildScenes();
            }
            catch (Exception cause) when (!(cause is BuildFailedException))
            {
                // Unity would log it and go on with the build.
                throw new BuildFailedException("GridStar: grids could not be baked again. " + cause.Message);
            }
        }
    }
}
