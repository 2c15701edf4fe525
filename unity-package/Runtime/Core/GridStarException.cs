using System;

namespace GridStar
{
    /// <summary>
    /// The native library is missing, has another ABI version, or failed through no mistake of the caller. After an
    /// error inside the library, the message has the library's own text: please include it in a report.
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
        /// The native status, a number of GridstarStatus in gridstar.h; 0 if the library could not be called.
        /// </summary>
        public int Status { get; }
    }
}
