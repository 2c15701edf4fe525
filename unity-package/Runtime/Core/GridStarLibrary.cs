using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// The native library as a whole. Any thread. If the library is missing or has another ABI version, every member
    /// throws <see cref="GridStarException"/> with a message that says what to do.
    /// </summary>
    public static partial class GridStarLibrary
    {
        /// <summary>GRIDSTAR_ABI_VERSION of the gridstar.h that these scripts are written for.</summary>
        private const uint NeededAbiVersion = NativeConstants.AbiVersion;

        private static volatile bool s_isLoaded;

        /// <summary>Whether the library was loaded at some time. It is never unloaded.</summary>
        private static volatile bool s_wasLoaded;

        private static volatile GridStarException s_failure;

        /// <summary>The version of the native library, such as "0.2.0".</summary>
        public static string Version
        {
            get
            {
                EnsureLoaded();
                return Marshal.PtrToStringAnsi(NativeMethods.gridstar_version());
            }
        }

        /// <summary>The version of the native library's binary interface.</summary>
        public static uint AbiVersion
        {
            get
            {
                EnsureLoaded();
                return NativeMethods.gridstar_abi_version();
            }
        }

        /// <summary>
        /// Number of living native grids in this process. It is 0 once every <see cref="PathGrid"/> is disposed or
        /// collected.
        /// </summary>
        public static int LiveGridCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Grid);
            }
        }

        /// <summary>
        /// Destroys every native grid of this process. Their <see cref="PathGrid"/> objects become disposed. For leak
        /// checks, and for hosts that reload scripts but not the library.
        /// </summary>
        /// <returns>Number of destroyed grids.</returns>
        public static int DestroyAllGrids()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Grid);
        }

        /// <summary>
        /// Number of living native floors in this process. It is 0 once every <see cref="PathFloors"/> is disposed or
        /// collected.
        /// </summary>
        public static int LiveFloorsCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Floors);
            }
        }

        /// <summary>
        /// Destroys all native floors of this process, but not their grids. Their <see cref="PathFloors"/> objects
        /// become disposed.
        /// </summary>
        /// <returns>Number of destroyed floors objects.</returns>
        public static int DestroyAllFloors()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Floors);
        }

        /// <summary>
        /// Number of living native searches of <see cref="SearchStepper"/> in this process. It is 0 once every stepper
        /// is disposed or collected.
        /// </summary>
        public static int LiveStepperCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Stepper);
            }
        }

        /// <summary>
        /// Destroys every native search of <see cref="SearchStepper"/> in this process. The steppers become disposed.
        /// </summary>
        /// <returns>Number of destroyed searches.</returns>
        public static int DestroyAllSteppers()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Stepper);
        }

        /// <summary>
        /// Number of living native fields in this process. It is 0 once every <see cref="PathField"/> is disposed or
        /// collected.
        /// </summary>
        public static int LiveFieldCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Field);
            }
        }

        /// <summary>
        /// Destroys every native field of this process. Their <see cref="PathField"/> objects become disposed.
        /// </summary>
        /// <returns>Number of destroyed fields.</returns>
        public static int DestroyAllFields()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Field);
        }

        /// <summary>
        /// Number of living native fields over floors in this process. It is 0 once every <see cref="PathFloorField"/>
        /// is disposed or collected.
        /// </summary>
        public static int LiveFloorFieldCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.FloorField);
            }
        }

        /// <summary>
        /// Destroys every native field over floors of this process. Their <see cref="PathFloorField"/> objects become
        /// disposed.
        /// </summary>
        /// <returns>Number of destroyed fields.</returns>
        public static int DestroyAllFloorFields()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.FloorField);
        }

        /// <summary>
        /// Number of living native profiles in this process. It is 0 once every <see cref="TraversalProfile"/> is
        /// disposed or collected.
        /// </summary>
        public static int LiveProfileCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Profile);
            }
        }

        /// <summary>
        /// Destroys every native profile of this process. Their <see cref="TraversalProfile"/> objects become disposed.
        /// </summary>
        /// <returns>Number of destroyed profiles.</returns>
        public static int DestroyAllProfiles()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Profile);
        }

        /// <summary>
        /// Number of living native covers in this process. It is 0 once every <see cref="PathCover"/> or its grid is
        /// disposed.
        /// </summary>
        public static int LiveCoverCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Cover);
            }
        }

        /// <summary>
        /// Number of living native reservations in this process. It is 0 once every <see cref="PathReservations"/> is
        /// disposed or collected.
        /// </summary>
        public static int LiveReservationsCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Reservations);
            }
        }

        /// <summary>
        /// Destroys all native reservations of this process, but not their grids. Their <see cref="PathReservations"/>
        /// objects become disposed.
        /// </summary>
        /// <returns>Number of destroyed reservations objects.</returns>
        public static int DestroyAllReservations()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Reservations);
        }

        /// <summary>
        /// Number of living native crowds in this process. It is 0 once every <see cref="PathCrowd"/> is disposed or
        /// collected.
        /// </summary>
        public static int LiveCrowdCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Crowd);
            }
        }

        /// <summary>
        /// Destroys all native crowds of this process, but not their grids. Their <see cref="PathCrowd"/> objects
        /// become disposed.
        /// </summary>
        /// <returns>Number of destroyed crowds.</returns>
        public static int DestroyAllCrowds()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Crowd);
        }

        /// <summary>
        /// Waits until no <see cref="PathGrid.Prepare"/> of any grid runs in the background, including one begun
        /// meanwhile. For hosts that reload scripts or end the process.
        /// </summary>
        public static void WaitForBackgroundWork()
        {
            EnsureLoaded();
            NativeErrors.ThrowIfMistake(NativeMethods.gridstar_background_wait(), null);
        }

        /// <summary>
        /// Loads the native library once, and checks its ABI version. After a failure, later calls throw the same
        /// message without another attempt.
        /// </summary>
        /// <exception cref="GridStarException">The library is missing, can't be loaded here, or has another ABI
        /// version.</exception>
        public static void EnsureLoaded()
        {
            if (s_isLoaded)
            {
                return;
            }
            if (s_failure == null)
            {
                s_failure = TryLoad();
            }
            if (s_failure != null)
            {
                // A new exception each time: throwing one object twice would lose its first stack trace.
                throw new GridStarException(s_failure.Message, s_failure.InnerException);
            }
            s_isLoaded = true;
            s_wasLoaded = true;
#if !UNITY_EDITOR && UNITY_WEBGL
            // A web page starts threads only between frames: whoever waits for one within a frame waits forever.
            NativeMethods.gridstar_work_set_threads(0);
#endif
        }

        /// <summary>Whether the library is loaded, so that its figures can be read.</summary>
        internal static bool IsInUse => s_isLoaded;

        /// <summary>Forgets the outcome, so that the next call tries again.</summary>
        internal static void Reset()
        {
            s_isLoaded = false;
            s_failure = null;
        }

        private static GridStarException TryLoad()
        {
            try
            {
                GridStarException otherVersion = CheckVersion(NativeMethods.gridstar_abi_version());
                if (otherVersion == null)
                {
                    RequireAllFunctions();
                }
                return otherVersion;
            }
            catch (DllNotFoundException cause)
            {
                return new GridStarException(MissingLibrary.NotFound(), cause);
            }
            catch (BadImageFormatException cause)
            {
                return new GridStarException(MissingLibrary.WrongMachine(), cause);
            }
            catch (EntryPointNotFoundException cause)
            {
                return new GridStarException(MissingLibrary.NotGridStar(), cause);
            }
        }

        /// <summary>
        /// Finds all native functions now. A library of an older release has the same ABI version and lacks functions:
        /// without this, a game would learn so in the middle of its work. Not in players that IL2CPP compiles: they
        /// cannot look for functions, and have the library that they were built with.
        /// </summary>
        /// <exception cref="EntryPointNotFoundException">A function is missing.</exception>
        private static void RequireAllFunctions()
        {
#if UNITY_EDITOR || !ENABLE_IL2CPP
            Marshal.PrelinkAll(typeof(NativeMethods));
#endif
        }

        private static GridStarException CheckVersion(uint found) => found == NeededAbiVersion
            ? null
            : new GridStarException(MissingLibrary.OtherVersion(found, NeededAbiVersion), null);
    }
}
