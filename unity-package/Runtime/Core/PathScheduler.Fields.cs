namespace GridStar
{
    // Fields that trackers with one goal share.
    public sealed partial class PathScheduler
    {
        /// <summary>Cells of a field that are visited in the time of an expansion.</summary>
        private const int VisitsPerExpansion = 16;

        private readonly FieldShares _shares;
        private bool _sharesFields = true;

        /// <summary>
        /// Whether trackers with one goal and equal settings share a <see cref="PathField"/> where this is cheaper than
        /// their searches. Default: true.
        /// </summary>
        /// <remarks>
        /// <para>Counts decide, never time: at least 9 trackers ask in one frame, and the sum of their distances from
        /// the goal, in cells and times 32, is at least the number of the grid's cells. The field follows a goal that
        /// moves, and is built between frames; until then the trackers walk on as the older one says, and before a cell
        /// that was closed since they stop. Up to 8 fields live at a time.</para>
        /// <para>A scheduler of floors shares none.</para>
        /// <para>Of the settings of a query, <see cref="PathQuery.AllowPartial"/> and
        /// <see cref="PathQuery.LeaveBlocked"/> may differ: who needs them, or has no path in the field, searches.
        /// Queries with another <see cref="PathQuery.Form"/> than cells, with a <see cref="PathQuery.MaxCost"/>,
        /// <see cref="PathQuery.MaxCells"/> or <see cref="PathQuery.MaxExpansions"/>, or with
        /// <see cref="PathQuery.Without"/> search too.</para>
        /// </remarks>
        public bool SharesFields
        {
            get => _sharesFields;
            set
            {
                _sharesFields = value && Grid != null;
                if (!value)
                {
                    _shares.Clear();
                }
            }
        }

        /// <summary>Number of fields that trackers share now.</summary>
        public int Fields => _shares.Count;

        /// <summary>Number of requests that shared fields have answered so far; not counted by
        /// <see cref="Answers"/>.</summary>
        public long FieldAnswers { get; private set; }

        /// <summary>Arrays that trackers leave to each other.</summary>
        internal CellArrays Arrays { get; } = new CellArrays();

        /// <summary>Frees what shared fields and crowds hold, from any thread.</summary>
        internal void Free()
        {
            _shares.Free();
            FreeCrowds();
        }

        private void ServeFields()
        {
            if (Grid == null)
            {
                return;
            }
            // Half of what an update may do here, so that searches go on meanwhile.
            long visits = (long)_expansionsPerUpdate / 2 * VisitsPerExpansion;
            _shares.Update(Revision, Clock, SearchesInBackground, visits);
            FieldAnswers += _shares.Answer(_searchesPerUpdate, Revision, Clock);
        }
    }
}
