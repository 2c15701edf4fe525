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
            string missing = MissingFor(target);
            if (missing != null)
            {
                throw new BuildFailedException(
                    "GridStar: the project has no native library for " + missing
                        + ", so put one in as the section \"Install\" of GridStar's README says, or define "
                        + "GRIDSTAR_SKIP_BUILD_CHECK to build without it.");
            }
            if (target == BuildTarget.WebGL && PlayerSettings.WebGL.threadsSupport)
            {
                throw new BuildFailedException(
                    "GridStar: the native library for WebGL can't be linked into a player with native multithreading, "
                        + "so switch it off in Player Settings > Publishing Settings, or define "
                        + "GRIDSTAR_SKIP_BUILD_CHECK to build with a library of your own.");
            }
        }

        /// <summary>The platform, or its first processor, that has no library. Null: all is there.</summary>
        private static string MissingFor(BuildTarget target)
        {
            List<PluginImporter> libraries = Libraries(target);
            foreach (string processor in BuiltProcessors.Of(target))
            {
                if (!libraries.Exists(library => Serves(library, target, processor)))
                {
                    return libraries.Count == 0 && target != BuildTarget.Android
                        ? target.ToString()
                        : Name(target) + " on " + processor + Hint(target, processor);
                }
            }
            return libraries.Count == 0 ? target.ToString() : null;
        }

        private static string Name(BuildTarget target) => target == BuildTarget.StandaloneWindows64 ? "Windows"
            : target == BuildTarget.StandaloneLinux64 ? "Linux"
            : target == BuildTarget.StandaloneOSX ? "macOS" : target.ToString();

        /// <summary>Says where the package has the library but leaves it switched off; else empty.</summary>
        private static string Hint(BuildTarget target, string processor)
        {
            bool mayBeOff = target == BuildTarget.StandaloneLinux64 || target == BuildTarget.StandaloneWindows64;
            bool isOff = mayBeOff && processor == "ARM64";
            return isOff ? " (it is off until you turn it on, as the page Platforms says)" : "";
        }

        private static bool Serves(PluginImporter library, BuildTarget target, string processor)
        {
            string own = library.GetPlatformData(target, "CPU");
            bool servesAll = target != BuildTarget.Android && (string.IsNullOrEmpty(own) || own == "AnyCPU");
            return servesAll || string.Equals(own, processor, StringComparison.OrdinalIgnoreCase);
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
