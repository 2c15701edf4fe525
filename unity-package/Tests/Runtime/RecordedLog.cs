using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>Records log messages until it is disposed.</summary>
    internal sealed class RecordedLog : IDisposable
    {
        /// <summary>Messages of Debug.Log.</summary>
        internal readonly List<string> Messages = new List<string>();

        /// <summary>Messages of Debug.LogWarning.</summary>
        internal readonly List<string> Warnings = new List<string>();

        /// <summary>Errors, exceptions and assertions.</summary>
        internal readonly List<string> Errors = new List<string>();

        internal RecordedLog()
        {
            Application.logMessageReceived += Receive;
        }

        public void Dispose() => Application.logMessageReceived -= Receive;

        private void Receive(string condition, string stackTrace, LogType type)
        {
            List<string> list = type == LogType.Log ? Messages : type == LogType.Warning ? Warnings : Errors;
            list.Add(condition);
        }
    }
}
