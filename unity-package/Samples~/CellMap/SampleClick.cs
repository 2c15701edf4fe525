using UnityEngine;
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
using UnityEngine.InputSystem;
#endif

namespace GridStarSamples
{
    /// <summary>
    /// Tells whether the left mouse button or a finger went down in this frame, by whichever input the project uses.
    /// The assembly definition defines GRIDSTAR_INPUT_SYSTEM if the Input System package is installed. A project that
    /// has switched the old input off and has no such package has no clicks.
    /// </summary>
    internal static class SampleClick
    {
        internal static bool IsNow
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
    }
}
