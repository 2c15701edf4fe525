using System;
using Unity.Collections;

namespace GridStar
{
    /// <summary>
    /// Saved profiles in native arrays. Same exceptions as <see cref="TraversalProfile.Save()"/> and
    /// <see cref="TraversalProfile.Load(byte[])"/>, and an <see cref="ArgumentException"/> for an array that is not
    /// created. Any thread.
    /// </summary>
    public static unsafe class TraversalProfileSavedArrays
    {
        /// <summary>Writes the profile as bytes into a new native array, which the caller disposes.</summary>
        public static NativeArray<byte> Save(this TraversalProfile profile, Allocator allocator)
        {
            if (profile == null)
            {
                throw new ArgumentNullException(nameof(profile));
            }
            return new NativeArray<byte>(profile.Save(), allocator);
        }

        /// <summary>Creates a profile from saved bytes, without copying them.</summary>
        public static TraversalProfile Load(NativeArray<byte> bytes)
        {
            PathGridSavedArrays.RefuseNotCreated(bytes);
            byte spare = 0;
            return TraversalProfile.Load(ref *(byte*)PathGridJobs.Readable(bytes, &spare), bytes.Length);
        }
    }
}
