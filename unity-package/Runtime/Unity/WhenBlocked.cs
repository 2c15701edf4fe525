namespace GridStar
{
    /// <summary>Choice of what a <see cref="PathFollower"/> does while no path leads to its target.</summary>
    public enum WhenBlocked
    {
        /// <summary>
        /// It walks to the reachable cell nearest to the target: see <see cref="PathQuery.AllowPartial"/>. With <see
        /// cref="PathForm.AnyAngle"/>, and on <see cref="PathFollower.Floors"/>, which know no such paths, it stands.
        /// </summary>
        ComeNear = 0,

        /// <summary>It drops its path and stands.</summary>
        Stand = 1,

        /// <summary>It walks its last path to the end, as far as this path can be walked.</summary>
        KeepPath = 2,
    }
}
