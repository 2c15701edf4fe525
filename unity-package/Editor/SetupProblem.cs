using System;

namespace GridStar.Editor
{
    /// <summary>Something that a scene lacks, and what a click can do about it.</summary>
    internal sealed class SetupProblem
    {
        private readonly Action _mend;

        internal SetupProblem(string text, UnityEngine.Object subject)
        {
            Text = text;
            Subject = subject;
        }

        internal SetupProblem(string text, UnityEngine.Object subject, string offer, Action mend)
            : this(text, subject)
        {
            Offer = offer;
            _mend = mend;
        }

        /// <summary>Description of what is missing, in a sentence or two.</summary>
        internal string Text { get; }

        /// <summary>The object that lacks it; may be null.</summary>
        internal UnityEngine.Object Subject { get; }

        /// <summary>Text of a button that calls <see cref="Mend"/>; null where the user has to act.</summary>
        internal string Offer { get; }

        internal void Mend() => _mend();
    }
}
