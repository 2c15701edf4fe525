using UnityEngine;
#if GRIDSTAR_INPUT_SYSTEM && ENABLE_INPUT_SYSTEM
using UnityEngine.InputSystem;
#endif

namespace GridStarSamples
{
    /// <summary>
    /// Tells whether the left mouse button went down in this frame, by whichever input the project uses. The assembly
    /// definition defines GRIDSTAR_INPUT_SYSTEM if the Input System package is installed.
    /// </summary>
    internal static class SampleClick
    {
        internal static bool IsNow
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
    }
}
