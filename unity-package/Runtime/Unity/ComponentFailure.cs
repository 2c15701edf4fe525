using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// What a component does about an exception that would come again in every frame: it reports it once and switches
    /// itself off. Unity's main thread only.
    /// </summary>
    internal static class ComponentFailure
    {
        private const string Prefix = "GridStar: ";

        /// <summary>
        /// Sets enabled to false and logs one error, whose first line is the message of the exception: of a missing
        /// library it says what to do. Debug.LogException would show the innermost exception first, which does not.
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
