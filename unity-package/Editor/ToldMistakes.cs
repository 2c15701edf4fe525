using System;
using System.IO;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Tells mistakes of a project, which inspectors and tools show, from errors, which they throw.</summary>
    internal static class ToldMistakes
    {
        /// <summary>
        /// Whether a scan or a comparison fails with it because of a setting, such as a tag that is not defined, of an
        /// asset that is damaged, locked or newer than the package, or of a library that is missing.
        /// </summary>
        internal static bool Has(Exception cause)
            => cause is ArgumentException || cause is UnityException || cause is InvalidDataException
                || cause is InvalidOperationException || cause is GridStarException;
    }
}
