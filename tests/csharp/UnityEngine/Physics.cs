using UnityEngine.Standin;

namespace UnityEngine
{
    public enum QueryTriggerInteraction
    {
        UseGlobal = 0,
        Ignore = 1,
        Collide = 2,
    }

    public class Collider : Component
    {
    }

    public class Collider2D : Behaviour
    {
    }

    public class Physics
    {
        public const int IgnoreRaycastLayer = 1 << 2;
        public const int DefaultRaycastLayers = ~IgnoreRaycastLayer;

        public static bool CheckSphere(
            Vector3 position,
            float radius,
            int layerMask = DefaultRaycastLayers,
            QueryTriggerInteraction queryTriggerInteraction = QueryTriggerInteraction.UseGlobal)
        {
            MainThread.Require("CheckSphere");
            return Colliders.Overlaps(position, radius, layerMask, queryTriggerInteraction);
        }

        /// <summary>The stand-in knows boxes along the world's axes.</summary>
        public static bool CheckBox(
            Vector3 center,
            Vector3 halfExtents,
            Quaternion orientation,
            int layermask = DefaultRaycastLayers,
            QueryTriggerInteraction queryTriggerInteraction = QueryTriggerInteraction.UseGlobal)
        {
            MainThread.Require("CheckBox");
            return Colliders.Overlaps(center, halfExtents, layermask, queryTriggerInteraction);
        }
    }

    public class Physics2D
    {
        public static Collider2D OverlapBox(Vector2 point, Vector2 size, float angle, int layerMask)
        {
            MainThread.Require("OverlapBox");
            return Colliders.Overlaps2D(point, size, layerMask) ? new Collider2D() : null;
        }
    }
}
