using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>Lets a warning about a type pass once. Any thread.</summary>
    internal sealed class OncePerType
    {
        private readonly HashSet<Type> _seen = new HashSet<Type>();

        /// <summary>Whether this is the first call for the type since the last <see cref="Reset"/>.</summary>
        internal bool IsFirst(Type type)
        {
            lock (_seen)
            {
                return _seen.Add(type);
            }
        }

        internal void Reset()
        {
            lock (_seen)
            {
                _seen.Clear();
            }
        }
    }
}
