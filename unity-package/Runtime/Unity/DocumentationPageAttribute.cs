using System;
using System.IO;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The manual's page that the help button of an inspector opens: a file of the package, so that the page is that of
    /// the installed version and needs no network.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class)]
    internal sealed class DocumentationPageAttribute : HelpURLAttribute
    {
        // The Editor maps this path to wherever the package lies, as for all its packages.
        private const string Folder = "Packages/com.gridstar.pathfinding/Documentation~/";

        /// <summary>Where the manual lies in a project that has a copy of the package instead.</summary>
        private const string FolderOfCopy = "Assets/Plugins/GridStar/Documentation~/";

        /// <param name="page">The file's name without extension.</param>
        internal DocumentationPageAttribute(string page)
            : base(AddressOf(page))
        {
        }

        private static string AddressOf(string page)
        {
            string file = Path.GetFullPath(Folder + page + ".md");
            string copy = Path.GetFullPath(FolderOfCopy + page + ".md");
            return new Uri(!File.Exists(file) && File.Exists(copy) ? copy : file).AbsoluteUri;
        }
    }
}
