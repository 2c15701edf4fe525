using UnityEngine;
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
using UnityEngine.InputSystem;
#endif

namespace GridStarSamples
{
    /// <summary>
    /// The left mouse button and where it points, by whichever input the project uses. The assembly definition defines
    /// GRIDSTAR_INPUT_SYSTEM if the Input System package is installed. Samples for the mouse have the same copy.
    /// </summary>
    internal static class SamplePointer
    {
        /// <summary>Whether the button went down in this frame.</summary>
        internal static bool IsPressed
        {
            get
            {
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
                return Mouse.current != null && Mouse.current.leftButton.wasPressedThisFrame;
#else
                return Input.GetMouseButtonDown(0);
#endif
            }
        }

        /// <summary>The world position under the mouse, for a camera that looks along an axis.</summary>
        internal static Vector3 Position
        {
            get
            {
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
                Vector2 pixel = Mouse.current.position.ReadValue();
                Vector3 screen = new Vector3(pixel.x, pixel.y, 10f);
#else
                Vector3 screen = Input.mousePosition;
                screen.z = 10f;
#endif
                return Camera.main.ScreenToWorldPoint(screen);
            }
        }
    }
}
