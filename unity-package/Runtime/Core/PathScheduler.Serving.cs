using System;

namespace GridStar
{
    // Turns requests into searches.
    public sealed partial class PathScheduler
    {
        /// <summary>Searches that are chosen at once, so that the next ones can be more urgent.</summary>
        private const int RoundSearches = 8;

        /// <summary>An update answers at most this number of requests for each search that it may make.</summary>
        private const int MembersPerSearch = 4;

        /// <summary>While one round's answers are taken, the threads work on the other one.</summary>
        private const int RoundsUnderWay = 2;

        /// <summary>Rounds on the library's threads, in a ring: the oldest one under way is the first.</summary>
        private readonly SearchRound[] _rounds = new SearchRound[RoundsUnderWay];
        private readonly SearchRound _round;
        private int _firstRound;
        private int _roundCount;

        /// <summary>Whether searches have begun whose answers have not come.</summary>
        internal bool IsSearching => _roundCount > 0;

        private void Serve()
        {
            IsGridGone = _world.IsGone;
            if (IsGridGone)
            {
                // Trackers find out by themselves. No search may go on, and nothing may wait for ever.
                CancelRounds();
                _shares.Clear();
                FreeCrowds();
                return;
            }
            LookForEdits();
            ServeFields();
            TakeAnswers();
            if (SearchesInBackground)
            {
                Submit();
            }
            else
            {
                SearchHere();
            }
        }

        /// <summary>Takes the answers of the rounds that are over, in the order of their beginning.</summary>
        private void TakeAnswers()
        {
            if (_roundCount > 0 || (SearchesInBackground && _shares.IsBuilding))
            {
                SearchTicket.SearchHere((ulong)_expansionsPerUpdate, 0);
            }
            while (_roundCount > 0 && _rounds[_firstRound].TryEnd(Clock))
            {
                _firstRound = (_firstRound + 1) % RoundsUnderWay;
                _roundCount--;
            }
        }

        /// <summary>Hands a round of searches to the library's threads.</summary>
        private void Submit()
        {
            if (_roundCount == RoundsUnderWay)
            {
                return;
            }
            SearchRound round = _rounds[(_firstRound + _roundCount) % RoundsUnderWay];
            Fill(round, _searchesPerUpdate, _searchesPerUpdate * MembersPerSearch);
            if (round.Count == 0)
            {
                return;
            }
            Count(round);
            if (round.TrySubmit())
            {
                _roundCount++;
            }
            else
            {
                round.SearchHere(Clock);
            }
        }

        private void SearchHere()
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
                Count(_round);
                _expansionsLeft -= _round.SearchHere(Clock);
            }
        }

        private void Count(SearchRound round)
        {
            Searches += round.Count;
            Answers += round.MemberCount;
        }

        private void CancelRounds()
        {
            foreach (SearchRound round in _rounds)
            {
                if (round.IsUnderWay)
                {
                    round.Cancel();
                }
            }
            _roundCount = 0;
        }

        /// <summary>Takes the most urgent requests into a round.</summary>
        private void Fill(SearchRound round, int mostSearches, int mostMembers)
        {
            round.Begin(Clock);
            while (round.Count < mostSearches && round.MemberCount < mostMembers)
            {
                SearchRequest next = TakeNext();
                if (next == null)
                {
                    return;
                }
                if (!SharesFields || !_shares.TryAdd(next, Clock, false))
                {
                    round.Add(next);
                }
            }
        }
    }
}
