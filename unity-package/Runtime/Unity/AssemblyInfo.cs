using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.Viewer")]
[assembly: InternalsVisibleTo("GridStar.Burst")]
[assembly: InternalsVisibleTo("GridStar.Editor")]
[assembly: InternalsVisibleTo("GridStar.Tests")]
[assembly: InternalsVisibleTo("GridStar.StandinTests")]

// Players that name nothing of the assembly still get its methods that run at the start of a game.
[assembly: UnityEngine.Scripting.AlwaysLinkAssembly]
