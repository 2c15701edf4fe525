namespace GridStar
{
    /// <summary>
    /// Names a <see cref="PathGrid"/> in a job. Blittable: a struct of a job can hold it, with Burst or without. In
    /// Unity, <c>PathGridJobs</c> has its methods.
    /// </summary>
    /// <remarks>
    /// A handle does not keep its grid alive: keep the <see cref="PathGrid"/>, and the profiles of queries, until the
    /// job has ended. A search on a disposed grid ends with <see cref="PathReason.InvalidId"/> and does no harm.
    /// </remarks>
    public struct PathGridHandle
    {
        private readonly ulong _id;

        internal PathGridHandle(ulong id)
        {
            _id = id;
        }

        /// <summary>
        /// Whether the grid exists. False for <c>default(PathGridHandle)</c> and after the grid was disposed.
        /// </summary>
        public bool IsValid => _id != 0 && NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Grid) == 0;

        internal ulong Id => _id;
    }
}
