using System;

namespace GridStar
{
    // The search engine, and the parts that it derives from the cells.
    public sealed partial class PathGrid
    {
        /// <summary>
        /// The engine that answers queries: the one of the settings, or of the last <see cref="Prepare"/>.
        /// </summary>
        public SearchEngine Engine => (SearchEngine)GetInfo().engine;

        /// <summary>The parts derived so far for the grid's own diagonal rule and costs.</summary>
        public PreparedParts Prepared => (PreparedParts)(GetInfo().prepared & ~(uint)NativeConstants.PreparedUnderWay);

        /// <summary>Whether a <see cref="Prepare"/> runs in the background.</summary>
        public bool IsPreparing => (GetInfo().prepared & NativeConstants.PreparedUnderWay) != 0;

        /// <summary>
        /// Number of cell changes since the landmarks were measured; 0 without landmarks. A cell that changes twice
        /// counts twice.
        /// </summary>
        public long LandmarkChanges => (long)GetInfo().landmark_changes;

        /// <summary>Native memory of the grid in bytes. The memory of searching threads is not included.</summary>
        public long Bytes => (long)GetInfo().bytes;

        /// <summary>The part of <see cref="Bytes"/> that landmarks take.</summary>
        public long LandmarkBytes => (long)GetInfo().landmark_bytes;

        /// <summary>
        /// The part of <see cref="Bytes"/> that is derived for profiles that block other types than obstacles or change
        /// costs, and for agents larger than a cell.
        /// </summary>
        public long LayerBytes => (long)GetInfo().layer_bytes;

        /// <summary>Number of profiles and agent sizes for which the grid holds derived data.</summary>
        public int LayerCount => (int)GetInfo().layer_count;

        /// <summary>
        /// Makes the first search fast: derives what an engine needs for the grid's own diagonal rule and costs, in a
        /// loading screen, say. The engine answers queries from then on.
        /// </summary>
        /// <remarks>
        /// <para>Calling this is optional: a search derives what it lacks, and edits keep it current.</para>
        /// <para>Landmarks are measured anew if cells have changed since. Any engine but
        /// <see cref="SearchEngine.Landmarks"/> frees their memory.</para>
        /// <para>Profiles with different costs are prepared by <see cref="Prepare(PathQuery)"/>.</para>
        /// </remarks>
        /// <param name="inBackground">True returns at once and prepares on a thread of the library, while searches and
        /// edits go on; <see cref="IsPreparing"/> says until when. The engine changes at the end, at a moment that
        /// depends on time, so leave this false if all machines must find the same paths. If memory runs out meanwhile,
        /// <see cref="Engine"/> stays as it was.</param>
        /// <exception cref="ArgumentOutOfRangeException">The engine is unknown, or the grid has more than 2^26 cells
        /// and is too large for landmarks.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory. The engine stays the old one.</exception>
        public void Prepare(SearchEngine engine, bool inBackground = false)
        {
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_grid_prepare(_id, unchecked((uint)engine), inBackground ? 1u : 0u);
            CallWatch.End(WatchedCall.Derivation, began);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(engine), engine);
            }
        }

        /// <summary>
        /// Makes the first search with a query fast: derives what the grid's engine needs for its profile, agent size,
        /// diagonal rule and costs, in a loading screen, say.
        /// </summary>
        /// <remarks>
        /// <para>Calling this is optional: a search derives what it lacks. Only after the call, the engine
        /// <see cref="SearchEngine.Auto"/> uses jump points for a profile with different costs, until the profile
        /// changes. They may return another path of the same cost, so lockstep games call it on all machines at the
        /// same point of their calls.</para>
        /// <para>Searches and edits go on meanwhile.</para>
        /// </remarks>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range. The message names
        /// it.</exception>
        public void Prepare(PathQuery query)
        {
            GridstarQueryDef def = query.ToDef();
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_grid_prepare_query(_id, ref def);
            CallWatch.End(WatchedCall.Derivation, began);
            GC.KeepAlive(this);
            query.ThrowIfMistake(status);
        }

        private GridstarGridInfo GetInfo()
        {
            GridstarGridInfo info = default(GridstarGridInfo);
            info.struct_size = GridstarGridInfo.Size;
            int status = NativeMethods.gridstar_grid_get_info(_id, ref info);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, null);
            return info;
        }
    }
}
