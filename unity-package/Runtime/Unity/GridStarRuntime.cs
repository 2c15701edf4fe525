using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Resets statics when play mode begins, because the Editor can keep them from the last time. Native grids stay:
    /// live objects own them.
    /// </summary>
    internal static class GridStarRuntime
    {
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        internal static void ResetStatics()
        {
            GridStarLibrary.Reset();
            AStarManager.ResetStatics();
            SteeringOverrides.ResetStatics();
            NodeTable.ResetStatics();
        }
    }
}
