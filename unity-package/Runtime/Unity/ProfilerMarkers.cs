#if ENABLE_PROFILER
using Unity.Profiling;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Shows watched calls as markers in Unity's Profiler, on the threads that make them. In the Editor and in
    /// development builds only: elsewhere Unity has no profiler.
    /// </summary>
    internal sealed class ProfilerMarkers : ICallObserver
    {
        private static readonly ProfilerMarker s_search = new ProfilerMarker("GridStar.Search");
        private static readonly ProfilerMarker s_edit = new ProfilerMarker("GridStar.Edit");
        private static readonly ProfilerMarker s_derivation = new ProfilerMarker("GridStar.Derivation");
        private static readonly ProfilerMarker s_tick = new ProfilerMarker("GridStar.Tick");

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.BeforeSceneLoad)]
        internal static void Show()
        {
            SlowQueries.Clear();
            if (CallWatch.Observer == null)
            {
                CallWatch.Observer = new ProfilerMarkers();
                CallWatch.Start();
            }
        }

        public void Begin(WatchedCall call)
        {
            switch (call)
            {
                case WatchedCall.Search:
                    s_search.Begin();
                    break;
                case WatchedCall.Edit:
                    s_edit.Begin();
                    break;
                case WatchedCall.Derivation:
                    s_derivation.Begin();
                    break;
                default:
                    s_tick.Begin();
                    break;
            }
        }

        public void End(WatchedCall call)
        {
            switch (call)
            {
                case WatchedCall.Search:
                    s_search.End();
                    break;
                case WatchedCall.Edit:
                    s_edit.End();
                    break;
                case WatchedCall.Derivation:
                    s_derivation.End();
                    break;
                default:
                    s_tick.End();
                    break;
            }
        }
    }
}
#endif
