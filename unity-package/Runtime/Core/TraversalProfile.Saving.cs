using System;
using System.IO;

namespace GridStar
{
    // Saved profiles.
    public sealed partial class TraversalProfile
    {
        /// <summary>Takes over a native profile that was loaded.</summary>
        private TraversalProfile(ulong id)
        {
            _id = id;
        }

        /// <summary>
        /// A hash of the costs of all types and of <see cref="Charge"/>: equal for equal profiles, on every platform.
        /// </summary>
        public ulong Hash
        {
            get
            {
                int status = NativeMethods.gridstar_profile_get_hash(_id, out ulong hash);
                GC.KeepAlive(this);
                NativeErrors.ThrowIfMistake(status);
                return hash;
            }
        }

        /// <summary>
        /// Writes the profile as bytes, for <see cref="Load(byte[])"/>: the costs of all types, and <see
        /// cref="Charge"/>. About 60 bytes for a few types with costs of their own, the same on every platform.
        /// </summary>
        public byte[] Save()
        {
            byte[] bytes = new byte[SavedBytes.FirstLength];
            while (true)
            {
                int status = NativeMethods.gridstar_profile_save(
                    _id, ref bytes[0], (uint)bytes.Length, out uint count);
                GC.KeepAlive(this);
                if (!SavedBytes.HasToGrow(status, ref bytes, count))
                {
                    return bytes;
                }
            }
        }

        /// <summary>Overload that writes into a stream.</summary>
        /// <param name="stream">Receives the bytes from its position on. It stays open.</param>
        public void Save(Stream stream)
        {
            SavedBytes.RefuseNull(stream, nameof(stream));
            byte[] bytes = Save();
            stream.Write(bytes, 0, bytes.Length);
        }

        /// <summary>
        /// Creates a profile from bytes of <see cref="Save()"/>. Queries with it find the same paths as with the saved
        /// one.
        /// </summary>
        /// <param name="bytes">The bytes. They are copied.</param>
        /// <exception cref="InvalidDataException">The bytes are no saved profile, were saved by a newer version, or are
        /// damaged. The message tells which. No profile is created.</exception>
        public static TraversalProfile Load(byte[] bytes)
        {
            SavedBytes.RefuseNull(bytes, nameof(bytes));
            return Load(ref FirstElement.Of(bytes), bytes.Length);
        }

        /// <summary>Overload that reads a stream, which must end where the saved profile ends.</summary>
        /// <param name="stream">Its bytes from its position to its end. It stays open.</param>
        public static TraversalProfile Load(Stream stream)
        {
            SavedBytes.RefuseNull(stream, nameof(stream));
            return Load(SavedBytes.ReadToEnd(stream));
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal static TraversalProfile Load(ref byte bytes, int count)
        {
            GridStarLibrary.EnsureLoaded();
            int status = NativeMethods.gridstar_profile_load(ref bytes, (uint)count, out ulong id);
            NativeErrors.ThrowIfMistake(status, nameof(bytes));
            return new TraversalProfile(id);
        }
    }
}
