using UnityEngine.Standin;

namespace UnityEngine
{
    public class Physics
    {
        public const int IgnoreRaycastLayer = 1 << 2;
        public const int DefaultRaycastLayers = ~IgnoreRaycastLayer;

        public static bool CheckSphere(Vector3 position, float radius, int layerMask = DefaultRaycastLayers)
        {
            MainThread.Require("CheckSphere");
            return Colliders.Overlaps(position, radius, layerMask);
        }
    }
}
