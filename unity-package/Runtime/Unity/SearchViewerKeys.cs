using UnityEngine;
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
using System;
using System.Collections.Generic;
using UnityEngine.InputSystem;
#endif

namespace GridStar
{
    /// <summary>
    /// Whether a key went down in this frame, by whichever input a project has. Keys are polled, since OnGUI gets no
    /// input where the Input System package alone is active. GRIDSTAR_INPUT_SYSTEM is defined by the assembly
    /// definition where that package is installed, so that it is not needed.
    /// </summary>
    internal static class SearchViewerKeys
    {
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
        /// <summary>By the numbers of key codes: a dictionary of enums boxes them on some runtimes.</summary>
        private static readonly Dictionary<int, Key> Keys = new Dictionary<int, Key>();

        internal static bool WentDown(KeyCode key)
        {
            Keyboard keyboard = Keyboard.current;
            if (key == KeyCode.None || keyboard == null)
            {
                return false;
            }
            Key found;
            if (!Keys.TryGetValue((int)key, out found))
            {
                found = Find(key);
                Keys.Add((int)key, found);
            }
            return found != Key.None && keyboard[found].wasPressedThisFrame;
        }

        /// <summary>Both have the same names for most keys. None: a mouse or joystick button.</summary>
        private static Key Find(KeyCode code)
        {
            string name = code.ToString().Replace("Alpha", "Digit").Replace("Keypad", "Numpad");
            name = name.Replace("Control", "Ctrl").Replace("Return", "Enter").Replace("BackQuote", "Backquote");
            Key key;
            return Enum.TryParse(name, out key) ? key : Key.None;
        }
#elif ENABLE_LEGACY_INPUT_MANAGER
        internal static bool WentDown(KeyCode key)
        {
            return key != KeyCode.None && Input.GetKeyDown(key);
        }
#else
        internal static bool WentDown(KeyCode key)
        {
            return false;
        }
#endif
    }
}
