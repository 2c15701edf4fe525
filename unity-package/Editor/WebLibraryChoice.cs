using System;
using UnityEditor;

namespace GridStar.Editor
{
    /// <summary>
    /// Chooses which of the two libraries for the web a player gets: the one with atomics where Player Settings have
    /// native multithreading on, else the other. Unity asks while it builds, and links exactly one.
    /// </summary>
    internal static class WebLibraryChoice
    {
        private const string Name = "libgridstar.a";
        private const string NameWithThreads = "libgridstar_threads.a";

        /// <summary>Whether a file is the library for players with native multithreading.</summary>
        internal static bool IsWithThreads(string path) => path.EndsWith("/" + NameWithThreads, StringComparison.Ordinal);

        /// <summary>Whether a build with the settings of now takes a library for the web.</summary>
        internal static bool IsTaken(string path) => IsWithThreads(path) == PlayerSettings.WebGL.threadsSupport;

        /// <summary>A project that has only one of them keeps it: it may be the project's own.</summary>
        [InitializeOnLoadMethod]
        internal static void Choose()
        {
            PluginImporter[] all = PluginImporter.GetImporters(BuildTarget.WebGL);
            PluginImporter[] own = Array.FindAll(all, plugin => plugin.isNativePlugin && IsOwn(plugin.assetPath));
            bool hasBoth = Array.Exists(own, plugin => IsWithThreads(plugin.assetPath))
                && Array.Exists(own, plugin => !IsWithThreads(plugin.assetPath));
            foreach (PluginImporter plugin in own)
            {
                plugin.SetIncludeInBuildDelegate(path => !hasBoth || IsTaken(path));
            }
        }

        private static bool IsOwn(string path) => IsWithThreads(path) || path.EndsWith("/" + Name, StringComparison.Ordinal);
    }
}
