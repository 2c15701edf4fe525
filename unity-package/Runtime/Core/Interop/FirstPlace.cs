namespace GridStar
{
    /// <summary>
    /// Arrays cross to the native side by a reference to their first place, which pins them: Mono copies what is declared as an array,
    /// element by element, there and back.
    /// </summary>
    internal static class FirstPlace
    {
        /// <summary>The first place of an array; of an empty one, a place that nobody reads, for a native count of 0.</summary>
        internal static ref T Of<T>(T[] array)
        {
            if (array.Length == 0)
            {
                return ref Spare<T>.Places[0];
            }
            return ref array[0];
        }

        private static class Spare<T>
        {
            internal static readonly T[] Places = new T[1];
        }
    }
}
