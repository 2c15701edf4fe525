using System;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Method)]
    public class InitializeOnLoadMethodAttribute : Attribute
    {
    }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();

        public static event AssemblyReloadCallback beforeAssemblyReload;

        /// <summary>Steps of the Editor before it reloads scripts.</summary>
        public static void Raise()
        {
            AssemblyReloadCallback callback = beforeAssemblyReload;
            if (callback != null)
            {
                callback();
            }
        }
    }
}
