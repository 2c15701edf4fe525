using System;
using Unity.Collections;

namespace GridStar
{
    /// <summary>
    /// Saved floors in native arrays. Same exceptions as <see cref="PathFloors.Save(bool)"/> and
    /// <see cref="PathFloors.Load(byte[])"/>, and an <see cref="ArgumentException"/> for an array that is not created.
    /// Any thread.
    /// </summary>
    public static unsafe class PathFloorsSavedArrays
    {
        /// <summary>Writes floors, links and grids as bytes into a new native array, which the caller
        /// disposes.</summary>
        /// <param name="withPrepared">Whether the loaded grids are prepared too: see <see
        /// cref="PathGrid.Save(bool)"/>.</param>
        public static NativeArray<byte> Save(this PathFloors floors, Allocator allocator, bool withPrepared = false)
        {
            if (floors == null)
            {
                throw new ArgumentNullException(nameof(floors));
            }
            return new NativeArray<byte>(floors.Save(withPrepared), allocator);
        }

        /// <summary>Creates floors and their grids from saved bytes, without copying them. The caller disposes the
        /// grids too.</summary>
        public static PathFloors Load(NativeArray<byte> bytes)
        {
            PathGridSavedArrays.RefuseNotCreated(bytes);
            byte spare = 0;
            return PathFloors.Load(ref *(byte*)PathGridJobs.Readable(bytes, &spare), bytes.Length);
        }
    }
}
