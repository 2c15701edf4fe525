using UnityEngine.Standin;

namespace UnityEngine
{
    public class Input
    {
        /// <summary>Whether a button of the mouse went down in this frame; 0 is the left one.</summary>
        public static bool GetMouseButtonDown(int button)
        {
            MainThread.Require("GetMouseButtonDown");
            return button == 0 && Clicks.IsNow;
        }
    }
}

namespace UnityEngine.InputSystem
{
    public class Mouse
    {
        /// <summary>Null without a mouse.</summary>
        public static Mouse current { get; } = new Mouse();

        public Controls.ButtonControl leftButton { get; } = new Controls.ButtonControl();
    }
}

namespace UnityEngine.InputSystem.Controls
{
    public class ButtonControl
    {
        public bool wasPressedThisFrame { get { return Clicks.IsNow; } }
    }
}
