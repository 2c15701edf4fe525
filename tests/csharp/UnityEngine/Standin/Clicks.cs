namespace UnityEngine.Standin
{
    /// <summary>The left mouse button.</summary>
    public static class Clicks
    {
        private static bool _isComing;

        internal static bool IsNow { get; private set; }

        /// <summary>Presses the button in the next frame, and releases it in the frame after.</summary>
        public static void Press()
        {
            _isComing = true;
        }

        internal static void BeginFrame()
        {
            IsNow = _isComing;
            _isComing = false;
        }
    }
}
