#if !GRIDSTAR_SKIP_BUILD_CHECK
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace GridStar.Editor
{
    /// <summary>
    /// Refuses a build for a platform, or a processor, that the project has no native library for: the player would
    /// start, and fail at its first grid. The scripting symbol GRIDSTAR_SKIP_BUILD_CHECK switches the check off.
    /// </summary>
    internal sealed class LibraryBuildCheck : IPreprocessBuildWithReport
    {
        /// <summary>Before what takes long.</summary>
        public int callbackOrder => -100;

        public void OnPreprocessBuild(BuildReport report)
        {
            BuildTarget target = report.summary.platform;
            string missing = PlatformLibraries.MissingFor(target);
            if (missing != null)
            {
                throw new BuildFailedException(
                    "GridStar: the project has no native library for " + missing
                        + ", so put one in as the section \"Install\" of GridStar's README says, or define "
                        + "GRIDSTAR_SKIP_BUILD_CHECK to build without it.");
            }
        }
    }
}
#endif
