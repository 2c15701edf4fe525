using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.StandinTests")]

// Scripts of a game name nothing of the assembly, whose counters start with the game.
[assembly: UnityEngine.Scripting.AlwaysLinkAssembly]
