using System;

namespace GridStar
{
    // States: copied.
    public sealed partial class PathScheduler
    {
        /// <summary>
        /// Takes over the settings, the time and the counts of another scheduler, so that the same calls serve the same
        /// trackers in the same updates. Copy its trackers, too: each brings its request along, before or after this
        /// call.
        /// </summary>
        /// <remarks>
        /// Goes with <see cref="PathTracker.CopyFrom"/> for games that go back to earlier ticks: keep a scheduler that
        /// is never updated for each state. Requests of trackers that are not copied wait on.
        /// </remarks>
        /// <param name="other">A scheduler on a grid of the same size and layout.</param>
        /// <exception cref="ArgumentNullException">There is no other scheduler.</exception>
        /// <exception cref="ArgumentException">The grids differ in size or layout. Nothing has changed.</exception>
        /// <exception cref="InvalidOperationException">One of both is a scheduler of floors, or the other one has
        /// <see cref="SearchesInBackground"/> or <see cref="SharesFields"/>, so that time or an unfinished field would
        /// decide. Nothing has changed.</exception>
        public void CopyFrom(PathScheduler other)
        {
            if (other == null)
            {
                throw new ArgumentNullException(nameof(other));
            }
            if (Grid == null || other.Grid == null)
            {
                throw new InvalidOperationException("Schedulers of floors are not copied.");
            }
            Grid.RefuseOther(other.Grid, nameof(other));
            if (other.SearchesInBackground || other.SharesFields)
            {
                throw new InvalidOperationException(
                    "Switch SearchesInBackground and SharesFields of the other scheduler off.");
            }
            if (other == this)
            {
                return;
            }
            CancelRounds();
            SearchesInBackground = false;
            SharesFields = false;
            _searchesPerUpdate = other._searchesPerUpdate;
            _expansionsPerUpdate = other._expansionsPerUpdate;
            _immediateSearches = other._immediateSearches;
            _immediateLeft = other._immediateLeft;
            _expansionsLeft = other._expansionsLeft;
            _nextNumber = other._nextNumber;
            Clock = other.Clock;
            Searches = other.Searches;
            Answers = other.Answers;
            for (int i = 0; i < _queues.Length; i++)
            {
                _queues[i].Entries = other._queues[i].Entries;
            }
        }

        /// <summary>Lets a copied request wait on, if it does.</summary>
        internal void Continue(SearchRequest request)
        {
            if (request.Urgency != Urgency.None)
            {
                _queues[(int)request.Urgency].Insert(request);
            }
        }
    }
}
