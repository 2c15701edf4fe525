using System;
using Unity.Collections;

namespace GridStar
{
    /// <summary>
    /// Saved grids in native arrays, such as the bytes of a <c>TextAsset</c> (<c>GetData</c>) or of a download. Same
    /// exceptions as <see cref="PathGrid.Save(bool)"/> and <see cref="PathGrid.Load(byte[])"/>, and an
    /// <see cref="ArgumentException"/> for an array that is not created. Any thread.
    /// </summary>
    public static unsafe class PathGridSavedArrays
    {
        /// <summary>Writes the grid as bytes into a new native array, which the caller disposes.</summary>
        /// <param name="withPrepared">Whether the loaded grid is prepared too: see <see
        /// cref="PathGrid.Save(bool)"/>.</param>
        public static NativeArray<byte> Save(this PathGrid grid, Allocator allocator, bool withPrepared = false)
        {
            PathGridNativeArrays.RefuseNull(grid);
            return new NativeArray<byte>(grid.Save(withPrepared), allocator);
        }

        /// <summary>Creates a grid from saved bytes, without copying them.</summary>
        public static PathGrid Load(NativeArray<byte> bytes)
        {
            RefuseNotCreated(bytes);
            byte spare = 0;
            return PathGrid.Load(ref *(byte*)PathGridJobs.Readable(bytes, &spare), bytes.Length);
        }

        internal static void RefuseNotCreated(NativeArray<byte> bytes)
        {
            if (!bytes.IsCreated)
            {
                throw new ArgumentException("The array is not created, or it is disposed.", nameof(bytes));
            }
        }
    }
}
