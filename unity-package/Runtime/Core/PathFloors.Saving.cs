using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar
{
    // Saved floors, with their grids.
    public sealed partial class PathFloors
    {
        /// <summary>
        /// A hash of the floors' grids (<see cref="PathGrid.Hash"/>), of which floors share one, and of the links with
        /// their numbers: equal for equal floors, on every platform.
        /// </summary>
        public ulong Hash
        {
            get
            {
                int status = NativeMethods.gridstar_floors_get_hash(_id, out ulong hash);
                GC.KeepAlive(this);
                ThrowIfMistake(status, "floors");
                return hash;
            }
        }

        /// <summary>Takes over native floors that were loaded, and their grids.</summary>
        private PathFloors(ulong id)
        {
            _id = id;
            Dictionary<ulong, PathGrid> grids = new Dictionary<ulong, PathGrid>();
            int count = FloorCount;
            for (int floor = 0; floor < count; floor++)
            {
                ThrowIfMistake(NativeMethods.gridstar_floors_get_floor(_id, (uint)floor, out ulong gridId), "floors");
                if (!grids.TryGetValue(gridId, out PathGrid grid))
                {
                    grid = PathGrid.OfLoaded(gridId);
                    grids.Add(gridId, grid);
                }
                _grids.Add(grid);
            }
        }

        /// <summary>
        /// Writes floors, links and grids as bytes, for <see cref="Load(byte[])"/>. Each grid is written as <see
        /// cref="PathGrid.Save(bool)"/> does, once even if it is several floors. Links keep their numbers.
        /// </summary>
        /// <remarks>Covers and revisions are not saved. If grids are edited during the call, their states may be of
        /// different moments.</remarks>
        /// <param name="withPrepared">Whether the loaded grids are prepared too: see <see
        /// cref="PathGrid.Save(bool)"/>.</param>
        public byte[] Save(bool withPrepared = false)
        {
            byte[] bytes = new byte[SavedBytes.FirstLength];
            while (true)
            {
                int status = NativeMethods.gridstar_floors_save(
                    _id, PathGrid.SaveFlags(withPrepared), ref bytes[0], (uint)bytes.Length, out uint count);
                GC.KeepAlive(this);
                if (status == (int)NativeStatus.InvalidId)
                {
                    throw new ObjectDisposedException(nameof(PathFloors));
                }
                if (!SavedBytes.HasToGrow(status, ref bytes, count))
                {
                    return bytes;
                }
            }
        }

        /// <summary>Overload that writes into a stream.</summary>
        /// <param name="stream">Receives the bytes from its position on. It stays open.</param>
        public void Save(Stream stream, bool withPrepared = false)
        {
            RefuseNull(stream, nameof(stream));
            byte[] bytes = Save(withPrepared);
            stream.Write(bytes, 0, bytes.Length);
        }

        /// <summary>
        /// Creates floors with their links and grids from bytes of <see cref="Save(bool)"/>. Searches find paths of the
        /// same costs. All revisions are 0. <see cref="GetFloor"/> gives each grid. As with other floors, the caller
        /// disposes the grids too.
        /// </summary>
        /// <remarks>Bytes are checked as <see cref="PathGrid.Load(byte[])"/> says. Memory is taken for the sizes of all
        /// grids that the bytes tell. Paths are the same too if <see cref="PathGrid.Prepare"/> had prepared the grids
        /// that were saved with what was prepared.</remarks>
        /// <param name="bytes">The bytes. They are copied.</param>
        /// <exception cref="InvalidDataException">The bytes are no saved floors, were saved by a newer version, or are
        /// damaged. The message tells which. Neither floors nor grids are created.</exception>
        public static PathFloors Load(byte[] bytes)
        {
            RefuseNull(bytes, nameof(bytes));
            return Load(ref FirstElement.Of(bytes), bytes.Length);
        }

        /// <summary>Overload that reads a stream, which must end where the saved floors end.</summary>
        /// <param name="stream">Its bytes from its position to its end. It stays open.</param>
        public static PathFloors Load(Stream stream)
        {
            RefuseNull(stream, nameof(stream));
            return Load(SavedBytes.ReadToEnd(stream));
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal static PathFloors Load(ref byte bytes, int count)
        {
            GridStarLibrary.EnsureLoaded();
            int status = NativeMethods.gridstar_floors_load(ref bytes, (uint)count, out ulong id);
            ThrowIfMistake(status, nameof(bytes));
            return new PathFloors(id);
        }
    }
}
