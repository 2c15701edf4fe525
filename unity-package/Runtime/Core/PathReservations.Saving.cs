using System;
using System.IO;

namespace GridStar
{
    // States: copied, saved, loaded and compared.
    public sealed partial class PathReservations
    {
        /// <summary>Takes over native reservations that were loaded.</summary>
        private PathReservations(PathGrid grid, ulong id)
        {
            _grid = grid;
            _id = id;
            _window = (int)GetInfo().window;
        }

        /// <summary>
        /// A hash of all on which later plans depend, besides the grid: the window, its first tick, and what is taken
        /// by whom. Equal on every platform. Compare it each tick to find out when two machines go apart.
        /// </summary>
        public ulong Hash
        {
            get
            {
                Check(NativeMethods.gridstar_reservations_get_hash(_id, out ulong hash), null, null);
                return hash;
            }
        }

        /// <summary>
        /// Takes over the state of other reservations: all that <see cref="Hash"/> counts, <see cref="Window"/> too.
        /// From then on the same calls have the same results, while the cells of both grids are equal. Both keep their
        /// grids, which may be disposed.
        /// </summary>
        /// <param name="other">Reservations of a grid of the same size and layout.</param>
        /// <exception cref="ArgumentException">The other grid has another size or layout. Nothing has changed.
        /// </exception>
        public void CopyFrom(PathReservations other)
        {
            SavedBytes.RefuseNull(other, nameof(other));
            int status = NativeMethods.gridstar_reservations_copy_from(_id, other._id);
            if (status == (int)NativeStatus.InvalidId && !IsDisposed)
            {
                throw new ObjectDisposedException(nameof(other));
            }
            GC.KeepAlive(other);
            Check(status, nameof(other), null);
            _window = (int)GetInfo().window;
        }

        /// <summary>
        /// Writes the state as bytes, for <see cref="Load(PathGrid, byte[])"/>: all that <see cref="Hash"/> counts.
        /// Equal states have equal bytes, on every platform.
        /// </summary>
        public byte[] Save()
        {
            byte[] bytes = new byte[SavedBytes.FirstLength];
            while (true)
            {
                int status = NativeMethods.gridstar_reservations_save(
                    _id, ref bytes[0], (uint)bytes.Length, out uint count);
                if (status != (int)NativeStatus.BufferTooSmall)
                {
                    Check(status, null, null);
                }
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

        /// <summary>Creates reservations in the state that <see cref="Save()"/> wrote.</summary>
        /// <param name="grid">A grid of the size and layout that the saved ones' grid had.</param>
        /// <param name="bytes">The bytes. They are copied, and all of them are checked.</param>
        /// <exception cref="InvalidDataException">The bytes are no saved reservations, were saved by a newer version,
        /// or are damaged. The message tells which.</exception>
        /// <exception cref="ArgumentException">The grid has another size or layout.</exception>
        public static PathReservations Load(PathGrid grid, byte[] bytes)
        {
            SavedBytes.RefuseNull(grid, nameof(grid));
            SavedBytes.RefuseNull(bytes, nameof(bytes));
            int status = NativeMethods.gridstar_reservations_load(
                grid.Id, ref FirstElement.Of(bytes), (uint)bytes.Length, out ulong id);
            GC.KeepAlive(grid);
            NativeErrors.ThrowIfMistake(status, nameof(grid));
            return new PathReservations(grid, id);
        }

        /// <summary>Overload that reads a stream, which must end where the saved reservations end.</summary>
        /// <param name="grid">A grid of the size and layout that the saved ones' grid had.</param>
        /// <param name="stream">Its bytes from its position to its end. It stays open.</param>
        public static PathReservations Load(PathGrid grid, Stream stream)
        {
            SavedBytes.RefuseNull(stream, nameof(stream));
            return Load(grid, SavedBytes.ReadToEnd(stream));
        }
    }
}
