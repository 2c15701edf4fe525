using System;
using UnityEngine;

namespace GridStar
{
    // Links as narrow passages: who keeps apart waits before a link until there is room on it.
    public sealed partial class PathFollower
    {
        /// <summary>In sides of a cell: nearer to the beginning of a link, it asks for its turn.</summary>
        private const float AsksAt = 2.5f;

        /// <summary>In sides of a cell: who waits for its turn leaves as much room before the link, for those who come
        /// out of it.</summary>
        private const float WaitsAt = 1.5f;

        /// <summary>In sides of a cell: how much farther off each of those stands who wait behind others.</summary>
        private const float WaitsBehind = 0.5f;

        /// <summary>In sides of a cell: nearer to the beginning of a link, it leaves the crowd and takes the link.
        /// </summary>
        private const float TakesAt = 0.3f;

        /// <summary>Where it has told that it is on a link.</summary>
        private LinkTraffic _traffic;

        /// <summary>In world units: how far it may walk towards the next link. Below 0, others have pushed it too near.
        /// </summary>
        private float _restBeforeLink = float.MaxValue;

        /// <summary>The place before the link for which it waits.</summary>
        private Vector3 _mouth;

        /// <summary>Number of the link on which the object is; 0 on none. See
        /// <see cref="PathFloorsComponent.GetFollowersOn"/> for all who are on a link.</summary>
        public int CurrentLink { get; private set; }

        /// <summary>How far it keeps apart, in world units.</summary>
        private float OwnRadius => Radius > 0f ? Radius : (0.5f * AgentSize - 0.15f) * CellSide;

        /// <summary>
        /// Asks for its turn on a link that is near, and takes the link from within the crowd once it stands before it.
        /// </summary>
        private void TakeLinkFromCrowd()
        {
            _restBeforeLink = float.MaxValue;
            if (_crowd == null || _walk == null || !HasPath || _isLost)
            {
                return;
            }
            int mouth = MouthAhead();
            if (mouth < 0)
            {
                return;
            }
            FloorCell before = _tracker.PlaceAt(mouth);
            Vector3 here = Position;
            _mouth = CenterOf(before, here);
            float left = Vector3.Distance(here, _mouth);
            if (left > AsksAt * CellSide)
            {
                return;
            }
            if (!HasTurn(mouth))
            {
                int ahead = _walk.Source.Traffic.CountAhead(_tracker.LinkAt(mouth + 1), this);
                _restBeforeLink = left - (WaitsAt + WaitsBehind * ahead) * CellSide;
                return;
            }
            if (left <= TakesAt * CellSide)
            {
                _tracker.AdvanceTo(before);
                LeaveCrowd();
                SetWaypoint(_tracker.NextPlace);
            }
        }

        /// <summary>Index of the next cells' last one before a link; -1 if no link is near.</summary>
        private int MouthAhead()
        {
            int most = Math.Min(_tracker.UsableCount - 1, CellsSeen);
            for (int i = 0; i < most; i++)
            {
                if (_tracker.LinkAt(i + 1) != 0)
                {
                    return i;
                }
            }
            return -1;
        }

        /// <summary>Whether it is its turn on the link after a cell of its path.</summary>
        private bool HasTurn(int mouth)
        {
            int link = _tracker.LinkAt(mouth + 1);
            return _walk.Source.Traffic.Ask(
                link, GoesBack(link, mouth), this, OwnRadius, Time.frameCount, Time.deltaTime);
        }

        /// <summary>Whether it takes a link from its end to its beginning.</summary>
        private bool GoesBack(int number, int mouth) => _walk.Tracker.Floors.TryGetLink(number, out FloorLink link)
            && link.From != _tracker.PlaceAt(mouth);

        /// <summary>Begins the link to the next cell, or goes on along it. Returns false if it has to wait.</summary>
        private bool BeginLink()
        {
            if (!_tracker.OnLink)
            {
                if (Avoidance && !HasTurn(0))
                {
                    return false;
                }
                _walk.BeginLink();
                NoteLink();
            }
            return true;
        }

        /// <summary>How far it may walk along its link, because of the one ahead.</summary>
        private float RoomOnLink(Vector3 here) => Avoidance && _traffic != null && _tracker.OnLink
            ? _traffic.RoomAhead(CurrentLink, this, OwnRadius, _walk.Progress(here))
            : float.MaxValue;

        /// <summary>Tells who is on a link.</summary>
        private void NoteLink()
        {
            bool isOnLink = _walk != null && HasPath && _tracker.OnLink && IsLinkNext;
            int link = isOnLink ? _tracker.LinkAt(1) : 0;
            LinkTraffic traffic = isOnLink ? _walk.Source.Traffic : null;
            if (link != CurrentLink || traffic != _traffic)
            {
                _traffic?.Leave(CurrentLink, this);
            }
            CurrentLink = link;
            _traffic = traffic;
            if (isOnLink)
            {
                traffic.Enter(link, GoesBack(link, 0), this, OwnRadius, _walk.Progress(transform.position));
            }
        }
    }
}
