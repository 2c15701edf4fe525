using UnityEngine;
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
using UnityEngine.InputSystem;
#endif

namespace GridStarSamples
{
    /// <summary>
    /// The left mouse button or a finger, and where it points, by whichever input the project uses. The assembly
    /// definition defines GRIDSTAR_INPUT_SYSTEM if the Input System package is installed. A project that has switched
    /// the old input off and has no such package has no pointer. Samples for the mouse have the same copy.
    /// </summary>
    internal static class SamplePointer
    {
        /// <summary>Whether the button or a finger went down in this frame.</summary>
        internal static bool IsPressed
        {
            get
            {
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
                return Pointer.current != null && Pointer.current.press.wasPressedThisFrame;
#elif ENABLE_LEGACY_INPUT_MANAGER
                return Input.GetMouseButtonDown(0);
#else
                return false;
#endif
            }
        }

        /// <summary>The world position under it, for a camera that looks along an axis.</summary>
        internal static Vector3 Position
        {
            get
            {
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
                Vector2 pixel = Pointer.current == null ? Vector2.zero : Pointer.current.position.ReadValue();
#elif ENABLE_LEGACY_INPUT_MANAGER
                Vector2 pixel = new Vector2(Input.mousePosition.x, Input.mousePosition.y);
#else
                Vector2 pixel = Vector2.zero;
#endif
                Vector3 screen = new Vector3(pixel.x, pixel.y, 10f);
                return Camera.main.ScreenToWorldPoint(screen);
            }
        }
    }
}
