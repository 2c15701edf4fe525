using UnityEditor;

namespace GridStar.Editor
{
    /// <summary>
    /// Ends the library's threads before the Editor reloads scripts: the Editor keeps the library loaded, and running
    /// searches would hold memory that the new scripts don't know.
    /// </summary>
    internal static class ScriptReload
    {
        [InitializeOnLoadMethod]
        internal static void Watch()
        {
            AssemblyReloadEvents.beforeAssemblyReload -= GridStarLibrary.StopWorkersIfLoaded;
            AssemblyReloadEvents.beforeAssemblyReload += GridStarLibrary.StopWorkersIfLoaded;
        }
    }
}
