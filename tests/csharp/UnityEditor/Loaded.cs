using System;
using System.Reflection;

namespace UnityEditor
{
    /// <summary>Steps of the Editor once it has loaded an assembly of scripts.</summary>
    public static class Loaded
    {
        /// <summary>Runs the InitializeOnLoadMethod methods of an assembly.</summary>
        public static void InitializeOnLoad(Assembly assembly)
        {
            const BindingFlags Static = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
            foreach (Type type in assembly.GetTypes())
            {
                foreach (MethodInfo method in type.GetMethods(Static))
                {
                    if (method.IsDefined(typeof(InitializeOnLoadMethodAttribute), false))
                    {
                        method.Invoke(null, null);
                    }
                }
            }
        }
    }
}
