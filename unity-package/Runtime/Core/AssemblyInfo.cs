using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.Unity")]
[assembly: InternalsVisibleTo("GridStar.Viewer")]
[assembly: InternalsVisibleTo("GridStar.Burst")]
[assembly: InternalsVisibleTo("GridStar.Profiling")]
[assembly: InternalsVisibleTo("GridStar.Burst.Tests")]
[assembly: InternalsVisibleTo("GridStar.Editor")]
[assembly: InternalsVisibleTo("GridStar.Tests")]
[assembly: InternalsVisibleTo("GridStar.StandinTests")]
[assembly: InternalsVisibleTo("GridStar.SwitchedTests")]
