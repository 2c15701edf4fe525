using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Turns on the links of floors: who is on which link, and who may enter one next. A link has one direction at a
    /// time. The first who asks goes first, but some of one direction may follow each other while somebody of the other
    /// one waits. A turn that is not taken goes to the next.
    /// </summary>
    internal sealed class LinkTraffic
    {
        /// <summary>The most who follow each other while others wait at the other end.</summary>
        private const int MostInARow = 4;

        /// <summary>Frames after which a follower that does not ask any more has no turn.</summary>
        private const int Patience = 2;

        /// <summary>In seconds: a turn that is not taken in this time goes to the next.</summary>
        private const float TurnSeconds = 2f;

        private readonly Dictionary<int, Link> _links = new Dictionary<int, Link>();

        /// <summary>Whether a follower may enter a link now. It asks in each frame until it has entered.</summary>
        /// <param name="goesBack">Whether it goes from the link's end to its beginning.</param>
        /// <param name="radius">How far it keeps apart, in world units.</param>
        internal bool Ask(int number, bool goesBack, PathFollower who, float radius, int frame, float seconds)
        {
            Link link = Find(number);
            link.DropStale(frame);
            int own = link.IndexOf(who);
            Claim claim = own < 0 ? new Claim { Who = who } : link.Claims[own];
            if (own >= 0 && claim.GoesBack != goesBack && !claim.IsOn)
            {
                claim.HasTurn = false;
            }
            claim.GoesBack = goesBack;
            claim.Radius = radius;
            claim.Seconds += claim.Frame == frame ? 0f : seconds;
            claim.Frame = frame;
            if (claim.HasTurn && !claim.IsOn && claim.Seconds > TurnSeconds)
            {
                // Something keeps it from the link: the others go first.
                claim.HasTurn = false;
                link.Claims.RemoveAt(own);
                own = -1;
            }
            if (own < 0)
            {
                own = link.Claims.Count;
                link.Claims.Add(claim);
            }
            if (!claim.HasTurn && link.HasRoomFor(own, goesBack, radius))
            {
                link.InARow = link.GoesBack == goesBack ? link.InARow + 1 : 1;
                link.GoesBack = goesBack;
                claim.HasTurn = true;
                claim.Seconds = 0f;
                claim.Progress = 0f;
            }
            link.Claims[own] = claim;
            return claim.HasTurn;
        }

        /// <summary>Number of those who wait at the same end of a link and go before a follower.</summary>
        internal int CountAhead(int number, PathFollower who)
        {
            Link link = Find(number);
            int own = link.IndexOf(who);
            int ahead = 0;
            for (int i = 0; i < own; i++)
            {
                bool isAhead = !link.Claims[i].IsOn && link.Claims[i].GoesBack == link.Claims[own].GoesBack;
                ahead += isAhead ? 1 : 0;
            }
            return ahead;
        }

        /// <summary>Notes that a follower is on a link, and how far along it.</summary>
        internal void Enter(int number, bool goesBack, PathFollower who, float radius, float progress)
        {
            Link link = Find(number);
            int own = link.IndexOf(who);
            Claim claim = new Claim
            {
                Who = who, GoesBack = goesBack, Radius = radius, Progress = progress, IsOn = true, HasTurn = true,
            };
            if (own < 0)
            {
                link.Claims.Add(claim);
            }
            else
            {
                link.Claims[own] = claim;
            }
        }

        /// <summary>Notes that a follower is not on a link any more.</summary>
        internal void Leave(int number, PathFollower who)
        {
            Link link = Find(number);
            int own = link.IndexOf(who);
            if (own >= 0)
            {
                link.Claims.RemoveAt(own);
            }
        }

        /// <summary>How far a follower may go on along a link without coming too near to the one ahead.</summary>
        internal float RoomAhead(int number, PathFollower who, float radius, float progress)
        {
            float room = float.MaxValue;
            foreach (Claim claim in Find(number).Claims)
            {
                float way = claim.Progress - progress;
                if (claim.IsOn && claim.Who != who && way > 0f && way - claim.Radius - radius < room)
                {
                    room = way - claim.Radius - radius;
                }
            }
            return room;
        }

        /// <summary>Adds the followers on a link to a list.</summary>
        internal void List(int number, List<PathFollower> followers)
        {
            foreach (Claim claim in Find(number).Claims)
            {
                if (claim.IsOn && claim.Who != null)
                {
                    followers.Add(claim.Who);
                }
            }
        }

        private Link Find(int number)
        {
            if (!_links.TryGetValue(number, out Link link))
            {
                link = new Link();
                _links.Add(number, link);
            }
            return link;
        }

        /// <summary>A follower that is on a link, or asks for it.</summary>
        private struct Claim
        {
            internal PathFollower Who;
            internal bool GoesBack;
            internal float Radius;

            /// <summary>How far it has come along the link.</summary>
            internal float Progress;
            internal bool IsOn;
            internal bool HasTurn;

            /// <summary>The frame in which it has asked last, and for how long it has waited or had its turn.</summary>
            internal int Frame;
            internal float Seconds;
        }

        private sealed class Link
        {
            /// <summary>In the order of asking.</summary>
            internal readonly List<Claim> Claims = new List<Claim>();

            /// <summary>The direction of the last who had a turn, and how many of it had theirs in a row.</summary>
            internal bool GoesBack;
            internal int InARow;

            internal int IndexOf(PathFollower who)
            {
                int index = Claims.Count - 1;
                while (index >= 0 && !ReferenceEquals(Claims[index].Who, who))
                {
                    index--;
                }
                return index;
            }

            /// <summary>Drops those who do not ask any more, and those who are gone.</summary>
            internal void DropStale(int frame)
            {
                for (int i = Claims.Count - 1; i >= 0; i--)
                {
                    if (Claims[i].Who == null || (!Claims[i].IsOn && frame - Claims[i].Frame > Patience))
                    {
                        Claims.RemoveAt(i);
                    }
                }
            }

            /// <summary>Whether somebody who asks may enter: nobody comes towards it, those ahead are far enough, and
            /// nobody has to go first.</summary>
            internal bool HasRoomFor(int own, bool goesBack, float radius)
            {
                bool isInUse = false;
                bool isFirst = true;
                bool isFirstOfAll = true;
                for (int i = 0; i < Claims.Count; i++)
                {
                    Claim other = Claims[i];
                    if (i == own)
                    {
                        continue;
                    }
                    if (other.HasTurn)
                    {
                        bool isFarEnough = other.IsOn && other.Progress >= other.Radius + radius;
                        if (other.GoesBack != goesBack || !isFarEnough)
                        {
                            return false;
                        }
                        isInUse = true;
                    }
                    else if (i < own)
                    {
                        isFirst &= other.GoesBack != goesBack;
                        isFirstOfAll = false;
                    }
                }
                bool mayFollow = isFirst && isInUse && InARow < MostInARow;
                return isFirstOfAll || mayFollow;
            }
        }
    }
}
