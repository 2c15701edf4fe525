using Unity.Collections;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Ticks of a <see cref="PathCrowdHandle"/>, for jobs: from any thread, with Burst or without. Nothing is thrown
    /// and nothing is allocated; a mistake is a negative reason.
    /// </summary>
    public static unsafe class PathCrowdJobs
    {
        /// <summary>Moves all agents: <see cref="PathCrowd.Tick(float, float[], float[], float[])"/>.</summary>
        /// <param name="seconds">From 0.001 to 1, or 0 to move nobody.</param>
        /// <param name="velocities">Receives how they have moved: as many as there are positions.</param>
        /// <returns><see cref="PathReason.Found"/> if agents have moved. <see cref="PathReason.BufferTooSmall"/> if an
        /// array for results is shorter than <see cref="PathCrowd.NumberCount"/>.</returns>
        public static PathReason Tick(
            this PathCrowdHandle crowd,
            float seconds,
            NativeArray<Vector2> wishes,
            NativeArray<Vector2> positions,
            NativeArray<Vector2> velocities)
        {
            Vector2 spare = default(Vector2);
            int capacity = positions.Length < velocities.Length ? positions.Length : velocities.Length;
            return (PathReason)NativeMethods.gridstar_crowd_tick(
                crowd.Id,
                seconds,
                ref *(float*)PathGridJobs.Readable(wishes, &spare),
                (uint)wishes.Length,
                ref *(float*)PathGridJobs.Writable(positions, &spare),
                ref *(float*)PathGridJobs.Writable(velocities, &spare),
                (uint)capacity,
                out uint _);
        }
    }
}
