using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>Which methods of a grid or manager type are overridden such that only a managed search can obey them.</summary>
    internal sealed class SteeringOverrides
    {
        private static readonly OncePerType s_warned = new OncePerType();

        private readonly Type _type;
        private readonly List<string> _advice = new List<string>();

        internal SteeringOverrides(Type type)
        {
            _type = type;
        }

        /// <summary>
        /// Looks whether a virtual method is still the original one. No search by name, which code stripping could break.
        /// </summary>
        /// <param name="method">A delegate to the method of an instance.</param>
        /// <param name="original">The type that declares the original.</param>
        /// <param name="setting">What to use instead, for a native search.</param>
        internal void Look(Delegate method, Type original, string setting)
        {
            if (method.Method.DeclaringType != original)
            {
                _advice.Add(method.Method.Name + " (instead of it there is " + setting + ")");
            }
        }

        internal bool Any
        {
            get { return _advice.Count > 0; }
        }

        /// <summary>Names the overrides, and what to use instead of them, where there are some: once per type.</summary>
        internal void WarnOnce()
        {
            if (Any && s_warned.IsFirst(_type))
            {
                Debug.LogWarning("GridStar: " + _type.Name + " overrides " + string.Join(" and ", _advice.ToArray())
                    + ". Its paths are found by a managed search that obeys it and is many times slower than the native one.");
            }
        }

        internal static void ResetStatics()
        {
            s_warned.Reset();
        }
    }
}
