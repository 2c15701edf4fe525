using System;

namespace GridStar
{
    /// <summary>
    /// The native library is missing or of another version, or it failed for a reason that is not a mistake of the
    /// caller. The message of an error inside the library tells what it said: a report needs that text.
    /// </summary>
    public sealed class GridStarException : InvalidOperationException
    {
        internal GridStarException(string message, int status)
            : base(message)
        {
            Status = status;
        }

        internal GridStarException(string message, Exception cause)
            : base(message, cause)
        {
        }

        /// <summary>
        /// The status that the native library returned, a number of GridstarStatus in gridstar.h; 0 where it could not be called.
        /// </summary>
        public int Status { get; }
    }
}
