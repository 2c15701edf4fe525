using System.Collections.Generic;
using UnityEngine.Standin;

namespace UnityEngine
{
    /// <summary>The names that the package and its tests use, with Unity's numbers.</summary>
    public enum KeyCode
    {
        None = 0,
        Backspace = 8,
        Return = 13,
        Space = 32,
        Alpha1 = 49,
        E = 101,
        F = 102,
        R = 114,
        LeftControl = 306,
        Mouse0 = 323,
    }

    /// <summary>Where a project has only the Input System, these throw: see <see cref="InputBackends"/>.</summary>
    public class Input
    {
        /// <summary>Whether a mouse button is held. A click of the stand-in lasts one frame.</summary>
        public static bool GetMouseButton(int button)
        {
            MainThread.Require("GetMouseButton");
            InputBackends.RequireOld();
            return button == 0 && Clicks.IsNow;
        }

        /// <summary>Whether a mouse button went down in this frame. Button 0 is the left one.</summary>
        public static bool GetMouseButtonDown(int button)
        {
            MainThread.Require("GetMouseButtonDown");
            InputBackends.RequireOld();
            return button == 0 && Clicks.IsNow;
        }

        /// <summary>In pixels from the lower left corner of the screen.</summary>
        public static Vector3 mousePosition
        {
            get
            {
                InputBackends.RequireOld();
                return Clicks.Pixel;
            }
        }

        public static bool GetKeyDown(KeyCode key)
        {
            MainThread.Require("GetKeyDown");
            InputBackends.RequireOld();
            return Keys.WentDown(key);
        }
    }
}

namespace UnityEngine.InputSystem
{
    public enum Key
    {
        None = 0,
        Space = 1,
        Enter = 2,
        E = 19,
        F = 20,
        R = 32,
        Digit1 = 41,
        LeftCtrl = 55,
        Backspace = 65,
    }

    /// <summary>Base class of a mouse, a pen and a finger.</summary>
    public class Pointer
    {
        private static readonly Pointer Touched = new Touchscreen();

        /// <summary>The one that was used last: the mouse, or on a phone the screen. Null without any.</summary>
        public static Pointer current { get { return InputBackends.HasMouse ? Mouse.current : Touched; } }

        /// <summary>The left button of a mouse, the first finger on a screen.</summary>
        public Controls.ButtonControl press { get; } = new Controls.ButtonControl();

        public Controls.Vector2Control position { get; } = new Controls.Vector2Control();
    }

    public class Touchscreen : Pointer
    {
    }

    public class Mouse : Pointer
    {
        private static readonly Mouse Only = new Mouse();

        /// <summary>Null without a mouse.</summary>
        public static new Mouse current { get { return InputBackends.HasMouse ? Only : null; } }

        public Controls.ButtonControl leftButton { get { return press; } }
    }

    public class Keyboard
    {
        private static readonly Keyboard Only = new Keyboard();
        private readonly Dictionary<Key, Controls.KeyControl> _controls = new Dictionary<Key, Controls.KeyControl>();

        /// <summary>Null without a keyboard.</summary>
        public static Keyboard current { get { return Keys.HasKeyboard ? Only : null; } }

        public Controls.KeyControl this[Key key]
        {
            get
            {
                if (!_controls.ContainsKey(key))
                {
                    _controls[key] = new Controls.KeyControl(key);
                }
                return _controls[key];
            }
        }
    }
}

namespace UnityEngine.InputSystem.Controls
{
    public class ButtonControl
    {
        public virtual bool wasPressedThisFrame { get { return Clicks.IsNow; } }
    }

    public class Vector2Control
    {
        public Vector2 ReadValue() => new Vector2(Clicks.Pixel.x, Clicks.Pixel.y);
    }

    public class KeyControl : ButtonControl
    {
        private readonly Key _key;

        internal KeyControl(Key key)
        {
            _key = key;
        }

        public override bool wasPressedThisFrame { get { return Keys.WentDown(_key); } }
    }
}

namespace UnityEngine.Standin
{
    /// <summary>Input that the project's setting Active Input Handling and the device offer.</summary>
    public static class InputBackends
    {
        /// <summary>Whether a mouse is there. Else a finger on the screen is the pointer.</summary>
        public static bool HasMouse { get; set; } = true;

        /// <summary>Whether the old input is switched on.</summary>
        public static bool HasOld { get; set; } = true;

        internal static void RequireOld()
        {
            if (!HasOld)
            {
                throw new System.InvalidOperationException(
                    "You are trying to read Input using the UnityEngine.Input class, but you have switched active "
                        + "Input handling to Input System package in Player Settings.");
            }
        }
    }
}
