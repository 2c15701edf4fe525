using System;

namespace GridStar
{
    // What answers queries, and what is derived from the cells for it.
    public sealed partial class PathGrid
    {
        /// <summary>GRIDSTAR_PREPARED_UNDER_WAY, which is a property of its own here.</summary>
        private const uint UnderWay = 8;

        /// <summary>What answers queries: the setting, or what <see cref="Prepare"/> has put in its place.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public SearchEngine Engine
        {
            get { return (SearchEngine)GetInfo().engine; }
        }

        /// <summary>What is there for the grid's own diagonal rule and costs at the moment.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public PreparedParts Prepared
        {
            get { return (PreparedParts)(GetInfo().prepared & ~UnderWay); }
        }

        /// <summary>Whether a <see cref="Prepare"/> in the background is under way.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public bool IsPreparing
        {
            get { return (GetInfo().prepared & UnderWay) != 0; }
        }

        /// <summary>How many cells have changed since the landmarks were measured, each time counted; 0 without landmarks.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public long LandmarkChanges
        {
            get { return (long)GetInfo().landmark_changes; }
        }

        /// <summary>Native memory that the grid holds, in bytes. What searching threads hold is not in it.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public long Bytes
        {
            get { return (long)GetInfo().bytes; }
        }

        /// <summary>The part of <see cref="Bytes"/> that landmarks take.</summary>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public long LandmarkBytes
        {
            get { return (long)GetInfo().landmark_bytes; }
        }

        /// <summary>
        /// Chooses what answers queries from now on, and derives what that needs for the grid's own diagonal rule and costs: in a
        /// loading screen, say, so that the first search need not.
        /// </summary>
        /// <remarks>
        /// <para>Nobody has to call this: what is missing is derived by the search that needs it, and edits keep it current.</para>
        /// <para>Landmarks that cells have changed since are measured anew. Any other engine than
        /// <see cref="SearchEngine.Landmarks"/> gives their memory back.</para>
        /// </remarks>
        /// <param name="engine">What is to answer queries.</param>
        /// <param name="inBackground">
        /// Returns at once and prepares on a thread of the library, while searches and edits go on; <see cref="IsPreparing"/> tells
        /// when that has ended. The engine changes at its end, a moment that depends on time: leave this false where all machines
        /// have to find the same paths. If memory runs out meanwhile, <see cref="Engine"/> stays what it was.
        /// </param>
        /// <exception cref="ArgumentOutOfRangeException">
        /// The engine is unknown, or the grid has more than 2^26 cells and is too large for landmarks.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had; the engine is the one before.</exception>
        public void Prepare(SearchEngine engine, bool inBackground = false)
        {
            int status = NativeMethods.gridstar_grid_prepare(_id, unchecked((uint)engine), inBackground ? 1u : 0u);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(engine), engine);
            }
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
