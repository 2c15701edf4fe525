namespace UnityEngine
{
    public class Time
    {
        /// <summary>Seconds since the frame before.</summary>
        public static float deltaTime { get; internal set; }
    }
}
