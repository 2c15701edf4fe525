using System;
using System.Collections.Generic;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace UnityEditor
{
    public enum BuildTarget
    {
        StandaloneOSX = 2,
        StandaloneWindows = 5,
        iOS = 9,
        Android = 13,
        StandaloneWindows64 = 19,
        WebGL = 20,
        StandaloneLinux64 = 24,
        PS5 = 44,
    }

    [Flags]
    public enum AndroidArchitecture : uint
    {
        None = 0,
        ARMv7 = 1,
        ARM64 = 2,
#if UNITY_6000_0_OR_NEWER
        [Obsolete("As in Unity 6000.0 and later")]
#endif
        X86 = 4,
#if UNITY_6000_5_OR_NEWER
        [Obsolete("As in Unity 6000.5 and later")]
#endif
        X86_64 = 8,
        All = 4294967295,
    }

    public sealed class PlayerSettings
    {
        public sealed class Android
        {
            public static AndroidArchitecture targetArchitectures { get; set; }
        }
    }

    public class EditorUserBuildSettings : UnityEngine.Object
    {
        public static BuildTarget activeBuildTarget { get; set; } = BuildTarget.StandaloneLinux64;
    }

    public class AssetImporter : UnityEngine.Object
    {
        public string assetPath { get; internal set; }
    }

    public sealed class PluginImporter : AssetImporter
    {
        internal BuildTarget Target;
        internal string Processor;

        public bool isNativePlugin { get; internal set; }

        public static PluginImporter[] GetImporters(BuildTarget platform)
            => Standin.Plugins.All.FindAll(plugin => plugin.Target == platform).ToArray();

        /// <summary>The stand-in knows the processor alone.</summary>
        public string GetPlatformData(BuildTarget platform, string key)
            => platform == Target && key == "CPU" ? Processor : "";
    }
}

namespace UnityEditor.Build
{
    public enum OSArchitecture
    {
        x64,
        ARM64,
        x64ARM64,
        x86,
    }

    public interface IOrderedCallback
    {
        int callbackOrder { get; }
    }

    public interface IPreprocessBuildWithReport : IOrderedCallback
    {
        void OnPreprocessBuild(BuildReport report);
    }

    public class BuildFailedException : Exception
    {
        public BuildFailedException(string message) : base(message)
        {
        }

        public BuildFailedException(Exception innerException) : base(null, innerException)
        {
        }
    }
}

// In Unity these lie in assemblies that are loaded where the Editor can build for the system.
namespace UnityEditor.WindowsStandalone
{
    public static class UserBuildSettings
    {
        public static OSArchitecture architecture { get; set; }
    }
}

namespace UnityEditor.OSXStandalone
{
    public static class UserBuildSettings
    {
        public static OSArchitecture architecture { get; set; }
    }
}

namespace UnityEditor.LinuxStandalone
{
    public static class UserBuildSettings
    {
        public static OSArchitecture architecture { get; set; }
    }
}

namespace UnityEditor.Build.Reporting
{
    public struct BuildSummary
    {
        public BuildTarget platform { get; internal set; }
    }

    public sealed class BuildReport : UnityEngine.Object
    {
        internal BuildReport()
        {
        }

        public BuildSummary summary { get; internal set; }
    }
}

namespace UnityEditor.Standin
{
    /// <summary>The plugins of the project, and builds with them.</summary>
    public static class Plugins
    {
        internal static readonly List<PluginImporter> All = new List<PluginImporter>();

        public static void Clear() => All.Clear();

        public static void Add(string path, BuildTarget target, string processor, bool isNative)
        {
            All.Add(new PluginImporter
            {
                assetPath = path, Target = target, Processor = processor, isNativePlugin = isNative,
            });
        }

        /// <summary>Begins a build as the Editor does: with every callback of an assembly, in their order.</summary>
        public static void Build(BuildTarget target, System.Reflection.Assembly scripts)
        {
            BuildReport report = new BuildReport { summary = new BuildSummary { platform = target } };
            List<IPreprocessBuildWithReport> callbacks = new List<IPreprocessBuildWithReport>();
            foreach (Type type in scripts.GetTypes())
            {
                if (typeof(IPreprocessBuildWithReport).IsAssignableFrom(type))
                {
                    callbacks.Add((IPreprocessBuildWithReport)Activator.CreateInstance(type, true));
                }
            }
            callbacks.Sort((one, other) => one.callbackOrder.CompareTo(other.callbackOrder));
            callbacks.ForEach(callback => callback.OnPreprocessBuild(report));
        }
    }
}
