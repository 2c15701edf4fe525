using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>The overrides of a grid or manager type that only a managed search can obey.</summary>
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
        /// Checks whether a virtual method is overridden. Looks up no names, because code stripping could break that.
        /// </summary>
        internal void Look(Delegate method, Type original, string setting)
        {
            if (method.Method.DeclaringType != original)
            {
                _advice.Add(method.Method.Name + " (faster: " + setting + ")");
            }
        }

        internal bool Any => _advice.Count > 0;

        /// <summary>Warns once per type, naming the overrides and the settings to use instead.</summary>
        internal void WarnOnce()
        {
            if (Any && s_warned.IsFirst(_type))
            {
                Debug.LogWarning("GridStar: " + _type.Name + " overrides " + string.Join(" and ", _advice.ToArray())
                    + ". A managed search obeys the overrides, and is many times slower than the native search.");
            }
        }

        internal static void ResetStatics() => s_warned.Reset();
    }
}
