namespace GridStar
{
    /// <summary>
    /// Requests of one urgency, the oldest first. A request that has entered another queue, was withdrawn or has lost
    /// its reason is dropped when its turn comes. A warm queue allocates nothing.
    /// </summary>
    internal sealed class RequestQueue
    {
        private SearchRequest.Turn[] _turns = new SearchRequest.Turn[64];
        private int _first;

        internal RequestQueue(Urgency urgency)
        {
            Urgency = urgency;
        }

        internal Urgency Urgency { get; }

        /// <summary>Number of requests, including those that will be dropped.</summary>
        internal int Count { get; private set; }

        /// <summary>Number of requests that ever entered.</summary>
        internal long Entries { get; set; }

        internal void Add(SearchRequest request, double now)
        {
            if (Count == _turns.Length)
            {
                MakeRoom();
            }
            request.Wait(this, Urgency, now, Entries);
            Entries++;
            _turns[(_first + Count) % _turns.Length] = new SearchRequest.Turn(request);
            Count++;
        }

        /// <summary>Lets a request enter before those that have entered after the one that it is a copy of.</summary>
        internal void Insert(SearchRequest request)
        {
            if (Count == _turns.Length)
            {
                MakeRoom();
            }
            request.Wait(this, Urgency, request.Since, request.Entry);
            int at = Count;
            while (at > 0 && (TurnAt(at - 1).IsOver || TurnAt(at - 1).Request.Entry > request.Entry))
            {
                _turns[(_first + at) % _turns.Length] = TurnAt(at - 1);
                at--;
            }
            _turns[(_first + at) % _turns.Length] = new SearchRequest.Turn(request);
            Count++;
        }

        private SearchRequest.Turn TurnAt(int index) => _turns[(_first + index) % _turns.Length];

        /// <summary>Tells since when the oldest request waits. Returns false if there is none.</summary>
        internal bool TryPeek(out double since)
        {
            while (Count > 0 && (_turns[_first].IsOver || !_turns[_first].Request.IsWanted))
            {
                Drop();
            }
            since = Count > 0 ? _turns[_first].Request.Since : 0.0;
            return Count > 0;
        }

        /// <summary>The oldest request. <see cref="TryPeek"/> must have found it.</summary>
        internal SearchRequest First => _turns[_first].Request;

        /// <summary>Drops all requests, whose trackers ask again.</summary>
        internal void Clear()
        {
            while (Count > 0)
            {
                Drop();
            }
        }

        /// <summary>Removes the oldest request. <see cref="TryPeek"/> must have found it.</summary>
        internal SearchRequest Take()
        {
            SearchRequest request = _turns[_first].Request;
            Drop();
            return request;
        }

        private void Drop()
        {
            if (!_turns[_first].IsOver)
            {
                _turns[_first].Request.Leave();
            }
            _turns[_first] = default(SearchRequest.Turn);
            _first = (_first + 1) % _turns.Length;
            Count--;
        }

        /// <summary>Drops turns that are over. If they were few, doubles the room.</summary>
        private void MakeRoom()
        {
            int kept = 0;
            for (int i = 0; i < Count; i++)
            {
                SearchRequest.Turn turn = _turns[(_first + i) % _turns.Length];
                if (!turn.IsOver)
                {
                    _turns[(_first + kept) % _turns.Length] = turn;
                    kept++;
                }
            }
            for (int i = kept; i < Count; i++)
            {
                _turns[(_first + i) % _turns.Length] = default(SearchRequest.Turn);
            }
            Count = kept;
            if (kept <= _turns.Length / 2)
            {
                return;
            }
            SearchRequest.Turn[] turns = new SearchRequest.Turn[2 * _turns.Length];
            for (int i = 0; i < kept; i++)
            {
                turns[i] = _turns[(_first + i) % _turns.Length];
            }
            _turns = turns;
            _first = 0;
        }
    }
}
