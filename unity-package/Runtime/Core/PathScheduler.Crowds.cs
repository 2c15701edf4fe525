using System;

namespace GridStar
{
    // Crowds of followers that avoid each other.
    public sealed partial class PathScheduler
    {
        /// <summary>Ticks after which a crowd without agents is freed.</summary>
        private const int CrowdPatience = 120;

        /// <summary>Never changed, only replaced: another thread may free the crowds.</summary>
        private volatile SharedCrowd[] _crowds = Array.Empty<SharedCrowd>();

        /// <summary>The crowd of agents with a profile that leave out a cover. Made when it is asked for.</summary>
        internal SharedCrowd CrowdFor(TraversalProfile profile, PathCover without)
        {
            foreach (SharedCrowd known in _crowds)
            {
                if (known.IsFor(profile, without))
                {
                    return known;
                }
            }
            SharedCrowd crowd = new SharedCrowd(Grid, profile, without);
            SharedCrowd[] crowds = _crowds;
            Array.Resize(ref crowds, crowds.Length + 1);
            crowds[crowds.Length - 1] = crowd;
            _crowds = crowds;
            return crowd;
        }

        /// <summary>Moves the agents of all crowds by the wishes that they have left since the last frame.</summary>
        private void TickCrowds(double seconds)
        {
            foreach (SharedCrowd crowd in _crowds)
            {
                crowd.Tick(seconds);
                if (crowd.IdleTicks > CrowdPatience)
                {
                    Drop(crowd);
                }
            }
        }

        private void Drop(SharedCrowd crowd)
        {
            _crowds = Array.FindAll(_crowds, other => other != crowd);
            crowd.Free();
        }

        private void FreeCrowds()
        {
            foreach (SharedCrowd crowd in _crowds)
            {
                crowd.Free();
            }
        }
    }
}
