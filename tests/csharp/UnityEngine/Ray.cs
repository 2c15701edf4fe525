namespace UnityEngine
{
    public struct Ray
    {
        public Ray(Vector3 origin, Vector3 direction)
        {
            this.origin = origin;
            this.direction = direction / direction.magnitude;
        }

        public Vector3 origin { get; set; }

        public Vector3 direction { get; set; }
    }

    public enum FocusType
    {
        Keyboard = 1,
        Passive = 2,
    }

    public class GUIUtility
    {
        public static int hotControl { get; set; }

        /// <summary>The stand-in has one control.</summary>
        public static int GetControlID(FocusType focus) => 1;
    }
}
