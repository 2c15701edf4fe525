using System;

namespace GridStar.Demo
{
    /// <summary>Ends the demo. The message tells the user what is wrong.</summary>
    internal sealed class DemoException : Exception
    {
        public DemoException(string message) : base(message)
        {
        }
    }
}
