namespace GridStar
{
    /// <summary>
    /// Passes arrays to the native side by a reference to their first element, which pins them. Mono copies a parameter
    /// declared as an array element by element, there and back.
    /// </summary>
    internal static class FirstElement
    {
        /// <summary>
        /// A reference to the first element. An empty array gives a spare element; the native side never touches it,
        /// because the count is 0.
        /// </summary>
        internal static ref T Of<T>(T[] array)
        {
            if (array.Length == 0)
            {
                return ref Spare<T>.Elements[0];
            }
            return ref array[0];
        }

        private static class Spare<T>
        {
            internal static readonly T[] Elements = new T[1];
        }
    }
}
