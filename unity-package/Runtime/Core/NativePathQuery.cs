namespace GridStar
{
    /// <summary>
    /// The settings of a <see cref="PathQuery"/> as plain numbers, for jobs and native arrays. Blittable.
    /// <c>default(NativePathQuery)</c> takes the grid's settings where a method gets a single query. Each query of an
    /// array must be made by the constructor.
    /// </summary>
    public struct NativePathQuery
    {
        private GridstarQueryDef _def;

        /// <summary>Copies settings. A <see cref="PathQuery.Profile"/> must be kept alive until the search has
        /// ended.</summary>
        /// <param name="query">The settings. The search checks their ranges.</param>
        /// <exception cref="System.ArgumentOutOfRangeException"><see cref="PathQuery.MaxExpansions"/> is
        /// negative.</exception>
        public NativePathQuery(PathQuery query)
        {
            _def = query.ToDef();
        }

        /// <summary>The def of a single search.</summary>
        internal GridstarQueryDef ToDef()
        {
            GridstarQueryDef def = _def;
            def.struct_size = GridstarQueryDef.Size;
            return def;
        }
    }
}
