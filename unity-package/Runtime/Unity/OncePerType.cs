using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>Lets a warning that concerns a type through once. Any thread.</summary>
    internal sealed class OncePerType
    {
        private readonly HashSet<Type> _seen = new HashSet<Type>();

        /// <summary>Whether the type was not asked for since the last <see cref="Reset"/>.</summary>
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
