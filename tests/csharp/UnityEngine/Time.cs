namespace UnityEngine
{
    public class Time
    {
        /// <summary>Seconds since the last frame.</summary>
        public static float deltaTime { get; internal set; }

        /// <summary>Seconds between two physics steps.</summary>
        public static float fixedDeltaTime { get; set; } = 0.02f;

        /// <summary>Number of frames since the start.</summary>
        public static int frameCount { get; internal set; }
    }
}
