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

        /// <param name="page">The file's name without extension.</param>
        internal DocumentationPageAttribute(string page)
            : base(AddressOf(page))
        {
        }

        private static string AddressOf(string page)
        {
            return new Uri(Path.GetFullPath(Folder + page + ".md")).AbsoluteUri;
        }
    }
}
