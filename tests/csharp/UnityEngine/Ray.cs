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

        public Vector3 GetPoint(float distance) => origin + direction * distance;
    }

    public struct Plane
    {
        public Plane(Vector3 inNormal, Vector3 inPoint)
        {
            normal = inNormal / inNormal.magnitude;
            distance = -Vector3.Dot(normal, inPoint);
        }

        public Vector3 normal { get; set; }

        public float distance { get; set; }

        /// <summary>
        /// Along a ray that is parallel to the plane, <paramref name="enter"/> is 0; where the plane lies behind the
        /// ray's origin, it is negative. Both return false.
        /// </summary>
        public bool Raycast(Ray ray, out float enter)
        {
            float along = Vector3.Dot(ray.direction, normal);
            float toPlane = -Vector3.Dot(ray.origin, normal) - distance;
            enter = System.Math.Abs(along) < 1e-6f ? 0f : toPlane / along;
            return enter > 0f;
        }
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
