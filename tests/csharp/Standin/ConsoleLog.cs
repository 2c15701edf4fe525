using System;
using System.Collections.Generic;
using UnityEngine;

/// <summary>Records what Unity's console would show, each message with its type, until it is disposed.</summary>
internal sealed class ConsoleLog : IDisposable
{
    internal readonly List<string> Lines = new List<string>();

    internal ConsoleLog()
    {
        Application.logMessageReceived += Receive;
    }

    public void Dispose() => Application.logMessageReceived -= Receive;

    private void Receive(string condition, string stackTrace, LogType type) => Lines.Add(type + ": " + condition);
}
