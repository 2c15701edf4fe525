using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Handles an exception that a component would throw again in every frame: reports it once and switches the
    /// component off. Unity's main thread only.
    /// </summary>
    internal static class ComponentFailure
    {
        private const string Prefix = "GridStar: ";

        /// <summary>
        /// Sets enabled to false and logs one error. Its first line is the exception's message, which for a missing
        /// library says what to do. Debug.LogException would put the innermost exception first, which does not.
        /// </summary>
        internal static void SwitchOff(MonoBehaviour component, Exception cause)
        {
            component.enabled = false;
            string message = cause.Message;
            if (message.StartsWith(Prefix, StringComparison.Ordinal))
            {
                message = message.Substring(Prefix.Length);
            }
            Debug.LogError(Prefix + component.GetType().Name + " on '" + component.gameObject.name
                + "' has switched itself off: " + message + "\n" + cause, component);
        }
    }
}
