using System;
using System.Threading;

namespace GridStar
{
    /// <summary>
    /// Costs of an agent: for each <see cref="CellType"/>, how many times as much a step costs there, or that the type
    /// is blocked. <see cref="PathQuery.Profile"/> names the profile of a query.
    /// </summary>
    /// <remarks>
    /// <para>A new profile blocks <see cref="CellType.Obstacle"/>, and every other type costs 1. A query without a
    /// profile does the same.</para>
    /// <para>One profile serves any number of queries on any number of grids. Keep profiles and share them: a grid
    /// derives data for each profile that its queries use, and derives it anew after a change of the profile. Profiles
    /// that block the same types share most of this data.</para>
    /// <para>Any thread may call any member at any time. Searches that run continue with the profile as it was.</para>
    /// <para><see cref="Dispose"/> frees about 1 KB of native memory. Without a call, the finalizer does so. What grids
    /// have derived for the profile goes as the least recently used, after that of 64 other profiles and sizes. After
    /// <see cref="Dispose"/>, queries with the profile and all members except <see cref="IsDisposed"/> throw
    /// <see cref="ObjectDisposedException"/>. An argument that is null throws <see cref="ArgumentNullException"/>, and
    /// too little memory <see cref="OutOfMemoryException"/>. The constructor throws <see cref="GridStarException"/> if
    /// the native library is missing or has another ABI version.</para>
    /// </remarks>
    public sealed partial class TraversalProfile : IDisposable
    {
        /// <summary>Number of cell types.</summary>
        public const int TypeCount = 256;

        /// <summary>The largest cost of a type.</summary>
        public const double MaxCost = 1024.0;

        [ThreadStatic]
        private static double[] t_multipliers;

        /// <summary>Zero until the native profile exists, then constant. The native side refuses a stale id.</summary>
        private readonly ulong _id;

        private int _revision;

        /// <summary>Creates a profile that blocks obstacles. Every other type costs 1.</summary>
        public TraversalProfile()
        {
            GridStarLibrary.EnsureLoaded();
            NativeErrors.ThrowIfMistake(NativeMethods.gridstar_profile_create(out _id), "profile");
        }

        /// <summary>Frees the native profile if <see cref="Dispose"/> was never called.</summary>
        ~TraversalProfile()
        {
            Destroy();
        }

        /// <summary>Number of changes so far, by which trackers notice them. Any thread.</summary>
        internal int Revision => Volatile.Read(ref _revision);

        internal ulong Id => _id;

        /// <summary>
        /// Which costs a step counts. Default: <see cref="TraversalCharge.Mean"/>, the mean of the costs of the two
        /// cells that the step joins.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such charge.</exception>
        public TraversalCharge Charge
        {
            get
            {
                int status = NativeMethods.gridstar_profile_get_charge(_id, out uint charge);
                GC.KeepAlive(this);
                NativeErrors.ThrowIfMistake(status, nameof(Charge));
                return (TraversalCharge)charge;
            }

            set
            {
                int status = NativeMethods.gridstar_profile_set_charge(_id, unchecked((uint)value));
                Interlocked.Increment(ref _revision);
                GC.KeepAlive(this);
                if (status < 0)
                {
                    throw NativeErrors.Create(status, nameof(value), value);
                }
            }
        }

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllProfiles"/> has freed the native
        /// profile.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Profile) != 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>
        /// Frees the native profile. Searches that run continue with it. Later calls do nothing.
        /// </summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>
        /// Sets how many times as much a step costs on cells of a type, and unblocks the type. Returns the profile, so
        /// that calls can be chained.
        /// </summary>
        /// <param name="cost">From 1/128 to <see cref="MaxCost"/>. Hundredths and multiples of 1/64 are kept as they
        /// are; other costs are rounded to the nearest hundredth, and at least 0.01: <see cref="GetCost(CellType)"/>
        /// returns the rounded cost. 1 is the cost of plain ground. To block a type, call <see
        /// cref="Block(CellType)"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cost is out of range.</exception>
        public TraversalProfile SetCost(CellType type, double cost)
        {
            if (cost == 0.0)
            {
                // The native side blocks a type by a cost of 0, which here more likely is a mistake.
                string message = "A cost must be above 0. Call Block for a type that can't be entered.";
                throw new ArgumentOutOfRangeException(nameof(cost), cost, message);
            }
            return Set(type, cost, nameof(cost));
        }

        /// <summary>The overload for a type's number: 0 to 255.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number or the cost is out of range.</exception>
        public TraversalProfile SetCost(int type, double cost) => SetCost(TypeOf(type), cost);

        /// <summary>
        /// Blocks a type: no path enters its cells. A path may still start on one. Returns the profile, so that calls
        /// can be chained.
        /// </summary>
        public TraversalProfile Block(CellType type) => Set(type, 0.0, nameof(type));

        /// <summary>The overload for a type's number: 0 to 255.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is out of range.</exception>
        public TraversalProfile Block(int type) => Block(TypeOf(type));

        /// <summary>Sets the costs of all types in one atomic change. Returns the profile.</summary>
        /// <param name="costs">256 costs, indexed by type. Each as in <see cref="SetCost(CellType, double)"/>, or 0 for
        /// a blocked type.</param>
        /// <exception cref="ArgumentException">The array does not have 256 elements.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cost is out of range. The message names its type; nothing
        /// changed.</exception>
        public TraversalProfile SetCosts(float[] costs)
        {
            RefuseOtherLength(costs, nameof(costs));
            double[] multipliers = Array.ConvertAll(costs, cost => (double)cost);
            int status = NativeMethods.gridstar_profile_set_costs(_id, 0, ref multipliers[0], TypeCount);
            Interlocked.Increment(ref _revision);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BadMultiplier)
            {
                int type = Array.FindIndex(
                    multipliers, cost => !(cost == 0.0 || (cost >= 1.0 / 128 && cost <= MaxCost)));
                throw NativeErrors.Create(status, nameof(costs), "type " + type + ": " + multipliers[type]);
            }
            NativeErrors.ThrowIfMistake(status, nameof(costs));
            return this;
        }

        /// <summary>Copies the costs of all types: 0 for a blocked type.</summary>
        /// <param name="costs">Receives 256 costs, indexed by type.</param>
        /// <exception cref="ArgumentException">The array does not have 256 elements.</exception>
        public void GetCosts(float[] costs)
        {
            RefuseOtherLength(costs, nameof(costs));
            double[] multipliers = new double[TypeCount];
            int status = NativeMethods.gridstar_profile_get_costs(
                _id, 0, TypeCount, ref multipliers[0], TypeCount, out _);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(costs));
            for (int type = 0; type < TypeCount; type++)
            {
                costs[type] = (float)multipliers[type];
            }
        }

        /// <summary>
        /// How many times as much a step costs on cells of a type, after rounding; 0 for a blocked type.
        /// </summary>
        public double GetCost(CellType type)
        {
            double multiplier = 0.0;
            int status = NativeMethods.gridstar_profile_get_costs(_id, (uint)type, 1, ref multiplier, 1, out _);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(type));
            return multiplier;
        }

        /// <summary>The overload for a type's number: 0 to 255.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is out of range.</exception>
        public double GetCost(int type) => GetCost(TypeOf(type));

        /// <summary>Whether a type is blocked.</summary>
        public bool IsBlocked(CellType type) => GetCost(type) == 0.0;

        /// <summary>The overload for a type's number: 0 to 255.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is out of range.</exception>
        public bool IsBlocked(int type) => IsBlocked(TypeOf(type));

        /// <summary>
        /// The least cost of a type that is not blocked; 1 if all types are blocked. Allocates nothing when warm.
        /// </summary>
        internal double LeastCost()
        {
            double[] multipliers = t_multipliers ?? (t_multipliers = new double[TypeCount]);
            int status = NativeMethods.gridstar_profile_get_costs(
                _id, 0, TypeCount, ref multipliers[0], TypeCount, out _);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, "profile");
            double least = double.PositiveInfinity;
            foreach (double multiplier in multipliers)
            {
                least = multiplier > 0.0 && multiplier < least ? multiplier : least;
            }
            return double.IsInfinity(least) ? 1.0 : least;
        }

        /// <summary>
        /// How many times as much the step between two cells costs. A start on a blocked type has the least cost, as in
        /// the native search.
        /// </summary>
        internal double CostOfStep(CellType from, CellType to)
        {
            double entered = GetCost(to);
            if (Charge == TraversalCharge.Entered)
            {
                return entered;
            }
            double left = GetCost(from);
            return ((left == 0.0 ? LeastCost() : left) + entered) / 2.0;
        }

        private TraversalProfile Set(CellType type, double cost, string parameter)
        {
            int status = NativeMethods.gridstar_profile_set_cost(_id, (uint)type, cost);
            Interlocked.Increment(ref _revision);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, parameter, cost);
            }
            return this;
        }

        private static CellType TypeOf(int type)
        {
            if (type < 0 || type >= TypeCount)
            {
                throw new ArgumentOutOfRangeException(nameof(type), type, "A cell type is 0 to 255.");
            }
            return (CellType)type;
        }

        private static void RefuseOtherLength(float[] costs, string parameter)
        {
            if (costs == null)
            {
                throw new ArgumentNullException(parameter);
            }
            if (costs.Length != TypeCount)
            {
                string message = "The array has " + costs.Length + " elements; there are 256 cell types.";
                throw new ArgumentException(message, parameter);
            }
        }

        /// <summary>
        /// Never throws: a nonzero id means that the library is loaded, and destroying a stale id is harmless.
        /// </summary>
        private void Destroy()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_destroy(_id);
            }
        }
    }
}
