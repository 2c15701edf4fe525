using UnityEngine;
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
using System;
using System.Collections.Generic;
using UnityEngine.InputSystem;
#endif

namespace GridStar
{
    /// <summary>
    /// Tells whether a key went down in this frame, by whichever input the project uses. Keys are polled, because OnGUI
    /// gets no input if only the Input System package is active.
    /// </summary>
    /// <remarks>
    /// The assembly definition defines GRIDSTAR_INPUT_SYSTEM if the Input System package is installed, so the package
    /// is optional.
    /// </remarks>
    internal static class SearchViewerKeys
    {
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
        /// <summary>
        /// Indexed by the numbers of key codes, because a dictionary of enums boxes its keys on some runtimes.
        /// </summary>
        private static readonly Dictionary<int, Key> Keys = new Dictionary<int, Key>();

        internal static bool WentDown(KeyCode key)
        {
            Keyboard keyboard = Keyboard.current;
            if (key == KeyCode.None || keyboard == null)
            {
                return false;
            }
            if (!Keys.TryGetValue((int)key, out Key found))
            {
                found = Find(key);
                Keys.Add((int)key, found);
            }
            return found != Key.None && keyboard[found].wasPressedThisFrame;
        }

        /// <summary>
        /// Finds the key by name: both enums name most keys alike. None for mouse and joystick buttons.
        /// </summary>
        private static Key Find(KeyCode code)
        {
            string name = code.ToString().Replace("Alpha", "Digit").Replace("Keypad", "Numpad");
            name = name.Replace("Control", "Ctrl").Replace("Return", "Enter").Replace("BackQuote", "Backquote");
            return Enum.TryParse(name, out Key key) ? key : Key.None;
        }
#elif ENABLE_LEGACY_INPUT_MANAGER
        internal static bool WentDown(KeyCode key) => key != KeyCode.None && Input.GetKeyDown(key);
#else
        internal static bool WentDown(KeyCode key) => false;
#endif
    }
}
