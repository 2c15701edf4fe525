using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Expects an exception that tells the caller which argument is wrong and why.</summary>
    internal static class Refused
    {
        /// <summary>An argument out of range, and what the message says of it.</summary>
        internal static void Argument(string parameter, string said, TestDelegate call)
        {
            Check(Assert.Throws<ArgumentOutOfRangeException>(call), parameter, said);
        }

        /// <summary>An array of the wrong size, and what the message says of it.</summary>
        internal static void Array(string parameter, string said, TestDelegate call)
        {
            Check(Assert.Throws<ArgumentException>(call), parameter, said);
        }

        internal static void Null(string parameter, TestDelegate call)
        {
            Check(Assert.Throws<ArgumentNullException>(call), parameter, parameter);
        }

        private static void Check(ArgumentException exception, string parameter, string said)
        {
            Assert.AreEqual(parameter, exception.ParamName, exception.Message);
            Assert.IsTrue(exception.Message.Contains(said), "no '" + said + "' in: " + exception.Message);
        }
    }
}
