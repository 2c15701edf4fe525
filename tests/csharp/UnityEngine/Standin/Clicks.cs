namespace UnityEngine.Standin
{
    /// <summary>The left mouse button.</summary>
    public static class Clicks
    {
        private static bool _isComing;

        internal static bool IsNow { get; private set; }

        /// <summary>Presses the button in the next frame, and releases it in the frame after.</summary>
        public static void Press() => _isComing = true;

        /// <summary>Clicks at a place of the XY plane, as the stand-in's cameras show it.</summary>
        public static void PressAt(Vector3 world)
        {
            Pixel = world * Screens.PixelsPerUnit;
            Press();
        }

        internal static Vector3 Pixel { get; private set; }

        internal static void BeginFrame()
        {
            IsNow = _isComing;
            _isComing = false;
        }
    }
}
