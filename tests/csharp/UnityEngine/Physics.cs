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
        /// <summary>The box along the world's axes around the collider, where physics knows it.</summary>
        public Bounds bounds { get { return KnownBounds; } }

        internal virtual Bounds KnownBounds { get { return new Bounds(); } }
    }

    /// <summary>A box along the world's axes. Physics knows its position at the last synchronization.</summary>
    public sealed class BoxCollider : Collider
    {
        public Vector3 center { get; set; }

        public Vector3 size { get; set; } = Vector3.one;

        internal Colliders.Box Box { get; private set; }

        internal override Bounds KnownBounds { get { return Box.Bounds; } }

        internal void TakePlace()
        {
            Vector3 scale = transform.localScale;
            Vector3 scaled = new Vector3(size.x * scale.x, size.y * scale.y, size.z * scale.z);
            Box = new Colliders.Box(transform.position + center, scaled, gameObject.layer, false);
        }
    }

    /// <summary>The stand-in's physics does not know it.</summary>
    public sealed class CapsuleCollider : Collider
    {
    }

    public class Collider2D : Behaviour
    {
        /// <summary>The stand-in has no 2D colliders of objects: tests say where they are.</summary>
        public Bounds bounds { get; internal set; }
    }

    public sealed class BoxCollider2D : Collider2D
    {
        /// <summary>Tests place it.</summary>
        public void Place(Bounds place) => bounds = place;
    }

    public class Physics
    {
        public const int IgnoreRaycastLayer = 1 << 2;
        public const int DefaultRaycastLayers = ~IgnoreRaycastLayer;

        public static void SyncTransforms()
        {
            MainThread.Require("SyncTransforms");
            Colliders.Placed.ForEach(collider => collider.TakePlace());
        }

        public static bool CheckSphere(
            Vector3 position,
            float radius,
            int layerMask = DefaultRaycastLayers,
            QueryTriggerInteraction queryTriggerInteraction = QueryTriggerInteraction.UseGlobal)
        {
            MainThread.Require("CheckSphere");
            return Colliders.Overlaps(position, radius, layerMask, queryTriggerInteraction);
        }

        public static bool CheckBox(
            Vector3 center,
            Vector3 halfExtents,
            Quaternion orientation,
            int layermask = DefaultRaycastLayers,
            QueryTriggerInteraction queryTriggerInteraction = QueryTriggerInteraction.UseGlobal)
        {
            MainThread.Require("CheckBox");
            return Colliders.Overlaps(center, halfExtents, orientation, layermask, queryTriggerInteraction);
        }
    }

    public class Physics2D
    {
        public static void SyncTransforms() => MainThread.Require("SyncTransforms");

        public static Collider2D OverlapBox(Vector2 point, Vector2 size, float angle, int layerMask)
        {
            MainThread.Require("OverlapBox");
            return Colliders.Overlaps2D(point, size, angle, layerMask) ? new Collider2D() : null;
        }
    }
}
