using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.StandinTests")]
