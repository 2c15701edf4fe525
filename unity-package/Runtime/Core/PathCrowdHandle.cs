namespace GridStar
{
    /// <summary>
    /// Names a <see cref="PathCrowd"/> in a job. Blittable: a struct of a job can hold it, with Burst or without. In
    /// Unity, <c>PathCrowdJobs</c> has its methods.
    /// </summary>
    /// <remarks>
    /// A handle does not keep its crowd alive: keep the <see cref="PathCrowd"/> until the job has ended. A disposed
    /// crowd answers <see cref="PathReason.InvalidId"/> and does no harm.
    /// </remarks>
    public struct PathCrowdHandle
    {
        private readonly ulong _id;

        internal PathCrowdHandle(ulong id)
        {
            _id = id;
        }

        /// <summary>
        /// Whether the crowd exists. False for <c>default(PathCrowdHandle)</c> and after the crowd was disposed.
        /// </summary>
        public bool IsValid => _id != 0 && NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Crowd) == 0;

        internal ulong Id => _id;
    }
}
