using Unity.Profiling;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Shows once a frame in Unity's Profiler what GridStar did since the last frame. It needs Unity's package
    /// com.unity.profiling.core: without it this assembly is not compiled.
    /// </summary>
    internal sealed class GridStarCounters : MonoBehaviour
    {
        private static readonly ProfilerCounter<long> s_searches = Counter("GridStar Searches");
        private static readonly ProfilerCounter<long> s_expansions = Counter("GridStar Expansions");
        private static readonly ProfilerCounter<long> s_edits = Counter("GridStar Edits");
        private static readonly ProfilerCounter<long> s_derivations = Counter("GridStar Derivations");
        private static readonly ProfilerCounter<long> s_derivingSearches = Counter("GridStar Deriving Searches");
        private static readonly ProfilerCounter<long> s_ticks = Counter("GridStar Ticks");
        private static readonly ProfilerCounter<long> s_tickets = Counter("GridStar Tickets");
        private static readonly ProfilerCounter<long> s_fields = Counter("GridStar Fields");

        private CallTotals _before;

#if ENABLE_PROFILER
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.AfterSceneLoad)]
        internal static void Show()
        {
            // An object that is not to be saved would stay when play mode ends.
            GameObject host = new GameObject("GridStar Counters") { hideFlags = HideFlags.HideInHierarchy };
            DontDestroyOnLoad(host);
            host.AddComponent<GridStarCounters>();
        }
#endif

        private static ProfilerCounter<long> Counter(string name)
            => new ProfilerCounter<long>(ProfilerCategory.Scripts, name, ProfilerMarkerDataUnit.Count);

        private void OnEnable()
        {
            _before = CallWatch.Totals;
            CallWatch.Start();
        }

        private void OnDisable() => CallWatch.Stop();

        private void LateUpdate()
        {
            CallTotals now = CallWatch.Totals;
            CallTotals frame = now.Since(_before);
            _before = now;
            s_searches.Sample(frame.Searches);
            s_expansions.Sample(frame.Expansions);
            s_edits.Sample(frame.Edits);
            s_derivations.Sample(frame.Derivations);
            s_derivingSearches.Sample(frame.DerivingSearches);
            s_ticks.Sample(frame.Ticks);
            if (GridStarLibrary.IsInUse)
            {
                s_tickets.Sample(GridStarLibrary.LiveTicketCount);
                s_fields.Sample(GridStarLibrary.LiveFieldCount);
            }
        }
    }
}
