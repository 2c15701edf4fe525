using System;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathField"/> with Unity's types. Any thread. Same exceptions as the members of
    /// <see cref="PathField"/>. Nothing is allocated, but for lists that grow.
    /// </summary>
    public static class PathFieldUnityExtensions
    {
        /// <summary>Creates a field of one goal, with the grid's settings.</summary>
        public static PathField CreateField(this PathGrid grid, Vector2Int goal)
            => NotNull(grid, nameof(grid)).CreateField(goal.ToGridCell());

        /// <summary>Creates a field of one goal.</summary>
        public static PathField CreateField(this PathGrid grid, Vector2Int goal, PathQuery query)
            => NotNull(grid, nameof(grid)).CreateField(goal.ToGridCell(), query);

        /// <summary>Gives the field another goal: see <see cref="PathField.SetGoal"/>.</summary>
        public static bool SetGoal(this PathField field, Vector2Int goal, int maxVisits = 0)
            => NotNull(field, nameof(field)).SetGoal(goal.ToGridCell(), maxVisits);

        /// <summary>The cost of the path between a cell and the nearest goal; positive infinity without a
        /// path.</summary>
        public static double GetCost(this PathField field, Vector2Int cell)
            => NotNull(field, nameof(field)).GetCost(cell.ToGridCell());

        /// <summary>The next cell of the path from a cell to the nearest goal: see <see
        /// cref="PathField.GetStep"/>.</summary>
        public static FieldCell GetStep(this PathField field, Vector2Int cell)
            => NotNull(field, nameof(field)).GetStep(cell.ToGridCell());

        /// <summary>
        /// The velocity of an agent at a world position: see
        /// <see cref="PathField.GetVelocities(float[], int, float, float[])"/>.
        /// </summary>
        /// <returns>The velocity; 0 in the cell of a goal, outside the grid and without a path.</returns>
        public static Vector3 GetVelocity(this PathField field, Vector3 position, float speed)
        {
            Vector3 velocity = default(Vector3);
            NotNull(field, nameof(field)).GetVelocities(ref position.x, 1, speed, ref velocity.x);
            return velocity;
        }

        /// <summary>The velocities of many agents in one call.</summary>
        /// <param name="velocities">Receives the velocity of each agent. The rest stays unchanged.</param>
        /// <exception cref="ArgumentException">An array has fewer than <paramref name="count"/> elements.</exception>
        public static void GetVelocities(
            this PathField field, Vector3[] positions, int count, float speed, Vector3[] velocities)
        {
            NotNull(field, nameof(field));
            if (NotNull(positions, nameof(positions)).Length < count)
            {
                throw new ArgumentException("The array is too short.", nameof(positions));
            }
            if (NotNull(velocities, nameof(velocities)).Length < count)
            {
                throw new ArgumentException("The array is too short.", nameof(velocities));
            }
            if (count > 0)
            {
                field.GetVelocities(ref positions[0].x, count, speed, ref velocities[0].x);
            }
        }

        /// <summary>Overload for native arrays, whose lengths are the number of agents.</summary>
        /// <param name="velocities">Receives the velocity of each agent: as many as there are positions.</param>
        /// <exception cref="ArgumentException">The arrays have different lengths.</exception>
        public static unsafe void GetVelocities(
            this PathField field, NativeArray<Vector3> positions, float speed, NativeArray<Vector3> velocities)
        {
            NotNull(field, nameof(field));
            if (positions.Length != velocities.Length)
            {
                throw new ArgumentException("The arrays must have one length.", nameof(velocities));
            }
            if (positions.Length > 0)
            {
                Vector3* from = (Vector3*)positions.GetUnsafeReadOnlyPtr();
                Vector3* to = (Vector3*)velocities.GetUnsafePtr();
                field.GetVelocities(ref from->x, positions.Length, speed, ref to->x);
            }
        }

        private static T NotNull<T>(T argument, string name)
            where T : class
        {
            if (argument == null)
            {
                throw new ArgumentNullException(name);
            }
            return argument;
        }
    }
}
