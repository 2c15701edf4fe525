#if !GRIDSTAR_SKIP_BUILD_CHECK
using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace GridStar.Editor
{
    /// <summary>
    /// Refuses a build for a platform that the project has no native library for: the player would start, and fail at
    /// its first grid. The scripting symbol GRIDSTAR_SKIP_BUILD_CHECK switches the check off.
    /// </summary>
    internal sealed class LibraryBuildCheck : IPreprocessBuildWithReport
    {
        private static readonly AndroidArchitecture[] s_architectures =
        {
            AndroidArchitecture.ARMv7, AndroidArchitecture.ARM64, AndroidArchitecture.X86, AndroidArchitecture.X86_64,
        };

        /// <summary>Before what takes long.</summary>
        public int callbackOrder
        {
            get { return -100; }
        }

        public void OnPreprocessBuild(BuildReport report)
        {
            BuildTarget target = report.summary.platform;
            string missing = target == BuildTarget.Android ? MissingForAndroid() : MissingFor(target);
            if (missing != null)
            {
                throw new BuildFailedException(
                    "GridStar: the project has no native library for " + missing
                        + ", so put one in as the section \"Install\" of GridStar's README says, or define "
                        + "GRIDSTAR_SKIP_BUILD_CHECK to build without it.");
            }
        }

        /// <summary>What has no library; null if all is there.</summary>
        private static string MissingFor(BuildTarget target)
        {
            return Libraries(target).Count == 0 ? target.ToString() : null;
        }

        /// <summary>The first processor of the build without a library; null if each has one.</summary>
        private static string MissingForAndroid()
        {
            List<PluginImporter> libraries = Libraries(BuildTarget.Android);
            AndroidArchitecture wanted = PlayerSettings.Android.targetArchitectures;
            foreach (AndroidArchitecture architecture in s_architectures)
            {
                bool isThere = libraries.Exists(library => Serves(library, architecture));
                if ((wanted & architecture) != 0 && !isThere)
                {
                    return "Android on " + architecture;
                }
            }
            return null;
        }

        private static bool Serves(PluginImporter library, AndroidArchitecture architecture)
        {
            string processor = library.GetPlatformData(BuildTarget.Android, "CPU");
            return string.Equals(processor, architecture.ToString(), StringComparison.OrdinalIgnoreCase);
        }

        /// <summary>The plugins for a platform that are GridStar's by their file names.</summary>
        private static List<PluginImporter> Libraries(BuildTarget target)
        {
            List<PluginImporter> found = new List<PluginImporter>();
            foreach (PluginImporter plugin in PluginImporter.GetImporters(target))
            {
                string name = Path.GetFileNameWithoutExtension(plugin.assetPath);
                if (plugin.isNativePlugin && (name == "gridstar" || name == "libgridstar"))
                {
                    found.Add(plugin);
                }
            }
            return found;
        }
    }
}
#endif
