using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// The native library as a whole. Any thread. Every member throws <see cref="GridStarException"/>, with a message that says what
    /// to do, where the library is missing or of another version.
    /// </summary>
    public static class GridStarLibrary
    {
        /// <summary>GRIDSTAR_ABI_VERSION of the gridstar.h that these scripts were written for.</summary>
        private const uint NeededAbiVersion = 1;

        private static volatile bool s_isLoaded;
        private static volatile GridStarException s_failure;

        /// <summary>The version of the native library, such as "0.1.0".</summary>
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
        /// How many native grids are alive in this process: 0 when every <see cref="PathGrid"/> was disposed or collected.
        /// </summary>
        public static int LiveGridCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_grid_live_count();
            }
        }

        /// <summary>
        /// Destroys every native grid of this process and returns how many there were. What still uses one finds it disposed. For
        /// leak checks and for hosts that keep the library loaded while scripts come and go.
        /// </summary>
        public static int DestroyAllGrids()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_grid_destroy_all();
        }

        /// <summary>How many native floors are alive in this process: 0 when every <see cref="PathFloors"/> was disposed or collected.</summary>
        public static int LiveFloorsCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_floors_live_count();
            }
        }

        /// <summary>
        /// Destroys every native floors object of this process, and none of their grids, and returns how many there were. What still uses one
        /// finds it disposed.
        /// </summary>
        public static int DestroyAllFloors()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_floors_destroy_all();
        }

        /// <summary>
        /// How many native searches of <see cref="SearchStepper"/> are alive in this process: 0 when each was disposed or collected.
        /// </summary>
        public static int LiveStepperCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_stepper_live_count();
            }
        }

        /// <summary>
        /// Destroys every native search of <see cref="SearchStepper"/> in this process and returns how many there were. What still uses one
        /// finds it disposed.
        /// </summary>
        public static int DestroyAllSteppers()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_stepper_destroy_all();
        }

        /// <summary>
        /// Waits until the library does no work in the background: no <see cref="PathGrid.Prepare"/> of any grid is under way. For hosts that reload
        /// scripts or end the process. Work that other threads begin meanwhile is waited for too.
        /// </summary>
        public static void WaitForBackgroundWork()
        {
            EnsureLoaded();
            NativeErrors.ThrowIfMistake(NativeMethods.gridstar_background_wait(), null);
        }

        /// <summary>
        /// Loads the native library unless it is loaded, and checks that it fits these scripts. It is tried once: later calls throw
        /// the same message again.
        /// </summary>
        /// <exception cref="GridStarException">The library is missing, can't be loaded here, or is of another version.</exception>
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
                // A new one each time: an exception that is thrown twice loses the stack trace of the first time.
                throw new GridStarException(s_failure.Message, s_failure.InnerException);
            }
            s_isLoaded = true;
        }

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
                return CheckVersion(NativeMethods.gridstar_abi_version());
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

        private static GridStarException CheckVersion(uint found)
        {
            return found == NeededAbiVersion
                ? null
                : new GridStarException(MissingLibrary.OtherVersion(found, NeededAbiVersion), null);
        }
    }
}
