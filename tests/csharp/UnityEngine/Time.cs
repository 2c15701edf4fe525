namespace UnityEngine
{
    public class Time
    {
        /// <summary>Seconds since the last frame.</summary>
        public static float deltaTime { get; internal set; }
    }
}
