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

    public class Input
    {
        /// <summary>Whether a mouse button went down in this frame. Button 0 is the left one.</summary>
        public static bool GetMouseButtonDown(int button)
        {
            MainThread.Require("GetMouseButtonDown");
            return button == 0 && Clicks.IsNow;
        }

        /// <summary>In pixels from the lower left corner of the screen.</summary>
        public static Vector3 mousePosition { get { return Clicks.Pixel; } }

        public static bool GetKeyDown(KeyCode key)
        {
            MainThread.Require("GetKeyDown");
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

    public class Mouse
    {
        /// <summary>Null without a mouse.</summary>
        public static Mouse current { get; } = new Mouse();

        public Controls.ButtonControl leftButton { get; } = new Controls.ButtonControl();

        public Controls.Vector2Control position { get; } = new Controls.Vector2Control();
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
