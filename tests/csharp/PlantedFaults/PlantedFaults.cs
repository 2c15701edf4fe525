using System;
using System.Runtime.InteropServices;

/// <summary>
/// Calls a native function that reads freed memory: the checker that watches the native library under Mono has to
/// report it.
/// </summary>
internal static class PlantedFaults
{
    [DllImport("planted")]
    private static extern int planted_read();

    private static void Main() => Console.WriteLine(planted_read());
}
