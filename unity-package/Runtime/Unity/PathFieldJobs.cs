using Unity.Collections;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Steps and velocities of a <see cref="PathFieldHandle"/>, for jobs: from any thread, with Burst or without.
    /// Nothing is thrown and nothing is allocated; a mistake is a negative reason. A field that is not built yet gives
    /// the number of GRIDSTAR_STATUS_NOT_READY.
    /// </summary>
    public static unsafe class PathFieldJobs
    {
        /// <summary>The next cell of each agent and the cost of its path: <see cref="PathField.GetStep"/>.</summary>
        /// <param name="steps">Receives a step for each cell. If it is shorter, nothing is written.</param>
        /// <returns><see cref="PathReason.Found"/> if the steps are written.</returns>
        public static PathReason GetSteps(
            this PathFieldHandle field, NativeArray<GridCell> cells, NativeArray<FieldCell> steps)
        {
            FieldCell spare = default(FieldCell);
            return (PathReason)NativeMethods.gridstar_field_get_steps(
                field.Id,
                ref *(GridCell*)PathGridJobs.Readable(cells, &spare),
                (uint)cells.Length,
                ref *(FieldCell*)PathGridJobs.Writable(steps, &spare),
                (uint)steps.Length);
        }

        /// <summary>
        /// The velocity of each agent:
        /// <see cref="PathField.GetVelocities(float[], int, float, float[])"/>.
        /// </summary>
        /// <param name="velocities">Receives a velocity for each agent. If it is shorter, nothing is written.</param>
        /// <returns><see cref="PathReason.Found"/> if the velocities are written.</returns>
        public static PathReason GetVelocities(
            this PathFieldHandle field, NativeArray<Vector3> positions, float speed, NativeArray<Vector3> velocities)
        {
            Vector3 spare = default(Vector3);
            return (PathReason)NativeMethods.gridstar_field_get_velocities(
                field.Id,
                ref *(float*)PathGridJobs.Readable(positions, &spare),
                (uint)positions.Length,
                speed,
                ref *(float*)PathGridJobs.Writable(velocities, &spare),
                (uint)velocities.Length);
        }
    }
}
