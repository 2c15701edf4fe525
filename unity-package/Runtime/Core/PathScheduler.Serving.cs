using System;

namespace GridStar
{
    // How requests become searches.
    public sealed partial class PathScheduler
    {
        /// <summary>Searches that are chosen at once, so that the next ones can be more urgent.</summary>
        private const int RoundSearches = 8;

        /// <summary>An update answers at most this number of trackers for each search that it may make.</summary>
        private const int MembersPerSearch = 4;

        private readonly SearchRound _round;

        private void Serve()
        {
            int searchesLeft = _searchesPerUpdate;
            int membersLeft = _searchesPerUpdate * MembersPerSearch;
            while (_expansionsLeft > 0 && searchesLeft > 0 && membersLeft > 0)
            {
                Fill(_round, Math.Min(RoundSearches, searchesLeft), membersLeft);
                if (_round.Count == 0)
                {
                    return;
                }
                searchesLeft -= _round.Count;
                membersLeft -= _round.MemberCount;
                _expansionsLeft -= _round.SearchHere(Clock);
                Searches += _round.Count;
                Answers += _round.MemberCount;
            }
        }

        /// <summary>Takes the most urgent requests into a round.</summary>
        private void Fill(SearchRound round, int mostSearches, int mostMembers)
        {
            round.Begin(Clock);
            while (round.Count < mostSearches && round.MemberCount < mostMembers)
            {
                PathTracker next = TakeNext();
                if (next == null)
                {
                    return;
                }
                round.Add(next);
            }
        }
    }
}
