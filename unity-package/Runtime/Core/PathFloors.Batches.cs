using System;

namespace GridStar
{
    // Many queries in one call, and work ahead of them.
    public sealed partial class PathFloors
    {
        /// <summary>
        /// Makes the first search with a query fast: derives on all floors what
        /// <see cref="PathGrid.Prepare(PathQuery)"/> derives, and the costs of all ways between the ends of links, in
        /// a loading screen, say. Takes the time of a <see cref="PathField"/> for each end: seconds where floors of
        /// 512 x 512 cells have hundreds of links.
        /// </summary>
        /// <remarks>Calling this is optional: a search derives what it lacks, and edits keep it current. Call it again
        /// after large edits.</remarks>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range. The message names
        /// it.</exception>
        public void Prepare(PathQuery query = default(PathQuery))
        {
            GridstarQueryDef def = query.ToDef();
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_floors_prepare(_id, ref def);
            CallWatch.End(WatchedCall.Derivation, began);
            GC.KeepAlive(this);
            ThrowIfPathMistake(status, default(FloorCell), default(FloorCell), query);
        }

        /// <summary>
        /// Creates a queue for paths through these floors: many requests without a slow frame. See
        /// <see cref="PathQueue"/>. It does not dispose the floors.
        /// </summary>
        public PathQueue CreateQueue() => PathQueue.Of(this);

        /// <summary>Answers many queries with the settings of the starts' floors. The overload with queries says more.
        /// </summary>
        public void FindPaths(FloorPathRequest[] requests, PathBatch answers) => FindPaths(requests, null, answers);

        /// <summary>Answers many queries in one call, on the library's threads and on the calling thread. Each answer
        /// is that of a single search; the number of threads never changes it. A warm call allocates nothing.</summary>
        /// <param name="requests">Starts and goals. Each names its settings by
        /// <see cref="FloorPathRequest.QueryIndex"/>.</param>
        /// <param name="queries">The settings. Null: all requests have those of the starts' floors.</param>
        /// <exception cref="ArgumentOutOfRangeException">A floor does not exist, a setting of a query is out of range,
        /// or a request names no query.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory for the batch. Without memory for a single search,
        /// only its reply says so.</exception>
        public void FindPaths(FloorPathRequest[] requests, PathQuery[] queries, PathBatch answers)
        {
            RefuseNull(requests, nameof(requests));
            FindPaths(requests, requests.Length, queries, answers);
        }

        /// <summary>Answers the first queries of an array. Otherwise like the overload without a count.</summary>
        /// <param name="count">Number of requests: at most the length of the array.</param>
        /// <param name="queries">The settings. Null: all requests have those of the starts' floors.</param>
        /// <exception cref="ArgumentOutOfRangeException">A floor does not exist, a setting of a query is out of range,
        /// a request names no query, or <paramref name="count"/> is negative or beyond the array.</exception>
        public void FindPaths(FloorPathRequest[] requests, int count, PathQuery[] queries, PathBatch answers)
        {
            RefuseNull(requests, nameof(requests));
            RefuseNull(answers, nameof(answers));
            if (count < 0 || count > requests.Length)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(count), count, "There are " + requests.Length + " requests.");
            }
            int queryCount = queries == null ? 0 : queries.Length;
            int status = answers.Find(this, requests, count, PathGrid.DefsOf(queries), queryCount);
            GC.KeepAlive(queries);
            ThrowIfMistake(status, nameof(requests));
        }

        /// <summary>Begins searches. Returns the native status.</summary>
        internal int Submit(
            SearchTicket ticket, ref FloorPathRequest requests, int count, ref GridstarQueryDef defs, int defCount,
            int priority)
        {
            int status = ticket.BeginFloors(_id, ref requests, count, ref defs, defCount, priority);
            GC.KeepAlive(this);
            return status;
        }
    }
}
