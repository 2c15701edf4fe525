using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.Burst")]
[assembly: InternalsVisibleTo("GridStar.Tests")]
