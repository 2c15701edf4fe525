using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.Editor")]
[assembly: InternalsVisibleTo("GridStar.Tests")]
