using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using GridStar;
using UnityEditor;

/// <summary>
/// Reloads scripts as the Unity Editor does: they run in a domain, which is unloaded while the library works for them.
/// The library and its threads stay. Afterwards nothing of the scripts is left in the library.
/// </summary>
internal static class DomainReload
{
    /// <summary>Until this reload, memory may grow.</summary>
    private const int Warm = 15;

    private static readonly int Reloads =
        int.Parse(Environment.GetEnvironmentVariable("GRIDSTAR_RELOADS") ?? "40", CultureInfo.InvariantCulture);

    /// <summary>Memory that Mono itself may keep of a domain, in bytes. A reload's grids and tickets are
    /// larger.</summary>
    private const long KeptByMono = 100 * 1024;

    private const int Seconds = 30;

    private static int Main()
    {
        long warm = 0;
        Stopwatch watch = Stopwatch.StartNew();
        for (int round = 0; round < Reloads; round++)
        {
            Reload(round);
            string left = Left();
            if (left != null)
            {
                Console.Error.WriteLine("After reload " + round + ": " + left);
                return 1;
            }
            if (round == Warm)
            {
                warm = Bytes();
            }
        }
        GridStarLibrary.StopWorkers();
        // The system still ends threads that have left the library.
        for (int i = 0; i < 1000 * Seconds && WorkerThreads() > 0; i++)
        {
            Thread.Sleep(1);
        }
        long grown = (Bytes() - warm) / (Reloads - Warm);
        Console.WriteLine(Reloads + " reloads in " + watch.Elapsed.TotalSeconds.ToString("F1") + " s, " + grown / 1024
            + " KiB more after each, worker threads left: " + WorkerThreads() + ", their memory: "
            + GridStarLibrary.WorkerBytes);
        return grown < KeptByMono && WorkerThreads() == 0 && GridStarLibrary.WorkerBytes == 0 ? 0 : 1;
    }

    /// <summary>
    /// Every second time as the Editor reloads, which tells scripts before. Other hosts don't tell.
    /// </summary>
    private static void Reload(int round)
    {
        AppDomain domain = AppDomain.CreateDomain("scripts " + round);
        Type scripts = typeof(Scripts);
        Scripts started = (Scripts)domain.CreateInstanceAndUnwrap(scripts.Assembly.FullName, scripts.FullName);
        started.Start(round);
        if (GridStarLibrary.LiveTicketCount == 0)
        {
            throw new InvalidOperationException("The scripts gave the library no work.");
        }
        if (round % 2 == 0)
        {
            domain.DoCallBack(AssemblyReloadEvents.Raise);
        }
        AppDomain.Unload(domain);
    }

    /// <summary>Objects that the scripts have left in the library; null if none.</summary>
    private static string Left()
    {
        Stopwatch watch = Stopwatch.StartNew();
        while (true)
        {
            string counts = "grids " + GridStarLibrary.LiveGridCount + ", floors " + GridStarLibrary.LiveFloorsCount
                + ", steppers " + GridStarLibrary.LiveStepperCount + ", profiles " + GridStarLibrary.LiveProfileCount
                + ", reservations " + GridStarLibrary.LiveReservationsCount + ", tickets "
                + GridStarLibrary.LiveTicketCount;
            bool isClean = counts == "grids 0, floors 0, steppers 0, profiles 0, reservations 0, tickets 0";
            if (isClean && WorkerThreads() <= GridStarLibrary.WorkerThreads + 1)
            {
                return null;
            }
            if (watch.Elapsed.TotalSeconds > Seconds)
            {
                return counts + ", threads " + WorkerThreads();
            }
            // Finalizers run on a thread of their own.
            Thread.Sleep(5);
        }
    }

    /// <summary>Number of the library's threads, as the system knows them; 0 where it does not tell.</summary>
    private static int WorkerThreads()
    {
        const string Tasks = "/proc/self/task";
        if (!Directory.Exists(Tasks))
        {
            return 0;
        }
        return Directory.GetDirectories(Tasks).Count(task => NameOf(task) == "gridstar-work");
    }

    private static string NameOf(string task)
    {
        try
        {
            return File.ReadAllText(task + "/comm").Trim();
        }
        catch (IOException)
        {
            // The thread has ended meanwhile.
            return string.Empty;
        }
    }

    /// <summary>The process's memory.</summary>
    private static long Bytes()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        return Process.GetCurrentProcess().WorkingSet64;
    }
}
