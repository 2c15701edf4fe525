using System;
using System.IO;
using System.Threading;

namespace GridStar
{
    // Saved grids, and changes since a grid was saved.
    public sealed partial class PathGrid
    {
        /// <summary>Takes over a native grid that was loaded or forked, and may have penalties.</summary>
        private PathGrid(ulong id)
        {
            _id = id;
            _penaltiesMark = Interlocked.Increment(ref s_penaltiesMark);
            GridstarGridInfo info = GetInfo();
            Width = (int)info.width;
            Height = (int)info.height;
            Layout = (CellLayout)info.layout;
            ReadPlane(Place);
            LiveObjects.Grids.Add(this);
        }

        /// <summary>
        /// Writes the grid as bytes, for <see cref="Load(byte[])"/>: the types and penalties of its cells, its place,
        /// layout, costs and all other settings. The bytes are the same on every platform.
        /// </summary>
        /// <remarks>
        /// <para>Covers, profiles, floors and fields are objects of their own and are not saved. The revision is not
        /// saved either.</para>
        /// <para>A map with long runs of equal cells takes a few hundredths of a byte a cell, noise of two types 1 bit,
        /// and any other map little more than 1 byte. Landmarks take 1 to 20 bytes a cell.</para>
        /// </remarks>
        /// <param name="withPrepared">Whether the loaded grid is prepared, as <see cref="Prepare"/> leaves it: with
        /// landmarks, if they are its engine. If those of this grid are not as measured now, others are measured for
        /// the bytes.</param>
        public byte[] Save(bool withPrepared = false)
        {
            uint flags = SaveFlags(withPrepared);
            byte[] bytes = new byte[SavedBytes.FirstLength];
            while (true)
            {
                int status = NativeMethods.gridstar_grid_save(
                    _id, flags, ref bytes[0], (uint)bytes.Length, out uint count);
                GC.KeepAlive(this);
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
        /// Creates a grid from bytes of <see cref="Save(bool)"/>. It has the cells and settings of the saved one and
        /// finds the same paths. Its revision is 0.
        /// </summary>
        /// <remarks>
        /// A checksum tells bytes that were changed or cut off by accident. Bytes that were changed on purpose do no
        /// harm: every count is checked, and landmarks step by step, so that paths stay legal and cheapest. Memory is
        /// taken for the size that the bytes tell, up to 16384 x 16384 cells.
        /// </remarks>
        /// <param name="bytes">The bytes. They are copied.</param>
        /// <exception cref="InvalidDataException">The bytes are no saved grid, were saved by a newer version, or are
        /// damaged. The message tells which. No grid is created.</exception>
        public static PathGrid Load(byte[] bytes)
        {
            RefuseNull(bytes, nameof(bytes));
            return Load(ref FirstElement.Of(bytes), bytes.Length);
        }

        /// <summary>Overload that reads a stream, which must end where the saved grid ends.</summary>
        /// <param name="stream">Its bytes from its position to its end. It stays open.</param>
        public static PathGrid Load(Stream stream)
        {
            RefuseNull(stream, nameof(stream));
            return Load(SavedBytes.ReadToEnd(stream));
        }

        /// <summary>Takes over a native grid that was loaded with floors.</summary>
        internal static PathGrid OfLoaded(ulong id) => new PathGrid(id);

        /// <summary>The flags of a call that saves grids.</summary>
        internal static uint SaveFlags(bool withPrepared) => withPrepared ? (uint)NativeConstants.SavePrepared : 0;

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal static PathGrid Load(ref byte bytes, int count)
        {
            GridStarLibrary.EnsureLoaded();
            int status = NativeMethods.gridstar_grid_load(ref bytes, (uint)count, out ulong id);
            NativeErrors.ThrowIfMistake(status, nameof(bytes));
            return new PathGrid(id);
        }

        /// <summary>
        /// Writes by what the cells of this grid differ from those of a saved grid, for <see cref="ApplyChanges"/>: a
        /// save game that keeps what has happened to a level. About 90 bytes without changes.
        /// </summary>
        /// <param name="savedGrid">Bytes of <see cref="Save(bool)"/> of a grid of the same size.</param>
        /// <exception cref="ArgumentException">The saved grid has another size.</exception>
        /// <exception cref="InvalidDataException">The bytes are no saved grid, were saved by a newer version, or are
        /// damaged.</exception>
        public byte[] SaveChanges(byte[] savedGrid)
        {
            RefuseNull(savedGrid, nameof(savedGrid));
            byte[] bytes = new byte[SavedBytes.FirstLength];
            while (true)
            {
                int status = NativeMethods.gridstar_grid_save_changes(
                    _id,
                    ref FirstElement.Of(savedGrid),
                    (uint)savedGrid.Length,
                    ref bytes[0],
                    (uint)bytes.Length,
                    out uint count);
                GC.KeepAlive(this);
                if (!SavedBytes.HasToGrow(status, ref bytes, count))
                {
                    return bytes;
                }
            }
        }

        /// <summary>
        /// Gives the cells the types and penalties that they had when <see cref="SaveChanges"/> wrote these bytes, in
        /// one edit that no search sees a part of. Load the base of the changes first, and edit later.
        /// </summary>
        /// <param name="changes">Bytes of <see cref="SaveChanges"/>.</param>
        /// <exception cref="ArgumentException">The cells are not those of the base of the changes. Nothing
        /// changes.</exception>
        /// <exception cref="InvalidDataException">The bytes are no saved changes, were saved by a newer version, or are
        /// damaged. Nothing changes.</exception>
        public void ApplyChanges(byte[] changes)
        {
            RefuseNull(changes, nameof(changes));
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = NativeMethods.gridstar_grid_apply_changes(
                _id, ref FirstElement.Of(changes), (uint)changes.Length);
            CallWatch.End(WatchedCall.Edit, began);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(changes));
            NotePenalties();
        }
    }
}
