using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Resets statics when play mode begins, because the Editor can keep them from the last time. Native grids stay:
    /// live objects own them. Ends the library's threads when the game quits.
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
            // Play mode can begin several times in one domain.
            Application.quitting -= GridStarLibrary.StopWorkersIfLoaded;
            Application.quitting += GridStarLibrary.StopWorkersIfLoaded;
        }
    }
}
