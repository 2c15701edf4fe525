using System;
using UnityEditor;

namespace GridStar.Editor
{
    /// <summary>
    /// Disables buttons that need the native library while it is missing, and says why above them. Use it as
    /// <c>using (MissingLibraryNotice.Begin()) { ... }</c>.
    /// </summary>
    internal static class MissingLibraryNotice
    {
        internal static IDisposable Begin()
        {
            string reason = Reason();
            if (reason != null)
            {
                EditorGUILayout.HelpBox(reason, MessageType.Error);
            }
            return new EditorGUI.DisabledScope(reason != null);
        }

        /// <summary>Why the library can't be used; null if it can.</summary>
        internal static string Reason()
        {
            try
            {
                GridStarLibrary.EnsureLoaded();
                return null;
            }
            catch (GridStarException cause)
            {
                return cause.Message;
            }
        }
    }
}
