using System;

namespace GridStar.Demo
{
    /// <summary>Ends the demo: the message says what is wrong, to a person.</summary>
    internal sealed class DemoException : Exception
    {
        public DemoException(string message) : base(message)
        {
        }
    }
}
