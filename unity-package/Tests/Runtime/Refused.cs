using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Expects an exception that names the wrong argument and says why it is wrong.</summary>
    internal static class Refused
    {
        /// <summary>Expects an argument out of range, and a text in the message.</summary>
        internal static void Argument(string parameter, string said, TestDelegate call)
            => Check(Assert.Throws<ArgumentOutOfRangeException>(call), parameter, said);

        /// <summary>Expects an array of the wrong size, and a text in the message.</summary>
        internal static void Array(string parameter, string said, TestDelegate call)
            => Check(Assert.Throws<ArgumentException>(call), parameter, said);

        internal static void Null(string parameter, TestDelegate call)
            => Check(Assert.Throws<ArgumentNullException>(call), parameter, parameter);

        private static void Check(ArgumentException exception, string parameter, string said)
        {
            Assert.AreEqual(parameter, exception.ParamName, exception.Message);
            Assert.IsTrue(exception.Message.Contains(said), "no '" + said + "' in: " + exception.Message);
        }
    }
}
