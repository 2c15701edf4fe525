using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Makes statics as new when play begins: the Editor can keep them from the last time. Native grids stay, for live objects own them.
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
