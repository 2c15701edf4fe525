using System;
using System.Diagnostics;
using System.IO;
using System.Runtime.CompilerServices;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The manual's page that the help button of an inspector opens: a file of the package, so that the page is that of
    /// the installed version and needs no network. Players do without the attribute, because it names a folder of the
    /// machine that compiles.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class)]
    [Conditional("UNITY_EDITOR")]
    internal sealed class DocumentationPageAttribute : HelpURLAttribute
    {
        private const string Manual = "Documentation~";

        /// <param name="page">The file's name without extension.</param>
        /// <param name="script">The script that bears the attribute: the manual lies in a folder above it.</param>
        internal DocumentationPageAttribute(string page, [CallerFilePath] string script = "")
            : base(new Uri(Path.Combine(Folder(script), page + ".md")).AbsoluteUri)
        {
        }

        private static string Folder(string script)
        {
            // Unity compiles in the project's folder, and may shorten paths by it.
            string folder = script == "" ? null : Path.GetDirectoryName(Path.GetFullPath(script));
            while (folder != null && !Directory.Exists(Path.Combine(folder, Manual)))
            {
                folder = Path.GetDirectoryName(folder);
            }
            // The Editor maps this path to wherever a package lies.
            return Path.GetFullPath(Path.Combine(folder ?? "Packages/com.gridstar.pathfinding", Manual));
        }
    }
}
