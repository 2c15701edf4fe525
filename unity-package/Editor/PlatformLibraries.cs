using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace GridStar.Editor
{
    /// <summary>The native libraries that the project has for the platforms that it builds for.</summary>
    internal static class PlatformLibraries
    {
        /// <summary>The platform, or its first processor, that has no library. Null: all is there.</summary>
        internal static string MissingFor(BuildTarget target)
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
