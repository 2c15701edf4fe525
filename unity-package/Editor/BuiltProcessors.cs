using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;

namespace GridStar.Editor
{
    /// <summary>The processors that a player is built for, named as in the settings of plugins.</summary>
    internal static class BuiltProcessors
    {
        // Numbers, because later versions of Unity warn of names that earlier ones need.
        private static readonly KeyValuePair<string, uint>[] s_android =
        {
            new KeyValuePair<string, uint>("ARMv7", 1), new KeyValuePair<string, uint>("ARM64", 2),
            new KeyValuePair<string, uint>("X86", 4), new KeyValuePair<string, uint>("X86_64", 8),
        };

        /// <summary>None where every player of the platform has the same processor.</summary>
        internal static List<string> Of(BuildTarget target)
        {
            switch (target)
            {
                case BuildTarget.Android:
                    return OfAndroid((uint)PlayerSettings.Android.targetArchitectures);
                case BuildTarget.StandaloneWindows64:
                    return OfDesktop("WindowsStandalone");
                case BuildTarget.StandaloneLinux64:
                    return OfDesktop("LinuxStandalone");
                case BuildTarget.StandaloneOSX:
                    return OfDesktop("OSXStandalone");
                default:
                    return new List<string>();
            }
        }

        private static List<string> OfAndroid(uint chosen)
        {
            List<string> processors = new List<string>();
            foreach (KeyValuePair<string, uint> processor in s_android)
            {
                if ((chosen & processor.Value) != 0)
                {
                    processors.Add(processor.Key);
                }
            }
            return processors;
        }

        /// <summary>
        /// The processor in the build settings of a desktop. These settings lie in an assembly that Unity loads only
        /// where it can build for that system, so scripts can't name them. Versions without the setting build for
        /// x86_64 alone.
        /// </summary>
        private static List<string> OfDesktop(string system)
        {
            List<string> processors = new List<string>();
            string architecture = Architecture("UnityEditor." + system + ".UserBuildSettings");
            if (architecture != "ARM64")
            {
                processors.Add("x86_64");
            }
            if (architecture == "ARM64" || architecture == "x64ARM64")
            {
                processors.Add("ARM64");
            }
            return processors;
        }

        private static string Architecture(string settings)
        {
            foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                Type type = assembly.GetType(settings, false);
                PropertyInfo property =
                    type == null ? null : type.GetProperty("architecture", BindingFlags.Public | BindingFlags.Static);
                if (property != null)
                {
                    return Convert.ToString(property.GetValue(null, null));
                }
            }
            return "x64";
        }
    }
}
