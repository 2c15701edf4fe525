namespace UnityEngine.Standin
{
    /// <summary>The left button of the mouse.</summary>
    public static class Clicks
    {
        private static bool _isComing;

        internal static bool IsNow { get; private set; }

        /// <summary>Presses it in the next frame, and lets it go in the one after.</summary>
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
