using System;
using Unity.Collections;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathCrowd"/> with Unity's types. Any thread. Same exceptions as the members of
    /// <see cref="PathCrowd"/>. Nothing is allocated.
    /// </summary>
    public static class PathCrowdUnityExtensions
    {
        /// <summary>
        /// Moves all agents for a time: see <see cref="PathCrowd.Tick(float, float[], float[], float[])"/>.
        /// </summary>
        /// <param name="seconds">From 0.001 to 1, or 0 to move nobody.</param>
        /// <param name="positions">Receives where agents are, in cells.</param>
        /// <param name="velocities">Receives how they have moved, in cells per second.</param>
        /// <exception cref="ArgumentException">An array for results is shorter than
        /// <see cref="PathCrowd.NumberCount"/>. Nobody has moved.</exception>
        public static void Tick(
            this PathCrowd crowd, float seconds, Vector2[] wishes, Vector2[] positions, Vector2[] velocities)
        {
            if (crowd == null)
            {
                throw new ArgumentNullException(nameof(crowd));
            }
            if (wishes == null)
            {
                throw new ArgumentNullException(nameof(wishes));
            }
            if (positions == null)
            {
                throw new ArgumentNullException(nameof(positions));
            }
            if (velocities == null)
            {
                throw new ArgumentNullException(nameof(velocities));
            }
            crowd.Tick(
                seconds,
                ref FirstElement.Of(wishes).x,
                wishes.Length,
                ref FirstElement.Of(positions).x,
                ref FirstElement.Of(velocities).x,
                Math.Min(positions.Length, velocities.Length));
            for (int i = 0; i < positions.Length && i < velocities.Length && IsSeen(seconds); i++)
            {
                See(crowd, i, seconds, i < wishes.Length ? wishes[i] : default(Vector2), positions[i], velocities[i]);
            }
        }

        /// <summary>Overload for native arrays.</summary>
        public static unsafe void Tick(
            this PathCrowd crowd,
            float seconds,
            NativeArray<Vector2> wishes,
            NativeArray<Vector2> positions,
            NativeArray<Vector2> velocities)
        {
            if (crowd == null)
            {
                throw new ArgumentNullException(nameof(crowd));
            }
            Vector2 spare = default(Vector2);
            crowd.Tick(
                seconds,
                ref *(float*)PathGridJobs.Readable(wishes, &spare),
                wishes.Length,
                ref *(float*)PathGridJobs.Writable(positions, &spare),
                ref *(float*)PathGridJobs.Writable(velocities, &spare),
                Math.Min(positions.Length, velocities.Length));
            for (int i = 0; i < positions.Length && i < velocities.Length && IsSeen(seconds); i++)
            {
                See(crowd, i, seconds, i < wishes.Length ? wishes[i] : default(Vector2), positions[i], velocities[i]);
            }
        }

        private static bool IsSeen(float seconds) => CrowdSight.IsOn && seconds != 0f;

        private static void See(
            PathCrowd crowd, int number, float seconds, Vector2 wish, Vector2 position, Vector2 velocity)
            => crowd.Sight.Note(number, seconds, wish.x, wish.y, position.x, position.y, velocity.x, velocity.y);
    }
}
