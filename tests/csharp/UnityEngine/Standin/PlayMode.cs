using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine.Standin
{
    /// <summary>Enters play mode without a domain reload, so that statics keep their values.</summary>
    public static class PlayMode
    {
        static PlayMode()
        {
            IsPlaying = true;
        }

        public static bool IsPlaying { get; set; }

        /// <summary>Unity's order, which differs from the enum's numbers.</summary>
        private static readonly RuntimeInitializeLoadType[] Order =
        {
            RuntimeInitializeLoadType.SubsystemRegistration,
            RuntimeInitializeLoadType.AfterAssembliesLoaded,
            RuntimeInitializeLoadType.BeforeSplashScreen,
            RuntimeInitializeLoadType.BeforeSceneLoad,
            RuntimeInitializeLoadType.AfterSceneLoad,
        };

        /// <summary>Runs the RuntimeInitializeOnLoadMethod methods of an assembly and returns their number.</summary>
        public static int Enter(Assembly assembly)
        {
            int count = 0;
            foreach (RuntimeInitializeLoadType loadType in Order)
            {
                foreach (MethodInfo method in Methods(assembly, loadType))
                {
                    method.Invoke(null, null);
                    count++;
                }
            }
            return count;
        }

        /// <summary>Ends play mode, as quitting the game does.</summary>
        public static void Quit() => Application.RaiseQuitting();

        private static IEnumerable<MethodInfo> Methods(Assembly assembly, RuntimeInitializeLoadType loadType)
        {
            const BindingFlags Static = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
            foreach (Type type in assembly.GetTypes())
            {
                foreach (MethodInfo method in type.GetMethods(Static))
                {
                    object[] found = method.GetCustomAttributes(typeof(RuntimeInitializeOnLoadMethodAttribute), false);
                    if (found.Length > 0 && ((RuntimeInitializeOnLoadMethodAttribute)found[0]).loadType == loadType)
                    {
                        yield return method;
                    }
                }
            }
        }
    }
}
