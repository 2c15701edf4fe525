namespace GridStar
{
    /// <summary>
    /// Names a <see cref="PathField"/> in a job. Blittable: a struct of a job can hold it, with Burst or without. In
    /// Unity, <c>PathFieldJobs</c> has its methods.
    /// </summary>
    /// <remarks>
    /// A handle does not keep its field alive: keep the <see cref="PathField"/> until the job has ended. A disposed
    /// field answers <see cref="PathReason.InvalidId"/> and does no harm.
    /// </remarks>
    public struct PathFieldHandle
    {
        private readonly ulong _id;

        internal PathFieldHandle(ulong id)
        {
            _id = id;
        }

        /// <summary>
        /// Whether the field exists. False for <c>default(PathFieldHandle)</c> and after the field was disposed.
        /// </summary>
        public bool IsValid => _id != 0 && NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Field) == 0;

        internal ulong Id => _id;
    }
}
