using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A link of a <see cref="PathFloorsComponent"/> in the inspector: stairs, a lift, a ladder, a bridge's ramp, a
    /// teleporter. Its ends are places in the world, each on the nearest floor at or below it.
    /// </summary>
    [Serializable]
    public sealed class FloorLinkSettings
    {
        /// <summary>Where the link begins. Without one, FromPosition counts.</summary>
        [Tooltip("Where the link begins. Without one, FromPosition counts.")]
        public Transform From;

        /// <summary>Where the link begins, in the world, if From is empty.</summary>
        [Tooltip("Where the link begins, in the world, if From is empty.")]
        public Vector3 FromPosition;

        /// <summary>Where the link ends. Without one, ToPosition counts.</summary>
        [Tooltip("Where the link ends. Without one, ToPosition counts.")]
        public Transform To;

        /// <summary>Where the link ends, in the world, if To is empty.</summary>
        [Tooltip("Where the link ends, in the world, if To is empty.")]
        public Vector3 ToPosition;

        /// <summary>Cost of the link, on the scale of the grids' step costs: at least 0.</summary>
        [Tooltip("Cost of the link, on the scale of the grids' step costs: at least 0.")]
        [Min(0f)]
        public float Cost = 1f;

        /// <summary>Whether the link leads only from its first end to the second.</summary>
        [Tooltip("Whether the link leads only from its first end to the second.")]
        public bool OneWay;

        /// <summary>Whether the link is closed at first, such as a shut door.</summary>
        [Tooltip("Whether the link is closed at first, such as a shut door.")]
        public bool Closed;

        /// <summary>Where the first end is.</summary>
        internal Vector3 Start => From != null ? From.position : FromPosition;

        /// <summary>Where the second end is.</summary>
        internal Vector3 End => To != null ? To.position : ToPosition;
    }
}
