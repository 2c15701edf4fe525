using System;

namespace GridStar
{
    // Many queries in one call.
    public sealed partial class PathGrid
    {
        /// <summary>This thread's defs for batches.</summary>
        [ThreadStatic]
        private static GridstarQueryDef[] t_defs;

        /// <summary>Answers many queries with the grid's settings. The overload with queries says more.</summary>
        public void FindPaths(PathRequest[] requests, PathBatch answers)
        {
            RefuseNull(requests, nameof(requests));
            FindPaths(requests, requests.Length, null, answers);
        }

        /// <summary>
        /// Answers many queries in one call, on the library's threads and on the calling thread. Each answer is the one
        /// that <see cref="FindPath(GridCell, GridCell, System.Collections.Generic.List{GridCell}, PathQuery)"/> gives;
        /// the number of threads never changes it. A warm call allocates nothing.
        /// </summary>
        /// <param name="requests">Starts and goals. Each names its settings by <see cref="PathRequest.QueryIndex"/>.
        /// </param>
        /// <param name="queries">The settings. Null: all requests have the grid's settings.</param>
        /// <exception cref="ArgumentOutOfRangeException">A setting of a query is out of range, or a request names no
        /// query.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory for the batch. Without memory for a single search,
        /// only its reply says so.</exception>
        public void FindPaths(PathRequest[] requests, PathQuery[] queries, PathBatch answers)
        {
            RefuseNull(requests, nameof(requests));
            FindPaths(requests, requests.Length, queries, answers);
        }

        /// <summary>Answers the first queries of an array. Otherwise like the overload without a count.</summary>
        /// <param name="count">Number of requests: at most the length of the array.</param>
        /// <param name="queries">The settings. Null: all requests have the grid's settings.</param>
        /// <exception cref="ArgumentOutOfRangeException">A setting of a query is out of range, a request names no
        /// query, or <paramref name="count"/> is negative or beyond the array.</exception>
        public void FindPaths(PathRequest[] requests, int count, PathQuery[] queries, PathBatch answers)
        {
            RefuseNull(requests, nameof(requests));
            RefuseNull(answers, nameof(answers));
            if (count < 0 || count > requests.Length)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(count), count, "There are " + requests.Length + " requests.");
            }
            int queryCount = queries == null ? 0 : queries.Length;
            int status = answers.Find(_id, requests, count, DefsOf(queries), queryCount);
            GC.KeepAlive(this);
            GC.KeepAlive(queries);
            NativeErrors.ThrowIfMistake(status, nameof(queries));
        }

        /// <summary>The defs of queries in an array of this thread, which the next call overwrites.</summary>
        internal static GridstarQueryDef[] DefsOf(PathQuery[] queries)
        {
            int count = queries == null ? 0 : queries.Length;
            if (t_defs == null || t_defs.Length < count)
            {
                t_defs = new GridstarQueryDef[Math.Max(count, 4)];
            }
            for (int i = 0; i < count; i++)
            {
                t_defs[i] = queries[i].ToDef();
            }
            return t_defs;
        }
    }
}
